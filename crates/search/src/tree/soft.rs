//! Soft turns of the tree: both of their ways are outcomes of one node, and a run that takes either stays on the path.
//!
//! Nothing new lies behind another way of a soft turn, since values after it hold for both. It is asked for only to cover its branch. Once
//! a run has done that anywhere, all other nodes of the site are *spared* it: a loop of a thousand merged bytes costs two runs.

use super::{Outcome, PathId, Record, State, Tree};
use crate::statistics::Merged;
use crate::stretch::StretchId;
use crate::turn::Turn;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use symcrete_model::BranchId;

/// What a run did at each soft site of its path, four to a byte.
#[derive(Clone, Debug, Default)]
pub(super) struct Ways {
    packed: Box<[u8]>,
    n: u32,
}

impl Ways {
    pub(super) fn of(turns: &[Turn]) -> Ways {
        let ways: Vec<u8> = turns.iter().filter(|turn| turn.is_soft()).map(|turn| turn.soft_way()).collect();
        let packed = ways.chunks(4).map(|four| four.iter().rev().fold(0, |byte, way| byte << 2 | way)).collect();
        Ways { packed, n: ways.len() as u32 }
    }

    fn get(&self, k: usize) -> u8 {
        self.packed.get(k / 4).map_or(0, |byte| byte >> (2 * (k % 4)) & 3)
    }

    pub(super) fn n_bytes(&self) -> usize {
        self.packed.len()
    }
}

impl Tree {
    /// The turns of the run that took a path first, with what it did at soft sites.
    pub fn first_run(&self, path: PathId) -> Vec<Turn> {
        let mut turns = self.prefix(path, self.len(path));
        let ways = &self.record(path).soft;
        for (k, turn) in turns.iter_mut().filter(|turn| turn.is_soft()).enumerate() {
            *turn = turn.with_way(ways.get(k));
        }
        turns
    }

    /// The outcome that a run took at a soft site; none of them where it did not come, or where nothing is said about a run.
    pub(super) fn soft_outcome(&self, turn: Turn) -> Outcome {
        let taken = turn.as_branch().map(|branch| branch.0 - self.site(branch).0);
        Outcome(taken.unwrap_or(u32::MAX))
    }

    /// What the tree holds of merged branches.
    pub(crate) fn merged(&self) -> Merged {
        let soft = || self.stretches.ids().flat_map(|id| self.stretches.turns(id)).filter(|turn| turn.is_soft());
        let conditions: BTreeSet<u32> = soft().filter_map(|turn| turn.of_site()).map(|branch| branch.0).collect();
        let of_path = |record: &Record| 1_u64.checked_shl(record.soft.n);
        let ways = self.paths.iter().try_fold(0_u64, |sum, record| sum.checked_add(of_path(record)?));
        let turns = self.paths.iter().map(|record| u64::from(record.soft.n)).sum();
        Merged { conditions: conditions.len() as u64, turns, ways }
    }

    /// Was anything merged?
    pub fn has_soft(&self) -> bool {
        !self.soft_sites.is_empty()
    }

    /// Is a branch's site soft somewhere?
    pub fn merges(&self, branch: BranchId) -> bool {
        self.soft_sites.contains(&self.site(branch).0)
    }

    /// Need soft sites no longer be asked for this outcome?
    pub(super) fn is_spared(&self, turn: Turn, outcome: Outcome) -> bool {
        turn.is_soft() && self.branch_of(turn, outcome).is_some_and(|branch| self.spared.contains(&branch))
    }

    /// Takes note of branches that a run took, whether softly or not: no soft site is asked for them any more.
    pub fn spare(&mut self, taken: impl IntoIterator<Item = BranchId>) {
        for branch in taken {
            if self.spared.insert(branch) && self.soft_sites.contains(&self.site(branch).0) {
                self.close(branch);
            }
        }
    }

