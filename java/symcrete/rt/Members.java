package symcrete.rt;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What collections decide when they look for something among what they hold: which element is equal, or where it stands in order.
 *
 * <p>The libraries ask by hashes, whose order the path does not decide. So the questions here are asked in an order of their own: first what no input decides,
 * then by the numbers of expressions, both the same for all runs with the same path so far. The answers determine what the library finds.
 */
final class Members {
    /** Most elements that one is compared with. */
    private static final int MOST = 64;

    private Members() {}

    /** Is an equal one among these? As many decisions as it takes to know. */
    static void decideFound(Iterable<?> all, Object wanted, int place) {
        List<Object> candidates = new ArrayList<>();
        boolean isSymbolic = Values.isSymbolic(wanted);
        for (Object one : all) {
            if (isWithin(one, wanted)) Trace.lost(Layout.WHAT_EXTERNAL, place);
            boolean isComparable = one != null && wanted != null && one.getClass() == wanted.getClass();
            if (isComparable && (isSymbolic || Values.isSymbolic(one))) candidates.add(one);
        }
        if (candidates.isEmpty()) return;
        if (candidates.size() > MOST) {
            Trace.lost(Layout.WHAT_UNSUPPORTED, place);
            return;
        }
        candidates.sort(Members::order);
        for (Object one : candidates) if (Values.decideEqual(wanted, one, place)) return;
    }

    /** The same where elements are looked at one after the other, as lists do. */
    static void decideInOrder(Iterable<?> all, Object wanted, int place) {
        int n = 0;
        for (Object one : all) {
            if (!Values.isSymbolic(one) && !Values.isSymbolic(wanted)) {
                if (one != null && isValue(one) && one.equals(wanted)) return;
                if (isWithin(one, wanted)) Trace.lost(Layout.WHAT_EXTERNAL, place);
                continue;
            }
            if (n++ > MOST) {
                Trace.lost(Layout.WHAT_UNSUPPORTED, place);
                return;
            }
            if (Values.decideEqual(wanted, one, place)) return;
        }
    }

    /** Are two collections or the like compared, one of them with something symbolic in it? */
    private static boolean isWithin(Object one, Object wanted) {
        if (one == null || wanted == null || isValue(one) || isValue(wanted) || Shapes.isOfProgram(wanted.getClass())) return false;
        return Library.reaches(one, 0) || Library.reaches(wanted, 0);
    }

    private static boolean isValue(Object one) {
        return one instanceof String || Arguments.primitiveOf(one.getClass()) != null;
    }

    /** Where does it stand among these, which are in order? By halves; up to where an equal one is. */
    static void decidePlace(List<Object> sorted, Object wanted, int place) {
        int low = 0;
        int high = sorted.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (!isOrdered(sorted.get(middle), wanted, place)) return;
            Values.decideOrder(wanted, sorted.get(middle), place);
            int order = Values.order(wanted, sorted.get(middle));
            if (order == 0) return;
            if (order < 0) high = middle;
            else low = middle + 1;
        }
    }

    /** Can the order of two be decided here? */
    private static boolean isOrdered(Object one, Object wanted, int place) {
        if (!Values.isSymbolic(one) && !Values.isSymbolic(wanted)) return true;
        boolean isOrdered = one != null && wanted != null && one.getClass() == wanted.getClass();
        if (!isOrdered) Trace.lost(Layout.WHAT_UNSUPPORTED, place);
        return isOrdered;
    }

    /** In which order are these? After this, sorting them by their natural order depends on nothing else. */
    @SuppressWarnings("unchecked")
    static void decideOrder(Iterable<?> all, int place) {
        List<Object> sorted = new ArrayList<>();
        boolean isSymbolic = false;
        for (Object one : all) {
            isSymbolic |= Values.isSymbolic(one);
            if (one == null || !isValue(one) || !sorted.isEmpty() && one.getClass() != sorted.get(0).getClass()) return;
            sorted.add(one);
        }
        if (!isSymbolic) return;
        List<Object> done = new ArrayList<>();
        for (Object one : sorted) {
            decidePlace(done, one, place);
            int at = 0;
            while (at < done.size() && ((Comparable<Object>) done.get(at)).compareTo(one) <= 0) at++;
            done.add(at, one);
        }
    }

    /** The order of questions. */
    @SuppressWarnings("unchecked")
    static int order(Object x, Object y) {
        boolean isX = Values.isSymbolic(x);
        if (isX != Values.isSymbolic(y)) return isX ? 1 : -1;
        return isX ? Arrays.compare(numbers(x), numbers(y)) : ((Comparable<Object>) x).compareTo(y);
    }

    /** The numbers of the expressions that a value is made of. */
    private static int[] numbers(Object value) {
        Texts.Text text = value instanceof String ? Texts.of(value, 0) : null;
        if (text == null) return new int[] {Refs.value(Boxes.shadow(value))};
        int[] numbers = new int[text.chars.length + 2];
        numbers[0] = text.length;
        numbers[1] = ((String) value).length();
        System.arraycopy(text.chars, 0, numbers, 2, text.chars.length);
        return numbers;
    }
}
