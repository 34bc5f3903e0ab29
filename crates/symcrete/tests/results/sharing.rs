//! `--from` and `--sync`: inputs that others have.

use crate::folder::{Folder, tests};
use crate::machine;
use std::process::Stdio;
use std::time::{Duration, Instant};

const BEFORE: &str = "#include <stdio.h>\nint check(const unsigned char *b) {\n    if (b[0] != 'A') return 1;\n    if (b[1] == 'B') return 2;\n    return 0;\n}\n\
    int main(void) {\n    unsigned char b[4] = {0};\n    fread(b, 1, 4, stdin);\n    if (check(b) == 2) puts(\"two\");\n    return 0;\n}\n";

#[test]
fn a_changed_program_starts_from_the_tests_of_the_old_one() {
    let folder = Folder::with(BEFORE);
    folder.says(0, &["test", "unit.c", "--quiet", "--stdin", "4", "-o", "old"]);
    // Lines move, one condition asks for more, and there is a new one.
    let after = BEFORE.replace("int check", "\n\n\nint check").replace("b[1] == 'B'", "b[1] == 'B' && b[2] == 'C'");
    folder.write("unit.c", after);
    let said = folder.says(0, &["test", "unit.c", "--quiet", "--stdin", "4", "--from", "old", "-o", "new"]);
    assert!(said.contains("from old: ") && said.contains("lost: 0"), "{said}");
    assert!(said.contains("gained: 2"), "the new condition has two sides: {said}");
    let table = std::fs::read_to_string(folder.join("new/from.txt")).expect("a table");
    assert!(table.contains("unit.c:7"), "{table}");
    let kept = folder.says(
        0,
        &[
            "test",
            "unit.c",
            "--quiet",
            "--stdin",
            "4",
            "--from",
            "old",
            "-o",
            "few",
            "--iterations",
            "9",
            "--strategy",
            "dfs",
        ],
    );
    assert!(tests(&folder.join("few")).len() <= tests(&folder.join("old")).len() + 9, "{kept}");
    let said = folder.says(2, &["test", "unit.c", "--from", "missing", "-o", "none"]);
    assert!(said.contains("no result folder"), "{said}");
}

