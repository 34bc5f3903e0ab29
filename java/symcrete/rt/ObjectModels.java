package symcrete.rt;

/** What every object can be asked. */
@Model(java.util.Objects.class)
public final class ObjectModels {
    private ObjectModels() {}

    public static Object requireNonNull(Object value, int sv, int place) {
        if (!Rt.isAside(place)) {
            Refs.use(value, sv, place);
            Rt.ret = sv;
        }
        return java.util.Objects.requireNonNull(value);
    }

    public static boolean isNull(Object value, int sv, int place) {
        if (!Rt.isAside(place)) Rt.ret = Ints.ofCondition(Refs.isNull(sv, value, place));
        return value == null;
    }
}
