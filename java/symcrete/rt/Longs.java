package symcrete.rt;

/** Arithmetic on {@code long} with symbolic operands, as {@link Ints} has it. */
public final class Longs {
    private Longs() {}

    static int of(int shadow, long value, int place) {
        if (shadow > 0) {
            if (Trace.value(shadow) == value) return shadow;
            Rt.stale(place);
        }
        return Trace.constant(64, value);
    }

    private static int binary(int op, int a, int b, long result) {
        if (a == 0 || b == 0) return 0;
        return Trace.record(op, 64, a, b, 0, result);
    }

    public static int add(long x, long y, int sx, int sy, int place) {
        if (Rt.isAside(place)) return 0;
        return binary(Op.Add, of(sx, x, place), of(sy, y, place), x + y);
    }

    public static int sub(long x, long y, int sx, int sy, int place) {
        if (Rt.isAside(place)) return 0;
        return binary(Op.Sub, of(sx, x, place), of(sy, y, place), x - y);
    }

    public static int mul(long x, long y, int sx, int sy, int place) {
        if (Rt.isAside(place)) return 0;
        return binary(Op.Mul, of(sx, x, place), of(sy, y, place), x * y);
    }

    public static int and(long x, long y, int sx, int sy, int place) {
        if (Rt.isAside(place)) return 0;
        return binary(Op.And, of(sx, x, place), of(sy, y, place), x & y);
    }

    public static int or(long x, long y, int sx, int sy, int place) {
        if (Rt.isAside(place)) return 0;
        return binary(Op.Or, of(sx, x, place), of(sy, y, place), x | y);
    }

    public static int xor(long x, long y, int sx, int sy, int place) {
        if (Rt.isAside(place)) return 0;
        return binary(Op.Xor, of(sx, x, place), of(sy, y, place), x ^ y);
    }

    public static int div(long x, long y, int sx, int sy, int place) {
        if (Rt.isAside(place) || isZero(y, sy, place)) return 0;
        return binary(Op.SDiv, of(sx, x, place), of(sy, y, place), x / y);
    }

    public static int rem(long x, long y, int sx, int sy, int place) {
        if (Rt.isAside(place) || isZero(y, sy, place)) return 0;
        return binary(Op.SRem, of(sx, x, place), of(sy, y, place), x % y);
    }

    public static int shl(long x, int y, int sx, int sy, int place) {
        if (Rt.isAside(place)) return 0;
        return binary(Op.Shl, of(sx, x, place), count(y, sy, place), x << y);
    }

    public static int shr(long x, int y, int sx, int sy, int place) {
        if (Rt.isAside(place)) return 0;
        return binary(Op.AShr, of(sx, x, place), count(y, sy, place), x >> y);
    }

    public static int ushr(long x, int y, int sx, int sy, int place) {
        if (Rt.isAside(place)) return 0;
        return binary(Op.LShr, of(sx, x, place), count(y, sy, place), x >>> y);
    }

    public static int neg(long x, int sx, int place) {
        if (Rt.isAside(place)) return 0;
        return binary(Op.Sub, Trace.constant(64, 0), of(sx, x, place), -x);
    }

    public static int compare(long x, long y, int sx, int sy, int place) {
        if (Rt.isAside(place)) return 0;
        int a = of(sx, x, place);
        int b = of(sy, y, place);
        return Branches.threeWay(Ints.compare(Op.Slt, a, b, x < y), Ints.compare(Op.Eq, a, b, x == y), Long.compare(x, y));
    }

    public static int toInt(long x, int sx, int place) {
        if (Rt.isAside(place)) return 0;
        int whole = of(sx, x, place);
        return whole == 0 ? 0 : Trace.record(Op.Trunc, 32, whole, 0, 0, Ints.unsigned((int) x));
    }

    public static int ofInt(int x, int sx, int place) {
        if (Rt.isAside(place)) return 0;
        int low = Ints.of(sx, x, place);
        return low == 0 ? 0 : Trace.record(Op.SExt, 64, low, 0, 0, x);
    }

    /** Shifts use the low six bits of their count, which is an int. */
    private static int count(int y, int sy, int place) {
        if (sy <= 0) return Trace.constant(64, y & 63);
        int count = Ints.of(sy, y, place);
        if (count == 0) return 0;
        int low = Trace.record(Op.And, 32, count, Trace.constant(32, 63), 0, y & 63);
        return low == 0 ? 0 : Trace.record(Op.ZExt, 64, low, 0, 0, y & 63);
    }

    static boolean isZero(long y, int sy, int place) {
        if (sy > 0) Rt.implicit(Ints.compare(Op.Eq, of(sy, y, place), Trace.constant(64, 0), y == 0), y == 0, place);
        return y == 0;
    }
}
