//! Decides what is known about a branch that no run took.
//!
//! `infeasible` is a proof: every path of inputs of any length was explored and nothing was lost, and where the condition was
//! no expression over the input, nothing but inputs and constants can have decided it. Or it was proved from the program (`proved.rs`). Whatever is less is `unknown`,
//! `not tried` or `not covered`, with the thing that is in the way.

use super::entries;
use super::limit::{self, Extent, Limit};
use super::outside;
use super::refuted;
use crate::branch;
use crate::claim::{Everything, Proof};
use crate::session::Session;
use crate::traced::LostAt;
use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;
use symcrete_build::program::nearby;
use symcrete_build::unit::FUZZED;
use symcrete_corpus::{BranchState, Refuted};
use symcrete_exec::demangled;
use symcrete_model::{BranchDominance, BranchId, CallGraph, ConditionId, Icfg, NodeId, ProcId, Program};
use symcrete_reach::{Outside, Sources, refusal, sources};
use symcrete_search::{Fate, NodeId as TreeNodeId, StopReason, Why};
use symcrete_trace::What;

/// Branches that are looked into even if the time to complete the results is over: a millisecond each at most.
const IN_ANY_CASE: usize = 256;

/// What is known about a branch, and why.
#[derive(Clone, Debug)]
pub(super) struct Verdict {
    pub(super) state: BranchState,
    pub(super) why: String,
    pub(super) refuted: Vec<Refuted>,
    pub(super) hindrance: Option<Hindrance>,
    /// The branch that has to be taken first.
    pub(super) after: Option<BranchId>,
}

