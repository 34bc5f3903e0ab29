package symcrete.rt;

import java.util.Arrays;

/**
 * A text under construction: characters with their shadows, and how long it is.
 *
 * <p>A string whose length the input decides contributes as many characters as it has in this run: how long it is, is a decision, unless
 * nothing follows it.
 */
final class TextBuilder {
    private final int place;
    private int[] chars = new int[16];
    private int n;
    /** The length as an expression; 0 while the input does not decide. */
    private int length;
    /** What would follow if the last text were longer. */
    private int[] reserve = {};
    private boolean isSymbolic;

    TextBuilder(int place) {
        this.place = place;
    }

    void append(char c, int shadow) {
        follow();
        add(shadow);
    }

    /** Something follows what has been appended: where it begins depends on its length. */
    private void follow() {
        if (length == 0) return;
        Rt.decide(length, n, place);
        length = 0;
        reserve = new int[0];
    }

    private void add(int shadow) {
        if (n == chars.length) chars = Arrays.copyOf(chars, 2 * n);
        chars[n++] = shadow;
        isSymbolic |= shadow != 0;
    }

    /** Appends the text of any object, as concatenation does. */
    void append(Object operand, int shadow) {
        // Null has a text too.
        boolean isReference = operand == null || operand instanceof String || operand instanceof StringBuilder || shadow < 0;
        if (isReference) Refs.use(operand, shadow, place);
        if (operand instanceof Character && shadow != 0) {
            append((char) operand, Ints.checked(operandValue(shadow), (char) operand, place));
            return;
        }
        boolean isNumber = operand instanceof Integer || operand instanceof Short || operand instanceof Byte;
        int held = isNumber || operand instanceof Boolean ? operandValue(shadow) : 0;
        if (held == 0 && shadow == 0 && (isNumber || operand instanceof Boolean)) held = Boxes.value(operand, 0);
        if (isNumber && held > 0) {
            Digits.append(this, ((Number) operand).intValue(), held, place);
            return;
        }
        if (operand instanceof Boolean && held > 0) {
            Library.returned((boolean) operand, held, place);
            append(operand.toString(), null);
            return;
        }
        String string = String.valueOf(operand);
        boolean isText = operand instanceof String || operand instanceof StringBuilder;
        Texts.Text text = isText ? Texts.of(operand, shadow) : null;
        if (!isText && operand != null && (shadow != 0 || Library.reaches(operand, 0))) Trace.lost(Layout.WHAT_UNSUPPORTED, place);
        append(string, text);
    }

    private static int operandValue(int shadow) {
        return shadow > 0 ? shadow : Refs.value(shadow);
    }

    void append(CharSequence string, Texts.Text text) {
        if (string.length() == 0 && (text == null || text.length == 0)) return;
        follow();
        for (int k = 0; k < string.length(); k++) add(text == null ? 0 : Chars.checked(text.chars[k], string.charAt(k), place));
        if (text != null && text.length != 0) {
            isSymbolic = true;
            reserve = Arrays.copyOfRange(text.chars, string.length(), text.chars.length);
            int before = n - string.length();
            length = before == 0 ? text.length
                    : Trace.record(Op.Add, 32, text.length, Trace.constant(32, before), 0, Ints.unsigned(n));
        }
    }

    Texts.Text text() {
        if (!isSymbolic) return null;
        int[] all = Arrays.copyOf(chars, n + reserve.length);
        System.arraycopy(reserve, 0, all, n, reserve.length);
        return new Texts.Text(length, all);
    }

    /** The shadow of a string with this text. */
    int shadowOf(String result) {
        Texts.Text text = text();
        return text == null ? 0 : Chars.shadowOf(result, text);
    }
}
