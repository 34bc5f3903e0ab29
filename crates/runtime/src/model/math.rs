//! Functions of libm that are operators of expressions. All others run natively, and what they lose is counted.

use super::argument::Arguments;
use super::place::{hearing, result};
use super::term::Term;
use crate::emit::record;
use symcrete_trace::Op;

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

// Weak: a program that is linked without libm calls none of them and must link all the same.
macro_rules! unary {
    ($($op:ident $model:ident $real:ident, $ty:ty, $width:literal;)*) => { $(
        core::arch::global_asm!(concat!(".weak ", stringify!($real)));

        #[unsafe(no_mangle)]
        unsafe extern "C" fn $model(x: $ty) -> $ty {
            unsafe extern "C" {
                fn $real(x: $ty) -> $ty;
            }
            // SAFETY: the target's own call.
            let real = unsafe { $real(x) };
            operator($model as *const (), Op::$op, $width, (x.to_bits() as u64, 0), real.to_bits() as u64);
            real
        }
    )* };
}

unary! {
    FSqrt __symcrete_model_sqrt sqrt, f64, 64;
    FSqrt __symcrete_model_sqrtf sqrtf, f32, 32;
    FSin __symcrete_model_sin sin, f64, 64;
    FSin __symcrete_model_sinf sinf, f32, 32;
    FCos __symcrete_model_cos cos, f64, 64;
    FCos __symcrete_model_cosf cosf, f32, 32;
    FTan __symcrete_model_tan tan, f64, 64;
    FTan __symcrete_model_tanf tanf, f32, 32;
    FAsin __symcrete_model_asin asin, f64, 64;
    FAsin __symcrete_model_asinf asinf, f32, 32;
    FAcos __symcrete_model_acos acos, f64, 64;
    FAcos __symcrete_model_acosf acosf, f32, 32;
    FAtan __symcrete_model_atan atan, f64, 64;
    FAtan __symcrete_model_atanf atanf, f32, 32;
    FSinh __symcrete_model_sinh sinh, f64, 64;
    FSinh __symcrete_model_sinhf sinhf, f32, 32;
    FCosh __symcrete_model_cosh cosh, f64, 64;
    FCosh __symcrete_model_coshf coshf, f32, 32;
    FTanh __symcrete_model_tanh tanh, f64, 64;
    FTanh __symcrete_model_tanhf tanhf, f32, 32;
    FExp __symcrete_model_exp exp, f64, 64;
    FExp __symcrete_model_expf expf, f32, 32;
    FExp2 __symcrete_model_exp2 exp2, f64, 64;
    FExp2 __symcrete_model_exp2f exp2f, f32, 32;
    FExpm1 __symcrete_model_expm1 expm1, f64, 64;
    FExpm1 __symcrete_model_expm1f expm1f, f32, 32;
    FLog __symcrete_model_log log, f64, 64;
    FLog __symcrete_model_logf logf, f32, 32;
    FLog2 __symcrete_model_log2 log2, f64, 64;
    FLog2 __symcrete_model_log2f log2f, f32, 32;
    FLog10 __symcrete_model_log10 log10, f64, 64;
    FLog10 __symcrete_model_log10f log10f, f32, 32;
    FLog1p __symcrete_model_log1p log1p, f64, 64;
    FLog1p __symcrete_model_log1pf log1pf, f32, 32;
}

macro_rules! binary {
    ($($op:ident $model:ident $real:ident, $ty:ty, $width:literal;)*) => { $(
        core::arch::global_asm!(concat!(".weak ", stringify!($real)));

        #[unsafe(no_mangle)]
        unsafe extern "C" fn $model(x: $ty, y: $ty) -> $ty {
            unsafe extern "C" {
                fn $real(x: $ty, y: $ty) -> $ty;
            }
            // SAFETY: the target's own call.
            let real = unsafe { $real(x, y) };
            let operands = (x.to_bits() as u64, y.to_bits() as u64);
            operator($model as *const (), Op::$op, $width, operands, real.to_bits() as u64);
            real
        }
    )* };
}

binary! {
    FRem __symcrete_model_fmod fmod, f64, 64;
    FRem __symcrete_model_fmodf fmodf, f32, 32;
    FPow __symcrete_model_pow pow, f64, 64;
    FPow __symcrete_model_powf powf, f32, 32;
    FAtan2 __symcrete_model_atan2 atan2, f64, 64;
    FAtan2 __symcrete_model_atan2f atan2f, f32, 32;
    FHypot __symcrete_model_hypot hypot, f64, 64;
    FHypot __symcrete_model_hypotf hypotf, f32, 32;
}
