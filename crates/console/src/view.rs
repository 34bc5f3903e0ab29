//! Gathers what the HTML report shows: runs the stored tests again, so that it needs nothing but a result folder.
//!
//! What is covered is what `report.json` says, branch by branch, so that both have the same sums. Works on the folder of a campaign that
//! was killed, too: there what the stored tests take is covered, and everything else is "not covered". Writes `coverage.info` beside the report.

use crate::contradiction;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use symcrete_build::failure::Failure;
use symcrete_build::program::nearby;
use symcrete_build::scope::is_support;
use symcrete_corpus::BranchState;
use symcrete_corpus::export::lcov;
use symcrete_corpus::whole;
use symcrete_corpus::{Branch, Comparison, Suite};
use symcrete_engine::branch;
use symcrete_engine::front::FrontEnd;
use symcrete_engine::lines;
use symcrete_engine::rerun::{self, Rerun};
use symcrete_expr::Stop;
use symcrete_model::{BranchId, ConditionId, Program};
use symcrete_report::{Against, Condition, Data, Decision, Side, Source, Way, site};

/// Writes the report of a suite of this program into a folder, and its `coverage.info` into the folder above. When it is stopped, tests that were not
/// run again by then are left out. It is compared with the suite of an earlier campaign, if there is one: what
/// changed. A campaign that was killed before its first test may not even have a program.
pub fn write(
    suite: &mut Suite,
    unit: Result<Arc<dyn FrontEnd>, Failure>,
    against: Option<&Suite>,
    output: &Path,
    stop: &Stop,
) -> Result<Option<Comparison>, Failure> {
    let model = match (&unit, suite.tests.is_empty()) {
        (Ok(unit), true) => unit.model().unwrap_or_else(|_| Program::link(Vec::new())),
        (Ok(unit), false) => unit.model()?,
        (Err(_), _) => Program::link(Vec::new()),
    };
    let program = unit.as_ref().map_or_else(|_| PathBuf::new(), |unit| unit.program().to_path_buf());
    suite.put_needed_first();
    let reruns = match (suite.tests.is_empty(), unit) {
        (true, _) => Vec::new(),
        (false, unit) => rerun::paths(unit?.as_ref(), suite, &model, stop)?,
    };
    suite.keep_first(reruns.len());
    let reruns = suite.put_in_order(reruns);
    let suite = &*suite;
    let coverage = lines::coverage(&model, is_support(&program), reruns.iter().map(|rerun| &rerun.counts));
    let gathered = Gathered::new(suite, &model, &reruns, &coverage);
    let before = against.map(|before| before.folder.display().to_string());
    let against = before.as_deref().zip(against).and_then(|(folder, before)| {
        let comparison = Comparison::new(before.report.as_ref()?, suite.report.as_ref()?);
        Some(Against { folder, comparison })
    });
    let (sources, ways) = (gathered.sources, gathered.ways);
    let data = Data { suite, sources, ways, against, version: env!("CARGO_PKG_VERSION") };
    let mut files = site(&data);
    files.iter_mut().for_each(|file| file.path = output.join(&file.path));
    let mut tracefile = lcov::file(&coverage);
    tracefile.path = output.parent().unwrap_or(output).join(&tracefile.path);
    files.push(tracefile);
    for file in &files {
        let fail = |why: std::io::Error| Failure::file(&file.path, why);
        std::fs::create_dir_all(file.path.parent().unwrap_or(output)).map_err(fail)?;
        whole(&file.path, &file.bytes).map_err(fail)?;
    }
    Ok(data.against.map(|against| against.comparison))
}

/// The page of conditions whose file is not known.
const NOWHERE: &str = "(no source line)";

/// What the report knows, by branch: it lists those that count, in order. A report of another program knows nothing.
fn states<'a>(model: &Program, outcomes: &'a [Branch]) -> BTreeMap<BranchId, &'a Branch> {
    let counted: Vec<BranchId> = model.counted().collect();
    let is_same = |(branch, known): (&BranchId, &Branch)| {
        let (file, line, column) = branch::place(model, *branch);
        (file, line, column) == (known.file.as_str(), known.line, known.column)
            && branch::side(model, *branch) == known.outcome
    };
    let is_its = counted.len() == outcomes.len() && counted.iter().zip(outcomes).all(is_same);
    counted.into_iter().zip(outcomes).filter(|_| is_its).collect()
}

/// The tests that take each branch, and how often: once through all tests, which may be many thousands.
fn taken(reruns: &[Rerun]) -> BTreeMap<BranchId, Vec<(usize, u64)>> {
    let mut taken: BTreeMap<BranchId, Vec<(usize, u64)>> = BTreeMap::new();
    for (test, rerun) in reruns.iter().enumerate() {
        rerun.counts.iter().for_each(|(&branch, &count)| taken.entry(branch).or_default().push((test, count)));
    }
    taken
}

