//! Holds a campaign's report against the truth: `complete`, `infeasible`, `covered`, and what findings say.

use super::super::oracle::{Ending, Input, Oracle, Truth};
use super::super::program::Program;
use super::super::tool::{self, Said};
use super::{Judgement, Kind, show, wrong};
use serde_json::Value;

impl Judgement {
    pub(super) fn report(&mut self, program: &Program, said: &Said, truth: &Truth, oracle: &Oracle) {
        self.branches(program, &said.report, truth);
        if !program.has("any") {
            self.covered(program, said, oracle);
            self.findings(program, &said.report, oracle);
        }
        if self.is_complete {
            self.endings(program, &said.report, truth);
        }
    }

    /// No branch that some input takes is infeasible, or not covered although all is said to be explored.
    fn branches(&mut self, program: &Program, report: &Value, truth: &Truth) {
        for outcome in list(report, "outcomes") {
            let Some((line, side)) = branch(outcome) else { continue };
            let Some(input) = truth.branches.get(&(line, side)) else { continue };
            let what = format!("{} takes {side}; {}: {}", show(input), outcome["state"], outcome["why"]);
            if outcome["state"] == "infeasible" {
                self.wrong.push(wrong(program, Kind::Infeasible, line, what));
            } else if self.is_complete && outcome["state"] != "covered" {
                self.wrong.push(wrong(program, Kind::CompleteBranch, line, what));
            }
        }
    }

    /// Of every branch with a mark that is covered, the test that is named takes it on the plain program. Where a run crashes may hang on
    /// what lies around a variable, so those only count where the program says `// covered`.
    fn covered(&mut self, program: &Program, said: &Said, oracle: &Oracle) {
        let of_test = |outcome: &Value| {
            let (line, side) = branch(outcome).filter(|(line, _)| program.line(*line).contains("B("))?;
            Some((line, side, said.test(outcome["test"].as_str()?)))
        };
        let named: Vec<(u64, bool, Input)> = list(&said.report, "outcomes").filter_map(of_test).collect();
        let inputs: Vec<Input> = named.iter().map(|(_, _, input)| input.clone()).collect();
        for ((line, side, input), run) in named.into_iter().zip(oracle.replay(&inputs)) {
            let counts = program.has("covered") || !matches!(run.ending, Ending::Signal(_));
            if counts && !run.branches.contains(&(line, side)) {
                let what = format!("{} is named for {side}, ends with {:?} at {}", show(&input), run.ending, run.last);
                self.wrong.push(wrong(program, Kind::Covered, line, what));
            }
        }
    }

    /// Every stored crash crashes the plain program.
    fn findings(&mut self, program: &Program, report: &Value, oracle: &Oracle) {
        let crashes =
            list(report, "findings").filter(|f| f["kind"].as_str().is_some_and(|kind| kind.starts_with("SIG")));
        let stored = crashes.filter_map(|finding| Some((finding, tool::stored(finding["test"].as_str()?))));
        let stored: Vec<(&Value, Input)> = stored.collect();
        let inputs: Vec<Input> = stored.iter().map(|(_, input)| input.clone()).collect();
        for ((finding, input), run) in stored.into_iter().zip(oracle.replay(&inputs)) {
            if !matches!(run.ending, Ending::Signal(_)) {
                let line = finding["line"].as_u64().unwrap_or_default();
                let what =
                    format!("{} is said to end with {}, ends with {:?}", show(&input), finding["kind"], run.ending);
                self.wrong.push(wrong(program, Kind::Witness, line, what));
            }
        }
    }

    /// Every crash that some input meets is among the findings, by its line or at least by its kind.
    fn endings(&mut self, program: &Program, report: &Value, truth: &Truth) {
        for ((line, ending), input) in &truth.crashes {
            let name = match ending {
                Ending::Signal(4) => "SIGILL",
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
            let is_same = |finding: &Value| {
                finding["line"] == *line || is_vague && finding["kind"].as_str().is_some_and(|kind| kind.contains(name))
            };
            if !list(report, "findings").any(is_same) {
                let what = format!("{} ends with {ending:?}, which was not found", show(input));
                self.wrong.push(wrong(program, Kind::CompleteCrash, *line, what));
            }
        }
    }
}

fn list<'r>(report: &'r Value, key: &str) -> impl Iterator<Item = &'r Value> {
    report[key].as_array().into_iter().flatten()
}

/// The line and side of an outcome that has two.
fn branch(outcome: &Value) -> Option<(u64, bool)> {
    let side = match outcome["outcome"].as_str()? {
        "true" => true,
        "false" => false,
        _ => return None,
    };
    Some((outcome["line"].as_u64()?, side))
}
