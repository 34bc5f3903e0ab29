//! Holds what symcrete says against the truth.

use super::oracle::{Ending, Input, Oracle, Truth, hex};
use super::program::Program;
use super::tool::{self, Answer, Said};
use serde_json::Value;
use std::fmt;
use std::path::Path;

/// How a claim is wrong. A program is shrunk as long as it is wrong in the same way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    /// `unreachable`, and some input executes it.
    Unreachable,
    /// `complete`, and some input takes a branch that is not covered.
    CompleteBranch,
    /// `complete`, and some input ends in a way that was not found.
    CompleteCrash,
    /// `infeasible`, and some input takes the branch.
    Infeasible,
    /// The stored input of a reached statement does not execute it.
    Witness,
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

/// A statement that an input executes, and whether one was found.
#[derive(Debug)]
pub(crate) struct Found {
    pub(crate) construct: String,
    pub(crate) line: u64,
    pub(crate) is_found: bool,
    pub(crate) why: String,
}

/// What came out about a program.
#[derive(Debug, Default)]
pub(crate) struct Judgement {
    pub(crate) wrong: Vec<Wrong>,
    pub(crate) found: Vec<Found>,
    /// How many statements are called unreachable, and none of the inputs executes them.
    pub(crate) n_refuted: usize,
    pub(crate) is_complete: bool,
}

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
    let oracle = Oracle::build(folder, is_optimised)?;
    let truth = oracle.truth(&program.inputs(), program.text.contains("signal(SIG"));
    let judgement = match tool::ask(program, folder, seconds) {
        Ok(said) => compare(program, &said, &truth, &oracle),
        Err(what) => Judgement { wrong: vec![wrong(program, Kind::Failed, 0, what)], ..Judgement::default() },
    };
    Ok((judgement, truth))
}

fn wrong(program: &Program, kind: Kind, line: u64, what: String) -> Wrong {
    Wrong { kind, line, construct: program.construct(line).to_string(), what }
}

fn compare(program: &Program, said: &Said, truth: &Truth, oracle: &Oracle) -> Judgement {
    let mut judgement = Judgement { is_complete: said.report["complete"] == true, ..Judgement::default() };
    for answer in &said.answers {
        judgement.weigh(program, answer, truth, oracle);
    }
    judgement.branches(program, &said.report, truth);
    if !program.has("any") {
        judgement.findings(program, &said.report, oracle);
    }
    if judgement.is_complete {
        judgement.endings(program, &said.report, truth);
    }
    judgement
}

impl Judgement {
    fn weigh(&mut self, program: &Program, answer: &Answer, truth: &Truth, oracle: &Oracle) {
        let Answer { line, verdict, why, witness } = answer;
        let executed = truth.lines.get(line);
        match (verdict.as_str(), executed, witness) {
            ("unreachable", Some(input), _) => {
                self.wrong.push(wrong(
                    program,
                    Kind::Unreachable,
                    *line,
                    format!("{} executes it; {why}", show(input)),
                ));
            }
            ("unreachable", None, _) => self.n_refuted += 1,
            ("reached", _, Some(input)) if !program.has("any") && !oracle.executes(input, *line) => {
                self.wrong.push(wrong(program, Kind::Witness, *line, format!("{} does not execute it", show(input))));
            }
            ("reached" | "not-found", _, _) => {}
            _ => self.wrong.push(wrong(program, Kind::Failed, *line, format!("verdict {verdict}: {why}"))),
        }
        if truth.sure.contains(line) {
            let construct = program.construct(*line).to_string();
            let is_found = verdict == "reached";
            self.found.push(Found { construct, line: *line, is_found, why: why.clone() });
        }
    }

    /// No branch that some input takes is infeasible, or not covered although all is said to be explored.
    fn branches(&mut self, program: &Program, report: &Value, truth: &Truth) {
        for outcome in report["outcomes"].as_array().into_iter().flatten() {
            let side = match outcome["outcome"].as_str() {
                Some("true") => true,
                Some("false") => false,
                _ => continue,
            };
            let line = outcome["line"].as_u64().unwrap_or_default();
            let Some(input) = truth.branches.get(&(line, side)) else { continue };
            let what = format!("{} takes {side}; {}: {}", show(input), outcome["state"], outcome["why"]);
            if outcome["state"] == "infeasible" {
                self.wrong.push(wrong(program, Kind::Infeasible, line, what));
            } else if self.is_complete && outcome["state"] != "covered" {
                self.wrong.push(wrong(program, Kind::CompleteBranch, line, what));
            }
        }
    }

    /// Every stored crash crashes the plain program.
    fn findings(&mut self, program: &Program, report: &Value, oracle: &Oracle) {
        for finding in report["findings"].as_array().into_iter().flatten() {
            let is_crash = finding["kind"].as_str().is_some_and(|kind| kind.starts_with("SIG"));
            let Some(input) = finding["test"].as_str().filter(|_| is_crash).map(tool::stored) else { continue };
            let ending = oracle.ending(&input);
            if !matches!(ending, Some(Ending::Signal(_))) {
                let line = finding["line"].as_u64().unwrap_or_default();
                let what =
                    format!("{} is said to end with {}, and ends with {ending:?}", show(&input), finding["kind"]);
                self.wrong.push(wrong(program, Kind::Witness, line, what));
            }
        }
    }

    /// Every crash that some input meets is among the findings, by its line or at least by its kind.
    fn endings(&mut self, program: &Program, report: &Value, truth: &Truth) {
        let findings: Vec<&Value> = report["findings"].as_array().into_iter().flatten().collect();
        for ((line, ending), input) in &truth.crashes {
            let name = match ending {
                Ending::Signal(6) => "SIGABRT",
                Ending::Signal(8) => "SIGFPE",
                Ending::Signal(11) => "SIGSEGV",
                Ending::Hang => "time limit",
                _ => "",
            };
            // Where these end is a matter of taste: inside what gcc built, at the head of the loop, at any depth.
            let is_vague = *ending == Ending::Hang
                || program.line(*line).contains("foreign_")
                || program.construct(*line).contains("recursion");
            let is_same = |finding: &&&Value| {
                finding["line"] == *line || is_vague && finding["kind"].as_str().is_some_and(|kind| kind.contains(name))
            };
            if !findings.iter().any(|finding| is_same(&finding)) {
                let what = format!("{} ends with {ending:?}, which was not found", show(input));
                self.wrong.push(wrong(program, Kind::CompleteCrash, *line, what));
            }
        }
    }
}

/// An input in words.
fn show(input: &Input) -> String {
    format!("values {}, never set {:02x}, stdin {}", hex(&input.values), input.fill, hex(&input.stdin))
}
