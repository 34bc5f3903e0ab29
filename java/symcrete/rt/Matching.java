package symcrete.rt;

import java.util.Arrays;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import symcrete.rt.Regex.Next;
import symcrete.rt.Regex.Node;
import symcrete.rt.Texts.Text;

/**
 * A text that is matched with regular expressions: each question about a character or the length becomes a decision, as long as the answers before leave it open.
 *
 * <p>Where a match begins and ends then depends on the path alone. What the library found is compared with what is found here; if it is something else, that is counted as
 * lost.
 */
final class Matching {
    /** Longest text that is followed, and most questions about it in one search. */
    private static final int MAX_LENGTH = 1000;
    private static final int MAX_STEPS = 20_000;
    private static final CharSet HIGH = CharSet.where(c -> Character.isHighSurrogate((char) c), false);
    private static final CharSet LOW = CharSet.where(c -> Character.isLowSurrogate((char) c), false);
    private static final CharSet FEED = CharSet.where(c -> c == '\n', false);
    private static final CharSet RETURN = CharSet.where(c -> c == '\r', false);
    private static final CharSet OTHER_ENDS = CharSet.where(c -> c == '\u0085' || (c | 1) == '\u2029', false);
    final String s;
    final Text text;
    final Regex regex;
    private int place;
    /** What is known of each character, and up to which one it is decided whether they are there. */
    private final CharSet[] known;
    private int nThere;
    private boolean isLengthKnown;
    private boolean isPairing;
    private boolean hasPairs;
    private int steps;
    /** Where the search goes on: the library's own numbers. */
    private int first = -1;
    private int last;
    /** Where the last match and its groups begin and end. */
    final int[] starts;
    final int[] ends;

    Matching(String s, Text text, Regex regex, int place) {
        this.s = s;
        this.text = text;
        this.regex = regex;
        this.place = place;
        this.known = new CharSet[s.length()];
        this.isLengthKnown = text.length == 0;
        this.starts = new int[regex.nGroups + 1];
        this.ends = new int[regex.nGroups + 1];
    }

    /** A text that is about to be matched at a place; null, and counted as lost, if that is not followed. */
    static Matching of(String s, Text text, Pattern pattern, int place) {
        Regex regex = s.length() > MAX_LENGTH ? null : Regex.of(pattern);
        if (regex != null) return new Matching(s, text, regex, place);
        Trace.lost(Layout.WHAT_EXTERNAL, place);
        return null;
    }

    /** What is asked next is asked at this place. */
    Matching at(int newPlace) {
        place = newPlace;
        return this;
    }

    void reset() {
        first = -1;
        last = 0;
    }

    boolean isFoundNext() {
        int from = last == first ? last + 1 : last;
        return (from == 0 || has(from - 1)) && isFound(from);
    }

    boolean isWhole() {
        return followed(() -> search(0, index -> !has(index)));
    }

    boolean isBeginning() {
        return followed(() -> search(0, index -> true));
    }

    boolean isFound(int from) {
        return followed(() -> {
            for (int k = from; ; k++) {
                if (search(k, index -> true)) return true;
                if (!has(k)) return false;
                if (regex.hasPairs && isPair(k)) k++;
            }
        });
    }

    private boolean followed(java.util.function.BooleanSupplier search) {
        steps = 0;
        try {
            return search.getAsBoolean();
        } catch (Regex.Unfollowed | StackOverflowError why) {
            Trace.lost(Layout.WHAT_UNSUPPORTED, place);
            return false;
        }
    }

    private boolean search(int from, Next last) {
        Arrays.fill(starts, -1);
        Arrays.fill(ends, -1);
        boolean isFound = regex.root.match(this, from, index -> {
            ends[0] = index;
            return last.at(index);
        });
        starts[0] = isFound ? from : -1;
        return isFound;
    }

    /** The library has found something: is it the same? */
    void check(boolean isFound, boolean isOurs, MatchResult result) {
        boolean isSame = isFound == isOurs;
        for (int k = 0; isFound && isSame && k < starts.length; k++) isSame = result.start(k) == starts[k] && (starts[k] < 0 || result.end(k) == ends[k]);
        if (!isSame) Trace.lost(Layout.WHAT_UNSUPPORTED, place);
        first = isFound ? result.start() : -1;
        if (isFound) last = result.end();
    }

    /** The shadow of a part of the text. */
    int part(String result, int from, int to) {
        return from == to ? 0 : Chars.shadowOf(result, new Text(0, Arrays.copyOfRange(text.chars, from, to)));
    }

    private void step() {
        if (++steps > MAX_STEPS) throw new Regex.Unfollowed();
    }

    /** Is there a character? */
    boolean has(int index) {
        boolean has = index < s.length();
        if (isLengthKnown || index < nThere) return has;
        Texts.has(text, s, index, place);
        if (has) nThere = index + 1;
        else isLengthKnown = true;
        return has;
    }