    /// The outcomes of soft sites that are this branch and were not tried are not open any more.
    fn close(&mut self, branch: BranchId) {
        let places = self.soft_places(branch);
        let outcome = branch.0 - self.site(branch).0;
        for (path, record) in self.paths.iter_mut().enumerate() {
            for piece in &record.pieces {
                let all = places.get(&piece.stretch).into_iter().flatten().map(|at| piece.start + at);
                let own = all.filter(|&at| at > record.fork || record.owns_fork);
                let open = own.filter(|&at| !self.states.contains_key(&(path as u32, at, outcome)));
                let n_open = open.count() as u32;
                record.n_open -= n_open;
                self.n_open -= u64::from(n_open);
            }
        }
    }

    /// Where stretches have soft turns of a branch's site.
    fn soft_places(&self, branch: BranchId) -> FxHashMap<StretchId, Vec<u32>> {
        let first = self.site(branch).0;
        let is_there = |turn: &Turn| turn.is_soft() && turn.of_site() == Some(BranchId(first));
        let places = self.stretches.ids().map(|id| {
            let turns = self.stretches.turns(id).iter().enumerate();
            (id, turns.filter(|(_, turn)| is_there(turn)).map(|(at, _)| at as u32).collect::<Vec<u32>>())
        });
        places.filter(|(_, at)| !at.is_empty()).collect()
    }