/// A queue as `afl-fuzz` keeps it: what appears in it is run while the campaign runs, and what is covered here goes out.
#[test]
fn inputs_are_exchanged_with_a_queue_while_both_run() {
    // What solving does not find: a hash that is not followed.
    let source = "#include <stdio.h>\n#include <crypt.h>\n#include <string.h>\nint main(void) {\n    char b[9] = {0};\n    fread(b, 1, 8, stdin);\n\
        if (b[0] == 'q') puts(\"ours\");\n    if (!strcmp(crypt(b, \"ab\"), \"abgOeLfPimXQo\")) puts(\"theirs\");\n    return 0;\n}\n";
    let folder = Folder::with(source);
    folder.says(0, &["cc", "unit.c", "-lcrypt", "-o", "prog"]);
    folder.write("afl/main/queue/id:000000,orig:seed", "seed");
    let args =
        ["test", "./prog", "--quiet", "--stdin", "8", "--sync", "afl", "--time", "60s", "--coverage", "4", "-o", "out"];
    let campaign =
        folder.command(&args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("symcrete starts");
    let begun = Instant::now();
    while !folder.join("afl/symcrete/queue/id:000000,src:symcrete").is_file()
        && begun.elapsed() < Duration::from_secs(60)
    {
        std::thread::sleep(Duration::from_millis(20));
    }
    folder.write("afl/main/queue/id:000001,op:havoc", "test");
    let done = campaign.wait_with_output().expect("it ends");
    let said = crate::folder::text(&done);
    assert!(said.contains("the requested coverage was reached"), "{said}");
    assert!(said.contains("2 inputs came from the fuzzer"), "{said}");
    let ours = std::fs::read_dir(folder.join("afl/symcrete/queue")).expect("a queue").flatten();
    let ours: Vec<Vec<u8>> = ours.map(|entry| std::fs::read(entry.path()).expect("an input")).collect();
    assert!(ours.iter().any(|bytes| bytes[0] == b'q') && !ours.contains(&b"test".to_vec()), "{ours:?}");
}

/// A checksum over a header, which comparing input with what it is compared with does not pass; behind it four bytes that go through a pipe, where symbols are
/// lost, and are compared with a number that is in no text of the program.
const BOTH: &str = "#include <stdint.h>\n#include <stdio.h>\n#include <string.h>\n#include <unistd.h>\n\
    static uint32_t sum(const unsigned char *b) {\n    uint32_t h = 2166136261u;\n    for (int i = 0; i < 4; i++) h = h * 31 + b[i];\n    return h;\n}\n\
    static uint32_t mixed(uint32_t x) {\n    return (x ^ x >> 15) * 2654435761u;\n}\n\
    static uint32_t key(void) {\n    volatile uint32_t k = 1;\n    for (int i = 0; i < 20; i++) k = k * 69069 + 5;\n    return k;\n}\n\
    int main(void) {\n    unsigned char b[16] = {0};\n    uint32_t want, got;\n    int pipes[2];\n    if (fread(b, 1, 16, stdin) != 16) return 1;\n    \
    memcpy(&want, b + 4, 4);\n    if (mixed(want) != sum(b)) return 2;\n    puts(\"header\");\n    \
    if (pipe(pipes) || write(pipes[1], b + 8, 4) != 4 || read(pipes[0], &got, 4) != 4) return 3;\n    \
    if (got != key()) return 4;\n    puts(\"both\");\n    return 0;\n}\n";

/// Seconds for each of them alone, and for both together: a fuzzer looks for what others have once in a while, at most twice a minute.
const ALONE: &str = "60";
const TOGETHER: &str = "120";

impl Folder {
    /// A fuzzer that begins with a file of zeros, puts in what input is compared with, and leaves what it finds in this folder.
    fn fuzzer(&self, out: &str, seconds: &str) -> std::process::Child {
        let mut afl = std::process::Command::new("afl-fuzz");
        afl.args(["-V", seconds, "-i", "seeds", "-o", out, "-M", "main", "-c", "0", "--", "./fuzzed"])
            .current_dir(&**self);
        for name in ["AFL_NO_UI", "AFL_SKIP_CPUFREQ", "AFL_NO_AFFINITY", "AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES"] {
            afl.env(name, "1");
        }
        afl.env("AFL_SYNC_TIME", "1");
        afl.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("afl-fuzz starts")
    }

    /// Does the program, on some file of this folder, print this?
    fn prints(&self, inputs: &str, what: &str) -> bool {
        let files = std::fs::read_dir(self.join(inputs)).into_iter().flatten().flatten().map(|entry| entry.path());
        files.filter(|path| path.is_file()).any(|path| {
            let mut run = std::process::Command::new(self.join("plain"));
            let done = run.stdin(std::fs::File::open(path).expect("a file")).output().expect("it runs");
            String::from_utf8_lossy(&done.stdout).lines().any(|line| line == what)
        })
    }
}

/// What neither of them finds alone in a minute, both find together. With `SLOW=1`, four minutes.
#[test]
fn a_fuzzer_and_a_campaign_find_together_what_neither_does_alone() {
    if !machine::is_slow() || !machine::has("afl-fuzz", "afl++") {
        return;
    }
    let folder = Folder::with(BOTH);
    folder.write("seeds/zeros", [0; 16]);
    folder.says(0, &["cc", "unit.c", "-o", "prog"]);
    for (compiler, program) in [("afl-cc", "fuzzed"), ("cc", "plain")] {
        let mut compiler = std::process::Command::new(compiler);
        compiler.args(["-O1", "-w", "unit.c", "-o", program]).current_dir(&*folder);
        compiler.env("AFL_QUIET", "1").env("AFL_LLVM_CMPLOG", "1");
        assert!(compiler.status().expect("a compiler").success());
    }
    let args = ["test", "./prog", "--quiet", "--stdin", "16", "--stdin-fixed", "--time"];
    folder.says(0, &[&args[..], &[ALONE, "-o", "alone"]].concat());
    assert!(folder.prints("alone/tests", "header"), "solving passes the checksum");
    assert!(!folder.prints("alone/tests", "both"), "and does not see behind the pipe");
    folder.fuzzer("afl-alone", ALONE).wait().expect("it ends");
    assert!(!folder.prints("afl-alone/main/queue", "header"), "mutation does not pass the checksum");
    let mut fuzzer = folder.fuzzer("afl", TOGETHER);
    let begun = Instant::now();
    while !folder.join("afl/main/queue").is_dir() && begun.elapsed() < Duration::from_secs(30) {
        std::thread::sleep(Duration::from_millis(50));
    }
    let said = folder.says(0, &[&args[..], &[TOGETHER, "-o", "together", "--sync", "afl"]].concat());
    fuzzer.wait().expect("it ends");
    // A campaign that has nothing left to try ends before the fuzzer does: one of the two has it.
    let ours = folder.prints("together/tests", "both");
    assert!(ours || folder.prints("afl/main/queue", "both"), "{said}");
}
