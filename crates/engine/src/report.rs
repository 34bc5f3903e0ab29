//! `report.json`: what was done, why it stopped, what is covered by what, and what was lost.

mod account;
mod advice;
mod decisions;
mod divergence;
mod entries;
mod limit;
mod merged;
mod outside;
mod refuted;
mod sources;
mod state;

pub use divergence::sentence as divergence_sentence;
pub use limit::explored;
pub use merged::{concluded, merged};
pub use sources::{built, digest, written};

use crate::claim;
use crate::finding;
use crate::recorder::Recorder;
use crate::session::Session;
use crate::setting::STDIN;
use crate::traced::{self, LostAt, Origin, UnsetAt};
use std::collections::BTreeMap;
use symcrete_corpus::report::{
    Covered, Divergence, Doubt, Lost, Merged, Nondeterminism, Report as Facts, Reported, Runs, Solver, StopReason,
    Unset, VERSION, Worker,
};
use symcrete_corpus::{Branch, BranchState};
use symcrete_model::BranchId;
use symcrete_search::{Queries, Statistics};
use symcrete_solver::Stats;

/// What came of a campaign: the facts that are written, and what they leave out.
pub struct Report {
    /// `report.json`.
    pub facts: Facts,
    /// Branches in functions that nothing calls, in order.
    uncalled: Vec<BranchId>,
}

impl Report {
    /// The report of a campaign that has ended, with what was recorded of it.
    pub fn new(session: &Session, recorder: &Recorder) -> Report {
        let campaign = session.campaign();
        let s = campaign.statistics();
        let claim = session.claim();
        let outcomes = state::outcomes(session, recorder);
        let uncalled: Vec<BranchId> = outcomes.iter().filter(|one| one.is_uncalled).map(|one| one.branch).collect();
        let (advice, unvaried) = (advice::advice(&outcomes), advice::unvaried(&outcomes));
        let outcomes: Vec<Branch> = outcomes.into_iter().map(|one| one.facts).collect();
        let facts = Facts {
            version: VERSION,
            unit: session.name().into(),
            strategy: session.options().plan.name().into(),
            seed: session.options().seed,
            stop_reason: stop_reason(session.stop()),
            complete: claim.is_complete(),
            certified: claim.everything().is_some_and(claim::Everything::is_certified),
            doubts: claim.doubts().iter().map(doubt).collect(),
            unvaried,
            stdin_max: session.options().most().get(STDIN).copied().unwrap_or(0),
            too_long: s.too_long,
            iterations: s.iterations,
            scouted: s.scouted,
            wall_s: s.wall.as_secs_f64(),
            branches: Covered {
                covered: outcomes.iter().filter(|one| one.state == BranchState::Covered).count() as u64,
                total: outcomes.len() as u64,
                uncalled: uncalled.len() as u64,
            },
            divergences: s.divergences,
            notes: notes(s),
            diverged: divergences(session, recorder),
            nondeterministic: campaign.target().disagreement().map(disagreement),
            merged: Merged { conditions: s.merged.conditions, turns: s.merged.turns, ways: s.merged.ways },
            solver: solver(&s.solver, campaign.solver().stats()),
            runs: runs(campaign.target().runs(), recorder.n_faults()),
            findings: recorder.findings().iter().map(reported).collect(),
            curve: s.curve.iter().map(|p| (p.iteration, p.wall.as_secs_f64(), p.covered as u64)).collect(),
            lost: campaign.target().lost().into_iter().map(lost).collect(),
            unset: campaign.target().unset().iter().map(|(one, _)| unset(one)).collect(),
            workers: Vec::new(),
            advice,
            mcdc: decisions::mcdc(session, &uncalled),
            sources: session.sources(|| sources::digests(session.front().program(), &outcomes)).clone(),
            outcomes,
        };
        Report { facts, uncalled }
    }