/// What is in the way of a branch.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Hindrance {
    /// A limit on the length of an input.
    Limit(Limit),
    /// The campaign ended before its ways were tried; what to do about that.
    Budget(&'static str),
    /// The solver did not get to an answer; what to do about that.
    Solver(&'static str),
    /// Symbolic data was dropped: where, and what.
    Lost(String, String),
    /// A value that does not come from the input: which, and where; what to do about that, if anything.
    Outside(String, Option<&'static str>),
    /// Something that comes in by other ways than as input: why that is possible.
    Beside(String),
}

impl Hindrance {
    /// What may help.
    pub(super) fn next(&self) -> String {
        match self {
            Hindrance::Limit(limit) => limit.remedy.clone(),
            Hindrance::Budget(remedy) | Hindrance::Solver(remedy) | Hindrance::Outside(_, Some(remedy)) => {
                (*remedy).into()
            }
            Hindrance::Lost(place, what) => match remedy_of_call(place, what) {
                Some(remedy) => remedy,
                None => format!("rewrite {place} ({what})"),
            },
            Hindrance::Outside(what, None) => format!("make {what} an input"),
            Hindrance::Beside(_) => String::new(),
        }
    }
}

/// What may help against a call that dropped symbolic data, if it was one. Nobody builds the C library for it, or a class of Java's, whose names have dots.
fn remedy_of_call(place: &str, what: &str) -> Option<String> {
    let callee = what.strip_prefix(What::External.text())?;
    let is_followed = |name| symcrete_libc::function(name).is_some_and(|known| known.followed().is_some());
    Some(match callee.strip_prefix(": ") {
        Some(name) if is_followed(name) => {
            format!("do without {name} at {place}, which symcrete follows only in part")
        }
        Some(name) if symcrete_libc::knows(name) || name.contains('.') => {
            format!("do without {name} at {place}, which symcrete does not follow")
        }
        Some(name) => {
            format!("build {name}, which {place} calls, with symcrete cc, or do without it if it is the C library's")
        }
        None => format!("build the function that {place} calls with symcrete cc"),
    })
}

/// A sentence with the names of functions as the source has them.
fn readable(sentence: &str) -> String {
    sentence.split(' ').map(demangled).collect::<Vec<_>>().join(" ")
}

/// What verdicts are made of.
pub(super) struct Account<'s> {
    session: &'s Session<'s>,
    fates: Vec<Fate>,
    /// Conditions that some run came to.
    met: BTreeSet<ConditionId>,
    /// Branches taken without a condition over the input.
    concrete: BTreeMap<BranchId, TreeNodeId>,
    /// Branches on paths that a limit on a length cut short.
    cut_short: BTreeMap<BranchId, u16>,
    extent: Extent,
    /// Why an exploration of everything would still be no proof, for conditions that nobody could aim at.
    beside: Option<String>,
    /// The control flow is what the model says.
    is_followed: bool,
    /// See [`Account::decided_by_others`].
    by_others: OnceCell<Vec<BranchId>>,
    icfg: OnceCell<Icfg>,
    dominance: BranchDominance<'s>,
    /// Uncovered branches of conditions that were met, by function.
    open: HashMap<ProcId, Vec<BranchId>>,
    /// By function, whether a call of it can come to pass: see [`called`].
    called: Vec<bool>,
    calls: CallGraph,
    /// What flows into conditions, as far as it was asked.
    sources: RefCell<HashMap<ConditionId, Rc<Sources>>>,
    /// Verdicts already given: many branches lie behind one.
    verdicts: RefCell<HashMap<BranchId, Verdict>>,
}

impl<'s> Account<'s> {
    pub(super) fn new(session: &'s Session<'s>) -> Account<'s> {
        let (program, campaign) = (session.program(), session.campaign());
        let tree = campaign.tree();
        let branches = || (0..program.n_branches()).map(BranchId::new);
        let is_covered = |branch: &BranchId| campaign.coverage().is_covered(*branch);
        let condition = |branch: BranchId| program.condition_of(branch).0;
        let met: BTreeSet<_> = branches().filter(is_covered).map(condition).collect();
        let mut open: HashMap<ProcId, Vec<BranchId>> = HashMap::new();
        for branch in branches().filter(|branch| !is_covered(branch) && met.contains(&condition(*branch))) {
            if let Some(proc) = program.proc_of_condition(condition(branch)) {
                open.entry(proc).or_default().push(branch);
            }
        }
        let calls = CallGraph::new(program);
        Account {
            session,
            fates: tree.fates(),
            met,
            concrete: tree.concrete(),
            cut_short: tree.cut_short(),
            extent: limit::extent(session),
            beside: session.front().closed(program).err().map(|why| readable(&why)),
            is_followed: refusal(program).is_none(),
            by_others: OnceCell::new(),
            icfg: OnceCell::new(),
            dominance: BranchDominance::new(program),
            open,
            called: called(program, &calls),
            calls,
            sources: RefCell::default(),
            verdicts: RefCell::default(),
        }
    }

    /// What is known about a branch that no run took.
    pub(super) fn verdict(&self, branch: BranchId) -> Verdict {
        if let Some(known) = self.verdicts.borrow().get(&branch) {
            return known.clone();
        }
        let verdict = if self.is_late() { self.unsought() } else { self.decide(branch) };
        self.verdicts.borrow_mut().insert(branch, verdict.clone());
        verdict
    }

    /// Is there no time left to look into further branches?
    fn is_late(&self) -> bool {
        self.verdicts.borrow().len() >= IN_ANY_CASE && self.session.deadline().completion().is_set()
    }

    /// Nobody looked for what is in its way.
    fn unsought(&self) -> Verdict {
        let go_on = self.go_on();
        let why = format!("no time was left to find out why it is not covered: {go_on}");
        unknown(&why, Some(Hindrance::Budget(go_on)))
    }

    fn decide(&self, branch: BranchId) -> Verdict {
        let verdict = self.by_search(branch);
        match self.session.proof(branch).filter(|_| verdict.state != BranchState::Infeasible) {
            Some(proof) => Verdict { refuted: verdict.refuted, ..proved(proof) },
            None => verdict,
        }
    }

    /// What the search says about a branch.
    fn by_search(&self, branch: BranchId) -> Verdict {
        match self.fates.get(branch.index()).copied().unwrap_or_default() {
            Fate { unknown: 1.., why, .. } => self.undecided(why),
            Fate { diverged: 1.., .. } => unknown("an input made for it took another path: see \"diverged\"", None),
            Fate { untried: n @ 1.., .. } => self.untried(n),
            // Where everything was explored, the others came to an end.
            Fate { elsewhere: 1.., .. } if self.extent == Extent::Open => {
                unknown("another worker was asking for it", self.budget())
            }
            Fate { infeasible: n @ 1.., .. } => self.refuted(branch, n),
            _ if self.met.contains(&self.condition(branch)) => self.concrete(branch),
            _ => self.unmet(branch),
        }
    }

    fn condition(&self, branch: BranchId) -> ConditionId {
        self.session.program().condition_of(branch).0
    }

    /// The solver was asked and could not tell.
    fn undecided(&self, why: Option<Why>) -> Verdict {
        match why {
            Some(Why::TooLong(stream)) => {
                let limit = limit::of_stream(self.session, stream);
                let text = format!("it needs more than {}: {}", limit.what, limit.remedy);
                unknown(&text, Some(Hindrance::Limit(limit)))
            }
            Some(Why::TimeOut) => self.beyond_solver("the solver reached its limit"),
            Some(Why::PutOff) => {
                unknown("the SMT solver has not been asked yet: allow more time", Some(Hindrance::Budget(self.go_on())))
            }
            Some(Why::Unsupported) => self.beyond_solver("the solver does not support an operation in its conditions"),
            Some(Why::WrongModel) => unknown("the solver's answer did not satisfy the conditions", None),
            None | Some(Why::Elsewhere) => unknown("the solver could not tell", None),
        }
    }

    /// What an SMT solver, or more time for it, may decide.
    fn beyond_solver(&self, why: &str) -> Verdict {
        let remedy = match self.session.options().smt {
            Some(_) => "allow more time with --smt-time",
            None => "name an SMT solver with --smt, or install Z3",
        };
        unknown(&format!("{why}: {remedy}"), Some(Hindrance::Solver(remedy)))
    }

    fn untried(&self, n: u64) -> Verdict {
        let ways = if n == 1 { "1 path to it was not tried".into() } else { format!("{n} paths to it were not tried") };
        let why = match self.session.stop() {
            StopReason::Iterations => format!("{ways}: the limit on runs was reached (--iterations)"),
            StopReason::Time => format!("{ways}: the time limit was reached (--time)"),
            StopReason::Exhausted => format!("{ways}: the strategy had nothing left to try (--strategy)"),
            other => format!("{ways}: {}", other.sentence()),
        };
        Verdict {
            state: BranchState::NotTried,
            why,
            refuted: Vec::new(),
            hindrance: Some(Hindrance::Budget(self.go_on())),
            after: None,
        }
    }

    /// Every way to it that is next to a path was refuted.
    fn refuted(&self, branch: BranchId, n: u64) -> Verdict {
        let ways = self.session.campaign().refuted(branch);
        let mut refuted: Vec<Refuted> = ways.iter().map(|way| refuted::by_solver(self.session, branch, way)).collect();
        refuted.dedup();
        let was_decided = self.sides(branch).any(|side| self.concrete.contains_key(&side));
        let is_sure = !was_decided && (self.beside.is_none() || self.is_by_inputs(branch));
        let beside = if is_sure { None } else { self.beside_of(branch).map(|(why, _)| why) };
        let verdict = match (&self.extent, beside) {
            (Extent::Whole(everything), None) => infeasible(
                *everything,
                match n {
                    1 => "no input takes the only path to it".into(),
                    n => format!("no input takes any of the {n} paths to it"),
                },
            ),
            (Extent::Within(limits), _) => within(limits),
            (Extent::Open, _) | (Extent::Whole(_), Some(_)) => {
                let ways = if n == 1 { "1 path to it was tried".into() } else { format!("{n} paths to it were tried") };
                let why =
                    format!("{ways}, and no input takes {}; there may be others", if n == 1 { "it" } else { "them" });
                Verdict {
                    state: BranchState::NotCovered,
                    why,
                    refuted: Vec::new(),
                    hindrance: self.budget(),
                    after: None,
                }
            }
        };
        Verdict { refuted, ..verdict }
    }

    /// Its condition was met, and was never an expression over the input.
    fn concrete(&self, branch: BranchId) -> Verdict {
        let beside = self.beside_of(branch);
        let is_explored = self.extent != Extent::Open && beside.is_none();
        let verdict = match (&self.extent, beside) {
            (Extent::Whole(everything), None) => infeasible(
                *everything,
                "constants or earlier conditions decide it wherever it is reached, and every feasible path was explored"
                    .into(),
            ),
            (Extent::Within(limits), None) => within(limits),
            (Extent::Open, None) => self.cut_short(branch).unwrap_or_else(|| decided(None, self.budget())),
            (_, Some((why, hindrance))) => decided(Some(why), hindrance),
        };
        // Looking back along a path takes long, and a report has many such branches.
        let met = self.sides(branch).find_map(|side| self.concrete.get(&side)).filter(|_| is_explored);
        let refuted = met.and_then(|&met| self.refuted_by_path(branch, met));
        Verdict { refuted: refuted.into_iter().collect(), ..verdict }
    }

    /// The conditions with which a decided one was met: those that every way to it passes, on the same data.
    fn refuted_by_path(&self, branch: BranchId, met: TreeNodeId) -> Option<Refuted> {
        let own = self.sources(branch);
        refuted::by_path(self.session, branch, met, |before| {
            self.dominance.dominates(before, branch) && self.sources(before).shares(&own)
        })
    }

    /// No run came to its condition.
    fn unmet(&self, branch: BranchId) -> Verdict {
        if let Some(guard) = self.guard(branch) {
            let verdict = self.verdict(guard);
            let why = format!("it comes after {}: {}", branch::name(self.session.program(), guard), verdict.why);
            return Verdict { why, after: Some(guard), ..verdict };
        }
        if let Some(name) = self.uncalled(branch) {
            let why = format!("{UNMET}: nothing that runs begin with leads to a call of {name}");
            return Verdict { state: BranchState::NotTried, why, refuted: Vec::new(), hindrance: None, after: None };
        }
        let after = self.session.program().proc_of_condition(self.condition(branch)).and_then(|proc| self.way_in(proc));
        let verdict = match (&self.extent, &self.beside) {
            (Extent::Whole(everything), None) => {
                infeasible(*everything, "no run reached its condition, and every feasible path was explored".into())
            }
            (Extent::Within(limits), None) => within(limits),
            (Extent::Whole(_) | Extent::Within(_), Some(why)) => {
                unknown(&format!("{UNMET}; no path is left to try, but that proves nothing here: {why}"), None)
            }
            (Extent::Open, _) => self.unentered(after),
        };
        Verdict { after, ..verdict }
    }

    /// No run came to its condition, and not everything was explored.
    fn unentered(&self, after: Option<BranchId>) -> Verdict {
        let name = |guard| branch::name(self.session.program(), guard);
        let why =
            after.map_or(UNMET.into(), |guard| format!("{UNMET}: calls that lead to it come after {}", name(guard)));
        let hindrance = after.map_or_else(|| self.budget(), |guard| self.verdict(guard).hindrance);
        Verdict { state: BranchState::NotTried, why, refuted: Vec::new(), hindrance, after: None }
    }

    /// The uncovered side of a condition that was met behind which a function is called by name, here or further out.
    fn way_in(&self, proc: ProcId) -> Option<BranchId> {
        let guard = |call: NodeId| {
            let sides = self.open.get(&self.session.program().block_of(call).0)?;
            sides.iter().copied().find(|&side| self.dominance.dominates_block(side, call))
        };
        entries::first(self.session.program(), &self.calls, proc, guard)
    }

    /// The function of a branch that nothing calls which `main` leads to, if it is one.
    pub(super) fn uncalled(&self, branch: BranchId) -> Option<&str> {
        let program = self.session.program();
        let proc = program.proc_of_condition(self.condition(branch))?;
        let name = program.function(proc).name.as_str();
        let is_called = self.called.get(proc.index()).copied().unwrap_or(true);
        (!is_called).then_some(name)
    }

    /// The uncovered side of a condition that was met which every way to the branch passes.
    fn guard(&self, branch: BranchId) -> Option<BranchId> {
        let proc = self.session.program().proc_of_condition(self.condition(branch))?;
        self.open.get(&proc)?.iter().copied().find(|&side| self.dominance.dominates(side, branch))
    }

    /// What besides inputs and constants may have decided a branch's condition, if anything: why, and what is in the way.
    fn beside_of(&self, branch: BranchId) -> Option<(String, Option<Hindrance>)> {
        let sources = self.sources(branch);
        if let Some(at) = self.dropped(branch, &sources.lines, sources.is_open) {
            if at.is(What::Full) {
                return Some(("perhaps because a run was too long to follow to its end".into(), None));
            }
            let place = match at.line {
                0 => "code without debug information".into(),
                line => format!("{}:{line}", nearby(&at.file)),
            };
            let why = format!("perhaps because symbolic data was dropped at {place}: {}", at.what);
            return Some((why, Some(Hindrance::Lost(place, at.what.clone()))));
        }
        match (sources.outside.as_ref().filter(|outside| !self.is_by_operands(outside)), &self.beside) {
            (Some(outside), _) => Some(outside::reason(outside, &self.session.options().setting)),
            (None, None) => None,
            (None, Some(_)) if sources.is_closed() && self.is_by_inputs(branch) => None,
            (None, Some(_)) if self.extent == Extent::Open => None,
            (None, Some(why)) => {
                let hindrance = Hindrance::Beside(why.clone());
                Some((format!("no path is left to try, but that proves nothing here: {why}"), Some(hindrance)))
            }
        }
    }

    /// Did only inputs and constants decide which ways lead to a branch, and perhaps whether there is memory left? Then other circumstances lead there in
    /// no other way.
    fn is_by_inputs(&self, branch: BranchId) -> bool {
        let others = self.by_others.get_or_init(|| self.decided_by_others());
        if !self.is_followed || others.is_empty() {
            return self.is_followed;
        }
        let program = self.session.program();
        let icfg = self.icfg.get_or_init(|| Icfg::new(program, &self.calls));
        let distances = icfg.distances(self.sides(branch).filter_map(|side| program.place(side)));
        let leads = |&other: &BranchId| program.place(other).is_none_or(|place| distances.of(place).is_some());
        !others.iter().any(leads)
    }

    /// The ways that something else may choose where runs came: those that no run took, or all, of conditions that not only inputs and constants decided.
    fn decided_by_others(&self) -> Vec<BranchId> {
        let is_open = |&branch: &BranchId| {
            let sources = self.sources(branch);
            let is_known = |outside: &Outside| outside.is_allocation() || self.is_by_operands(outside);
            sources.is_open || sources.outside.as_ref().is_some_and(|outside| !is_known(outside))
        };
        let coverage = self.session.campaign().coverage();
        let ways = |branch: BranchId| {
            let (taken, others): (Vec<BranchId>, Vec<BranchId>) =
                self.sides(branch).partition(|&side| coverage.is_covered(side));
            if others.is_empty() { taken } else { others }
        };
        let met: BTreeSet<BranchId> = self.concrete.keys().copied().filter(is_open).collect();
        met.into_iter().flat_map(ways).collect()
    }

    /// Is it a call whose result is known by what it is given? What goes into it is followed, or counted as dropped.
    fn is_by_operands(&self, outside: &Outside) -> bool {
        matches!(outside, Outside::Call(name, ..) if self.session.front().tells_by_operands(name))
    }

    /// The place where data was dropped that may have been what a condition needs: one that flows into it; else, when not all that flows in is
    /// known, the last one before it in its file of the runs that met it, or any of them.
    fn dropped(&self, branch: BranchId, lines: &BTreeSet<(String, u32)>, is_open: bool) -> Option<LostAt> {
        let (file, line, _) = branch::place(self.session.program(), branch);
        let sides: Vec<BranchId> = self.sides(branch).collect();
        let lost = self.session.campaign().target().lost_with(&sides);
        let flows = |at: &&LostAt| lines.contains(&(at.file.clone(), at.line));
        let before = |at: &&LostAt| at.file == file && at.line <= line;
        let found = lost.iter().find(flows);
        let found = found.or_else(|| lost.iter().filter(|_| is_open).filter(before).max_by_key(|at| at.line));
        found.or_else(|| lost.iter().find(|_| is_open)).cloned()
    }

    /// What flows into a branch's condition.
    fn sources(&self, branch: BranchId) -> Rc<Sources> {
        let condition = self.condition(branch);
        let made = || Rc::new(sources(self.session.program(), condition));
        self.sources.borrow_mut().entry(condition).or_insert_with(made).clone()
    }

    /// When nothing was left to try: the limit that cut short a path with the branch's condition.
    fn cut_short(&self, branch: BranchId) -> Option<Verdict> {
        if self.session.stop() != StopReason::Exhausted {
            return None;
        }
        let stream = self.sides(branch).find_map(|side| self.cut_short.get(&side))?;
        Some(within(&[limit::of_stream(self.session, *stream)]))
    }

    fn sides(&self, branch: BranchId) -> impl Iterator<Item = BranchId> + use<> {
        self.session.program().branches_of(self.condition(branch))
    }

    /// The budget, if the campaign was ended by one.
    fn budget(&self) -> Option<Hindrance> {
        (self.session.stop() != StopReason::Exhausted).then(|| Hindrance::Budget(self.go_on()))
    }

    /// How to let the campaign go on.
    fn go_on(&self) -> &'static str {
        match self.session.stop() {
            StopReason::Iterations => "allow more runs with --iterations",
            StopReason::Time => "allow more time with --time",
            StopReason::Coverage => "raise --coverage",
            StopReason::Exhausted => "try another strategy with --strategy",
            StopReason::Target | StopReason::Interrupted => "let the campaign run longer",
        }
    }
}

