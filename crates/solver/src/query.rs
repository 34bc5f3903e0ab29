//! A question: the conditions of a path prefix, the flipped last condition, and the parent input.
//! Invariant (the asker's promise): the parent satisfies every condition of the prefix. A broken promise costs
//! answers, never soundness of a model, since models are evaluated on the whole prefix.
//! A [`Task`] is the question as stages see it: the conditions that matter after slicing.

use symcrete_expr::{Arena, ExprId, InputByte};

use crate::byte::ByteId;

/// Is there an input that takes this prefix and then satisfies the goal?
#[derive(Clone, Copy)]
pub struct Query<'a> {
    /// The terms.
    pub arena: &'a Arena,
    /// The conditions of the prefix in order, one bit wide each, all true on the parent input.
    pub prefix: &'a [ExprId],
    /// The flipped condition, which must hold.
    pub goal: ExprId,
    /// The parent input.
    pub parent: &'a dyn Fn(InputByte) -> u8,
}

/// The question as the stages see it.
#[derive(Clone, Copy)]
pub(crate) struct Task<'a> {
    pub(crate) query: &'a Query<'a>,
    /// The bytes of the goal.
    pub(crate) goal_bytes: &'a [ByteId],
    /// The places in the prefix of the conditions that matter after slicing, ascending.
    pub(crate) slice: &'a [usize],
    /// Those of the slice that a solver is asked about; all of them unless partial constraints are tried.
    pub(crate) active: &'a [usize],
    /// Is this a question about a part, whose model is then tried on the rest?
    pub(crate) is_partial: bool,
}

impl<'a> Task<'a> {
    /// The conditions that matter.
    pub(crate) fn conditions(self) -> impl Iterator<Item = ExprId> + 'a {
        self.slice.iter().map(move |&place| self.query.prefix[place])
    }

    /// The terms.
    pub(crate) fn arena(self) -> &'a Arena {
        self.query.arena
    }

    /// The condition at a place of the prefix.
    pub(crate) fn condition(self, place: usize) -> ExprId {
        self.query.prefix[place]
    }
}
