//! Random small programs with every statement as a target, against brute force over all inputs.
//!
//! A program asks for two bytes and computes with them through branches, loops, calls, globals and a struct. The same
//! source compiled with `-DORACLE` runs all 65 536 inputs and prints the lines that were executed. A wrong
//! `unreachable`, or a line called reached that no input executes, fails the test; so do too many lines without a verdict.
//!
//! `REACH_PROGRAMS=300 REACH_SEED=7` asks for more programs and other seeds.

use super::{folder, reach, write};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;

/// Lines without a verdict that are allowed, in percent.
const MOST_OPEN: usize = 2;

struct Rng(u64);

impl Rng {
    /// A number below a bound (xorshift64*).
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) % bound
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len() as u64) as usize]
    }
}

/// Writes statements, one to a line, each with a mark that the oracle counts.
struct Writer {
    rng: Rng,
    text: String,
    budget: u32,
    n_loops: u32,
}

const VARIABLES: &[&str] = &["x", "y", "z", "flag", "global", "s.field", "s.other"];
const HEAD: &str = "extern unsigned char __VERIFIER_nondet_uchar(void);
extern int printf(const char *, ...);
#ifdef ORACLE
static char hit[4000];
#define H hit[__LINE__] = 1;
#else
#define H
#endif
struct pair { int field, other; };
static int global;
static struct pair s;
";
const TAIL: &str = "#ifdef ORACLE
int main(void) {
    for (int a = 0; a < 256; a++)
        for (int b = 0; b < 256; b++) {
            global = 0; s.field = 0; s.other = 0;
            program(a, b);
        }
    for (int k = 0; k < 4000; k++)
        if (hit[k]) printf(\"%d\\n\", k);
    return 0;
}
#else
int main(void) {
    int a = __VERIFIER_nondet_uchar();
    int b = __VERIFIER_nondet_uchar();
    program(a, b);
    return 0;
}
#endif
";

impl Writer {
    fn program(seed: u64) -> String {
        let rng = Rng(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        let mut writer = Writer { rng, text: HEAD.to_string(), budget: 6, n_loops: 0 };
        writer.text += "static int helper(int a, int b) {\n    int x = 0, y = 1, z = 2, flag = 0;\n";
        writer.block(1, 2);
        writer.text += "    return x + y;\n}\n";
        writer.budget = 18;
        writer.text += "static void program(int a, int b) {\n    int x = 0, y = 3, z = 5, flag = 0;\n";
        writer.line(1, "y = helper(a, b);");
        while writer.budget > 0 {
            writer.statement(1, 3, true);
        }
        writer.text += "    if (x + y + z + flag == 12345) printf(\"%d\", s.other);\n}\n";
        writer.text + TAIL
    }

    fn line(&mut self, depth: usize, text: &str) {
        let _ = writeln!(self.text, "{}H {text}", "    ".repeat(depth));
    }

    fn block(&mut self, depth: usize, nesting: u32) {
        for _ in 0..=self.rng.below(2) {
            self.statement(depth, nesting, false);
        }
    }

    fn statement(&mut self, depth: usize, nesting: u32, may_call: bool) {
        self.budget = self.budget.saturating_sub(1);
        let kind = if nesting == 0 { self.rng.below(4) } else { self.rng.below(10) };
        match kind {
            0..=2 => self.assignment(depth),
            3 if may_call => self.line(depth, "y = helper(x & 255, z & 255);"),
            3 => self.assignment(depth),
            4..=7 => {
                let condition = self.condition();
                self.line(depth, &format!("if ({condition}) {{"));
                self.block(depth + 1, nesting - 1);
                if self.rng.below(2) == 0 {
                    let _ = writeln!(self.text, "{}}} else {{", "    ".repeat(depth));
                    self.block(depth + 1, nesting - 1);
                }
                let _ = writeln!(self.text, "{}}}", "    ".repeat(depth));
            }
            _ => {
                self.n_loops += 1;
                let (name, rounds) = (format!("i{}", self.n_loops), self.rng.below(3) + 1);
                self.line(depth, &format!("for (int {name} = 0; {name} < {rounds}; {name}++) {{"));
                self.block(depth + 1, nesting - 1);
                let _ = writeln!(self.text, "{}}}", "    ".repeat(depth));
            }
        }
    }

    fn assignment(&mut self, depth: usize) {
        let to = self.rng.pick(VARIABLES);
        let value = match self.rng.below(3) {
            0 => self.rng.below(8).to_string(),
            _ => format!("({}) & 255", self.expression()),
        };
        self.line(depth, &format!("{to} = {value};"));
    }

    fn expression(&mut self) -> String {
        // Two constants would be folded by the front end, and what hangs on them dropped.
        let [a, b] = [1, 0].map(|first| match first + self.rng.below(4 - first) {
            0 => self.rng.below(100).to_string(),
            1 => self.rng.pick(&["a", "b"]).to_string(),
            _ => self.rng.pick(VARIABLES).to_string(),
        });
        format!("{a} {} {b}", self.rng.pick(&["+", "-", "^", "&", "*"]))
    }

    fn condition(&mut self) -> String {
        let left = match self.rng.below(3) {
            0 => self.rng.pick(&["a", "b"]).to_string(),
            1 => self.rng.pick(VARIABLES).to_string(),
            _ => format!("(({}) & 255)", self.expression()),
        };
        let one = format!("{left} {} {}", self.rng.pick(&["==", "!=", "<", ">"]), self.rng.below(12));
        match self.rng.below(5) {
            0 => format!("{one} && a {} {}", self.rng.pick(&["<", ">"]), self.rng.below(256)),
            _ => one,
        }
    }
}

/// The lines that some input executes.
fn executed(source: &Path, folder: &Path) -> BTreeSet<u64> {
    let oracle = folder.join("oracle");
    let built = Command::new("clang-19").arg("-w").arg("-DORACLE").arg(source).arg("-o").arg(&oracle).status();
    assert!(built.is_ok_and(|status| status.success()), "{} does not compile", source.display());
    let said = Command::new(&oracle).output().expect("the oracle runs").stdout;
    String::from_utf8_lossy(&said).lines().filter_map(|line| line.parse().ok()).collect()
}

/// Targets, targets without a verdict.
fn check(seed: u64) -> (usize, usize) {
    let folder = folder(&format!("random-{seed}"));
    let text = Writer::program(seed);
    let source = write(&folder, "random.c", &text);
    let lines: Vec<u64> =
        text.lines().zip(1_u64..).filter(|(line, _)| line.trim_start().starts_with("H ")).map(|(_, k)| k).collect();
    let executed = executed(&source, &folder);
    let targets: Vec<String> = lines.iter().map(|line| format!("random.c:{line}")).collect();
    let mut args: Vec<&str> = targets.iter().map(String::as_str).collect();
    args.extend(["random.c", "--time", "10s"]);
    let (answers, _) = reach(&args, &folder);
    let mut n_open = 0;
    for (line, answer) in lines.iter().zip(&answers) {
        let verdict = answer["verdict"].as_str().expect("a verdict");
        match (verdict, executed.contains(line)) {
            ("reached", true) | ("unreachable", false) => {}
            ("not-found", _) => n_open += 1,
            _ => panic!("seed {seed}, line {line}: {answer}, but executed: {}\n{text}", executed.contains(line)),
        }
    }
    (lines.len(), n_open)
}

#[test]
fn every_statement_of_random_programs_gets_the_right_verdict() {
    let number =
        |name: &str, default: u64| std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default);
    let (n_programs, first) = (number("REACH_PROGRAMS", 4), number("REACH_SEED", 1));
    let (mut n_targets, mut n_open) = (0, 0);
    for seed in first..first + n_programs {
        let (targets, open) = check(seed);
        (n_targets, n_open) = (n_targets + targets, n_open + open);
    }
    assert!(n_open * 100 <= MOST_OPEN * n_targets, "{n_open} of {n_targets} targets have no verdict");
}
