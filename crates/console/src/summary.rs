//! The last lines: why it stopped, what is covered, what is not, and what would help.

use std::io::{self, Write};
use std::path::PathBuf;
use symcrete_build::program::nearby;
use symcrete_corpus::decision::{ConditionState, Mcdc};
use symcrete_corpus::report::Report as Facts;
use symcrete_engine::branch;
use symcrete_engine::claim::{Doubt, Everything};
use symcrete_engine::recorder::Recorder;
use symcrete_engine::report::{Report, divergence_sentence, divergences, explored};
use symcrete_engine::session::Session;
use symcrete_model::BranchId;
use symcrete_search::{Merged, Queries, StopReason};

/// Uncovered branches shown at the end.
const SHOWN: usize = 5;
/// Reasons shown why there may be more paths.
const DOUBTS: usize = 3;
/// Divergences shown at the end.
const DIVERGENCES: usize = 3;

/// What the last lines say: plain, so that what several workers say becomes one.
pub struct Summary {
    why: String,
    /// Tests that are stored.
    pub n_tests: u64,
    tests: PathBuf,
    covered: usize,
    branches: usize,
    uncalled: u64,
    runs: u64,
    reruns: u64,
    adopted: u64,
    mutated: u64,
    paths: u64,
    merged: Merged,
    solver: Queries,
    divergences: Vec<String>,
    n_divergences: u64,
    /// Bugs that were found.
    pub n_findings: usize,
    n_lost: usize,
    uncovered: Vec<String>,
    advice: Option<String>,
    /// What is shown of decisions.
    decisions: Vec<String>,
}

impl Summary {
    /// Of a session that has ended.
    pub fn of(session: &Session, recorder: &Recorder, report: &Report) -> Summary {
        let campaign = session.campaign();
        let s = campaign.statistics();
        let is_told = |&branch: &BranchId| session.program().counts(branch) && !report.is_uncalled(branch);
        let uncovered = campaign.coverage().uncovered().filter(is_told);
        Summary {
            why: why(session, &report.facts.unvaried),
            n_tests: recorder.n_tests(),
            tests: recorder.folder().path().join("tests"),
            covered: s.covered,
            branches: s.branches,
            uncalled: report.facts.branches.uncalled,
            runs: s.iterations,
            reruns: s.reruns,
            adopted: s.adopted,
            mutated: s.scouted,
            paths: s.paths,
            merged: s.merged,
            solver: s.solver,
            divergences: divergences(session, recorder).iter().map(divergence_sentence).collect(),
            n_divergences: s.divergences,
            n_findings: recorder.findings().len(),
            n_lost: campaign.target().lost().len(),
            uncovered: uncovered.map(|branch| branch::name(session.program(), branch)).collect(),
            advice: report.facts.advice.clone(),
            decisions: report.facts.mcdc.iter().flat_map(decisions).collect(),
        }
    }

    /// The same for several workers: what one covered is covered, and a path belongs to one of them.
    pub fn with(mut self, other: &Summary) -> Summary {
        self.uncovered.retain(|branch| other.uncovered.contains(branch));
        self.covered = self.covered.max(other.covered);
        self.runs += other.runs;
        self.reruns += other.reruns;
        self.mutated += other.mutated;
        self.paths += other.paths;
        self.adopted += other.adopted;
        self.solver.calls += other.solver.calls;
        self.solver.sat += other.solver.sat;
        self.solver.unsat += other.solver.unsat;
        self.solver.unknown += other.solver.unknown;
        self.divergences.extend_from_slice(&other.divergences);
        self.n_divergences += other.n_divergences;
        self
    }

    /// With what only the report of all of them says.
    pub fn of_all(mut self, facts: &Facts, n_tests: u64, n_findings: usize) -> Summary {
        (self.covered, self.uncalled) = (facts.branches.covered as usize, facts.branches.uncalled);
        (self.n_tests, self.n_findings, self.n_lost) = (n_tests, n_findings, facts.lost.len());
        self.paths -= self.adopted;
        self
    }

    /// With the work of other processes: so many paths, and what the report of all says.
    pub fn with_elsewhere(mut self, facts: &Facts, n_paths: u64) -> Summary {
        (self.runs, self.mutated, self.paths) = (facts.iterations, facts.scouted, self.paths + n_paths);
        let (solver, told) = (&mut self.solver, &facts.solver);
        (solver.calls, solver.sat, solver.unsat, solver.unknown) = (told.calls, told.sat, told.unsat, told.unknown);
        self.n_divergences = facts.divergences;
        self
    }

    /// Paths that nobody else took before.
    pub fn n_own_paths(&self) -> u64 {
        self.paths - self.adopted
    }

