//! Standard input of no fixed length: it grows where a program reads beyond its end, and shrinks where it reads.

use crate::Folder;

/// Explores a program without flags but these; all paths must be followed as predicted.
fn explore(text: &str, args: &[&str]) -> (Folder, String) {
    let folder = Folder::new("explore");
    let done = folder.test(text, args);
    assert!(done.stdout.contains("0 divergences"), "{}{}", done.stdout, done.stderr);
    (folder, done.stdout)
}

/// Paths: no byte; one that is no x; x and the end; x and no x; … ; xxx and a fourth byte or the end.
#[test]
fn getchar_is_offered_one_byte_more() {
    let text = "#include <stdio.h>\nint main(void) { int c, n = 0;\n\
        while ((c = getchar()) != EOF && n < 3) { if (c == 'x') n++; else return 5; } return n; }\n";
    for strategy in ["dfs", "bfs", "generational", "cgs", "portfolio"] {
        let (folder, stdout) = explore(text, &["--strategy", strategy]);
        assert!(stdout.starts_with("every feasible path was explored\n"), "{strategy}: {stdout}");
        assert!(stdout.contains("6 of 6 covered, 8 runs, 8 paths"), "{strategy}: {stdout}");
        assert_eq!(folder.n_tests(), 8);
    }
}

/// A read of twenty bytes can give any number from 0 to 20: each is one path, and the last one forks once more.
#[test]
fn read_may_be_short_by_any_number() {
    let text = "#include <unistd.h>\nint main(void) { char b[20];\n\
        if (read(0, b, 20) != 20) return 1; return b[7] == 'a' ? 2 : 3; }\n";
    for args in [&["--merge", "never"][..], &["--merge", "never", "--stdin", "20"]] {
        let (_, stdout) = explore(text, &[args, &["--strategy", "dfs"]].concat());
        assert!(stdout.starts_with("every feasible path was explored\n"), "{stdout}");
        assert!(stdout.contains("22 runs, 22 paths"), "{stdout}");
    }
    let (_, stdout) = explore(text, &["--stdin", "20", "--stdin-fixed", "--strategy", "dfs", "--merge", "never"]);
    assert!(stdout.contains("2 runs, 2 paths"), "{stdout}");
}

#[test]
fn the_bound_is_named_when_it_was_hit() {
    let text = "#include <stdio.h>\nint main(void) { int n = 0; while (getchar() != EOF) n++; return n; }\n";
    for args in [&["--stdin-max", "9"][..], &["--stdin", "9"]] {
        let (_, stdout) = explore(text, args);
        let want = "every feasible path with at most 9 bytes of standard input was explored\n";
        assert!(stdout.starts_with(want), "{stdout}");
        assert!(stdout.contains("2 of 2 covered, 10 runs"), "{stdout}");
    }
}

#[test]
fn lines_and_blocks_grow_too() {
    let lines = "#include <stdio.h>\n#include <stdlib.h>\nint main(void) { char b[8];\n\
        while (fgets(b, sizeof b, stdin)) if (b[0] == 'h' && b[6] == 'i') abort(); return 0; }\n";
    let blocks = "#include <stdio.h>\n#include <stdlib.h>\nstatic char b[65536];\nint main(void) {\n\
        size_t n = fread(b, 1, sizeof b, stdin); if (n > 100 && b[n - 1] == '!') abort(); return 0; }\n";
    for text in [lines, blocks] {
        let (_, stdout) = explore(text, &["--iterations", "600"]);
        assert!(stdout.contains("finding: SIGABRT"), "{stdout}");
    }
}

/// Inputs grow by doubling: what six bytes are enough for is not asked about 256, each of which would be part of the sum.
#[test]
fn a_short_input_is_tried_before_a_long_one() {
    let text = "#include <stdio.h>\n#include <stdlib.h>\nint main(void) { unsigned char b[256]; unsigned sum = 7;\n\
        size_t n = fread(b, 1, sizeof b, stdin); if (n < 6) return 1;\n\
        for (size_t i = 1; i < n; i++) sum = (sum << 3 | sum >> 29) ^ b[i]; if ((sum & 255) != b[0]) return 2;\n\
        if (b[5] == '!' && b[1] > b[2]) abort(); return 0; }\n";
    let (folder, stdout) = explore(text, &["--iterations", "100", "--no-mutations"]);
    assert!(stdout.contains("finding: SIGABRT"), "{stdout}");
    let input = std::fs::read(folder.join("symcrete-out/main/findings/001/input.stdin")).expect("it is there");
    assert!(input.len() <= 16, "{input:?}");
}

/// What a test needs is in its file: the length, too.
#[test]
fn a_longer_input_replays() {
    let text = "#include <stdio.h>\n#include <stdlib.h>\n\
        int main(void) { int n = 0; while (getchar() == 'a') n++; if (n == 7) abort(); return 0; }\n";
    let (folder, stdout) = explore(text, &["--strategy", "dfs", "--iterations", "100"]);
    assert!(stdout.contains("finding: SIGABRT"), "{stdout}");
    let input = folder.join("symcrete-out/main/findings/001/input");
    assert!(std::fs::read(input.with_extension("stdin")).is_ok_and(|bytes| bytes.starts_with(b"aaaaaaa")));
    let replayed = folder.done(&["replay", &input.to_string_lossy()]);
    assert!(replayed.stdout.contains("outcome: SIGABRT"), "{}", replayed.stdout);
}

/// No input is left unread for a terminal to fill: a program that reads none is told so, quickly.
#[test]
fn a_program_that_reads_nothing_is_told_the_ways() {
    let folder = Folder::new("explore");
    let done = folder.test("int main(int argc, char **argv) { (void)argv; return argc > 3; }\n", &[]);
    assert_eq!(done.code, Some(2));
    for way in ["standard input", "__VERIFIER_nondet_int()", "CREST_int("] {
        assert!(done.stderr.contains(way), "{way}: {}", done.stderr);
    }
}
