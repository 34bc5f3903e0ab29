package seeded;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The methods of {@code Bugs} without their bugs. */
final class Mended {
    enum State { IDLE, RUNNING, STOPPED }

    static final class Key {
        private final int id;

        Key(int id) {
            this.id = id;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Key && ((Key) other).id == id;
        }

        @Override
        public int hashCode() {
            return 1;
        }
    }

    /** Null: the name of nobody. */
    static int nothing(String name, int age) {
        String shown = age > 17 ? name : "minor";
        return shown == null ? 0 : shown.length();
    }

    /** Index: the last line of a table. */
    static int index(int row) {
        int[] rows = {3, 1, 4, 1, 5};
        if (row < 0 || row >= rows.length) return -1;
        return rows[row];
    }

    /** Cast: a number that is a text. */
    static int cast(int kind) {
        Object value = kind == 321 ? 3 : (Object) kind;
        return (Integer) value + 1;
    }

    /** Overflow: the balance becomes negative. */
    static int overflow(int balance, int amount) {
        if (balance < 0 || amount < 0) return 0;
        int sum = amount > Integer.MAX_VALUE - balance ? Integer.MAX_VALUE : balance + amount;
        if (sum < 0) throw new IllegalStateException("negative balance");
        return sum;
    }

    /** Division: an average of nothing. */
    static int division(int sum, int n) {
        if (n <= 0) return 0;
        return sum / n;
    }

    /** Concurrent modification: removing while going through. */
    static int modified(int a, int b, int c) {
        List<Integer> list = new ArrayList<>(List.of(a, b, c));
        list.removeIf(one -> one == 7);
        return list.size();
    }

    /** Negative size. */
    static int size(int from, int to) {
        if (to < from || to - from > 100 || to > 1000 || from > 1000 || from < -1000 || to < -1000) return 0;
        return new byte[to - from].length;
    }

    /** An endless loop: a step that overflows its end. */
    static int endless(byte to) {
        int n = 0;
        for (int k = 0; k <= to; k++) n++;
        return n;
    }

    /** Deep recursion: nobody stops at odd numbers. */
    static int deep(int n) {
        if (n < 0 || n > 20) return 0;
        return even(n);
    }

    private static int even(int n) {
        return n <= 0 ? 1 : even(n - 2);
    }

    /** Wrong equals: numbers of the same ten are one. */
    static int equal(int a, int b) {
        if (a < 0 || b < 0 || a == b) return 0;
        if (new Key(a).equals(new Key(b))) throw new IllegalStateException("different keys are equal");
        return 1;
    }

    /** Off by one in substring. */
    static String substring(String s) {
        if (s == null || s.indexOf('=') < 0) return "";
        return s.substring(s.indexOf('=') + 1);
    }

    /** Char arithmetic: behind z there is no letter. */
    static char next(char c) {
        if (c < 'a' || c > 'z') return c;
        char after = c == 'z' ? 'a' : (char) (c + 1);
        if (after > 'z') throw new IllegalStateException("no letter");
        return after;
    }

    /** Locale: folding case by none. */
    static int folded(String s) {
        if (s == null || s.length() != 2) return 0;
        if (s.toLowerCase(Locale.ROOT).equals("id") != s.toLowerCase(Locale.ROOT).equals("id")) throw new IllegalStateException("folded otherwise");
        return 1;
    }

    /** Unboxing null: a key that is not there. */
    static int unboxed(int key) {
        Map<Integer, Integer> prices = new HashMap<>();
        prices.put(1, 100);
        prices.put(2, 250);
        if (key < 1 || key > 3) return 0;
        return prices.getOrDefault(key, 0);
    }

    /** State machine: stopped machines run. */
    static int machine(int[] events) {
        if (events == null) return 0;
        State state = State.IDLE;
        boolean wasStopped = false;
        for (int event : events) {
            if (event == 1 && state != State.STOPPED) state = State.RUNNING;
            else if (event == 2 && state == State.RUNNING) state = State.STOPPED;
            wasStopped |= state == State.STOPPED;
            if (wasStopped && state == State.RUNNING) throw new IllegalStateException("runs again");
        }
        return state.ordinal();
    }

    /** Shift: a mask of 32 bits is none. */
    static int mask(int bits) {
        if (bits < 1 || bits > 32) return 0;
        int mask = -1 >>> 32 - bits;
        if (mask == 0) throw new IllegalStateException("empty mask");
        return mask;
    }

    /** Absolute value: the smallest int has none. */
    static int bucket(int hash) {
        int[] buckets = new int[10];
        return buckets[Math.floorMod(hash, 10)];
    }

    /** Identity of boxes: equal above 127, but not the same. */
    static int boxes(int a, int b) {
        Integer x = a;
        Integer y = b;
        if (a == b && !x.equals(y)) throw new IllegalStateException("equal, but not the same");
        return 1;
    }

    /** Not a number: nothing is larger. */
    static double largest(double a, double b) {
        double max = Double.isNaN(a) || Double.isNaN(b) ? Double.POSITIVE_INFINITY : a > b ? a : b;
        if (max < a || max < b) throw new IllegalStateException("not the largest");
        return max;
    }

    /** Format: a number with letters. */
    static int parsed(String s) {
        if (s == null || s.length() != 2 || !Character.isDigit(s.charAt(0))) return 0;
        return Character.isDigit(s.charAt(1)) ? Integer.parseInt(s) : 0;
    }
}
