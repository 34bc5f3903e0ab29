//! Evaluation: the value of a term under given input bytes. The oracle of every test and of every model check.
//! Plain on purpose: it walks the cone forward and calls [`apply`] for each term, so it is right if `apply` is right.
//! Invariant: total and free of recursion, so terms may be a million deep.
//! Does not try to be fast; use a [`Tape`](crate::Tape) to evaluate the same terms many times.

use crate::apply::{Bits, apply};
use crate::arena::{Arena, ExprId, InputByte};
use crate::cone::Cone;
use crate::op::Op;

/// The value of `root` when each input byte is what `byte` says.
pub fn eval(arena: &Arena, root: ExprId, byte: impl Fn(InputByte) -> u8) -> u128 {
    let cone = Cone::new(arena, &[root]);
    let values = forward(arena, &cone, byte);
    values[cone.place(root)]
}

/// The values of all `roots`, in their order.
pub fn eval_all(arena: &Arena, roots: &[ExprId], byte: impl Fn(InputByte) -> u8) -> Vec<u128> {
    let cone = Cone::new(arena, roots);
    let values = forward(arena, &cone, byte);
    roots.iter().map(|&root| values[cone.place(root)]).collect()
}

fn forward(arena: &Arena, cone: &Cone, byte: impl Fn(InputByte) -> u8) -> Vec<u128> {
    let mut values = Vec::with_capacity(cone.ids().len());
    for &id in cone.ids() {
        let leaf = arena.as_const(id).or_else(|| arena.as_input(id).map(|at| u128::from(byte(at))));
        values.push(leaf.unwrap_or_else(|| {
            let mut args = [Bits { width: 1, value: 0 }; 3];
            let operands = arena.args(id);
            for (slot, &arg) in args.iter_mut().zip(operands) {
                *slot = Bits { width: arena.width(arg), value: values[cone.place(arg)] };
            }
            apply(arena.op(id), arena.width(id), &args[..operands.len()])
        }));
    }
    values
}

impl Arena {
    /// The value of an operator if all its operands are constants.
    pub(crate) fn fold(&self, op: Op, width: u32, args: &[ExprId]) -> Option<u128> {
        let mut values = [Bits { width: 1, value: 0 }; 3];
        for (slot, &arg) in values.iter_mut().zip(args) {
            *slot = Bits { width: self.width(arg), value: self.as_const(arg)? };
        }
        Some(apply(op, width, &values[..args.len()]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_million_deep() {
        let mut arena = Arena::new();
        let byte = arena.input(0, 0);
        let mut sum = byte;
        for _ in 0..1_000_000 {
            sum = arena.intern(Op::Add, 8, &[sum, byte]);
        }
        assert_eq!(eval(&arena, sum, |_| 3), (1_000_001 * 3) & 0xff);
        assert_eq!(eval_all(&arena, &[sum, byte], |_| 1), [(1_000_001) & 0xff, 1]);
    }

    #[test]
    fn bytes_are_asked_for_by_stream_and_offset() {
        let mut arena = Arena::new();
        let (low, high) = (arena.input(0, 7), arena.input(2, 9));
        let word = arena.intern(Op::Concat, 16, &[high, low]);
        let value = eval(&arena, word, |at| (at.stream * 16) as u8 + at.offset as u8);
        assert_eq!(value, 0x2907);
    }
}
