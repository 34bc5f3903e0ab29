//! How much a function outside the program may write through a pointer that it is given.
//!
//! Such a function keeps to what it is told, not to the object: `fread(a, 1, 9, f)` writes nine bytes whatever `a` is. What no row of
//! `symcrete_libc` bounds is taken to have no bound.

use super::format;
use symcrete_libc::{Fact, facts};
use symcrete_model::{Instruction, Module, Operand};

/// Bytes of the largest count that `%n` writes.
const COUNT: u64 = 8;

/// How much may be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extent {
    Nothing,
    /// At most so many bytes.
    Bytes(u64),
    /// Nobody knows.
    Any,
}

/// What a call of the function of this name may write through one of its arguments.
pub(super) fn extent(module: &Module, name: &str, call: &Instruction, argument: usize) -> Extent {
    if let Some(kind) = name.strip_prefix("llvm.") {
        return match (kind.starts_with("mem"), argument) {
            (true, 0) => bytes(call, &[2]),
            _ => Extent::Nothing,
        };
    }
    facts(name).find_map(|fact| bound(module, fact, call, argument)).unwrap_or(Extent::Any)
}

fn bound(module: &Module, fact: Fact, call: &Instruction, argument: usize) -> Option<Extent> {
    match fact {
        Fact::Stores(to, n) if to == argument => Some(Extent::Bytes(n)),
        Fact::Fills(to, len) | Fact::Uses(to, len) if to == argument => Some(bytes(call, &[len])),
        Fact::FillsItems(to, size, count) if to == argument => Some(bytes(call, &[size, count])),
        Fact::Scans(format) if argument > format => {
            let text = format::text(module, call.operands.get(format));
            Some(text.and_then(format::most_scanned).map_or(Extent::Any, Extent::Bytes))
        }
        Fact::Scans(_) => Some(Extent::Nothing),
        Fact::Format(format) if argument >= format => {
            let counts = format::text(module, call.operands.get(format)).is_none_or(symcrete_libc::format::counts);
            Some(if counts { Extent::Bytes(COUNT) } else { Extent::Nothing })
        }
        Fact::ReadsText(from) | Fact::ReadsBytes(from, _) if from == argument => Some(Extent::Nothing),
        Fact::Output | Fact::Asks | Fact::Allocates => Some(Extent::Nothing),
        _ => None,
    }
}

/// As many bytes as arguments say, multiplied.
fn bytes(call: &Instruction, arguments: &[usize]) -> Extent {
    let factor = |&at: &usize| match call.operands.get(at) {
        Some(Operand::Int { value, .. }) => u64::try_from(*value).ok(),
        _ => None,
    };
    let product = arguments.iter().map(factor).try_fold(1u64, |all, one| all.checked_mul(one?));
    product.map_or(Extent::Any, Extent::Bytes)
}
