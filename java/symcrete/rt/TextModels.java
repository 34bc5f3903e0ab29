package symcrete.rt;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import symcrete.rt.Texts.Text;

/**
 * Strings that are taken apart, put together or have parts replaced.
 *
 * <p>Where parts begin and end is decided character by character; a part's characters are those of the whole. A
 * format with more than plain places is not followed: what it is given is lost.
 */
@Model(String.class)
public final class TextModels {
    /** Characters that mean something else in regular expressions. */
    private static final String SPECIAL = ".$|()[{^?*+\\";

    private TextModels() {}

    public static String[] split(String s, String separator, int ss, int sp, int place) {
        return split(s, separator, 0, ss, sp, 0, place);
    }

    public static String[] split(String s, String separator, int limit, int ss, int sp, int sl, int place) {
        Text text = Rt.isAside(place) ? null : Texts.of(s, ss);
        if (!Rt.isAside(place)) {
            Refs.use(separator, sp, place);
            if (separator != null && Texts.of(separator, sp) != null) Rt.escaped(place);
            Rt.decide(Ints.checked(sl, limit, place), limit, place);
        }
        String[] parts = s.split(separator, limit);
        if (text == null) return parts;
        int c = plain(separator);
        if (c < 0) {
            RegexModels.split(parts, s, text, separator, limit, place);
            return parts;
        }
        Texts.decideLength(text, s, place);
        int from = 0;
        int n = 0;
        for (int k = 0; k < s.length() && (limit <= 0 || n < limit - 1); k++) {
            if (!Chars.decideSame(s.charAt(k), Texts.at(text, s, k, place), (char) c, 0, place)) continue;
            note(parts, n++, text, from, k);
            from = k + 1;
        }
        note(parts, n, text, from, s.length());
        return parts;
    }

    /** The one character that an expression stands for; -1 if it is another expression. */
    private static int plain(String expression) {
        if (expression.length() == 1 && SPECIAL.indexOf(expression.charAt(0)) < 0) return plainCode(expression.charAt(0));
        boolean isQuoted = expression.length() == 2 && expression.charAt(0) == '\\';
        boolean isOther = isQuoted && !Character.isLetterOrDigit(expression.charAt(1));
        return isOther ? plainCode(expression.charAt(1)) : -1;
    }

    private static int plainCode(char c) {
        return Character.isSurrogate(c) ? -1 : c;
    }

    /** A part, if the library kept it: empty ones at the end are left out. */
    private static void note(String[] parts, int index, Text text, int from, int to) {
        if (index >= parts.length || from == to) return;
        int shadow = Chars.shadowOf(parts[index], new Text(0, Arrays.copyOfRange(text.chars, from, to)));
        if (shadow != 0) Arrs.setCell(parts, index, shadow);
    }

    public static String join(CharSequence separator, CharSequence[] parts, int ss, int sp, int place) {
        if (!Rt.isAside(place)) {
            Refs.use(separator, ss, place);
            Refs.use(parts, sp, place);
        }
        String result = String.join(separator, parts);
        if (Rt.isAside(place)) return result;
        Arrs.Shadow shadows = Arrs.of(parts);
        Arrs.decideLength(parts, place);
        int[] cells = new int[parts.length];
        for (int k = 0; k < parts.length; k++) cells[k] = Arrs.cell(shadows, k);
        joined(result, separator, ss, Arrays.asList(parts), cells, place);
        return result;
    }

    public static String join(CharSequence separator, Iterable<? extends CharSequence> parts, int ss, int sp, int place) {
        boolean isList = parts instanceof ArrayList || parts instanceof java.util.LinkedList || parts instanceof java.util.LinkedHashSet
                || parts instanceof java.util.ArrayDeque || parts instanceof List && parts.getClass().getName().startsWith("java.util.");
        if (!Rt.isAside(place)) {
            Refs.use(separator, ss, place);
            Refs.use(parts, sp, place);
            if (!isList && parts != null) {
                Library.fixOrder(parts, place);
                Rt.escaped(parts, 0, place);
                Rt.escaped(separator, 0, place);
            }
        }
        String result = String.join(separator, parts);
        if (!Rt.isAside(place) && isList) {
            List<CharSequence> all = new ArrayList<>();
            parts.forEach(all::add);
            joined(result, separator, ss, all, new int[all.size()], place);
        }
        return result;
    }

