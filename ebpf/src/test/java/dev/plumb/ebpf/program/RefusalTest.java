package dev.plumb.ebpf.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumb.ebpf.Architecture;
import dev.plumb.ebpf.Field;
import dev.plumb.ebpf.Layout;
import dev.plumb.ebpf.asm.Assembler;
import dev.plumb.ebpf.asm.AssemblyException;
import dev.plumb.ebpf.asm.Helper;
import dev.plumb.ebpf.asm.Register;
import dev.plumb.ebpf.asm.Size;
import dev.plumb.ebpf.load.AttachType;
import dev.plumb.ebpf.load.ProgramType;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/// Mistakes that Java refuses before the kernel sees the program, each with the line it was made on.
class RefusalTest {
    private static final Layout.Builder BUILDER = Layout.struct("event");
    private static final Field NAME = BUILDER.text("name", 16);
    private static final Layout EVENT = BUILDER.build();
    private static final Field STRANGE = other();

    private static Field other() {
        Layout.Builder builder = Layout.struct("other");
        return builder.u64("elsewhere");
    }

    private final AtomicInteger line = new AtomicInteger();

    private void refuses(Consumer<Body> body, String reason) {
        refuses(() -> Program.kprobe("wrong", body), reason);
    }

    private void refuses(Runnable build, String reason) {
        assertThatThrownBy(build::run)
                .isInstanceOf(AssemblyException.class)
                .hasMessageStartingWith("RefusalTest.java:" + line + ": ")
                .hasMessageContaining(reason);
    }

    private void mark() {
        line.set(StackWalker.getInstance()
                        .walk(frames -> frames.skip(1).findFirst().orElseThrow().getLineNumber())
                + 1);
    }

    // Labs: labels were comments, and helpers got the wrong number of arguments.

    @Test
    void unknownLabelInHandwrittenInstructions() {
        refuses(
                p -> p.assemble(
                        asm -> {
                            mark();
                            asm.jumpIfEqual(Register.R1, 0, "done");
                            asm.mov(Register.R0, 0);
                        },
                        p.constant(1)),
                "no label 'done'");
    }

    @Test
    void unusedLabelInHandwrittenInstructions() {
        refuses(
                p -> p.assemble(asm -> {
                    mark();
                    asm.label("loop");
                    asm.mov(Register.R0, 0);
                }),
                "nothing uses label 'loop'");
    }

    @Test
    void wrongNumberOfHelperArguments() {
        refuses(
                p -> {
                    mark();
                    p.call(Helper.GET_STACKID, p.context());
                },
                "bpf_get_stackid takes 3 arguments");
    }

    @Test
    void wrongKindOfHelperArgument() {
        refuses(
                p -> {
                    mark();
                    p.call(Helper.PROBE_READ_KERNEL, p.constant(0), p.constant(8), p.argument(0));
                },
                "argument 1 of bpf_probe_read_kernel must be OUTPUT, not the number 0");
    }

    @Test
    void memoryThatIsTooSmallForAHelper() {
        refuses(
                p -> {
                    Memory small = p.local(8);
                    mark();
                    p.call(Helper.GET_CURRENT_COMM, small, p.constant(16));
                },
                "has 8 bytes where 16 are needed");
    }

    // Labs: the context register was used after a call had destroyed it.

    @Test
    void clobberedRegisterInHandwrittenInstructions() {
        Assembler asm = new Assembler().call(Helper.KTIME_GET_NS);
        mark();
        asm.load(Size.DWORD, Register.R2, Register.R1, 112);
        asm.mov(Register.R0, 0).exit();
        refuses(() -> asm.assemble(), "r1");
    }

    @Test
    void contextStaysUsableAfterCallsInTheBuilder() {
        Program program = Program.kprobe("fine", p -> {
            Value time = p.nanos();
            p.exit(p.argument(0).add(time));
        });
        assertThat(program.code().instructions()).isNotEmpty();
    }

    // Labs: a key stored with 8 bytes and read with 4; an 8-byte store at an odd place; a size that was wrong.

    @Test
    void fieldOfAnotherRecord() {
        refuses(
                p -> {
                    Memory event = p.local(EVENT);
                    mark();
                    event.set(STRANGE, 1);
                },
                "record 'event' has no field 'elsewhere'");
    }

    @Test
    void misalignedStackAccess() {
        refuses(
                p -> {
                    Memory local = p.local(80);
                    mark();
                    local.set(Type.U64, 4, p.constant(1));
                },
                "misaligned");
    }

    @Test
    void accessOutsideOfMemory() {
        refuses(
                p -> {
                    Memory local = p.local(80);
                    mark();
                    local.get(Type.U64, 80);
                },
                "outside of this memory's 80 bytes");
    }

    @Test
    void textFieldAsNumber() {
        refuses(
                p -> {
                    Memory event = p.local(EVENT);
                    mark();
                    event.set(NAME, p.nanos());
                },
                "is no number but TEXT");
    }

    @Test
    void moreStackThanThereIs() {
        refuses(
                p -> {
                    p.local(400);
                    mark();
                    p.local(128);
                },
                "128 bytes do not fit the stack: 400 of its 512 are taken");
    }

    @Test
    void moreStackThanThereIsOverACall() {
        assertThatThrownBy(() -> Program.kprobe("deep", p -> {
                    Function inner =
                            p.function("inner", 0, f -> f.exit(f.local(300).fill(f.comm())));
                    p.exit(p.local(300).fill(p.comm()).add(p.call(inner)));
                }))
                .isInstanceOf(AssemblyException.class)
                .hasMessageContaining("bytes of stack; there are 512");
    }

