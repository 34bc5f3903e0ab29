package symcrete.rt;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Texts that are taken apart where a regular expression matches: split, or with something in place of each match. */
final class Parted {
    private Parted() {}

    /** Finds the next match as the library does. */
    private static boolean finds(Matching matching, Matcher matcher) {
        boolean isOurs = matching.isFoundNext();
        boolean isFound = matcher.find();
        matching.check(isFound, isOurs, matcher);
        return isFound;
    }

    /** The shadow of a text in which every match, or the first, is replaced. */
    static int replaced(String result, Matching matching, Pattern pattern, String other, int so, boolean isFirst, int place) {
        Refs.use(other, so, place);
        if (Texts.of(other, so) != null) {
            Rt.escaped(place);
            return 0;
        }
        Matcher matcher = pattern.matcher(matching.s);
        TextBuilder whole = new TextBuilder(place);
        StringBuilder check = new StringBuilder();
        int from = 0;
        matching.reset();
        while (finds(matching, matcher)) {
            append(whole, check, matching, from, matcher.start());
            insert(whole, check, matching, matcher, other);
            from = matcher.end();
            if (isFirst) break;
        }
        // Nothing was replaced: it is the same string.
        if (result == matching.s) return 0;
        matching.decideLength();
        append(whole, check, matching, from, matching.s.length());
        if (check.toString().equals(result)) return whole.shadowOf(result);
        Trace.lost(Layout.WHAT_UNSUPPORTED, place);
        return 0;
    }

    private static void append(TextBuilder whole, StringBuilder check, Matching matching, int from, int to) {
        for (int k = from; k < to; k++) {
            whole.append(matching.s.charAt(k), matching.shadow(k));
            check.append(matching.s.charAt(k));
        }
    }

    /** What is put in place of a match: its own characters, and those of groups. */
    private static void insert(TextBuilder whole, StringBuilder check, Matching matching, Matcher matcher, String other) {
        for (int k = 0; k < other.length(); k++) {
            char c = other.charAt(k);
            if (c == '$' && other.charAt(k + 1) == '{') {
                String name = other.substring(k + 2, other.indexOf('}', k));
                append(whole, check, matching, matcher.start(name), matcher.end(name));
                k = other.indexOf('}', k);
            } else if (c == '$') {
                int group = other.charAt(++k) - '0';
                for (; k + 1 < other.length() && Character.isDigit(other.charAt(k + 1)); k++) {
                    int longer = group * 10 + other.charAt(k + 1) - '0';
                    if (longer > matcher.groupCount()) break;
                    group = longer;
                }
                append(whole, check, matching, matcher.start(group), matcher.end(group));
            } else {
                if (c == '\\') c = other.charAt(++k);
                whole.append(c, 0);
                check.append(c);
            }
        }
    }

    /** Notes what the parts are that a text was split into. */
    static void split(String[] parts, Matching matching, Pattern pattern, int limit, int place) {
        Matcher matcher = pattern.matcher(matching.s);
        List<int[]> found = new ArrayList<>();
        int from = 0;
        matching.reset();
        // With a limit, the rest is not looked at for what it says, but for how long it is.
        while ((limit <= 0 || found.size() < limit - 1) && finds(matching, matcher)) {
            if (from == 0 && matcher.end() == 0) continue;
            found.add(new int[] {from, matcher.start()});
            from = matcher.end();
        }
        if (from == 0) return;
        matching.decideLength();
        found.add(new int[] {from, matching.s.length()});
        for (int k = 0; k < parts.length; k++) {
            int[] part = k < found.size() ? found.get(k) : new int[2];
            if (!parts[k].equals(matching.s.substring(part[0], part[1]))) {
                Trace.lost(Layout.WHAT_UNSUPPORTED, place);
                return;
            }
            int shadow = matching.part(parts[k], part[0], part[1]);
            if (shadow != 0) Arrs.setCell(parts, k, shadow);
        }
    }
}
