package symcrete.rt;

/** Questions about floats: only NaN differs from itself. */
@Model({Double.class, Float.class})
public final class FloatModels {
    private FloatModels() {}

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
