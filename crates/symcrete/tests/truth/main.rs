//! Claims of symcrete against the truth: programs made to break "unreachable", "complete" and "infeasible", and brute force over
//! their inputs on plain builds.
//!
//! Two sources of programs: `seen/`, small ones with known truth, and a generator (`writer`, `constructs`). For each, every statement is
//! a target of `symcrete reach`, and so is every crash (`--crash`); `symcrete test` explores it. It is a failure to call unreachable what an input executes, to call
//! complete what misses a branch or a crash of some input, to call infeasible a branch that an input takes, and to store
//! a witness that does not replay. Failing programs are shrunk and shown with their seed.
//!
//! | variable | meaning |
//! |---|---|
//! | `TRUTH_PROGRAMS=2000 TRUTH_SEED=1000` | so many programs, from that seed on, each target with 10 s; at most 5 % of what inputs execute may be not found |
//! | `TRUTH_ALL=1` | constructs behind known failures too |
//! | `TRUTH_ONLY=divide` | only constructs whose names contain this, and plain choices |
//! | `TRUTH_FILE=x.c` | this one program, whatever its comments say |
//! | `TRUTH_SYMCRETE=PATH` | another build of symcrete |
//! | `TRUTH_SEEN=null` | of `seen/`, only programs whose names contain this |
//! | `TRUTH_LIBRARY=str` | of `library.txt`, only entries whose names contain this; all of them with `SLOW=1`, else every tenth |

mod constructs;
mod judge;
mod library;
#[path = "../machine/mod.rs"]
mod machine;
mod oracle;
mod program;
mod seen;
mod shrink;
mod tool;
mod writer;

use constructs::Construct;
use judge::{Judgement, Kind, judge};
use program::Program;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// Programs looked at at the same time.
const WORKERS: usize = 2;
/// Of the statements that some input executes, so many in a hundred may be without a witness.
const MOST_OPEN: usize = 5;

/// A folder for one program.
fn scratch(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("truth").join(name)
}

fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

fn number(name: &str, default: u64) -> u64 {
    variable(name).map_or(default, |text| text.parse().unwrap_or_else(|why| panic!("{name}={text}: {why}")))
}

/// Does something with each of these on all workers.
fn for_each<T: Send>(all: Vec<T>, act: impl Fn(T) + Sync) {
    let queue = Mutex::new(all.into_iter());
    let next = || queue.lock().expect("no worker panicked").next();
    std::thread::scope(|scope| {
        for _ in 0..WORKERS {
            scope.spawn(|| {
                while let Some(one) = next() {
                    act(one);
                }
            });
        }
    });
}

#[test]
#[expect(clippy::print_stderr, reason = "what is known to fail is not hidden")]
fn programs_with_known_truth_get_no_wrong_claim() {
    let wanted = variable("TRUTH_SEEN").unwrap_or_default();
    let mut sources: Vec<PathBuf> = std::fs::read_dir(seen::folder())
        .expect("the folder is here")
        .filter_map(|entry| Some(entry.ok()?.path()))
        .collect();
    sources.retain(|path| path.file_stem().is_some_and(|name| name.to_string_lossy().contains(&wanted)));
    if wanted.is_empty() {
        sources.retain(|source| !seen::is_left_out(source));
    }
    sources.sort();
    let failures = Mutex::new(Vec::new());
    for_each(sources, |source| {
        let name = source.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let failure = match (seen::check(&source, &scratch(&name)), seen::is_known_failure(&name)) {
            (Err(fault), _) => fault,
            (Ok(faults), false) if !faults.is_empty() => faults.join("\n    "),
            (Ok(faults), true) if faults.is_empty() => {
                "a known failure that passes now: take `// known failure` out of it, and the constructs behind it are used".to_string()
            }
            (Ok(faults), _) => {
                if let Some(fault) = faults.first() {
                    eprintln!("{name} is known to fail: {fault}");
                }
                return;
            }
        };
        failures.lock().expect("no worker panicked").push(format!("{}: {failure}", source.display()));
    });
    let mut failures = failures.into_inner().expect("no worker panicked");
    failures.sort();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// The constructs in use.
fn constructs_in_use() -> Vec<&'static Construct> {
    let (only, is_all) = (variable("TRUTH_ONLY").unwrap_or_default(), variable("TRUTH_ALL").is_some());
    let is_used = |construct: &&Construct| {
        let is_open = is_all || construct.after.is_empty() || !seen::is_known_failure(construct.after);
        is_open && construct.name.contains(&only) || construct.name == "choice"
    };
    constructs::all().filter(is_used).collect()
}

