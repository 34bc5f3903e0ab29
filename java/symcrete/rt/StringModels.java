package symcrete.rt;

import java.util.Locale;
import symcrete.rt.Texts.Text;

/** Strings. Decisions that the library makes while it looks through characters are told one by one; plain questions are one condition. */
@Model(String.class)
public final class StringModels {
    private StringModels() {}

    private static int length(Text text, String s, int place) {
        return text == null ? 0 : Ints.checked(text.length, s.length(), place);
    }

    public static int length(String s, int ss, int place) {
        if (!Rt.isAside(place)) Rt.ret = length(Texts.of(s, ss), s, place);
        return s.length();
    }

    public static boolean isEmpty(String s, int ss, int place) {
        if (!Rt.isAside(place)) {
            int length = length(Texts.of(s, ss), s, place);
            if (length != 0) Rt.ret = Ints.ofCondition(Ints.compare(Op.Eq, length, Trace.constant(32, 0), s.isEmpty()));
        }
        return s.isEmpty();
    }

    public static char charAt(String s, int i, int ss, int si, int place) {
        if (!Rt.isAside(place)) Rt.ret = character(s, Texts.of(s, ss), i, si, place);
        return s.charAt(i);
    }

    /** The shadow of a character; whether it is there is a decision. */
    static int character(CharSequence s, Text text, int i, int si, int place) {
        int length = text == null ? 0 : text.length;
        // What a symbolic index chooses from depends on the length.
        if (si > 0) Texts.decideLength(text, s, place);
        boolean inside = i >= 0 && i < s.length();
        if (si > 0 || length != 0) {
            int id = Ints.of(si, i, place);
            int n = Ints.of(length, s.length(), place);
            Rt.implicit(Ints.compare(Op.Ult, id, n, Integer.compareUnsigned(i, s.length()) < 0), inside, place);
        }
        if (!inside) return 0;
        if (si <= 0) return Texts.at(text, s, i, place);
        char[] chars = s.toString().toCharArray();
        int[] cells = new int[chars.length];
        for (int k = 0; k < chars.length; k++) cells[k] = Texts.at(text, s, k, place);
        return Arrs.lookUp(chars, i, Ints.of(si, i, place), cells, place);
    }

    public static boolean equals(String s, Object other, int ss, int so, int place) {
        if (!Rt.isAside(place)) {
            Refs.use(other, so, place);
            if (other instanceof String) Rt.ret = Ints.ofCondition(same(s, ss, (String) other, so, place));
        }
        return s.equals(other);
    }

    public static boolean contentEquals(String s, CharSequence other, int ss, int so, int place) {
        if (!Rt.isAside(place)) {
            Refs.use(other, so, place);
            if (other instanceof String) Rt.ret = Ints.ofCondition(same(s, ss, (String) other, so, place));
            else Rt.escaped(other, 0, place);
        }
        return s.contentEquals(other);
    }

    public static boolean equalsIgnoreCase(String s, String other, int ss, int so, int place) {
        if (!Rt.isAside(place)) {
            Refs.use(other, so, place);
            if (other != null) decideFolded(s, Texts.of(s, ss), other, Texts.of(other, so), place);
        }
        return s.equalsIgnoreCase(other);
    }

    /** Are two strings equal but for the case of letters? Up to the first character that differs. */
    private static void decideFolded(String s, Text one, String other, Text two, int place) {
        if (one == null && two == null) return;
        Texts.decideLength(one, s, place);
        Texts.decideLength(two, other, place);
        if (s.length() != other.length()) return;
        for (int k = 0; k < s.length(); k++) {
            int x = ascii(s, one, k, place);
            int y = ascii(other, two, k, place);
            char a = s.charAt(k);
            char b = other.charAt(k);
            boolean isSame = s.substring(k, k + 1).equalsIgnoreCase(other.substring(k, k + 1));
            if (a > 127 || b > 127) {
                // What is equal to other characters is this run's.
                Rt.fix(x, Layout.WHAT_UNSUPPORTED, place);
                Rt.fix(y, Layout.WHAT_UNSUPPORTED, place);
            } else if (x != 0 || y != 0) {
                char foldedA = a >= 'a' && a <= 'z' ? (char) (a - 32) : a;
                char foldedB = b >= 'a' && b <= 'z' ? (char) (b - 32) : b;
                int p = CharacterModels.fold(a, x, 'a', 'z', -32, place);
                int q = CharacterModels.fold(b, y, 'a', 'z', -32, place);
                Rt.implicit(Ints.compare(Op.Eq, Ints.of(p, foldedA, place), Ints.of(q, foldedB, place), isSame), isSame, place);
            }
            if (!isSame) return;
        }
    }

