//! Each program in this folder exercises one kind of instruction or environment.
//!
//! At two optimisation levels and on three inputs: the instrumented program prints and returns what
//! the plain one does, by itself and under the executor with symbolic input; every record and
//! event replays; no shadow was stale. A line `// lost: WHAT` says what must be counted, a line
//! `// symbolic branches: N` how many branches must have depended on the input.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

fn sources() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/features")
}

/// Random bytes, small bytes, zeros.
fn inputs() -> [Vec<u8>; 3] {
    let mut seed = 0x2545_f491_4f6c_dd1d_u64;
    let mut next = move || {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed >> 24) as u8
    };
    let random: Vec<u8> = (0..64).map(|_| next()).collect();
    let small = random.iter().map(|byte| 1 + byte % 11).collect();
    [random, small, vec![0; 64]]
}

/// Runs a program with a file as its input; output and exit code.
fn output(program: &Path, stdin: &Path) -> (String, Option<i32>) {
    let file = std::fs::File::open(stdin).expect("the input was written");
    let done = Command::new(program).stdin(Stdio::from(file)).output().expect("the program starts");
    (String::from_utf8_lossy(&done.stdout).into_owned(), done.status.code())
}

fn build(folder: &Path, source: &Path, level: &str) -> PathBuf {
    let program = folder.join(format!("program{level}"));
    let command = if source.extension().is_some_and(|extension| extension == "cpp") { "c++" } else { "cc" };
    let built = Command::new(env!("CARGO_BIN_EXE_symcrete"))
        .args([command, "-w", level, "-o"])
        .args([&program, source])
        .args(["-lm", "-lpthread"])
        .env("SYMCRETE_CACHE", folder.join("cache"))
        .output()
        .expect("symcrete starts");
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    program
}

/// What a program's first lines expect.
struct Expected<'a> {
    lost: Option<&'a str>,
    branches: Option<usize>,
}

impl Expected<'_> {
    fn of(text: &str) -> Expected<'_> {
        let value = |key: &str| text.lines().find_map(|line| line.strip_prefix(key));
        let branches = value("// symbolic branches: ").map(|n| n.parse().expect("a number"));
        Expected { lost: value("// lost: "), branches }
    }
}

fn check(folder: &Path, program: &Path, stdin: &Path, expected: &Expected) {
    let plain = output(&symcrete_build::link::plain_path(program), stdin);
    assert_eq!(output(program, stdin), plain, "instrumented, by itself");
    let done = Command::new(env!("CARGO_BIN_EXE_symcrete"))
        .args(["run", "--trace", "--verify", "--stdin"])
        .args([stdin, program])
        .current_dir(folder)
        .output()
        .expect("symcrete starts");
    let (stdout, stderr) = (String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
    let code = plain.1.expect("the plain program exits");
    assert!(stdout.starts_with(&plain.0), "under the executor: {stdout}{stderr}");
    assert!(stdout.ends_with(&format!(" 0 faults, 0 stale\noutcome: exit {code}\n")), "{stdout}{stderr}");
    assert!(expected.lost.is_none_or(|what| stderr.contains(what)), "not counted: {stderr}");
    let sides = ["  true  ", "  false  ", "  case ", "  default  "];
    let branches = stdout.lines().filter(|line| sides.iter().any(|side| line.contains(side))).count();
    assert!(expected.branches.is_none_or(|n| n == branches), "{branches} symbolic branches: {stdout}");
}

fn feature(name: &str) {
    let source = sources().join(name);
    let text = std::fs::read_to_string(&source).expect("the program is here");
    let expected = Expected::of(&text);
    let folder = std::env::temp_dir().join(format!("symcrete-feature-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the temporary folder is writable");
    for level in ["-O0", "-O2"] {
        let program = build(&folder, &source, level);
        for (number, bytes) in inputs().iter().enumerate() {
            let stdin = folder.join(format!("input{number}"));
            std::fs::write(&stdin, bytes).expect("the temporary folder is writable");
            check(&folder, &program, &stdin, &expected);
        }
    }
    std::fs::remove_dir_all(&folder).expect("the folder is ours");
}

macro_rules! features {
    ($($name:ident $file:literal,)*) => {
        $(#[test] fn $name() { feature($file); })*

        #[test]
        fn every_program_is_listed() {
            let mut listed = vec![$($file,)*];
            listed.sort_unstable();
            let entries = std::fs::read_dir(sources()).expect("the folder is here").filter_map(|entry| entry.ok());
            let mut found: Vec<String> = entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
            found.retain(|name| name != "main.rs");
            found.sort_unstable();
            assert_eq!(found, listed);
        }
    };
}

features! {
    assembly "assembly.c",
    atomic "atomic.c",
    by_value "byvalue.c",
    carried "carried.c",
    case "case.c",
    classes "classes.cpp",
    external "external.c",
    floats "floats.c",
    inline "inline.c",
    intrinsic "intrinsic.c",
    jump "jump.c",
    libc "libc.c",
    libm "libm.c",
    memory "memory.c",
    process "process.c",
    switch "switch.c",
    table "table.c",
    variadic "variadic.c",
    vector "vector.c",
    wide "wide.c",
}
