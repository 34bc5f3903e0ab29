package symcrete.rt;

/** Boxes of the other primitive types: putting in and taking out. */
@Model({Long.class, Boolean.class, Character.class, Byte.class, Short.class, Double.class, Float.class})
public final class BoxModels {
    private BoxModels() {}

    /** The shadow of a value, if there is one: what it stands for is checked where it is used. */
    private static void boxed(int shadow, int place) {
        if (shadow > 0 && !Rt.isAside(place)) Rt.ret = Refs.shadow(0, shadow, null);
    }

    private static void unboxed(int shadow, int place) {
        if (!Rt.isAside(place)) Rt.ret = Refs.value(shadow);
    }

    public static Long valueOf(long value, int sv, int place) {
        boxed(sv, place);
        return Long.valueOf(value);
    }

    public static long longValue(Long box, int sb, int place) {
        unboxed(sb, place);
        return box;
    }

    public static Boolean valueOf(boolean value, int sv, int place) {
        boxed(sv, place);
        return Boolean.valueOf(value);
    }

    public static boolean booleanValue(Boolean box, int sb, int place) {
        unboxed(sb, place);
        return box;
    }

    public static Character valueOf(char value, int sv, int place) {
        boxed(sv, place);
        return Character.valueOf(value);
    }

    public static char charValue(Character box, int sb, int place) {
        unboxed(sb, place);
        return box;
    }

    public static Byte valueOf(byte value, int sv, int place) {
        boxed(sv, place);
        return Byte.valueOf(value);
    }

    public static byte byteValue(Byte box, int sb, int place) {
        unboxed(sb, place);
        return box;
    }

    public static Short valueOf(short value, int sv, int place) {
        boxed(sv, place);
        return Short.valueOf(value);
    }

    public static short shortValue(Short box, int sb, int place) {
        unboxed(sb, place);
        return box;
    }

    public static Double valueOf(double value, int sv, int place) {
        boxed(sv, place);
        return Double.valueOf(value);
    }

    public static double doubleValue(Double box, int sb, int place) {
        unboxed(sb, place);
        return box;
    }

    public static Float valueOf(float value, int sv, int place) {
        boxed(sv, place);
        return Float.valueOf(value);
    }

    public static float floatValue(Float box, int sb, int place) {
        unboxed(sb, place);
        return box;
    }
}
