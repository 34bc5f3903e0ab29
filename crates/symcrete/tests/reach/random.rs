//! Random small programs with every statement as a target, against brute force over all inputs.
//!
//! The same source compiled with `-DORACLE` runs all 65 536 inputs and prints the lines that were executed. A wrong
//! `unreachable`, or a line called reached that no input executes, fails the test; so do too many lines without a verdict, in programs
//! that do not use input as an index.
//!
//! `REACH_PROGRAMS=300 REACH_SEED=7` asks for more programs and other seeds.

mod writer;

use super::{folder, reach, write};
use std::collections::BTreeSet;
use std::ops::AddAssign;
use std::path::Path;
use std::process::Command;

/// Lines without a verdict that are allowed, in percent.
const MOST_OPEN: usize = 2;

/// Verdicts by kind.
#[derive(Default)]
struct Count {
    reached: usize,
    refuted: usize,
    open: usize,
}

impl Count {
    fn all(&self) -> usize {
        self.reached + self.refuted + self.open
    }
}

impl AddAssign for Count {
    fn add_assign(&mut self, other: Count) {
        self.reached += other.reached;
        self.refuted += other.refuted;
        self.open += other.open;
    }
}

/// The lines that some input executes.
fn executed(source: &Path, folder: &Path) -> BTreeSet<u64> {
    let oracle = folder.join("oracle");
    let built = Command::new("clang-19").args(["-w", "-O1", "-DORACLE"]).arg(source).arg("-o").arg(&oracle).status();
    assert!(built.is_ok_and(|status| status.success()), "{} does not compile", source.display());
    let said = Command::new(&oracle).output().expect("the oracle runs").stdout;
    String::from_utf8_lossy(&said).lines().filter_map(|line| line.parse().ok()).collect()
}

/// The verdicts about all statements of a program.
#[expect(clippy::print_stderr, reason = "what has no verdict is shown beside the counts")]
fn check(seed: u64) -> Count {
    let folder = folder(&format!("random-{seed}"));
    let text = writer::program(seed);
    let source = write(&folder, "random.c", &text);
    let lines: Vec<u64> =
        text.lines().zip(1_u64..).filter(|(line, _)| line.trim_start().starts_with("H ")).map(|(_, k)| k).collect();
    let executed = executed(&source, &folder);
    let targets: Vec<String> = lines.iter().map(|line| format!("random.c:{line}")).collect();
    let mut args: Vec<&str> = targets.iter().map(String::as_str).collect();
    args.extend(["random.c", "--time", "10s"]);
    let (answers, _) = reach(&args, &folder);
    let mut count = Count::default();
    for (line, answer) in lines.iter().zip(&answers) {
        let verdict = answer["verdict"].as_str().expect("a verdict");
        match (verdict, executed.contains(line)) {
            ("reached", true) => count.reached += 1,
            ("unreachable", false) => count.refuted += 1,
            ("not-found", _) => {
                eprintln!("seed {seed}, line {line}, executed {}: {}", executed.contains(line), answer["why"]);
                count.open += 1;
            }
            _ => panic!("seed {seed}, line {line}: {answer}, but executed: {}\n{text}", executed.contains(line)),
        }
    }
    assert_eq!(count.all(), lines.len(), "seed {seed}: targets without an answer");
    count
}

#[test]
#[expect(clippy::print_stderr, reason = "the counts are what a long run is made for")]
fn every_statement_of_random_programs_gets_the_right_verdict() {
    let number =
        |name: &str, default: u64| std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default);
    let (n_programs, first) = (number("REACH_PROGRAMS", 5), number("REACH_SEED", 1));
    let (mut tame, mut wild) = (Count::default(), Count::default());
    for seed in first..first + n_programs {
        *(if writer::is_wild(seed) { &mut wild } else { &mut tame }) += check(seed);
    }
    for (kind, Count { reached, refuted, open }) in [("tame", &tame), ("wild", &wild)] {
        eprintln!("{kind} programs from seed {first}: {reached} reached, {refuted} unreachable, {open} not found");
    }
    assert!(tame.open * 100 <= MOST_OPEN * tame.all(), "{} of {} targets have no verdict", tame.open, tame.all());
}
