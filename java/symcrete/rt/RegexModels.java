package symcrete.rt;

import java.util.regex.Pattern;
import symcrete.rt.Texts.Text;

/** Methods of strings that take a regular expression. */
@Model(String.class)
public final class RegexModels {
    private RegexModels() {}

    public static boolean matches(String s, String expression, int ss, int sp, int place) {
        if (!Rt.isAside(place)) Refs.use(expression, sp, place);
        return PatternModels.matches(expression, s, sp, ss, place);
    }

    public static String replaceAll(String s, String expression, String other, int ss, int sp, int so, int place) {
        use(expression, other, sp, so, place);
        return replaced(s, s.replaceAll(expression, other), expression, other, ss, so, false, place);
    }

    public static String replaceFirst(String s, String expression, String other, int ss, int sp, int so, int place) {
        use(expression, other, sp, so, place);
        return replaced(s, s.replaceFirst(expression, other), expression, other, ss, so, true, place);
    }

    private static void use(String expression, String other, int sp, int so, int place) {
        if (Rt.isAside(place)) return;
        Rt.escaped(expression, sp, place);
        Refs.use(other, so, place);
    }

    private static String replaced(String s, String result, String expression, String other, int ss, int so, boolean isFirst, int place) {
        if (Rt.isAside(place)) return result;
        Text text = Texts.of(s, ss);
        Pattern pattern = Pattern.compile(expression);
        Matching matching = text == null ? null : Matching.of(s, text, pattern, place);
        if (matching != null) Rt.ret = Parted.replaced(result, matching, pattern, other, so, isFirst, place);
        else Rt.escaped(other, so, place);
        return result;
    }

    /** A text that was split at an expression that is more than a plain character. */
    static void split(String[] parts, String s, Text text, String expression, int limit, int place) {
        Pattern pattern = Pattern.compile(expression);
        Matching matching = Matching.of(s, text, pattern, place);
        if (matching != null) Parted.split(parts, matching, pattern, limit, place);
    }
}