    /** The shadow of a letter of ASCII; the path relies on any other character. */
    private static int ascii(String s, Text text, int index, int place) {
        int c = Texts.at(text, s, index, place);
        if (Chars.decideBetween(s.charAt(index), c, 0, 127, place)) return c;
        Rt.fix(c, Layout.WHAT_UNSUPPORTED, place);
        return 0;
    }

    /** The condition that two strings are equal; 0 when the input does not decide. */
    static int same(String s, int ss, String other, int so, int place) {
        Text one = Texts.of(s, ss);
        Text two = Texts.of(other, so);
        if (one == null && two == null) return 0;
        if (one == null || two != null && one.length == 0) return ordered(other, two, s, one, place);
        return ordered(s, one, other, two, place);
    }

    /** The same; if only one length is symbolic, it is the first one's. */
    private static int ordered(String s, Text one, String other, Text two, int place) {
        Texts.decideLength(two, other, place);
        int n = other.length();
        int condition = 0;
        if (one.length != 0) {
            int length = Ints.of(one.length, s.length(), place);
            if (one.chars.length < n) {
                // What a longer one would hold is not known: that it is not as long is a decision of its own.
                Rt.implicit(Ints.compare(Op.Eq, length, Trace.constant(32, n), false), false, place);
                return 0;
            }
            condition = Ints.compare(Op.Eq, length, Trace.constant(32, n), s.length() == n);
        } else if (s.length() != n) return 0;
        for (int k = 0; k < n; k++) {
            int x = k < s.length() ? Texts.at(one, s, k, place) : one.chars[k];
            int y = Texts.at(two, other, k, place);
            char c = k < s.length() ? s.charAt(k) : x == 0 ? 0 : (char) Trace.value(x);
            if (x == 0 && y == 0 && c == other.charAt(k)) continue;
            int same = Ints.compare(Op.Eq, Ints.of(x, c, place), Ints.of(y, other.charAt(k), place), c == other.charAt(k));
            condition = Chars.both(condition, same);
        }
        return condition;
    }

    public static int hashCode(String s, int ss, int place) {
        if (!Rt.isAside(place)) Rt.ret = hash(s, Texts.of(s, ss), place);
        return s.hashCode();
    }

    /** The expression of a hash; 0 when the input does not decide. */
    static int hash(String s, Text text, int place) {
        if (text == null) return 0;
        Texts.decideLength(text, s, place);
        int value = 0;
        int hash = 0;
        for (int k = 0; k < s.length(); k++) {
            hash = Hashes.join(value, hash, s.charAt(k), Texts.at(text, s, k, place), place);
            value = 31 * value + s.charAt(k);
        }
        return hash;
    }

    public static int compareTo(String s, String other, int ss, int so, int place) {
        if (!Rt.isAside(place)) {
            Refs.use(other, so, place);
            if (other != null) Rt.ret = difference(s, Texts.of(s, ss), other, Texts.of(other, so), place);
        }
        return s.compareTo(other);
    }

    static int difference(String s, Text one, String other, Text two, int place) {
        if (one == null && two == null) return 0;
        for (int k = 0; ; k++) {
            boolean hasOne = Texts.has(one, s, k, place);
            boolean hasTwo = Texts.has(two, other, k, place);
            if (!hasOne || !hasTwo) break;
            int x = Texts.at(one, s, k, place);
            int y = Texts.at(two, other, k, place);
            if (Chars.decideSame(s.charAt(k), x, other.charAt(k), y, place)) continue;
            return x == 0 && y == 0 ? 0 : Ints.sub(s.charAt(k), other.charAt(k), x, y, place);
        }
        int x = length(one, s, place);
        int y = length(two, other, place);
        return x == 0 && y == 0 ? 0 : Ints.sub(s.length(), other.length(), x, y, place);
    }

