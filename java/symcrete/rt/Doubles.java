package symcrete.rt;

/** Arithmetic on {@code double} with symbolic operands: bit patterns of 64 bits. All NaNs are one. */
public final class Doubles {
    private Doubles() {}

    static long bits(double value) {
        return Double.doubleToRawLongBits(value);
    }

    static int of(int shadow, double value, int place) {
        if (shadow > 0) {
            long bits = Trace.value(shadow);
            if (bits == bits(value) || value != value && isNan(bits)) return shadow;
            Rt.stale(place);
        }
        return Trace.constant(64, bits(value));
    }

    private static boolean isNan(long bits) {
        double value = Double.longBitsToDouble(bits);
        return value != value;
    }

    private static int binary(int op, int a, int b, double result) {
        if (a == 0 || b == 0) return 0;
        return Trace.record(op, 64, a, b, 0, bits(result));
    }

    public static int add(double x, double y, int sx, int sy, int place) {
        if (Rt.isAside(place)) return 0;
        return binary(Op.FAdd, of(sx, x, place), of(sy, y, place), x + y);
    }

    public static int sub(double x, double y, int sx, int sy, int place) {
        if (Rt.isAside(place)) return 0;
        return binary(Op.FSub, of(sx, x, place), of(sy, y, place), x - y);
    }

    public static int mul(double x, double y, int sx, int sy, int place) {
        if (Rt.isAside(place)) return 0;
        return binary(Op.FMul, of(sx, x, place), of(sy, y, place), x * y);
    }

    public static int div(double x, double y, int sx, int sy, int place) {
        if (Rt.isAside(place)) return 0;
        return binary(Op.FDiv, of(sx, x, place), of(sy, y, place), x / y);
    }

    public static int rem(double x, double y, int sx, int sy, int place) {
        if (Rt.isAside(place)) return 0;
        return binary(Op.FRem, of(sx, x, place), of(sy, y, place), x % y);
    }

    public static int neg(double x, int sx, int place) {
        if (Rt.isAside(place)) return 0;
        int a = of(sx, x, place);
        return a == 0 ? 0 : Trace.record(Op.FNeg, 64, a, 0, 0, bits(-x));
    }

    public static int compareLess(double x, double y, int sx, int sy, int place) {
        return compare(x, y, sx, sy, -1, place);
    }

    public static int compareGreater(double x, double y, int sx, int sy, int place) {
        return compare(x, y, sx, sy, 1, place);
    }

    private static int compare(double x, double y, int sx, int sy, int nan, int place) {
        if (Rt.isAside(place)) return 0;
        int a = of(sx, x, place);
        int b = of(sy, y, place);
        int result = x > y ? 1 : x == y ? 0 : x < y ? -1 : nan;
        int less = Ints.compare(nan < 0 ? Op.FUlt : Op.FOlt, a, b, result < 0);
        return Branches.threeWay(less, Ints.compare(Op.FOeq, a, b, x == y), result);
    }

    public static int ofInt(int x, int sx, int place) {
        if (Rt.isAside(place)) return 0;
        int a = Ints.of(sx, x, place);
        return a == 0 ? 0 : Trace.record(Op.SiToFp, 64, a, 0, 0, bits((double) x));
    }

    public static int ofLong(long x, int sx, int place) {
        if (Rt.isAside(place)) return 0;
        int a = Longs.of(sx, x, place);
        return a == 0 ? 0 : Trace.record(Op.SiToFp, 64, a, 0, 0, bits((double) x));
    }

    public static int toInt(double x, int sx, int place) {
        if (Rt.isAside(place)) return 0;
        return toInteger(of(sx, x, place), x, 32, (int) x, Integer.MAX_VALUE, Integer.MIN_VALUE);
    }

    public static int toLong(double x, int sx, int place) {
        if (Rt.isAside(place)) return 0;
        return toInteger(of(sx, x, place), x, 64, (long) x, Long.MAX_VALUE, Long.MIN_VALUE);
    }

    /**
     * Conversions to integers give 0 for NaN and the nearest number for what is too large. The operator gives the smallest number for both,
     * so it is asked only where it is right.
     */
    private static int toInteger(int a, double x, int width, long result, long most, long least) {
        if (a == 0) return 0;
        long mask = width == 64 ? -1L : (1L << width) - 1;
        // The first power of two that is too large; -(that) is the smallest number that fits.
        double limit = -(double) least;
        int converted = Trace.record(Op.FpToSi, width, a, 0, 0, (x != x || x >= limit || x < -limit ? least : result) & mask);
        int large = Ints.compare(Op.FOge, a, Trace.constant(64, bits(limit)), x >= limit);
        int nan = Ints.compare(Op.FUno, a, a, x != x);
        if (converted == 0 || large == 0 || nan == 0) return 0;
        int bounded = Trace.record(Op.Ite, width, Trace.constant(width, most & mask), converted, large, (x >= limit ? most : x != x || x < -limit ? least : result) & mask);
        return bounded == 0 ? 0 : Trace.record(Op.Ite, width, Trace.constant(width, 0), bounded, nan, result & mask);
    }

    public static int ofFloat(float x, int sx, int place) {
        if (Rt.isAside(place)) return 0;
        int a = Floats.of(sx, x, place);
        return a == 0 ? 0 : Trace.record(Op.FpExt, 64, a, 0, 0, bits((double) x));
    }
}
