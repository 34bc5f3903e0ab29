package symcrete.rt;

/** Questions about floats, and their order: only NaN differs from itself. */
@Model({Double.class, Float.class})
public final class FloatModels {
    private FloatModels() {}

    /** Which of two numbers comes first: by value, then -0 before 0 and any number before NaN. All of it is decided. */
    public static int compare(double x, double y, int sx, int sy, int place) {
        if ((sx > 0 || sy > 0) && !Rt.isAside(place)) {
            decideOrder(Doubles.of(sx, x, place), Doubles.of(sy, y, place), 64, x < y, x > y, x != x, y != y, place);
        }
        return Double.compare(x, y);
    }

    public static int compare(float x, float y, int sx, int sy, int place) {
        if ((sx > 0 || sy > 0) && !Rt.isAside(place)) {
            decideOrder(Floats.of(sx, x, place), Floats.of(sy, y, place), 32, x < y, x > y, x != x, y != y, place);
        }
        return Float.compare(x, y);
    }

    private static void decideOrder(int a, int b, int width, boolean isLess, boolean isMore, boolean isNan, boolean isOther, int place) {
        if (a == 0 || b == 0) return;
        Rt.implicit(Ints.compare(Op.FOlt, a, b, isLess), isLess, place);
        if (isLess) return;
        Rt.implicit(Ints.compare(Op.FOgt, a, b, isMore), isMore, place);
        if (isMore) return;
        Rt.implicit(Ints.compare(Op.FUne, a, a, isNan), isNan, place);
        Rt.implicit(Ints.compare(Op.FUne, b, b, isOther), isOther, place);
        if (isNan || isOther) return;
        boolean isSame = Trace.value(a) == Trace.value(b);
        Rt.implicit(Ints.compare(Op.Eq, a, b, isSame), isSame, place);
        long sign = 1L << width - 1;
        boolean isNegative = (Trace.value(a) & sign) != 0;
        if (!isSame) Rt.implicit(Ints.compare(Op.Uge, a, Trace.constant(width, sign), isNegative), isNegative, place);
    }

    public static int compareTo(Double box, Double other, int sb, int so, int place) {
        if (!Rt.isAside(place)) Refs.use(other, so, place);
        return compare(box, other, Boxes.value(box, sb), Boxes.value(other, so), place);
    }

    public static int compareTo(Float box, Float other, int sb, int so, int place) {
        if (!Rt.isAside(place)) Refs.use(other, so, place);
        return compare(box, other, Boxes.value(box, sb), Boxes.value(other, so), place);
    }

    /** Two boxes are equal if neither comes before the other. */
    public static boolean equals(Double box, Object other, int sb, int so, int place) {
        if (!Rt.isAside(place)) Refs.use(other, so, place);
        if (other instanceof Double) compare(box, (Double) other, Boxes.value(box, sb), Boxes.value(other, so), place);
        return box.equals(other);
    }

    public static boolean equals(Float box, Object other, int sb, int so, int place) {
        if (!Rt.isAside(place)) Refs.use(other, so, place);
        if (other instanceof Float) compare(box, (Float) other, Boxes.value(box, sb), Boxes.value(other, so), place);
        return box.equals(other);
    }

    public static boolean isInfinite(double x, int sx, int place) {
        int size = sx > 0 ? size(x, sx, place) : 0;
        if (size != 0) Rt.ret = Ints.ofCondition(Ints.compare(Op.FOeq, size, Trace.constant(64, Doubles.bits(Double.POSITIVE_INFINITY)), Double.isInfinite(x)));
        return Double.isInfinite(x);
    }

    public static boolean isFinite(double x, int sx, int place) {
        int size = sx > 0 ? size(x, sx, place) : 0;
        if (size != 0) Rt.ret = Ints.ofCondition(Ints.compare(Op.FOlt, size, Trace.constant(64, Doubles.bits(Double.POSITIVE_INFINITY)), Double.isFinite(x)));
        return Double.isFinite(x);
    }

    public static boolean isInfinite(float x, int sx, int place) {
        int size = sx > 0 ? size(x, sx, place) : 0;
        if (size != 0) Rt.ret = Ints.ofCondition(Ints.compare(Op.FOeq, size, Trace.constant(32, Floats.bits(Float.POSITIVE_INFINITY)), Float.isInfinite(x)));
        return Float.isInfinite(x);
    }

    public static boolean isFinite(float x, int sx, int place) {
        int size = sx > 0 ? size(x, sx, place) : 0;
        if (size != 0) Rt.ret = Ints.ofCondition(Ints.compare(Op.FOlt, size, Trace.constant(32, Floats.bits(Float.POSITIVE_INFINITY)), Float.isFinite(x)));
        return Float.isFinite(x);
    }

    private static int size(double x, int sx, int place) {
        int id = Rt.isAside(place) ? 0 : Doubles.of(sx, x, place);
        return id == 0 ? 0 : Trace.record(Op.FAbs, 64, id, 0, 0, Doubles.bits(Math.abs(x)));
    }

    private static int size(float x, int sx, int place) {
        int id = Rt.isAside(place) ? 0 : Floats.of(sx, x, place);
        return id == 0 ? 0 : Trace.record(Op.FAbs, 32, id, 0, 0, Floats.bits(Math.abs(x)));
    }

    /** The bits of a number; all that are none have the same ones. */
    public static long doubleToLongBits(double x, int sx, int place) {
        if (sx > 0 && !Rt.isAside(place)) {
            int id = Doubles.of(sx, x, place);
            Rt.implicit(Ints.compare(Op.FUne, id, id, x != x), x != x, place);
            if (x == x) Rt.ret = id;
        }
        return Double.doubleToLongBits(x);
    }

    public static int floatToIntBits(float x, int sx, int place) {
        if (sx > 0 && !Rt.isAside(place)) {
            int id = Floats.of(sx, x, place);
            Rt.implicit(Ints.compare(Op.FUne, id, id, x != x), x != x, place);
            if (x == x) Rt.ret = id;
        }
        return Float.floatToIntBits(x);
    }

    public static double longBitsToDouble(long bits, int sb, int place) {
        if (sb > 0 && !Rt.isAside(place)) Rt.ret = Longs.of(sb, bits, place);
        return Double.longBitsToDouble(bits);
    }

    public static float intBitsToFloat(int bits, int sb, int place) {
        if (sb > 0 && !Rt.isAside(place)) Rt.ret = Ints.of(sb, bits, place);
        return Float.intBitsToFloat(bits);
    }

    public static boolean isNaN(double x, int sx, int place) {
        if (sx > 0 && !Rt.isAside(place)) {
            int id = Doubles.of(sx, x, place);
            Rt.ret = Ints.ofCondition(Ints.compare(Op.FUne, id, id, x != x));
        }
        return Double.isNaN(x);
    }

    public static boolean isNaN(float x, int sx, int place) {
        if (sx > 0 && !Rt.isAside(place)) {
            int id = Floats.of(sx, x, place);
            Rt.ret = Ints.ofCondition(Ints.compare(Op.FUne, id, id, x != x));
        }
        return Float.isNaN(x);
    }
}
