package symcrete.rt;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;

/** What the collections of the libraries decide by looking at the values they are given. */
final class Library {
    private Library() {}

    /** Something is about to be added to a collection. */
    static void decideAdd(Collection<?> collection, Object element, int place) {
        if (collection instanceof SortedSet) decideSorted(collection, ((SortedSet<?>) collection).comparator() == null, element, place);
        else if (collection instanceof PriorityQueue) {
            List<Object> all = new ArrayList<>(collection);
            all.add(element);
            if (((PriorityQueue<?>) collection).comparator() == null) Members.decideOrder(all, place);
        } else if (collection instanceof Set) Members.decideFound(collection, element, place);
    }

    /** A key is looked up in a map. */
    static void decidePut(Map<?, ?> map, Object key, int place) {
        if (map instanceof SortedMap) decideSorted(map.keySet(), ((SortedMap<?, ?>) map).comparator() == null, key, place);
        else Members.decideFound(map.keySet(), key, place);
    }

    private static void decideSorted(Collection<?> sorted, boolean isNatural, Object wanted, int place) {
        if (isNatural) Members.decidePlace(new ArrayList<>(sorted), wanted, place);
    }
}
