package symcrete.rt;

/** Small numbers and truth values in texts. */
@Model({Byte.class, Short.class, Boolean.class})
public final class NumberModels {
    private NumberModels() {}

    public static byte parseByte(String s, int ss, int place) {
        if (!Rt.isAside(place)) parse(s, ss, Byte.MIN_VALUE, Byte.MAX_VALUE, place);
        return Byte.parseByte(s);
    }

    public static short parseShort(String s, int ss, int place) {
        if (!Rt.isAside(place)) parse(s, ss, Short.MIN_VALUE, Short.MAX_VALUE, place);
        return Short.parseShort(s);
    }

    /** The number is an int first; whether it fits is decided then. */
    private static void parse(String s, int ss, int least, int most, int place) {
        IntegerModels.parse(s, 10, ss, place);
        int number = Rt.ret;
        Rt.ret = 0;
        if (number <= 0) return;
        if (Chars.decideBetween((int) Trace.value(number), number, least, most, place)) Rt.ret = number;
    }

    public static boolean parseBoolean(String s, int ss, int place) {
        return StringModels.equalsIgnoreCase("true", s, 0, ss, place);
    }
}
