//! Loads, stores, addresses, atomics.

use super::{lose, object};
use crate::llvm::{AtomicOperation, Type, Value};
use crate::shadow::describe::{Local, NONE};
use crate::shadow::piece::{Check, Piece};
use crate::shadow::prepare;
use symcrete_abi::segment::Code;
use symcrete_trace::{Op, What};

/// The address of a part: the pointer, plus its offset in the value.
fn address<'s>(piece: &mut Piece<'s>, pointer: Value<'s>, offset: u64) -> Local {
    let d = &mut piece.description;
    let base = d.operand((pointer, 0));
    if offset == 0 {
        return base;
    }
    let by = d.constant(64, offset as u128);
    d.binary(Op::Add, 64, base, by)
}

/// Stack memory of a symbolic size: the path relies on the size.
pub(super) fn allocate<'s>(piece: &mut Piece<'s>, alloca: Value<'s>) {
    let count = alloca.operand(0);
    if piece.description.follows(count) {
        let word = piece.location(alloca) | (What::Size as u32) << 24;
        let local = piece.description.operand((count, 0));
        piece.description.at(Code::Fix, local, NONE, NONE, word);
    }
}

pub(super) fn load<'s>(piece: &mut Piece<'s>, load: Value<'s>) {
    let pointer = load.operand(0);
    let parts = piece.description.parts.of(load.ty());
    if parts.is_empty() {
        return lose_range(piece, load, pointer, load.ty(), What::TooWide);
    }
    if !piece.description.follows(load) {
        return;
    }
    if prepare::is_look(load) {
        return look(piece, load, pointer, parts[0].bytes());
    }
    object::tell(piece, pointer);
    object::bound(piece, load, pointer, load.ty());
    for (k, part) in parts.iter().enumerate() {
        let at = address(piece, pointer, part.offset);
        let leaf = piece.description.fresh_leaf((load, k as u32));
        load_part(piece, load, pointer, leaf, at, (part.offset, part.bytes()));
    }
}

/// A load that only tells the runtime what the store behind it overwrites; that store says all else about the place.
fn look<'s>(piece: &mut Piece<'s>, load: Value<'s>, pointer: Value<'s>, bytes: u32) {
    if piece.description.follows(pointer) {
        let at = address(piece, pointer, 0);
        let leaf = piece.description.number((load, 0));
        piece.description.plain(Code::Look, leaf, at, Local::Number(bytes as u8));
    }
}

/// Gives a leaf the shadow of memory.
fn load_part<'s>(
    piece: &mut Piece<'s>,
    by: Value<'s>,
    pointer: Value<'s>,
    leaf: Local,
    at: Local,
    (offset, bytes): (u64, u32),
) {
    let location = piece.location(by);
    piece.description.at(Code::Load, leaf, at, Local::Number(bytes as u8), location);
    piece.check(Check::Memory { after: by, address: pointer, offset, bytes });
}

pub(super) fn store<'s>(piece: &mut Piece<'s>, store: Value<'s>) {
    let (value, pointer) = (store.operand(0), store.operand(1));
    let parts = piece.description.parts.of(value.ty());
    if parts.is_empty() {
        return fill_concrete(piece, store, pointer, value.ty());
    }
    object::tell(piece, pointer);
    object::bound(piece, store, pointer, value.ty());
    for (k, part) in parts.iter().enumerate() {
        let at = address(piece, pointer, part.offset);
        let source = stored(piece, value, k as u32, part.width);
        store_part(piece, store, pointer, source, at, (part.offset, part.bytes()));
    }
}

/// What is stored; a value that is never symbolic need not be handed over.
fn stored<'s>(piece: &mut Piece<'s>, value: Value<'s>, k: u32, width: u32) -> Local {
    match piece.description.follows(value) {
        true => piece.description.operand((value, k)),
        false => piece.description.constant(width, 0),
    }
}