    /** Is the character that is there in a set? */
    private boolean isIn(CharSet set, int index) {
        step();
        char c = s.charAt(index);
        boolean isIn = set.has(c);
        int shadow = Texts.at(text, s, index, place);
        if (shadow <= 0) return isIn;
        if (known[index] == null) known[index] = CharSet.all();
        CharSet inside = known[index].and(set);
        CharSet outside = known[index].and(set.not());
        if (!inside.isEmpty() && !outside.isEmpty()) Rt.implicit(set.condition(shadow, c), isIn, place);
        known[index] = isIn ? inside : outside;
        return isIn;
    }

    /** Does a character of two parts begin here? Whether there is one at all is one decision. */
    private boolean isPair(int index) {
        if (!isPairing) {
            isPairing = true;
            decideLength();
            decidePairs();
        }
        return hasPairs && index + 1 < s.length() && isIn(HIGH, index) && isIn(LOW, index + 1);
    }

    private void decidePairs() {
        int condition = 0;
        boolean isSure = false;
        for (int k = 0; k + 1 < s.length(); k++) {
            hasPairs |= Character.isSurrogatePair(s.charAt(k), s.charAt(k + 1));
            if (!canBe(HIGH, k) || !canBe(LOW, k + 1)) continue;
            int one = Chars.both(condition(HIGH, k), condition(LOW, k + 1));
            isSure |= one == 0;
            condition = Chars.either(condition, one);
        }
        if (!isSure) Rt.implicit(condition, hasPairs, place);
    }

    private boolean canBe(CharSet set, int index) {
        int shadow = Texts.at(text, s, index, place);
        if (shadow <= 0) return set.has(s.charAt(index));
        return known[index] == null || !known[index].and(set).isEmpty();
    }

    private int condition(CharSet set, int index) {
        int shadow = Texts.at(text, s, index, place);
        return shadow > 0 ? set.condition(shadow, s.charAt(index)) : 0;
    }

    int shadow(int index) {
        return Texts.at(text, s, index, place);
    }

    /** From here on the path is that of this length. */
    void decideLength() {
        if (!isLengthKnown) Texts.decideLength(text, s, place);
        isLengthKnown = true;
    }

    /** How many parts the character here has, if it is in the set; 0 if it is not. */
    private int taken(CharSet set, int index) {
        if (!has(index) || !isIn(set, index)) return 0;
        return set.hasPairs && isPair(index) ? 2 : 1;
    }

    boolean one(CharSet set, int index, Next next) {
        int taken = taken(set, index);
        return taken > 0 && next.at(index + taken);
    }

    /** As many characters of a set as there are, and then fewer. */
    boolean run(CharSet set, int least, int most, boolean isPossessive, int index, Next next) {
        int[] at = new int[s.length() - index + 1];
        at[0] = index;
        int n = 0;
        for (; n < most; n++) {
            int taken = taken(set, at[n]);
            if (taken == 0) break;
            at[n + 1] = at[n] + taken;
        }
        for (int k = n; k >= least; k--) {
            step();
            if (next.at(at[k])) return true;
            if (isPossessive) return false;
        }
        return false;
    }

    /** A part as often as it can be, or as seldom; one that matches nothing is the last one. */
    boolean loop(Node one, int least, int most, boolean isLazy, int n, int index, Next next) {
        step();
        if (isLazy && n >= least && next.at(index)) return true;
        Next again = i -> i > index ? loop(one, least, most, isLazy, n + 1, i, next) : next.at(i);
        if (n < most && one.match(this, index, again)) return true;
        return !isLazy && n >= least && next.at(index);
    }

    boolean group(int number, Node inner, int index, Next next) {
        return inner.match(this, index, i -> {
            int start = starts[number];
            int end = ends[number];
            starts[number] = index;
            ends[number] = i;
            if (next.at(i)) return true;
            starts[number] = start;
            ends[number] = end;
            return false;
        });
    }

    boolean lineBegin(int index, Next next) {
        if (!has(index)) return false;
        boolean isBegin = index == 0 || isIn(FEED, index - 1) || isIn(OTHER_ENDS, index - 1) || isIn(RETURN, index - 1) && !isIn(FEED, index);
        return isBegin && next.at(index);
    }

    /** Is this the end, or before the end of the last line, or of any? */
    boolean isEnd(int index, boolean isLine) {
        if (!has(index)) return true;
        if (!isLine && has(index + 1)) {
            return !has(index + 2) && isIn(RETURN, index) && isIn(FEED, index + 1);
        }
        if (isIn(FEED, index)) return index == 0 || !isIn(RETURN, index - 1);
        return isIn(RETURN, index) || isIn(OTHER_ENDS, index);
    }

    boolean isBoundary(int index) {
        boolean isLeft = index > 0 && isWord(index - 1);
        boolean isRight = has(index) && isWord(index);
        return isLeft != isRight;
    }

    private boolean isWord(int index) {
        if (isIn(Regex.marks(), index)) throw new Regex.Unfollowed();
        return isIn(Regex.words(), index);
    }
}
