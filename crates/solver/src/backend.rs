//! The solvers of other people, each behind a small interface of ours.
//! Only the files in this folder name a concrete solver; everything else speaks of literals, clauses and verdicts.
//! Invariant: no type of a third-party crate appears in a signature outside of this folder.

pub(crate) mod bat;
pub(crate) mod pipe;
pub(crate) mod sat;
pub(crate) mod smt;