struct Gathered<'a> {
    model: &'a Program,
    /// The tests that take each branch, and how often.
    taken: BTreeMap<BranchId, Vec<(usize, u64)>>,
    /// What the report knows about each branch.
    states: BTreeMap<BranchId, &'a Branch>,
    sources: Vec<Source>,
    ways: Vec<Way>,
    /// Where each condition of the program is among the sources.
    places: BTreeMap<ConditionId, (usize, usize)>,
}

impl<'a> Gathered<'a> {
    fn new(suite: &'a Suite, model: &'a Program, reruns: &'a [Rerun], coverage: &[lcov::FileCoverage]) -> Gathered<'a> {
        let outcomes = suite.report.as_ref().map_or(&[][..], |report| &report.outcomes);
        let states = states(model, outcomes);
        let taken = taken(reruns);
        let mut gathered =
            Gathered { model, taken, states, sources: Vec::new(), ways: Vec::new(), places: BTreeMap::new() };
        coverage.iter().for_each(|file| gathered.add_source(file));
        gathered.add_rest();
        gathered.ways = reruns.iter().enumerate().map(|(test, rerun)| gathered.way(test, rerun)).collect();
        gathered
    }

    fn add_source(&mut self, file: &lcov::FileCoverage) {
        let conditions = self.place(|place| place == file.file);
        let text = std::fs::read(&file.file).ok().map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        let (name, path) = (nearby(&file.file).into(), file.file.clone());
        self.sources.push(Source { name, path, text, lines: file.lines.clone(), conditions });
    }

    /// Conditions of which no file is known have a page too: they count.
    fn add_rest(&mut self) {
        let conditions = self.place(|_| true);
        if !conditions.is_empty() {
            self.sources.push(Source { name: NOWHERE.into(), conditions, ..Source::default() });
        }
    }

    /// The conditions of files that are meant and that have no page yet: they will be on the next one.
    fn place(&mut self, is_meant: impl Fn(&str) -> bool) -> Vec<Condition> {
        let at = |id: ConditionId| {
            self.model.branches_of(id).next().map_or(("", 0, 0), |first| branch::place(self.model, first))
        };
        let here = |id: &ConditionId| {
            let counts = self.model.branches_of(*id).next().is_some_and(|first| self.model.counts(first));
            counts && !self.places.contains_key(id) && is_meant(at(*id).0)
        };
        let mut ids: Vec<ConditionId> = (0..self.model.n_conditions()).map(ConditionId::new).filter(here).collect();
        ids.sort_by_key(|&id| at(id));
        let conditions = ids.iter().map(|&id| self.condition(id)).collect();
        let index = self.sources.len();
        self.places.extend(ids.into_iter().enumerate().map(|(position, id)| (id, (index, position))));
        conditions
    }

    fn condition(&self, id: ConditionId) -> Condition {
        let branches: Vec<BranchId> = self.model.branches_of(id).collect();
        let (_, line, column) = branches.first().map_or(("", 0, 0), |&first| branch::place(self.model, first));
        let is_merged = branches.iter().any(|branch| self.states.get(branch).is_some_and(|known| known.merged));
        let function = branches.iter().find_map(|branch| self.states.get(branch));
        Condition {
            line,
            column,
            function: function.map_or_else(String::new, |known| known.function.clone()),
            sides: branches.iter().map(|&branch| self.side(branch)).collect(),
            is_merged,
        }
    }

    fn side(&self, branch: BranchId) -> Side {
        let name = branch::side(self.model, branch);
        let known = self.states.get(&branch);
        let taken = self.taken.get(&branch).map_or(&[][..], Vec::as_slice);
        let state = match (known, taken.is_empty()) {
            (Some(known), _) => known.state,
            (None, false) => BranchState::Covered,
            (None, true) => BranchState::NotCovered,
        };
        Side {
            state,
            why: known.map_or_else(String::new, |known| known.why.clone()),
            next: known.map_or_else(String::new, |known| known.next.clone()),
            after: known.and_then(|known| known.after.clone()),
            is_uncalled: known.is_some_and(|known| known.uncalled),
            conditions: known.map_or_else(Vec::new, |known| contradiction::lines(known)),
            tests: taken.iter().map(|(test, _)| *test).collect(),
            count: taken.iter().map(|(_, count)| count).sum(),
            name,
        }
    }

    fn way(&self, test: usize, rerun: &Rerun) -> Way {
        let decision = |branch: &BranchId| {
            let (condition, side) = self.model.condition_of(*branch);
            let &(source, condition) = self.places.get(&condition)?;
            Some(Decision { source, condition, side: side as usize })
        };
        Way { test, decisions: rerun.decisions.iter().filter_map(decision).collect() }
    }
}
