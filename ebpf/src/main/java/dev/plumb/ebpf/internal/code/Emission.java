package dev.plumb.ebpf.internal.code;

import dev.plumb.ebpf.asm.AluOperation;
import dev.plumb.ebpf.asm.Assembler;
import dev.plumb.ebpf.asm.Instruction;
import dev.plumb.ebpf.asm.Register;
import dev.plumb.ebpf.asm.Size;
import dev.plumb.ebpf.asm.Width;
import dev.plumb.ebpf.internal.code.Operand.FunctionAddress;
import dev.plumb.ebpf.internal.code.Operand.Literal;
import dev.plumb.ebpf.internal.code.Operand.MapAddress;
import dev.plumb.ebpf.internal.code.Operand.StackAddress;
import dev.plumb.ebpf.internal.code.Operand.Temp;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Writes one function's operations as instructions, with the registers that [Allocation] found.
final class Emission {
    private final FunctionCode function;
    private final Allocation allocation;
    private final Assembler assembler;
    private final BitSet jumpedTo = new BitSet();
    private @Nullable Deque<Register> scratch;
    private int current;

    /// The instructions written by hand, from the first to behind the last.
    private final List<Range> handwritten = new ArrayList<>();

    record Range(int from, int to) {}

    Emission(FunctionCode function, Allocation allocation, Assembler assembler) {
        this.function = function;
        this.allocation = allocation;
        this.assembler = assembler;
        for (Op op : function.ops()) {
            if (op instanceof Op.Jump jump) {
                jumpedTo.set(jump.label());
            } else if (op instanceof Op.Branch branch) {
                jumpedTo.set(branch.label());
            }
        }
    }

    void emit() {
        for (int at = 0; at < function.ops().size(); at++) {
            Op op = function.ops().get(at);
            assembler.at(op.source());
            scratch = null;
            current = at;
            emit(op, at);
        }
    }

    List<Range> handwritten() {
        return handwritten;
    }

    private void emit(Op op, int at) {
        switch (op) {
            case Op.Entry entry -> enter(entry);
            case Op.Move move -> finish(move.target(), load(move.value(), home(move.target())));
            case Op.Compute compute -> compute(compute);
            case Op.Negate negate -> {
                Register target = load(negate.value(), home(negate.target()));
                assembler.neg(target);
                finish(negate.target(), target);
            }
            case Op.Extend extend -> extend(extend);
            case Op.SwapBytes swap -> {
                Register target = load(swap.value(), home(swap.target()));
                assembler.append(new Instruction.ConvertBytes(swap.conversion(), swap.size(), target));
                finish(swap.target(), target);
            }
            case Op.Load load -> load(load);
            case Op.Store store -> store(store);
            case Op.Atomic atomic -> atomic(atomic);
            case Op.Zero zero -> throw new IllegalStateException("a slot was not cleared");
            case Op.Call call -> call(call);
            case Op.Raw raw -> raw(raw);
            case Op.Mark mark -> {
                if (jumpedTo.get(mark.label())) {
                    assembler.label(label(mark.label()));
                }
            }
            case Op.Jump jump -> jump(jump, at);
            case Op.Branch branch -> branch(branch);
            case Op.Exit exit -> {
                into(Register.R0, exit.value());
                assembler.exit();
            }
        }
    }

    private String label(int number) {
        return function.label() + "." + number;
    }

    private void enter(Op.Entry entry) {
        ParallelMoves moves = new ParallelMoves(assembler);
        for (int i = 0; i < entry.parameters().size(); i++) {
            Temp parameter = entry.parameters().get(i);
            Register register = allocation.register(parameter);
            if (register != null) {
                moves.add(register, Register.argument(i));
            } else if (allocation.needed(parameter)) {
                finish(parameter, Register.argument(i));
            }
        }
        moves.emit(Register.R0);
    }

    private void compute(Op.Compute compute) {
        Register target = home(compute.target());
        Operand right = compute.right();
        Register rightRegister = right instanceof Literal number && number.fits() ? null : read(right);
        if (rightRegister == target && !(compute.left() instanceof Temp left && allocation.register(left) == target)) {
            if (commutes(compute.operation())) {
                assembler.alu(Width.BITS_64, compute.operation(), target, read(compute.left()));
                finish(compute.target(), target);
                return;
            }
            target = scratch();
        }
        load(compute.left(), target);
        if (rightRegister == null) {
            assembler.alu(Width.BITS_64, compute.operation(), target, ((Literal) right).value());
        } else {
            assembler.alu(Width.BITS_64, compute.operation(), target, rightRegister);
        }
        finish(compute.target(), target);
    }

    private static boolean commutes(AluOperation operation) {
        return switch (operation) {
            case ADD, MUL, OR, AND, XOR -> true;
            case SUB, DIV, LSH, RSH, MOD, MOV, ARSH, SDIV, SMOD -> false;
        };
    }

    private void extend(Op.Extend extend) {
        Register target = home(extend.target());
        if (!extend.signed() && extend.bits() == Width.BITS_32.bits()) {
            assembler.mov32(target, read(extend.value()));
        } else {
            load(extend.value(), target);
            if (extend.signed()) {
                int shift = Long.SIZE - extend.bits();
                assembler.lsh(target, shift).arsh(target, shift);
            } else {
                assembler.and(target, (1L << extend.bits()) - 1);
            }
        }
        finish(extend.target(), target);
    }

    private void load(Op.Load load) {
        Register target = home(load.target());
        assembler.load(load.size(), target, base(load.base()), offset(load.base(), load.offset()));
        finish(load.target(), target);
    }

