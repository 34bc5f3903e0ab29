//! Context-guided search (Seo and Kim, "How We Get There", 2014).
//!
//! Sweeps the tree by depth, in random order within a depth. A branch whose k-context was met before is skipped; any
//! other is selected, that is, its pair is tried along its prefix; of a `switch`, each pair whose context is new. After
//! each sweep k grows by one and what was skipped is looked at again. Nodes that appear during a sweep take part in it
//! if their depth was not passed.
//!
//! With every context as long as its prefix, raising k changes nothing any more; what is still skipped then differs from
//! its look-alike only in dominators, and is selected. So the search exhausts the tree, and an unbounded k selects what
//! breadth-first search does.
//!
//! After many runs that covered nothing, a random input is run, as the authors' tool begins again, and a new sweep begins at the top: what all paths of the
//! tree have in common, such as the zeros that the first one began with, no longer context tells apart.

mod context;
mod fresh;

pub use context::Contexts;

use super::{Strategy, View};
use crate::candidate::{Candidate, Effect, News};
use crate::input::Input;
use crate::rng::Rng;
use crate::tree::{Flip, NodeId, Outcome, PathId, State, Tree};
use fresh::Fresh;
use std::collections::BTreeMap;
use symcrete_model::Program;

/// The published variations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CgsOptions {
    /// Start at this level and never raise it; at least 1, `u32::MAX` is unbounded. Default: none, from 1 upwards.
    pub fixed_k: Option<u32>,
    /// Leave dominating branches in contexts. Default: false.
    pub no_dominators: bool,
}

/// The strategy.
#[derive(Clone, Debug)]
pub struct Cgs<'p> {
    options: CgsOptions,
    contexts: Contexts<'p>,
    rng: Rng,
    k: u32,
    /// The contexts of all branches selected so far, at any level.
    fresh: Fresh,
    n_known: usize,
    /// Own runs in a row that covered nothing.
    n_idle: u32,
    /// The selected node with the outcomes to try, the next one last.
    selected: Option<(NodeId, Vec<Outcome>)>,
    sweep: Option<Sweep>,
    /// Whether contexts no longer matter, since all of them are whole prefixes.
    is_final: bool,
}

/// Runs in a row that cover nothing before a random input: as many failures as CREST's random search has before it begins again.
const PATIENCE: u32 = 100;

/// One way through the tree from the top.
#[derive(Clone, Debug, Default)]
struct Sweep {
    depth: u32,
    /// Nodes at `depth` still to look at, in random order.
    level: Vec<Flip>,
    /// Per path the next node that may be selected, by depth.
    deeper: BTreeMap<u32, Vec<Flip>>,
    n_selected: u64,
    /// Whether a longer context could have told a skipped branch from others.
    is_cut_short: bool,
}

