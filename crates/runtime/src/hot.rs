//! The frequent codes of a segment, each a function that calls the next one.
//!
//! A loop around a `match` over all codes keeps where it is in memory and shares registers between cases that have
//! nothing in common. Here the place in the code and the end of the locals are arguments, and each function ends
//! in a call of the same form, which the compiler makes a jump (if it did not, the stack would grow by a few
//! words for each code of one segment, no more). What is not frequent, or turns out to be complicated, goes to
//! `Replay::step` by way of [`other`]; so everything here has its full meaning there.

use crate::emit::{cover, quick_event, quick_record};
use crate::extent::Extent;
use crate::local::Local;
use crate::pure;
use crate::replay::Replay;
use crate::shadow;
use crate::state::state;
use symcrete_abi::segment::{Code, OPERATOR};
use symcrete_trace::{EventKind, Op};

/// Executes the code with this first word, and all that follow it. `at` is behind the word, `end` behind the last local.
type Handler = unsafe extern "C" fn(replay: &mut Replay, at: *const u32, end: *mut Local, word: u32);

static HANDLERS: [Handler; 256] = handlers();

const fn handlers() -> [Handler; 256] {
    let mut all = [other as Handler; 256];
    all[Code::End as usize] = finish;
    all[Code::Look as usize] = look;
    all[Code::Const32 as usize] = constant::<1>;
    all[Code::Const64 as usize] = constant::<2>;
    all[Code::Load1 as usize] = load::<1>;
    all[Code::Load2 as usize] = load::<2>;
    all[Code::Load4 as usize] = load::<4>;
    all[Code::Load8 as usize] = load::<8>;
    all[Code::Store1 as usize] = store::<1>;
    all[Code::Store2 as usize] = store::<2>;
    all[Code::Store4 as usize] = store::<4>;
    all[Code::Store8 as usize] = store::<8>;
    all[Code::Mark as usize] = mark;
    all[Code::Branch as usize] = branch;
    all[Code::Keep as usize] = keep;
    all[Code::Object as usize] = object;
    all[Code::Drop as usize] = drop_slots;
    all[Code::Moves as usize] = moves;
    operators(all)
}

macro_rules! each_operator {
    ($all:ident, $($op:ident)*) => { $($all[(OPERATOR | Op::$op as u8) as usize] = operator::<{ Op::$op as u8 }>;)* };
}

const fn operators(mut all: [Handler; 256]) -> [Handler; 256] {
    each_operator!(all, Add Sub Mul And Or Xor Shl LShr AShr Trunc ZExt SExt);
    each_operator!(all, Eq Ne Ugt Uge Ult Ule Sgt Sge Slt Sle);
    all
}

/// Executes the segment's code from `replay.at` on.
#[inline(always)]
pub(crate) fn run(replay: &mut Replay) {
    let (at, end) = (replay.at, replay.locals.end());
    // SAFETY: the code is well formed and ends with `End`.
    unsafe { next(replay, at, end) }
}

#[inline(always)]
unsafe fn next(replay: &mut Replay, at: *const u32, end: *mut Local) {
    // SAFETY: `at` stays inside the segment's code until `End`; the table has an entry for each byte.
    unsafe {
        let word = *at;
        (HANDLERS[word as u8 as usize])(replay, at.add(1), end, word)
    }
}

#[inline(always)]
fn xyz(word: u32) -> (u8, u8, u8) {
    ((word >> 8) as u8, (word >> 16) as u8, (word >> 24) as u8)
}

unsafe extern "C" fn finish(_: &mut Replay, _: *const u32, _: *mut Local, _: u32) {}

/// Only looking ahead asks what the place held.
unsafe extern "C" fn look(replay: &mut Replay, at: *const u32, end: *mut Local, _: u32) {
    // SAFETY: no word follows.
    unsafe { next(replay, at, end) }
}

/// Any code.
unsafe extern "C" fn other(replay: &mut Replay, at: *const u32, end: *mut Local, word: u32) {
    replay.at = at;
    replay.locals.set_end(end);
    replay.step(word);
    let (at, end) = (replay.at, replay.locals.end());
    // SAFETY: `step` consumed the words of its code.
    unsafe { next(replay, at, end) }
}

unsafe extern "C" fn constant<const WORDS: usize>(replay: &mut Replay, at: *const u32, end: *mut Local, word: u32) {
    // SAFETY: the value's words follow; a segment has at most MAX_LOCALS locals.
    unsafe {
        let high = if WORDS == 2 { (*at.add(1) as u64) << 32 } else { 0 };
        end.write(Local { low: *at as u64 | high, id: 0, width: xyz(word).0 });
        // A wide local needs its upper half.
        if xyz(word).0 > 64 {
            replay.locals.set_high(end.add(1), 0);
        }
        next(replay, at.add(WORDS), end.add(1))
    }
}

