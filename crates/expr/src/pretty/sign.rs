//! The signs of operators and how tightly they bind, as in C.
//! Invariant: a sign means the same at every place. Knows operators only, no terms.

use crate::op::Op;

/// How tightly operators bind; an operand that binds weaker than its place needs parentheses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Binding {
    Any,
    Choice,
    LogicOr,
    LogicAnd,
    Or,
    Xor,
    And,
    Equal,
    Order,
    Concat,
    Shift,
    Sum,
    Product,
    Prefix,
    Atom,
}

impl Binding {
    /// The next tighter binding, for the operators that lean to the left.
    pub(super) fn tighter(self) -> Binding {
        match self {
            Binding::Equal => Binding::Order,
            Binding::Order => Binding::Concat,
            Binding::Concat => Binding::Shift,
            Binding::Shift => Binding::Sum,
            Binding::Sum => Binding::Product,
            Binding::Product => Binding::Prefix,
            other => other,
        }
    }
}

/// The sign of an operator between two operands, and how it binds.
pub(super) fn infix(op: Op, width: u32) -> Option<(&'static str, Binding)> {
    Some(match op {
        Op::Add | Op::FAdd => ("+", Binding::Sum),
        Op::Sub | Op::FSub => ("-", Binding::Sum),
        Op::Mul | Op::FMul => ("*", Binding::Product),
        Op::SDiv | Op::FDiv => ("/", Binding::Product),
        Op::UDiv => ("/u", Binding::Product),
        Op::SRem => ("%", Binding::Product),
        Op::URem => ("%u", Binding::Product),
        Op::Shl => ("<<", Binding::Shift),
        Op::LShr => (">>", Binding::Shift),
        Op::AShr => (">>s", Binding::Shift),
        Op::And if width == 1 => ("&&", Binding::LogicAnd),
        Op::Or if width == 1 => ("||", Binding::LogicOr),
        Op::And => ("&", Binding::And),
        Op::Or => ("|", Binding::Or),
        Op::Xor => ("^", Binding::Xor),
        Op::Concat => ("++", Binding::Concat),
        _ => return None,
    })
}

/// The sign of a comparison, and whether it is written negated: an unordered comparison of floats is the negation of
/// the opposite ordered one.
pub(super) fn comparison(op: Op) -> Option<(&'static str, bool)> {
    Some(match op {
        Op::Eq | Op::FOeq => ("==", false),
        Op::Ne | Op::FUne => ("!=", false),
        Op::Ult | Op::Slt | Op::FOlt => ("<", false),
        Op::Ule | Op::Sle | Op::FOle => ("<=", false),
        Op::Ugt | Op::Sgt | Op::FOgt => (">", false),
        Op::Uge | Op::Sge | Op::FOge => (">=", false),
        Op::FUlt => (">=", true),
        Op::FUle => (">", true),
        Op::FUgt => ("<=", true),
        Op::FUge => ("<", true),
        _ => return None,
    })
}

/// The sign in front of one operand. Casts name the type they give.
pub(super) fn prefix(op: Op, width: u32) -> Option<String> {
    Some(match op {
        Op::SExt | Op::FpToSi => format!("(i{width})"),
        Op::Trunc | Op::FpToUi | Op::Extract(_) => format!("(u{width})"),
        Op::UiToFp | Op::SiToFp | Op::FpExt | Op::FpTrunc => match width {
            32 => "(float)".to_owned(),
            64 => "(double)".to_owned(),
            _ => "(long double)".to_owned(),
        },
        Op::FNeg => "-".to_owned(),
        _ => return None,
    })
}
