//! The bits of constants, part by part.

use super::parts::Part;
use crate::llvm::Value;

/// The bits of one part of a constant; `None` for addresses and for what is no constant.
pub(crate) fn bits(value: Value, part: &Part) -> Option<u128> {
    if !value.is_constant() {
        return None;
    }
    let mut current = value;
    for &k in &part.path {
        current = current.element(k)?;
    }
    if current.is_undef() || current.is_null() { Some(0) } else { current.const_bits() }
}
