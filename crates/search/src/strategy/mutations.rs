//! Blind changes of inputs that covered something, or took a branch as often as none before: an arm of the portfolio for what solving finds hard or too dear.
//!
//! Each turn is a handful of mutations that are run without symbols, which costs a fraction of a followed run; only one that
//! covers something, or crashes, is run again in full and becomes a path of the tree, where solving goes on from it. The portfolio
//! gives it turns by what it earns, as any other strategy. An input that covered something is first tried at lengths beside its own: a
//! question about the length is asked long before what follows from it, and has been answered both ways by then. Its first turn is no change of anything: other inputs to begin with. (Driller and QSYM pair a fuzzer with a concolic engine as two processes;
//! here both see one tree and one coverage.)

use super::{Strategy, View};
use crate::candidate::{Candidate, Effect, News};
use crate::input::Input;
use crate::mutation::Mutation;
use crate::rng::Rng;
use crate::tree::PathId;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Bytes of one turn behind which no further mutation is made.
const MAX_BYTES: usize = 16 << 20;
/// Half of the parents are among the last so many that covered something: new ground has new neighbours.
const RECENT: usize = 8;
/// A run that a limit stopped takes as long as hundreds of others. After each the strategy passes over twice as many turns as after the
/// one before; most times that they are doubled, and where one process tries many inputs, so that a turn is as dear as some of those.
const MAX_DOUBLED: u32 = 8;
const MAX_DOUBLED_SWIFT: u32 = 3;

/// The strategy.
#[derive(Clone, Debug)]
pub struct Mutations {
    rng: Rng,
    mutation: Mutation,
    has_begun: bool,
    /// Paths that covered something first, or took a branch as often as none before; and the first of all.
    parents: Vec<PathId>,
    /// Those of them that covered something and whose input has not been tried at other lengths.
    unmeasured: Vec<PathId>,
    /// Turns in which a run was stopped by a limit, and turns to pass over for the last of them.
    n_stopped: u32,
    n_resting: u32,
    is_swift: bool,
    /// Whether it goes on when no path is left to solve for: where data is lost, other inputs may do what no path tells of.
    goes_on: Arc<AtomicBool>,
}

impl Mutations {
    /// Mutations of this kind.
    pub fn new(seed: u64, mutation: Mutation) -> Mutations {
        let goes_on = Arc::default();
        let (rng, has_begun, parents, unmeasured) = (Rng::new(seed), false, Vec::new(), Vec::new());
        Mutations {
            rng,
            mutation,
            has_begun,
            parents,
            unmeasured,
            n_stopped: 0,
            n_resting: 0,
            is_swift: false,
            goes_on,
        }
    }

    /// What decides whether it goes on when no path is left to solve for. As long as that says no, it does not.
    pub fn going_on(&self) -> Arc<AtomicBool> {
        self.goes_on.clone()
    }

    /// Takes paths that others found for parents.
    pub fn adopt(&mut self, paths: impl IntoIterator<Item = PathId>) {
        self.parents.extend(paths);
    }

    /// An input to change, mostly the shorter one of two: a run of it costs less, and a change of it more often hits what matters.
    fn parent<'v>(&mut self, view: &View<'v>) -> &'v Input {
        let (one, other) = (self.any(view), self.any(view));
        if self.rng.coin() && other.n_bytes() < one.n_bytes() { other } else { one }
    }

    /// A path's input, or one that was kept without one.
    fn any<'v>(&mut self, view: &View<'v>) -> &'v Input {
        let (n, n_kept) = (self.parents.len(), view.kept.len());
        let is_kept = n_kept > 0 && self.rng.coin();
        let most = if is_kept { n_kept } else { n };
        let among = if self.rng.coin() { most.min(RECENT) } else { most };
        let at = most - among + self.rng.index(among);
        if is_kept { &view.kept[at] } else { view.tree.input(self.parents[at]) }
    }
}

impl Strategy for Mutations {
    fn next(&mut self, view: &View) -> Option<Candidate> {
        let goes_on = self.goes_on.load(Ordering::Relaxed);
        self.is_swift = view.is_swift;
        let is_over = view.tree.n_open() == 0 && !goes_on;
        // Nobody else has turns meanwhile that it could pass over.
        if self.n_resting > 0 && !goes_on || self.parents.is_empty() || is_over {
            self.n_resting = self.n_resting.saturating_sub(1);
            return None;
        }
        if !std::mem::replace(&mut self.has_begun, true) {
            return Some(Candidate::Scouts(self.mutation.starts(view.tree.input(self.parents[0]), &mut self.rng)));
        }
        let measured = self.unmeasured.pop();
        let mut scouts = measured.map_or_else(Vec::new, |path| self.mutation.lengths(view.tree.input(path)));
        let mut n_bytes = 0;
        for _ in 0..view.handful {
            let (parent, other) = (self.parent(view), self.parent(view));
            let child = self.mutation.child(parent, other, &mut self.rng);
            n_bytes += child.n_bytes();
            scouts.push(child);
            if n_bytes > MAX_BYTES {
                break;
            }
        }
        Some(Candidate::Scouts(scouts))
    }

    fn told(&mut self, news: &News) {
        match news.result {
            // Changes of a bug mostly show it again, and each of them ends a process that would have tried thousands.
            Effect::Ran { ended: false, .. } if self.is_swift && !self.parents.is_empty() => {}
            // What the first run does may be nothing but to refuse its input: there is no other one to begin with.
            Effect::Ran { path, gain, is_rare, .. } if gain > 0 || is_rare || self.parents.is_empty() => {
                self.parents.push(path);
                self.unmeasured.extend((gain > 0).then_some(path));
            }
            Effect::Scouted { is_stopped: true, .. } => {
                self.n_stopped += 1;
                self.n_resting = 1 << self.n_stopped.min(if self.is_swift { MAX_DOUBLED_SWIFT } else { MAX_DOUBLED });
            }
            _ => {}
        }
    }
}
