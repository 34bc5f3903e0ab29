package symcrete.rt;

import java.util.Optional;
import java.util.OptionalInt;

/** Numbers that may be there: known by the object that holds them. */
@Model(OptionalInt.class)
public final class OptionalModels {
    private static final Identity<Integer> SHADOWS = new Identity<>();

    private OptionalModels() {}

    static void begin() {
        SHADOWS.clear();
    }

    static boolean holds(Object value) {
        return SHADOWS.get(value) != null;
    }

    /** The same as a number. */
    static OptionalInt of(Optional<Integer> box, int place) {
        if (box.isEmpty()) return OptionalInt.empty();
        OptionalInt result = OptionalInt.of(box.get());
        int shadow = Asking.unboxed(box.get(), place);
        if (shadow > 0) {
            SHADOWS.put(result, shadow);
            Rt.contents++;
        }
        return result;
    }

    private static void leave(OptionalInt o, int place) {
        Integer shadow = Rt.isAside(place) ? null : SHADOWS.get(o);
        if (shadow != null) Rt.ret = shadow;
    }

    public static int getAsInt(OptionalInt o, int so, int place) {
        int result = o.getAsInt();
        leave(o, place);
        return result;
    }

    public static int orElseThrow(OptionalInt o, int so, int place) {
        int result = o.orElseThrow();
        leave(o, place);
        return result;
    }

    public static int orElse(OptionalInt o, int other, int so, int se, int place) {
        if (o.isPresent()) leave(o, place);
        else if (!Rt.isAside(place)) Rt.ret = Ints.checked(se, other, place);
        return o.orElse(other);
    }

    public static boolean isPresent(OptionalInt o, int so, int place) {
        return o.isPresent();
    }

    public static boolean isEmpty(OptionalInt o, int so, int place) {
        return o.isEmpty();
    }

    public static OptionalInt of(int value, int sv, int place) {
        OptionalInt result = OptionalInt.of(value);
        int shadow = Rt.isAside(place) ? 0 : Ints.checked(sv, value, place);
        if (shadow > 0) {
            SHADOWS.put(result, shadow);
            Rt.contents++;
        }
        return result;
    }
}
