//! LLVM intrinsics: the description of those that carry data. What each stands for is a row of `symcrete_trace::intrinsic`.

use super::memory::{check_range, lose_range};
use super::{concrete, lose, object};
use crate::llvm::{Value, intrinsic_name};
use crate::shadow::describe::{Local, NONE};
use crate::shadow::piece::{Check, Piece};
use crate::shadow::prepare::{LIST_BYTES, begins_list};
use symcrete_abi::segment::Code;
use symcrete_trace::intrinsic::{Kind, kind};
use symcrete_trace::{Op, What};

/// The base name of the intrinsic that a call calls.
pub(super) fn base_name(callee: Value) -> String {
    intrinsic_name(callee.intrinsic_id())
}

pub(super) fn describe<'s>(piece: &mut Piece<'s>, call: Value<'s>) {
    let name = base_name(call.callee());
    match kind(&name).unwrap_or(Kind::Unsupported("unknown intrinsic")) {
        Kind::NoData => concrete(piece, call),
        Kind::First => first(piece, call),
        Kind::Pure(op) => pure(piece, call, op, call.arguments().len()),
        Kind::PureFirst(op) => pure(piece, call, op, 1),
        Kind::Overflow(op, flag) => overflow(piece, call, op, flag),
        Kind::Float(op) => float(piece, call, op),
        Kind::Abs => abs(piece, call),
        Kind::Compare(less, greater) => compare(piece, call, less, greater),
        Kind::Copy => copy(piece, call),
        Kind::Fill => fill(piece, call),
        Kind::VaStart => va_start(piece, call),
        Kind::VaCopy => va_copy(piece, call),
        Kind::Unsupported(_) => unsupported(piece, call),
    }
}

/// What goes in is lost, and what it may read through a pointer: as much as it returns.
fn unsupported<'s>(piece: &mut Piece<'s>, call: Value<'s>) {
    for pointer in call.arguments().into_iter().filter(|argument| argument.ty().is_pointer()) {
        lose_range(piece, call, pointer, call.ty(), What::Unsupported);
    }
    lose(piece, call, &call.arguments(), What::Unsupported);
}

/// Can the call's data be followed? Everything has parts, and something may be symbolic.
fn followed<'s>(piece: &mut Piece<'s>, call: Value<'s>) -> bool {
    let d = &piece.description;
    let whole = call.arguments().iter().all(|a| !d.parts.of(a.ty()).is_empty());
    if whole && d.follows_any(&call.arguments()) {
        return true;
    }
    concrete(piece, call);
    false
}

fn first<'s>(piece: &mut Piece<'s>, call: Value<'s>) {
    if followed(piece, call) {
        let d = &mut piece.description;
        for k in 0..d.parts.of(call.ty()).len() as u32 {
            let local = d.operand((call.operand(0), k));
            d.bind((call, k), local);
        }
    }
}

fn pure<'s>(piece: &mut Piece<'s>, call: Value<'s>, op: Op, n: usize) {
    if !followed(piece, call) {
        return;
    }
    let d = &mut piece.description;
    for (k, part) in d.parts.of(call.ty()).iter().enumerate() {
        let k = k as u32;
        let mut locals = [NONE; 3];
        for (position, local) in locals.iter_mut().enumerate().take(n) {
            *local = d.operand((call.operand(position as u32), k));
        }
        let result = d.pure(op, part.width, locals[0], locals[1], locals[2]);
        d.bind((call, k), result);
    }
}

fn overflow<'s>(piece: &mut Piece<'s>, call: Value<'s>, op: Op, flag: Op) {
    if !followed(piece, call) {
        return;
    }
    let d = &mut piece.description;
    let shape = d.parts.of(call.ty());
    if shape.len() != 2 {
        return lose(piece, call, &call.arguments(), What::Unsupported);
    }
    let (a, b) = (d.operand((call.operand(0), 0)), d.operand((call.operand(1), 0)));
    let result = d.binary(op, shape[0].width, a, b);
    d.bind((call, 0), result);
    let overflowed = d.binary(flag, 1, a, b);
    d.bind((call, 1), overflowed);
}

fn float<'s>(piece: &mut Piece<'s>, call: Value<'s>, op: Op) {
    if !followed(piece, call) {
        return;
    }
    let n = call.arguments().len();
    let d = &mut piece.description;
    for k in 0..d.parts.of(call.ty()).len() as u32 {
        let mut locals = [NONE; 3];
        for (position, local) in locals.iter_mut().enumerate().take(n) {
            *local = d.operand((call.operand(position as u32), k));
        }
        let leaf = d.fresh_leaf((call, k));
        d.known(op, leaf, locals[0], locals[1], locals[2]);
    }
}

