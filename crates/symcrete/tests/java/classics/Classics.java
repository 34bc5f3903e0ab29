package cases;

import java.util.HashMap;
import java.util.Map;

/** Programs that every tool of this kind is tried on. */
final class Classics {
    /** Sums of products over single digits: 1+2*3. */
    static final class Parser {
        private final String text;
        private int at;

        Parser(String text) {
            this.text = text;
        }

        int sum() {
            int value = product();
            while (at < text.length() && text.charAt(at) == '+') {
                at++;
                value += product();
            }
            return value;
        }

        private int product() {
            int value = digit();
            while (at < text.length() && text.charAt(at) == '*') {
                at++;
                value *= digit();
            }
            return value;
        }

        private int digit() {
            if (at >= text.length() || !Character.isDigit(text.charAt(at))) throw new IllegalArgumentException("a digit is missing");
            return Character.digit(text.charAt(at++), 10);
        }

        boolean isDone() {
            return at == text.length();
        }
    }

    static final class Cell {
        final int value;
        final Cell next;

        Cell(int value, Cell next) {
            this.value = value;
            this.next = next;
        }
    }

    static final class Tree {
        final int key;
        final Tree left;
        final Tree right;

        Tree(int key, Tree left, Tree right) {
            this.key = key;
            this.left = left;
            this.right = right;
        }

        boolean isOrdered(long low, long high) {
            if (key <= low || key >= high) return false;
            return (left == null || left.isOrdered(low, key)) && (right == null || right.isOrdered(key, high));
        }
    }

    static final class Account {
        private int balance;

        boolean deposit(int amount) {
            if (amount <= 0) return false;
            balance += amount;
            return true;
        }
    }

    //~ covered: 6 of 6
    //~ finding: IllegalState
    //~ complete
    static int bank(int first, int second) {
        Account account = new Account();
        if (!account.deposit(first) || !account.deposit(second)) return 0;
        if (account.balance < 0) throw new IllegalStateException("overflow");
        return 1;
    }

    //~ covered: 26 of 26
    //~ complete
    static int date(int year, int month, int day) {
        if (year < 1 || year > 9999 || month < 1 || month > 12 || day < 1) return -1;
        boolean isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        int days;
        switch (month) {
            case 2: days = isLeap ? 29 : 28; break;
            case 4:
            case 6:
            case 9:
            case 11: days = 30; break;
            default: days = 31;
        }
        return day <= days ? days : -1;
    }

    //~ covered: 15 of 15
    //~ finding: IllegalStateException
    static int roman(String s) {
        if (s == null || s.isEmpty()) return -1;
        int total = 0;
        int last = 1000;
        for (int k = 0; k < s.length(); k++) {
            int value;
            switch (s.charAt(k)) {
                case 'I': value = 1; break;
                case 'V': value = 5; break;
                case 'X': value = 10; break;
                case 'L': value = 50; break;
                default: return -1;
            }
            total += value > last ? value - 2 * last : value;
            last = value;
        }
        if (total == 44) throw new IllegalStateException("forty-four");
        return total;
    }

    //~ covered: 8 of 8
    //~ finding: IllegalStateException
    //~ lost: cannot be expressed
    static int expression(String s) {
        if (s == null || s.length() > 3) return -1;
        Parser parser = new Parser(s);
        try {
            int value = parser.sum();
            if (parser.isDone() && value == 63) throw new IllegalStateException("planted");
            return value;
        } catch (IllegalArgumentException why) {
            return -2;
        }
    }

    //~ covered: 18 of 18
    static int token(String s) {
        if (s == null) return -1;
        switch (s.trim()) {
            case "if": return 1;
            case "else": return 2;
            case "while": return 3;
            default: return s.startsWith("//") ? 4 : 0;
        }
    }

    //~ covered: 6 of 6
    //~ complete
    static boolean reversed(String s) {
        if (s == null || s.length() != 3) return false;
        StringBuilder back = new StringBuilder();
        for (int k = s.length() - 1; k >= 0; k--) back.append(s.charAt(k));
        return back.toString().equals("cba");
    }

    //~ covered: 12 of 12
    //~ finding: IllegalStateException
    //~ complete
    static int clash(String a, String b) {
        if (a == null || b == null || a.length() != 2 || b.length() != 2) return 0;
        Map<String, Integer> counts = new HashMap<>();
        counts.merge(a, 1, Integer::sum);
        counts.merge(b, 1, Integer::sum);
        if (counts.size() == 2 && a.hashCode() == b.hashCode()) throw new IllegalStateException("a planted clash");
        return counts.get(a);
    }

    //~ covered: 10 of 10
    //~ finding: IllegalStateException
    //~ complete
    static int descending(Cell list) {
        int n = 0;
        for (Cell at = list; at != null; at = at.next) {
            if (at.next != null && at.next.value >= at.value) return -1;
            n++;
        }
        if (n == 3 && list.value < -5) throw new IllegalStateException("three, all below");
        return n;
    }

    //~ covered: 10 of 10
    static int search(Tree tree) {
        if (tree == null || tree.left == null || tree.right == null) return 0;
        if (!tree.isOrdered(Long.MIN_VALUE, Long.MAX_VALUE)) return 1;
        return tree.left.key + 2 == tree.right.key ? 2 : 3;
    }
}
