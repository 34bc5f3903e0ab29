package cases;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Ways by which the libraries look at values that a collection holds: each is followed, or counted as lost. */
final class Unseen {
    static final class Own extends ArrayList<Object> {}

    //~ runs: 20
    //~ lost: not instrumented
    static int joined(String s) {
        if (s == null || s.length() != 1) return 0;
        return String.join(",", List.of(s, "b")).equals("a,b") ? 1 : 2;
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
}
