package symcrete.rt;

import java.util.Arrays;

/** A table by identity, for one run: small, open, never shrinking; it keeps its keys alive until it is cleared. */
final class Identity<T> {
    private Object[] keys = new Object[64];
    private Object[] values = new Object[64];
    private int n;
    /** The last objects that were not found. */
    private Object missed0;
    private Object missed1;
    private Object missed2;
    private Object missed3;

    private void forget() {
        missed0 = missed1 = missed2 = missed3 = null;
    }

    void clear() {
        forget();
        if (n == 0) return;
        Arrays.fill(keys, null);
        Arrays.fill(values, null);
        n = 0;
    }

    @SuppressWarnings("unchecked")
    T get(Object key) {
        // Loops ask for the same few objects again and again, and asking where an object is takes long.
        if (n == 0 || key == missed0 || key == missed1 || key == missed2 || key == missed3) return null;
        for (int at = slot(key); keys[at] != null; at = at + 1 & keys.length - 1) {
            if (keys[at] == key) return (T) values[at];
        }
        missed3 = missed2;
        missed2 = missed1;
        missed1 = missed0;
        missed0 = key;
        return null;
    }

    void put(Object key, T value) {
        forget();
        if (2 * n >= keys.length) grow();
        int at = slot(key);
        while (keys[at] != null && keys[at] != key) at = at + 1 & keys.length - 1;
        if (keys[at] == null) n++;
        keys[at] = key;
        values[at] = value;
    }

    private int slot(Object key) {
        return System.identityHashCode(key) * 0x9E3779B1 >>> 8 & keys.length - 1;
    }

    @SuppressWarnings("unchecked")
    private void grow() {
        Object[] oldKeys = keys;
        Object[] oldValues = values;
        keys = new Object[2 * oldKeys.length];
        values = new Object[2 * oldKeys.length];
        n = 0;
        for (int k = 0; k < oldKeys.length; k++) if (oldKeys[k] != null) put(oldKeys[k], (T) oldValues[k]);
    }
}
