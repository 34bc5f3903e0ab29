//! Goal-oriented concolic testing (Chung, 2012): forward, guided by the data flow into the conditions before a goal.
//!
//! Of the last path, the *guiding branches* are tried: those whose other side leads to the goal, nearest first, and of
//! one branch in a loop the last instance first. A guiding branch that no input decides (a flag), or whose other side is
//! infeasible after this prefix, is given to the data flow: an earlier guiding branch is flipped whose sides run, or keep
//! from running, a statement that affects the predicate; again so if that one is a flag itself.
//!
//! Only sides are asked for that no run took at the same instance of the branch (its k-th time on the path): flipping
//! back what was flipped on the way here is what makes depth-first search exponential in a loop over flags.
//!
//! The published procedure gives up at the first unsatisfiable query; this one goes on with the next candidate, and
//! back to earlier paths, until none is left. It ends by itself when the goal is not in sight.

use crate::data_flow::DataFlow;
use crate::delta::Deltas;
use crate::guide::{Guide, Homes};
use crate::taken::Taken;
use rustc_hash::{FxHashMap, FxHashSet};
use symcrete_expr::Stop;
use symcrete_model::{ArcId, BranchId, NodeId, Place};
use symcrete_search::{Candidate, Effect, News, Outcome, PathId, State, Strategy, Tree, Turn, View};

/// Paths that are searched of a tree that was grown for other reasons.
const NEWEST: usize = 32;

/// The strategy.
#[derive(Clone, Debug)]
pub struct Gct<'p> {
    guide: Guide<'p>,
    deltas: Deltas<'p>,
    flow: DataFlow<'p>,
    /// Whether taking an edge matters for a block's jump.
    matters: FxHashMap<(NodeId, ArcId), bool>,
    /// Sides that some run took at the k-th time their condition was met.
    taken: Taken,
    /// Paths to search, the last one first.
    paths: Vec<PathId>,
    n_known: usize,
    /// Turns that may be looked at for a candidate, and how many are left.
    patience: usize,
    left: usize,
}

/// A branch on the path that could go another way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Guiding {
    distance: u32,
    /// Counted from the end of the path.
    from_end: usize,
    wanted: BranchId,
}

/// A path under search.
struct Search<'t> {
    tree: &'t Tree,
    stop: &'t Stop,
    path: PathId,
    turns: Vec<Turn>,
    /// Per turn, the calls it is in.
    within: Homes,
    /// Per turn, how often its condition was met before.
    instances: Vec<u32>,
    /// Jumps that were given to the data flow, by block, in this search.
    followed: FxHashSet<NodeId>,
}

/// What can be done about a turn.
enum Flip {
    /// Solve it.
    Now(Candidate),
    /// Nothing: it was done.
    Done,
    /// Change what its predicate depends on.
    Through,
}

impl<'p> Gct<'p> {
    /// A search for the guide's goal.
    pub fn new(guide: Guide<'p>) -> Gct<'p> {
        let program = guide.program();
        Gct {
            guide,
            deltas: Deltas::new(program),
            flow: DataFlow::new(program),
            matters: FxHashMap::default(),
            taken: Taken::new(program.n_branches()),
            paths: Vec::new(),
            n_known: 0,
            patience: usize::MAX,
            left: usize::MAX,
        }
    }

    /// Looks at this many turns of paths at most for each candidate; then it has none. Default: at all of them.
    pub(crate) fn with_patience(self, turns: usize) -> Gct<'p> {
        Gct { patience: turns, ..self }
    }

    /// Looks at so many turns; is there patience left?
    fn look_at(&mut self, turns: usize) -> bool {
        self.left = self.left.saturating_sub(turns);
        self.left > 0
    }

    /// Turns to another goal. What is known about the program's data flow stays; of the tree, which was grown for other reasons,
    /// only the newest paths are searched.
    pub(crate) fn aim(&mut self, guide: Guide<'p>, tree: &Tree) {
        self.guide = guide;
        self.taken.clear();
        self.paths.clear();
        self.n_known = tree.n_paths().saturating_sub(NEWEST);
    }

    fn candidate(&mut self, view: &View, path: PathId) -> Option<Candidate> {
        let (tree, stop) = (view.tree, view.stop);
        let turns = tree.first_run(path);
        let mut guiding: Vec<Guiding> = Vec::new();
        let within = self.guide.within(&turns);
        for (position, &turn) in turns.iter().enumerate() {
            if stop.is_set() {
                return None;
            }
            let from_end = turns.len() - position;
            let ways = self.guide.ways(turn, within.at(position as u32)).into_iter();
            guiding.extend(ways.map(|(wanted, distance)| Guiding { distance, from_end, wanted }));
        }
        guiding.sort_unstable();
        let instances = self.instances(&turns);
        let mut search = Search { tree, stop, path, turns, within, instances, followed: FxHashSet::default() };
        guiding.into_iter().find_map(|g| {
            let position = search.turns.len() - g.from_end;
            self.attempt(&mut search, position, g.wanted)
        })
    }

