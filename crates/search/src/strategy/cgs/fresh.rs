//! Which branches have contexts not met before, without looking at every node of the tree in each sweep.
//!
//! Most paths are made of the same stretches, and a context that does not reach further back than its stretch and the one
//! before is the same wherever the two stand together. So what was learned about such a pair at one level holds for
//! every path that has it: contexts only come to be known, never forgotten. A sweep then costs a look-up per stretch of
//! each path instead of a walk per node.
//!
//! Never changes what is selected: a node is passed over only if its context is known or nothing is left to try at it.

use super::super::View;
use super::Contexts;
use super::context::Before;
use crate::stretch::StretchId;
use crate::tree::{Flip, NodeId, Outcome, PathId, Piece, Tree};
use crate::turn::Turn;
use rustc_hash::{FxHashMap, FxHashSet};

/// The known contexts, and what follows from them.
#[derive(Clone, Debug, Default)]
pub(super) struct Fresh {
    known: FxHashSet<u64>,
    /// At this level, by a stretch and the one before it, the turns that may have a fresh context.
    level: u32,
    pairs: FxHashMap<(StretchId, StretchId), Pair>,
}

/// The turns of a stretch that may have a fresh context.
#[derive(Clone, Debug)]
struct Pair {
    /// Those whose context was fresh when last looked at, and those whose context goes on before the pair.
    inside: Vec<(u16, Before)>,
    outside: Vec<u16>,
}

impl Fresh {
    /// Makes the contexts of pairs known; leaves those that were not.
    pub(super) fn insert(&mut self, tree: &Tree, turn: Turn, before: Before, pairs: &mut Vec<Outcome>) {
        pairs.retain(|&pair| self.known.insert(before.with(tree, turn, pair)));
    }

    /// The path's first own open node from this one on whose context is fresh. Notes whether an open node was passed over
    /// that a higher level could tell from others.
    pub(super) fn next(
        &mut self,
        contexts: &mut Contexts,
        view: &View,
        from: Flip,
        k: u32,
        is_cut_short: &mut bool,
    ) -> Option<Flip> {
        let tree = view.tree;
        let NodeId { path, position } = from.node;
        let pieces = tree.pieces(path);
        let first = pieces.partition_point(|piece| piece.start <= position).saturating_sub(1);
        for (index, &piece) in pieces.iter().enumerate().skip(first) {
            let start = position.saturating_sub(piece.start) as u16;
            let offsets = match index.checked_sub(1).filter(|_| *is_cut_short) {
                Some(before) => self.fresh_of(contexts, tree, [pieces[before].stretch, piece.stretch], k),
                None => flippable(tree, piece),
            };
            for offset in offsets.into_iter().filter(|&offset| offset >= start) {
                if view.is_over() {
                    // What is not looked at now is in the next sweep.
                    *is_cut_short = true;
                    return None;
                }
                let node = NodeId { path, position: piece.start + u32::from(offset) };
                if !tree.is_open(node) {
                    continue;
                }
                let context = contexts.before(tree, node, k);
                if is_fresh(&self.known, tree, tree.turn(node), context.before) {
                    return Some(flip_at(tree, path, piece, offset));
                }
                *is_cut_short |= context.is_cut_short;
            }
        }
        None
    }

    /// The turns of a stretch after another that may have a fresh context, in order.
    fn fresh_of(&mut self, contexts: &mut Contexts, tree: &Tree, ids: [StretchId; 2], k: u32) -> Vec<u16> {
        if self.level != k {
            self.level = k;
            self.pairs.clear();
        }
        let known = &self.known;
        let pair = self.pairs.entry((ids[0], ids[1])).or_insert_with(|| Pair::new(contexts, tree, ids, k));
        let turns = tree.stretch(ids[1]);
        pair.inside.retain(|&(offset, before)| is_fresh(known, tree, turns[usize::from(offset)], before));
        let mut offsets: Vec<u16> = pair.inside.iter().map(|&(offset, _)| offset).chain(pair.outside.clone()).collect();
        offsets.sort_unstable();
        offsets
    }
}

impl Pair {
    fn new(contexts: &mut Contexts, tree: &Tree, ids: [StretchId; 2], k: u32) -> Pair {
        let stretches = ids.map(|id| tree.stretch(id));
        let (mut inside, mut outside) = (Vec::new(), Vec::new());
        for (offset, _) in stretches[1].iter().enumerate().filter(|(_, turn)| turn.is_flippable()) {
            match contexts.within(stretches, offset, k) {
                Some(before) => inside.push((offset as u16, before)),
                None => outside.push(offset as u16),
            }
        }
        Pair { inside, outside }
    }
}

/// Has a pair of the turn a context that is not known?
fn is_fresh(known: &FxHashSet<u64>, tree: &Tree, turn: Turn, before: Before) -> bool {
    tree.other_outcomes(turn).any(|pair| !known.contains(&before.with(tree, turn, pair)))
}

/// The turns of a piece that can be flipped.
fn flippable(tree: &Tree, piece: Piece) -> Vec<u16> {
    let turns = tree.stretch(piece.stretch).iter().enumerate();
    turns.filter(|(_, turn)| turn.is_flippable()).map(|(offset, _)| offset as u16).collect()
}

fn flip_at(tree: &Tree, path: PathId, piece: Piece, offset: u16) -> Flip {
    let before = tree.stretch(piece.stretch)[..usize::from(offset)].iter();
    let flips = before.filter(|turn| turn.is_flippable()).count() as u32;
    Flip { node: NodeId { path, position: piece.start + u32::from(offset) }, depth: piece.flips + flips + 1 }
}