/// Targets that some input executes, by what they were written for: all, and those without a witness.
#[derive(Default)]
struct Counts {
    by_construct: BTreeMap<String, (usize, usize)>,
    n_refuted: usize,
    n_complete: usize,
    failures: Vec<String>,
    /// The ways to fail so far, each with what it was written for.
    kinds: BTreeSet<String>,
}

impl Counts {
    fn add(&mut self, judgement: &Judgement) {
        for found in &judgement.found {
            let count = self.by_construct.entry(found.construct.clone()).or_default();
            count.0 += 1;
            count.1 += usize::from(!found.is_found);
        }
        self.n_refuted += judgement.n_refuted;
        self.n_complete += usize::from(judgement.is_complete);
    }

    #[expect(clippy::print_stderr, reason = "the counts are what a long run is made for")]
    fn show(&self) -> (usize, usize) {
        let mut sum = (0, 0);
        for (construct, (all, open)) in &self.by_construct {
            eprintln!("{construct:>20}: {open} of {all} not found");
            sum = (sum.0 + all, sum.1 + open);
        }
        eprintln!(
            "{} refuted, {} programs complete; {} of {} not found",
            self.n_refuted, self.n_complete, sum.1, sum.0
        );
        sum
    }
}

/// One generated program: counts, or what is wrong, shrunk.
#[expect(clippy::print_stderr, reason = "a long run shows what it found at once")]
fn try_seed(seed: u64, constructs: &[&'static Construct], seconds: u64, counts: &Mutex<Counts>) {
    let program = Program::new(writer::program(seed, constructs));
    let folder = scratch(&format!("seed-{seed}"));
    let (judgement, _) =
        judge(&program, &folder, seconds, true).unwrap_or_else(|why| panic!("seed {seed}: {why}\n{}", program.text));
    counts.lock().expect("no worker panicked").add(&judgement);
    for found in judgement.found.iter().filter(|found| !found.is_found) {
        eprintln!("seed {seed}, line {} ({}) was not found: {}", found.line, found.construct, found.why);
    }
    let Some(first) = judgement.wrong.first() else {
        let _ = std::fs::remove_dir_all(&folder);
        return;
    };
    let same = format!("{:?} ({})", first.kind, first.construct);
    let is_new = counts.lock().expect("no worker panicked").kinds.insert(same);
    // One small program for each way to fail is enough to read.
    let shown = match is_new {
        true => format!("shrunk to\n{}", shrunk(&program, first.kind, &folder, seconds).text),
        false => "like another before".to_string(),
    };
    let failure = format!("seed {seed}: {first}\n{shown}");
    eprintln!("{failure}");
    counts.lock().expect("no worker panicked").failures.push(failure);
}

/// A smaller program that fails in the same way.
fn shrunk(program: &Program, kind: Kind, folder: &Path, seconds: u64) -> Program {
    let is_same = |judgement: &Judgement| judgement.wrong.iter().any(|wrong| wrong.kind == kind);
    shrink::shrink(program, |smaller| {
        judge(smaller, folder, seconds, true).is_ok_and(|(judgement, _)| is_same(&judgement))
    })
}

#[test]
fn hostile_programs_get_no_wrong_claim() {
    if let Some(file) = variable("TRUTH_FILE") {
        let text = std::fs::read_to_string(&file).unwrap_or_else(|why| panic!("{file}: {why}"));
        let (judgement, truth) = judge(&Program::new(text), &scratch("file"), 10, true).expect("it compiles");
        assert!(judgement.wrong.is_empty(), "{judgement:#?}\n{truth:#?}");
        return;
    }
    // By default a fixed part, small enough for every change.
    let is_long = variable("TRUTH_PROGRAMS").is_some();
    let (n_programs, first) = (number("TRUTH_PROGRAMS", 6), number("TRUTH_SEED", 1));
    let constructs = constructs_in_use();
    let counts = Mutex::new(Counts::default());
    for_each((first..first + n_programs).collect(), |seed| {
        try_seed(seed, &constructs, number("TRUTH_SECONDS", if is_long { 10 } else { 3 }), &counts);
    });
    let counts = counts.into_inner().expect("no worker panicked");
    let (all, open) = counts.show();
    assert!(counts.failures.is_empty(), "{} programs fail:\n{}", counts.failures.len(), counts.failures.join("\n"));
    // With six programs and less time for each, one program that is hard is much of the whole.
    let most = if is_long { MOST_OPEN } else { 4 * MOST_OPEN };
    assert!(open * 100 <= most * all, "{open} of {all} targets that inputs execute were not found");
}
