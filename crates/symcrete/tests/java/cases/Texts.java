package cases;

/** Strings, builders, arrays and boxes. */
final class Texts {
    enum Color { RED, GREEN, BLUE }

    //~ covered: 4 of 4
    //~ complete
    static int none(String s) {
        if (s == null) return 1;
        return s.equals("abc") ? 2 : 3;
    }

    //~ covered: 2 of 2
    //~ finding: NullPointerException
    //~ complete
    static int length(String s) {
        return s.length() == 5 ? 1 : 2;
    }

    //~ covered: 6 of 6
    //~ finding: RuntimeException
    //~ complete
    static String joined(String a, String b) {
        if (a == null || b == null) return "";
        String whole = a + "-" + b;
        if (whole.equals("x-yz")) throw new RuntimeException("joined");
        return whole;
    }

    //~ covered: 6 of 6
    //~ finding: NullPointerException
    //~ finding: RuntimeException
    //~ complete
    static int sum(int[] a) {
        int t = 0;
        for (int x : a) t += x;
        if (a.length == 3 && t == 42) throw new RuntimeException("forty-two");
        return t;
    }

    //~ covered: 4 of 4
    //~ finding: line: 47
    //~ finding: line: 48
    //~ complete
    static int boxes(Integer a, Integer b) {
        if (a.equals(b)) return 1;
        return a + b == 100 ? 2 : 3;
    }

    //~ covered: 4 of 5
    //~ finding: NullPointerException
    //~ complete
    static int colour(Color c) {
        switch (c) {
            case RED: return 1;
            case GREEN: return 2;
            default: return c == Color.BLUE ? 3 : 4;
        }
    }

    //~ covered: 12 of 12
    //~ finding: NullPointerException
    //~ complete
    static int command(String s) {
        switch (s) {
            case "add": return 1;
            case "sub": return 2;
            default: return s.startsWith("mu") ? 3 : 4;
        }
    }

    //~ covered: 4 of 4
    //~ finding: NullPointerException
    //~ lost: cannot be expressed
    static int upper(String s) {
        if (s.trim().toUpperCase().equals("ON")) return 1;
        return s.indexOf('=') == 2 ? 2 : 3;
    }

    //~ covered: 2 of 2
    //~ finding: NullPointerException
    //~ lost: cannot be expressed
    static boolean palindrome(String s) {
        String back = new StringBuilder(s).reverse().toString();
        if (back.equals(s)) return true;
        return false;
    }

    //~ covered: 2 of 2
    //~ lost: cannot be expressed
    static int number(String s) {
        try {
            return Integer.parseInt(s) == -12 ? 1 : 2;
        } catch (NumberFormatException why) {
            return 3;
        }
    }

    //~ covered: 2 of 2
    //~ finding: NullPointerException
    //~ finding: ArrayIndexOutOfBounds
    //~ complete
    static int copied(int[] a) {
        int[] b = a.clone();
        b[0] = b[1] + 1;
        return b[0] == 12 ? 1 : 0;
    }

    static final class Counted {
        int n;

        @Override
        public String toString() {
            n++;
            return "t";
        }
    }

    //~ covered: 3 of 4
    //~ complete
    static int asked(String s) {
        Counted counted = new Counted();
        String all = s + counted;
        if (counted.n != 1) return 1;
        return all.equals("at") ? 2 : 3;
    }

    //~ covered: 8 of 8
    //~ complete
    static int sequence(CharSequence s) {
        if (s == null || s.length() != 2) return 0;
        return s.charAt(1) == 'k' && s.toString().startsWith("a") ? 1 : 2;
    }

    //~ covered: 6 of 6
    //~ finding: NullPointerException
    //~ complete
    static int extension(String s) {
        if (s.length() != 3) return 0;
        if (s.lastIndexOf('.') == 1) return 1;
        return s.replace('x', 'y').equals("yay") ? 2 : 3;
    }
}
