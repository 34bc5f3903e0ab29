package symcrete.rt;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A regular expression as its parts: characters, sequences, alternatives, groups, repetitions and places such as the end. {@link Matching} tries them in the order in which
 * the library tries them.
 *
 * <p>Not followed: references back to groups, conditions on what stands before or behind, atomic groups, possessive repetitions of groups, classes of Unicode, comments.
 */
final class Regex {
    /** What is left to be matched. */
    interface Next {
        boolean at(int index);
    }

    /** A part. */
    interface Node {
        boolean match(Matching matching, int index, Next next);
    }

    /** Flags that change nothing else than which characters match and where lines end. */
    private static final int FLAGS = Pattern.CASE_INSENSITIVE | Pattern.MULTILINE | Pattern.DOTALL | Pattern.LITERAL;
    /** Parts inside each other, and the least number of repetitions. */
    private static final int MOST = 50;
    private static final Map<String, Regex> KNOWN = new HashMap<>();
    private static final Node BEGIN = (matching, index, next) -> index == 0 && next.at(index);
    /** Which characters {@code \b} takes for part of a word, and of which it depends on what stands before. */
    private static CharSet words;
    private static CharSet marks;
    final Node root;
    final int nGroups;
    final boolean hasPairs;

    private Regex(Node root, int nGroups, boolean hasPairs) {
        this.root = root;
        this.nGroups = nGroups;
        this.hasPairs = hasPairs;
    }

    /** The parts of an expression; null if it is not followed. */
    static synchronized Regex of(Pattern pattern) {
        String key = pattern.flags() + pattern.pattern();
        if (!KNOWN.containsKey(key)) KNOWN.put(key, parsed(pattern));
        return KNOWN.get(key);
    }

    private static Regex parsed(Pattern pattern) {
        if ((pattern.flags() & ~FLAGS) != 0) return null;
        try {
            Parser parser = new Parser(pattern.pattern(), pattern.flags());
            Node root = parser.whole();
            return new Regex(root, parser.nGroups, parser.hasPairs);
        } catch (Unfollowed why) {
            return null;
        }
    }

    /** Part of an expression is not followed. */
    static final class Unfollowed extends RuntimeException {
        Unfollowed() {
            super(null, null, false, false);
        }
    }

    static synchronized CharSet words() {
        if (words == null) {
            java.util.regex.Matcher matcher = Pattern.compile("\\b.", Pattern.DOTALL).matcher("");
            words = CharSet.where(c -> matcher.reset(String.valueOf((char) c)).matches(), false);
        }
        return words;
    }

    static synchronized CharSet marks() {
        if (marks == null) marks = CharSet.where(c -> Character.getType(c) == Character.NON_SPACING_MARK || Character.isSurrogate((char) c), true);
        return marks;
    }

    /** Reads an expression that the library has read already, so what is not followed is all that can be wrong with it. */
    private static final class Parser {
        private final String text;
        private int flags;
        private int at;
        private int depth;
        private int nGroups;
        private boolean hasPairs;

        Parser(String text, int flags) {
            this.text = text;
            this.flags = flags;
        }

        Node whole() {
            if ((flags & Pattern.LITERAL) != 0) {
                List<Node> all = new ArrayList<>();
                for (char c : text.toCharArray()) all.add(character(c));
                return sequence(all);
            }
            Node root = alternatives();
            if (at < text.length()) throw new Unfollowed();
            return root;
        }

        private boolean isAt(String wanted) {
            return text.startsWith(wanted, at);
        }

        private boolean takes(String wanted) {
            boolean takes = isAt(wanted);
            if (takes) at += wanted.length();
            return takes;
        }

        private char take() {
            if (at >= text.length()) throw new Unfollowed();
            return text.charAt(at++);
        }

        private Node alternatives() {
            if (++depth > MOST) throw new Unfollowed();
            List<Node> all = new ArrayList<>();
            do all.add(sequence()); while (takes("|"));
            depth--;
            return all.size() == 1 ? all.get(0) : (matching, index, next) -> {
                for (Node one : all) if (one.match(matching, index, next)) return true;
                return false;
            };
        }

        private Node sequence() {
            List<Node> all = new ArrayList<>();
            while (at < text.length() && !isAt("|") && !isAt(")")) {
                Node one = part();
                if (one != null) all.add(one);
            }
            return sequence(all);
        }

        private static Node sequence(List<Node> all) {
            return (matching, index, next) -> from(all, 0, matching, index, next);
        }

        private static boolean from(List<Node> all, int first, Matching matching, int index, Next next) {
            if (first == all.size()) return next.at(index);
            return all.get(first).match(matching, index, i -> from(all, first + 1, matching, i, next));
        }

        /** One part with how often it stands there; null for flags. */
        private Node part() {
            if (takes("^")) return (flags & Pattern.MULTILINE) != 0 ? Matching::lineBegin : BEGIN;
            if (takes("$")) {
                boolean isLine = (flags & Pattern.MULTILINE) != 0;
                return (matching, index, next) -> matching.isEnd(index, isLine) && next.at(index);
            }
            if (takes("\\A")) return BEGIN;
            if (takes("\\z")) return (matching, index, next) -> !matching.has(index) && next.at(index);
            if (takes("\\Z")) return (matching, index, next) -> matching.isEnd(index, false) && next.at(index);
            if (takes("\\b")) return (matching, index, next) -> matching.isBoundary(index) && next.at(index);
            if (takes("\\B")) return (matching, index, next) -> !matching.isBoundary(index) && next.at(index);
            if (isAt("(")) return group();
            CharSet set = set();
            return repeated((matching, index, next) -> matching.one(set, index, next), set);
        }

