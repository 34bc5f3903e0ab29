//! Aims the search at vectors that are missing: which condition of which path is to go the other way.
//!
//! Every condition that a path evaluated and that the input decides is the beginning of another vector: what was evaluated before it, and its
//! other side. A beginning is *near* if a vector that begins so shows something together with one that was taken, *far* if it could show something with another one
//! that is missing too, and else of no use. Near ones come first; what was tried before without success moves back, as in distance-guided search.
//!
//! Does not steer what comes behind the condition: a run that was made for a beginning takes some vector that begins so, and its
//! own conditions are new beginnings.

use crate::criterion::Criterion;
use crate::decision::{Decision, DecisionId, Decisions};
use crate::follower::Follower;
use crate::vector::Vector;
use crate::vectors::{Seen, Vectors};
use std::collections::BTreeMap;
use symcrete_model::Program;
use symcrete_search::{Candidate, News, NodeId, Outcome, PathId, Strategy, Tree, View};

/// How much farther away a far beginning is than a near one, in attempts.
const FAR: u32 = 4;
/// Places kept of one beginning: the newest. Others are left to whatever else searches.
const MOST_PLACES: usize = 128;
/// Conditions up to which it is looked at which vectors a beginning leads to: 1024 vectors at most. Above, every beginning is far.
const MOST_LISTED: usize = 10;

/// What is to be seen of a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wanted {
    /// Pairs that show each condition.
    Pairs,
    /// Every vector.
    All,
}

/// The strategy.
pub struct Aim {
    decisions: Decisions,
    vectors: Vectors,
    wanted: Wanted,
    n_known: usize,
    beginnings: BTreeMap<(DecisionId, Vector), Beginning>,
}

/// A beginning of vectors, and where it can be had.
#[derive(Default)]
struct Beginning {
    places: Vec<(NodeId, Outcome)>,
    attempts: u32,
    /// How far it is, and how many vectors of its decision were known then.
    distance: Option<(usize, Option<u32>)>,
}

impl Aim {
    /// At pairs of vectors that show each condition.
    pub fn at_pairs(program: &Program, criterion: Criterion) -> Aim {
        let decisions = Decisions::new(program);
        let vectors = Vectors::new(&decisions, criterion);
        Aim { decisions, vectors, wanted: Wanted::Pairs, n_known: 0, beginnings: BTreeMap::new() }
    }

    /// At all vectors.
    pub fn at_all(program: &Program) -> Aim {
        Aim { wanted: Wanted::All, ..Aim::at_pairs(program, Criterion::default()) }
    }

    fn learn(&mut self, view: &View) {
        for path in view.tree.paths_from(self.n_known) {
            if view.is_over() {
                return;
            }
            self.learn_path(view.tree, path);
            self.n_known = path.0 as usize + 1;
        }
    }

    fn learn_path(&mut self, tree: &Tree, path: PathId) {
        let mut follower = Follower::new(&self.decisions);
        let mut own = tree.own_nodes(path).peekable();
        for (position, turn) in tree.first_run(path).into_iter().enumerate() {
            let node = own.next_if(|flip| flip.node.position as usize == position).map(|flip| flip.node);
            let Some(told) = turn.as_branch().and_then(|branch| follower.take(branch)) else { continue };
            if told.is_last {
                self.vectors.add(&self.decisions, told.decision, told.vector(), 0);
            }
            let Some(node) = node else { continue };
            let other = told.before.with(told.leaf, !told.value);
            let beginning = self.beginnings.entry((told.decision, other)).or_default();
            beginning.places.extend(tree.untried(node).map(|outcome| (node, outcome)));
            let n_many = beginning.places.len().saturating_sub(MOST_PLACES);
            beginning.places.drain(..n_many);
        }
    }