/// `x < 0 ? -x : x`.
fn abs<'s>(piece: &mut Piece<'s>, call: Value<'s>) {
    if !followed(piece, call) {
        return;
    }
    let d = &mut piece.description;
    for (k, part) in d.parts.of(call.ty()).iter().enumerate() {
        let value = d.operand((call.operand(0), k as u32));
        let zero = d.constant(part.width, 0);
        let negative = d.binary(Op::Slt, 1, value, zero);
        let negated = d.binary(Op::Sub, part.width, zero, value);
        let result = d.pure(Op::Ite, part.width, negated, value, negative);
        d.bind((call, k as u32), result);
    }
}

/// -1, 0 or 1.
fn compare<'s>(piece: &mut Piece<'s>, call: Value<'s>, less: Op, greater: Op) {
    if !followed(piece, call) {
        return;
    }
    let d = &mut piece.description;
    for (k, part) in d.parts.of(call.ty()).iter().enumerate() {
        let k = k as u32;
        let (a, b) = (d.operand((call.operand(0), k)), d.operand((call.operand(1), k)));
        let (is_less, is_greater) = (d.binary(less, 1, a, b), d.binary(greater, 1, a, b));
        let (up, down) = (d.unary(Op::ZExt, part.width, is_greater), d.unary(Op::ZExt, part.width, is_less));
        let result = d.binary(Op::Sub, part.width, up, down);
        d.bind((call, k), result);
    }
}

/// Asks whether a range of `length` bytes may be symbolic.
fn check_length<'s>(piece: &mut Piece<'s>, call: Value<'s>, pointer: Value<'s>, length: Value<'s>) {
    match length.const_int() {
        Some(bytes) => check_range(piece, call, pointer, bytes),
        None => piece.check(Check::Range { after: call, address: pointer, length }),
    }
}

fn length<'s>(piece: &mut Piece<'s>, length: Value<'s>) -> Local {
    let local = piece.description.operand((length, 0));
    match length.ty().int_width() {
        64 => local,
        _ => piece.description.unary(Op::ZExt, 64, local),
    }
}

fn copy<'s>(piece: &mut Piece<'s>, call: Value<'s>) {
    let [to, from, n] = [0, 1, 2].map(|k| call.operand(k));
    let location = piece.location(call);
    let (target, source) = (piece.description.operand((to, 0)), piece.description.operand((from, 0)));
    let bytes = length(piece, n);
    object::bound_range(piece, call, to, (n, bytes));
    object::bound_range(piece, call, from, (n, bytes));
    piece.description.at(Code::Copy, target, source, bytes, location);
    check_length(piece, call, to, n);
    check_length(piece, call, from, n);
}

fn fill<'s>(piece: &mut Piece<'s>, call: Value<'s>) {
    let [to, value, n] = [0, 1, 2].map(|k| call.operand(k));
    let location = piece.location(call);
    let (target, with) = (piece.description.operand((to, 0)), piece.description.operand((value, 0)));
    let bytes = length(piece, n);
    object::bound_range(piece, call, to, (n, bytes));
    piece.description.at(Code::Fill, target, with, bytes, location);
    check_length(piece, call, to, n);
}

/// Nothing in the list itself is symbolic. What it leads to gets its shadows at the function's entry, once.
fn va_start<'s>(piece: &mut Piece<'s>, call: Value<'s>) {
    let location = piece.location(call);
    let d = &mut piece.description;
    let list = d.operand((call.operand(0), 0));
    let (zero, bytes) = (d.constant(8, 0), d.constant(64, LIST_BYTES.into()));
    d.at(Code::Fill, list, zero, bytes, location);
    check_range(piece, call, call.operand(0), LIST_BYTES);
    if begins_list(piece.function, call) {
        piece.description.plain(Code::VaStart, list, NONE, NONE);
        piece.check(Check::Variadic { after: call, list: call.operand(0) });
    }
}

fn va_copy<'s>(piece: &mut Piece<'s>, call: Value<'s>) {
    let (to, from) = (call.operand(0), call.operand(1));
    let location = piece.location(call);
    let d = &mut piece.description;
    let (target, source) = (d.operand((to, 0)), d.operand((from, 0)));
    let bytes = d.constant(64, LIST_BYTES.into());
    d.at(Code::Copy, target, source, bytes, location);
    check_range(piece, call, to, LIST_BYTES);
    check_range(piece, call, from, LIST_BYTES);
}

#[cfg(test)]
#[path = "../../../tests/unit/intrinsic.rs"]
mod tests;