        private Node group() {
            take();
            int outer = flags;
            int number = 0;
            if (isAt("?<=") || isAt("?<!")) throw new Unfollowed();
            if (takes("?<")) {
                number = ++nGroups;
                while (take() != '>') continue;
            } else if (takes("?")) {
                boolean isFirst = at == 2;
                boolean isOn = true;
                for (char c = take(); c != ':' && c != ')'; c = take()) {
                    if (c == '-') isOn = false;
                    else flag(c, isOn);
                }
                if (text.charAt(at - 1) == ')') {
                    // The pattern tells flags that hold from here on as if they held from the beginning.
                    if (!isFirst || !isOn) throw new Unfollowed();
                    return null;
                }
            } else number = ++nGroups;
            Node inner = alternatives();
            if (!takes(")")) throw new Unfollowed();
            flags = outer;
            int group = number;
            return repeated(group == 0 ? inner : (matching, index, next) -> matching.group(group, inner, index, next), null);
        }

        private void flag(char c, boolean isOn) {
            int flag = c == 'i' ? Pattern.CASE_INSENSITIVE : c == 'm' ? Pattern.MULTILINE : c == 's' ? Pattern.DOTALL : 0;
            if (flag == 0) throw new Unfollowed();
            flags = isOn ? flags | flag : flags & ~flag;
        }

        /** How often a part stands there. {@code set} is not null if it is one character. */
        private Node repeated(Node one, CharSet set) {
            int least = 0;
            int most = Integer.MAX_VALUE;
            if (takes("?")) most = 1;
            else if (takes("+")) least = 1;
            else if (takes("{")) {
                int end = text.indexOf('}', at);
                String[] numbers = text.substring(at, end).split(",", -1);
                at = end + 1;
                least = Integer.parseInt(numbers[0]);
                most = numbers.length == 1 ? least : numbers[1].isEmpty() ? most : Integer.parseInt(numbers[1]);
            } else if (!takes("*")) return one;
            boolean isLazy = takes("?");
            boolean isPossessive = !isLazy && takes("+");
            boolean isTwice = at < text.length() && "*+?{".indexOf(text.charAt(at)) >= 0;
            if (isTwice || least > MOST || isPossessive && set == null) throw new Unfollowed();
            int min = least;
            int max = most;
            if (set != null && !isLazy) return (matching, index, next) -> matching.run(set, min, max, isPossessive, index, next);
            return (matching, index, next) -> matching.loop(one, min, max, isLazy, 0, index, next);
        }

        /** The characters that one place matches. */
        private CharSet set() {
            int from = at;
            char c = take();
            if (c == '[') {
                bracket();
                return asked(text.substring(from, at));
            }
            if (c == '.') return asked(".");
            if (c != '\\') {
                if ("*+?{".indexOf(c) >= 0) throw new Unfollowed();
                return literal(c);
            }
            char escaped = take();
            if (escaped == 'p' || escaped == 'P') named(from);
            else if (escaped == 'u') at += 4;
            else if (escaped == 'x' && !isAt("{")) at += 2;
            else if (Character.isLetterOrDigit(escaped) && "dDwWsSvVhHtnrfae".indexOf(escaped) < 0) throw new Unfollowed();
            return asked(text.substring(from, at));
        }

        /** A class of ASCII by its name. */
        private void named(int from) {
            if (!takes("{")) throw new Unfollowed();
            at = text.indexOf('}', at) + 1;
            String name = text.substring(from + 3, at - 1);
            if (!name.matches("Lower|Upper|ASCII|Alpha|Digit|Alnum|Punct|Graph|Print|Blank|Cntrl|XDigit|Space")) throw new Unfollowed();
        }

        private void bracket() {
            int inside = 1;
            takes("^");
            if (isAt("]")) throw new Unfollowed();
            while (inside > 0) {
                int from = at;
                char c = take();
                if (c == '[') {
                    inside++;
                    takes("^");
                    if (isAt("]")) throw new Unfollowed();
                } else if (c == ']') inside--;
                else if (c == '\\') {
                    char escaped = take();
                    if (escaped == 'p' || escaped == 'P') named(from);
                    else if (escaped == 'Q' || escaped == 'E' || escaped == 'c' || escaped == 'N' || escaped == 'x' && isAt("{")) throw new Unfollowed();
                }
            }
        }

        private CharSet asked(String atom) {
            CharSet set = CharSet.of(atom, flags & (Pattern.CASE_INSENSITIVE | Pattern.DOTALL));
            if (set == null) throw new Unfollowed();
            hasPairs |= set.hasPairs;
            return set;
        }

        private CharSet literal(char c) {
            if (Character.isSurrogate(c)) throw new Unfollowed();
            return asked(Character.isLetterOrDigit(c) ? String.valueOf(c) : Pattern.quote(String.valueOf(c)));
        }

        private Node character(char c) {
            CharSet set = literal(c);
            return (matching, index, next) -> matching.one(set, index, next);
        }
    }
}
