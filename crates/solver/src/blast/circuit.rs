//! Which circuit an operator is: one table over all operators, no circuit built here that is more than wiring.
//! Invariant: nothing is returned exactly for the operators of floating point that are not wiring; leaves are
//! translated before. Does not know terms, only literals of operands.

use symcrete_expr::Op;

use super::gate::Gates;
use super::{arith, compare, count, divide, multiply, shift};
use crate::backend::sat::{Lit, Sat};

/// The literals of the result, or nothing if the operator has no circuit.
pub(super) fn circuit<S: Sat>(gates: &mut Gates<S>, op: Op, width: usize, args: &[Vec<Lit>]) -> Option<Vec<Lit>> {
    match args {
        [a] => unary(gates, op, width, a),
        [a, b] => binary(gates, op, a, b),
        [a, b, c] => ternary(gates, op, a, b, c),
        _ => None,
    }
}

fn unary<S: Sat>(gates: &mut Gates<S>, op: Op, width: usize, a: &[Lit]) -> Option<Vec<Lit>> {
    let sign = a.len() - 1;
    Some(match op {
        Op::Trunc => a[..width].to_vec(),
        Op::Extract(low) => a[low.into()..usize::from(low) + width].to_vec(),
        Op::ZExt => extend(a, width, !gates.truth),
        Op::SExt => extend(a, width, a[sign]),
        Op::Bswap => a.rchunks(8).flatten().copied().collect(),
        Op::BitReverse => a.iter().rev().copied().collect(),
        Op::Ctpop => count::ones(gates, a),
        Op::Ctlz => count::leading_zeros(gates, a),
        Op::Cttz => count::trailing_zeros(gates, a),
        Op::FNeg => with_sign(a, !a[sign]),
        Op::FAbs => with_sign(a, !gates.truth),
        _ => return None,
    })
}

fn extend(a: &[Lit], width: usize, fill: Lit) -> Vec<Lit> {
    let mut bits = a.to_vec();
    bits.resize(width, fill);
    bits
}

fn with_sign(a: &[Lit], sign: Lit) -> Vec<Lit> {
    let mut bits = a.to_vec();
    bits[a.len() - 1] = sign;
    bits
}

fn binary<S: Sat>(gates: &mut Gates<S>, op: Op, a: &[Lit], b: &[Lit]) -> Option<Vec<Lit>> {
    if let Some(bit) = compare::compare(gates, op, a, b) {
        return Some(vec![bit]);
    }
    let bitwise = |gates: &mut Gates<S>, gate: fn(&mut Gates<S>, Lit, Lit) -> Lit| {
        a.iter().zip(b).map(|(&a, &b)| gate(gates, a, b)).collect()
    };
    Some(match op {
        Op::And => bitwise(gates, Gates::and),
        Op::Or => bitwise(gates, Gates::or),
        Op::Xor => bitwise(gates, Gates::xor),
        Op::Concat => [b, a].concat(),
        Op::FCopySign => with_sign(a, b[b.len() - 1]),
        Op::Mul => multiply::product(gates, a, b),
        Op::UDiv => divide::unsigned(gates, a, b).0,
        Op::URem => divide::unsigned(gates, a, b).1,
        Op::SDiv => divide::signed_quotient(gates, a, b),
        Op::SRem => divide::signed_remainder(gates, a, b),
        Op::Shl | Op::LShr | Op::AShr => shift::shift(gates, op, a, b),
        _ => return arith::binary(gates, op, a, b),
    })
}

fn ternary<S: Sat>(gates: &mut Gates<S>, op: Op, a: &[Lit], b: &[Lit], c: &[Lit]) -> Option<Vec<Lit>> {
    match op {
        Op::Ite => Some(gates.choose_word(a[0], b, c)),
        Op::Fshl | Op::Fshr => Some(shift::funnel(gates, op, a, b, c)),
        _ => None,
    }
}
