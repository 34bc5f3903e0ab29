//! Variables that a function uses and that a test can look at behind a call: those of C that other files see.
//!
//! The driver shows them before and behind the call, and exported tests assert what has changed. Variables that `--globals` names are given a value, and are not among them; those that
//! a name of the test would hide, and types that cannot be declared again, are passed over.

use super::Entry;
use super::debug::{Debug, Function, Holds, Type, TypeId, Variable};

/// What a returned struct is called in a test.
const RESULT: &str = "result";

/// The variables that are shown; `used` are the names of those that the function uses.
pub(super) fn shown<'d>(entry: &Entry, debug: &'d Debug, function: &Function, used: &[String]) -> Vec<&'d Variable> {
    let is_hidden = |name: &String| {
        name == RESULT || entry.globals.contains(name) || function.parameters.iter().any(|one| one.name == *name)
    };
    let can_be = |one: &&Variable| {
        one.is_external
            && used.contains(&one.name)
            && !is_hidden(&one.name)
            && one.ty.is_some_and(|ty| holds(debug, ty))
    };
    debug.variables.iter().filter(|_| !debug.is_cxx).filter(can_be).collect()
}

/// Does a variable of this type hold something that can change and be shown?
fn holds(debug: &Debug, ty: TypeId) -> bool {
    if debug.is_const(ty) {
        return false;
    }
    let is_named = matches!(debug.get(ty), Type::Typedef { .. });
    match debug.bare(Some(ty)) {
        Some((_, Type::Basic { holds, bytes, .. })) => *holds != Holds::Other && *bytes <= 8,
        Some((_, Type::Enum { tag, .. })) => is_named || tag.is_some(),
        Some((_, Type::Record { tag, is_union, is_complete, .. })) => {
            *is_complete && !is_union && (is_named || tag.is_some())
        }
        Some((_, Type::Array { of, count: Some(_) })) => holds(debug, *of),
        _ => false,
    }
}
