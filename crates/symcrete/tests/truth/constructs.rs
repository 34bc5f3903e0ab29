//! What hostile programs are made of, as data: each construct is a few lines of C with holes.
//!
//! | hole | filled with |
//! |---|---|
//! | `@x`, `@y` | two of `a`, `b`, `c` (inputs) and `r` (a result) |
//! | `@k`, `@j` | a small constant, among them those that inputs take |
//! | `@n` | a number of its own for every use |
//! | `@body` | alone on a line: more statements |
//!
//! A construct that has a smallest program in `seen/` which is a known failure is left out until that program passes.

mod arithmetic;
mod control;
mod data;
mod library;
mod memory;
mod merged;
mod near;
mod outside;

/// One construct.
pub(crate) struct Construct {
    pub(crate) name: &'static str,
    /// The program in `seen/`, if any, that must pass before this is used.
    pub(crate) after: &'static str,
    /// Functions and variables before `main`.
    pub(crate) before: &'static str,
    /// Statements in `main`.
    pub(crate) text: &'static str,
}

/// Every construct; the first is plain choice, which is always there.
pub(crate) fn all() -> impl Iterator<Item = &'static Construct> {
    [control::ALL, arithmetic::ALL, memory::ALL, outside::ALL, near::ALL, data::ALL, library::ALL, merged::ALL]
        .into_iter()
        .flatten()
}
