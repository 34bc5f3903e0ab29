package symcrete.rt;

import java.nio.charset.StandardCharsets;

/**
 * The values that the input is made of: bytes of the region, taken one after the other, each value with its type and name.
 *
 * <p>Values have the same places whatever they are, so that a changed one moves no other. Bytes that are not given are 0.
 */
final class Asked {
    private static int offset;
    private static int listed;
    private static long given;

    private Asked() {}

    static void begin() {
        offset = 0;
        listed = 0;
        given = Region.word(Layout.INPUT_LENGTH);
    }

    private static int next(int at) {
        return at < given && at < Layout.MAX_INPUT ? Region.getByte(Layout.INPUT_AT + at) : 0;
    }

    /** The next bytes as a number, lowest first. */
    private static long bits(int bytes) {
        long bits = 0;
        for (int k = 0; k < bytes; k++) bits |= (long) next(offset + k) << 8 * k;
        return bits;
    }

    /** The expression of the next bytes; 0 when the run is not symbolic. */
    private static int expression(int bytes) {
        if (!Trace.isSymbolic) return 0;
        int whole = 0;
        long value = 0;
        for (int k = 0; k < bytes; k++) {
            int one = next(offset + k);
            int byteId = Trace.record(Op.Input, 8, Layout.ASKED_STREAM, offset + k, 0, one);
            value |= (long) one << 8 * k;
            whole = k == 0 ? byteId : Trace.record(Op.Concat, 8 * (k + 1), byteId, whole, 0, value);
        }
        return whole;
    }

    private static void list(int type, int bytes, String name) {
        byte[] text = name.getBytes(StandardCharsets.UTF_8);
        int n = Math.min(text.length, Layout.NAME_SIZE);
        int size = Layout.ASKED_HEAD + (n + 7) / 8 * 8;
        if (listed + size > Layout.MAX_ASKED) return;
        long at = Layout.ASKED_AT + listed;
        Region.putInt(at, type | n << 8);
        Region.putInt(at + 4, bytes);
        for (int k = 0; k < size - Layout.ASKED_HEAD; k++) Region.putByte(at + Layout.ASKED_HEAD + k, k < n ? text[k] : 0);
        listed += size;
        Region.setWord(Layout.ASKED_BYTES, listed);
    }

    /** A value and the shadow that it has on the stack. */
    static final class Value {
        final long bits;
        final int shadow;

        Value(long bits, int shadow) {
            this.bits = bits;
            this.shadow = shadow;
        }
    }

    /** Asks for a value of a primitive type. */
    static Value primitive(Class<?> type, String name) {
        int bytes = bytes(type);
        long bits = bits(bytes);
        int whole = expression(bytes);
        list(ctype(type), bytes, name);
        offset += bytes;
        int shadow = whole;
        if (whole != 0) {
            if (type == boolean.class) shadow = Ints.extend(Trace.record(Op.Trunc, 1, whole, 0, 0, bits & 1), 1, false);
            else if (type == byte.class) shadow = Ints.extend(whole, 8, true);
            else if (type == short.class) shadow = Ints.extend(whole, 16, true);
            else if (type == char.class) shadow = Ints.extend(whole, 16, false);
        }
        return new Value(type == boolean.class ? bits & 1 : bits, shadow);
    }

    /** A small number from 0 to a mask. */
    static Value choice(int mask, String name) {
        int one = next(offset);
        int whole = expression(1);
        list(Layout.CTYPE_UCHAR, 1, name);
        offset += 1;
        int masked = whole == 0 ? 0 : Trace.record(Op.And, 8, whole, Trace.constant(8, mask), 0, one & mask);
        return new Value(one & mask, masked == 0 ? 0 : Ints.extend(masked, 8, false));
    }

    private static int bytes(Class<?> type) {
        if (type == boolean.class || type == byte.class) return 1;
        if (type == short.class || type == char.class) return 2;
        return type == int.class || type == float.class ? 4 : 8;
    }

    private static int ctype(Class<?> type) {
        if (type == boolean.class) return Layout.CTYPE_BOOL;
        if (type == byte.class) return Layout.CTYPE_CHAR;
        if (type == short.class) return Layout.CTYPE_SHORT;
        if (type == char.class) return Layout.CTYPE_USHORT;
        if (type == int.class) return Layout.CTYPE_INT;
        if (type == long.class) return Layout.CTYPE_LONG;
        return type == float.class ? Layout.CTYPE_FLOAT : Layout.CTYPE_DOUBLE;
    }
}
