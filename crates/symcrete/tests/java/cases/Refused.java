package cases;

/** Methods that cannot be explored, and why. */
abstract class Refused {
    static int overloaded(int x) {
        return x;
    }

    static int overloaded(long x) {
        return 1;
    }

    static native int nowhere(int x);

    abstract int open(int x);

    int instance(int x) {
        return x;
    }

    static int given(java.io.InputStream in) {
        return in == null ? 1 : 0;
    }
}