    private static void joined(String result, CharSequence separator, int ss, List<? extends CharSequence> parts, int[] shadows, int place) {
        TextBuilder whole = new TextBuilder(place);
        for (int k = 0; k < parts.size(); k++) {
            Object part = parts.get(k);
            if (k > 0) append(whole, separator, ss, place);
            append(whole, part, shadows[k], place);
        }
        Rt.ret = whole.shadowOf(result);
    }

    /** What a collector made of parts that a stream carried: a string that nobody else has. */
    static String collected(List<?> parts, CharSequence[] around, int[] shadows, int place) {
        StringBuilder result = new StringBuilder();
        TextBuilder whole = new TextBuilder(place);
        boolean isAside = Rt.isAside(place);
        if (!isAside) append(whole, around[1], shadows[1], place);
        result.append(around[1]);
        for (int k = 0; k < parts.size(); k++) {
            if (k > 0) result.append(around[0]);
            result.append(parts.get(k));
            if (k > 0 && !isAside) append(whole, around[0], shadows[0], place);
            if (!isAside) append(whole, parts.get(k), 0, place);
        }
        result.append(around[2]);
        if (!isAside) append(whole, around[2], shadows[2], place);
        String string = new String(result);
        Text text = isAside ? null : whole.text();
        if (text != null) Texts.set(string, text);
        return string;
    }

    /** What is no text, and is neither null, says its characters by itself. */
    private static void append(TextBuilder whole, Object part, int shadow, int place) {
        if (part == null || part instanceof String || part instanceof StringBuilder) whole.append(part, shadow);
        else {
            Trace.lost(Layout.WHAT_EXTERNAL, place);
            whole.append(part.toString(), null);
        }
    }

    public static String replace(String s, CharSequence old, CharSequence other, int ss, int so, int sn, int place) {
        if (!Rt.isAside(place)) {
            Refs.use(old, so, place);
            Refs.use(other, sn, place);
        }
        String result = s.replace(old, other);
        if (Rt.isAside(place)) return result;
        Text text = Texts.of(s, ss);
        Text two = old instanceof String ? Texts.of(old, so) : null;
        Text three = other instanceof String ? Texts.of(other, sn) : null;
        if (!(old instanceof String) || !(other instanceof String)) {
            Rt.escaped(s, ss, place);
            Rt.escaped(old, so, place);
            Rt.escaped(other, sn, place);
            return result;
        }
        if (text == null && two == null && three == null) return result;
        replaced(result, s, text, (String) old, two, (String) other, three, place);
        return result;
    }

    private static void replaced(String result, String s, Text text, String old, Text two, String other, Text three, int place) {
        Texts.decideLength(text, s, place);
        Texts.decideLength(two, old, place);
        TextBuilder whole = new TextBuilder(place);
        int k = 0;
        while (k < s.length() || old.isEmpty() && k == s.length()) {
            if (k + old.length() <= s.length() && StringModels.decideMatch(s, text, k, old, two, place)) {
                whole.append(other, three);
                k += old.length();
                if (!old.isEmpty()) continue;
            }
            if (k < s.length()) whole.append(s.charAt(k), Texts.at(text, s, k, place));
            k++;
        }
        Rt.ret = whole.shadowOf(result);
    }

    public static String repeat(String s, int n, int ss, int sn, int place) {
        if (Rt.isAside(place)) return s.repeat(n);
        Text text = Texts.of(s, ss);
        if (sn > 0) Arrs.size(n, sn, place);
        Rt.decide(Ints.checked(sn, n, place), n, place);
        String result = s.repeat(n);
        if (text == null) return result;
        Texts.decideLength(text, s, place);
        TextBuilder whole = new TextBuilder(place);
        for (int k = 0; k < n; k++) whole.append(s, new Text(0, text.chars));
        Rt.ret = whole.shadowOf(result);
        return result;
    }

    public static boolean startsWith(String s, String prefix, int from, int ss, int sp, int sf, int place) {
        if (!Rt.isAside(place)) {
            Refs.use(prefix, sp, place);
            Text text = Texts.of(s, ss);
            boolean isInside = StringModels.decideFrom(s, text, from, sf, place);
            if (prefix != null && isInside) StringModels.decideMatch(s, text, from, prefix, Texts.of(prefix, sp), place);
        }
        return s.startsWith(prefix, from);
    }

    public static int indexOf(String s, String other, int from, int ss, int so, int sf, int place) {
        if (!Rt.isAside(place)) {
            Refs.use(other, so, place);
            Text text = Texts.of(s, ss);
            StringModels.decideFrom(s, text, from, sf, place);
            if (other != null) StringModels.decideFound(s, text, Math.max(from, 0), other, Texts.of(other, so), place);
        }
        return s.indexOf(other, from);
    }