    private void store(Op.Store store) {
        Register base = base(store.base());
        int offset = offset(store.base(), store.offset());
        if (store.value() instanceof Literal number && number.fits()) {
            long value = store.size() == Size.DWORD ? number.value() : lowBits(number.value(), store.size());
            assembler.storeImmediate(store.size(), base, offset, value);
        } else {
            assembler.store(store.size(), base, offset, read(store.value()));
        }
    }

    private static long lowBits(long value, Size size) {
        return value & ((1L << size.bits()) - 1);
    }

    private void atomic(Op.Atomic atomic) {
        Register base = base(atomic.base());
        Temp fetched = atomic.fetched();
        Register value = fetched == null ? read(atomic.value()) : load(atomic.value(), scratch());
        assembler.atomic(atomic.operation(), atomic.size(), base, offset(atomic.base(), atomic.offset()), value);
        if (fetched != null) {
            finish(fetched, value);
        }
    }

    private void call(Op.Call call) {
        arguments(call.arguments());
        if (call.helper() != null) {
            assembler.call(call.helper());
        } else if (call.function() != null) {
            assembler.callLocal(call.function());
        }
        result(call.result());
    }

    private void raw(Op.Raw raw) {
        arguments(raw.arguments());
        assembler.atCaller();
        int from = assembler.size();
        raw.code().accept(assembler);
        handwritten.add(new Range(from, assembler.size()));
        assembler.at(raw.source());
        result(raw.result());
    }

    private void arguments(List<Operand> arguments) {
        ParallelMoves moves = new ParallelMoves(assembler);
        for (int i = 0; i < arguments.size(); i++) {
            Register register = arguments.get(i) instanceof Temp temp ? allocation.register(temp) : null;
            if (register != null) {
                moves.add(Register.argument(i), register);
            }
        }
        moves.emit(Register.R0);
        for (int i = 0; i < arguments.size(); i++) {
            if (!(arguments.get(i) instanceof Temp temp && allocation.register(temp) != null)) {
                into(Register.argument(i), arguments.get(i));
            }
        }
    }

    private void result(@Nullable Temp result) {
        if (result != null) {
            finish(result, Register.R0);
        }
    }

    private void jump(Op.Jump jump, int at) {
        int next = at + 1;
        while (next < function.ops().size() && function.ops().get(next) instanceof Op.Mark mark) {
            if (mark.label() == jump.label()) {
                jumpedTo.clear(jump.label());
                reconsider(jump.label(), at);
                return;
            }
            next++;
        }
        assembler.jump(label(jump.label()));
    }

    /// A jump to what follows anyway was left out: the label is needed only if something else jumps there.
    private void reconsider(int label, int leftOut) {
        for (int at = 0; at < function.ops().size(); at++) {
            Op op = function.ops().get(at);
            boolean jumps = (op instanceof Op.Jump jump && jump.label() == label && at != leftOut)
                    || (op instanceof Op.Branch branch && branch.label() == label);
            if (jumps) {
                jumpedTo.set(label);
            }
        }
    }

    private void branch(Op.Branch branch) {
        Register left = read(branch.left());
        if (branch.right() instanceof Literal number && number.fits()) {
            assembler.jumpIf(Width.BITS_64, branch.condition(), left, number.value(), label(branch.label()));
        } else {
            Register right = read(branch.right());
            assembler.jumpIf(Width.BITS_64, branch.condition(), left, right, label(branch.label()));
        }
    }

    /// The register to compute a temporary in: its own, or a scratch one if it lives on the stack.
    private Register home(Temp temp) {
        Register register = allocation.register(temp);
        return register == null ? scratch() : register;
    }

    /// Brings a temporary from the register it was computed in to where it lives.
    private void finish(Temp temp, Register computed) {
        Register register = allocation.register(temp);
        if (register == null) {
            assembler.store(Size.DWORD, Register.R10, allocation.spillOffset(temp), computed);
        } else if (register != computed) {
            assembler.mov(register, computed);
        }
    }

    /// A register that holds the operand: its own, or a scratch one that it is loaded into.
    private Register read(Operand operand) {
        if (operand instanceof Temp temp) {
            Register register = allocation.register(temp);
            if (register != null) {
                return register;
            }
        }
        return load(operand, scratch());
    }

    private Register load(Operand operand, Register target) {
        into(target, operand);
        return target;
    }

    private void into(Register target, Operand operand) {
        switch (operand) {
            case Temp temp -> {
                Register register = allocation.register(temp);
                if (register == null) {
                    assembler.load(Size.DWORD, target, Register.R10, allocation.spillOffset(temp));
                } else if (register != target) {
                    assembler.mov(target, register);
                }
            }
            case Literal number -> {
                if (number.fits()) {
                    assembler.mov(target, number.value());
                } else {
                    assembler.loadConstant(target, number.value());
                }
            }
            case StackAddress address -> assembler.mov(target, Register.R10).add(target, address.frameOffset());
            case MapAddress map -> assembler.loadMap(target, map.fd());
            case FunctionAddress callback -> assembler.loadFunction(target, callback.label());
        }
    }

    private Register base(Operand base) {
        return base instanceof StackAddress ? Register.R10 : read(base);
    }

    private static int offset(Operand base, int offset) {
        return base instanceof StackAddress address ? address.frameOffset() + offset : offset;
    }

    private Register scratch() {
        if (scratch == null) {
            scratch = new ArrayDeque<>(allocation.scratch(current));
        }
        Register register = scratch.poll();
        if (register == null) {
            throw new IllegalStateException("no register is left in " + function.label());
        }
        return register;
    }
}
