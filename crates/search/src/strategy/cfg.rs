//! Control-flow directed search (Burnim and Sen, 2008; CREST's `-cfg`).
//!
//! Each branch of the path is worth the distance from its pair to the nearest uncovered branch, where taking a branch
//! costs 1 and everything else 0; the smallest is tried first, ties in random order. A run that covers something new
//! becomes the path to search. One that does not, but went where it should, is searched below the flipped branch for
//! something strictly nearer, as CREST does, and then left again. Distances are recomputed when coverage has grown.
//! When no path is left, a random untried branch of the tree, counted as a fallback.

use super::{Strategy, View};
use crate::candidate::{Candidate, Effect, News};
use crate::rng::Rng;
use crate::tree::{Flip, Outcome, PathId};
use symcrete_model::{CallGraph, Distances, Icfg, Program};

/// Paths remembered to go back to. Each holds a list as long as its path; with more, older ones than these would be
/// searched again long after coverage has moved on.
const MAX_FRAMES: usize = 64;

/// The strategy.
#[derive(Clone, Debug)]
pub struct Cfg<'p> {
    program: &'p Program,
    icfg: Icfg,
    /// To the nearest uncovered branch, when this many were covered.
    distances: Option<(usize, Distances)>,
    rng: Rng,
    /// Paths to search; the last is the one being searched.
    frames: Vec<Frame>,
    /// Distance and depth of the flip asked for last.
    asked: (u32, u32),
    n_fallbacks: u64,
}

/// A path to search.
#[derive(Clone, Debug)]
struct Frame {
    path: PathId,
    /// Only nodes deeper than this and nearer than that.
    above: u32,
    nearer_than: u32,
    /// What is left to try, nearest last, and how many branches were covered when it was listed.
    list: Option<(usize, Vec<Entry>)>,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    distance: u32,
    tie: u64,
    flip: Flip,
    outcome: Outcome,
}

impl<'p> Cfg<'p> {
    /// A search in this program.
    pub fn new(program: &'p Program, calls: &CallGraph, seed: u64) -> Cfg<'p> {
        Cfg {
            program,
            icfg: Icfg::new(program, calls),
            distances: None,
            rng: Rng::new(seed),
            frames: Vec::new(),
            asked: (u32::MAX, 0),
            n_fallbacks: 0,
        }
    }

    fn push(&mut self, path: PathId, above: u32, nearer_than: u32) {
        if self.frames.len() == MAX_FRAMES {
            self.frames.remove(0);
        }
        self.frames.push(Frame { path, above, nearer_than, list: None });
    }

    fn measure(&mut self, view: &View) {
        let n_covered = view.coverage.n_covered();
        if self.distances.as_ref().is_none_or(|&(known, _)| known != n_covered) {
            let targets = view.coverage.uncovered().filter_map(|branch| self.program.place(branch));
            self.distances = Some((n_covered, self.icfg.distances(targets)));
        }
    }

    /// What can be tried on a frame's path, nearest last.
    fn entries(&mut self, view: &View, frame: &Frame) -> Vec<Entry> {
        let Some((_, distances)) = &self.distances else { return Vec::new() };
        let tree = view.tree;
        let mut entries = Vec::new();
        for flip in tree.nodes_of(frame.path).into_iter().filter(|flip| flip.depth > frame.above) {
            if view.is_over() {
                return Vec::new();
            }
            let turn = tree.turn(flip.node);
            for outcome in tree.untried(flip.node) {
                let place = tree.branch_of(turn, outcome).and_then(|pair| self.program.place(pair));
                let distance = place.and_then(|place| distances.of(place));
                if let Some(distance) = distance.filter(|&distance| distance < frame.nearer_than) {
                    entries.push(Entry { distance, tie: self.rng.next_u64(), flip, outcome });
                }
            }
        }
        entries.sort_unstable_by_key(|entry| std::cmp::Reverse((entry.distance, entry.tie)));
        entries
    }

    /// The nearest untried flip of the last frame; drops it when there is none.
    fn nearest(&mut self, view: &View) -> Option<Entry> {
        let mut frame = self.frames.pop()?;
        let n_covered = view.coverage.n_covered();
        let known = frame.list.take().filter(|(covered, _)| *covered == n_covered);
        let mut entries = known.map_or_else(|| self.entries(view, &frame), |(_, entries)| entries);
        if view.is_over() {
            self.frames.push(frame);
            return None;
        }
        while let Some(entry) = entries.pop() {
            if view.tree.untried(entry.flip.node).any(|outcome| outcome == entry.outcome) {
                frame.list = Some((n_covered, entries));
                self.frames.push(frame);
                return Some(entry);
            }
        }
        None
    }
}

impl Strategy for Cfg<'_> {
    fn next(&mut self, view: &View) -> Option<Candidate> {
        self.measure(view);
        while let Some(frame) = self.frames.last().filter(|_| !view.is_over()) {
            let via = frame.path;
            if let Some(Entry { distance, flip, outcome, .. }) = self.nearest(view) {
                self.asked = (distance, flip.depth);
                return Some(Candidate::Flip { node: flip.node, outcome, via });
            }
        }
        if view.is_over() {
            return None;
        }
        let flip = view.tree.random_open(&mut self.rng)?;
        self.n_fallbacks += 1;
        self.asked = (u32::MAX, 0);
        view.tree.untried(flip.node).next().map(|outcome| Candidate::flip(flip.node, outcome))
    }

    fn told(&mut self, news: &News) {
        let Effect::Ran { path, is_new: true, gain, followed, .. } = news.result else { return };
        let (distance, depth) = self.asked;
        if gain > 0 || distance == u32::MAX {
            self.push(path, 0, u32::MAX);
        } else if news.is_own && followed {
            self.push(path, depth, distance);
        }
    }

    fn n_fallbacks(&self) -> u64 {
        self.n_fallbacks
    }
}
