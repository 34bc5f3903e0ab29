package symcrete.rt;

/** Values and types as Java source has them: what is written here, a compiler reads as the same value. */
public final class Literals {
    private Literals() {}

    /** A primitive value in its box, a string, or a constant of an enum; null for whatever else. */
    public static String of(Object value) {
        if (value == null) return "null";
        if (value instanceof String) return quoted((String) value);
        if (value instanceof Character) return "'" + escaped((Character) value, '\'') + "'";
        if (value instanceof Byte) return "(byte) " + value;
        if (value instanceof Short) return "(short) " + value;
        if (value instanceof Boolean) return value.toString();
        if (value instanceof Integer) return (Integer) value == Integer.MIN_VALUE ? "Integer.MIN_VALUE" : value.toString();
        if (value instanceof Long) return (Long) value == Long.MIN_VALUE ? "Long.MIN_VALUE" : value + "L";
        if (value instanceof Float) return ofFloat((Float) value);
        if (value instanceof Double) return ofDouble((Double) value);
        if (value instanceof Enum) return name(((Enum<?>) value).getDeclaringClass()) + "." + ((Enum<?>) value).name();
        return null;
    }

    private static String ofFloat(float value) {
        if (Float.isNaN(value)) return "Float.NaN";
        return Float.isInfinite(value) ? "Float." + infinite(value > 0) : value + "f";
    }

    private static String ofDouble(double value) {
        if (Double.isNaN(value)) return "Double.NaN";
        return Double.isInfinite(value) ? "Double." + infinite(value > 0) : String.valueOf(value);
    }

    private static String infinite(boolean isPositive) {
        return (isPositive ? "POSITIVE" : "NEGATIVE") + "_INFINITY";
    }

    static String quoted(String value) {
        StringBuilder text = new StringBuilder("\"");
        for (char c : value.toCharArray()) text.append(escaped(c, '"'));
        return text.append('"').toString();
    }

    private static String escaped(char c, char quote) {
        if (c == '\n') return "\\n";
        if (c == '\r') return "\\r";
        if (c == '\t') return "\\t";
        if (c == '\\' || c == quote) return "\\" + c;
        return c >= ' ' && c <= '~' ? String.valueOf(c) : String.format("\\u%04x", (int) c);
    }

    /** A class as source names it. */
    public static String name(Class<?> type) {
        String name = type.getCanonicalName();
        return name == null ? type.getName() : name;
    }

    /** A new array of elements that are written already. */
    static String array(Class<?> type, Iterable<String> elements) {
        return "new " + name(type) + " {" + String.join(", ", elements) + "}";
    }

    /** An object that takes several statements: they say {@code made} for it. */
    static String made(String type, String first, Iterable<String> statements) {
        return "((java.util.concurrent.Callable<" + type + ">) () -> { " + type + " made = " + first + "; " + String.join(" ", statements)
                + " return made; }).call()";
    }
}
