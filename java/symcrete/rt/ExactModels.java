package symcrete.rt;

/** Arithmetic that refuses what does not fit, rounding, and the larger of two floats: what the library decides is decided. */
@Model({Math.class, StrictMath.class})
public final class ExactModels {
    private ExactModels() {}

    public static int negateExact(int x, int sx, int place) {
        if (sx > 0 && !Rt.isAside(place)) {
            boolean isLeast = x == Integer.MIN_VALUE;
            Rt.implicit(Ints.compare(Op.Eq, Ints.of(sx, x, place), Trace.constant(32, Ints.unsigned(Integer.MIN_VALUE)), isLeast), isLeast, place);
            if (!isLeast) Rt.ret = Ints.neg(x, sx, place);
        }
        return Math.negateExact(x);
    }

    public static long negateExact(long x, int sx, int place) {
        if (sx > 0 && !Rt.isAside(place)) {
            boolean isLeast = x == Long.MIN_VALUE;
            Rt.implicit(Ints.compare(Op.Eq, Longs.of(sx, x, place), Trace.constant(64, Long.MIN_VALUE), isLeast), isLeast, place);
            if (!isLeast) Rt.ret = Longs.neg(x, sx, place);
        }
        return Math.negateExact(x);
    }

    public static int incrementExact(int x, int sx, int place) {
        return MathModels.addExact(x, 1, sx, 0, place);
    }

    public static long incrementExact(long x, int sx, int place) {
        return MathModels.addExact(x, 1L, sx, 0, place);
    }

    public static int decrementExact(int x, int sx, int place) {
        return MathModels.subtractExact(x, 1, sx, 0, place);
    }

    public static long decrementExact(long x, int sx, int place) {
        return MathModels.subtractExact(x, 1L, sx, 0, place);
    }

    public static int toIntExact(long x, int sx, int place) {
        if (sx > 0 && !Rt.isAside(place)) {
            int low = Longs.toInt(x, sx, place);
            boolean fits = (int) x == x;
            Rt.implicit(Ints.compare(Op.Eq, Longs.ofInt((int) x, low, place), Longs.of(sx, x, place), fits), fits, place);
            if (fits) Rt.ret = low;
        }
        return Math.toIntExact(x);
    }

    /** The nearest number, of two the larger one: what is behind the point is told exactly. */
    public static long round(double x, int sx, int place) {
        if (sx > 0 && !Rt.isAside(place)) {
            double below = Math.floor(x);
            int low = Trace.record(Op.FFloor, 64, Doubles.of(sx, x, place), 0, 0, Doubles.bits(below));
            int rest = Doubles.sub(x, below, sx, low, place);
            boolean isUp = x - below >= 0.5;
            if (rest != 0) Rt.implicit(Ints.compare(Op.FOge, rest, Trace.constant(64, Doubles.bits(0.5)), isUp), isUp, place);
            Rt.ret = isUp ? Doubles.toLong(below + 1, Doubles.add(below, 1, low, 0, place), place) : Doubles.toLong(below, low, place);
        }
        return Math.round(x);
    }

    public static double rint(double x, int sx, int place) {
        int id = sx > 0 && !Rt.isAside(place) ? Doubles.of(sx, x, place) : 0;
        if (id != 0) Rt.ret = Trace.record(Op.FRint, 64, id, 0, 0, Doubles.bits(Math.rint(x)));
        return Math.rint(x);
    }

    public static float abs(float x, int sx, int place) {
        int id = sx > 0 && !Rt.isAside(place) ? Floats.of(sx, x, place) : 0;
        if (id != 0) Rt.ret = Trace.record(Op.FAbs, 32, id, 0, 0, Floats.bits(Math.abs(x)));
        return Math.abs(x);
    }

    public static double max(double x, double y, int sx, int sy, int place) {
        if ((sx > 0 || sy > 0) && !Rt.isAside(place)) {
            FloatModels.compare(x, y, sx, sy, place);
            // NaN comes behind every number, and is the larger one as well.
            Rt.ret = Double.compare(x, y) >= 0 ? sx : sy;
        }
        return Math.max(x, y);
    }

    public static double min(double x, double y, int sx, int sy, int place) {
        if ((sx > 0 || sy > 0) && !Rt.isAside(place)) {
            FloatModels.compare(x, y, sx, sy, place);
            boolean isFirst = x != x || y == y && Double.compare(x, y) <= 0;
            Rt.ret = isFirst ? sx : sy;
        }
        return Math.min(x, y);
    }

    public static float max(float x, float y, int sx, int sy, int place) {
        if ((sx > 0 || sy > 0) && !Rt.isAside(place)) {
            FloatModels.compare(x, y, sx, sy, place);
            Rt.ret = Float.compare(x, y) >= 0 ? sx : sy;
        }
        return Math.max(x, y);
    }

    public static float min(float x, float y, int sx, int sy, int place) {
        if ((sx > 0 || sy > 0) && !Rt.isAside(place)) {
            FloatModels.compare(x, y, sx, sy, place);
            boolean isFirst = x != x || y == y && Float.compare(x, y) <= 0;
            Rt.ret = isFirst ? sx : sy;
        }
        return Math.min(x, y);
    }
}
