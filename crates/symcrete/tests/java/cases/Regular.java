package cases;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Regular expressions: where they match depends on decisions about characters. */
final class Regular {
    private static final Pattern DATE = Pattern.compile("(\\d{2})-(?<month>\\d{2})");

    //~ covered: 8 of 8
    //~ complete
    static int groups(String s) {
        if (s == null) return -1;
        Matcher m = DATE.matcher(s);
        if (!m.matches()) return 0;
        return Integer.parseInt(m.group(1)) > 31 ? 1 : Integer.parseInt(m.group("month")) == 12 ? 2 : 3;
    }

    //~ covered: 6 of 6
    //~ finding: NullPointerException
    //~ complete
    static int found(String s) {
        if (s.length() > 4) return 0;
        Matcher m = Pattern.compile("(?i)x(a|ab)=").matcher(s);
        int n = 0;
        while (m.find()) n += m.end(1) - m.start(1);
        return n == 2 ? 1 : 2;
    }

    //~ covered: 6 of 6
    //~ finding: NullPointerException
    //~ complete
    static int replaced(String s) {
        if (s.length() > 3) return 0;
        if (s.replaceAll("([0-9])_?", "<$1>").equals("<7><1>a")) return 1;
        return s.replaceFirst("^-+", "").isEmpty() ? 2 : 3;
    }

    //~ covered: 6 of 6
    //~ finding: NullPointerException
    //~ complete
    static int lines(String s) {
        if (s.length() > 3) return 0;
        if (Pattern.compile("^b$", Pattern.MULTILINE).matcher(s).find()) return s.length() == 3 ? 1 : 2;
        return 3;
    }

    //~ covered: 1 of 2
    //~ finding: NullPointerException
    //~ lost: not instrumented
    static int backwards(String s) {
        return s.matches("(a|b)\\1") ? 1 : 2;
    }
}
