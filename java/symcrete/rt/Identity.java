package symcrete.rt;

import java.util.Arrays;

/** A table by identity, for one run: small, open, never shrinking; it keeps its keys alive until it is cleared. */
final class Identity<T> {
    private Object[] keys = new Object[64];
    private Object[] values = new Object[64];
    private int n;

    void clear() {
        if (n == 0) return;
        Arrays.fill(keys, null);
        Arrays.fill(values, null);
        n = 0;
    }

    @SuppressWarnings("unchecked")
    T get(Object key) {
        for (int at = slot(key); keys[at] != null; at = at + 1 & keys.length - 1) {
            if (keys[at] == key) return (T) values[at];
        }
        return null;
    }

    void put(Object key, T value) {
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