    public static boolean startsWith(String s, String prefix, int ss, int sp, int place) {
        if (!Rt.isAside(place)) {
            Refs.use(prefix, sp, place);
            if (prefix != null) decideMatch(s, Texts.of(s, ss), 0, prefix, Texts.of(prefix, sp), place);
        }
        return s.startsWith(prefix);
    }

    public static boolean endsWith(String s, String suffix, int ss, int sx, int place) {
        if (!Rt.isAside(place)) {
            Refs.use(suffix, sx, place);
            if (suffix != null) {
                Text text = Texts.of(s, ss);
                Text two = Texts.of(suffix, sx);
                Texts.decideLength(text, s, place);
                Texts.decideLength(two, suffix, place);
                if (suffix.length() <= s.length()) decideMatch(s, text, s.length() - suffix.length(), suffix, two, place);
            }
        }
        return s.endsWith(suffix);
    }

    /** Does a text stand here? Decided character by character. */
    static boolean decideMatch(String s, Text text, int from, String other, Text two, int place) {
        if (text == null && two == null) return s.startsWith(other, from);
        Texts.decideLength(two, other, place);
        for (int k = 0; k < other.length(); k++) {
            if (!Texts.has(text, s, from + k, place)) return false;
            int x = Texts.at(text, s, from + k, place);
            int y = Texts.at(two, other, k, place);
            if (!Chars.decideSame(s.charAt(from + k), x, other.charAt(k), y, place)) return false;
        }
        return true;
    }

    public static int indexOf(String s, int c, int ss, int sc, int place) {
        if (!Rt.isAside(place)) decideIndex(s, Texts.of(s, ss), c, sc, 0, place);
        return s.indexOf(c);
    }

    public static int indexOf(String s, int c, int from, int ss, int sc, int sf, int place) {
        if (!Rt.isAside(place)) {
            Text text = Texts.of(s, ss);
            decideFrom(s, text, from, sf, place);
            decideIndex(s, text, c, sc, Math.max(from, 0), place);
        }
        return s.indexOf(c, from);
    }

    /** Decides an index to begin at: which one it is, if it is inside of the text or at its end, and else on which side. Is it inside? */
    static boolean decideFrom(String s, Text text, int from, int sf, int place) {
        boolean isInside = from >= 0 && from <= s.length();
        if (sf <= 0) return isInside;
        Texts.decideLength(text, s, place);
        if (Chars.decideBetween(from, sf, 0, s.length(), place)) Rt.decide(Ints.checked(sf, from, place), from, place);
        else Chars.decideBetween(from, sf, 0, Integer.MAX_VALUE, place);
        return isInside;
    }

    private static void decideIndex(String s, Text text, int c, int sc, int from, int place) {
        if (text == null && sc <= 0) return;
        if (c > Character.MAX_VALUE) {
            Trace.lost(Layout.WHAT_UNSUPPORTED, place);
            return;
        }
        for (int k = from; Texts.has(text, s, k, place); k++) {
            int x = Texts.at(text, s, k, place);
            if (x == 0 && sc <= 0 ? s.charAt(k) == c : sameCode(s.charAt(k), x, c, sc, place)) return;
        }
    }

    private static boolean sameCode(int x, int sx, int y, int sy, int place) {
        Rt.implicit(Ints.compare(Op.Eq, Ints.of(sx, x, place), Ints.of(sy, y, place), x == y), x == y, place);
        return x == y;
    }

    public static int lastIndexOf(String s, int c, int ss, int sc, int place) {
        if (!Rt.isAside(place)) decideLast(s, Texts.of(s, ss), c, sc, place);
        return s.lastIndexOf(c);
    }

    private static void decideLast(String s, Text text, int c, int sc, int place) {
        if (text == null && sc <= 0) return;
        if (c > Character.MAX_VALUE) {
            Trace.lost(Layout.WHAT_UNSUPPORTED, place);
            return;
        }
        Texts.decideLength(text, s, place);
        for (int k = s.length() - 1; k >= 0; k--) {
            int x = Texts.at(text, s, k, place);
            if (x == 0 && sc <= 0 ? s.charAt(k) == c : sameCode(s.charAt(k), x, c, sc, place)) return;
        }
    }

