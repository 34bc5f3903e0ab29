package symcrete.rt;

import symcrete.rt.Texts.Text;

/** Sequences of characters by their interface: strings and builders as what they are, those of the program by their own methods. */
@Model(CharSequence.class)
public final class SequenceModels {
    private static final int LENGTH = Run.token("length", "()I");
    private static final int CHAR_AT = Run.token("charAt", "(I)C");
    private static final int TO_STRING = Run.token("toString", "()Ljava/lang/String;");

    private SequenceModels() {}

    private static boolean isText(CharSequence s) {
        return s instanceof String || s instanceof StringBuilder;
    }

    /** Is the method to be called that a class of the program has? It is named as woven code does. */
    private static boolean isNamed(CharSequence s, int ss, int token, int place) {
        if (Rt.isAside(place)) return false;
        boolean isOfProgram = s != null && Shapes.isOfProgram(s.getClass());
        if (isOfProgram) Rt.token = token;
        else Rt.escapedReceiver(s, ss, place);
        return isOfProgram;
    }

    public static int length(CharSequence s, int ss, int place) {
        if (isText(s)) {
            Text text = Rt.isAside(place) ? null : Texts.of(s, ss);
            if (text != null) Rt.ret = Ints.checked(text.length, s.length(), place);
            return s.length();
        }
        boolean isNamed = isNamed(s, ss, LENGTH, place);
        int length = s.length();
        if (isNamed && Rt.token != 0) Rt.untaken();
        return length;
    }

    public static char charAt(CharSequence s, int i, int ss, int si, int place) {
        if (isText(s)) {
            if (!Rt.isAside(place)) Rt.ret = StringModels.character(s, Texts.of(s, ss), i, si, place);
            return s.charAt(i);
        }
        boolean isNamed = isNamed(s, ss, CHAR_AT, place);
        if (si != 0 && isNamed) {
            Rt.pass(0, si);
            Rt.passing(place);
        } else if (si != 0) Rt.escaped(place);
        char c = s.charAt(i);
        if (isNamed && Rt.token != 0) Rt.untaken();
        return c;
    }

    public static String toString(CharSequence s, int ss, int place) {
        if (s instanceof String) return StringModels.toString((String) s, ss, place);
        if (s instanceof StringBuilder) return BuilderModels.toString((StringBuilder) s, ss, place);
        boolean isNamed = isNamed(s, ss, TO_STRING, place);
        String text = s.toString();
        if (isNamed && Rt.token != 0) Rt.untaken();
        return text;
    }
}