    /// What this worker did, where several work at the campaign; `n_before` findings are of others.
    pub fn worker(session: &Session, recorder: &Recorder, n_before: usize) -> Worker {
        let s = session.campaign().statistics();
        let own = recorder.findings().iter().skip(n_before);
        let found: Vec<String> = own.map(|finding| reported(finding).short_name()).collect();
        Worker {
            runs: s.iterations,
            reruns: s.reruns,
            questions: s.solver.calls.saturating_sub(session.n_recalled()),
            recalled: session.n_recalled(),
            branches: session.n_gained(),
            findings: found.len() as u64,
            found,
            wall_s: s.wall.as_secs_f64(),
        }
    }

    /// Is a branch not covered because nothing calls its function?
    pub fn is_uncalled(&self, branch: BranchId) -> bool {
        self.uncalled.binary_search(&branch).is_ok()
    }
}

fn stop_reason(reason: symcrete_search::StopReason) -> StopReason {
    match reason {
        symcrete_search::StopReason::Exhausted => StopReason::Exhausted,
        symcrete_search::StopReason::Iterations => StopReason::Iterations,
        symcrete_search::StopReason::Time => StopReason::Time,
        symcrete_search::StopReason::Coverage => StopReason::Coverage,
        symcrete_search::StopReason::Target => StopReason::Target,
        symcrete_search::StopReason::Interrupted => StopReason::Interrupted,
    }
}

/// Runs by how they ended, those that only a sanitizer finds fault with among the crashed ones.
fn runs(runs: Runs, n_faults: u64) -> Runs {
    Runs { ok: runs.ok.saturating_sub(n_faults), crashed: runs.crashed + n_faults, ..runs }
}

fn solver(queries: &Queries, stages: &Stats) -> Solver {
    let answered = stages.by_stage.iter().map(|(name, stage)| (name.to_string(), stage.n_sat + stage.n_unsat));
    Solver {
        calls: queries.calls,
        sat: queries.sat,
        unsat: queries.unsat,
        unknown: queries.unknown,
        relaxed: queries.relaxed,
        conditions_mean: queries.conditions_mean(),
        conditions_max: queries.conditions_max,
        wall_s: queries.wall.as_secs_f64(),
        by_stage: answered.collect(),
    }
}

/// A finding, as it is written.
pub fn reported(finding: &finding::Finding) -> Reported {
    let place = finding.place();
    Reported {
        kind: finding.kind.clone(),
        file: place.map_or(String::new(), |place| place.file.clone()),
        line: place.map_or(0, |place| place.line),
        column: place.map_or(0, |place| place.column),
        test: finding.test.display().to_string(),
    }
}

fn disagreement(found: &traced::Disagreement) -> Nondeterminism {
    let traced::Way { file, line, column, side } = found.one.clone();
    Nondeterminism { file, line, column, one: side, other: found.other.to_string() }
}

fn unset(one: &UnsetAt) -> Unset {
    let (name, allocated, born_file, born_line) = match &one.origin {
        Origin::Object { name, is_allocated, file, line } => (Some(name), *is_allocated, file.as_str(), *line),
        Origin::Unknown => (None, false, "", 0),
    };
    Unset {
        file: one.file.clone(),
        line: one.line,
        column: one.column,
        name: name.cloned(),
        allocated,
        born_file: born_file.into(),
        born_line,
    }
}

/// The strategy's notes, and how often it had to fall back on another rule.
fn notes(statistics: &Statistics) -> BTreeMap<String, u64> {
    let fallbacks = [("fallbacks".to_string(), statistics.fallbacks)];
    statistics.notes.iter().cloned().chain(fallbacks).collect()
}

/// The divergences that were kept, in words.
pub fn divergences(session: &Session, recorder: &Recorder) -> Vec<Divergence> {
    recorder.divergences().iter().map(|diverged| divergence::named(session, diverged)).collect()
}

fn doubt(doubt: &claim::Doubt) -> Doubt {
    Doubt { kind: doubt.name().into(), why: doubt.to_string() }
}

fn lost(at: LostAt) -> Lost {
    Lost { file: at.file, line: at.line, column: at.column, what: at.what, count: at.count }
}
