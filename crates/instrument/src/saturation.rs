//! Makes plain conversions and comparisons of `as` from floats to integers in Rust.
//!
//! ```text
//! %r = llvm.fptosi.sat(%x)      %inside = low <= %x && %x < high       (a comparison with NaN does not hold)
//!                               %n = fptosi (select %inside, %x, 0.0)
//!                               %r = select %inside, %n, (select %x >= high, MAX, (select %x < low, MIN, 0))
//! ```
//!
//! `low` and `high` are powers of two, or zero, and so exact in every float. What is converted is always in range: terms and processor agree on it.

use crate::llvm::{Builder, RealPredicate, Session, Type, Value};
use crate::spelled;

/// Rewrites all conversions of single numbers.
pub(crate) fn spell_out(session: &Session) {
    spelled::out(session, |builder, call, name| {
        let is_signed = is_saturating(call, name)?;
        Some(clamped(builder, call.arguments()[0], call.ty(), is_signed))
    });
}

/// Is it such a conversion, and to a signed number?
fn is_saturating(call: Value, name: &str) -> Option<bool> {
    let is_signed = name == "llvm.fptosi.sat";
    if !is_signed && name != "llvm.fptoui.sat" {
        return None;
    }
    let is_known = matches!(call.arguments()[0].ty().float_width(), Some(32 | 64));
    (is_known && call.ty().is_int() && matches!(call.ty().int_width(), 8 | 16 | 32 | 64)).then_some(is_signed)
}

fn clamped<'s>(builder: &Builder<'s>, float: Value<'s>, ty: Type<'s>, is_signed: bool) -> Value<'s> {
    let bits = ty.int_width() as i32;
    let (low, high) = if is_signed { (-2f64.powi(bits - 1), 2f64.powi(bits - 1)) } else { (0.0, 2f64.powi(bits)) };
    let least = u64::from(is_signed) << (bits - 1);
    let most = (u64::MAX >> (64 - bits)) - least;
    let [low, high] = [low, high].map(|bound| float.ty().float_constant(bound));
    let compared = |predicate, bound| builder.float_compare(predicate, float, bound);
    let inside = builder.and(compared(RealPredicate::LLVMRealOGE, low), compared(RealPredicate::LLVMRealOLT, high));
    let number = builder.float_to_int(builder.select(inside, float, float.ty().zero()), ty, is_signed);
    let below = builder.select(compared(RealPredicate::LLVMRealOLT, low), ty.constant(least), ty.zero());
    let outside = builder.select(compared(RealPredicate::LLVMRealOGE, high), ty.constant(most), below);
    builder.select(inside, number, outside)
}
