package cases;

import java.util.ArrayList;
import java.util.List;

/** Objects: receivers, fields, dispatch, lists. */
final class Objects {
    private int balance;
    private static int calls;

    Objects(int balance) {
        if (balance < 0) throw new IllegalArgumentException("negative");
        this.balance = balance;
    }

    //~ covered: 4 of 6
    //~ finding: IllegalStateException
    //~ complete
    int withdraw(int amount) {
        if (amount < 0) return balance;
        balance -= amount;
        if (balance == -77) throw new IllegalStateException("overdrawn");
        return balance;
    }

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

    static final class Pair implements Shape {
        private final Square one;
        private final int factor;

        Pair(Square one, int factor) {
            this.one = one;
            this.factor = factor;
        }

        @Override
        public int area() {
            return one == null ? 0 : one.area() * factor;
        }
    }

    //~ covered: 6 of 6
    //~ complete
    static int dispatch(Pair pair, boolean whole) {
        if (pair == null) return -1;
        Shape shape = whole ? pair : new Square(pair.factor);
        return shape.area() == 50 ? 1 : 2;
    }

    //~ covered: 2 of 2
    //~ complete
    static int state(int x) {
        calls++;
        return calls + x == 100 ? 1 : 0;
    }

    //~ covered: 2 of 2
    //~ complete
    static int listed(int x) {
        List<Integer> list = new ArrayList<>();
        list.add(x);
        return list.get(0) == 3 ? 1 : 0;
    }

    //~ covered: 2 of 2
    //~ runs: 10
    //~ complete
    static int leaves(int x) {
        if (x == 9) System.exit(3);
        return x;
    }
}
