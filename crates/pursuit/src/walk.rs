//! The walk of symcretic execution on real runs: around the run that came nearest, if it left the way where no solver helps.

use super::watcher::{Approach, Turn};
use crate::{Once, Pursuit};
use std::collections::BTreeSet;
use std::time::Duration;
use symcrete_build::failure::Failure;
use symcrete_engine::setting::ASKED;
use symcrete_reach::{Closest, Guide, Kind, Piece, Probe, closest, smallest, untyped, walk};
use symcrete_search::{Input, State};
use symcrete_trace::{Asked, CType};

impl Pursuit<'_> {
    /// Walks from branch to branch as long as that leads on, for at most so many runs. Says whether any branch was turned.
    pub(super) fn walk(&mut self, guide: &Guide, most: Option<u64>) -> Result<bool, Failure> {
        let mut tried = BTreeSet::new();
        let end =
            most.map(|most| Turn { runs: self.watcher.iterations() + most, questions: u64::MAX, time: Duration::MAX });
        (self.watcher.stage, self.watcher.turn_ends) = ("walk", end);
        while !self.is_walked_out() {
            let Some(at) = closest(self.session.campaign().tree(), guide) else { break };
            if !self.is_hard(at) || !tried.insert(at.wanted) || !self.walk_to(at)? {
                break;
            }
        }
        Ok(tried.len() > 1)
    }

    /// Is everything used up that the walk may use?
    fn is_walked_out(&self) -> bool {
        self.watcher.is_over() || self.watcher.turn_ends.is_some_and(|turn| self.watcher.iterations() >= turn.runs)
    }

    /// Did the nearest run leave the way at a branch without a condition, or with one that no solver decides?
    fn is_hard(&self, at: Closest) -> bool {
        let tree = self.session.campaign().tree();
        let turns = tree.first_run(at.path);
        let Some(last) = turns.iter().rposition(|turn| turn.as_branch() == Some(at.left)) else { return false };
        if turns[last].term().is_none() {
            return true;
        }
        let node = tree.node_at(at.path, last as u32);
        tree.other_outcomes(turns[last]).any(|outcome| {
            matches!(tree.state(node, outcome), State::Unknown(_) | State::Diverged)
                && tree.branch_of(turns[last], outcome) == Some(at.wanted)
        })
    }

    /// Walks to the branch that the nearest run should have taken.
    fn walk_to(&mut self, at: Closest) -> Result<bool, Failure> {
        let (condition, outcome) = self.program.condition_of(at.wanted);
        let others = self.program.branches_of(condition).filter(|&branch| branch != at.wanted);
        self.watcher.probing = std::iter::once(at.wanted).chain(others).collect();
        self.watcher.probe = Approach::Off;
        self.session.watch(Some(at.wanted));
        let base = self.session.campaign().tree().input(at.path).clone();
        let result = self.walk_from(&base, outcome == 1);
        self.watcher.probing.clear();
        self.session.watch(None);
        result
    }

    fn walk_from(&mut self, base: &Input, wanted: bool) -> Result<bool, Failure> {
        let start = match self.probe(base, wanted)? {
            Probe::At(gap) => gap,
            probe => return Ok(probe == Probe::Met),
        };
        let pieces = pieces(base, &self.watcher.probed.asked);
        let seed = self.session.options().seed.wrapping_add(self.watcher.iterations());
        let mut failure = None;
        let is_met = walk((base, start), &pieces, seed, &mut |input| {
            self.probe(input, wanted).unwrap_or_else(|why| {
                failure = Some(why);
                Probe::Stop
            })
        });
        failure.map_or(Ok(is_met), Err)
    }

    /// Runs an input and says how far it came.
    fn probe(&mut self, input: &Input, wanted: bool) -> Result<Probe, Failure> {
        if self.is_walked_out() {
            return Ok(Probe::Stop);
        }
        self.forward(&mut Once(Some(input.clone())))?;
        Ok(match self.watcher.probe {
            Approach::Through => Probe::Met,
            Approach::There => Probe::At(smallest(&self.watcher.probed.compared, wanted)),
            Approach::Off => Probe::Off,
        })
    }
}

/// The numbers of an input: the values asked for by their types, then everything else in all ways.
fn pieces(input: &Input, asked: &[Asked]) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = asked.iter().flat_map(|asked| of_value(input, asked)).collect();
    for (stream, bytes) in input.streams.iter().enumerate().filter(|&(stream, _)| stream != ASKED) {
        pieces.extend(untyped(input, stream, 0..bytes.len()));
    }
    pieces
}

fn of_value(input: &Input, asked: &Asked) -> Vec<Piece> {
    use CType::*;
    let kind = match asked.ctype() {
        Some(Char | Short | Int | Long) => Kind::Signed,
        Some(Bool | UChar | UShort | UInt | ULong) => Kind::Unsigned,
        Some(Float | Double) => Kind::Float,
        Some(Bytes) => return untyped(input, ASKED, asked.offset as usize..asked.end()),
        Some(Pointer | Object | LongDouble) | None => return Vec::new(),
    };
    vec![Piece { stream: ASKED, first: asked.offset as usize, length: asked.length as usize, kind }]
}