/// Why nobody could aim at a branch whose condition no run has met.
const UNMET: &str = "no run reached its condition";

fn unknown(why: &str, hindrance: Option<Hindrance>) -> Verdict {
    Verdict { state: BranchState::Unknown, why: why.into(), refuted: Vec::new(), hindrance, after: None }
}

/// No input takes it, since everything that inputs can do was explored.
fn infeasible(_: Everything, why: String) -> Verdict {
    Verdict { state: BranchState::Infeasible, why, refuted: Vec::new(), hindrance: None, after: None }
}

/// No input takes it, since a proof says so.
fn proved(proof: &Proof) -> Verdict {
    let why = format!("no input takes it, which is proved {}", proof.means());
    Verdict { state: BranchState::Infeasible, why, refuted: Vec::new(), hindrance: None, after: None }
}

/// Its condition was met and decided, by something else than the input.
fn decided(because: Option<String>, hindrance: Option<Hindrance>) -> Verdict {
    const DECIDED: &str = "its condition had a fixed value wherever it was reached";
    let why = because.map_or(DECIDED.to_string(), |because| format!("{DECIDED}: {because}"));
    Verdict { state: BranchState::Unknown, why, refuted: Vec::new(), hindrance, after: None }
}

/// No input within these limits takes it.
fn within(limits: &[Limit]) -> Verdict {
    let join = |part: fn(&Limit) -> &str| limits.iter().map(part).collect::<Vec<_>>().join(", ");
    let (what, remedy) = (join(|limit| &limit.what), join(|limit| &limit.remedy));
    let why = format!("the limit on the length of inputs ({what}) may be in the way: {remedy}");
    unknown(&why, limits.first().cloned().map(Hindrance::Limit))
}

/// Where runs begin: `main`, or what libFuzzer calls.
const ENTRIES: [&str; 3] = ["main", FUZZED, "LLVMFuzzerInitialize"];

/// By function, whether an entry leads to a call of it, or somebody is handed its address, or that of a function that leads to it, and may call it.
fn called(program: &Program, calls: &CallGraph) -> Vec<bool> {
    let begins = program.proc_ids().filter(|&proc| ENTRIES.contains(&program.function(proc).name.as_str()));
    calls.reachable(begins.chain(program.address_taken()))
}
