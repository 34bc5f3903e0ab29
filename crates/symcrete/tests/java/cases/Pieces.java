package cases;

import java.util.Arrays;
import java.util.List;

/** Texts that are taken apart and put together, numbers in them, and what exceptions say. */
final class Pieces {
    //~ covered: 8 of 8
    //~ finding: NullPointerException
    //~ complete
    static int split(String s) {
        if (s.length() > 3) return 0;
        String[] parts = s.split(",");
        if (parts.length == 0) return 1;
        if (parts.length == 2 && parts[1].equals("b")) return 2;
        return 3;
    }

    //~ covered: 8 of 8
    //~ finding: NullPointerException
    //~ complete
    static int pair(String s) {
        if (s.length() > 3) return 0;
        String[] parts = s.split("\\.", 2);
        if (parts.length < 2) return 1;
        if (parts[0].isEmpty()) return 2;
        return parts[1].equals(".") ? 3 : 4;
    }

    //~ covered: 4 of 4
    //~ finding: NullPointerException
    //~ complete
    static int expression(String s) {
        if (s.length() > 3) return 0;
        return s.split("[,;]").length == 2 ? 1 : 2;
    }

    //~ covered: 4 of 4
    //~ complete
    static int joined(String a, String b) {
        String whole = String.join("-", a, b);
        if (whole.equals("x-y")) return 1;
        return String.join("", List.of("a-", "b")).equals(whole) ? 2 : 3;
    }

    //~ covered: 4 of 4
    //~ finding: NullPointerException
    //~ complete
    static int replaced(String s) {
        if (s.length() > 3) return 0;
        return s.replace("ab", "c").equals("cd") ? 1 : 2;
    }

    //~ covered: 6 of 6
    //~ complete
    static int digits(short x) {
        String text = "v" + x;
        if (text.equals("v-42")) return 1;
        if (text.length() == 7) return 2;
        return String.valueOf(x).endsWith("77") ? 3 : 4;
    }

    //~ covered: 4 of 4
    //~ complete
    static int formatted(int x, char c) {
        String text = String.format("%d%% %c", x & 63, c);
        if (text.equals("50% q")) return 1;
        return text.length() == 5 ? 2 : 3;
    }

    //~ covered: 4 of 4
    //~ finding: StringIndexOutOfBounds
    //~ finding: NullPointerException
    //~ complete
    static int built(String s, int at) {
        if (s.length() > 2) return 0;
        StringBuilder builder = new StringBuilder(s);
        builder.insert(at, 'x').delete(0, 1);
        return builder.toString().equals("xb") ? 1 : 2;
    }

    //~ covered: 2 of 2
    //~ finding: StringIndexOutOfBounds
    //~ complete
    static int part(int from, int to) {
        return "abcd".substring(from, to).equals("bc") ? 1 : 2;
    }

    //~ covered: 4 of 4
    //~ complete
    static int said(short x) {
        try {
            if (x > 3) throw new IllegalStateException("v" + x);
            return 0;
        } catch (IllegalStateException why) {
            return why.getMessage().equals("v5") ? 1 : 2;
        }
    }

    // The index is in what the virtual machine says.
    //~ runs: 20
    //~ lost: not instrumented
    static int told(int x) {
        int[] all = new int[3];
        try {
            return all[x];
        } catch (ArrayIndexOutOfBoundsException why) {
            return why.getMessage().startsWith("Index 5 ") ? 1 : 2;
        }
    }

    //~ covered: 6 of 6
    //~ complete
    static int sorted(int a, int b, int c) {
        int[] all = {a, b, c};
        Arrays.sort(all);
        if (all[1] == 17) return 1;
        return all[0] == a && all[2] == c ? 2 : 3;
    }
}
