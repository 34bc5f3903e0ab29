//! The operators of traces as operators of terms: the same list under two names.

use symcrete_expr as expr;
use symcrete_trace as trace;

/// The term operator of a record; `None` for what only carries bits, and for look-ups, which are terms of many operators.
pub(crate) fn of(op: trace::Op, low: u32) -> Option<expr::Op> {
    match op {
        _ if is_special(op) => None,
        trace::Op::Extract => Some(expr::Op::Extract(low as u8)),
        _ => table()[op as usize],
    }
}

fn is_special(op: trace::Op) -> bool {
    matches!(op, trace::Op::High | trace::Op::Table | trace::Op::Data | trace::Op::Lookup)
}

fn table() -> &'static [Option<expr::Op>] {
    static TABLE: std::sync::OnceLock<Vec<Option<expr::Op>>> = std::sync::OnceLock::new();
    TABLE.get_or_init(|| trace::Op::ALL.iter().map(|&op| named(op)).collect())
}

fn named(op: trace::Op) -> Option<expr::Op> {
    match op {
        trace::Op::Input => Some(expr::Op::Input),
        trace::Op::Merge => Some(expr::Op::Ite),
        _ => expr::Op::from_name(&op.name().to_lowercase()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_operator_of_traces_is_one_of_terms() {
        for &op in trace::Op::ALL {
            assert_eq!(of(op, 0).is_none(), is_special(op), "{op:?}");
            if let Some(term) = of(op, 0) {
                assert_eq!(term.arity(), op.arity() as usize, "{op:?}");
            }
        }
    }
}
