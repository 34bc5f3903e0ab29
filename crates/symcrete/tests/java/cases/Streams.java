package cases;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Streams of numbers, collectors, and comparators that the libraries put together. */
final class Streams {
    private static final class Person {
        private final String name;
        private final int age;

        Person(String name, int age) {
            this.name = name;
            this.age = age;
        }

        String name() {
            return name;
        }

        int age() {
            return age;
        }
    }

    private static final Comparator<Person> BY_NAME = Comparator.comparing(Person::name).thenComparing(Person::age, Comparator.reverseOrder());

    //~ covered: 6 of 6
    //~ complete
    static int sorted(String name, int age) {
        if (name == null) return 0;
        List<Person> all = new ArrayList<>(List.of(new Person("b", 3), new Person(name, age), new Person("a", 9)));
        all.sort(BY_NAME);
        if (all.get(0).age() == age) return 1;
        return all.get(1).name().equals(name) ? 2 : 3;
    }

    //~ covered: 4 of 4
    //~ complete
    static int oldest(int x, int y) {
        Person oldest = Stream.of(new Person("x", x), new Person("y", y)).max(Comparator.comparingInt(Person::age).reversed()).get();
        if (oldest.age() == 7) return 1;
        return oldest.name().equals("x") ? 2 : 3;
    }

    //~ covered: 8 of 8
    //~ complete
    static int numbers(int x, int y) {
        int[] both = {x, y};
        if (Arrays.stream(both).sum() == 77) return 1;
        if (IntStream.range(0, 3).map(i -> i * x).max().getAsInt() == 20) return 2;
        return IntStream.of(both).filter(i -> i > 5).findFirst().orElse(y) == -3 ? 3 : 4;
    }

    //~ covered: 6 of 6
    //~ complete
    static int characters(String s) {
        if (s == null || s.length() > 2) return -1;
        return s.chars().map(c -> c - 'a').sum() == 1 ? 1 : 2;
    }

    //~ covered: 8 of 8
    //~ complete
    static int joined(String a, String b) {
        if (a == null || b == null) return -1;
        return Stream.of(a, b).filter(s -> !s.isEmpty()).collect(Collectors.joining(",", "<", ">")).equals("<a,b>") ? 1 : 2;
    }

    //~ covered: 8 of 8
    //~ complete
    static int grouped(int x, int y) {
        Map<Integer, List<Integer>> groups = Stream.of(x, y).collect(Collectors.groupingBy(i -> i % 3));
        if (groups.size() == 1) return 1;
        Map<Boolean, Long> signs = Stream.of(x, y).collect(Collectors.partitioningBy(i -> i < 0, Collectors.counting()));
        if (signs.get(true) == 2) return 2;
        return Stream.of(x, y, 5).collect(Collectors.toSet()).size() == 2 ? 3 : 4;
    }

    //~ covered: 4 of 4
    //~ finding: IllegalStateException
    //~ complete
    static int mapped(int x, int y) {
        Map<Integer, Integer> sums = Stream.of(x, y).collect(Collectors.toMap(Function.identity(), i -> i + y));
        if (sums.get(x) == 10) return 1;
        return Stream.of(y, x).distinct().sorted().findFirst().get() == 4 ? 2 : 3;
    }

    //~ covered: 8 of 8
    //~ complete
    static int functions(int x) {
        Function<Integer, Integer> twice = i -> i * 2;
        if (twice.andThen(i -> i + x).compose((Integer i) -> i - 1).apply(x) == 61) return 1;
        Predicate<Integer> isSmall = i -> i < 10;
        return isSmall.negate().and(i -> i % 5 == 0).test(x) ? 2 : 3;
    }

    //~ covered: 2 of 2
    //~ lost: sort
    static int foreign(String s, String t) {
        List<String> all = new ArrayList<>(Arrays.asList(s == null ? "" : s, "b"));
        all.sort(String.CASE_INSENSITIVE_ORDER);
        return 1;
    }
}
