//! One random program: its flags follow from its seed, its globals are mixed with symbolic zeros.

use super::verdict::Verdict;
use crate::folder::Folder;
use std::fmt::Write;

/// The plain program with at most two seconds of processor time; those that take longer practically never end.
/// With the argument, the checksum after every global is printed.
const PLAIN: &str = "ulimit -St 2; exec ./.symcrete/t.plain 1 <zeros";
/// What a shell says of a program that used up its processor time: 128 and SIGXCPU.
const USED_UP: i32 = 152;
/// Seconds for a step, whatever else the machine does.
const SECONDS: u32 = 120;

/// What csmith is asked for, and what clang needs for it. Bit-fields, volatiles and unions are in
/// all of them, packed structures in all but one.
const KINDS: [(&str, &str); 5] = [
    ("", ""),
    ("--float", ""),
    ("--builtins", "-msse4.2"),
    ("--no-packed-struct --max-pointer-depth 4 --inline-function", ""),
    ("--lang-cpp --cpp11", "-Wno-narrowing"),
];

/// Optimisation of the plain program.
const LEVELS: [&str; 2] = ["-O0", "-O2"];

/// Undefined behaviour ends the program with a message. Alignment is left out: csmith points into packed structures.
const UNDEFINED: &str =
    "-O0 -fsanitize=undefined,float-cast-overflow -fno-sanitize=alignment -fno-sanitize-recover=all -fno-finite-loops";

/// Reads as many bytes as `p` has and mixes them in.
const MIX: &str = "
#include <unistd.h>
static void mix(volatile void *p, unsigned long n) {
    volatile unsigned char *q = (volatile unsigned char *)p;
    unsigned char b[64];
    while (n) {
        long r = read(0, b, n < 64 ? n : 64);
        if (r <= 0) return;
        for (long i = 0; i < r; i++) q[i] ^= b[i];
        q += r, n -= r;
    }
}
";

/// A program to be tested.
pub(crate) struct Program {
    folder: Folder,
    seed: u32,
}

impl Program {
    pub(crate) fn new(seed: u32) -> Program {
        Program { folder: Folder::new(&format!("csmith-{seed}")), seed }
    }

    /// Builds it and compares its three runs; the folder stays if something is wrong.
    pub(crate) fn test(mut self) -> Verdict {
        let verdict = self.compare().unwrap_or_else(|what| match self.undefined() {
            Some(said) => Verdict::Undefined(said),
            None => Verdict::Wrong(format!("seed {}: {what}\n  in {}", self.seed, self.folder.display())),
        });
        if matches!(verdict, Verdict::Wrong(_)) {
            self.folder.keep();
        }
        verdict
    }

    fn compare(&self) -> Result<Verdict, String> {
        self.build()?;
        let plain = self.folder.attempt(SECONDS, PLAIN);
        if plain.code == USED_UP {
            return Ok(Verdict::Endless);
        }
        let concrete = self.folder.attempt(SECONDS, "./t 1 <zeros");
        if concrete != plain {
            return Err(format!("differs without symbolic input: exit {}, plain {}", concrete.code, plain.code));
        }
        let traced = self.folder.trace("./t -- 1", "zeros")?;
        if traced.stdout != plain.stdout || traced.outcome != format!("exit {}", plain.code) {
            return Err(format!("differs with symbolic input: {}, plain exit {}", traced.outcome, plain.code));
        }
        if traced.n_faults != 0 {
            return Err(format!("{} faults", traced.n_faults));
        }
        Ok(Verdict::Same { records: traced.n_records, stale: traced.n_stale })
    }

    /// What clang's sanitizer has against the program: then C gives its behaviour no meaning, and each build may have another.
    fn undefined(&self) -> Option<String> {
        let (wanted, needed) = self.kind();
        let (_, clang, file) = language(wanted);
        let build = format!("{clang} -w {needed} {UNDEFINED} -isystem /usr/include/csmith* {file} -o u");
        let run = self.folder.attempt(SECONDS, &format!("{build} && ./u 1 <zeros"));
        run.stderr.lines().find(|line| line.contains("runtime error")).map(str::to_owned)
    }

    fn kind(&self) -> (&'static str, &'static str) {
        KINDS[self.seed as usize % KINDS.len()]
    }

    fn build(&self) -> Result<(), String> {
        let (wanted, needed) = self.kind();
        let level = LEVELS[self.seed as usize % LEVELS.len()];
        let (compiler, _, file) = language(wanted);
        let made = self.folder.attempt(SECONDS, &format!("csmith --seed {} {wanted}", self.seed));
        if made.code != 0 {
            return Err(format!("csmith fails: {}", made.stderr));
        }
        let mixed = mix_globals(&made.stdout).ok_or("csmith's main function has changed its form")?;
        self.folder.write(file, mixed);
        self.folder.write("zeros", [0; 4096]);
        // Without the flag, a loop that never ends has no meaning in C++ and optimisers may remove it, as clang does in the
        // plain program of seed 1069.
        let flags = format!("-w {level} {needed} -fno-finite-loops -isystem /usr/include/csmith*");
        let command = format!("symcrete {compiler} {flags} {file} -o t");
        let built = self.folder.attempt(SECONDS, &command);
        let said: Vec<&str> = built.stderr.lines().take(3).collect();
        if built.code == 0 { Ok(()) } else { Err(format!("$ {command}\n{}", said.join("\n"))) }
    }
}

/// Symcrete's compiler, clang's, and the file, for what csmith was asked for.
fn language(wanted: &str) -> (&'static str, &'static str, &'static str) {
    if wanted.contains("cpp") { ("c++", "clang++-19", "t.cpp") } else { ("cc", "clang-19", "t.c") }
}

/// Mixes standard input into every variable global at the beginning of `main`.
fn mix_globals(source: &str) -> Option<String> {
    let main = source.find("int main (")?;
    let start = main + source[main..].find("platform_main_begin();")?;
    let mut text = source[..main].to_string() + MIX + &source[main..start];
    for name in source[..main].lines().filter_map(variable) {
        writeln!(text, "    mix(&{name}, sizeof {name});").ok()?;
    }
    Some(text + &source[start..])
}

/// The name of a global that may hold any bits: no constant, no pointer.
fn variable(line: &str) -> Option<&str> {
    let (declaration, _) = line.strip_prefix("static ")?.split_once(" = ")?;
    let start = declaration.find("g_")?;
    let (kind, name) = declaration.split_at(start);
    let name = name.split('[').next()?;
    let plain = !kind.contains(['*', '(']) && !kind.contains("const") && name[2..].bytes().all(|b| b.is_ascii_digit());
    plain.then_some(name)
}

#[test]
fn only_variable_globals_are_mixed() {
    assert_eq!(variable("static int32_t g_3 = 1;"), Some("g_3"));
    assert_eq!(variable("static volatile struct S0 g_12[3][4] = {{1}};"), Some("g_12"));
    assert_eq!(variable("static int32_t * volatile g_3 = &g_4;"), None);
    assert_eq!(variable("static const int32_t g_3 = 1;"), None);
    assert_eq!(variable("static int32_t  func_1(void);"), None);
}