    public static String replace(String s, char old, char other, int ss, int so, int sn, int place) {
        Text text = Texts.of(s, ss);
        String result = s.replace(old, other);
        if (text == null && so <= 0 && sn <= 0 || Rt.isAside(place)) return result;
        Texts.decideLength(text, s, place);
        int[] chars = new int[s.length()];
        for (int k = 0; k < s.length(); k++) {
            int c = Texts.at(text, s, k, place);
            chars[k] = Chars.decideSame(s.charAt(k), c, old, Ints.checked(so, old, place), place) ? Ints.checked(sn, other, place) : c;
        }
        Rt.ret = Chars.shadowOf(result, new Text(0, chars));
        return result;
    }

    public static int indexOf(String s, String other, int ss, int so, int place) {
        if (!Rt.isAside(place)) {
            Refs.use(other, so, place);
            if (other != null) decideFound(s, Texts.of(s, ss), 0, other, Texts.of(other, so), place);
        }
        return s.indexOf(other);
    }

    public static boolean contains(String s, CharSequence other, int ss, int so, int place) {
        if (!Rt.isAside(place)) {
            Refs.use(other, so, place);
            if (other instanceof String) decideFound(s, Texts.of(s, ss), 0, (String) other, Texts.of(other, so), place);
            else Rt.escaped(other, 0, place);
        }
        return s.contains(other);
    }

    static void decideFound(String s, Text text, int from, String other, Text two, int place) {
        if (text == null && two == null) return;
        Texts.decideLength(text, s, place);
        Texts.decideLength(two, other, place);
        for (int k = from; k + other.length() <= s.length(); k++) if (decideMatch(s, text, k, other, two, place)) return;
    }

    public static String substring(String s, int begin, int ss, int sb, int place) {
        Text text = begin(s, ss, begin, sb, place);
        String result = s.substring(begin);
        if (text != null) {
            int length = text.length == 0 ? 0 : Ints.sub(s.length(), begin, text.length, 0, place);
            int[] chars = java.util.Arrays.copyOfRange(text.chars, begin, Math.max(begin, text.chars.length));
            Rt.ret = Chars.shadowOf(result, new Text(length, chars));
        }
        return result;
    }

    public static String substring(String s, int begin, int end, int ss, int sb, int se, int place) {
        if (!Rt.isAside(place)) decideFrom(s, Texts.of(s, ss), end, se, place);
        Text text = begin(s, ss, begin, sb, place);
        if (se <= 0 && text != null && text.length != 0 && end >= 0) {
            boolean inside = end <= s.length();
            Rt.implicit(Ints.compare(Op.Sge, Ints.of(text.length, s.length(), place), Trace.constant(32, end), inside), inside, place);
        }
        String result = s.substring(begin, end);
        if (text != null) Rt.ret = Chars.shadowOf(result, new Text(0, java.util.Arrays.copyOfRange(text.chars, begin, end)));
        return result;
    }

    /** Decides where a part begins; the whole text, if it is symbolic and the part may be there. */
    private static Text begin(String s, int ss, int begin, int sb, int place) {
        if (Rt.isAside(place)) return null;
        Text text = Texts.of(s, ss);
        decideFrom(s, text, begin, sb, place);
        if (sb <= 0 && text != null && text.length != 0 && begin >= 0) {
            boolean inside = begin <= s.length();
            Rt.implicit(Ints.compare(Op.Sge, Ints.of(text.length, s.length(), place), Trace.constant(32, begin), inside), inside, place);
        }
        return text;
    }

    public static String concat(String s, String other, int ss, int so, int place) {
        if (!Rt.isAside(place)) Refs.use(other, so, place);
        String result = s.concat(other);
        if (!Rt.isAside(place)) {
            TextBuilder whole = new TextBuilder(place);
            whole.append(s, Texts.of(s, ss));
            whole.append(other, Texts.of(other, so));
            Rt.ret = whole.shadowOf(result);
        }
        return result;
    }

