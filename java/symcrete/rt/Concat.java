package symcrete.rt;

/** Concatenation of strings: the characters of a symbolic operand are those of the result. */
public final class Concat {
    private Concat() {}

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
