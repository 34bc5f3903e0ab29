package symcrete.rt;

/** Strings and builders that were made by a constructor from something symbolic. */
public final class Constructed {
    private Constructed() {}

    /** Of a string. */
    public static void made(Object object, String from, int sf, int place) {
        if (Rt.isAside(place)) return;
        Refs.use(from, sf, place);
        note(object, from, Texts.of(from, sf), place);
    }

    /** Of all characters of an array. */
    public static void made(Object object, char[] from, int sf, int place) {
        if (Rt.isAside(place)) return;
        Refs.use(from, sf, place);
        note(object, new String(from), StringModels.ofArray(from, place), place);
    }

    /** Of a part of an array. */
    public static void made(Object object, char[] from, int at, int n, int sf, int sa, int sn, int place) {
        if (Rt.isAside(place)) return;
        Refs.use(from, sf, place);
        Rt.decide(Ints.checked(sa, at, place), at, place);
        Rt.decide(Ints.checked(sn, n, place), n, place);
        Texts.Text text = StringModels.ofArray(from, place);
        if (text == null) return;
        note(object, new String(from, at, n), new Texts.Text(0, java.util.Arrays.copyOfRange(text.chars, at, at + n)), place);
    }

    /** Of a length that a builder begins with: it holds nothing yet. */
    public static void made(Object object, int capacity, int sc, int place) {
        Rt.unsupported(place);
    }

    private static void note(Object object, String value, Texts.Text text, int place) {
        if (text == null) return;
        boolean isIt = (object instanceof String || object instanceof StringBuilder) && value.contentEquals((CharSequence) object);
        if (!isIt) Trace.lost(Layout.WHAT_UNSUPPORTED, place);
        else if (object instanceof StringBuilder) Texts.replace(object, text);
        // Nobody shares a string that a constructor made.
        else Texts.set(object, text);
    }
}
