package exported;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Methods whose exported tests must notice that they were changed: a line that ends with a comment {@code //! OTHER} is replaced by OTHER in the
 * changed class.
 */
public final class Results {
    enum Mood { GOOD, BAD }

    private int balance;

    Results(int balance) {
        this.balance = balance;
    }

    public int getBalance() {
        return balance;
    }

    void deposit(int amount) {
        if (amount > 0) balance += amount; //! if (amount > 0) balance += amount + 1;
    }

    static double fraction(int x) {
        return x == 7 ? 0.1 + 0.2 : 0.5; //! return x == 7 ? 0.3 : 0.5;
    }

    static Integer boxed(int x) throws IOException {
        if (x == 1) throw new IOException("one");
        if (x == 2) return null;
        return x * 2; //! return x * 2 + 1;
    }

    static void filled(int[] a) {
        if (a == null || a.length < 2) return;
        a[1] = a[0] + 1; //! a[1] = a[0];
    }

    static List<String> listed(String s) {
        List<String> list = new ArrayList<>();
        if (s != null) list.add(s + "\"\n"); //! if (s != null) list.add(s + "\"\t");
        return list;
    }

    static String text(char c, boolean b) {
        return b ? "" + c : null; //! return b ? "" + c + c : null;
    }

    static Mood mood(long x) {
        return x > 5 ? Mood.GOOD : Mood.BAD; //! return x >= 5 ? Mood.GOOD : Mood.GOOD;
    }

    static int[][] table(int n) {
        return n > 2 ? new int[][] {{n}, {}} : new int[][] {{1, 2}}; //! return n > 2 ? new int[][] {{n}, {}} : new int[][] {{1, 3}};
    }

    static float small(byte b, short s) {
        return b == s ? -0.0f : Float.NaN; //! return b == s ? 0.0f : Float.NaN;
    }

    static char letter(char c) {
        return c == 'x' ? '\'' : '\\'; //! return c == 'x' ? '"' : '/';
    }

    static Results made(int x) {
        return new Results(x > 0 ? x : -1); //! return new Results(x > 0 ? x : -2);
    }

    private static int seen;

    // A test that runs first sees another number than one that runs later.
    static int counted(int x) {
        seen += x;
        if (seen == 7) return 1;
        seen++;
        return x > 5 ? -1 : 3; //! return x > 5 ? -2 : 4;
    }

    // Literals are the same object.
    static int identical(String one, String two) {
        if (one == null || two == null) return 0; //! if (one == null || two == null) return 5;
        return one == two ? 1 : one.equals(two) ? 2 : 3;
    }

    static int chosen(int x) {
        return -1;
    }

    static int chosen(String s) {
        return -2;
    }

    // Neither null nor a number may choose another one.
    static int chosen(Integer x) {
        return x == null ? 1 : x > 5 ? 2 : 3; //! return x == null ? 4 : x > 5 ? 5 : 6;
    }
}
