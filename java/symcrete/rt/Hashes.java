package symcrete.rt;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Hashes with something symbolic: expressions of them, and what hash tables decide by those that objects of the program tell.
 *
 * <p>A table looks for a key among those with the same hash, and asks {@code equals} of these only. So when a woven {@code hashCode} returns to a table,
 * which of the hashes there it is equal to is decided; what {@code equals} answers is decided when it returns. Both in an order that the path alone determines.
 */
public final class Hashes {
    /** Most hashes that one is compared with. */
    private static final int MOST = 64;
    /** Methods by which a hash table asks for hashes, to look for them in itself. */
    public static final Set<String> TABLED = Set.of("<init>", "add", "addAll", "put", "putAll", "putIfAbsent", "get", "getOrDefault", "contains", "containsKey",
            "containsAll", "equals", "remove", "replace", "merge", "compute", "computeIfAbsent", "computeIfPresent");
    /** The hash is not expressed: the bits of a float, or where an object is. */
    static final int UNKNOWN = -1;

    /** What an object told. */
    private static final class Told {
        final int value;
        final int expr;

        Told(int value, int expr) {
            this.value = value;
            this.expr = expr;
        }
    }

    /** The hashes that a table which is just being made was told. */
    static final class Making {
        final List<Told> told = new ArrayList<>();
    }

    private static final Identity<Told> TOLD = new Identity<>();
    /** Does a class of the program have a {@code hashCode} of its own? */
    public static volatile boolean isOwn;
    /** The hash table that a method of the libraries runs on, or the one that it makes; null for none. */
    public static Object table;

    private Hashes() {}

    static void begin() {
        TOLD.clear();
        table = null;
    }

    /** A class with such a method is woven. */
    public static void own() {
        isOwn = true;
    }

    /** A method of the libraries is about to run. */
    static void enter(Object receiver, Object[] values, String owner, String name, int place) {
        if (name.equals("equals") || name.equals("containsAll")) {
            compare(receiver, values.length == 0 ? null : values[0], place);
            return;
        }
        boolean isMade = name.equals("<init>") && owner.matches("java\\.util\\.(Linked)?Hash(Set|Map)");
        table = isMade ? new Making() : TABLED.contains(name) && isTable(receiver) ? receiver : null;
    }

    /** A set looks in itself for each element of the other, a map in the other for each of its own. */
    private static void compare(Object receiver, Object other, int place) {
        Object looked = receiver instanceof Map ? other : receiver;
        Library.fixOrder(receiver instanceof Map ? receiver : other, place);
        table = isTable(looked) ? looked : null;
    }

    private static boolean isTable(Object receiver) {
        return receiver != null && receiver.getClass().getName().matches("java\\.util\\.(Linked)?Hash(Set|Map)");
    }

    /** A woven {@code hashCode} returns to the libraries. */
    public static void returned(Object self, int value, int shadow, int place) {
        if (Rt.isAside(place)) return;
        int hash = Ints.checked(shadow, value, place);
        note(self, value, hash, place);
        if (table instanceof Making) {
            List<Told> told = ((Making) table).told;
            decide(told, value, hash, place);
            told.add(new Told(value, hash));
        } else if (table != null) decide(inside(place), value, hash, place);
        else if (hash != 0) Trace.lost(Layout.WHAT_EXTERNAL, place);
    }

    /** An object that told another hash before has changed: whether it is the same one is a decision. */
    private static void note(Object self, int value, int hash, int place) {
        Told before = TOLD.get(self);
        if (before == null && hash == 0) return;
        boolean isAnyBefore = before != null && (before.expr != 0 || hash != 0);
        if (isAnyBefore) same(before, value, hash, place);
        TOLD.put(self, new Told(value, hash));
        if (hash != 0) Rt.contents++;
    }

    private static boolean same(Told one, int value, int hash, int place) {
        boolean isSame = one.value == value;
        if (hash == 0 && one.expr == 0) return isSame;
        Rt.implicit(Ints.compare(Op.Eq, Ints.of(hash, value, place), Ints.of(one.expr, one.value, place), isSame), isSame, place);
        return isSame;
    }

