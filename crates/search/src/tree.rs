//! The execution tree: the paths of all runs, merged by common prefix.
//!
//! A node is one occurrence of a site below one prefix, named by the path that came there first and the position in it.
//! Nodes are not stored one by one. Each path stores where it leaves an earlier one and its tail from there on, in
//! stretches shared by all paths; outcomes that were tried are in one table. Memory grows with what is different
//! between runs, not with their length.
//!
//! Merging compares site and position, never the site alone: a loop body seen five times is five nodes, and look-alike
//! blocks of two functions are different sites. Of runs that took the same way the first one's conditions stay.
//!
//! Depth counts the turns that can be flipped, from 1: the number of conditions of a query for the node. Concrete turns
//! have positions but no depth, so depth does not change when they are recorded or not.
//!
//! Invariant: each outcome that is not tried is counted at exactly one path, the one that owns its node.

mod fate;
mod fixed;
mod meeting;
mod soft;
mod state;
mod walk;

pub use fate::Fate;
pub use state::{State, Why};
pub use walk::{Back, Flip};

use crate::input::Input;
use crate::stretch::{StretchId, Stretches, cut};
use crate::turn::{Turn, Way};
use rustc_hash::{FxHashMap, FxHashSet};
use symcrete_expr::ExprId;
use symcrete_model::{BranchId, ConditionId, Program};

/// A path of the tree, in the order they were added; 0 is the first run's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PathId(pub u32);

/// One occurrence of a site below one prefix: the path that came there first and the position in it, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId {
    /// The path.
    pub path: PathId,
    /// The turn in the path.
    pub position: u32,
}

/// One way out of a site: 0 is false and 1 is true; of a switch the cases in order, then the default.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Outcome(pub u32);

/// What adding a path did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Added {
    /// The path, new or known.
    pub path: PathId,
    /// Whether no earlier run took it, or it took a soft turn that was asked for or covers a branch first.
    pub is_new: bool,
}

/// A path as stored.
#[derive(Clone, Debug)]
struct Record {
    /// The path it leaves, and the position of the first turn of its own.
    parent: PathId,
    fork: u32,
    /// Whether its turn at `fork` is another site than its parent's there, so a node of its own.
    owns_fork: bool,
    /// All turns; those that can be flipped; those of them before `fork`.
    len: u32,
    n_flips: u32,
    flips_before: u32,
    /// Outcomes of its own nodes that were not tried.
    n_open: u32,
    /// Branches that its run covered first.
    gain: u32,
    pieces: Box<[Piece]>,
    input: Input,
    /// Whether the time of every run that took it was over at its end.
    is_cut: bool,
    /// What its first run did at soft sites.
    soft: soft::Ways,
}

/// Another value of a node where one was fixed.
#[derive(Clone, Copy, Debug)]
struct Value {
    /// What held.
    held: ExprId,
    /// The first path with it, and the outcome it counts as.
    path: PathId,
    outcome: Outcome,
}

/// A stretch at a place of a path.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece {
    pub(crate) stretch: StretchId,
    /// Position of its first turn.
    pub(crate) start: u32,
    /// Turns of the path before it that can be flipped.
    pub(crate) flips: u32,
}

/// The tree.
#[derive(Clone, Debug)]
pub struct Tree {
    /// Per branch of the program, the first branch of its site and how many the site has.
    sites: Vec<(u32, u32)>,
    stretches: Stretches,
    paths: Vec<Record>,
    /// Own nodes of all paths up to and with each one, for drawing one at random.
    nodes_until: Vec<u64>,
    /// Where a turn other than the path's own leads: path, position, and the turn's key.
    children: FxHashMap<(u32, u32, u64), PathId>,
    states: FxHashMap<(u32, u32, u32), State>,
    /// Other values at nodes where one was fixed, in the order they came.
    values: FxHashMap<(u32, u32), Vec<Value>>,
    /// Branches whose soft sites need not be asked for them: a run took them somewhere.
    spared: FxHashSet<BranchId>,
    /// First branches of the sites with a soft turn somewhere.
    soft_sites: FxHashSet<u32>,
    n_open: u64,
    n_fixed: u64,
    n_surprises: u64,
}

