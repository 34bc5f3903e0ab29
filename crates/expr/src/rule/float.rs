//! Floating point: the few rewrites that hold bit for bit.
//! Invariant: NaNs included. So there is no `x * 1.0` (it quiets a NaN), no reordering and no `fptrunc(fpext(x))`.
//! Does not turn comparisons of converted integers into integer comparisons.

use super::Rule;
use crate::arena::{Arena, ExprId, Node};
use crate::op::Op;

const COMPARES: &[Op] = &[
    Op::FOeq,
    Op::FOgt,
    Op::FOge,
    Op::FOlt,
    Op::FOle,
    Op::FOne,
    Op::FOrd,
    Op::FUno,
    Op::FUeq,
    Op::FUgt,
    Op::FUge,
    Op::FUlt,
    Op::FUle,
    Op::FUne,
];

pub(super) static RULES: &[Rule] = &[
    Rule { name: "fneg-fneg", ops: &[Op::FNeg], rewrite: fneg_fneg },
    Rule { name: "fabs-of-sign", ops: &[Op::FAbs], rewrite: fabs_of_sign },
    Rule { name: "fpext-of-fpext", ops: &[Op::FpExt], rewrite: fpext_of_fpext },
    Rule { name: "fcompare-of-fpexts", ops: COMPARES, rewrite: fcompare_of_fpexts },
    Rule { name: "int-to-float-to-int", ops: &[Op::FpToSi, Op::FpToUi], rewrite: int_to_float_to_int },
];

/// `-(-x)` is `x`: only the sign bit is touched.
fn fneg_fneg(arena: &mut Arena, node: &Node) -> Option<ExprId> {
    arena.under(Op::FNeg, node.a())
}

/// `fabs(-x)` and `fabs(fabs(x))` are `fabs(x)`.
fn fabs_of_sign(arena: &mut Arena, node: &Node) -> Option<ExprId> {
    let x = arena.under(Op::FNeg, node.a()).or_else(|| arena.under(Op::FAbs, node.a()))?;
    Some(arena.unary(Op::FAbs, x))
}

/// Extending twice is extending once.
fn fpext_of_fpext(arena: &mut Arena, node: &Node) -> Option<ExprId> {
    let x = arena.under(Op::FpExt, node.a())?;
    Some(arena.cast(Op::FpExt, x, node.bits()))
}

/// Extension is exact, so floats compare as before it; a constant must be one that the narrow format has.
fn fcompare_of_fpexts(arena: &mut Arena, node: &Node) -> Option<ExprId> {
    let x = arena.under(Op::FpExt, node.a())?;
    let narrow = arena.width(x);
    let y = match arena.under(Op::FpExt, node.b()) {
        Some(y) => y,
        None => {
            let cut = arena.fold(Op::FpTrunc, narrow, &[node.b()])?;
            let cut = arena.constant(narrow, cut);
            let back = arena.fold(Op::FpExt, arena.width(node.b()), &[cut]);
            (back == arena.as_const(node.b())).then_some(cut)?
        }
    };
    (arena.width(y) == narrow).then(|| arena.binary(node.op, x, y))
}

/// An integer that the float holds exactly comes back as it was, if the result has room for it.
fn int_to_float_to_int(arena: &mut Arena, node: &Node) -> Option<ExprId> {
    let precision = match arena.width(node.a()) {
        32 => 24,
        64 => 53,
        _ => 64,
    };
    let from_signed = arena.under(Op::SiToFp, node.a());
    let x = from_signed.or_else(|| arena.under(Op::UiToFp, node.a()))?;
    let (from, to) = (arena.width(x), node.bits());
    let (extend, room) = match (node.op, from_signed) {
        (Op::FpToSi, Some(_)) => (Op::SExt, to >= from),
        (Op::FpToSi, None) => (Op::ZExt, to > from),
        (_, None) => (Op::ZExt, to >= from),
        _ => return None,
    };
    (room && from <= precision).then(|| arena.cast(extend, x, to))
}
