package symcrete.rt;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import symcrete.rt.Texts.Text;

/** Patterns with symbolic texts. One that is itself symbolic is not followed, nor one whose parts {@link Regex} does not know. */
@Model(Pattern.class)
public final class PatternModels {
    private PatternModels() {}

    public static Matcher matcher(Pattern p, CharSequence s, int sp, int ss, int place) {
        if (!Rt.isAside(place)) Refs.use(s, ss, place);
        Matcher result = p.matcher(s);
        if (Rt.isAside(place)) return result;
        Text text = s instanceof String ? Texts.of(s, ss) : null;
        Matching matching = text == null ? null : Matching.of((String) s, text, p, place);
        if (matching != null) MatcherModels.made(result, matching);
        else if (text == null) Rt.escaped(s, ss, place);
        return result;
    }

    public static boolean matches(String expression, CharSequence s, int sp, int ss, int place) {
        if (!Rt.isAside(place)) Rt.escaped(expression, sp, place);
        Pattern pattern = Pattern.compile(expression);
        return MatcherModels.matches(matcher(pattern, s, 0, ss, place), 0, place);
    }

    public static String[] split(Pattern p, CharSequence s, int sp, int ss, int place) {
        return split(p, s, 0, sp, ss, 0, place);
    }

    public static String[] split(Pattern p, CharSequence s, int limit, int sp, int ss, int sl, int place) {
        if (!Rt.isAside(place)) {
            Refs.use(s, ss, place);
            Rt.decide(Ints.checked(sl, limit, place), limit, place);
        }
        String[] parts = p.split(s, limit);
        if (Rt.isAside(place)) return parts;
        Text text = s instanceof String ? Texts.of(s, ss) : null;
        Matching matching = text == null ? null : Matching.of((String) s, text, p, place);
        if (matching != null) Parted.split(parts, matching, p, limit, place);
        else if (text == null) Rt.escaped(s, ss, place);
        return parts;
    }
}
