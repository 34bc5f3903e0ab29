//! What the bit-blaster needs of a SAT solver: literals, clauses, solving under assumptions with a limit.
//! Small on purpose, so that another solver is one file. Invariant: a verdict of [`Verdict::Unsat`] holds for the
//! clauses together with the assumptions; a limit that was hit is [`Verdict::Unknown`], never a wrong verdict.

use std::ops::Not;

use symcrete_expr::Stop;

/// A Boolean variable or its negation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Lit(u32);

impl Lit {
    /// The literal of a variable's number, positive.
    pub(crate) fn positive(var: u32) -> Lit {
        Lit(var << 1)
    }

    /// The variable's number.
    pub(crate) fn var(self) -> u32 {
        self.0 >> 1
    }

    /// Is it a negated variable?
    pub(crate) fn is_negative(self) -> bool {
        self.0 & 1 == 1
    }

    /// Negated if `flip`.
    pub(crate) fn flipped(self, flip: bool) -> Lit {
        Lit(self.0 ^ u32::from(flip))
    }
}

impl Not for Lit {
    type Output = Lit;

    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

/// The result of one call of a SAT solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// There is an assignment; read it with [`Sat::value`].
    Sat,
    /// There is none.
    Unsat,
    /// The limit was hit first.
    Unknown,
}

/// When to give up. Conflicts and propagations are the same in every run; time is not.
#[derive(Clone)]
pub(crate) struct Limit<'a> {
    /// Conflicts of one call.
    pub(crate) n_conflicts: u64,
    /// Propagations of one call, about: a conflict of a large instance costs a thousand times as much as one of a small.
    pub(crate) n_propagations: u64,
    /// Asked now and then; once it says stop, the call ends.
    pub(crate) expired: &'a dyn Fn() -> bool,
    /// Looked at with every decision.
    pub(crate) stop: &'a Stop,
}

/// An incremental SAT solver.
pub(crate) trait Sat {
    /// A new variable that is decided, with the value to try first.
    fn input(&mut self, phase: bool) -> Lit;

    /// A new variable that clauses make follow from others, so that it need not be decided.
    fn gate(&mut self) -> Lit;

    /// Conflicts of all calls.
    fn n_conflicts(&self) -> u64;

    /// Adds a clause for good.
    fn clause(&mut self, lits: &[Lit]);

    /// Looks for an assignment of all clauses under the assumptions.
    fn solve(&mut self, assumptions: &[Lit], limit: &Limit<'_>) -> Verdict;

    /// The value of a literal after [`Verdict::Sat`].
    fn value(&self, lit: Lit) -> bool;

    /// The number of variables.
    fn n_vars(&self) -> usize;
}