    @Test
    void blocksSideBySideShareTheStack() {
        Program program = Program.kprobe("shared", p -> {
            p.ifTrue(p.argument(0).eq(1), () -> p.local(400).fill(p.comm()));
            p.ifTrue(p.argument(0).eq(2), () -> p.local(400).fill(p.comm()));
        });
        assertThat(program.code().slotCount()).isPositive();
    }

    // Labs: aarch64 fell back to the registers of x86-64.

    @Test
    void argumentsComeFromTheArchitecturesOwnRegisters() {
        ProgramShape shape = ProgramShape.of("args", ProgramType.KPROBE, AttachType.NONE, null, null);
        Consumer<Body> body = p -> p.exit(p.argument(2));
        assertThat(Program.build(shape.on(Architecture.X86_64), body).toString())
                .contains("(r1 +96)");
        assertThat(Program.build(shape.on(Architecture.AARCH64), body).toString())
                .contains("(r1 +16)");
        mark();
        refuses(() -> Program.build(shape.on(Architecture.X86_64), p -> p.argument(6)), "not in a register on X86_64");
    }

    // Values, scopes and control flow.

    @Test
    void valueOutsideItsBlock() {
        AtomicReference<Value> leaked = new AtomicReference<>();
        refuses(
                p -> {
                    p.ifTrue(p.argument(0).eq(0), () -> leaked.set(p.nanos()));
                    mark();
                    p.exit(leaked.get().add(1));
                },
                "used outside the block it was made in");
    }

    @Test
    void pointerThatMayBeNull() {
        refuses(
                p -> {
                    Value pointer = p.call(Helper.PER_CPU_PTR, p.constant(0), p.constant(0));
                    mark();
                    p.exit(pointer.add(8));
                },
                "may be null and is no number");
    }

    @Test
    void valueOfAnotherFunction() {
        refuses(
                p -> {
                    Value time = p.nanos();
                    p.function("other", 0, f -> {
                        mark();
                        f.exit(time);
                    });
                },
                "belongs to another function");
    }

    @Test
    void codeAfterExit() {
        refuses(
                p -> {
                    p.exit();
                    mark();
                    p.nanos();
                },
                "nothing leads to this");
    }

    @Test
    void breakOutsideOfALoop() {
        refuses(
                p -> {
                    mark();
                    p.breakLoop();
                },
                "break outside of a loop");
    }

    @Test
    void signedMeetsUnsigned() {
        refuses(
                p -> {
                    Value result = p.result();
                    mark();
                    p.exitIf(result.lt(p.nanos()));
                },
                "a value with a sign meets one of 64 bits without");
    }

    @Test
    void comparisonThatNeverHolds() {
        refuses(
                p -> {
                    Value pid = p.pid();
                    mark();
                    p.exitIf(pid.eq(-1));
                },
                "a value of type U32 is never -1");
    }

    @Test
    void divisionByZero() {
        refuses(
                p -> {
                    Value time = p.nanos();
                    mark();
                    time.div(0);
                },
                "division by the constant zero");
    }

    @Test
    void shiftOutOfRange() {
        refuses(
                p -> {
                    Value time = p.nanos();
                    mark();
                    time.shl(64);
                },
                "shift by 64");
    }

    // What a type of program has.

    @Test
    void helperThatTheProgramTypeDoesNotHave() {
        Consumer<Body> body = p -> {
            mark();
            p.call(Helper.GET_STACKID, p.context(), p.context(), p.constant(0));
        };
        refuses(
                () -> Program.socketFilter("filter", body),
                "programs of type SOCKET_FILTER do not have bpf_get_stackid");
    }

    @Test
    void argumentsOfAProgramWithoutAny() {
        mark();
        refuses(() -> Program.perfEvent("sample", p -> p.argument(0)), "programs of type PERF_EVENT have no arguments");
    }

    @Test
    void contextInAFunction() {
        refuses(
                p -> p.function("other", 0, f -> {
                    mark();
                    f.argument(0);
                }),
                "does not get the program's context");
    }

    @Test
    void functionThatIsCalledWithTooFewArguments() {
        refuses(
                p -> {
                    Function two = p.function("two", 2, f -> f.exit(f.parameter(0)));
                    mark();
                    p.call(two, p.nanos());
                },
                "takes 2 arguments, not 1");
    }

    @Test
    void functionThatCallsItself() {
        refuses(
                p -> p.function("again", 1, f -> {
                    mark();
                    f.call(new Function("again", 1), f.parameter(0));
                }),
                "is not finished here");
    }

    @Test
    void savedRegisterInHandwrittenInstructions() {
        refuses(
                p -> {
                    Value time = p.nanos();
                    p.assemble(asm -> {
                        mark();
                        asm.mov(Register.R6, 1);
                        asm.mov(Register.R0, 0);
                    });
                    p.exit(time);
                },
                "must leave r6 to r9 alone");
    }

    @Test
    void programThatIsLongerThanAJump() {
        assertThatThrownBy(() -> Program.kprobe(
                        "long",
                        p -> p.ifTrue(p.argument(0).eq(1), () -> {
                            for (int i = 0; i < 33_000; i++) {
                                p.assemble(asm -> asm.mov(Register.R0, 0));
                            }
                        })))
                .isInstanceOf(AssemblyException.class)
                .hasMessageStartingWith("RefusalTest.java:")
                .hasMessageContaining("out of reach");
    }
}
