package symcrete.rt;

/** Concatenation of strings: the characters of a symbolic operand are those of the result. */
public final class Concat {
    private static final int TO_STRING = Run.token("toString", "()Ljava/lang/String;");

    private Concat() {}

    /** The text of an operand, asked for once; values of the libraries that say the same each time are left as they are. */
    public static Object text(Object operand, int shadow, int place) {
        boolean isValue = operand == null || operand instanceof CharSequence && !Shapes.isOfProgram(operand.getClass()) || operand instanceof Number
                || operand instanceof Character || operand instanceof Boolean;
        Rt.ret = isValue ? shadow : 0;
        if (isValue) return operand;
        if (Rt.isAside(place)) return operand.toString();
        Refs.use(operand, shadow, place);
        boolean isOfProgram = Shapes.isOfProgram(operand.getClass());
        if (isOfProgram) Rt.token = TO_STRING;
        else if (operand instanceof Throwable) Rt.said(operand, true, place);
        else if (Library.reaches(operand, 0)) Trace.lost(Layout.WHAT_UNSUPPORTED, place);
        String text = operand.toString();
        if (isOfProgram && Rt.token != 0) Rt.untaken();
        return text;
    }

    /** The shadow of a result; {@code recipe} has a \1 for each operand. */
    public static int result(String result, String recipe, Object[] operands, int[] shadows, int place) {
        if (Rt.isAside(place)) return 0;
        TextBuilder text = new TextBuilder(place);
        int next = 0;
        for (char c : recipe.toCharArray()) {
            if (c == '\1') {
                text.append(operands[next], shadows[next]);
                next++;
            } else text.append(c, 0);
        }
        return text.shadowOf(result);
    }
}
