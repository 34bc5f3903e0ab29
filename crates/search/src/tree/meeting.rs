//! Where sites were met that nobody could aim at: without a condition over the input, or on paths that a limit on the
//! length of an input cut short. For reports; made once, at the end.

use super::{NodeId, PathId, State, Tree, Why};
use std::collections::{BTreeMap, BTreeSet};
use symcrete_model::BranchId;

/// Paths that a limit cut short which are looked through: they differ in their length more than in their sites.
const MOST_PATHS: usize = 256;

impl Tree {
    /// The branches that were taken without a condition over the input, each with the first place where it was.
    pub fn concrete(&self) -> BTreeMap<BranchId, NodeId> {
        let mut met = BTreeMap::new();
        let mut seen = vec![false; self.stretches.len()];
        for (path, record) in self.paths.iter().enumerate() {
            for piece in &record.pieces {
                if std::mem::replace(&mut seen[piece.stretch.index()], true) {
                    continue;
                }
                for (position, turn) in (piece.start..).zip(self.stretches.turns(piece.stretch)) {
                    if let Some(branch) = turn.as_branch().filter(|_| !turn.is_flippable()) {
                        met.entry(branch).or_insert(NodeId { path: PathId(path as u32), position });
                    }
                }
            }
        }
        met
    }

    /// The streams of which some outcome needs more bytes than allowed, each with the paths for which that is so.
    pub fn too_long(&self) -> BTreeSet<(u16, PathId)> {
        let of = |(&(path, ..), state): (&(u32, u32, u32), &State)| match state {
            State::Unknown(Why::TooLong(stream)) => Some((*stream, PathId(path))),
            _ => None,
        };
        self.states.iter().filter_map(of).collect()
    }

    /// The branches taken on paths that the limit on the length of a stream cut short, with the stream.
    pub fn cut_short(&self) -> BTreeMap<BranchId, u16> {
        let mut met = BTreeMap::new();
        for (stream, path) in self.too_long().into_iter().take(MOST_PATHS) {
            for branch in self.back(path, self.record(path).len).filter_map(|turn| turn.as_branch()) {
                met.entry(branch).or_insert(stream);
            }
        }
        met
    }
}
