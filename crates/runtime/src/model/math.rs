//! Functions of libm that are operators of expressions. All others run natively, and what they lose is counted.

use super::argument::Arguments;
use super::place::{hearing, result};
use super::term::Term;
use crate::emit::record;
use core::arch::global_asm;
use symcrete_trace::Op;

// Weak: a program that is linked without libm calls none of them and must link all the same.
global_asm!(".weak sqrt", ".weak sqrtf", ".weak fmod", ".weak fmodf");

unsafe extern "C" {
    fn sqrt(x: f64) -> f64;
    fn sqrtf(x: f32) -> f32;
    fn fmod(x: f64, y: f64) -> f64;
    fn fmodf(x: f32, y: f32) -> f32;
}

/// The result of an operator on up to two floats of this width.
fn operator(model: *const (), op: Op, width: u8, operands: (u64, u64), real: u64) {
    let passed = Arguments::of(model);
    let (a, b) = (passed.take(0, operands.0, width), passed.take(1, operands.1, width));
    let symbolic = a.is_symbolic() || (op.arity() > 1 && b.is_symbolic());
    let term = (hearing() && symbolic).then(|| {
        let second = if op.arity() > 1 { b.operand() } else { 0 };
        Term { id: record(op, width as u16, a.operand(), second, 0, real), value: real, width }
    });
    drop(passed);
    result(model, term, real);
}

macro_rules! roots {
    ($($model:ident $real:ident, $ty:ty, $width:literal;)*) => { $(
        #[unsafe(no_mangle)]
        unsafe extern "C" fn $model(x: $ty) -> $ty {
            // SAFETY: the target's own call.
            let real = unsafe { $real(x) };
            operator($model as *const (), Op::FSqrt, $width, (x.to_bits() as u64, 0), real.to_bits() as u64);
            real
        }
    )* };
}

roots! {
    __symcrete_model_sqrt sqrt, f64, 64;
    __symcrete_model_sqrtf sqrtf, f32, 32;
}

macro_rules! remainders {
    ($($model:ident $real:ident, $ty:ty, $width:literal;)*) => { $(
        #[unsafe(no_mangle)]
        unsafe extern "C" fn $model(x: $ty, y: $ty) -> $ty {
            // SAFETY: the target's own call.
            let real = unsafe { $real(x, y) };
            let operands = (x.to_bits() as u64, y.to_bits() as u64);
            operator($model as *const (), Op::FRem, $width, operands, real.to_bits() as u64);
            real
        }
    )* };
}

remainders! {
    __symcrete_model_fmod fmod, f64, 64;
    __symcrete_model_fmodf fmodf, f32, 32;
}
