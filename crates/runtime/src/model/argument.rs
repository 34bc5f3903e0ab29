//! Arguments that reach a model with their expressions.

use super::term::Term;
use crate::call::passed_part;

/// The arguments of the model that is running.
pub(super) struct Arguments {
    model: u64,
}

impl Arguments {
    pub(super) fn of(model: *const ()) -> Arguments {
        Arguments { model: model as u64 }
    }

    /// Argument `k` with its expression, if it was passed with one of this width and value.
    pub(super) fn take(&self, k: usize, value: u64, width: u8) -> Term {
        Term { id: passed_part(self.model, k, value, width as u16), value, width }
    }
}

impl Drop for Arguments {
    fn drop(&mut self) {
        crate::call::consume();
    }
}