    /// Per turn, how often its condition was met before on the path.
    fn instances(&self, turns: &[Turn]) -> Vec<u32> {
        let program = self.guide.program();
        let mut met = vec![0; program.n_conditions()];
        let mut instance = |branch: BranchId| {
            let count: &mut u32 = &mut met[program.condition_of(branch).0.index()];
            *count += 1;
            *count - 1
        };
        turns.iter().map(|turn| turn.of_site().map_or(0, &mut instance)).collect()
    }

    /// Notes which sides the new paths took.
    fn learn(&mut self, tree: &Tree) {
        for path in tree.paths_from(self.n_known) {
            let turns = tree.first_run(path);
            let instances = self.instances(&turns);
            for (turn, instance) in turns.iter().zip(instances) {
                turn.as_branch().into_iter().for_each(|branch| self.taken.insert(branch, instance));
            }
            self.paths.push(path);
        }
        self.n_known = tree.n_paths();
    }

    /// Makes the turn at a position go this way: by flipping it, else one that its predicate depends on directly, else
    /// one that those depend on, and so on; the last one on the path first.
    fn attempt(&mut self, search: &mut Search, position: usize, wanted: BranchId) -> Option<Candidate> {
        let mut level = vec![(position, wanted)];
        while !level.is_empty() && !search.stop.is_set() {
            let mut next = Vec::new();
            for (position, wanted) in level.into_iter().rev() {
                match self.flip(search, position, wanted) {
                    Flip::Now(candidate) => return Some(candidate),
                    Flip::Done => {}
                    Flip::Through => next.extend(self.affecting(search, position, wanted)),
                }
            }
            next.sort_unstable();
            next.dedup();
            level = next;
        }
        None
    }

    /// Can the turn at a position be made to go this way by solving?
    fn flip(&self, search: &Search, position: usize, wanted: BranchId) -> Flip {
        if !search.turns[position].is_flippable() {
            return Flip::Through;
        }
        let node = search.tree.node_at(search.path, position as u32);
        let outcome = Outcome(self.guide.program().condition_of(wanted).1);
        let is_new = !self.taken.contains(wanted, search.instances[position]);
        match search.tree.state(node, outcome) {
            State::NotTried if is_new => Flip::Now(Candidate::Flip { node, outcome, via: search.path }),
            // A path that took it is searched by itself.
            State::NotTried | State::Explored | State::InFlight => Flip::Done,
            State::Infeasible | State::Unknown(_) | State::Diverged => Flip::Through,
        }
    }

    /// Earlier turns, in order, that the predicate of a turn depends on, with the outcomes they should have instead. Nothing
    /// when the same jump was looked at further down the path.
    fn affecting(&mut self, search: &mut Search, position: usize, wanted: BranchId) -> Vec<(usize, BranchId)> {
        let Some(jump) = self.jump_of(wanted).filter(|&jump| search.followed.insert(jump)) else { return Vec::new() };
        if !self.look_at(position) {
            return Vec::new();
        }
        let mut found = Vec::new();
        for (earlier, &turn) in search.turns[..position].iter().enumerate().take_while(|_| !search.stop.is_set()) {
            let Some(taken) = turn.as_branch() else { continue };
            let is_relevant = self.matters(jump, taken);
            for (other, _) in self.guide.ways(turn, search.within.at(earlier as u32)) {
                if is_relevant || self.matters(jump, other) {
                    found.push((earlier, other));
                }
            }
        }
        found
    }

    /// The block whose jump decides a branch.
    fn jump_of(&self, branch: BranchId) -> Option<NodeId> {
        let program = self.guide.program();
        match program.place(branch)? {
            Place::Arc(arc) => Some(program.arc_source(arc)),
            Place::Node(node) => Some(node),
        }
    }

    /// Does taking the branch run something that affects the jump?
    fn matters(&mut self, jump: NodeId, branch: BranchId) -> bool {
        let Some(Place::Arc(arc)) = self.guide.program().place(branch) else { return false };
        if let Some(&known) = self.matters.get(&(jump, arc)) {
            return known;
        }
        let Some(affecting) = self.flow.of(self.deltas.calls(), jump) else { return false };
        let delta = self.deltas.of(arc);
        let program = self.guide.program();
        let matters = affecting.arcs.iter().any(|&arc| delta.has_arc(program, arc))
            || affecting.nodes.iter().any(|&node| delta.has_node(program, node));
        self.matters.insert((jump, arc), matters);
        matters
    }
}

impl Strategy for Gct<'_> {
    fn next(&mut self, view: &View) -> Option<Candidate> {
        self.flow.rest();
        self.learn(view.tree);
        self.left = self.patience;
        while let Some(&path) = self.paths.last() {
            if !self.look_at(view.tree.len(path)) {
                return None;
            }
            if let Some(candidate) = self.candidate(view, path) {
                return Some(candidate);
            }
            if view.is_over() {
                return None;
            }
            self.paths.pop();
        }
        None
    }

    fn told(&mut self, news: &News) {
        // A run that took a known path again makes that the one to search.
        if let Effect::Ran { path, is_new: false, .. } = news.result
            && let Some(at) = self.paths.iter().position(|&known| known == path)
        {
            let path = self.paths.remove(at);
            self.paths.push(path);
        }
    }
}