impl<'p> Cgs<'p> {
    /// A search in this program.
    pub fn new(program: &'p Program, options: CgsOptions, seed: u64) -> Cgs<'p> {
        Cgs {
            options,
            contexts: Contexts::new(program, !options.no_dominators),
            rng: Rng::new(seed),
            k: options.fixed_k.unwrap_or(1).max(1),
            fresh: Fresh::default(),
            n_known: 0,
            n_idle: 0,
            selected: None,
            sweep: None,
            is_final: false,
        }
    }

    /// The level that contexts have now.
    pub fn level(&self) -> u32 {
        self.k
    }

    /// Lets new paths take part at the depths that were not passed.
    fn learn(&mut self, view: &View) {
        let tree = view.tree;
        let Some(depth) = self.sweep.as_ref().map(|sweep| sweep.depth) else { return };
        for path in tree.paths_from(self.n_known).filter(|&path| tree.n_open_of(path) > 0) {
            if view.is_over() {
                self.n_known = path.0 as usize;
                return;
            }
            self.wait_at(view, tree.own_at_depth(path, depth + 1));
        }
        self.n_known = tree.n_paths();
    }

    /// Lets a path wait at its first node from this one on that may be selected.
    fn wait_at(&mut self, view: &View, from: Option<Flip>) {
        let (Some(sweep), Some(from)) = (&mut self.sweep, from) else { return };
        let found = match self.is_final {
            true => Some(from),
            false => self.fresh.next(&mut self.contexts, view, from, self.k, &mut sweep.is_cut_short),
        };
        if let Some(flip) = found {
            sweep.deeper.entry(flip.depth).or_default().push(flip);
        }
    }

    fn begin(&mut self, view: &View) {
        self.sweep = Some(Sweep::default());
        self.n_known = 0;
        self.learn(view);
    }

    /// Ends a sweep: raises k. Says whether another sweep can find anything.
    fn end(&mut self, sweep: &Sweep) -> bool {
        if sweep.n_selected == 0 && !sweep.is_cut_short {
            let was_final = std::mem::replace(&mut self.is_final, true);
            return !was_final;
        }
        self.is_final = false;
        if self.options.fixed_k.is_none() {
            self.k += 1;
            return true;
        }
        sweep.n_selected > 0
    }

    /// Another input to go on from, as long as that of a path drawn at random, if it is time for one.
    fn anew(&mut self, tree: &Tree) -> Option<Input> {
        if self.n_idle < PATIENCE || self.options.fixed_k.is_some() {
            return None;
        }
        self.n_idle = 0;
        self.sweep = None;
        let path = PathId(self.rng.index(tree.n_paths()) as u32);
        Some(tree.input(path).random_like(&mut self.rng)).filter(|input| input.n_bytes() > 0)
    }

    /// The next node that a sweep selects; `None` at its end.
    fn select(&mut self, view: &View) -> Option<(NodeId, Vec<Outcome>)> {
        let tree = view.tree;
        while !view.is_over() {
            let sweep = self.sweep.as_mut()?;
            let Some(flip) = sweep.level.pop() else {
                (sweep.depth, sweep.level) = sweep.deeper.pop_first()?;
                self.rng.shuffle(&mut sweep.level);
                continue;
            };
            // Nothing left to select on a path whose outcomes were all tried.
            if tree.n_open_of(flip.node.path) == 0 {
                continue;
            }
            let pairs = self.new_pairs(tree, flip.node);
            self.wait_at(view, tree.own_after(flip));
            if !pairs.is_empty() {
                return Some((flip.node, pairs));
            }
        }
        None
    }

    /// The untried pairs of a branch whose contexts are new, the first last. Remembers them.
    fn new_pairs(&mut self, tree: &Tree, node: NodeId) -> Vec<Outcome> {
        let mut pairs: Vec<Outcome> = tree.untried(node).collect();
        if pairs.is_empty() {
            return pairs;
        }
        pairs.reverse();
        let context = self.contexts.before(tree, node, self.k);
        let n_open = pairs.len();
        let all = pairs.clone();
        self.fresh.insert(tree, tree.turn(node), context.before, &mut pairs);
        if self.is_final {
            pairs = all;
        }
        if let Some(sweep) = &mut self.sweep {
            sweep.n_selected += u64::from(!pairs.is_empty());
            sweep.is_cut_short |= pairs.len() < n_open && context.is_cut_short;
        }
        pairs
    }
}

impl Strategy for Cgs<'_> {
    fn next(&mut self, view: &View) -> Option<Candidate> {
        let tree = view.tree;
        loop {
            if tree.n_open() == 0 {
                return None;
            }
            if let Some(input) = self.anew(tree) {
                return Some(Candidate::Fresh(input));
            }
            while let Some((node, outcome)) =
                self.selected.as_mut().and_then(|(node, pairs)| Some((*node, pairs.pop()?)))
            {
                if tree.state(node, outcome) == State::NotTried {
                    return Some(Candidate::flip(node, outcome));
                }
            }
            match &self.sweep {
                None => self.begin(view),
                Some(_) => self.learn(view),
            }
            self.selected = self.select(view);
            if self.selected.is_none() && view.is_over() {
                return None;
            }
            if self.selected.is_none() {
                let sweep = self.sweep.take()?;
                if !self.end(&sweep) {
                    return None;
                }
            }
        }
    }

    fn told(&mut self, news: &News) {
        match news.result {
            Effect::Ran { gain: 1.., .. } => self.n_idle = 0,
            Effect::Ran { .. } if news.is_own => self.n_idle += 1,
            _ => {}
        }
    }

    fn notes(&self) -> Vec<(String, u64)> {
        vec![("cgs level".to_string(), u64::from(self.k))]
    }
}
