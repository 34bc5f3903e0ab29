//! Every circuit against the reference meaning: exhaustively at small widths, at corner values for the widths where
//! things go wrong. Operands are free variables fixed by assumptions, so the clauses themselves are tested and not
//! the folding of constants. The same seed is used every time.

use std::sync::LazyLock;

use symcrete_expr::{Bits, Op, Shape, Stop, apply};

use super::circuit::circuit;
use super::gate::Gates;
use crate::backend::bat::Bat;
use crate::backend::sat::{Limit, Lit, Sat, Verdict};

const WIDTHS: [u32; 11] = [1, 7, 8, 16, 31, 32, 33, 64, 65, 127, 128];
static NEVER: LazyLock<Stop> = LazyLock::new(Stop::new);

fn no_limit() -> Limit<'static> {
    Limit { n_conflicts: 1 << 20, n_propagations: u64::MAX, expired: &|| false, stop: &NEVER }
}

/// Operators with a circuit: every one that is not a leaf and does not compute with floats.
fn operators() -> impl Iterator<Item = Op> {
    let all = Op::ALL.iter().copied();
    all.filter(|op| op.shape() != Shape::Leaf && !op.reads_float() && !op.is_float_result())
}

/// The widths of result and operands for an operator at a given width; none if it has none there.
fn signature(op: Op, width: u32) -> Option<(Op, u32, Vec<u32>)> {
    let other = (width * 2 + 1).min(128);
    let (op, result, args) = match op.shape() {
        Shape::Unary | Shape::Binary | Shape::Ternary => (op, width, vec![width; op.arity()]),
        Shape::Compare => (op, 1, vec![width; 2]),
        Shape::Ite => (op, width, vec![1, width, width]),
        Shape::Concat => (op, width + width.div_ceil(2), vec![width, width.div_ceil(2)]),
        Shape::Cast if op == Op::Trunc => (op, width.div_ceil(2), vec![width]),
        Shape::Cast => (op, other, vec![width]),
        Shape::Extract => (Op::Extract((width / 3) as u8), width.div_ceil(2), vec![width]),
        Shape::Leaf => return None,
    };
    op.accepts(result, &args).then_some((op, result, args))
}

/// A circuit with free operands.
struct Probe {
    gates: Gates<Bat>,
    op: Op,
    width: u32,
    args: Vec<Vec<Lit>>,
    result: Vec<Lit>,
}

impl Probe {
    fn new(op: Op, width: u32, widths: &[u32]) -> Probe {
        let mut gates = Gates::new(Bat::new(false));
        let args: Vec<Vec<Lit>> =
            widths.iter().map(|&width| (0..width).map(|_| gates.sat.input(false)).collect()).collect();
        let result = circuit(&mut gates, op, width as usize, &args).expect("an integer operator has a circuit");
        assert_eq!(result.len(), width as usize, "{op}");
        Probe { gates, op, width, args, result }
    }

    fn check(&mut self, values: &[u128]) {
        let mut assumptions = Vec::new();
        let mut operands = Vec::new();
        for (word, &value) in self.args.iter().zip(values) {
            operands.push(Bits::new(word.len() as u32, value));
            assumptions.extend(word.iter().enumerate().map(|(bit, &lit)| lit.flipped(value >> bit & 1 == 0)));
        }
        assert_eq!(self.gates.sat.solve(&assumptions, &no_limit()), Verdict::Sat);
        let bits = self.result.iter().rev();
        let value = bits.fold(0, |value: u128, &lit| value << 1 | u128::from(self.gates.sat.value(lit)));
        assert_eq!(value, apply(self.op, self.width, &operands), "{}:{} of {operands:?}", self.op, self.width);
    }

    /// Checks all combinations of one value per operand.
    fn check_all(&mut self, values: &[Vec<u128>]) {
        let n_combinations: usize = values.iter().map(Vec::len).product();
        for combination in 0..n_combinations {
            let mut rest = combination;
            let mut pick = |choices: &Vec<u128>| {
                let value = choices[rest % choices.len()];
                rest /= choices.len();
                value
            };
            let values: Vec<u128> = values.iter().map(&mut pick).collect();
            self.check(&values);
        }
    }
}

#[test]
fn exhaustive_at_small_widths() {
    for op in operators() {
        let limit = if op.arity() == 3 { 3 } else { 4 };
        for width in 1..=limit {
            let Some((op, result, widths)) = signature(op, width) else { continue };
            let values: Vec<Vec<u128>> = widths.iter().map(|&width| (0..1 << width).collect()).collect();
            Probe::new(op, result, &widths).check_all(&values);
        }
    }
}

fn corners(width: u32) -> Vec<u128> {
    let ones = u128::MAX >> (128 - width);
    let top = 1 << (width - 1);
    let mixed = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c834 & ones;
    let mut values = vec![0, 1 & ones, ones, top, top - 1, u128::from(width) & ones, mixed];
    values.sort_unstable();
    values.dedup();
    values
}

/// Circuits that grow with the square of the width: at large widths a few pairs of operands must do.
fn is_square(op: Op) -> bool {
    matches!(op, Op::UDiv | Op::URem | Op::SDiv | Op::SRem | Op::Mul | Op::UMulO | Op::SMulO | Op::Fshl | Op::Fshr)
}

#[test]
fn corner_values_at_every_width() {
    for op in operators() {
        for width in WIDTHS {
            let Some((op, result, widths)) = signature(op, width) else { continue };
            let mut probe = Probe::new(op, result, &widths);
            if !is_square(op) || width <= 16 {
                let values: Vec<Vec<u128>> = widths.iter().map(|&width| corners(width)).collect();
                probe.check_all(&values);
                continue;
            }
            let ones = u128::MAX >> (128 - width);
            let (top, mixed) = (1 << (width - 1), 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c834 & ones);
            for (a, b) in [(mixed, 0), (top, ones), (ones, ones), (top, 0), (mixed, 2), (top - 1, 3), (mixed, mixed)] {
                probe.check(&[a, b, b.wrapping_mul(7) & ones][..widths.len()]);
            }
        }
    }
}

#[test]
fn every_operator_has_a_circuit_or_computes_with_floats() {
    let mut gates = Gates::new(Bat::new(false));
    for &op in Op::ALL.iter().filter(|op| op.shape() != Shape::Leaf) {
        let width = if op.reads_float() || op.is_float_result() { 64 } else { 8 };
        let Some((op, result, widths)) = signature(op, width) else { continue };
        let args: Vec<Vec<Lit>> = widths.iter().map(|&width| gates.constant(width, 3)).collect();
        let is_wiring = matches!(op, Op::FNeg | Op::FAbs | Op::FCopySign);
        let expects = is_wiring || !(op.reads_float() || op.is_float_result());
        assert_eq!(circuit(&mut gates, op, result as usize, &args).is_some(), expects, "{op}");
    }
}
