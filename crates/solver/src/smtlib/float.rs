//! Floating-point operators as SMT-LIB text, with the corner cases of [`symcrete_expr::apply`] spelled out:
//! conversions of numbers that do not fit, minimum and maximum of zeros and NaNs, unordered comparisons.
//! Invariant: sign operations are operations on bits and not here, since they touch the sign of a NaN.

use symcrete_expr::{Arena, ExprId, Op};

use super::format::{decoded, power_of_two, to};
use super::{bit_name, float_name};

/// Does the operator read its operands as numbers, in the text?
pub(super) fn reads_floats(op: Op) -> bool {
    op.reads_float() && !op.is_libm() && !matches!(op, Op::FNeg | Op::FAbs | Op::FCopySign | Op::FRem)
}

/// Is the term defined in a floating-point sort?
fn is_float(op: Op) -> bool {
    op.is_float_result() && (reads_floats(op) || matches!(op, Op::UiToFp | Op::SiToFp))
}

/// A term as a number of the format of its width.
fn number(arena: &Arena, id: ExprId) -> String {
    if is_float(arena.op(id)) { float_name(id) } else { decoded(arena.width(id), &bit_name(arena, id)) }
}

/// The value of a term that is a number, in its floating-point sort.
pub(super) fn result(arena: &Arena, id: ExprId) -> Option<String> {
    let (op, width, args) = (arena.op(id), arena.width(id), arena.args(id));
    if !is_float(op) {
        return None;
    }
    if matches!(op, Op::UiToFp | Op::SiToFp) {
        let convert = if op == Op::UiToFp { to(width).replace("to_fp", "to_fp_unsigned") } else { to(width) };
        return Some(format!("({convert} RNE {})", bit_name(arena, args[0])));
    }
    let names: Vec<String> = args.iter().map(|&arg| number(arena, arg)).collect();
    let round = |mode: &str| format!("(fp.roundToIntegral {mode} {})", names[0]);
    Some(match op {
        Op::FAdd => format!("(fp.add RNE {} {})", names[0], names[1]),
        Op::FSub => format!("(fp.sub RNE {} {})", names[0], names[1]),
        Op::FMul => format!("(fp.mul RNE {} {})", names[0], names[1]),
        Op::FDiv => format!("(fp.div RNE {} {})", names[0], names[1]),
        Op::Fma => format!("(fp.fma RNE {} {} {})", names[0], names[1], names[2]),
        Op::FSqrt => format!("(fp.sqrt RNE {})", names[0]),
        Op::FFloor => round("RTN"),
        Op::FCeil => round("RTP"),
        Op::FTrunc => round("RTZ"),
        Op::FRint | Op::FRoundEven => round("RNE"),
        Op::FRound => round("RNA"),
        Op::FMinNum => extreme("fp.lt", "fp.isNegative", &names[0], &names[1]),
        Op::FMaxNum => extreme("fp.gt", "fp.isPositive", &names[0], &names[1]),
        _ => format!("({} RNE {})", to(width), names[0]),
    })
}

/// A NaN loses; of two zeros the one of the right sign wins.
fn extreme(order: &str, sign: &str, a: &str, b: &str) -> String {
    let tie = format!("(ite ({sign} {a}) {a} {b})");
    let ordered = format!("(ite ({order} {a} {b}) {a} (ite ({order} {b} {a}) {b} {tie}))");
    format!("(ite (fp.isNaN {a}) {b} (ite (fp.isNaN {b}) {a} {ordered}))")
}

/// The value of a term that reads numbers and is a bit vector: a comparison or a conversion to an integer.
pub(super) fn predicate(arena: &Arena, id: ExprId) -> Option<String> {
    let (op, width, args) = (arena.op(id), arena.width(id), arena.args(id));
    if !reads_floats(op) || is_float(op) {
        return None;
    }
    let a = number(arena, args[0]);
    Some(match args {
        [_] => to_integer(op, width, arena.width(args[0]), &a),
        _ => format!("(ite {} #b1 #b0)", comparison(op, &a, &number(arena, args[1]))),
    })
}

fn comparison(op: Op, a: &str, b: &str) -> String {
    let unordered = format!("(or (fp.isNaN {a}) (fp.isNaN {b}))");
    let or_unordered = |name: &str| format!("(or {unordered} ({name} {a} {b}))");
    match op {
        Op::FOeq => format!("(fp.eq {a} {b})"),
        Op::FOgt => format!("(fp.gt {a} {b})"),
        Op::FOge => format!("(fp.geq {a} {b})"),
        Op::FOlt => format!("(fp.lt {a} {b})"),
        Op::FOle => format!("(fp.leq {a} {b})"),
        Op::FOne => format!("(not {})", or_unordered("fp.eq")),
        Op::FOrd => format!("(not {unordered})"),
        Op::FUno => unordered,
        Op::FUeq => or_unordered("fp.eq"),
        Op::FUgt => or_unordered("fp.gt"),
        Op::FUge => or_unordered("fp.geq"),
        Op::FUlt => or_unordered("fp.lt"),
        Op::FUle => or_unordered("fp.leq"),
        _ => format!("(not (fp.eq {a} {b}))"),
    }
}

/// Towards zero; what does not fit is x86-64's "integer indefinite", see [`symcrete_expr::apply`].
fn to_integer(op: Op, width: u32, from: u32, a: &str) -> String {
    match op {
        Op::FpToSi if width == 32 || width >= 64 => signed(width, from, a),
        Op::FpToUi if width > 64 => unsigned(width, from, a, &format!("(_ bv{} {width})", 1_u128 << (width - 1))),
        Op::FpToUi if width == 64 => unsigned(64, from, a, &signed(64, from, a)),
        _ => format!("((_ extract {} 0) {})", width - 1, signed(64, from, a)),
    }
}

fn signed(width: u32, from: u32, a: &str) -> String {
    let whole = format!("(fp.roundToIntegral RTZ {a})");
    let (low, high) = (power_of_two(from, width - 1, true), power_of_two(from, width - 1, false));
    let fits = format!("(and (fp.leq {low} {whole}) (fp.lt {whole} {high}))");
    format!("(ite {fits} ((_ fp.to_sbv {width}) RTZ {a}) (_ bv{} {width}))", 1_u128 << (width - 1))
}

fn unsigned(width: u32, from: u32, a: &str, otherwise: &str) -> String {
    let whole = format!("(fp.roundToIntegral RTZ {a})");
    let fits = format!(
        "(and (not (fp.lt {whole} ({} RNE 0.0))) (fp.lt {whole} {}))",
        to(from),
        power_of_two(from, width, false)
    );
    // A NaN is not less than zero, but not less than the limit either.
    format!("(ite {fits} ((_ fp.to_ubv {width}) RTZ {whole}) {otherwise})")
}