fn store_part<'s>(
    piece: &mut Piece<'s>,
    by: Value<'s>,
    pointer: Value<'s>,
    source: Local,
    at: Local,
    (offset, bytes): (u64, u32),
) {
    let location = piece.location(by);
    piece.description.at(Code::Store, source, at, Local::Number(bytes as u8), location);
    piece.check(Check::Memory { after: by, address: pointer, offset, bytes });
}

/// What is read of memory is concrete from here on; counted if that was symbolic.
pub(super) fn lose_range<'s>(piece: &mut Piece<'s>, by: Value<'s>, pointer: Value<'s>, ty: Type<'s>, what: What) {
    if !ty.is_sized() {
        return;
    }
    let bytes = ty.store_size(piece.description.parts.session());
    let word = piece.location(by) | (what as u32) << 24;
    let d = &mut piece.description;
    let (at, length) = (d.operand((pointer, 0)), d.constant(64, bytes as u128));
    d.at(Code::LoseRange, at, length, NONE, word);
    check_range(piece, by, pointer, bytes);
}

/// A store of a type without parts: the memory becomes concrete.
fn fill_concrete<'s>(piece: &mut Piece<'s>, by: Value<'s>, pointer: Value<'s>, ty: Type<'s>) {
    let bytes = ty.store_size(piece.description.parts.session());
    let location = piece.location(by);
    let d = &mut piece.description;
    let at = d.operand((pointer, 0));
    let (zero, length) = (d.constant(8, 0), d.constant(64, bytes as u128));
    d.at(Code::Fill, at, zero, length, location);
    check_range(piece, by, pointer, bytes);
}

/// Asks about a range of known size: a few plain checks, or one call.
pub(super) fn check_range<'s>(piece: &mut Piece<'s>, after: Value<'s>, address: Value<'s>, bytes: u64) {
    if bytes > 64 {
        let length = Type::int(piece.description.parts.session(), 64).constant(bytes);
        return piece.check(Check::Range { after, address, length });
    }
    let mut offset = 0;
    for step in [8, 4, 2, 1] {
        while bytes - offset >= step {
            piece.check(Check::Memory { after, address, offset, bytes: step as u32 });
            offset += step;
        }
    }
}

/// `base + Σ index · size`, as operators on 64-bit numbers.
pub(super) fn gep<'s>(piece: &mut Piece<'s>, gep: Value<'s>) {
    let shape = piece.description.parts.of(gep.ty());
    if !piece.description.follows(gep) {
        return;
    }
    if shape.len() != 1 {
        return lose(piece, gep, &gep.operands(), What::Unsupported);
    }
    let session = piece.description.parts.session();
    let mut current = gep.element_type();
    let mut sum = piece.description.operand((gep.operand(0), 0));
    let mut fixed = 0u64;
    for k in 1..gep.n_operands() {
        let index = gep.operand(k);
        if k > 1 && current.is_struct() {
            let field = index.const_int().unwrap_or(0) as u32;
            fixed = fixed.wrapping_add(current.offset(session, field));
            current = current.element(field);
            continue;
        }
        if k > 1 {
            current = current.element(0);
        }
        let scale = current.alloc_size(session);
        match index.const_bits() {
            Some(bits) => fixed = fixed.wrapping_add(sign_extend(bits, index.ty().int_width()).wrapping_mul(scale)),
            None => sum = add_index(piece, sum, index, scale),
        }
    }
    if fixed != 0 {
        let offset = piece.description.constant(64, fixed as u128);
        sum = piece.description.binary(Op::Add, 64, sum, offset);
    }
    piece.description.bind((gep, 0), sum);
}

fn sign_extend(bits: u128, width: u32) -> u64 {
    if width >= 64 { bits as u64 } else { (((bits as u64) << (64 - width)) as i64 >> (64 - width)) as u64 }
}

