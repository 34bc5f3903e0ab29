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
        if (si > 0) Texts.decideLength(Texts.of(b, 0), b, place);
        else StringModels.character(b, Texts.of(b, 0), i, 0, place);
        decideIndex(i, si, b.length() - 1, place);
        b.setCharAt(i, c);
        Text text = whole.text();
        int[] chars = text == null ? new int[b.length()] : text.chars;
        chars[i] = Ints.checked(sc, c, place);
        Texts.replace(b, new Text(text == null ? 0 : text.length, chars));
    }

    public static StringBuilder deleteCharAt(StringBuilder b, int i, int sb, int si, int place) {
        Text text = Texts.of(b, 0);
        if (Rt.isAside(place)) return b.deleteCharAt(i);
        Texts.decideLength(text, b, place);
        decideIndex(i, si, b.length() - 1, place);
        if (text == null) return b.deleteCharAt(i);
        int[] chars = new int[Math.max(b.length() - 1, 0)];
        for (int k = 0; k < b.length(); k++) if (k != i && (k < i ? k : k - 1) < chars.length) chars[k < i ? k : k - 1] = Texts.at(text, b, k, place);
        b.deleteCharAt(i);
        Texts.replace(b, new Text(0, chars));
        return b;
    }

    /** Is an index from 0 to this one? Then it is decided which; any other is refused, whatever it is. */
    private static void decideIndex(int i, int si, int most, int place) {
        if (si > 0 && (most < 0 || Chars.decideBetween(i, si, 0, most, place))) Rt.decide(most < 0 ? 0 : Ints.checked(si, i, place), i, place);
    }

    public static StringBuilder insert(StringBuilder b, int at, char c, int sb, int sa, int sc, int place) {
        if (Rt.isAside(place)) return b.insert(at, c);
        TextBuilder put = new TextBuilder(place);
        put.append(c, Ints.checked(sc, c, place));
        return spliced(b, at, sa, at, sa, String.valueOf(c), put.text(), place);
    }

    public static StringBuilder insert(StringBuilder b, int at, String s, int sb, int sa, int ss, int place) {
        return inserted(b, at, sa, s, ss, place);
    }

    public static StringBuilder insert(StringBuilder b, int at, int i, int sb, int sa, int si, int place) {
        return inserted(b, at, sa, i, si, place);
    }

    private static StringBuilder inserted(StringBuilder b, int at, int sa, Object operand, int shadow, int place) {
        if (Rt.isAside(place)) return b.insert(at, operand);
        TextBuilder put = new TextBuilder(place);
        put.append(operand, shadow);
        return spliced(b, at, sa, at, sa, String.valueOf(operand), put.text(), place);
    }

    public static StringBuilder delete(StringBuilder b, int from, int to, int sb, int sf, int st, int place) {
        return Rt.isAside(place) ? b.delete(from, to) : spliced(b, from, sf, to, st, "", null, place);
    }

    public static StringBuilder replace(StringBuilder b, int from, int to, String s, int sb, int sf, int st, int ss, int place) {
        if (Rt.isAside(place)) return b.replace(from, to, s);
        Refs.use(s, ss, place);
        return s == null ? b.replace(from, to, s) : spliced(b, from, sf, to, st, s, Texts.of(s, ss), place);
    }

    /** A part becomes another text. An end beyond that of the builder stands for its end. */
    private static StringBuilder spliced(StringBuilder b, int from, int sf, int to, int st, String put, Text other, int place) {
        Text text = Texts.of(b, 0);
        Texts.decideLength(text, b, place);
        Texts.decideLength(other, put, place);
        decideEnd(b, from, sf, place);
        if (st != sf || to != from) decideEnd(b, to, st, place);
        String before = b.toString();
        b.replace(from, to, put);
        int end = Math.min(to, before.length());
        TextBuilder whole = new TextBuilder(place);
        for (int k = 0; k < from; k++) whole.append(before.charAt(k), Texts.at(text, before, k, place));
        for (int k = 0; k < put.length(); k++) whole.append(put.charAt(k), Texts.at(other, put, k, place));
        for (int k = end; k < before.length(); k++) whole.append(before.charAt(k), Texts.at(text, before, k, place));
        return appended(b, whole);
    }

    private static void decideEnd(StringBuilder b, int at, int sa, int place) {
        if (sa <= 0) return;
        if (Chars.decideBetween(at, sa, 0, b.length(), place)) Rt.decide(Ints.checked(sa, at, place), at, place);
        else Chars.decideBetween(at, sa, 0, Integer.MAX_VALUE, place);
    }

    public static void setLength(StringBuilder b, int n, int sb, int sn, int place) {
        if (Rt.isAside(place)) {
            b.setLength(n);
            return;
        }
        Text text = Texts.of(b, 0);
        Texts.decideLength(text, b, place);
        if (sn > 0) Arrs.size(n, sn, place);
        Rt.decide(Ints.checked(sn, n, place), n, place);
        b.setLength(n);
        if (text != null) Texts.replace(b, new Text(0, java.util.Arrays.copyOf(text.chars, n)));
    }

    public static int indexOf(StringBuilder b, String other, int sb, int so, int place) {
        if (!Rt.isAside(place)) {
            Refs.use(other, so, place);
            if (other != null) StringModels.decideFound(b.toString(), Texts.of(b, 0), 0, other, Texts.of(other, so), place);
        }
        return b.indexOf(other);
    }
}
