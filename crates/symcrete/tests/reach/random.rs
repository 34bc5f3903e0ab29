//! Random small programs with every statement as a target, against brute force over all inputs.
//!
//! The same source compiled with `-DORACLE` runs all 65 536 inputs and prints the lines that were executed. A wrong
//! `unreachable`, or a line called reached that no input executes, fails the test; so do too many lines without a verdict, in programs
//! that do not use input as an index.
//!
//! `REACH_PROGRAMS=300 REACH_SEED=7` asks for more programs and other seeds; `LOOPS_PROGRAMS=1000 LOOPS_SEED=7` for more of those with
//! lines behind loops, of which it is also counted by what they were proved unreachable; `LOOPS_TIME=60s` gives each line so long instead of
//! 10 s, where other work leaves a test a sixth of a processor.

mod loops;
mod writer;

use super::{folder, reach, write};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::AddAssign;
use std::path::Path;
use std::process::Command;

/// Lines without a verdict that are allowed, in percent.
const MOST_OPEN: usize = 2;

/// Of lines behind loops that some input executes, so many in a hundred may be without a witness.
const MOST_UNREACHED: usize = 3;
/// Of those that none does, so many in a hundred must be proved unreachable.
const LEAST_PROVED: usize = 80;
/// Programs of which these shares are asked for.
const ENOUGH: u64 = 50;

/// Verdicts by kind.
#[derive(Default)]
struct Count {
    reached: usize,
    refuted: usize,
    open: usize,
    /// Of those without a verdict, how many some input executes.
    unreached: usize,
    /// By what lines were proved unreachable.
    means: BTreeMap<String, usize>,
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
        self.unreached += other.unreached;
        for (means, n) in other.means {
            *self.means.entry(means).or_default() += n;
        }
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
fn check(name: &str, seed: u64, text: &str) -> Count {
    let folder = folder(&format!("{name}-{seed}"));
    let source = write(&folder, "random.c", text);
    let lines: Vec<u64> =
        text.lines().zip(1_u64..).filter(|(line, _)| line.trim_start().starts_with("H ")).map(|(_, k)| k).collect();
    let executed = executed(&source, &folder);
    let targets: Vec<String> = lines.iter().map(|line| format!("random.c:{line}")).collect();
    let mut args: Vec<&str> = targets.iter().map(String::as_str).collect();
    let time = std::env::var("LOOPS_TIME").unwrap_or_else(|_| "10s".into());
    args.extend(["random.c", "--time", &time]);
    let (answers, _) = reach(&args, &folder);
    let mut count = Count::default();
    for (line, answer) in lines.iter().zip(&answers) {
        let verdict = answer["verdict"].as_str().expect("a verdict");
        match (verdict, executed.contains(line)) {
            ("reached", true) => count.reached += 1,
            ("unreachable", false) => {
                count.refuted += 1;
                *count.means.entry(kind(answer["means"].as_str().expect("means"))).or_default() += 1;
            }
            ("not-found", _) => {
                eprintln!("seed {seed}, line {line}, executed {}: {}", executed.contains(line), answer["why"]);
                count.open += 1;
                count.unreached += usize::from(executed.contains(line));
            }
            _ => panic!("seed {seed}, line {line}: {answer}, but executed: {}\n{text}", executed.contains(line)),
        }
    }
    assert_eq!(count.all(), lines.len(), "seed {seed}: targets without an answer");
    count
}

/// The means without numbers and names.
fn kind(means: &str) -> String {
    let words: Vec<&str> = means.split(' ').take(2).collect();
    let all = words.join(" ");
    match () {
        () if means.contains(" % ") => format!("{all}: remainders"),
        () if means.contains("one of") => format!("{all}: constants"),
        () if means.contains("induction") => format!("{all}: bounds and differences"),
        () => all,
    }
}

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

#[test]
#[expect(clippy::print_stderr, reason = "the counts are what a long run is made for")]
fn lines_behind_loops_get_the_right_verdict() {
    let (n_programs, first) = (number("LOOPS_PROGRAMS", 4), number("LOOPS_SEED", 1));
    let mut all = Count::default();
    for seed in first..first + n_programs {
        all += check("loops", seed, &loops::program(seed));
    }
    let Count { reached, refuted, unreached, open, means } = &all;
    let unproved = open - unreached;
    eprintln!(
        "{n_programs} programs from seed {first}: {reached} reached, {refuted} unreachable; not found: {unreached} that some input executes, {unproved} that none does"
    );
    means.iter().for_each(|(means, n)| eprintln!("{n:6} {means}"));
    // Of a few programs a slow machine may miss some.
    if n_programs >= ENOUGH {
        assert!(unreached * 100 <= MOST_UNREACHED * (reached + unreached), "{unreached} lines were not found");
        assert!(refuted * 100 >= LEAST_PROVED * (refuted + unproved), "{unproved} lines were not proved unreachable");
    }
}

#[test]
#[expect(clippy::print_stderr, reason = "the counts are what a long run is made for")]
fn every_statement_of_random_programs_gets_the_right_verdict() {
    let (n_programs, first) = (number("REACH_PROGRAMS", 5), number("REACH_SEED", 1));
    let (mut tame, mut wild) = (Count::default(), Count::default());
    for seed in first..first + n_programs {
        *(if writer::is_wild(seed) { &mut wild } else { &mut tame }) += check("random", seed, &writer::program(seed));
    }
    for (kind, Count { reached, refuted, open, .. }) in [("tame", &tame), ("wild", &wild)] {
        eprintln!("{kind} programs from seed {first}: {reached} reached, {refuted} unreachable, {open} not found");
    }
    assert!(tame.open * 100 <= MOST_OPEN * tame.all(), "{} of {} targets have no verdict", tame.open, tame.all());
}
