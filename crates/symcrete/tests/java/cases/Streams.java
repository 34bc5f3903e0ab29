package cases;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
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

    private static final class Point {
        private final int x;

        Point(int x) {
            this.x = x;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Point && ((Point) other).x == x;
        }

        @Override
        public int hashCode() {
            return x;
        }
    }

    private static final Comparator<Person> BY_NAME = Comparator.comparing(Person::name).thenComparing(Person::age, Comparator.reverseOrder());

    //~ covered: 12 of 12
    //~ complete
    static int sorted(String name, int age) {
        if (name == null) return 0;
        List<Person> all = new ArrayList<>(List.of(new Person("b", 3), new Person(name, age), new Person("a", 9)));
        all.sort(BY_NAME);
        if (all.get(0).age() == age) return 1;
        if (all.get(1).name().equals(name)) return 2;
        Predicate<Integer> isSmall = i -> i < 10;
        return isSmall.negate().and(i -> i % 5 == 0).test(age) ? 3 : 4;
    }

    //~ covered: 8 of 8
    //~ complete
    static int numbers(int x, int y) {
        int[] both = {x, y};
        if (Arrays.stream(both).sum() == 77) return 1;
        if (IntStream.range(0, 3).map(i -> i * x).max().getAsInt() == 20) return 2;
        return IntStream.of(both).filter(i -> i > 5).findFirst().orElse(y) == -3 ? 3 : 4;
    }

    //~ covered: 8 of 8
    //~ complete
    static int joined(String a, String b) {
        if (a == null || b == null) return -1;
        return Stream.of(a, b).filter(s -> !s.isEmpty()).collect(Collectors.joining(",", "<", ">")).equals("<a,b>") ? 1 : 2;
    }

    //~ covered: 10 of 10
    //~ complete
    static int grouped(int x, int y) {
        if (Stream.of(new Point(x), new Point(y)).distinct().count() == 1) return 3;
        Map<Integer, List<Integer>> groups = Stream.of(x, y).collect(Collectors.groupingBy(i -> i % 3));
        if (groups.size() == 1) return 1;
        Map<Boolean, Long> signs = Stream.of(x, y).collect(Collectors.partitioningBy(i -> i < 0, Collectors.counting()));
        if (signs.get(true) == 2) return 2;
        return Stream.of(new Person("", x), new Person("", y)).mapToInt(Person::age).sum() == 10 ? 4 : 5;
    }
}
