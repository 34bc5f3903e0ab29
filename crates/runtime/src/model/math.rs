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
macro_rules! function {
    ($op:ident $model:ident $real:ident $ty:ty, $width:literal, $x:ident $($y:ident)?) => {
        core::arch::global_asm!(concat!(".weak ", stringify!($real)));

        #[unsafe(no_mangle)]
        unsafe extern "C" fn $model($x: $ty $(, $y: $ty)?) -> $ty {
            unsafe extern "C" {
                fn $real($x: $ty $(, $y: $ty)?) -> $ty;
            }
            // SAFETY: the target's own call.
            let real = unsafe { $real($x $(, $y)?) };
            let operands = ($x.to_bits() as u64, 0 $(+ $y.to_bits() as u64)?);
            operator($model as *const (), Op::$op, $width, operands, real.to_bits() as u64);
            real
        }
    };
}

/// Each with its arguments, for both widths.
macro_rules! functions {
    ($($op:ident($x:ident $(, $y:ident)?) $model:ident $real:ident, $single:ident $real_single:ident;)*) => { $(
        function!($op $model $real f64, 64, $x $($y)?);
        function!($op $single $real_single f32, 32, $x $($y)?);
    )* };
}

functions! {
    FSqrt(x) __symcrete_model_sqrt sqrt, __symcrete_model_sqrtf sqrtf;
    FSin(x) __symcrete_model_sin sin, __symcrete_model_sinf sinf;
    FCos(x) __symcrete_model_cos cos, __symcrete_model_cosf cosf;
    FTan(x) __symcrete_model_tan tan, __symcrete_model_tanf tanf;
    FAsin(x) __symcrete_model_asin asin, __symcrete_model_asinf asinf;
    FAcos(x) __symcrete_model_acos acos, __symcrete_model_acosf acosf;
    FAtan(x) __symcrete_model_atan atan, __symcrete_model_atanf atanf;
    FSinh(x) __symcrete_model_sinh sinh, __symcrete_model_sinhf sinhf;
    FCosh(x) __symcrete_model_cosh cosh, __symcrete_model_coshf coshf;
    FTanh(x) __symcrete_model_tanh tanh, __symcrete_model_tanhf tanhf;
    FExp(x) __symcrete_model_exp exp, __symcrete_model_expf expf;
    FExp2(x) __symcrete_model_exp2 exp2, __symcrete_model_exp2f exp2f;
    FExpm1(x) __symcrete_model_expm1 expm1, __symcrete_model_expm1f expm1f;
    FLog(x) __symcrete_model_log log, __symcrete_model_logf logf;
    FLog2(x) __symcrete_model_log2 log2, __symcrete_model_log2f log2f;
    FLog10(x) __symcrete_model_log10 log10, __symcrete_model_log10f log10f;
    FLog1p(x) __symcrete_model_log1p log1p, __symcrete_model_log1pf log1pf;
    FRem(x, y) __symcrete_model_fmod fmod, __symcrete_model_fmodf fmodf;
    FPow(x, y) __symcrete_model_pow pow, __symcrete_model_powf powf;
    FAtan2(x, y) __symcrete_model_atan2 atan2, __symcrete_model_atan2f atan2f;
    FHypot(x, y) __symcrete_model_hypot hypot, __symcrete_model_hypotf hypotf;
}
