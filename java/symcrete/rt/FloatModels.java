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