    /** The hashes of the keys that the table holds, as it knows them. */
    private static List<Told> inside(int place) {
        Map<?, ?> map = table instanceof Map ? (Map<?, ?>) table : Region.mapOf((HashSet<?>) table);
        List<Told> all = new ArrayList<>();
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            int value = Region.hashOf(entry);
            Object key = entry.getKey();
            Told told = key == null ? null : TOLD.get(key);
            // What a key told that has changed since it was put here is not known any more.
            if (told != null && told.expr != 0 && told.value != value || Values.isSymbolic(key)) Trace.lost(Layout.WHAT_UNSUPPORTED, place);
            all.add(new Told(value, told == null || told.value != value ? 0 : told.expr));
        }
        return all;
    }

    /** Which of these is a hash equal to? Those that are equal to each other were decided when they were put there. */
    private static void decide(List<Told> all, int value, int hash, int place) {
        List<Told> asked = new ArrayList<>();
        for (Told one : all) {
            if (one.expr != 0 || hash != 0) asked.add(one);
            else if (one.value == value) return;
        }
        asked.sort((x, y) -> x.expr != y.expr ? Integer.compare(x.expr, y.expr) : Integer.compare(x.value, y.value));
        int n = 0;
        Told last = null;
        for (Told one : asked) {
            if (last != null && last.expr == one.expr && last.value == one.value) continue;
            last = one;
            if (n++ >= MOST) {
                Trace.lost(Layout.WHAT_UNSUPPORTED, place);
                return;
            }
            if (same(one, value, hash, place)) return;
        }
    }

    /** The order of a table depends on what its keys told: the path relies on it. */
    static void fix(Collection<?> keys, int place) {
        List<Integer> told = new ArrayList<>();
        for (Object one : keys) {
            Object key = one instanceof Map.Entry ? ((Map.Entry<?, ?>) one).getKey() : one;
            Told by = key == null ? null : TOLD.get(key);
            if (by != null && by.expr != 0) told.add(by.expr);
        }
        Collections.sort(told);
        for (int expr : told) Rt.fix(expr, Layout.WHAT_UNSUPPORTED, place);
    }

    /** The expression of the hash of a box or a string; 0 when the input does not decide, {@link #UNKNOWN} when it has none. */
    static int of(Object value, int shadow, int place) {
        if (value instanceof String) return StringModels.hash((String) value, Texts.of(value, shadow), place);
        int held = Boxes.value(value, shadow);
        if (held == 0) return 0;
        if (value instanceof Long) return ofLong((Long) value, held, place);
        if (value instanceof Boolean) return ofBoolean((Boolean) value, held, place);
        if (value instanceof Float || value instanceof Double) return UNKNOWN;
        return Ints.checked(held, value.hashCode(), place);
    }

    static int ofBoolean(boolean value, int shadow, int place) {
        int held = Ints.of(shadow, value ? 1 : 0, place);
        int whole = Trace.record(Op.Mul, 32, held, Trace.constant(32, Boolean.hashCode(false) - Boolean.hashCode(true)), 0, value ? 6 : 0);
        return Trace.record(Op.Sub, 32, Trace.constant(32, Boolean.hashCode(false)), whole, 0, Boolean.hashCode(value));
    }

    /** The upper half of a long on its lower one. */
    static int ofLong(long value, int shadow, int place) {
        int whole = Longs.of(shadow, value, place);
        int high = Trace.record(Op.LShr, 64, whole, Trace.constant(64, 32), 0, value >>> 32);
        int both = Trace.record(Op.Xor, 64, whole, high, 0, value ^ value >>> 32);
        return Trace.record(Op.Trunc, 32, both, 0, 0, Ints.unsigned(Long.hashCode(value)));
    }

    /** One more hash is added to what was made of those before. */
    static int join(int before, int sb, int hash, int sh, int place) {
        if (sb == 0 && sh == 0) return 0;
        int shifted = sb == 0 ? 0 : Ints.mul(31, before, 0, sb, place);
        return Ints.add(31 * before, hash, shifted, sh, place);
    }

    /**
     * The hash of several values, as lists have it, left in {@link Rt#ret}; false if one of them has a symbolic one that is not expressed. Those of objects of the program are
     * asked for by the library itself.
     */
    static boolean ofAll(Object[] values, int place) {
        Arrs.Shadow shadows = Arrs.of(values);
        int value = 1;
        int hash = 0;
        for (int k = 0; k < values.length; k++) {
            Object one = values[k];
            boolean isValue = one == null || one instanceof String || Arguments.primitiveOf(one.getClass()) != null;
            if (!isValue) return !Library.reaches(values, 0);
            int shadow = Arrs.cell(shadows, k);
            Refs.use(one, shadow, place);
            int next = one == null ? 0 : of(one, shadow, place);
            if (next == UNKNOWN) return false;
            int own = one == null ? 0 : one.hashCode();
            hash = join(value, hash, own, next, place);
            value = 31 * value + own;
        }
        Rt.ret = hash;
        return true;
    }
}