fn add_index<'s>(piece: &mut Piece<'s>, sum: Local, index: Value<'s>, scale: u64) -> Local {
    let d = &mut piece.description;
    let width = index.ty().int_width();
    let mut local = d.operand((index, 0));
    if width < 64 {
        local = d.unary(Op::SExt, 64, local);
    } else if width > 64 {
        local = d.unary(Op::Trunc, 64, local);
    }
    if scale != 1 {
        let scale = d.constant(64, scale as u128);
        local = d.binary(Op::Mul, 64, local, scale);
    }
    d.binary(Op::Add, 64, sum, local)
}

/// `atomicrmw`: the old value is loaded, the new one stored.
pub(super) fn atomic_update<'s>(piece: &mut Piece<'s>, update: Value<'s>) {
    let (pointer, value) = (update.operand(0), update.operand(1));
    let parts = piece.description.parts.of(update.ty());
    let [part] = &parts[..] else { return fill_concrete(piece, update, pointer, value.ty()) };
    let range = (0, part.bytes());
    let at = piece.description.operand((pointer, 0));
    let old = piece.description.fresh_leaf((update, 0));
    load_part(piece, update, pointer, old, at, range);
    let with = piece.description.operand((value, 0));
    let kind = update.atomic_operation();
    let new = match combined(kind) {
        Some(None) => with,
        Some(Some(op)) => piece.description.binary(op, part.width, old, with),
        None => {
            lose_atomic(piece, update, &[old, with]);
            piece.description.constant(part.width, 0)
        }
    };
    store_part(piece, update, pointer, new, at, range);
}

fn lose_atomic(piece: &mut Piece, update: Value, locals: &[Local]) {
    let word = piece.location(update) | (What::Unsupported as u32) << 24;
    piece.description.at(Code::Lose, NONE, Local::Number(locals.len() as u8), NONE, word);
    piece.description.list(locals);
}

/// The operator of an atomic update; `Some(None)` for an exchange, `None` if there is none.
fn combined(kind: AtomicOperation) -> Option<Option<Op>> {
    use AtomicOperation::*;
    Some(match kind {
        LLVMAtomicRMWBinOpXchg => None,
        LLVMAtomicRMWBinOpAdd => Some(Op::Add),
        LLVMAtomicRMWBinOpSub => Some(Op::Sub),
        LLVMAtomicRMWBinOpAnd => Some(Op::And),
        LLVMAtomicRMWBinOpOr => Some(Op::Or),
        LLVMAtomicRMWBinOpXor => Some(Op::Xor),
        LLVMAtomicRMWBinOpMax => Some(Op::SMax),
        LLVMAtomicRMWBinOpMin => Some(Op::SMin),
        LLVMAtomicRMWBinOpUMax => Some(Op::UMax),
        LLVMAtomicRMWBinOpUMin => Some(Op::UMin),
        _ => return None,
    })
}

/// `cmpxchg` yields the old value and whether it was the expected one.
pub(super) fn compare_exchange<'s>(piece: &mut Piece<'s>, exchange: Value<'s>) {
    let [pointer, expected, new] = [0, 1, 2].map(|k| exchange.operand(k));
    let parts = piece.description.parts.of(exchange.ty());
    let [part, _] = &parts[..] else { return fill_concrete(piece, exchange, pointer, new.ty()) };
    let range = (0, part.bytes());
    let at = piece.description.operand((pointer, 0));
    let old = piece.description.fresh_leaf((exchange, 0));
    load_part(piece, exchange, pointer, old, at, range);
    let d = &mut piece.description;
    let (wanted, replacement) = (d.operand((expected, 0)), d.operand((new, 0)));
    let success = d.fresh_leaf((exchange, 1));
    d.known(Op::Eq, success, old, wanted, NONE);
    // Whether anything was written is part of what memory holds now.
    let held = d.pure(Op::Ite, part.width, replacement, old, success);
    store_part(piece, exchange, pointer, held, at, range);
}
