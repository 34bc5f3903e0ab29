package symcrete.rt;

/**
 * What is symbolic of strings and builders: their length and each character.
 *
 * <p>Strings are found by identity; those that others may share, such as the empty one, only by their reference's shadow. Strings never
 * change, builders do: their entry is replaced by each operation that is modelled, and a character that is not what it stands for counts
 * as changed by somebody else.
 */
public final class Texts {
    /**
     * A text: shadows of its length and of each character, as ints; 0 where the input does not decide. A string of the input knows more characters
     * than it has in this run: those that it would have if it were longer.
     */
    public static final class Text {
        final int length;
        final int[] chars;

        Text(int length, int[] chars) {
            this.length = length;
            this.chars = chars;
        }
    }

    private static final Identity<Text> TEXTS = new Identity<>();
    /** Strings that arguments were made of. */
    private static final Identity<Boolean> GIVEN = new Identity<>();

    private Texts() {}

    static void begin() {
        TEXTS.clear();
        GIVEN.clear();
    }

    static boolean holds(Object value) {
        return TEXTS.get(value) != null;
    }

    /** The text of a string or builder; null when nothing of it is symbolic. */
    static Text of(Object value, int shadow) {
        Refs.Known known = Refs.known(shadow);
        if (known != null && known.text != null) return known.text;
        return value == null || Rt.contents == 0 ? null : TEXTS.get(value);
    }

    /** Notes a string that an argument was made of. */
    static void give(String value, Text text) {
        set(value, text);
        GIVEN.put(value, true);
    }

    static boolean isGiven(Object value) {
        return GIVEN.get(value) != null;
    }

    /** Notes the text of an object that nobody shares. */
    static void set(Object value, Text text) {
        TEXTS.put(value, text);
        Rt.contents++;
    }

    /** Notes what a builder holds now; null when nothing of it is symbolic. */
    static void replace(Object builder, Text text) {
        if (text != null || TEXTS.get(builder) != null) set(builder, text);
    }

    /** From here on the path is that of the length that the text has. */
    static void decideLength(Text text, CharSequence value, int place) {
        if (text != null && text.length != 0) Rt.decide(Ints.of(text.length, value.length(), place), value.length(), place);
    }

    /** Is there a character at this index? A decision if the length is symbolic. */
    static boolean has(Text text, CharSequence value, int index, int place) {
        boolean has = index < value.length();
        if (text != null && text.length != 0) {
            int length = Ints.of(text.length, value.length(), place);
            Rt.implicit(Ints.compare(Op.Sgt, length, Trace.constant(32, index), has), has, place);
        }
        return has;
    }

    /** The shadow of a character that is there. */
    static int at(Text text, CharSequence value, int index, int place) {
        return text == null ? 0 : Chars.checked(text.chars[index], value.charAt(index), place);
    }
}
