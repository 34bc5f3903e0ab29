//! The interface of solvers for bit vectors and floats that read SMT-LIB.

use symcrete_expr::{InputByte, Stop};

use crate::answer::Why;

/// A solver that reads SMT-LIB 2.
pub trait SmtSolver {
    /// Is the script satisfiable? It holds declarations and assertions only, and declares each of the bytes as a
    /// constant of 8 bits named `in_STREAM_OFFSET`. Gives up with [`Why::Stopped`] soon after it is asked to stop.
    fn check(&mut self, script: &str, bytes: &[InputByte], stop: &Stop) -> SmtAnswer;
}

/// What an [`SmtSolver`] says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SmtAnswer {
    /// The values of the bytes, in their order.
    Sat(Vec<u8>),
    /// There are none.
    Unsat,
    /// A limit was hit, or the solver gave up.
    Unknown(Why),
}
