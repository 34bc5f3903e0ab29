package cases;

import java.util.function.IntBinaryOperator;
import java.util.function.Supplier;

/** Arguments that are more than values: what implements an interface, lambdas, factories, setters, arrays of arrays and of objects. */
final class Inputs {
    interface Shape {
        int area();
    }

    static final class Square implements Shape {
        private final int side;

        Square(int side) {
            this.side = side;
        }

        @Override
        public int area() {
            return side * side;
        }
    }

    static final class Strip implements Shape {
        private final int length;

        Strip(int length) {
            this.length = length;
        }

        @Override
        public int area() {
            return length;
        }
    }

    abstract static class Node {
        final int weight;

        Node(int weight) {
            this.weight = weight;
        }

        abstract int depth();
    }

    static final class Leaf extends Node {
        Leaf(int weight) {
            super(weight);
        }

        @Override
        int depth() {
            return 0;
        }
    }

    static final class Inner extends Node {
        private final Node below;

        Inner(int weight, Node below) {
            super(weight);
            this.below = below;
        }

        @Override
        int depth() {
            return below == null ? 1 : below.depth() + 1;
        }
    }

    static final class Point {
        final int x;

        private Point(int x) {
            this.x = x;
        }

        static Point at(int x) {
            if (x < 0) throw new IllegalArgumentException("below");
            return new Point(x);
        }
    }

    public static final class Bean {
        private int size;
        private String name;

        public void setSize(int size) {
            this.size = size;
        }

        public void setName(String name) {
            this.name = name;
        }
    }

    /** What its setter brings into it, its constructor does not. */
    public static final class Account {
        private final int limit;
        private int balance = 10;

        public Account(int limit) {
            this.limit = limit;
        }

        public void setBalance(int balance) {
            this.balance = balance;
        }
    }

    //~ covered: 6 of 6
    //~ finding: NullPointerException
    //~ complete
    static int account(Account a) {
        if (a.balance == 77) return a.limit == 5 ? 1 : 2;
        return a.balance == 10 ? 3 : 4;
    }

    //~ covered: 6 of 6
    //~ finding: NullPointerException
    //~ complete
    static int shaped(Shape shape) {
        int area = shape.area();
        if (area == 49) return shape instanceof Square ? 1 : 2;
        return area == 7 ? 3 : 4;
    }

    //~ covered: 6 of 6
    //~ complete
    static int nested(Node node) {
        if (node == null) return 0;
        if (node.depth() == 2) return node.weight == 3 ? 1 : 2;
        return 3;
    }

    //~ covered: 4 of 4
    //~ finding: NullPointerException
    //~ complete
    static int applied(IntBinaryOperator f, Supplier<String> s) {
        if (f.applyAsInt(1, 2) == 77) return s.get().equals("ok") ? 1 : 2;
        return 3;
    }

    //~ covered: 3 of 4
    //~ finding: NullPointerException
    //~ complete
    static int factory(Point p) {
        if (p.x == -1) return 1;
        return p.x == 12345 ? 2 : 3;
    }

    //~ covered: 6 of 6
    //~ complete
    static int bean(Bean b) {
        if (b == null) return 0;
        return b.size == 9 && "x".equals(b.name) ? 1 : 2;
    }

    //~ covered: 8 of 8
    //~ finding: NullPointerException
    //~ runs: 100
    static int grid(int[][] g) {
        int sum = 0;
        for (int[] row : g) for (int one : row) sum += one;
        return g.length == 2 && sum == 31 ? 1 : 0;
    }

    //~ covered: 4 of 4
    //~ finding: NullPointerException
    //~ complete
    static int several(Strip[] all) {
        for (Strip one : all) if (one.length == 1000) return 1;
        return 0;
    }
}
