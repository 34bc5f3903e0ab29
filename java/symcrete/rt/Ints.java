package symcrete.rt;

/**
 * Arithmetic on {@code int} with symbolic operands: one record for each operation.
 *
 * <p>Operators take the values and the shadows of their operands, and return the shadow of the result. They run before the
 * instruction itself does.
 */
public final class Ints {
    private Ints() {}

    static long unsigned(int value) {
        return value & 0xffffffffL;
    }

    /** The expression of an operand. One that is not what it stands for is counted and made a constant. */
    static int of(int shadow, int value, int place) {
        // Short, so that compilers put it where it is called.
        return shadow > 0 && (int) Trace.value(shadow) == value ? shadow : constant(shadow, value, place);
    }

    private static int constant(int shadow, int value, int place) {
        if (shadow > 0) Rt.stale(place);
        return Trace.constant(value);
    }

    /** A shadow, if it stands for this value; else 0. */
    static int checked(int shadow, int value, int place) {
        if (shadow <= 0) return 0;
        if ((int) Trace.value(shadow) == value) return shadow;
        Rt.stale(place);
        return 0;
    }

    private static int binary(int op, int a, int b, int result) {
        if (a == 0 || b == 0) return 0;
        return Trace.record(op, 32, a, b, 0, unsigned(result));
    }

    public static int add(int x, int y, int sx, int sy, int place) {
        if (Rt.isAside(place)) return 0;
        return binary(Op.Add, of(sx, x, place), of(sy, y, place), x + y);
    }

    public static int sub(int x, int y, int sx, int sy, int place) {
        if (Rt.isAside(place)) return 0;
        return binary(Op.Sub, of(sx, x, place), of(sy, y, place), x - y);
    }

    public static int mul(int x, int y, int sx, int sy, int place) {
        if (Rt.isAside(place)) return 0;
        return binary(Op.Mul, of(sx, x, place), of(sy, y, place), x * y);
    }

    public static int div(int x, int y, int sx, int sy, int place) {
        if (Rt.isAside(place) || isZero(y, sy, place)) return 0;
        return binary(Op.SDiv, of(sx, x, place), of(sy, y, place), x / y);
    }

    public static int rem(int x, int y, int sx, int sy, int place) {
        if (Rt.isAside(place) || isZero(y, sy, place)) return 0;
        return binary(Op.SRem, of(sx, x, place), of(sy, y, place), x % y);
    }

    public static int and(int x, int y, int sx, int sy, int place) {
        if (Rt.isAside(place)) return 0;
        return binary(Op.And, of(sx, x, place), of(sy, y, place), x & y);
    }

    public static int or(int x, int y, int sx, int sy, int place) {
        if (Rt.isAside(place)) return 0;
        return binary(Op.Or, of(sx, x, place), of(sy, y, place), x | y);
    }

    public static int xor(int x, int y, int sx, int sy, int place) {
        if (Rt.isAside(place)) return 0;
        return binary(Op.Xor, of(sx, x, place), of(sy, y, place), x ^ y);
    }

    public static int shl(int x, int y, int sx, int sy, int place) {
        if (Rt.isAside(place)) return 0;
        return binary(Op.Shl, of(sx, x, place), count(y, sy, place), x << y);
    }

    public static int shr(int x, int y, int sx, int sy, int place) {
        if (Rt.isAside(place)) return 0;
        return binary(Op.AShr, of(sx, x, place), count(y, sy, place), x >> y);
    }

    public static int ushr(int x, int y, int sx, int sy, int place) {
        if (Rt.isAside(place)) return 0;
        return binary(Op.LShr, of(sx, x, place), count(y, sy, place), x >>> y);
    }

    public static int neg(int x, int sx, int place) {
        if (Rt.isAside(place)) return 0;
        return binary(Op.Sub, Trace.constant(32, 0), of(sx, x, place), -x);
    }

    public static int toByte(int x, int sx, int place) {
        if (Rt.isAside(place)) return 0;
        return narrow(of(sx, x, place), x, 8, true);
    }

    public static int toChar(int x, int sx, int place) {
        if (Rt.isAside(place)) return 0;
        return narrow(of(sx, x, place), x, 16, false);
    }

    public static int toShort(int x, int sx, int place) {
        if (Rt.isAside(place)) return 0;
        return narrow(of(sx, x, place), x, 16, true);
    }

    /** The low bits of an int, extended to one again. */
    static int narrow(int id, int value, int bits, boolean isSigned) {
        if (id == 0) return 0;
        int low = Trace.record(Op.Trunc, bits, id, 0, 0, value & (1L << bits) - 1);
        return extend(low, bits, isSigned);
    }

    /** An expression of fewer bits as an int. */
    static int extend(int low, int bits, boolean isSigned) {
        if (low == 0) return 0;
        long value = Trace.value(low);
        int whole = isSigned ? (int) (value << 64 - bits >> 64 - bits) : (int) value;
        return Trace.record(isSigned ? Op.SExt : Op.ZExt, 32, low, 0, 0, unsigned(whole));
    }

    /** A condition of one bit as an int. */
    static int ofCondition(int condition) {
        return extend(condition, 1, false);
    }

    /** Shifts use the low five bits of their count. */
    private static int count(int y, int sy, int place) {
        if (sy <= 0) return Trace.constant(32, y & 31);
        int count = of(sy, y, place);
        if (count == 0) return 0;
        return Trace.record(Op.And, 32, count, Trace.constant(32, 31), 0, y & 31);
    }

    /** Is the divisor zero? A branch of its own if the input decides. */
    static boolean isZero(int y, int sy, int place) {
        if (sy > 0) Rt.implicit(compare(Op.Eq, of(sy, y, place), Trace.constant(32, 0), y == 0), y == 0, place);
        return y == 0;
    }

    /** A comparison of two expressions. */
    static int compare(int op, int a, int b, boolean holds) {
        if (a == 0 || b == 0) return 0;
        return Trace.record(op, 1, a, b, 0, holds ? 1 : 0);
    }
}
