//! Sites: the conditionals of the *source*, found on the raw front-end IR and kept apart from the optimised CFG.
//!
//! A site is what coverage counts and strategies flip. Optimisation may fold, copy or merge the block it stood in, so
//! its place in the CFG is optional; its identity is the condition's source location. Outcomes of all sites of a
//! module are numbered densely: outcome `k` of a site is number `first_outcome + k`.
//!
//! Invariant: `first_outcome` is the sum of `n_outcomes` over the earlier sites; `edges` has `n_outcomes` entries.

use crate::{BlockId, Edge, FunctionId, LocId};

/// One conditional of the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Site {
    /// What kind of conditional, which decides the number and order of its outcomes.
    pub kind: SiteKind,
    /// The function it belongs to.
    pub function: FunctionId,
    /// The block that holds its condition in the model's CFG; `None` when optimisation removed it.
    pub block: Option<BlockId>,
    /// Source location of the condition (not of the jump).
    pub loc: Option<LocId>,
    /// Whether it comes from a macro expansion, where the front end told.
    pub in_macro: Option<bool>,
    /// Number, within the module, of outcome 0.
    pub first_outcome: u32,
    /// For each outcome the CFG edge it stands for, where it is one.
    pub edges: Vec<Option<Edge>>,
}

/// Kinds of sites.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum SiteKind {
    /// A two-way jump (`if`, loop test, operand of `&&` or `||`): outcome 0 is false, 1 is true.
    Branch,
    /// A `switch`: one outcome per case in order, then the default.
    Switch {
        /// The case values, zero-extended.
        cases: Vec<u128>,
    },
    /// A `?:` or similar without control flow: outcome 0 is false, 1 is true; it has no edges.
    Select,
}

impl Site {
    /// How many outcomes this site has.
    pub fn n_outcomes(&self) -> usize {
        match &self.kind {
            SiteKind::Branch | SiteKind::Select => 2,
            SiteKind::Switch { cases } => cases.len() + 1,
        }
    }
}