impl Tree {
    /// An empty tree for runs of a program.
    pub fn new(program: &Program) -> Tree {
        let conditions = (0..program.n_conditions()).map(ConditionId::new);
        let sites = conditions.flat_map(|condition| {
            let n_outcomes = program.site(condition).1.n_outcomes() as u32;
            program.branches_of(condition).map(move |branch| (branch, n_outcomes)).enumerate()
        });
        Tree {
            sites: sites.map(|(outcome, (branch, n))| (branch.0 - outcome as u32, n)).collect(),
            stretches: Stretches::new(),
            paths: Vec::new(),
            nodes_until: Vec::new(),
            children: FxHashMap::default(),
            states: FxHashMap::default(),
            values: FxHashMap::default(),
            spared: FxHashSet::default(),
            soft_sites: FxHashSet::default(),
            n_open: 0,
            n_fixed: 0,
            n_surprises: 0,
        }
    }

    /// Adds the path of a run of `input`; `gain` is how many branches the run covered first. Where a run `is_cut`, another one may go on, which is
    /// no surprise.
    pub fn add(&mut self, turns: &[Turn], input: &Input, gain: u32, is_cut: bool) -> Added {
        self.soft_sites.extend(turns.iter().filter(|turn| turn.is_soft()).filter_map(|turn| Some(turn.of_site()?.0)));
        let settled: Vec<Turn> = turns.iter().map(|turn| turn.settled()).collect();
        let added = self.enter(&settled, input, gain, is_cut);
        self.paths[added.path.0 as usize].is_cut &= is_cut;
        if self.paths.len() == added.path.0 as usize + 1 && added.is_new {
            self.paths[added.path.0 as usize].soft = soft::Ways::of(turns);
        }
        let is_asked = self.take_soft(added.path, turns);
        Added { is_new: added.is_new || is_asked || gain > 0 && turns.iter().any(|turn| turn.is_soft()), ..added }
    }

    fn enter(&mut self, turns: &[Turn], input: &Input, gain: u32, is_cut: bool) -> Added {
        if self.paths.is_empty() {
            return self.insert((PathId(0), 0), turns, input, gain, is_cut);
        }
        let (mut path, mut from) = (PathId(0), 0);
        loop {
            let at = self.first_difference(path, from, turns);
            let ends = self.record(path).len as usize == at;
            if at == turns.len() && ends {
                return Added { path, is_new: false };
            }
            // A run that ended where another went on is a path of its own, with no turn at the fork.
            let key = turns.get(at).map_or(u64::MAX, |turn| turn.key());
            match self.children.get(&(path.0, at as u32, key)) {
                Some(&child) if at == turns.len() => return Added { path: child, is_new: false },
                Some(&child) => (path, from) = (child, at + 1),
                None => return self.insert((path, at), turns, input, gain, is_cut),
            }
        }
    }

    /// The number of paths.
    pub fn n_paths(&self) -> usize {
        self.paths.len()
    }

    /// The paths that were added after the first `known` ones.
    pub fn paths_from(&self, known: usize) -> impl Iterator<Item = PathId> + use<> {
        (known as u32..self.paths.len() as u32).map(PathId)
    }

    /// The input whose run took the path first.
    pub fn input(&self, path: PathId) -> &Input {
        &self.record(path).input
    }

    /// Does it only say where the time of runs was over?
    pub fn is_cut(&self, path: PathId) -> bool {
        self.record(path).is_cut
    }

    /// Branches that the path's first run covered first.
    pub fn gain(&self, path: PathId) -> u32 {
        self.record(path).gain
    }

    /// All turns of a path.
    pub fn len(&self, path: PathId) -> usize {
        self.record(path).len as usize
    }

    /// Does the tree hold no path yet?
    pub fn is_empty(&self) -> bool {
        self.paths.is_empty()
    }

    /// Turns of a path that can be flipped.
    pub fn n_flips(&self, path: PathId) -> u32 {
        self.record(path).n_flips
    }

    /// Outcomes not tried, of all nodes.
    pub fn n_open(&self) -> u64 {
        self.n_open
    }

    /// Outcomes not tried of the nodes a path owns.
    pub fn n_open_of(&self, path: PathId) -> u32 {
        self.record(path).n_open
    }

    /// Nodes that fixed a value and may have further ones: the solver did not say that all were seen.
    pub fn n_fixed(&self) -> u64 {
        self.n_fixed
    }

    /// Forks that no symbolic branch explains: a lost constraint, or a target that is not deterministic.
    pub fn n_surprises(&self) -> u64 {
        self.n_surprises
    }

    /// Bytes in use, inputs and all.
    pub fn n_bytes(&self) -> usize {
        let record =
            |record: &Record| record.input.n_bytes() + record.soft.n_bytes() + record.pieces.len() * size_of::<Piece>();
        // A table of the standard library has one control byte per slot and is at most 7/8 full.
        let tables = self.children.capacity() * (size_of::<((u32, u32, u64), PathId)>() + 1)
            + self.states.capacity() * (size_of::<((u32, u32, u32), State)>() + 1);
        self.stretches.n_bytes()
            + self.paths.capacity() * size_of::<Record>()
            + self.paths.iter().map(record).sum::<usize>()
            + self.nodes_until.capacity() * size_of::<u64>()
            + tables * 8 / 7
    }

