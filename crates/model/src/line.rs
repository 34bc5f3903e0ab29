//! Source lines as the front end left them: which branches lead straight to the code of a line.
//!
//! Optimisation moves, merges and drops instructions, so the locations of the model's instructions do not say when a
//! line runs. On raw front-end code, a line's block runs exactly after one of its *anchors*: an outcome of a source
//! conditional from which no other conditional lies between, or the entry of the function. Coverage counts outcomes on
//! the same raw code, so whether a run may have executed a line can be read off its coverage.
//!
//! Invariant: whenever code of the line runs, one of the outcomes was taken before in the same call of the function, or
//! `at_entry` is set. Not the other way round: a crash or `exit` may come between.

use crate::{FunctionId, LocId};

/// Code of one source line in one place of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Where: file, line, and the column of the first code there.
    pub loc: LocId,
    /// The function the code belongs to.
    pub function: FunctionId,
    /// Whether it runs, branches aside, whenever the function is called.
    pub at_entry: bool,
    /// The outcomes, by their numbers in the module, that lead straight to it.
    pub outcomes: Vec<u32>,
}
