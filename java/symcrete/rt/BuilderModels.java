package symcrete.rt;

import symcrete.rt.Texts.Text;

/** String builders. What a builder holds is known after each of these, and not known after any other method. */
@Model(StringBuilder.class)
public final class BuilderModels {
    private BuilderModels() {}

    private static TextBuilder of(StringBuilder b, int place) {
        TextBuilder whole = new TextBuilder(place);
        whole.append(b, Texts.of(b, 0));
        return whole;
    }

    private static StringBuilder appended(StringBuilder b, TextBuilder whole) {
        if (whole != null) Texts.replace(b, whole.text());
        return b;
    }

    private static StringBuilder append(StringBuilder b, Object operand, int shadow, int place) {
        if (Rt.isAside(place)) return b.append(operand);
        TextBuilder whole = of(b, place);
        whole.append(operand, shadow);
        b.append(operand);
        return appended(b, whole);
    }

    public static StringBuilder append(StringBuilder b, String s, int sb, int ss, int place) {
        return append(b, (Object) s, ss, place);
    }

    public static StringBuilder append(StringBuilder b, char c, int sb, int sc, int place) {
        if (Rt.isAside(place)) return b.append(c);
        TextBuilder whole = of(b, place);
        whole.append(c, Ints.checked(sc, c, place));
        return appended(b.append(c), whole);
    }

    public static StringBuilder append(StringBuilder b, int i, int sb, int si, int place) {
        return append(b, (Object) i, si, place);
    }

    public static StringBuilder append(StringBuilder b, long i, int sb, int si, int place) {
        return append(b, (Object) i, si, place);
    }

    public static StringBuilder append(StringBuilder b, boolean i, int sb, int si, int place) {
        return append(b, (Object) i, si, place);
    }

    public static String toString(StringBuilder b, int sb, int place) {
        String result = b.toString();
        if (!Rt.isAside(place)) Rt.ret = Chars.shadowOf(result, Texts.of(b, 0));
        return result;
    }

    public static int length(StringBuilder b, int sb, int place) {
        Text text = Texts.of(b, 0);
        if (text != null && !Rt.isAside(place)) Rt.ret = Ints.checked(text.length, b.length(), place);
        return b.length();
    }

    public static char charAt(StringBuilder b, int i, int sb, int si, int place) {
        if (!Rt.isAside(place)) Rt.ret = StringModels.character(b, Texts.of(b, 0), i, si, place);
        return b.charAt(i);
    }

    public static StringBuilder reverse(StringBuilder b, int sb, int place) {
        Text text = Texts.of(b, 0);
        if (text == null || Rt.isAside(place)) return b.reverse();
        Texts.decideLength(text, b, place);
        int n = b.length();
        int[] chars = new int[n];
        for (int k = 0; k < n; k++) {
            chars[n - 1 - k] = Texts.at(text, b, k, place);
            // Pairs that stand for one character keep their order.
            if (Chars.decideBetween(b.charAt(k), chars[n - 1 - k], 0xd800, 0xdfff, place)) Rt.fix(chars[n - 1 - k], Layout.WHAT_UNSUPPORTED, place);
        }
        b.reverse();
        for (int k = 0; k < n; k++) if (chars[k] != 0 && (int) Trace.value(chars[k]) != b.charAt(k)) chars[k] = 0;
        Texts.replace(b, new Text(0, chars));
        return b;
    }

    public static void setCharAt(StringBuilder b, int i, char c, int sb, int si, int sc, int place) {
        if (Rt.isAside(place)) {
            b.setCharAt(i, c);
            return;
        }
        TextBuilder whole = of(b, place);
        StringModels.character(b, Texts.of(b, 0), i, 0, place);
        Rt.decide(Ints.checked(si, i, place), i, place);
        b.setCharAt(i, c);
        Text text = whole.text();
        int[] chars = text == null ? new int[b.length()] : text.chars;
        chars[i] = Ints.checked(sc, c, place);
        Texts.replace(b, new Text(text == null ? 0 : text.length, chars));
    }

    public static StringBuilder deleteCharAt(StringBuilder b, int i, int sb, int si, int place) {
        Text text = Texts.of(b, 0);
        if (Rt.isAside(place)) return b.deleteCharAt(i);
        Rt.decide(Ints.checked(si, i, place), i, place);
        if (text == null) return b.deleteCharAt(i);
        Texts.decideLength(text, b, place);
        int[] chars = new int[Math.max(b.length() - 1, 0)];
        for (int k = 0; k < b.length(); k++) if (k != i && (k < i ? k : k - 1) < chars.length) chars[k < i ? k : k - 1] = Texts.at(text, b, k, place);
        b.deleteCharAt(i);
        Texts.replace(b, new Text(0, chars));
        return b;
    }
}
