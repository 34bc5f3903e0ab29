package symcrete.rt;

import java.util.Arrays;

/** Places of the program, numbered as they are woven: the class's number in the trace, and the location in it. */
public final class Places {
    private static int[] modules = new int[1024];
    private static int[] locations = new int[1024];
    private static int n;

    private Places() {}

    /** A number for this location of this module. */
    public static synchronized int add(int module, int location) {
        if (n == modules.length) {
            modules = Arrays.copyOf(modules, 2 * n);
            locations = Arrays.copyOf(locations, 2 * n);
        }
        modules[n] = module;
        locations[n] = location;
        return n++;
    }

    static int module(int place) {
        return modules[place];
    }

    static int location(int place) {
        return locations[place];
    }
}
