package cases;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Objects of the program that are compared by their own methods or by those of records, also as keys of hash tables. */
final class Keys {
    static final class Key {
        int number;
        final String name;

        Key(int number, String name) {
            this.number = number;
            this.name = name;
        }

        @Override
        public int hashCode() {
            return java.util.Objects.hash(number, name);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Key && ((Key) other).number == number && java.util.Objects.equals(((Key) other).name, name);
        }
    }

    /** Equal ones with different hashes: a bug that is met. */
    static final class Wrong {
        final int number;

        Wrong(int number) {
            this.number = number;
        }

        @Override
        public int hashCode() {
            return number & 1;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Wrong && (((Wrong) other).number == number || ((Wrong) other).number + number == 7);
        }
    }

    record Point(int x, int y) {}

    record Box(int held) {}

    record Named(String name, Point at) {}

    record Numbers(long wide, boolean is, char letter, float small, double large) {}

    //~ covered: 4 of 4
    //~ complete
    static int kept(int number, String name) {
        Map<Key, Integer> map = new HashMap<>();
        map.put(new Key(3, "a"), 1);
        map.put(new Key(4, "b"), 2);
        Integer found = map.get(new Key(number, name));
        if (found == null) return 3;
        return found == 1 ? 1 : 2;
    }

    //~ covered: 4 of 4
    //~ complete
    static int wrong(int x, int y) {
        Set<Wrong> set = new HashSet<>();
        set.add(new Wrong(x));
        set.add(new Wrong(y));
        set.add(new Wrong(3));
        if (set.size() == 1) return 1;
        return set.size() == 2 ? 2 : 3;
    }

    //~ covered: 3 of 4
    //~ complete
    static int changed(int x) {
        Key key = new Key(x, "k");
        Map<Key, Integer> map = new HashMap<>();
        map.put(key, 1);
        key.number = 3;
        if (map.containsKey(new Key(3, "k"))) return 1;
        // The table looks where the key was, with the hash that it had.
        return map.containsKey(key) ? 2 : 3;
    }

    //~ covered: 4 of 4
    //~ complete
    static int copied(int x, int y) {
        Set<Box> set = new LinkedHashSet<>(List.of(new Box(x), new Box(7)));
        if (set.size() == 1) return 1;
        return set.contains(new Box(y)) ? 2 : 3;
    }

    //~ covered: 2 of 2
    //~ complete
    static int same(int x, int y) {
        return new HashSet<>(List.of(new Box(x))).equals(new HashSet<>(List.of(new Box(y)))) ? 1 : 2;
    }

    // In which order a table has keys whose hashes are symbolic, no condition says.
    //~ runs: 20
    //~ lost: cannot be expressed
    static int ordered(int x, int y) {
        Set<Point> set = new HashSet<>();
        set.add(new Point(x, 1));
        set.add(new Point(y, 2));
        return set.iterator().next().y() == 1 ? 1 : 2;
    }

    //~ runs: 20
    //~ lost: not instrumented
    static int elsewhere(int x) {
        Map<Point, Integer> map = new ConcurrentHashMap<>();
        map.put(new Point(x, 1), 1);
        return map.containsKey(new Point(5, 1)) ? 1 : 2;
    }

    // Lists compare their elements by themselves.
    //~ runs: 20
    //~ lost: not instrumented
    static int listed(int x) {
        Set<List<Integer>> set = new HashSet<>();
        set.add(List.of(x, 1));
        return set.contains(List.of(5, 1)) ? 1 : 2;
    }

    //~ covered: 4 of 4
    //~ complete
    static int recorded(int x, int y) {
        if (new Point(x, y).equals(new Point(3, 4))) return 1;
        return new Point(x, y).hashCode() == 31 * 17 + 27 ? 2 : 3;
    }

    //~ covered: 4 of 4
    //~ finding: IllegalState
    //~ complete
    static int nested(String name, int x) {
        Named named = new Named(name, new Point(x, 3));
        if (named.equals(new Named("ab", new Point(4, 3)))) throw new IllegalStateException("planted");
        List<Named> all = new ArrayList<>(List.of(named));
        return all.contains(new Named("c", new Point(5, 3))) ? 1 : 2;
    }

    //~ covered: 3 of 4
    //~ complete
    static int mixed(long wide, boolean is, char letter, float small, double large) {
        Numbers numbers = new Numbers(wide, is, letter, small, large);
        if (numbers.equals(new Numbers(1L << 40, true, 'q', Float.NaN, -0.0))) return 1;
        return numbers.equals(new Numbers(wide, is, letter, small, large)) ? 2 : 3;
    }

    //~ covered: 4 of 4
    //~ complete
    static int shown(short x) {
        String text = new Point(x, 7).toString();
        if (text.equals("Point[x=-12, y=7]")) return 1;
        return text.length() == 15 ? 2 : 3;
    }
}
