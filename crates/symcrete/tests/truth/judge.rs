//! Holds what symcrete says against the truth: the verdicts of `reach` here, the report of `test` in `report.rs`.

mod report;

use super::oracle::{Ending, Input, Oracle, Run, Truth, hex};
use super::program::Program;
use super::tool::{self, Answer, Said, Target};
use std::collections::BTreeSet;
use std::fmt;
use std::path::Path;

/// How a claim is wrong. A program is shrunk as long as it is wrong in the same way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    /// `unreachable`, and some input executes it.
    Unreachable,
    /// `unreachable` for a crash, and some input crashes there.
    NoCrash,
    /// `complete`, and some input takes a branch that is not covered.
    CompleteBranch,
    /// `complete`, and some input ends in a way that was not found.
    CompleteCrash,
    /// `infeasible`, and some input takes the branch.
    Infeasible,
    /// The stored input of a reached statement does not execute it, or the one of a crash does not crash there.
    Witness,
    /// A branch is `covered`, and the test that is named does not take it.
    Covered,
    /// No verdict, by a fault of symcrete or beyond every limit.
    Failed,
}

/// A claim that the truth refutes.
#[derive(Clone, Debug)]
pub(crate) struct Wrong {
    pub(crate) kind: Kind,
    pub(crate) line: u64,
    pub(crate) construct: String,
    pub(crate) what: String,
}

impl fmt::Display for Wrong {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "{:?} at line {} ({}): {}", self.kind, self.line, self.construct, self.what)
    }
}

/// A statement that an input executes, or a crash, and whether such an input was found.
#[derive(Debug)]
pub(crate) struct Found {
    pub(crate) construct: String,
    pub(crate) line: u64,
    pub(crate) is_found: bool,
    pub(crate) is_crash: bool,
    pub(crate) why: String,
}

/// What came out about a program.
#[derive(Debug, Default)]
pub(crate) struct Judgement {
    pub(crate) wrong: Vec<Wrong>,
    pub(crate) found: Vec<Found>,
    /// How many targets are called unreachable, and none of the inputs refutes it.
    pub(crate) n_refuted: usize,
    pub(crate) is_complete: bool,
}

/// Most seconds for a target that no input of the program's world is for.
const IDLE_SECONDS: u64 = 2;

/// Most seconds for the campaign. One that can be explored completely is so in less; the others would change inputs blindly for as long as they may.
const CAMPAIGN_SECONDS: u64 = 3;

/// Judges a program, by runs of optimised builds too if wanted; the error is that it does not compile.
pub(crate) fn judge(
    program: &Program,
    folder: &Path,
    seconds: u64,
    is_optimised: bool,
) -> Result<(Judgement, Truth), String> {
    let _ = std::fs::remove_dir_all(folder);
    std::fs::create_dir_all(folder).map_err(|why| why.to_string())?;
    std::fs::write(folder.join("program.c"), &program.text).map_err(|why| why.to_string())?;
    let oracle = Oracle::build(folder, (is_optimised && !program.is_undefined()).then_some(program.text.len()))?;
    let truth = oracle.truth(&program.inputs(), program.is_undefined());
    let (likely, idle): (Vec<Target>, Vec<Target>) =
        targets(program, &truth).into_iter().partition(|target| truth.input_for(*target).is_some());
    // What no input does is either proved soon or not at all.
    let asked = [(likely, seconds), (idle, seconds.min(IDLE_SECONDS))];
    let judgement = match tool::ask(program, &asked, folder, seconds.min(CAMPAIGN_SECONDS)) {
        Ok(said) => compare(program, &said, &truth, &oracle),
        Err(what) => Judgement { wrong: vec![wrong(program, Kind::Failed, 0, what)], ..Judgement::default() },
    };
    Ok((judgement, truth))
}

