//! Verdicts for people.

use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;
use symcrete_build::failure::Failure;
use symcrete_engine::finding::commands;
use symcrete_engine::front::FrontEnd;
use symcrete_pursuit::{Attempt, Decision, Verdict};
use symcrete_reach::Target;

/// How the program of a test is opened.
type Open = fn(&Path) -> Result<Arc<dyn FrontEnd>, Failure>;

/// The verdicts, each with its evidence, and how many there are of each kind.
pub fn text(verdicts: &[(Target, Verdict)], open: Open) -> String {
    let mut text = String::new();
    for (target, verdict) in verdicts {
        let _ = writeln!(
            text,
            "{target}: {} ({}, {} runs, {} segments, {:.2} s)",
            verdict.decision.name(),
            verdict.engine,
            verdict.iterations,
            verdict.segments,
            verdict.wall.as_secs_f64()
        );
        evidence(target, &verdict.decision, open).into_iter().for_each(|line| {
            let _ = writeln!(text, "    {line}");
        });
    }
    let count = |name: &str| verdicts.iter().filter(|(_, verdict)| verdict.decision.name() == name).count();
    let [reached, unreachable, open] = ["reached", "unreachable", "not-found"].map(count);
    let n_targets = verdicts.len();
    let s = if n_targets == 1 { "" } else { "s" };
    let _ = writeln!(text, "{n_targets} target{s}: {reached} reached, {unreachable} unreachable, {open} not found");
    text
}

fn evidence(target: &Target, decision: &Decision, open: Open) -> Vec<String> {
    match decision {
        Decision::Reached { test, vector } => {
            let what = if matches!(target, Target::Crash { .. }) { "crash there" } else { "execute it" };
            let seen = format!("the plain program was seen to {what} on {}", test.display());
            let shown = open(&vector.manifest.program).map(|unit| commands(unit.as_ref(), test, vector));
            let shown = shown.unwrap_or_default();
            std::iter::once(seen).chain(shown.lines().map(str::to_string)).collect()
        }
        Decision::Unreachable { proof } => {
            let conditions = proof.conditions().iter().map(|one| format!("{}: {}", one.place, one.text));
            std::iter::once(format!("proved {}", proof.means())).chain(conditions).collect()
        }
        Decision::NotFound { why, closest } => {
            std::iter::once(why.clone()).chain(closest.iter().flat_map(attempt)).collect()
        }
    }
}

fn attempt(at: &Attempt) -> Vec<String> {
    let before = match at.distance {
        1 => "1 branch before the target".into(),
        n => format!("{n} branches before the target"),
    };
    let left = match at.was_taken {
        false => format!("closest: took {}, needs {} ({before})", at.left, at.wanted),
        true => format!("closest: took {} ({before}); runs that took {} ended before it", at.left, at.wanted),
    };
    let input = at.test.iter().map(|test| format!("its input: {}", test.display()));
    std::iter::once(left).chain(input).collect()
}