    fn record(&self, path: PathId) -> &Record {
        &self.paths[path.0 as usize]
    }

    /// The first position, at least `from`, where the path and the turns go different ways or one of them ends.
    fn first_difference(&self, path: PathId, from: usize, turns: &[Turn]) -> usize {
        let record = self.record(path);
        let first = record.pieces.partition_point(|piece| piece.start as usize <= from).saturating_sub(1);
        let mut at = from;
        for piece in record.pieces.get(first..).unwrap_or_default() {
            let own = self.stretches.turns(piece.stretch);
            let own = own.get(at - piece.start as usize..).unwrap_or_default();
            let theirs = turns.get(at..).unwrap_or_default();
            let same = own.iter().zip(theirs).take_while(|(a, b)| a.same_way(**b)).count();
            at += same;
            if same < own.len() {
                break;
            }
        }
        at
    }

    fn insert(
        &mut self,
        (parent, fork): (PathId, usize),
        turns: &[Turn],
        input: &Input,
        gain: u32,
        is_cut: bool,
    ) -> Added {
        let path = PathId(self.paths.len() as u32);
        let flips_before = turns[..fork].iter().filter(|turn| turn.is_flippable()).count() as u32;
        let owns_fork = self.join(path, parent, fork as u32, turns.get(fork).copied(), is_cut);
        let mut pieces = Vec::new();
        let (mut start, mut flips) = (fork as u32, flips_before);
        for stretch in cut(&turns[fork..]) {
            let id = self.stretches.intern(stretch);
            pieces.push(Piece { stretch: id, start, flips });
            start += stretch.len() as u32;
            flips += self.stretches.n_flips(id);
        }
        let own = turns.get(fork + usize::from(!owns_fork)..).unwrap_or_default();
        let n_nodes = own.iter().filter(|turn| turn.is_flippable()).count() as u64;
        let n_open = own.iter().map(|&turn| self.n_wanted(turn)).sum();
        self.n_open += u64::from(n_open);
        self.n_fixed += own.iter().filter(|turn| turn.is_fixed()).count() as u64;
        self.nodes_until.push(self.nodes_until.last().copied().unwrap_or(0) + n_nodes);
        self.paths.push(Record {
            parent,
            fork: fork as u32,
            owns_fork,
            len: turns.len() as u32,
            n_flips: flips,
            flips_before,
            n_open,
            gain,
            pieces: pieces.into_boxed_slice(),
            input: input.clone(),
            is_cut,
            soft: soft::Ways::default(),
        });
        Added { path, is_new: true }
    }

    /// Enters a new path among its parent's children and marks the outcome it took there. Says whether the path's turn
    /// at the fork is a node of its own.
    fn join(&mut self, path: PathId, parent: PathId, fork: u32, turn: Option<Turn>, is_cut: bool) -> bool {
        if path == parent {
            return true;
        }
        self.children.insert((parent.0, fork, turn.map_or(u64::MAX, Turn::key)), path);
        let node = NodeId { path: parent, position: fork };
        let there = (fork < self.record(parent).len).then(|| self.turn(node));
        let (Some(there), Some(turn)) = (there, turn) else {
            let is_expected = if there.is_none() { self.record(parent).is_cut } else { is_cut };
            self.n_surprises += u64::from(!is_expected);
            return true;
        };
        let is_same_site = self.is_same_site(there, turn);
        if is_same_site && there.is_fixed() {
            self.add_value(node, turn, path);
        } else if is_same_site && there.is_flippable() {
            self.set_state(node, self.outcome(turn), State::Explored);
        } else {
            self.n_surprises += 1;
        }
        !is_same_site
    }

    fn is_same_site(&self, a: Turn, b: Turn) -> bool {
        match (a.way(), b.way()) {
            (Way::Branch(a), Way::Branch(b)) | (Way::Soft(a), Way::Soft(b)) => self.site(a) == self.site(b),
            (Way::Implicit(a, _), Way::Implicit(b, _)) | (Way::Fixed(a), Way::Fixed(b)) => a == b,
            _ => false,
        }
    }

    /// First branch and number of branches of a branch's site; a branch unknown to the program is a site alone.
    fn site(&self, branch: BranchId) -> (u32, u32) {
        self.sites.get(branch.index()).copied().unwrap_or((branch.0, 1))
    }
}