    public static int lastIndexOf(String s, String other, int ss, int so, int place) {
        if (!Rt.isAside(place)) {
            Refs.use(other, so, place);
            if (other != null) decideLast(s, Texts.of(s, ss), other, Texts.of(other, so), place);
        }
        return s.lastIndexOf(other);
    }

    private static void decideLast(String s, Text text, String other, Text two, int place) {
        if (text == null && two == null) return;
        Texts.decideLength(text, s, place);
        Texts.decideLength(two, other, place);
        for (int k = s.length() - other.length(); k >= 0; k--) if (StringModels.decideMatch(s, text, k, other, two, place)) return;
    }

    public static boolean isBlank(String s, int ss, int place) {
        Text text = Rt.isAside(place) ? null : Texts.of(s, ss);
        if (text == null) return s.isBlank();
        for (int k = 0; Texts.has(text, s, k, place); k++) if (!decideSpace(s.charAt(k), Texts.at(text, s, k, place), place)) break;
        return s.isBlank();
    }

    public static String strip(String s, int ss, int place) {
        Text text = Rt.isAside(place) ? null : Texts.of(s, ss);
        String result = s.strip();
        if (text == null) return result;
        Texts.decideLength(text, s, place);
        int from = 0;
        int to = s.length();
        while (from < to && decideSpace(s.charAt(from), Texts.at(text, s, from, place), place)) from++;
        while (from < to && decideSpace(s.charAt(to - 1), Texts.at(text, s, to - 1, place), place)) to--;
        Rt.ret = Chars.shadowOf(result, new Text(0, Arrays.copyOfRange(text.chars, from, to)));
        return result;
    }

    /** Is this white space? Of characters beyond ASCII, what this run has is relied on. */
    private static boolean decideSpace(char c, int shadow, int place) {
        if (!Chars.decideBetween(c, shadow, 0, 127, place)) Rt.fix(shadow, Layout.WHAT_UNSUPPORTED, place);
        else if (!Chars.decideBetween(c, shadow, '\t', '\r', place)) Chars.decideBetween(c, shadow, 0x1c, ' ', place);
        return Character.isWhitespace(c);
    }

    public static String valueOf(int i, int si, int place) {
        return shown(String.valueOf(i), i, si, place);
    }

    /** The text of a number. */
    static String shown(String result, int value, int shadow, int place) {
        if (shadow <= 0 || Rt.isAside(place)) return result;
        TextBuilder text = new TextBuilder(place);
        Digits.append(text, value, shadow, place);
        Rt.ret = text.shadowOf(result);
        return result;
    }

    public static String format(String format, Object[] values, int sf, int sv, int place) {
        if (!Rt.isAside(place)) {
            Refs.use(format, sf, place);
            Refs.use(values, sv, place);
        }
        String result = String.format(format, values);
        if (Rt.isAside(place)) return result;
        boolean isSymbolic = Texts.of(format, sf) != null || values != null && Library.reaches(values, 0);
        if (isSymbolic && (Texts.of(format, sf) != null || !isFormatted(result, format, values, place))) Trace.lost(Layout.WHAT_EXTERNAL, place);
        return result;
    }

    /** Follows a format that has no other places than %s, %d and %c, each for the next value, and %%. */
    private static boolean isFormatted(String result, String format, Object[] values, int place) {
        Arrs.Shadow shadows = Arrs.of(values);
        if (shadows != null && shadows.length != 0) return false;
        for (int k = format.indexOf('%'); k >= 0; k = format.indexOf('%', k + 2)) {
            if (k + 1 == format.length() || "sdc%".indexOf(format.charAt(k + 1)) < 0) return false;
        }
        for (Object one : values) if (one != null && !(one instanceof String || one instanceof Integer || one instanceof Character)) return false;
        TextBuilder text = new TextBuilder(place);
        StringBuilder check = new StringBuilder();
        int next = 0;
        for (int k = 0; k < format.length(); k++) {
            char c = format.charAt(k);
            boolean isPlace = c == '%' && format.charAt(++k) != '%';
            if (isPlace) {
                check.append(values[next]);
                text.append(values[next], Arrs.cell(shadows, next));
                next++;
            } else {
                check.append(c);
                text.append(c, 0);
            }
        }
        if (!check.toString().equals(result)) return false;
        Rt.ret = text.shadowOf(result);
        return true;
    }
}
