//! Where the call of a model stands, whether anybody listens, and what the path relies on.

use crate::call::return_from_model;
use crate::emit::{event, lose, publish};
use crate::state::state;
use crate::tls;
use symcrete_abi::Module;
use symcrete_trace::{EventKind, Mode, What};

use super::term::Term;

/// Module index and location of the call.
pub(crate) fn place() -> (u32, u32) {
    // SAFETY: instrumented code writes a descriptor, which is static data, before it calls a model.
    unsafe {
        let block = tls::block();
        let module = (*block).module as *const Module;
        if module.is_null() { (0, u32::MAX) } else { ((*module).index, (*block).location as u32) }
    }
}

/// Are expressions followed on this thread? Else a model only calls the real function.
pub(crate) fn hearing() -> bool {
    // SAFETY: own state and this thread's own block.
    unsafe { (*tls::block()).main != 0 && !(*state()).region.is_null() && (*state()).mode != Mode::Off }
}

/// The path relies on this value, though it could be followed with others.
#[inline(never)]
pub(super) fn rely_on(term: Term) {
    if term.is_symbolic() {
        keep_to(term);
        let (module, location) = place();
        lose(module, location, What::Size);
    }
}

/// The path is that of this value; other values are asked for.
#[inline(never)]
pub(super) fn keep_to(term: Term) {
    if term.is_symbolic() {
        let (module, location) = place();
        event(EventKind::Fixed, 1, module, term.id, location);
    }
}

/// The path took this side of a condition.
#[inline(never)]
pub(super) fn branch_on(condition: Term) {
    if condition.is_symbolic() {
        let (module, location) = place();
        event(EventKind::Implicit, condition.value as u8, module, condition.id, location);
    }
}

/// Something symbolic was dropped at the call.
#[inline(never)]
pub(super) fn dropped() {
    let (module, location) = place();
    lose(module, location, What::External);
}

/// Returns from the model at `model`: the caller gets the expression if its value is the real result.
#[inline(never)]
pub(super) fn result(model: *const (), term: Option<Term>, real: u64) {
    let id = match term {
        Some(term) if term.value == real => term.id,
        Some(term) => {
            if term.is_symbolic() {
                dropped();
            }
            0
        }
        None => 0,
    };
    publish();
    return_from_model(model as u64, id);
}
