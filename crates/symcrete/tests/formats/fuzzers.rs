//! AFL's and libFuzzer's corpora, out to the fuzzers and in from them.

use crate::folder::{Folder, text};
use crate::machine::has;
use crate::workspace::{BUFFER, BYTES, files, succeed};
use std::path::Path;

#[test]
fn afl_imports_the_queue_of_a_peer() {
    if !has("afl-fuzz", "afl++") {
        return;
    }
    let workspace = Folder::explored(BYTES, &["--stdin", "4"]);
    let out = workspace.export("afl", &[]);
    let n_queue = files(&out.join("symcrete/queue")).len();
    assert!(n_queue > 2 && files(&out.join("symcrete/crashes")).len() == 1);
    std::fs::create_dir(workspace.join("seeds")).expect("writable");
    std::fs::write(workspace.join("seeds/one"), "x").expect("writable");
    let out_text = out.to_str().expect("a plain name");
    succeed(workspace.tool("afl-cc").args(["unit.c", "-o", "fuzzed"]).env("AFL_QUIET", "1"));
    // A main node looks at its peers before it begins; -V bounds the seconds.
    let mut afl = workspace.tool("afl-fuzz");
    let done = afl
        .args(["-M", "main", "-V", "3", "-i", "seeds", "-o", out_text, "--", "./fuzzed"])
        .envs([("AFL_SKIP_CPUFREQ", "1"), ("AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES", "1"), ("AFL_NO_UI", "1")])
        .envs([("AFL_NO_AFFINITY", "1"), ("AFL_IMPORT_FIRST", "1"), ("AFL_TESTCACHE_SIZE", "2")])
        .output()
        .expect("afl-fuzz starts");
    assert!(done.status.success(), "{}", text(&done));
    // The counter of what was taken from us: a raw number of 32 bits.
    let synced = std::fs::read(out.join("main/.synced/symcrete")).expect("AFL has looked at our queue");
    let n_taken = u32::from_le_bytes(synced[..4].try_into().expect("four bytes"));
    assert_eq!(n_taken as usize, n_queue, "every entry was looked at: {}", text(&done));
    seeds_come_back(&workspace, "afl", &out);
}

#[test]
fn libfuzzer_runs_the_corpus() {
    let workspace = Folder::explored(BYTES, &["--stdin", "4"]);
    let out = workspace.export("libfuzzer", &[]);
    let harness = "#include <stddef.h>\n#include <stdint.h>\nint LLVMFuzzerTestOneInput(const uint8_t *d, size_t n);\n\
        int LLVMFuzzerTestOneInput(const uint8_t *d, size_t n) {\n\
        if (n == 4 && d[0] == 'a' && d[2] == '!' && d[3] == '\\n') __builtin_trap();\n return 0; }\n";
    std::fs::write(workspace.join("harness.c"), harness).expect("writable");
    succeed(workspace.tool("clang-19").args(["-fsanitize=fuzzer", "-g", "harness.c", "-o", "harness"]));
    let fuzzer = workspace.join("harness");
    let said = succeed(workspace.tool(&fuzzer).args(["-runs=0", "to-libfuzzer/corpus"]));
    // An empty input is libFuzzer's own first one; it does not count the file.
    let is_counted = |file: &std::path::PathBuf| std::fs::metadata(file).is_ok_and(|data| data.len() > 0);
    let n_files = files(&out.join("corpus")).into_iter().filter(is_counted).count();
    assert!(said.contains(&format!("INFO: seed corpus: files: {n_files}")), "{said}");
    for crash in files(&out.join("crashes")) {
        let done = workspace.tool(&fuzzer).arg(crash).output().expect("the fuzzer starts");
        assert!(!done.status.success(), "the exported crash crashes: {}", text(&done));
    }
    seeds_come_back(&workspace, "libfuzzer", &out.join("corpus"));
}

/// Seeds are the buffer of a program for libFuzzer: what a campaign found is covered again at once, out and in.
#[test]
fn buffers_come_back_as_buffers() {
    let workspace = Folder::explored(BUFFER, &[]);
    let out = workspace.export("libfuzzer", &[]);
    let again = |seeds: &str, output: &str, n_runs: usize| {
        let n_runs = n_runs.to_string();
        workspace.symcrete(&["test", "unit.c", "--quiet", "--seeds", seeds, "-o", output, "--iterations", &n_runs])
    };
    let done = again("to-libfuzzer/crashes", "crash", files(&out.join("crashes")).len());
    assert_eq!(done.status.code(), Some(1), "the seed crashes at once: {}", text(&done));
    for (part, to) in [("corpus", "imported"), ("crashes", "imported-crashes")] {
        let from = format!("to-libfuzzer/{part}");
        let done = workspace.symcrete(&["import", "--from", "libfuzzer", &from, "-o", to]);
        assert_eq!(done.status.code(), Some(0), "{}", text(&done));
    }
    let crash = files(&workspace.join("imported-crashes")).remove(0);
    std::fs::copy(crash, workspace.join("imported/crash")).expect("writable");
    let done = again("imported", "again", files(&workspace.join("imported")).len());
    assert_eq!(done.status.code(), Some(1), "{}", text(&done));
    assert_eq!(workspace.report("again")["branches"]["covered"], workspace.report("out")["branches"]["covered"]);
}

/// What a fuzzer has is a place to start from.
fn seeds_come_back(workspace: &Folder, format: &str, folder: &Path) {
    let folder = folder.to_str().expect("a plain name");
    let done = workspace.symcrete(&["import", "--from", format, folder, "-o", "imported"]);
    assert_eq!(done.status.code(), Some(0), "{}", text(&done));
    assert!(files(&workspace.join("imported")).len() > 2);
    let args = ["test", "unit.c", "--quiet", "--seeds", "imported", "-o", "again", "--iterations", "30"];
    let done = workspace.symcrete(&args);
    assert!(matches!(done.status.code(), Some(0 | 1)), "{}", text(&done));
}