    /// Prints the lines.
    pub fn print(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}", self.why)?;
        writeln!(out, "tests: {} in {}", self.n_tests, self.tests.display())?;
        self.print_numbers(out)?;
        self.decisions.iter().try_for_each(|line| writeln!(out, "{line}"))?;
        writeln!(out, "findings: {}", self.n_findings)?;
        if self.n_lost > 0 {
            let places = if self.n_lost == 1 { "1 place".into() } else { format!("{} places", self.n_lost) };
            writeln!(out, "symbolic data was dropped at {places}: see \"lost\" in report.json")?;
        }
        for divergence in self.divergences.iter().take(DIVERGENCES) {
            writeln!(out, "diverged: {divergence}")?;
        }
        for branch in self.uncovered.iter().take(SHOWN) {
            writeln!(out, "not covered: {branch}")?;
        }
        let n_more = self.uncovered.len().saturating_sub(SHOWN);
        if n_more > 0 {
            writeln!(out, "not covered: {n_more} more: see \"outcomes\" in report.json, or the report")?;
        }
        self.advice.as_ref().map_or(Ok(()), |advice| writeln!(out, "what would help most: {advice}"))
    }

    fn print_numbers(&self, out: &mut dyn Write) -> io::Result<()> {
        let uncalled = match self.uncalled {
            0 => String::new(),
            1 => " (1 is in a function that nothing calls)".into(),
            n => format!(" ({n} are in functions that nothing calls)"),
        };
        let mutated = match self.mutated {
            0 => String::new(),
            1 => " and 1 mutated input".to_string(),
            n => format!(" and {n} mutated inputs"),
        };
        let again = match self.reruns {
            0 => String::new(),
            n => format!(" ({n} of earlier ones again)"),
        };
        let stand = if self.paths == 1 { "stands" } else { "stand" };
        let ways = match self.merged {
            Merged { turns: 0, .. } => String::new(),
            Merged { ways: Some(ways), .. } => format!(" that {stand} for up to {ways}"),
            Merged { ways: None, .. } => format!(" that {stand} for more than can be counted"),
        };
        let covered = format!("{} of {} covered{uncalled}", self.covered, self.branches);
        let (runs, paths) = (counted(self.runs, "run"), counted(self.paths, "path"));
        writeln!(out, "branches: {covered}, {runs}{again}{mutated}, {paths}{ways}")?;
        let s = &self.solver;
        writeln!(
            out,
            "solver: {} calls, {} sat, {} unsat, {} unknown; {} divergences",
            s.calls, s.sat, s.unsat, s.unknown, self.n_divergences
        )
    }
}

/// What is shown of decisions, and the first conditions that nothing shows.
fn decisions(mcdc: &Mcdc) -> Vec<String> {
    let missing = mcdc.decisions.iter().flat_map(|decision| {
        let open = decision.conditions.iter().enumerate().filter(|(_, one)| one.state != ConditionState::Shown);
        open.map(move |(place, one)| {
            let (name, at) = (one.state.name(), format!("{}:{}:{}", nearby(&decision.file), one.line, one.column));
            format!("{name}: C{} of {} at {at}: {}", place + 1, decision.place(), one.why)
        })
    });
    let missing: Vec<String> = missing.collect();
    let n_more = missing.len().saturating_sub(SHOWN);
    let more = (n_more > 0).then(|| format!("and {n_more} more: see \"mcdc\" in report.json, or the report"));
    [mcdc.sentence()].into_iter().chain(missing.into_iter().take(SHOWN)).chain(more).collect()
}

/// Values that could have been others, for all that is known: what was explored says nothing about those.
fn unvaried(values: &[String]) -> String {
    match values {
        [] => String::new(),
        [one] => format!("; {one} did not vary"),
        [one, rest @ ..] => format!("; {one} and {} more (\"unvaried\" in report.json) did not vary", rest.len()),
    }
}

/// Who else says that everything was explored.
fn confirmed(session: &Session) -> &'static str {
    let is_certified = session.claim().everything().is_some_and(Everything::is_certified);
    if is_certified { ", which the SMT solver confirms" } else { "" }
}

/// Why it stopped. That everything was explored is said only when it is true.
fn why(session: &Session, values: &[String]) -> String {
    match session.stop() {
        StopReason::Exhausted if session.program().n_branches() == 0 => {
            "nothing is left to try: the program has no branches".into()
        }
        StopReason::Exhausted if let Some(limits) = explored(session) => match limits.is_empty() {
            true => format!("every feasible path was explored{}{}", confirmed(session), unvaried(values)),
            false => {
                let limits = limits.join(" and ");
                format!("every feasible path with {limits} was explored{}{}", confirmed(session), unvaried(values))
            }
        },
        StopReason::Exhausted => {
            format!("nothing is left to try, but there may be more paths: {}", shown(session.claim().doubts()))
        }
        other if session.blind_for().is_empty() => format!("stopped: {}", other.sentence()),
        other => {
            let how = match session.campaign().target().is_symbolic() {
                true => "inputs were also mutated blindly, since not all data is followed",
                false => "inputs were mutated blindly, since no symbolic input reached the program",
            };
            format!("stopped: {}; {how}: {}", other.sentence(), shown(session.blind_for()))
        }
    }
}

/// The first doubts, and how many more there are.
fn shown(doubts: &[Doubt]) -> String {
    let first: Vec<String> = doubts.iter().take(DOUBTS).map(Doubt::to_string).collect();
    let more = match doubts.len().saturating_sub(DOUBTS) {
        0 => String::new(),
        1 => "; 1 more reason: see \"doubts\" in report.json".into(),
        n => format!("; {n} more reasons: see \"doubts\" in report.json"),
    };
    format!("{}{more}", first.join("; "))
}

/// `1 run`, `3 runs`.
fn counted(n: u64, noun: &str) -> String {
    if n == 1 { format!("1 {noun}") } else { format!("{n} {noun}s") }
}
