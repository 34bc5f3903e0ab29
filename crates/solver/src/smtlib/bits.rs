//! Integer operators as SMT-LIB text. Most have a name of their own there; the others are spelled out.
//! Invariant: the text is a bit vector of the term's width. Operands are given by name, so the text of one operator
//! is bounded by its width.

use symcrete_expr::{Arena, ExprId, Op};

use super::bit_name;

/// The value of a term that is neither a leaf nor an operator on floats.
pub(super) fn value(arena: &Arena, id: ExprId) -> String {
    let (op, width) = (arena.op(id), arena.width(id));
    let names: Vec<String> = arena.args(id).iter().map(|&arg| bit_name(arena, arg)).collect();
    let from = arena.args(id).first().map_or(0, |&arg| arena.width(arg));
    match &names[..] {
        [a] => unary(op, width, from, a),
        [a, b] => binary(op, width, from, a, b),
        [a, b, c] => ternary(op, width, a, b, c),
        _ => String::new(),
    }
}

fn unary(op: Op, width: u32, from: u32, a: &str) -> String {
    let bit = |index: u32| format!("((_ extract {index} {index}) {a})");
    match op {
        Op::Trunc => format!("((_ extract {} 0) {a})", width - 1),
        Op::Extract(low) => format!("((_ extract {} {low}) {a})", u32::from(low) + width - 1),
        Op::ZExt => format!("((_ zero_extend {}) {a})", width - from),
        Op::SExt => format!("((_ sign_extend {}) {a})", width - from),
        Op::Bswap => joined((0..width / 8).map(|byte| format!("((_ extract {} {}) {a})", byte * 8 + 7, byte * 8))),
        Op::BitReverse => joined((0..width).map(bit)),
        Op::Ctpop => ones(width, a),
        Op::Ctlz => format!("(let ((gaps {})) {})", above_first(width, a), ones(width, "gaps")),
        // The zeros below the lowest one are the ones of this.
        Op::Cttz => {
            let below = format!("(bvand (bvnot {a}) (bvsub {a} {}))", constant(width, 1));
            format!("(let ((gaps {below})) {})", ones(width, "gaps"))
        }
        Op::FNeg => format!("(bvxor {a} {})", constant(width, 1 << (width - 1))),
        _ => format!("(bvand {a} {})", constant(width, (1 << (width - 1)) - 1)),
    }
}

fn constant(width: u32, value: u128) -> String {
    format!("(_ bv{value} {width})")
}

/// Pieces side by side, the first one highest.
fn joined(pieces: impl Iterator<Item = String>) -> String {
    let pieces: Vec<String> = pieces.collect();
    if pieces.len() == 1 { pieces.concat() } else { format!("(concat {})", pieces.join(" ")) }
}

/// The number of ones.
fn ones(width: u32, a: &str) -> String {
    if width == 1 {
        return a.to_owned();
    }
    let bits = (0..width).map(|index| format!("((_ zero_extend {}) ((_ extract {index} {index}) {a}))", width - 1));
    format!("(bvadd {})", bits.collect::<Vec<_>>().join(" "))
}

/// Ones exactly above the highest one of `a`: every one is smeared downwards, and the rest is what is left. Choices
/// per bit or per half are shorter, but Z3 takes more than 20 s for them at 128 bits.
fn above_first(width: u32, a: &str) -> String {
    let mut word = a.to_owned();
    let mut step = 1;
    while step < width {
        word = format!("(let ((word {word})) (bvor word (bvlshr word {})))", constant(width, step.into()));
        step *= 2;
    }
    format!("(bvnot {word})")
}

