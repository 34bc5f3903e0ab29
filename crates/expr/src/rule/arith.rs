//! Arithmetic: neutral elements, constants gathered, powers of two as shifts, overflow that cannot happen.
//! Constants are on the right when these rules run (see `order`), so each pattern is written once.
//! Invariant: holds at every width, also 1, where 1 and -1 are the same value.
//! Does not reorder sums of several terms; hash-consing already finds the sums that the program repeats.

use super::Rule;
use crate::apply::mask;
use crate::arena::{Arena, ExprId, Node};
use crate::op::Op;

pub(super) static RULES: &[Rule] = &[
    Rule { name: "add-zero", ops: &[Op::Add, Op::UAddSat, Op::SAddSat], rewrite: zero_right },
    Rule { name: "sub-zero", ops: &[Op::Sub, Op::USubSat, Op::SSubSat], rewrite: zero_right },
    Rule { name: "sub-self", ops: &[Op::Sub, Op::USubSat, Op::SSubSat], rewrite: same_is_zero },
    Rule { name: "rem-self", ops: &[Op::URem, Op::SRem], rewrite: same_is_zero },
    Rule { name: "extreme-self", ops: &[Op::SMax, Op::SMin, Op::UMax, Op::UMin], rewrite: same_is_same },
    Rule { name: "add-sub-cancel", ops: &[Op::Add], rewrite: add_sub_cancel },
    Rule { name: "sub-add-cancel", ops: &[Op::Sub], rewrite: sub_add_cancel },
    Rule { name: "sub-to-add", ops: &[Op::Sub], rewrite: sub_to_add },
    Rule { name: "add-const-const", ops: &[Op::Add], rewrite: const_const },
    Rule { name: "add-of-const-sub", ops: &[Op::Add], rewrite: add_of_const_sub },
    Rule { name: "const-sub-of-add", ops: &[Op::Sub], rewrite: const_sub_of_add },
    Rule { name: "mul-zero", ops: &[Op::Mul], rewrite: mul_zero },
    Rule { name: "mul-one", ops: &[Op::Mul], rewrite: one_right },
    Rule { name: "mul-const-const", ops: &[Op::Mul], rewrite: const_const },
    Rule { name: "mul-power-of-two", ops: &[Op::Mul], rewrite: mul_power },
    Rule { name: "div-one", ops: &[Op::UDiv, Op::SDiv], rewrite: one_right },
    Rule { name: "rem-one", ops: &[Op::URem, Op::SRem], rewrite: rem_one },
    Rule { name: "udiv-power-of-two", ops: &[Op::UDiv], rewrite: udiv_power },
    Rule { name: "urem-power-of-two", ops: &[Op::URem], rewrite: urem_power },
    Rule { name: "sdiv-power-of-two", ops: &[Op::SDiv], rewrite: sdiv_power },
    Rule { name: "srem-power-of-two", ops: &[Op::SRem], rewrite: srem_power },
    Rule {
        name: "overflow-of-small",
        ops: &[Op::UAddO, Op::SAddO, Op::SSubO, Op::USubO, Op::UMulO, Op::SMulO],
        rewrite: overflow_of_small,
    },
];

/// `x + 0` is `x`.
pub(super) fn zero_right(arena: &mut Arena, node: &Node) -> Option<ExprId> {
    arena.is_zero(node.b()).then_some(node.a())
}

/// `x - x` is 0.
pub(super) fn same_is_zero(arena: &mut Arena, node: &Node) -> Option<ExprId> {
    (node.a() == node.b()).then(|| arena.zero(node.bits()))
}

/// `max(x, x)` is `x`.
pub(super) fn same_is_same(_: &mut Arena, node: &Node) -> Option<ExprId> {
    (node.a() == node.b()).then_some(node.a())
}

/// `x * 1` is `x`.
fn one_right(arena: &mut Arena, node: &Node) -> Option<ExprId> {
    (arena.as_const(node.b()) == Some(1)).then_some(node.a())
}

/// `(x op c) op d` is `x op (c op d)`, for an operator that associates.
pub(super) fn const_const(arena: &mut Arena, node: &Node) -> Option<ExprId> {
    let outer = node.b();
    arena.as_const(outer)?;
    let (x, inner) = arena.pair(node.op, node.a())?;
    let both = arena.fold(node.op, node.bits(), &[inner, outer])?;
    let both = arena.constant(node.bits(), both);
    Some(arena.binary(node.op, x, both))
}

/// `(x - y) + y` is `x`, in either order.
fn add_sub_cancel(arena: &mut Arena, node: &Node) -> Option<ExprId> {
    let restores = |sum: ExprId, y: ExprId| arena.pair(Op::Sub, sum).filter(|&(_, sub)| sub == y);
    let (x, _) = restores(node.a(), node.b()).or_else(|| restores(node.b(), node.a()))?;
    Some(x)
}

/// `(x + y) - y` is `x`, `(x + y) - x` is `y`, and `x - (x - y)` is `y`.
fn sub_add_cancel(arena: &mut Arena, node: &Node) -> Option<ExprId> {
    if let Some((x, y)) = arena.pair(Op::Add, node.a()) {
        if y == node.b() {
            return Some(x);
        }
        if x == node.b() {
            return Some(y);
        }
    }
    let (x, y) = arena.pair(Op::Sub, node.b())?;
    (x == node.a()).then_some(y)
}

