//! The strategies: which candidate to try next. One file each, behind one small trait.
//!
//! A strategy sees the tree, the coverage and the static program model, and picks; it never runs or solves. It owns
//! its random numbers, so the same seed gives the same choices. [`Plan`] is the list of them for the command line.
//!
//! Invariant: a flip names an outcome that is not tried. A strategy that returns nothing has nothing left to try; it
//! may be asked again after others (in a portfolio) have grown the tree.

mod bfs;
mod carfast;
mod cfg;
mod cgs;
mod dfs;
mod generational;
mod hybrid;
mod mutations;
mod plan;
mod portfolio;
mod random_branch;
mod subpath;
mod uniform_random;

pub use bfs::Bfs;
pub use carfast::Carfast;
pub use cfg::Cfg;
pub use cgs::{Cgs, CgsOptions, Contexts};
pub use dfs::Dfs;
pub use generational::Generational;
pub use hybrid::Hybrid;
pub use mutations::Mutations;
pub use plan::{Options, Plan};
pub use portfolio::Portfolio;
pub use random_branch::RandomBranch;
pub use subpath::Subpath;
pub use uniform_random::UniformRandom;

use crate::candidate::{Candidate, News};
use crate::coverage::Coverage;
use crate::tree::Tree;
use symcrete_expr::Stop;

/// What a strategy may look at.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// All paths so far.
    pub tree: &'a Tree,
    /// All branches covered so far.
    pub coverage: &'a Coverage,
    /// Whether to stop looking for a candidate: paths can be so long that a look at all of them takes seconds.
    pub stop: &'a Stop,
}

impl View<'_> {
    /// Is a strategy to stop looking? Whatever loops over nodes asks; what it leaves undone must be found again if it is asked anew.
    pub fn is_over(&self) -> bool {
        self.stop.is_set()
    }
}

/// A search strategy.
pub trait Strategy {
    /// The next candidate; `None` when there is nothing left to try, or when it is to stop.
    fn next(&mut self, view: &View) -> Option<Candidate>;

    /// What came of a candidate or a seed. Most strategies see all they need in the tree.
    fn told(&mut self, news: &News) {
        let _ = news;
    }

    /// How often the strategy had to fall back on another rule because its own had nothing left.
    fn n_fallbacks(&self) -> u64 {
        0
    }

    /// What the strategy would say about itself in the statistics; shares of a portfolio, the level of cgs.
    fn notes(&self) -> Vec<(String, u64)> {
        Vec::new()
    }
}