fn binary(op: Op, width: u32, from: u32, a: &str, b: &str) -> String {
    let bit = |test: String| format!("(ite {test} #b1 #b0)");
    if let Some(name) = plain(op) {
        return format!("({name} {a} {b})");
    }
    if let Some(name) = order(op) {
        return bit(format!("({name} {a} {b})"));
    }
    let choose = |name: &str| format!("(ite ({name} {a} {b}) {a} {b})");
    match op {
        Op::Eq => bit(format!("(= {a} {b})")),
        Op::Ne => bit(format!("(distinct {a} {b})")),
        Op::UMax => choose("bvugt"),
        Op::UMin => choose("bvult"),
        Op::SMax => choose("bvsgt"),
        Op::SMin => choose("bvslt"),
        Op::FCopySign => {
            let (sign, rest) = (1 << (width - 1), (1 << (width - 1)) - 1);
            format!("(bvor (bvand {a} {}) (bvand {b} {}))", constant(width, rest), constant(width, sign))
        }
        Op::UAddSat | Op::USubSat | Op::SAddSat | Op::SSubSat => saturated(op, width, a, b),
        _ => bit(overflows(op, from, a, b)),
    }
}

fn plain(op: Op) -> Option<&'static str> {
    Some(match op {
        Op::Add => "bvadd",
        Op::Sub => "bvsub",
        Op::Mul => "bvmul",
        Op::UDiv => "bvudiv",
        Op::SDiv => "bvsdiv",
        Op::URem => "bvurem",
        Op::SRem => "bvsrem",
        Op::Shl => "bvshl",
        Op::LShr => "bvlshr",
        Op::AShr => "bvashr",
        Op::And => "bvand",
        Op::Or => "bvor",
        Op::Xor => "bvxor",
        Op::Concat => "concat",
        _ => return None,
    })
}

fn order(op: Op) -> Option<&'static str> {
    Some(match op {
        Op::Ugt => "bvugt",
        Op::Uge => "bvuge",
        Op::Ult | Op::USubO => "bvult",
        Op::Ule => "bvule",
        Op::Sgt => "bvsgt",
        Op::Sge => "bvsge",
        Op::Slt => "bvslt",
        Op::Sle => "bvsle",
        _ => return None,
    })
}

fn saturated(op: Op, width: u32, a: &str, b: &str) -> String {
    let (least, largest) = (constant(width, 1 << (width - 1)), constant(width, (1 << (width - 1)) - 1));
    let ones = constant(width, symcrete_expr::mask(width));
    let zero = constant(width, 0);
    let end = format!("(ite (bvslt {a} {zero}) {least} {largest})");
    match op {
        Op::UAddSat => format!("(ite {} {ones} (bvadd {a} {b}))", overflows(Op::UAddO, width, a, b)),
        Op::USubSat => format!("(ite (bvult {a} {b}) {zero} (bvsub {a} {b}))"),
        Op::SAddSat => format!("(ite {} {end} (bvadd {a} {b}))", overflows(Op::SAddO, width, a, b)),
        _ => format!("(ite {} {end} (bvsub {a} {b}))", overflows(Op::SSubO, width, a, b)),
    }
}

/// The test whether the result at twice the width (one bit more for sums) differs from the cut one.
fn overflows(op: Op, from: u32, a: &str, b: &str) -> String {
    let (name, more) = match op {
        Op::UAddO | Op::SAddO => ("bvadd", 1),
        Op::SSubO => ("bvsub", 1),
        _ => ("bvmul", from),
    };
    let extend = if matches!(op, Op::UAddO | Op::UMulO) { "zero_extend" } else { "sign_extend" };
    let wide = |x: &str| format!("((_ {extend} {more}) {x})");
    format!("(distinct ({name} {} {}) {})", wide(a), wide(b), wide(&format!("({name} {a} {b})")))
}

fn ternary(op: Op, width: u32, a: &str, b: &str, c: &str) -> String {
    if op == Op::Ite {
        return format!("(ite (= {a} #b1) {b} {c})");
    }
    // At width 1 the width itself does not fit, and every amount is a multiple of it.
    let amount = if width == 1 { "#b0".to_owned() } else { format!("(bvurem {c} {})", constant(width, width.into())) };
    let amount = format!("((_ zero_extend {width}) {amount})");
    match op {
        Op::Fshl => format!("((_ extract {} {width}) (bvshl (concat {a} {b}) {amount}))", 2 * width - 1),
        _ => format!("((_ extract {} 0) (bvlshr (concat {a} {b}) {amount}))", width - 1),
    }
}
