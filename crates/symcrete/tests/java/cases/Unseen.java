package cases;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;

/** Ways by which the libraries look at values that a collection holds: each is followed, or counted as lost. */
final class Unseen {
    static final class Own extends ArrayList<Object> {}

    //~ covered: 6 of 6
    //~ complete
    static int joined(String s) {
        if (s == null || s.length() != 1) return 0;
        return List.of(s, "b").stream().collect(java.util.stream.Collectors.joining(",")).equals("a,b") ? 1 : 2;
    }

    //~ runs: 20
    //~ lost: not instrumented
    static int shown(int x) {
        List<Integer> list = new ArrayList<>();
        list.add(x);
        return ("" + list).equals("[5]") ? 1 : 2;
    }

    //~ covered: 2 of 2
    //~ complete
    static int arrayed(int x) {
        Integer[] all = List.of(1, x).toArray(new Integer[0]);
        return all[1] == 77 ? 1 : 2;
    }

    //~ runs: 20
    //~ lost: not instrumented
    static int inherited(String s) {
        if (s == null || s.length() != 1) return 0;
        Own own = new Own();
        own.add(s);
        return own.contains("a") ? 1 : 2;
    }

    //~ runs: 20
    //~ lost: cannot be expressed
    static int wrapped(int x, int y) {
        Set<Integer> set = new HashSet<>();
        Set<Integer> view = Collections.unmodifiableSet(set);
        set.add(x);
        set.add(y);
        for (int one : view) if (one == 5) return 1;
        return 2;
    }

    static final class Hashed {
        @Override
        public int hashCode() {
            return 1;
        }
    }

    //~ runs: 20
    //~ lost: not instrumented
    static int salted(int x) {
        int k = 0;
        for (String one : Set.of("a", "b", "c")) {
            if (one.equals("c")) break;
            k++;
        }
        return k == x ? 1 : 2;
    }

    //~ runs: 20
    //~ lost: not instrumented
    static int placed(int x) {
        if (x == 5) return 1;
        Object one = new Object();
        Set<Object> set = new HashSet<>(List.of(one, new Object()));
        return set.iterator().next() == one ? 2 : 3;
    }

    //~ covered: 4 of 4
    //~ complete
    static int linked(int x) {
        Set<Object> set = new java.util.LinkedHashSet<>(List.of(new Object(), new Object()));
        int n = 0;
        for (Object one : set) n++;
        return n == x ? 1 : 2;
    }

    // Not complete: the clock, by a reference to a method.
    //~ runs: 20
    static int timed(int x) {
        LongSupplier clock = System::nanoTime;
        return x == 5 ? 1 : clock.getAsLong() == 7 ? 2 : 3;
    }

    // Not complete: random numbers.
    //~ runs: 20
    static int shuffled(int x) {
        List<String> all = new ArrayList<>(List.of("a", "b"));
        Collections.shuffle(all);
        return x == 5 ? 1 : all.isEmpty() ? 2 : 3;
    }

    //~ runs: 20
    //~ lost: not instrumented
    static int located(int x) {
        Object one = x == 5 ? new Hashed() : new Object();
        return one.hashCode() == 0 ? 1 : 2;
    }

    //~ covered: 2 of 2
    //~ complete
    static int same(Hashed one, Hashed two) {
        return one == two ? 1 : 2;
    }
}
