package symcrete.rt;

/** Mathematics on integers, and what of floats is one operation. */
@Model({Math.class, StrictMath.class})
public final class MathModels {
    private MathModels() {}

    public static int abs(int x, int sx, int place) {
        if (sx > 0 && !Rt.isAside(place)) {
            int id = Ints.of(sx, x, place);
            int negative = Ints.compare(Op.Slt, id, Trace.constant(32, 0), x < 0);
            int opposite = Ints.neg(x, id, place);
            if (negative != 0 && opposite != 0) Rt.ret = Trace.record(Op.Ite, 32, opposite, id, negative, Ints.unsigned(Math.abs(x)));
        }
        return Math.abs(x);
    }

    public static long abs(long x, int sx, int place) {
        if (sx > 0 && !Rt.isAside(place)) {
            int id = Longs.of(sx, x, place);
            int negative = Ints.compare(Op.Slt, id, Trace.constant(64, 0), x < 0);
            int opposite = Longs.neg(x, id, place);
            if (negative != 0 && opposite != 0) Rt.ret = Trace.record(Op.Ite, 64, opposite, id, negative, Math.abs(x));
        }
        return Math.abs(x);
    }

    public static double abs(double x, int sx, int place) {
        int id = sx > 0 && !Rt.isAside(place) ? Doubles.of(sx, x, place) : 0;
        if (id != 0) Rt.ret = Trace.record(Op.FAbs, 64, id, 0, 0, Doubles.bits(Math.abs(x)));
        return Math.abs(x);
    }

    public static double sqrt(double x, int sx, int place) {
        int id = sx > 0 && !Rt.isAside(place) ? Doubles.of(sx, x, place) : 0;
        if (id != 0) Rt.ret = Trace.record(Op.FSqrt, 64, id, 0, 0, Doubles.bits(Math.sqrt(x)));
        return Math.sqrt(x);
    }

    public static double floor(double x, int sx, int place) {
        int id = sx > 0 && !Rt.isAside(place) ? Doubles.of(sx, x, place) : 0;
        if (id != 0) Rt.ret = Trace.record(Op.FFloor, 64, id, 0, 0, Doubles.bits(Math.floor(x)));
        return Math.floor(x);
    }

    public static double ceil(double x, int sx, int place) {
        int id = sx > 0 && !Rt.isAside(place) ? Doubles.of(sx, x, place) : 0;
        if (id != 0) Rt.ret = Trace.record(Op.FCeil, 64, id, 0, 0, Doubles.bits(Math.ceil(x)));
        return Math.ceil(x);
    }

    public static int min(int x, int y, int sx, int sy, int place) {
        if ((sx > 0 || sy > 0) && !Rt.isAside(place)) {
            int a = Ints.of(sx, x, place);
            int b = Ints.of(sy, y, place);
            if (a != 0 && b != 0) Rt.ret = Trace.record(Op.SMin, 32, a, b, 0, Ints.unsigned(Math.min(x, y)));
        }
        return Math.min(x, y);
    }

    public static int max(int x, int y, int sx, int sy, int place) {
        if ((sx > 0 || sy > 0) && !Rt.isAside(place)) {
            int a = Ints.of(sx, x, place);
            int b = Ints.of(sy, y, place);
            if (a != 0 && b != 0) Rt.ret = Trace.record(Op.SMax, 32, a, b, 0, Ints.unsigned(Math.max(x, y)));
        }
        return Math.max(x, y);
    }

    public static int addExact(int x, int y, int sx, int sy, int place) {
        if ((sx > 0 || sy > 0) && !Rt.isAside(place)) {
            int a = Ints.of(sx, x, place);
            int b = Ints.of(sy, y, place);
            boolean overflows = overflows(() -> Math.addExact(x, y));
            Rt.implicit(Ints.compare(Op.SAddO, a, b, overflows), overflows, place);
            if (!overflows) Rt.ret = Ints.add(x, y, a, b, place);
        }
        return Math.addExact(x, y);
    }

