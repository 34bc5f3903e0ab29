package symcrete.rt;

/** Boxes of the other primitive types: putting in and taking out. */
@Model({Long.class, Boolean.class, Character.class, Byte.class, Short.class, Double.class, Float.class})
public final class BoxModels {
    private BoxModels() {}

    /** A box of a value that may be symbolic: what its shadow stands for is checked where it is used. */
    private static <T> T boxed(T box, int shadow, int place) {
        return shadow > 0 && !Rt.isAside(place) ? Boxes.made(box, shadow) : box;
    }

    private static void unboxed(Object box, int shadow, int place) {
        if (!Rt.isAside(place)) Rt.ret = Boxes.value(box, shadow);
    }

    public static Long valueOf(long value, int sv, int place) {
        return boxed(Long.valueOf(value), sv, place);
    }

    public static long longValue(Long box, int sb, int place) {
        unboxed(box, sb, place);
        return box;
    }

    public static Boolean valueOf(boolean value, int sv, int place) {
        return boxed(Boolean.valueOf(value), sv, place);
    }

    public static boolean booleanValue(Boolean box, int sb, int place) {
        unboxed(box, sb, place);
        return box;
    }

    public static Character valueOf(char value, int sv, int place) {
        return boxed(Character.valueOf(value), sv, place);
    }

    public static char charValue(Character box, int sb, int place) {
        unboxed(box, sb, place);
        return box;
    }

    public static Byte valueOf(byte value, int sv, int place) {
        return boxed(Byte.valueOf(value), sv, place);
    }

    public static byte byteValue(Byte box, int sb, int place) {
        unboxed(box, sb, place);
        return box;
    }

    public static Short valueOf(short value, int sv, int place) {
        return boxed(Short.valueOf(value), sv, place);
    }

    public static short shortValue(Short box, int sb, int place) {
        unboxed(box, sb, place);
        return box;
    }

    public static Double valueOf(double value, int sv, int place) {
        return boxed(Double.valueOf(value), sv, place);
    }

    public static double doubleValue(Double box, int sb, int place) {
        unboxed(box, sb, place);
        return box;
    }

    public static Float valueOf(float value, int sv, int place) {
        return boxed(Float.valueOf(value), sv, place);
    }

    public static float floatValue(Float box, int sb, int place) {
        unboxed(box, sb, place);
        return box;
    }
}