    /// Marks what a run took at the soft sites of its path. Says whether one of them was asked for.
    pub(super) fn take_soft(&mut self, mut path: PathId, turns: &[Turn]) -> bool {
        let mut is_asked = false;
        for (position, &turn) in turns.iter().enumerate().rev().filter(|(_, turn)| turn.is_soft()) {
            if turn.as_branch().is_none() {
                continue;
            }
            let node = self.node_at(path, position as u32);
            // Nodes before this one belong to the same path or to one above it.
            path = node.path;
            let outcome = self.soft_outcome(turn);
            is_asked |= self.state(node, outcome) == State::InFlight;
            self.set_one(node, outcome, State::Explored);
        }
        is_asked
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::Input;
    use crate::tree::{Added, NodeId};
    use symcrete_expr::{Arena, ExprId, Op};
    use symcrete_model::{Function, FunctionId, Module, Program, Site, SiteKind};

    /// Three two-way sites.
    fn program() -> Program {
        let site = |k: u32| Site {
            kind: SiteKind::Branch,
            function: FunctionId(0),
            block: None,
            loc: None,
            in_macro: None,
            first_outcome: 2 * k,
            edges: vec![None; 2],
        };
        let sites = (0..3).map(site).collect();
        Program::link(vec![Module { hash: 1, functions: vec![Function::new("f")], sites, ..Module::default() }])
    }

    /// A hard turn between two soft ones, of which the second depends on the first.
    fn turns(arena: &mut Arena, ways: [u8; 2], hard: bool) -> Vec<Turn> {
        let mut bit = |k: u32| {
            let (byte, zero) = (arena.input(0, k), arena.constant(8, 0));
            arena.binary(Op::Ne, byte, zero)
        };
        let (a, b, c) = (bit(0), bit(1), bit(2));
        let term = |arena: &mut Arena, guard: ExprId, condition| arena.build(Op::Concat, 2, &[guard, condition]);
        let (first, second) = (term(arena, Arena::TRUE, a), term(arena, a, c));
        let held = if hard { b } else { arena.not(b) };
        let middle = Turn::branch(BranchId(2 + u32::from(hard)), Some(held));
        vec![Turn::soft(BranchId(0), ways[0], first), middle, Turn::soft(BranchId(4), ways[1], second)]
    }

    fn add(tree: &mut Tree, arena: &mut Arena, ways: [u8; 2], hard: bool) -> Added {
        let turns = turns(arena, ways, hard);
        tree.add(&turns, &Input::default(), 0, false)
    }

    #[test]
    fn runs_that_differ_softly_share_a_path() {
        let (mut tree, mut arena) = (Tree::new(&program()), Arena::new());
        let first = add(&mut tree, &mut arena, [2, 0], true);
        let node = |position| NodeId { path: first.path, position };
        assert_eq!(tree.untried(node(0)).collect::<Vec<_>>(), [Outcome(1)]);
        assert_eq!(tree.untried(node(1)).collect::<Vec<_>>(), [Outcome(0)]);
        assert_eq!(tree.untried(node(2)).collect::<Vec<_>>(), [Outcome(0), Outcome(1)], "it did not come there");
        assert_eq!(tree.n_open(), 4);
        tree.set_state(node(0), Outcome(1), State::InFlight);
        let second = add(&mut tree, &mut arena, [3, 2], true);
        assert_eq!((second.path, second.is_new), (first.path, true), "it was asked for");
        assert!(!add(&mut tree, &mut arena, [3, 2], true).is_new);
        assert_eq!(tree.n_open(), 2);
        assert_eq!(tree.child(node(0), Outcome(1)), Some(first.path));
        assert_eq!((tree.n_paths(), tree.n_surprises()), (1, 0));
        assert_eq!(tree.merged(), Merged { conditions: 2, turns: 2, ways: Some(4) });
        let fates = tree.fates();
        assert_eq!(
            [0, 1, 4, 5].map(|b: usize| (fates[b].explored, fates[b].untried)),
            [(1, 0), (1, 0), (1, 0), (0, 1)]
        );
    }

    #[test]
    fn a_path_tells_what_its_first_run_did() {
        let (mut tree, mut arena) = (Tree::new(&program()), Arena::new());
        let first = add(&mut tree, &mut arena, [2, 0], true);
        let other = add(&mut tree, &mut arena, [3, 3], false);
        assert_ne!(first.path, other.path);
        let taken = |path| tree.first_run(path).iter().map(|turn| turn.as_branch().map(|b| b.0)).collect::<Vec<_>>();
        assert_eq!(taken(first.path), [Some(0), Some(3), None]);
        assert_eq!(taken(other.path), [Some(1), Some(2), Some(5)]);
        // The node before the fork is the first path's, and both runs are known there.
        assert_eq!(tree.state(NodeId { path: first.path, position: 0 }, Outcome(1)), State::Explored);
    }

    #[test]
    fn a_branch_that_was_taken_is_not_asked_for_at_other_soft_nodes() {
        let (mut tree, mut arena) = (Tree::new(&program()), Arena::new());
        let first = add(&mut tree, &mut arena, [2, 0], true).path;
        let node = |path, position| NodeId { path, position };
        tree.spare([BranchId(0), BranchId(3)]);
        assert_eq!(tree.n_open(), 4, "it was taken there, and a branch that splits paths is asked for everywhere");
        // Asked for at the last node, and taken elsewhere before that came to an end.
        tree.set_state(node(first, 2), Outcome(1), State::InFlight);
        let second = add(&mut tree, &mut arena, [2, 0], false).path;
        assert_eq!((tree.n_open(), tree.n_open_of(second)), (4, 2));
        tree.spare([BranchId(5), BranchId(4)]);
        assert_eq!((tree.n_open(), tree.n_open_of(second)), (1, 0));
        tree.set_state(node(first, 2), Outcome(1), State::NotTried);
        assert_eq!((tree.n_open(), tree.untried(node(first, 2)).count()), (1, 0));
        assert_eq!(tree.untried(node(first, 0)).collect::<Vec<_>>(), [Outcome(1)]);
        assert_eq!(tree.state(node(second, 2), Outcome(0)), State::Explored);
    }

    #[test]
    fn ways_survive_packing() {
        let ways: Vec<u8> = (0..23).map(|k| (k * 7 % 4) as u8).collect();
        let turns: Vec<Turn> = ways.iter().map(|&way| Turn::soft(BranchId(0), way, Arena::TRUE)).collect();
        let packed = Ways::of(&turns);
        assert_eq!((0..23).map(|k| packed.get(k)).collect::<Vec<_>>(), ways);
    }
}
