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

// The object that calls one brings its model, which hands over the real function and itself: the runtime names nothing of libm.
macro_rules! function {
    ($op:ident $name:ident $ty:ty, $width:literal, $x:ident $($y:ident)?) => {
        #[unsafe(no_mangle)]
        extern "C" fn $name(
            $x: $ty,
            $($y: $ty,)?
            real: extern "C" fn($x: $ty $(, $y: $ty)?) -> $ty,
            model: *const (),
        ) -> $ty {
            let real = real($x $(, $y)?);
            let operands = ($x.to_bits() as u64, 0 $(+ $y.to_bits() as u64)?);
            operator(model, Op::$op, $width, operands, real.to_bits() as u64);
            real
        }
    };
}

/// Each with its arguments, for both widths.
macro_rules! functions {
    ($($op:ident($x:ident $(, $y:ident)?) $name:ident $single:ident;)*) => { $(
        function!($op $name f64, 64, $x $($y)?);
        function!($op $single f32, 32, $x $($y)?);
    )* };
}

functions! {
    FSqrt(x) __symcrete_libm_sqrt __symcrete_libm_sqrtf;
    FSin(x) __symcrete_libm_sin __symcrete_libm_sinf;
    FCos(x) __symcrete_libm_cos __symcrete_libm_cosf;
    FTan(x) __symcrete_libm_tan __symcrete_libm_tanf;
    FAsin(x) __symcrete_libm_asin __symcrete_libm_asinf;
    FAcos(x) __symcrete_libm_acos __symcrete_libm_acosf;
    FAtan(x) __symcrete_libm_atan __symcrete_libm_atanf;
    FSinh(x) __symcrete_libm_sinh __symcrete_libm_sinhf;
    FCosh(x) __symcrete_libm_cosh __symcrete_libm_coshf;
    FTanh(x) __symcrete_libm_tanh __symcrete_libm_tanhf;
    FExp(x) __symcrete_libm_exp __symcrete_libm_expf;
    FExp2(x) __symcrete_libm_exp2 __symcrete_libm_exp2f;
    FExpm1(x) __symcrete_libm_expm1 __symcrete_libm_expm1f;
    FLog(x) __symcrete_libm_log __symcrete_libm_logf;
    FLog2(x) __symcrete_libm_log2 __symcrete_libm_log2f;
    FLog10(x) __symcrete_libm_log10 __symcrete_libm_log10f;
    FLog1p(x) __symcrete_libm_log1p __symcrete_libm_log1pf;
    FRem(x, y) __symcrete_libm_fmod __symcrete_libm_fmodf;
    FPow(x, y) __symcrete_libm_pow __symcrete_libm_powf;
    FAtan2(x, y) __symcrete_libm_atan2 __symcrete_libm_atan2f;
    FHypot(x, y) __symcrete_libm_hypot __symcrete_libm_hypotf;
}