/// `x - c` is `x + (-c)`.
fn sub_to_add(arena: &mut Arena, node: &Node) -> Option<ExprId> {
    let value = arena.as_const(node.b())?;
    let negated = arena.constant(node.bits(), value.wrapping_neg());
    Some(arena.binary(Op::Add, node.a(), negated))
}

/// `(c - x) + d` is `(c + d) - x`.
fn add_of_const_sub(arena: &mut Arena, node: &Node) -> Option<ExprId> {
    let d = arena.as_const(node.b())?;
    let (c, x) = arena.pair(Op::Sub, node.a())?;
    let sum = arena.as_const(c)?.wrapping_add(d);
    let sum = arena.constant(node.bits(), sum);
    Some(arena.binary(Op::Sub, sum, x))
}

/// `c - (x + d)` is `(c - d) - x`.
fn const_sub_of_add(arena: &mut Arena, node: &Node) -> Option<ExprId> {
    let c = arena.as_const(node.a())?;
    let (x, d) = arena.with_const(Op::Add, node.b())?;
    let rest = arena.constant(node.bits(), c.wrapping_sub(d));
    Some(arena.binary(Op::Sub, rest, x))
}

/// `x * 0` is 0.
fn mul_zero(arena: &mut Arena, node: &Node) -> Option<ExprId> {
    arena.is_zero(node.b()).then_some(node.b())
}

/// `x * 8` is `x << 3`.
fn mul_power(arena: &mut Arena, node: &Node) -> Option<ExprId> {
    let by = log2(arena, node)?;
    Some(arena.binary(Op::Shl, node.a(), by))
}

/// `x / 8` is `x >> 3`, unsigned.
fn udiv_power(arena: &mut Arena, node: &Node) -> Option<ExprId> {
    let by = log2(arena, node)?;
    Some(arena.binary(Op::LShr, node.a(), by))
}

fn log2(arena: &mut Arena, node: &Node) -> Option<ExprId> {
    let power = arena.as_const(node.b()).filter(|value| value.is_power_of_two())?;
    Some(arena.constant(node.bits(), power.trailing_zeros().into()))
}

/// `x % 8` is `x & 7`, unsigned.
fn urem_power(arena: &mut Arena, node: &Node) -> Option<ExprId> {
    let power = arena.as_const(node.b()).filter(|value| value.is_power_of_two())?;
    let low = arena.constant(node.bits(), power - 1);
    Some(arena.binary(Op::And, node.a(), low))
}

/// `x / 8` is `(x + (x < 0 ? 7 : 0)) >> 3`, signed: division rounds towards zero. A divider is the largest of circuits.
fn sdiv_power(arena: &mut Arena, node: &Node) -> Option<ExprId> {
    let (width, power) = signed_log2(arena, node)?;
    Some(signed_quotient(arena, node.a(), width, power))
}

/// `x % 8` is what `x / 8 * 8` leaves of `x`, signed.
fn srem_power(arena: &mut Arena, node: &Node) -> Option<ExprId> {
    let (width, power) = signed_log2(arena, node)?;
    let quotient = signed_quotient(arena, node.a(), width, power);
    let by = arena.constant(width, power.into());
    let whole = arena.binary(Op::Shl, quotient, by);
    Some(arena.binary(Op::Sub, node.a(), whole))
}

/// Width and logarithm of a positive power of two on the right, 1 aside.
fn signed_log2(arena: &Arena, node: &Node) -> Option<(u32, u32)> {
    let power = arena.as_const(node.b()).filter(|value| value.is_power_of_two())?.trailing_zeros();
    let width = node.bits();
    (power > 0 && power < width - 1).then_some((width, power))
}

fn signed_quotient(arena: &mut Arena, value: ExprId, width: u32, power: u32) -> ExprId {
    let by = |arena: &mut Arena, bits: u32| arena.constant(width, bits.into());
    let (top, low, shift) = (by(arena, width - 1), by(arena, width - power), by(arena, power));
    let sign = arena.binary(Op::AShr, value, top);
    let bias = arena.binary(Op::LShr, sign, low);
    let biased = arena.binary(Op::Add, value, bias);
    arena.binary(Op::AShr, biased, shift)
}

/// `x % 1` is 0.
fn rem_one(arena: &mut Arena, node: &Node) -> Option<ExprId> {
    (arena.as_const(node.b()) == Some(1)).then(|| arena.zero(node.bits()))
}

/// Overflow is impossible when the operands have enough zeros at the top:
/// with `n` significant bits each, a sum has at most one more and a product at most both together.
fn overflow_of_small(arena: &mut Arena, node: &Node) -> Option<ExprId> {
    let (a, b) = (significant(arena, node.a()), significant(arena, node.b()));
    let width = arena.width(node.a());
    let fits = match node.op {
        Op::UAddO => b == 0 || a.max(b) < width,
        Op::USubO => b == 0,
        Op::SAddO => b == 0 || a.max(b) + 1 < width,
        Op::SSubO => b == 0 || a.max(b) < width,
        Op::UMulO => b == 0 || a + b <= width || arena.as_const(node.b()) == Some(1),
        _ => b == 0 || a + b < width,
    };
    fits.then_some(Arena::FALSE)
}

/// The number of low bits that may be one.
pub(super) fn significant(arena: &Arena, id: ExprId) -> u32 {
    match arena.as_const(id) {
        Some(value) => 128 - (value & mask(arena.width(id))).leading_zeros(),
        None => arena.under(Op::ZExt, id).map_or(arena.width(id), |inner| arena.width(inner)),
    }
}
