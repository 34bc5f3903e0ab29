//! The strategies: which candidate to try next. One file each, behind one small trait.
//!
//! A strategy sees the tree, the coverage and the static program model, and picks; it never runs or solves. It owns
//! its random numbers, so the same seed gives the same choices. [`Plan`] is the list of them: what `--strategy` accepts and how each is
//! made, with the line that help says of it. A new strategy is its own file and its lines here.
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
pub use portfolio::Portfolio;
pub use random_branch::RandomBranch;
pub use subpath::Subpath;
pub use uniform_random::UniformRandom;

use crate::candidate::{Candidate, News};
use crate::coverage::Coverage;
use crate::hash::mix;
use crate::input::Input;
use crate::tree::Tree;
use symcrete_expr::Stop;
use symcrete_model::{CallGraph, Program};

/// What a strategy may look at.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// All paths so far.
    pub tree: &'a Tree,
    /// All branches covered so far.
    pub coverage: &'a Coverage,
    /// How many runs without symbols take about as long as one followed run with its questions.
    pub handful: usize,
    /// Whether one process tries many of them.
    pub is_swift: bool,
    /// Inputs that took a branch as often as none before, and were not run in full for that.
    pub kept: &'a [Input],
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

macro_rules! plans {
    ($(#[doc = $about:literal] $(#[$default:meta])? $plan:ident $name:literal,)*) => {
        /// A strategy, chosen but not made.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Plan { $(#[doc = $about] $(#[$default])? $plan,)* }

        impl Plan {
            /// Every strategy.
            pub const ALL: &'static [Plan] = &[$(Plan::$plan,)*];

            /// Its name on the command line and in reports.
            pub const fn name(self) -> &'static str {
                match self { $(Plan::$plan => $name,)* }
            }

            /// What it does, in a line for people.
            pub const fn about(self) -> &'static str {
                match self { $(Plan::$plan => $about.trim_ascii(),)* }
            }
        }
    };
}

plans! {
    /// Depth first.
    Dfs "dfs",
    /// Breadth first.
    Bfs "bfs",
    /// A random branch of the last path, from the start again when that finds nothing.
    RandomBranch "random-branch",
    /// A random walk from the root.
    UniformRandom "uniform-random",
    /// The branch that is nearest to uncovered code.
    Cfg "cfg",
    /// The branch with the most uncovered code behind it.
    Carfast "carfast",
    /// Whole generations, scored by coverage.
    Generational "generational",
    /// Branches in new contexts.
    Cgs "cgs",
    /// Branches whose last steps were taken most rarely.
    Subpath "subpath",
    /// Random and solved inputs in turns.
    Hybrid "hybrid",
    /// Several of them in turns, with mutated inputs in between.
    #[default]
    Portfolio "portfolio",
}

/// The settings of all strategies.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// `dfs`: deepest branch that is flipped, counted in symbolic branches; 0 is no bound. Default: 0.
    pub max_depth: u32,
    /// `random-branch`: failures in a row before a restart; 0 is the strategy's own. Default: 0.
    pub max_failures: u32,
    /// `cgs`: the published variations. Default: neither.
    pub cgs: CgsOptions,
    /// `subpath`: lengths in rotation; none is 1, 2, 4, 8. Default: none.
    pub subpath_lengths: Vec<u32>,
}

/// The arms of a portfolio: each is the best of the table on some kind of program. `bfs` is what `cgs` becomes, and the
/// other random ones are weaker forms of `random-branch` (Burnim and Sen measured it).
const ARMS: &[Plan] =
    &[Plan::Cgs, Plan::Generational, Plan::Cfg, Plan::RandomBranch, Plan::Subpath, Plan::Carfast, Plan::Dfs];

impl Plan {
    /// The strategy with this name.
    pub fn from_name(name: &str) -> Option<Plan> {
        Plan::ALL.iter().copied().find(|plan| plan.name() == name)
    }

    /// Makes the strategy. The same program, options and seed make the same choices.
    pub fn build<'p>(self, program: &'p Program, options: &Options, seed: u64) -> Box<dyn Strategy + 'p> {
        let calls = || CallGraph::new(program);
        match self {
            Plan::Dfs => Box::new(Dfs::new(options.max_depth)),
            Plan::Bfs => Box::new(Bfs::new()),
            Plan::RandomBranch => Box::new(RandomBranch::new(seed, options.max_failures)),
            Plan::UniformRandom => Box::new(UniformRandom::new(seed)),
            Plan::Cfg => Box::new(Cfg::new(program, &calls(), seed)),
            Plan::Carfast => Box::new(Carfast::new(program, &calls(), seed)),
            Plan::Generational => Box::new(Generational::new()),
            Plan::Cgs => Box::new(Cgs::new(program, options.cgs, seed)),
            Plan::Subpath => Box::new(Subpath::new(seed, &options.subpath_lengths)),
            Plan::Hybrid => Box::new(Hybrid::new(seed)),
            Plan::Portfolio => Box::new(Portfolio::new(Plan::arms(program, options, seed))),
        }
    }

    /// The arms of a portfolio, to which others may be added.
    pub fn arms<'p>(program: &'p Program, options: &Options, seed: u64) -> Vec<(&'static str, Box<dyn Strategy + 'p>)> {
        let arm = |(index, &plan): (usize, &Plan)| {
            let own_seed = mix(seed.wrapping_add(index as u64 + 1));
            (plan.name(), plan.build(program, options, own_seed))
        };
        ARMS.iter().enumerate().map(arm).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_again() {
        for &plan in Plan::ALL {
            assert_eq!(Plan::from_name(plan.name()), Some(plan));
        }
        assert_eq!(Plan::from_name("best"), None);
        assert_eq!(Plan::default(), Plan::Portfolio);
    }
}
