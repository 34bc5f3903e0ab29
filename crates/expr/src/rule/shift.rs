//! Shifts by constants, and other operators that only move bits: as slices and concatenations.
//! A right shift by a constant is always a slice; a left shift becomes one only when its operand is made of slices, so
//! that `x << 2` of a computed `x` stays readable. Invariant: amounts at or past the width follow SMT-LIB.
//! Does not touch shifts by unknown amounts, except of zero.

use super::Rule;
use super::arith::zero_right;
use crate::arena::{Arena, ExprId, Node};
use crate::op::Op;

const SHIFTS: &[Op] = &[Op::Shl, Op::LShr, Op::AShr];

pub(super) static RULES: &[Rule] = &[
    Rule { name: "shift-zero", ops: SHIFTS, rewrite: zero_right },
    Rule { name: "shift-of-zero", ops: SHIFTS, rewrite: shift_of_zero },
    Rule { name: "shift-past-width", ops: SHIFTS, rewrite: shift_past_width },
    Rule { name: "shl-shl", ops: &[Op::Shl], rewrite: shl_shl },
    Rule { name: "shl-of-slice", ops: &[Op::Shl], rewrite: shl_of_slice },
    Rule { name: "lshr-to-extract", ops: &[Op::LShr], rewrite: shr_to_extract },
    Rule { name: "ashr-to-extract", ops: &[Op::AShr], rewrite: shr_to_extract },
    Rule { name: "funnel-const", ops: &[Op::Fshl, Op::Fshr], rewrite: funnel_const },
    Rule { name: "bswap-to-concat", ops: &[Op::Bswap], rewrite: bswap_to_concat },
    Rule { name: "bitreverse-twice", ops: &[Op::BitReverse], rewrite: bitreverse_twice },
    Rule { name: "ctpop-of-zext", ops: &[Op::Ctpop], rewrite: ctpop_of_zext },
];

/// `0 << x` is 0.
fn shift_of_zero(arena: &mut Arena, node: &Node) -> Option<ExprId> {
    arena.is_zero(node.a()).then_some(node.a())
}

/// A shift by the width or more is 0; an arithmetic one is by the width less one.
fn shift_past_width(arena: &mut Arena, node: &Node) -> Option<ExprId> {
    let width = node.bits();
    arena.as_const(node.b()).filter(|&by| by >= u128::from(width))?;
    if node.op != Op::AShr {
        return Some(arena.zero(width));
    }
    let most = arena.constant(width, u128::from(width - 1));
    Some(arena.binary(Op::AShr, node.a(), most))
}

/// `(x << a) << b` is `x << (a + b)`.
fn shl_shl(arena: &mut Arena, node: &Node) -> Option<ExprId> {
    let outer = arena.as_const(node.b())?;
    let (x, inner) = arena.with_const(Op::Shl, node.a())?;
    let both = inner.saturating_add(outer);
    if both >= u128::from(node.bits()) {
        return Some(arena.zero(node.bits()));
    }
    let both = arena.constant(node.bits(), both);
    Some(arena.binary(Op::Shl, x, both))
}

/// `zext(x) << k` is `x` with `k` zeros below: what is shifted out is cut off first.
fn shl_of_slice(arena: &mut Arena, node: &Node) -> Option<ExprId> {
    let by = arena.as_const(node.b())? as u32;
    let kept = node.bits() - by;
    let sliced = match arena.op(node.a()) {
        Op::ZExt | Op::Concat | Op::Extract(_) => true,
        Op::SExt => arena.width(arena.args(node.a())[0]) >= kept,
        _ => false,
    };
    sliced.then(|| {
        let high = arena.extract(node.a(), 0, kept);
        let zeros = arena.zero(by);
        arena.concat(high, zeros)
    })
}

/// `x >> k` is the bits of `x` from `k` upwards, extended.
fn shr_to_extract(arena: &mut Arena, node: &Node) -> Option<ExprId> {
    let by = arena.as_const(node.b())? as u32;
    let high = arena.extract(node.a(), by, node.bits() - by);
    let extend = if node.op == Op::LShr { Op::ZExt } else { Op::SExt };
    Some(arena.cast(extend, high, node.bits()))
}

/// A funnel shift by a constant takes one slice of each operand.
fn funnel_const(arena: &mut Arena, node: &Node) -> Option<ExprId> {
    let width = node.bits();
    let by = (arena.as_const(node.c())? % u128::from(width)) as u32;
    let left = if node.op == Op::Fshl { by } else { width - by };
    Some(match left {
        0 => node.a(),
        left if left == width => node.b(),
        left => {
            let high = arena.extract(node.a(), 0, width - left);
            let low = arena.extract(node.b(), width - left, left);
            arena.concat(high, low)
        }
    })
}

/// A byte swap is the concatenation of the bytes, lowest first.
fn bswap_to_concat(arena: &mut Arena, node: &Node) -> Option<ExprId> {
    let n_bytes = node.bits() / 8;
    let mut swapped = arena.extract(node.a(), node.bits() - 8, 8);
    for place in (0..n_bytes - 1).rev() {
        let byte = arena.extract(node.a(), place * 8, 8);
        swapped = arena.concat(byte, swapped);
    }
    Some(swapped)
}

/// Reversed twice is as before.
fn bitreverse_twice(arena: &mut Arena, node: &Node) -> Option<ExprId> {
    arena.under(Op::BitReverse, node.a())
}

/// Zeros in front do not count.
fn ctpop_of_zext(arena: &mut Arena, node: &Node) -> Option<ExprId> {
    let x = arena.under(Op::ZExt, node.a())?;
    let narrow = arena.unary(Op::Ctpop, x);
    Some(arena.cast(Op::ZExt, narrow, node.bits()))
}
