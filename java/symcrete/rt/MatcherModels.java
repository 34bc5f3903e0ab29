package symcrete.rt;

import java.util.regex.Matcher;

/** Matchers of symbolic texts. What they say afterwards, the path decides; methods without a model lose what they are asked about ({@link Library}). */
@Model(Matcher.class)
public final class MatcherModels {
    private static final Identity<Matching> MATCHINGS = new Identity<>();

    private MatcherModels() {}

    static void begin() {
        MATCHINGS.clear();
    }

    static boolean holds(Object value) {
        return MATCHINGS.get(value) != null;
    }

    static void made(Matcher matcher, Matching matching) {
        MATCHINGS.put(matcher, matching);
        Rt.contents++;
    }

    private static Matching of(Matcher matcher, int place) {
        Matching matching = Rt.isAside(place) ? null : MATCHINGS.get(matcher);
        return matching == null ? null : matching.at(place);
    }

    public static boolean matches(Matcher m, int sm, int place) {
        Matching matching = of(m, place);
        boolean isOurs = matching != null && matching.isWhole();
        boolean isFound = m.matches();
        if (matching != null) matching.check(isFound, isOurs, m);
        return isFound;
    }

    public static boolean lookingAt(Matcher m, int sm, int place) {
        Matching matching = of(m, place);
        boolean isOurs = matching != null && matching.isBeginning();
        boolean isFound = m.lookingAt();
        if (matching != null) matching.check(isFound, isOurs, m);
        return isFound;
    }

    public static boolean find(Matcher m, int sm, int place) {
        Matching matching = of(m, place);
        boolean isOurs = matching != null && matching.isFoundNext();
        boolean isFound = m.find();
        if (matching != null) matching.check(isFound, isOurs, m);
        return isFound;
    }

    public static boolean find(Matcher m, int from, int sm, int sf, int place) {
        Matching matching = of(m, place);
        if (matching == null) {
            if (sf > 0 && !Rt.isAside(place)) Rt.decide(Ints.checked(sf, from, place), from, place);
            return m.find(from);
        }
        matching.reset();
        StringModels.decideFrom(matching.s, matching.text, from, sf, place);
        boolean isInside = from >= 0 && (from == 0 || matching.has(from - 1));
        boolean isOurs = isInside && matching.isFound(from);
        boolean isFound = m.find(from);
        matching.check(isFound, isOurs, m);
        return isFound;
    }

    public static Matcher reset(Matcher m, int sm, int place) {
        Matching matching = of(m, place);
        if (matching != null) matching.reset();
        return m.reset();
    }

    public static String group(Matcher m, int sm, int place) {
        return group(m, 0, sm, 0, place);
    }

    public static String group(Matcher m, int number, int sm, int sn, int place) {
        if (sn > 0 && !Rt.isAside(place)) Rt.decide(Ints.checked(sn, number, place), number, place);
        String result = m.group(number);
        return noted(m, result, m.start(number), m.end(number), place);
    }

    public static String group(Matcher m, String name, int sm, int sn, int place) {
        if (!Rt.isAside(place)) Rt.escaped(name, sn, place);
        String result = m.group(name);
        return noted(m, result, m.start(name), m.end(name), place);
    }

    private static String noted(Matcher m, String result, int from, int to, int place) {
        Matching matching = of(m, place);
        if (matching != null && result != null) Rt.ret = matching.part(result, from, to);
        return result;
    }

    public static int start(Matcher m, int sm, int place) {
        return m.start();
    }

    public static int start(Matcher m, int number, int sm, int sn, int place) {
        if (sn > 0 && !Rt.isAside(place)) Rt.decide(Ints.checked(sn, number, place), number, place);
        return m.start(number);
    }

    public static int end(Matcher m, int sm, int place) {
        return m.end();
    }

    public static int end(Matcher m, int number, int sm, int sn, int place) {
        if (sn > 0 && !Rt.isAside(place)) Rt.decide(Ints.checked(sn, number, place), number, place);
        return m.end(number);
    }

    public static int groupCount(Matcher m, int sm, int place) {
        return m.groupCount();
    }

    public static String replaceAll(Matcher m, String other, int sm, int so, int place) {
        String result = m.replaceAll(other);
        Matching matching = of(m, place);
        if (matching != null) Rt.ret = Parted.replaced(result, matching, m.pattern(), other, so, false, place);
        return result;
    }

    public static String replaceFirst(Matcher m, String other, int sm, int so, int place) {
        String result = m.replaceFirst(other);
        Matching matching = of(m, place);
        if (matching != null) Rt.ret = Parted.replaced(result, matching, m.pattern(), other, so, true, place);
        return result;
    }
}