    public static String trim(String s, int ss, int place) {
        Text text = Texts.of(s, ss);
        String result = s.trim();
        if (text == null || Rt.isAside(place)) return result;
        Texts.decideLength(text, s, place);
        int from = 0;
        int to = s.length();
        while (from < to && Chars.decideBetween(s.charAt(from), Texts.at(text, s, from, place), 0, ' ', place)) from++;
        while (from < to && Chars.decideBetween(s.charAt(to - 1), Texts.at(text, s, to - 1, place), 0, ' ', place)) to--;
        Rt.ret = Chars.shadowOf(result, new Text(0, java.util.Arrays.copyOfRange(text.chars, from, to)));
        return result;
    }

    public static char[] toCharArray(String s, int ss, int place) {
        char[] result = s.toCharArray();
        Text text = Texts.of(s, ss);
        if (text == null || Rt.isAside(place)) return result;
        if (text.length != 0) Arrs.make(result).length = Ints.checked(text.length, s.length(), place);
        for (int k = 0; k < result.length; k++) Arrs.setCell(result, k, Texts.at(text, s, k, place));
        return result;
    }

    public static String toString(String s, int ss, int place) {
        if (!Rt.isAside(place)) Rt.ret = ss < 0 ? Refs.shadow(0, 0, Refs.known(ss).text) : 0;
        return s;
    }

    public static String valueOf(char c, int sc, int place) {
        String result = String.valueOf(c);
        if (sc > 0 && !Rt.isAside(place)) Rt.ret = Chars.shadowOf(result, new Text(0, new int[] {Ints.checked(sc, c, place)}));
        return result;
    }

    public static String valueOf(char[] chars, int sc, int place) {
        if (!Rt.isAside(place)) Refs.use(chars, sc, place);
        String result = String.valueOf(chars);
        if (!Rt.isAside(place)) Rt.ret = Chars.shadowOf(result, ofArray(chars, place));
        return result;
    }

    /** The text that an array of characters makes; null when nothing of it is symbolic. */
    static Text ofArray(char[] chars, int place) {
        Arrs.Shadow shadow = Arrs.of(chars);
        if (shadow == null) return null;
        int[] copy = new int[chars.length];
        for (int k = 0; k < chars.length; k++) copy[k] = Chars.checked(Arrs.cell(shadow, k), chars[k], place);
        return new Text(shadow.length, copy);
    }

    public static String toLowerCase(String s, int ss, int place) {
        return folded(s, s.toLowerCase(), Texts.of(s, ss), false, Locale.getDefault(), place);
    }

    public static String toUpperCase(String s, int ss, int place) {
        return folded(s, s.toUpperCase(), Texts.of(s, ss), true, Locale.getDefault(), place);
    }

    public static String toLowerCase(String s, Locale locale, int ss, int sl, int place) {
        return folded(s, s.toLowerCase(locale), Texts.of(s, ss), false, locale, place);
    }

    public static String toUpperCase(String s, Locale locale, int ss, int sl, int place) {
        return folded(s, s.toUpperCase(locale), Texts.of(s, ss), true, locale, place);
    }

    /** Letters of ASCII are folded one by one; others may become several, and are this run's. */
    private static String folded(String s, String result, Text text, boolean isUpper, Locale locale, int place) {
        if (text == null || Rt.isAside(place)) return result;
        Texts.decideLength(text, s, place);
        int[] chars = new int[s.length()];
        boolean isSimple = true;
        // Some languages have an i of their own.
        boolean hasOwn = locale.getLanguage().equals("tr") || locale.getLanguage().equals("az");
        for (int k = 0; k < s.length(); k++) {
            int c = Texts.at(text, s, k, place);
            if (hasOwn && Chars.decideSame(s.charAt(k), c, isUpper ? 'i' : 'I', 0, place)) continue;
            if (Chars.decideBetween(s.charAt(k), c, 0, 127, place)) {
                chars[k] = CharacterModels.fold(s.charAt(k), c, isUpper ? 'a' : 'A', isUpper ? 'z' : 'Z', isUpper ? -32 : 32, place);
            } else {
                isSimple = false;
                Rt.fix(c, Layout.WHAT_UNSUPPORTED, place);
            }
        }
        if (isSimple) Rt.ret = Chars.shadowOf(result, new Text(0, chars));
        else if (result != s) Trace.lost(Layout.WHAT_UNSUPPORTED, place);
        return result;
    }
}
