//! What a campaign begins with: inputs of several kinds, and words of the program and of `--dict`.

use crate::Folder;

/// What is compared went through a thread, so that no condition tells of it. `same` compares the six bytes.
fn behind_a_thread(same: &str) -> String {
    format!(
        "#include <pthread.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n\
        static char b[32], copy[32]; static void *work(void *p) {{ (void)p; memcpy(copy, b, sizeof b); return 0; }}\n\
        int main(void) {{ if (fread(b, 1, sizeof b, stdin) < 6) return 1; pthread_t t; pthread_create(&t, 0, work, 0);\n\
        pthread_join(t, 0); {same} return 0; }}\n"
    )
}

#[test]
fn a_word_of_the_program_is_tried() {
    let folder = Folder::new("explore");
    let done = folder.test(&behind_a_thread("if (!strncmp(copy, \"sesame\", 6)) abort();"), &["--time", "10s"]);
    assert_eq!(done.code, Some(1), "{}{}", done.stdout, done.stderr);
    assert!(done.stdout.contains("SIGABRT"), "{}", done.stdout);
}

/// The word stands nowhere in the program but letter by letter, each another one.
#[test]
fn a_word_of_a_dictionary_is_tried() {
    let folder = Folder::new("explore");
    let program = behind_a_thread(
        "int n = 0; for (int i = 0; i < 6; i++) n += (copy[i] ^ i) == \"vhzimk\"[i]; if (n == 6) abort();",
    );
    let without = folder.test(&program, &["--time", "2s"]);
    assert_eq!(without.code, Some(0), "{}{}", without.stdout, without.stderr);
    folder.write("words.dict", "# what the door wants\ndoor=\"vixjin\"\nother@2=\"\\x00\\xff\"\n");
    let with = folder.test(&program, &["--time", "10s", "--dict", "words.dict", "--force"]);
    assert_eq!(with.code, Some(1), "{}{}", with.stdout, with.stderr);
    folder.write("words.dict", "door=\"vixjin\"\ndoor\n");
    let bad = folder.test(&program, &["--dict", "words.dict", "--force"]);
    assert_eq!(bad.code, Some(2), "{}{}", bad.stdout, bad.stderr);
    assert!(bad.stderr.contains("words.dict") && bad.stderr.contains("line 2"), "{}", bad.stderr);
}

/// Where mutating blindly brought something, the time is over before anything is left to try; what is not followed is said all the same.
#[test]
fn what_is_not_followed_is_said_when_the_time_is_over() {
    let folder = Folder::new("explore");
    let text = "#include <pthread.h>\n#include <stdio.h>\nstatic unsigned char b[2]; static int r;\n\
        static void *work(void *p) { (void)p; r = b[1] / 2; return 0; }\n\
        int main(void) { if (fread(b, 1, 2, stdin) != 2) return 1; pthread_t t; pthread_create(&t, 0, work, 0);\n\
        pthread_join(t, 0); if (r > 'q' / 2) { if (b[0] == 'x') putchar('x'); } return 0; }\n";
    let done = folder.test(text, &["--time", "5s"]);
    let first = done.stdout.lines().next().unwrap_or_default();
    assert!(first.starts_with("stopped: the time limit was reached; ") && first.contains("main.c:"), "{}", done.stdout);
}

#[test]
fn the_same_seed_gives_the_same_tests() {
    let program = "#include <stdio.h>\nint main(void) { int c, n = 0; while ((c = getchar()) != EOF && n < 9)\n\
        if (c == 'x') n++; else if (c == 'y') n += 2; else return 1; return n; }\n";
    let tests = |seed: &str| {
        let folder = Folder::new("explore");
        folder.test(program, &["--seed", seed, "--iterations", "60"]);
        let out = folder.join("symcrete-out/main");
        let input =
            |name: &String| std::fs::read(out.join("tests").join(name).with_extension("stdin")).expect("it is there");
        crate::folder::tests(&out).iter().map(input).collect::<Vec<_>>()
    };
    assert_eq!(tests("3"), tests("3"));
    assert_ne!(tests("3"), tests("4"));
}