/// What is asked for: every statement, every line where some input crashes, and one line where none does.
fn targets(program: &Program, truth: &Truth) -> Vec<Target> {
    let statements = program.targets();
    let signals =
        truth.crashes.keys().filter(|(line, end)| matches!(end, Ending::Signal(_)) && !is_vague(program, *line));
    let crashes: BTreeSet<u64> = signals.map(|(line, _)| *line).collect();
    let harmless: Vec<u64> = statements.iter().copied().filter(|line| !crashes.contains(line)).collect();
    let one = harmless.get(program.text.len() % harmless.len().max(1)).filter(|line| !is_vague(program, **line));
    let crashes = crashes.iter().chain(one).map(|&line| Target::Crash(line));
    statements.iter().map(|&line| Target::Execute(line)).chain(crashes).collect()
}

/// Where a run ends is a matter of taste here: a stack is used up at any line, by frames of any size.
fn is_vague(program: &Program, line: u64) -> bool {
    ["recursion-deep", "recursion-endless", "stack-array"].contains(&program.construct(line))
}

fn wrong(program: &Program, kind: Kind, line: u64, what: String) -> Wrong {
    Wrong { kind, line, construct: program.construct(line).to_string(), what }
}

fn compare(program: &Program, said: &Said, truth: &Truth, oracle: &Oracle) -> Judgement {
    let mut judgement = Judgement { is_complete: said.report["complete"] == true, ..Judgement::default() };
    for answer in &said.answers {
        judgement.weigh(program, answer, truth);
    }
    if !program.has("any") {
        judgement.witnesses(program, &said.answers, oracle);
    }
    judgement.report(program, said, truth, oracle);
    judgement
}

impl Judgement {
    fn weigh(&mut self, program: &Program, answer: &Answer, truth: &Truth) {
        let Answer { target, verdict, why, .. } = answer;
        let line = target.line();
        let (kind, is_sure) = match target {
            Target::Execute(_) => (Kind::Unreachable, truth.sure.contains(&line)),
            Target::Crash(_) => (Kind::NoCrash, truth.sure_crashes.contains(&line)),
        };
        match (verdict.as_str(), truth.input_for(*target)) {
            ("unreachable", Some(input)) => {
                let what = format!("{} does so; {why}", show(input));
                self.wrong.push(wrong(program, kind, line, what));
            }
            ("unreachable", None) => self.n_refuted += 1,
            ("reached" | "not-found", _) => {}
            _ => self.wrong.push(wrong(program, Kind::Failed, line, format!("verdict {verdict}: {why}"))),
        }
        if is_sure {
            let is_crash = matches!(target, Target::Crash(_));
            let construct = format!("{}{}", program.construct(line), if is_crash { " crash" } else { "" });
            self.found.push(Found { construct, line, is_found: verdict == "reached", is_crash, why: why.clone() });
        }
    }

    /// Every witness does on the plain program what it is stored for.
    fn witnesses(&mut self, program: &Program, answers: &[Answer], oracle: &Oracle) {
        let stored: Vec<(Target, &Input)> =
            answers.iter().filter_map(|answer| Some((answer.target, answer.witness.as_ref()?))).collect();
        let inputs: Vec<Input> = stored.iter().map(|(_, input)| (*input).clone()).collect();
        for ((target, input), run) in stored.into_iter().zip(oracle.replay(&inputs)) {
            let line = target.line();
            let does = match target {
                Target::Execute(_) => run.lines.contains(&line) || oracle.executes_optimised(input, line),
                Target::Crash(_) => is_crash(&run, line) || is_vague(program, line),
            };
            if !does {
                let what =
                    format!("{} is stored for {target:?}, ends with {:?} at {}", show(input), run.ending, run.last);
                self.wrong.push(wrong(program, Kind::Witness, line, what));
            }
        }
    }
}

/// Does a run crash in a line?
fn is_crash(run: &Run, line: u64) -> bool {
    run.last == line && matches!(run.ending, Ending::Signal(_))
}

/// An input in words.
fn show(input: &Input) -> String {
    format!("values {}, never set {:02x}, stdin {}", hex(&input.values), input.fill, hex(&input.stdin))
}
