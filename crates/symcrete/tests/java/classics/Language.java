package cases;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/** What the language has, one feature each. */
final class Language {
    static final class Money {
        private final int amount;
        private final String currency;

        Money(int amount, String currency) {
            this.amount = amount;
            this.currency = currency;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Money && ((Money) other).amount == amount && ((Money) other).currency.equals(currency);
        }

        @Override
        public int hashCode() {
            return 31 * amount + currency.hashCode();
        }
    }

    enum Light {
        RED, GREEN, YELLOW;

        Light next() {
            return values()[(ordinal() + 1) % values().length];
        }
    }

    static final class Box<T extends Comparable<T>> {
        private final T value;

        Box(T value) {
            this.value = value;
        }

        boolean isAbove(T other) {
            return value.compareTo(other) > 0;
        }
    }

    record Point(int x, int y) {
        Point {
            if (x < 0) throw new IllegalArgumentException("left");
        }
    }

    private int state;

    private final class Counter {
        void count(int by) {
            state += by;
        }
    }

    Language() {}

    private static int sum(int... all) {
        int sum = 0;
        for (int one : all) sum += one;
        return sum;
    }

    private static int fibonacci(int n) {
        return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
    }

    //~ covered: 6 of 6
    //~ complete
    static int equal(int amount, String currency) {
        if (currency == null) return 0;
        Money one = new Money(amount, currency);
        if (one.equals(new Money(12, "EUR"))) return 1;
        return one.hashCode() == 5 ? 2 : 3;
    }

    //~ covered: 12 of 12
    //~ complete
    static int lights(Light light, int steps) {
        if (light == null || steps < 0 || steps > 3) return 0;
        Light at = light;
        for (int k = 0; k < steps; k++) at = at.next();
        return at == Light.YELLOW && steps == 3 ? 1 : 2;
    }

    //~ covered: 6 of 6
    //~ complete
    static int generic(Box<Integer> box) {
        if (box == null || box.value == null) return 0;
        return box.isAbove(500) ? 1 : 2;
    }

    //~ covered: 2 of 2
    //~ complete
    int inner(int by) {
        new Counter().count(by);
        new Counter().count(1);
        return state == 100 ? 1 : 0;
    }

    //~ covered: 4 of 4
    //~ complete
    static int records(Point p) {
        if (p == null) return 0;
        return p.x() * 2 == p.y() ? 1 : 2;
    }

    //~ covered: 4 of 4
    //~ complete
    static int last(int x) {
        int seen = 0;
        try {
            if (x == 3) throw new IllegalStateException("three");
            seen = 1;
        } catch (IllegalStateException why) {
            seen = 2;
        } finally {
            seen += 10;
        }
        return seen == 12 ? 1 : 0;
    }

    //~ covered: 4 of 4
    //~ complete
    static int locked(int x) {
        Object lock = new Object();
        synchronized (lock) {
            if (x > 5) return x == 6 ? 1 : 2;
        }
        return 3;
    }

    //~ covered: 10 of 10
    //~ complete
    static int chosen(List<Integer> list) {
        if (list == null || list.size() > 2) return 0;
        List<Integer> even = list.stream().filter(x -> x % 2 == 0).map(x -> x / 2).collect(Collectors.toList());
        return even.size() == 2 && Objects.equals(even.get(0), 21) ? 1 : 2;
    }

    //~ covered: 2 of 2
    //~ complete
    static int varargs(int a, int b) {
        return sum(a, b, 3) == 50 ? sum() : 1;
    }

    //~ covered: 8 of 8
    static int wide(long x, double d) {
        if (Double.isNaN(d)) return 1;
        if (d == 0.5 && x * 3 == 27) return 2;
        return d + 1 == d ? 3 : 4;
    }

    //~ covered: 6 of 6
    //~ complete
    static int letters(char c) {
        char shifted = (char) ((c - 'a' + 13) % 26 + 'a');
        return c >= 'a' && c <= 'z' && shifted == 'q' ? 1 : 0;
    }

    //~ covered: 8 of 8
    //~ complete
    static int bits(int x) {
        if (x != 0 && (x & x - 1) == 0) return Integer.numberOfTrailingZeros(x) == 17 ? 1 : 2;
        return (x >>> 28 ^ x & 15) == 9 ? 3 : 4;
    }

    //~ covered: 6 of 6
    //~ complete
    static int recursion(int n) {
        if (n < 0 || n > 10) return 0;
        return fibonacci(n) == 55 ? 1 : 2;
    }

    //~ covered: 9 of 10
    //~ complete
    static int unreachable(int a, int b) {
        int n = 0;
        if (a > 1) n++;
        if (b > 1) n++;
        if (a > b) n++;
        if (n == 3 && a < b) return 1;
        return 0;
    }

    //~ covered: 6 of 6
    //~ complete
    static int countdown(int n) {
        List<Integer> seen = new ArrayList<>();
        for (int k = n; k > 0 && n < 12; k--) seen.add(k);
        return seen.size() == 7 ? 1 : 0;
    }
}
