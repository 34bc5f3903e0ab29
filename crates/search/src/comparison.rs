//! The comparisons that a run made at one site: how far each was from coming out the other way.
//!
//! Of a symbolic branch the trace holds the comparison in any case; of a concrete one where the executor was told to watch
//! its site. A [`Comparison`] is the distance that a search on concrete values goes by; it never decides anything.

use crate::check::value;
use symcrete_expr::Bits;
use symcrete_trace::{Event, EventKind, Op, Trace};

/// What has to hold between two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// `==`.
    Equal,
    /// `!=`.
    Unequal,
    /// `<`.
    Less,
    /// `<=`.
    LessEqual,
    /// `>`.
    Greater,
    /// `>=`.
    GreaterEqual,
}

impl Relation {
    /// What holds when this does not, numbers being ordered.
    pub fn negated(self) -> Relation {
        match self {
            Relation::Equal => Relation::Unequal,
            Relation::Unequal => Relation::Equal,
            Relation::Less => Relation::GreaterEqual,
            Relation::LessEqual => Relation::Greater,
            Relation::Greater => Relation::LessEqual,
            Relation::GreaterEqual => Relation::Less,
        }
    }
}

/// One comparison of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Comparison {
    /// The relation under which the site takes its outcome 1.
    pub relation: Relation,
    /// The left operand minus the right one; not a number when one of them is not.
    pub difference: f64,
    /// Are the operands integers?
    pub is_integer: bool,
    /// Which outcome it took.
    pub taken: bool,
}

/// The comparisons of a run at the two-way site whose first outcome this is, in order.
pub fn comparisons(trace: &Trace, first_outcome: u32) -> Vec<Comparison> {
    trace.events().filter_map(|event| comparison(trace, &event, first_outcome)).collect()
}

fn comparison(trace: &Trace, event: &Event, first: u32) -> Option<Comparison> {
    let of_site = match event.event_kind()? {
        EventKind::Branch => event.outcome.wrapping_sub(first) == u32::from(event.taken),
        EventKind::Soft => event.taken & 2 != 0 && event.outcome.wrapping_sub(first) == u32::from(event.taken & 1),
        EventKind::Compared => event.outcome == first,
        _ => false,
    };
    let record = trace.record(event.expr).filter(|_| of_site && event.expr != 0)?;
    let (relation, kind) = relation(record.operator()?)?;
    let (a, b) = (value(trace, record.a)?, value(trace, record.b)?);
    let taken = event.taken & 1 == 1;
    let holds = record.value & 1 == 1;
    let relation = if holds == taken { relation } else { relation.negated() };
    Some(Comparison { relation, difference: kind.difference(a, b)?, is_integer: kind != Kind::Float, taken })
}

/// How the bits of operands are numbers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Signed,
    Unsigned,
    Float,
}

impl Kind {
    fn difference(self, a: Bits, b: Bits) -> Option<f64> {
        if self == Kind::Float {
            return Some(float(a)? - float(b)?);
        }
        let number = |bits: Bits| {
            let unused = 128 - bits.width.clamp(1, 128);
            match self {
                // A difference of 128-bit numbers does not fit; half of each does.
                _ if unused == 0 => (bits.value >> 1) as i128,
                Kind::Signed => ((bits.value << unused) as i128) >> unused,
                _ => bits.value as i128,
            }
        };
        Some(number(a).wrapping_sub(number(b)) as f64)
    }
}

/// A float or double; `None` for other formats.
fn float(bits: Bits) -> Option<f64> {
    match bits.width {
        32 => Some(f64::from(f32::from_bits(bits.value as u32))),
        64 => Some(f64::from_bits(bits.value as u64)),
        _ => None,
    }
}

fn relation(op: Op) -> Option<(Relation, Kind)> {
    use Relation::*;
    Some(match op {
        // Of an equality both readings of the sign are right; small numbers are the usual case.
        Op::Eq => (Equal, Kind::Signed),
        Op::Ne => (Unequal, Kind::Signed),
        Op::Ugt => (Greater, Kind::Unsigned),
        Op::Uge => (GreaterEqual, Kind::Unsigned),
        Op::Ult => (Less, Kind::Unsigned),
        Op::Ule => (LessEqual, Kind::Unsigned),
        Op::Sgt => (Greater, Kind::Signed),
        Op::Sge => (GreaterEqual, Kind::Signed),
        Op::Slt => (Less, Kind::Signed),
        Op::Sle => (LessEqual, Kind::Signed),
        Op::FOeq | Op::FUeq => (Equal, Kind::Float),
        Op::FOne | Op::FUne => (Unequal, Kind::Float),
        Op::FOgt | Op::FUgt => (Greater, Kind::Float),
        Op::FOge | Op::FUge => (GreaterEqual, Kind::Float),
        Op::FOlt | Op::FUlt => (Less, Kind::Float),
        Op::FOle | Op::FUle => (LessEqual, Kind::Float),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bits(width: u32, value: u128) -> Bits {
        Bits { width, value }
    }

    #[test]
    fn differences_follow_the_kind_of_numbers() {
        let minus_one = bits(32, 0xffff_ffff);
        assert_eq!(Kind::Signed.difference(minus_one, bits(32, 4)), Some(-5.0));
        assert_eq!(Kind::Unsigned.difference(minus_one, bits(32, 4)), Some(4_294_967_291.0));
        let (half, two) = (bits(64, u128::from(0.5_f64.to_bits())), bits(64, u128::from(2.0_f64.to_bits())));
        assert_eq!(Kind::Float.difference(half, two), Some(-1.5));
        let nan = bits(32, u128::from(f32::NAN.to_bits()));
        assert!(Kind::Float.difference(nan, nan).is_some_and(f64::is_nan));
        assert_eq!(Kind::Signed.difference(bits(128, u128::MAX), bits(128, u128::MAX - 4)), Some(2.0));
    }

    #[test]
    fn every_relation_is_negated_back() {
        use Relation::*;
        for relation in [Equal, Unequal, Less, LessEqual, Greater, GreaterEqual] {
            assert_eq!(relation.negated().negated(), relation);
            assert_ne!(relation.negated(), relation);
        }
    }
}
