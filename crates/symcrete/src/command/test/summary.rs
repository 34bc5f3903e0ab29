//! The last lines: why it stopped, what is covered, what is not, and what would help.

use std::io::{self, Write};
use symcrete_engine::branch;
use symcrete_engine::claim::Doubt;
use symcrete_engine::recorder::Recorder;
use symcrete_engine::report::{Report, divergence_sentence, divergences, explored};
use symcrete_engine::session::Session;
use symcrete_model::BranchId;
use symcrete_search::{Merged, StopReason};

/// Uncovered branches shown at the end.
const SHOWN: usize = 5;
/// Reasons shown why there may be more paths.
const DOUBTS: usize = 3;
/// Divergences shown at the end.
const DIVERGENCES: usize = 3;

pub(super) fn print(session: &Session, recorder: &Recorder, report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let campaign = session.campaign();
    let s = campaign.statistics();
    writeln!(out, "{}", why(session))?;
    writeln!(out, "tests: {} in {}", recorder.n_tests(), recorder.folder().path().join("tests").display())?;
    let uncalled = match report.facts.branches.uncalled {
        0 => String::new(),
        n => format!(" ({n} are in functions that nothing calls)"),
    };
    let mutated = match s.scouted {
        0 => String::new(),
        1 => " and 1 mutated input".to_string(),
        n => format!(" and {n} mutated inputs"),
    };
    let (runs, paths) = (s.iterations, s.paths);
    let ways = match s.merged {
        Merged { turns: 0, .. } => String::new(),
        Merged { ways: Some(ways), .. } => format!(" that stand for up to {ways}"),
        Merged { ways: None, .. } => " that stand for more than can be counted".into(),
    };
    let covered = format!("{} of {} covered{uncalled}", s.covered, s.branches);
    writeln!(out, "branches: {covered}, {runs} runs{mutated}, {paths} paths{ways}")?;
    writeln!(
        out,
        "solver: {} calls, {} sat, {} unsat, {} unknown; {} divergences",
        s.solver.calls, s.solver.sat, s.solver.unsat, s.solver.unknown, s.divergences
    )?;
    writeln!(out, "findings: {}", recorder.findings().len())?;
    let n_lost = campaign.target().lost().len();
    if n_lost > 0 {
        let places = if n_lost == 1 { "1 place".into() } else { format!("{n_lost} places") };
        writeln!(out, "symbolic data was dropped at {places}: see \"lost\" in report.json")?;
    }
    for divergence in divergences(session, recorder).iter().take(DIVERGENCES) {
        writeln!(out, "diverged: {}", divergence_sentence(divergence))?;
    }
    let is_told = |&branch: &BranchId| session.program().counts(branch) && !report.is_uncalled(branch);
    let uncovered: Vec<BranchId> = campaign.coverage().uncovered().filter(is_told).collect();
    for &branch in uncovered.iter().take(SHOWN) {
        writeln!(out, "not covered: {}", branch::name(session.program(), branch))?;
    }
    let n_more = uncovered.len().saturating_sub(SHOWN);
    if n_more > 0 {
        writeln!(out, "not covered: {n_more} more: see \"outcomes\" in report.json, or the report")?;
    }
    report.facts.advice.as_ref().map_or(Ok(()), |advice| writeln!(out, "what would help most: {advice}"))
}

/// Why it stopped. That everything was explored is said only when it is true.
fn why(session: &Session) -> String {
    match session.stop() {
        StopReason::Exhausted if session.program().n_branches() == 0 => {
            "nothing is left to try: the program has no branches".into()
        }
        StopReason::Exhausted if let Some(limits) = explored(session) => match limits.is_empty() {
            true => "every feasible path was explored".into(),
            false => format!("every feasible path with {} was explored", limits.join(" and ")),
        },
        StopReason::Exhausted => {
            format!("nothing is left to try, but there may be more paths: {}", shown(session.claim().doubts()))
        }
        other if session.blind_for().is_empty() => format!("stopped: {}", other.sentence()),
        other => {
            let lost = shown(session.blind_for());
            format!(
                "stopped: {}; inputs were also mutated blindly, since not all data is followed: {lost}",
                other.sentence()
            )
        }
    }
}

/// The first doubts, and how many more there are.
fn shown(doubts: &[Doubt]) -> String {
    let first: Vec<String> = doubts.iter().take(DOUBTS).map(Doubt::to_string).collect();
    let more = match doubts.len().saturating_sub(DOUBTS) {
        0 => String::new(),
        n => format!("; {n} more reasons: see \"doubts\" in report.json"),
    };
    format!("{}{more}", first.join("; "))
}