unsafe extern "C" fn operator<const OP: u8>(replay: &mut Replay, at: *const u32, end: *mut Local, word: u32) {
    let (width, a, b) = xyz(word);
    // SAFETY: OP is the number of an operator; a segment has at most MAX_LOCALS locals.
    unsafe {
        let op: Op = core::mem::transmute(OP);
        let first = *replay.locals.get(a);
        let second = if op.arity() > 1 { *replay.locals.get(b) } else { Local { low: 0, id: 0, width: 0 } };
        let value = pure::narrow_value(op, width, (first.low, second.low), first.width);
        let mut id = 0;
        if first.id | second.id != 0 {
            let made = expression(op, width, first, second, value);
            let Some(made) = made else { return other(replay, at, end, word) };
            id = made;
        }
        end.write(Local { low: value, id, width });
        next(replay, at, end.add(1))
    }
}

#[inline(always)]
fn expression(op: Op, width: u8, first: Local, second: Local, value: u64) -> Option<u32> {
    if op.arity() == 1 {
        return quick_record(op, width as u16, first.id, 0, 0, value);
    }
    quick_record(op, width as u16, first.known_operand()?, second.known_operand()?, 0, value)
}

unsafe extern "C" fn load<const N: usize>(replay: &mut Replay, at: *const u32, end: *mut Local, word: u32) {
    let (leaf, address, _) = xyz(word);
    let place = *replay.locals.get(address);
    let concrete = place.id == 0 && replay.hearing;
    let id = if concrete { shadow::load_whole::<N>(place.low, replay.locals.low(leaf)) } else { None };
    // SAFETY: one word, the location, follows.
    unsafe {
        let Some(id) = id else { return other(replay, at, end, word) };
        replay.locals.set_id(leaf, id);
        next(replay, at.add(1), end)
    }
}

unsafe extern "C" fn store<const N: usize>(replay: &mut Replay, at: *const u32, end: *mut Local, word: u32) {
    let (source, address, _) = xyz(word);
    let place = *replay.locals.get(address);
    let concrete = place.id == 0 && replay.hearing;
    let done = concrete && shadow::store_whole::<N>(place.low, replay.locals.id(source));
    // SAFETY: one word, the location, follows.
    unsafe { if done { next(replay, at.add(1), end) } else { other(replay, at, end, word) } }
}

unsafe extern "C" fn mark(replay: &mut Replay, at: *const u32, end: *mut Local, word: u32) {
    let condition = *replay.locals.get(xyz(word).0);
    let taken = (condition.low & 1) as u8;
    // SAFETY: one word, the outcome, follows; it belongs to this module. Own state.
    unsafe {
        let (local, flags) = (*at + taken as u32, (*state()).flags);
        let outcome = (*replay.module).base + local;
        let asks = flags.whole_path || flags.count || !replay.hearing;
        if asks || condition.id != 0 && !quick_event(EventKind::Branch, taken, outcome, condition.id, 0) {
            return other(replay, at, end, word);
        }
        *(*replay.module).unseen.add(local as usize) = 0;
        cover(outcome);
        if condition.id != 0 {
            (*state()).last_condition = condition.id;
        }
        next(replay, at.add(1), end)
    }
}

unsafe extern "C" fn branch(replay: &mut Replay, at: *const u32, end: *mut Local, word: u32) {
    let condition = *replay.locals.get(xyz(word).0);
    // SAFETY: one word, the location, follows; own state; the module descriptor is static data.
    unsafe {
        if condition.id != 0
            && condition.id != (*state()).last_condition
            && !quick_event(EventKind::Implicit, (condition.low & 1) as u8, (*replay.module).index, condition.id, *at)
        {
            return other(replay, at, end, word);
        }
        next(replay, at.add(1), end)
    }
}

unsafe extern "C" fn keep(replay: &mut Replay, at: *const u32, end: *mut Local, word: u32) {
    let id = replay.locals.id(xyz(word).0);
    // SAFETY: one word, the slot, follows.
    unsafe {
        replay.keep(*at as usize, id);
        next(replay, at.add(1), end)
    }
}

unsafe extern "C" fn object(replay: &mut Replay, at: *const u32, end: *mut Local, word: u32) {
    // SAFETY: one word, the size, follows.
    unsafe {
        replay.object = Extent { from: replay.locals.low(xyz(word).0), bytes: *at as u64 };
        next(replay, at.add(1), end)
    }
}

unsafe extern "C" fn drop_slots(replay: &mut Replay, mut at: *const u32, end: *mut Local, word: u32) {
    let n = xyz(word).0.div_ceil(2);
    // SAFETY: the slots' words follow.
    unsafe {
        let after = at.add(n as usize);
        while at < after {
            for slot in [*at & 0xffff, *at >> 16] {
                if slot != 0xffff && replay.slot(slot as usize) != 0 {
                    replay.keep(slot as usize, 0);
                }
            }
            at = at.add(1);
        }
        next(replay, at, end)
    }
}

/// A single move; several ones must not see each other's results.
unsafe extern "C" fn moves(replay: &mut Replay, at: *const u32, end: *mut Local, word: u32) {
    // SAFETY: the moves follow.
    unsafe {
        if xyz(word).0 != 1 {
            return other(replay, at, end, word);
        }
        let (slot, source) = ((*at & 0xffff) as usize, (*at >> 16) as usize);
        let id = replay.source(source);
        replay.keep(slot, id);
        next(replay, at.add(1), end)
    }
}
