//! Goal after goal: the engines for one place as a strategy that covers a program.
//!
//! A side that no run took, of a condition that runs came to, is made the goal for some turns: goal-oriented search first, since
//! flags and states are what other strategies stop at, then the distance. Sides that were given up come back, with more turns,
//! when all others have had theirs. Only the newest paths are looked at: those of a goal's own search are among them.

use crate::gct::Gct;
use crate::guide::Guide;
use crate::nearest::Nearest;
use std::collections::BTreeMap;
use symcrete_model::{BranchId, CallGraph, Icfg, Program};
use symcrete_search::{Candidate, Coverage, News, Strategy, View};

/// Turns of a goal's first try: half of them goal-oriented. Flags take fewer, and most sides near covered code take one.
const FIRST_TRY: u32 = 16;
/// Most times that the turns are doubled.
const MAX_DOUBLED: u32 = 6;
/// Goals that may be without anything to try in one call, so that it ends soon.
const AT_ONCE: usize = 8;

/// Turns of paths that goal-oriented search looks at for one candidate: about a millisecond, as long as a run takes. On Lua, where
/// paths have thousands of turns, it would take seconds without.
const PATIENCE: usize = 10_000;

/// The strategy.
pub struct Goals<'p> {
    program: &'p Program,
    icfg: Icfg,
    gct: Gct<'p>,
    pursued: Option<Pursued<'p>>,
    /// How often each side was given up.
    given_up: BTreeMap<BranchId, u32>,
}

/// The goal at hand, at which `Goals::gct` is aimed.
struct Pursued<'p> {
    branch: BranchId,
    nearest: Nearest<'p>,
    n_turns: u32,
    most: u32,
}

impl<'p> Goals<'p> {
    /// For all of the program.
    pub fn new(program: &'p Program) -> Goals<'p> {
        let icfg = Icfg::new(program, &CallGraph::new(program));
        let gct = Gct::new(Guide::with(program, icfg.distances([]))).with_patience(PATIENCE);
        Goals { program, icfg, gct, pursued: None, given_up: BTreeMap::new() }
    }

    /// The side that was given up least often, of conditions that runs came to.
    fn choose(&self, coverage: &Coverage) -> Option<BranchId> {
        let is_near = |branch: &BranchId| {
            let (condition, _) = self.program.condition_of(*branch);
            self.program.branches_of(condition).any(|side| coverage.is_covered(side))
        };
        coverage.uncovered().filter(is_near).min_by_key(|&branch| self.times_given_up(branch))
    }

    fn times_given_up(&self, branch: BranchId) -> u32 {
        self.given_up.get(&branch).copied().unwrap_or(0)
    }

    fn pursue(&mut self, branch: BranchId, view: &View) -> Option<Pursued<'p>> {
        let place = self.program.place(branch)?;
        let guide = Guide::with(self.program, self.icfg.distances([place]));
        self.gct.aim(guide.clone(), view.tree);
        let nearest = Nearest::from_now(guide, view.tree);
        let most = FIRST_TRY << self.times_given_up(branch).min(MAX_DOUBLED);
        Some(Pursued { branch, nearest, n_turns: 0, most })
    }
}

impl Pursued<'_> {
    /// What to try next; `None` when the goal is reached or to be given up.
    fn next(&mut self, gct: &mut Gct, view: &View) -> Option<Candidate> {
        if view.coverage.is_covered(self.branch) || self.n_turns >= self.most {
            return None;
        }
        let is_early = self.n_turns < self.most / 2;
        self.n_turns += 1;
        let by_flow = if is_early { gct.next(view) } else { None };
        by_flow.or_else(|| self.nearest.next(view))
    }
}

impl Strategy for Goals<'_> {
    fn next(&mut self, view: &View) -> Option<Candidate> {
        for _ in (0..AT_ONCE).take_while(|_| !view.is_over()) {
            if let Some(candidate) = self.pursued.as_mut().and_then(|pursued| pursued.next(&mut self.gct, view)) {
                return Some(candidate);
            }
            if let Some(pursued) = self.pursued.take() {
                *self.given_up.entry(pursued.branch).or_default() += 1;
            }
            let branch = self.choose(view.coverage)?;
            self.pursued = self.pursue(branch, view);
            if self.pursued.is_none() {
                *self.given_up.entry(branch).or_default() += 1;
            }
        }
        None
    }

    fn told(&mut self, news: &News) {
        self.gct.told(news);
    }

    fn n_fallbacks(&self) -> u64 {
        self.pursued.as_ref().map_or(0, |pursued| pursued.nearest.n_fallbacks())
    }
}
