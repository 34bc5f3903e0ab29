package cases;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;

/** Values that go into collections, lambdas and streams, and come out again. */
final class Kept {
    interface Step {
        int apply(int x, int y);
    }

    record Person(String name, int age) implements Comparable<Person> {
        @Override
        public int compareTo(Person other) {
            return Integer.compare(age, other.age);
        }
    }

    interface Greeter {
        String before();

        default String greet(String name) {
            return name.isEmpty() ? "nobody" : before() + name;
        }
    }

    //~ covered: 6 of 6
    //~ finding: IllegalState
    //~ complete
    static int queue(int a, int b) {
        Deque<Integer> deque = new ArrayDeque<>();
        deque.addLast(a);
        deque.push(b);
        int sum = 0;
        for (int x : deque) sum += x;
        if (sum == 1000 && deque.pollFirst() == 1) throw new IllegalStateException("planted");
        return deque.size();
    }

    //~ covered: 4 of 4
    //~ complete
    static int linked(long a, char c) {
        LinkedList<Object> list = new LinkedList<>();
        list.add(a);
        list.add(1, c);
        Iterator<Object> each = list.iterator();
        if ((Long) each.next() == 1L << 40) return 1;
        return (Character) each.next() == 'q' ? 2 : 3;
    }

    //~ covered: 4 of 4
    //~ complete
    static int mapped(int key, int value) {
        Map<Integer, Integer> map = new HashMap<>();
        map.put(5, 50);
        map.put(key, value);
        if (map.size() == 1) return 1;
        return map.get(5) + map.getOrDefault(77, 0) == 60 ? 2 : 3;
    }

    //~ covered: 4 of 4
    //~ complete
    static int distinct(int a, int b, int c) {
        Set<Integer> set = new HashSet<>();
        set.add(a);
        set.add(b);
        set.add(c);
        if (set.size() == 1) return 1;
        return set.contains(42) ? 2 : 3;
    }

    //~ covered: 4 of 4
    //~ finding: NullPointerException
    //~ complete
    static int sorted(int a, int b) {
        TreeMap<Integer, String> map = new TreeMap<>();
        map.put(a, "a");
        map.put(b, "b");
        map.put(10, "c");
        if (map.firstKey() == 10) return 1;
        String below = map.floorEntry(3).getValue();
        return below.equals("b") ? 2 : 3;
    }

    //~ covered: 4 of 4
    //~ complete
    static int ordered(int a, int b, int c) {
        List<Integer> list = new ArrayList<>(List.of(a, b, c));
        Collections.sort(list);
        if (list.get(1) == 17) return 1;
        return list.indexOf(99) == 2 ? 2 : 3;
    }

    //~ covered: 2 of 2
    //~ complete
    static int first(int a, int b) {
        PriorityQueue<Integer> queue = new PriorityQueue<>();
        queue.add(a);
        queue.add(b);
        return queue.poll() == 8 ? 1 : 0;
    }

    //~ covered: 4 of 4
    //~ complete
    static int lambda(int x, int y) {
        IntUnaryOperator add = z -> z + y;
        Function<Integer, Integer> twice = z -> z * 2;
        Step step = (a, b) -> a - b;
        if (add.applyAsInt(x) == 123) return 1;
        return step.apply(twice.apply(x), y) == 77 ? 2 : 3;
    }

    //~ covered: 10 of 10
    //~ complete
    static int streamed(int x, int y) {
        List<Integer> big = List.of(x, y, 3).stream().filter(z -> z > 100).map(z -> z - x).collect(Collectors.toList());
        if (big.size() == 2) return big.get(1) == 55 ? 1 : 2;
        return Optional.of(y).filter(z -> z == 9).isPresent() ? 3 : 4;
    }

    //~ covered: 4 of 4
    //~ complete
    static int compared(int x, int y) {
        List<Person> people = new ArrayList<>();
        people.add(new Person("a", x));
        people.add(new Person("b", y));
        Collections.sort(people);
        if (people.get(0).name().equals("b")) return 1;
        people.sort((p, q) -> q.age - p.age);
        return people.get(0).age() == 1234 ? 2 : 3;
    }

    //~ covered: 4 of 4
    //~ finding: NullPointerException
    //~ runs: 100
    static int words(String[] all) {
        Map<String, Integer> counts = new HashMap<>();
        for (String word : all) counts.merge(word, 1, Integer::sum);
        return counts.getOrDefault("ab", 0) == 2 ? 1 : 0;
    }

    //~ covered: 8 of 8
    //~ complete
    static int identical(Integer a, Integer b) {
        if (a == null || b == null) return 0;
        return a.intValue() == b.intValue() && a != b ? 1 : 2;
    }

    //~ covered: 2 of 2
    //~ complete
    static int summed(int x) {
        return List.of(x, 2).stream().mapToInt(Integer::intValue).sum() == 2 ? 1 : 0;
    }

    //~ covered: 2 of 2
    //~ lost: cannot be expressed
    //~ runs: 20
    static int hashed(int a, int b) {
        Set<Integer> set = new HashSet<>(List.of(a, b));
        return set.iterator().next() == 33 ? 1 : 0;
    }

    //~ covered: 6 of 6
    //~ finding: NullPointerException
    //~ finding: NullPointerException
    //~ runs: 100
    static int given(List<Integer> list, Map<String, Integer> map) {
        int sum = 0;
        for (int one : list) sum += one;
        return sum == 555 && map.containsKey("k") ? 1 : 0;
    }

    //~ covered: 2 of 2
    //~ complete
    static int referred(int a, int b) {
        BiFunction<Integer, Integer, Integer> sum = Integer::sum;
        return sum.apply(a, b) == 73 ? 1 : 0;
    }

    //~ covered: 2 of 2
    //~ complete
    static int larger(int a, int b) {
        IntBinaryOperator larger = Math::max;
        return larger.applyAsInt(a, b) == 73 ? 1 : 0;
    }

    //~ covered: 4 of 4
    //~ finding: NullPointerException
    //~ complete
    static int sized(String s) {
        Function<String, Integer> size = String::length;
        Function<String, StringBuilder> made = StringBuilder::new;
        if (size.apply(s) == 3) return 1;
        return made.apply(s).length() == 2 ? 2 : 3;
    }

    //~ covered: 6 of 6
    //~ finding: NullPointerException
    //~ complete
    static int alike(byte[] a, byte[] b) {
        return Arrays.equals(a, b) && a.length == 2 && b[0] == 77 ? 1 : 0;
    }

    //~ covered: 4 of 4
    //~ complete
    static int apart(long a, Long b) {
        if (b == null) return 0;
        return Long.compare(a, b) < 0 ? 1 : 2;
    }

    //~ covered: 2 of 2
    //~ finding: NullPointerException
    //~ complete
    static int greeted(String name) {
        Greeter greeter = () -> "Hi ";
        return greeter.greet(name).equals("Hi B") ? 1 : 0;
    }

    //~ covered: 2 of 2
    //~ complete
    static int arrays(int x, int y) {
        List<int[]> list = new ArrayList<>();
        list.add(new int[] {x, y});
        int[] pair = list.iterator().next();
        pair[0] ^= pair[1];
        return list.get(0)[0] == 0x55 ? 1 : 0;
    }

    //~ covered: 2 of 2
    //~ complete
    static int done(int x) {
        int[] sum = {0};
        Runnable add = () -> sum[0] += x;
        add.run();
        add.run();
        return sum[0] == 84 ? 1 : 0;
    }
}