    /// The beginning that is nearest and has a place.
    fn nearest(&mut self) -> Option<(DecisionId, Vector)> {
        let mut best: Option<(u32, (DecisionId, Vector))> = None;
        for (&(id, prefix), beginning) in self.beginnings.iter_mut().filter(|(_, one)| !one.places.is_empty()) {
            let (decision, seen) = (self.decisions.get(id), self.vectors.of(id));
            let n_seen = seen.vectors.len();
            if beginning.distance.is_none_or(|(of, _)| of != n_seen) {
                let distance = distance(decision, seen, self.wanted, self.vectors.criterion(), prefix);
                beginning.distance = Some((n_seen, distance));
            }
            let Some((_, Some(distance))) = beginning.distance else { continue };
            let weight = distance + beginning.attempts;
            if best.is_none_or(|(least, _)| weight < least) {
                best = Some((weight, (id, prefix)));
            }
        }
        best.map(|(_, key)| key)
    }
}

/// How far a beginning is from something that is missing; `None` when it is of no use.
fn distance(decision: &Decision, seen: &Seen, wanted: Wanted, criterion: Criterion, prefix: Vector) -> Option<u32> {
    let open: Vec<usize> = (0..decision.n_leaves()).filter(|&leaf| seen.shown[leaf].is_none()).collect();
    if wanted == Wanted::Pairs && open.is_empty() {
        return None;
    }
    if decision.n_leaves() > MOST_LISTED {
        return Some(FAR);
    }
    let new = decision.completions(prefix).into_iter().map(|(vector, _)| vector);
    let new: Vec<Vector> = new.filter(|vector| !seen.vectors.contains_key(vector)).collect();
    if wanted == Wanted::All {
        return (!new.is_empty()).then_some(0);
    }
    let shows = |one: Vector, other: Vector| open.iter().any(|&leaf| criterion.shows(decision, leaf, one, other));
    if new.iter().any(|&one| seen.vectors.keys().any(|&other| shows(one, other))) {
        return Some(0);
    }
    let all = decision.vectors();
    new.iter().any(|&one| all.iter().any(|&(other, _)| shows(one, other))).then_some(FAR)
}

impl Strategy for Aim {
    fn next(&mut self, view: &View) -> Option<Candidate> {
        self.learn(view);
        while !view.is_over()
            && let Some(key) = self.nearest()
        {
            let beginning = self.beginnings.get_mut(&key)?;
            while let Some((node, outcome)) = beginning.places.pop() {
                if view.tree.untried(node).any(|one| one == outcome) {
                    beginning.attempts += 1;
                    return Some(Candidate::flip(node, outcome));
                }
            }
        }
        None
    }
}

/// An aim, and in turns with it what searches for everything else: a decision that no run came to has no beginnings.
pub struct Aimed<'p> {
    aim: Aim,
    rest: Box<dyn Strategy + 'p>,
    /// Whose turn it is, and who asked for the candidate in flight.
    is_aims_turn: bool,
    is_aims: bool,
}

impl<'p> Aimed<'p> {
    /// Both in turns.
    pub fn new(aim: Aim, rest: Box<dyn Strategy + 'p>) -> Aimed<'p> {
        Aimed { aim, rest, is_aims_turn: true, is_aims: false }
    }
}

impl Strategy for Aimed<'_> {
    fn next(&mut self, view: &View) -> Option<Candidate> {
        let is_first = self.is_aims_turn;
        self.is_aims_turn = !is_first;
        for is_aims in [is_first, !is_first] {
            let candidate = if is_aims { self.aim.next(view) } else { self.rest.next(view) };
            if candidate.is_some() {
                self.is_aims = is_aims;
                return candidate;
            }
        }
        None
    }

    fn told(&mut self, news: &News) {
        let is_own = news.is_own && !self.is_aims;
        self.rest.told(&News { is_own, ..*news });
    }

    fn n_fallbacks(&self) -> u64 {
        self.rest.n_fallbacks()
    }

    fn notes(&self) -> Vec<(String, u64)> {
        let attempts = self.aim.beginnings.values().map(|one| u64::from(one.attempts)).sum();
        let own = [("vectors turns".to_string(), attempts)];
        own.into_iter().chain(self.rest.notes()).collect()
    }
}
