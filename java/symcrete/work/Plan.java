package symcrete.work;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What the worker is to run, from a file that crate `jvm` writes: lines of a word and its value.
 *
 * <pre>
 * path a.jar:classes     where the classes are
 * method a.B.c (II)I     what is called
 * woven true             or the plain program
 * renew true             may static state be cleared instead of loading classes again?
 * choice a.I a.B a.C     classes that implement a.I
 * tell call              the call as Java, without making it; or checks: that and what came of it
 * seat a/B.java:7        the line of the plain program that is marked
 * null true              may arguments be null?
 * module a/B 0123abcd 4  a class that is followed: its hash and how many outcomes it has
 * </pre>
 */
final class Plan {
    final Map<String, String> settings = new HashMap<>();
    /** By interface or abstract class, classes that implement it. */
    final Map<String, String[]> choices = new HashMap<>();
    final List<Long> hashes = new ArrayList<>();
    final List<Integer> outcomes = new ArrayList<>();
    private final List<Integer> bases = new ArrayList<>();
    private final Map<String, Integer> modules = new HashMap<>();

    Plan(Path file) throws IOException {
        int base = 0;
        for (String line : Files.readAllLines(file)) {
            String[] words = line.split(" ");
            if (words[0].equals("choice")) {
                choices.put(words[1], Arrays.copyOfRange(words, 2, words.length));
                continue;
            }
            if (!words[0].equals("module")) {
                settings.put(words[0], line.substring(line.indexOf(' ') + 1));
                continue;
            }
            modules.put(words[1], hashes.size());
            hashes.add(Long.parseUnsignedLong(words[2], 16));
            outcomes.add(Integer.parseInt(words[3]));
            bases.add(base);
            base += Integer.parseInt(words[3]);
        }
    }

    boolean is(String setting) {
        return "true".equals(settings.get(setting));
    }

    /** The number of a class in the trace; null when it is not followed. */
    Integer module(String name) {
        return modules.get(name);
    }

    int base(int module) {
        return bases.get(module);
    }
}
