package dev.plumb.ebpf.asm;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// The 8 bytes of an instruction, as one number whatever the machine.
///
/// ```
/// bit   0        8     12    16        32                63
///       | opcode | dst | src | offset  | constant        |
/// ```
/// In memory the fields stand in this order and each has the machine's byte order; on a big-endian machine `dst` is the
/// upper half of its byte.
final class Slot {
    static final int BYTES = 8;

    private Slot() {}

    static long of(int opcode, int destination, int source, int offset, int constant) {
        return (opcode & 0xffL)
                | (destination & 0xfL) << 8
                | (source & 0xfL) << 12
                | (offset & 0xffffL) << 16
                | (long) constant << 32;
    }

    static int opcode(long slot) {
        return (int) slot & 0xff;
    }

    static int destination(long slot) {
        return (int) slot >> 8 & 0xf;
    }

    static int source(long slot) {
        return (int) slot >> 12 & 0xf;
    }

    static int offset(long slot) {
        return (short) (slot >> 16);
    }

    static int constant(long slot) {
        return (int) (slot >> 32);
    }

    static void put(ByteBuffer buffer, long slot) {
        int registers = (int) slot >> 8 & 0xff;
        buffer.put((byte) slot)
                .put((byte) (buffer.order() == ByteOrder.LITTLE_ENDIAN ? registers : swapHalves(registers)))
                .putShort((short) offset(slot))
                .putInt(constant(slot));
    }

    static long read(ByteBuffer buffer) {
        int opcode = buffer.get();
        int stored = buffer.get() & 0xff;
        int registers = buffer.order() == ByteOrder.LITTLE_ENDIAN ? stored : swapHalves(stored);
        return of(opcode, registers, registers >> 4, buffer.getShort(), buffer.getInt());
    }

    private static int swapHalves(int registers) {
        return registers >> 4 | (registers & 0xf) << 4;
    }
}