    public static int subtractExact(int x, int y, int sx, int sy, int place) {
        if ((sx > 0 || sy > 0) && !Rt.isAside(place)) {
            int a = Ints.of(sx, x, place);
            int b = Ints.of(sy, y, place);
            boolean overflows = overflows(() -> Math.subtractExact(x, y));
            Rt.implicit(Ints.compare(Op.SSubO, a, b, overflows), overflows, place);
            if (!overflows) Rt.ret = Ints.sub(x, y, a, b, place);
        }
        return Math.subtractExact(x, y);
    }

    public static int multiplyExact(int x, int y, int sx, int sy, int place) {
        if ((sx > 0 || sy > 0) && !Rt.isAside(place)) {
            int a = Ints.of(sx, x, place);
            int b = Ints.of(sy, y, place);
            boolean overflows = overflows(() -> Math.multiplyExact(x, y));
            Rt.implicit(Ints.compare(Op.SMulO, a, b, overflows), overflows, place);
            if (!overflows) Rt.ret = Ints.mul(x, y, a, b, place);
        }
        return Math.multiplyExact(x, y);
    }

    public static long min(long x, long y, int sx, int sy, int place) {
        if ((sx > 0 || sy > 0) && !Rt.isAside(place)) {
            int a = Longs.of(sx, x, place);
            int b = Longs.of(sy, y, place);
            if (a != 0 && b != 0) Rt.ret = Trace.record(Op.SMin, 64, a, b, 0, Math.min(x, y));
        }
        return Math.min(x, y);
    }

    public static long max(long x, long y, int sx, int sy, int place) {
        if ((sx > 0 || sy > 0) && !Rt.isAside(place)) {
            int a = Longs.of(sx, x, place);
            int b = Longs.of(sy, y, place);
            if (a != 0 && b != 0) Rt.ret = Trace.record(Op.SMax, 64, a, b, 0, Math.max(x, y));
        }
        return Math.max(x, y);
    }

    public static long addExact(long x, long y, int sx, int sy, int place) {
        if ((sx > 0 || sy > 0) && !Rt.isAside(place)) {
            int a = Longs.of(sx, x, place);
            int b = Longs.of(sy, y, place);
            boolean overflows = overflows(() -> Math.addExact(x, y));
            Rt.implicit(Ints.compare(Op.SAddO, a, b, overflows), overflows, place);
            if (!overflows) Rt.ret = Longs.add(x, y, a, b, place);
        }
        return Math.addExact(x, y);
    }

    public static long subtractExact(long x, long y, int sx, int sy, int place) {
        if ((sx > 0 || sy > 0) && !Rt.isAside(place)) {
            int a = Longs.of(sx, x, place);
            int b = Longs.of(sy, y, place);
            boolean overflows = overflows(() -> Math.subtractExact(x, y));
            Rt.implicit(Ints.compare(Op.SSubO, a, b, overflows), overflows, place);
            if (!overflows) Rt.ret = Longs.sub(x, y, a, b, place);
        }
        return Math.subtractExact(x, y);
    }

    public static long multiplyExact(long x, long y, int sx, int sy, int place) {
        if ((sx > 0 || sy > 0) && !Rt.isAside(place)) {
            int a = Longs.of(sx, x, place);
            int b = Longs.of(sy, y, place);
            boolean overflows = overflows(() -> Math.multiplyExact(x, y));
            Rt.implicit(Ints.compare(Op.SMulO, a, b, overflows), overflows, place);
            if (!overflows) Rt.ret = Longs.mul(x, y, a, b, place);
        }
        return Math.multiplyExact(x, y);
    }

    /** Does exact arithmetic refuse its operands? */
    private static boolean overflows(Runnable exact) {
        try {
            exact.run();
            return false;
        } catch (ArithmeticException why) {
            return true;
        }
    }
}
