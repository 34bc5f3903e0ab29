//! The frequent codes of a segment, each a function that calls the next one.
//!
//! A loop around a `match` over all codes keeps where it is in memory and shares registers between cases that have
//! nothing in common. Here the place in the code and the end of the locals are arguments, and each function ends
//! in a call of the same form, which the compiler makes a jump (if it did not, the stack would grow by a few
//! words for each code of one segment, no more). What is not frequent, or turns out to be complicated, goes to
//! `Replay::step` by way of [`other`]; so everything here has its full meaning there.

use crate::described;
use crate::emit::{known_constant, quick_cover, quick_event, quick_publish, quick_record, width_of};
use crate::extent::Extent;
use crate::local::Place;
use crate::replay::Replay;
use crate::shadow;
use crate::state::state;
use symcrete_abi::segment::{Code, OPERATOR};
use symcrete_trace::meaning;
use symcrete_trace::{EventKind, Mode, Op};

/// Executes the code with this first word, and all that follow it. `at` is behind the word, `end` behind the last local.
type Handler = unsafe extern "C" fn(replay: &mut Replay, at: *const u32, end: Place, word: u32) -> u64;

static HANDLERS: [Handler; 256] = handlers();

const fn handlers() -> [Handler; 256] {
    let mut all = [other as Handler; 256];
    all[Code::End as usize] = finish;
    all[Code::Look as usize] = look;
    all[Code::Const32 as usize] = constant::<{ behind(Code::Const32) }>;
    all[Code::Const64 as usize] = constant::<{ behind(Code::Const64) }>;
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
    all[Code::MovesIf as usize] = moves_if;
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

/// Executes the segment's code from `at` on, with the first locals made up to `end`, and concludes the replay. Only where expressions are followed.
#[inline(always)]
pub(crate) fn run(replay: &mut Replay, at: *const u32, end: Place) -> u64 {
    // SAFETY: the code is well formed and ends with `End`.
    unsafe { next(replay, at, end) }
}

#[inline(always)]
unsafe fn next(replay: &mut Replay, at: *const u32, end: Place) -> u64 {
    // SAFETY: `at` stays inside the segment's code until `End`; the table has an entry for each byte.
    unsafe {
        let word = *at;
        (HANDLERS[word as u8 as usize])(replay, at.add(1), end, word)
    }
}

/// How many words there are between a code of fixed length and the next one.
#[inline(always)]
const fn behind(code: Code) -> usize {
    code.size() - 1
}

#[inline(always)]
fn xyz(word: u32) -> (u8, u8, u8) {
    ((word >> 8) as u8, (word >> 16) as u8, (word >> 24) as u8)
}

unsafe extern "C" fn finish(replay: &mut Replay, _: *const u32, _: Place, _: u32) -> u64 {
    conclude(replay)
}

/// What `End` does.
#[inline(always)]
pub(crate) fn conclude(replay: &mut Replay) -> u64 {
    quick_publish();
    replay.conclude()
}

/// Only looking ahead asks what the place held.
unsafe extern "C" fn look(replay: &mut Replay, at: *const u32, end: Place, _: u32) -> u64 {
    // SAFETY: no word follows.
    unsafe { next(replay, at, end) }
}

/// Any code. Not inlined: whoever turns to it jumps, and needs no stack for its call.
#[inline(never)]
unsafe extern "C" fn other(replay: &mut Replay, at: *const u32, end: Place, word: u32) -> u64 {
    replay.at = at;
    replay.locals.set_end(end);
    replay.step(word);
    let (at, end) = (replay.at, replay.locals.end());
    // SAFETY: `step` consumed the words of its code.
    unsafe { next(replay, at, end) }
}

unsafe extern "C" fn constant<const WORDS: usize>(replay: &mut Replay, at: *const u32, end: Place, word: u32) -> u64 {
    // SAFETY: the value's words follow; a segment has at most MAX_LOCALS locals.
    unsafe {
        let high = if WORDS == 2 { (*at.add(1) as u64) << 32 } else { 0 };
        let end = end.make(*at as u64 | high, 0, word);
        // A wide local needs its upper half.
        if xyz(word).0 > 64 {
            replay.locals.set_high(end, 0);
        }
        next(replay, at.add(WORDS), end)
    }
}

unsafe extern "C" fn operator<const OP: u8>(replay: &mut Replay, at: *const u32, end: Place, word: u32) -> u64 {
    let (_, a, b) = xyz(word);
    let op = const { described::operator(OP) };
    // SAFETY: a segment has at most MAX_LOCALS locals.
    unsafe {
        let (first, second) = (replay.locals.id(a), if op.arity() > 1 { replay.locals.id(b) } else { 0 });
        if first == 0 || op.arity() > 1 && second == 0 {
            return half::<OP>(replay, at, end, word);
        }
        let value = value_of(op, replay, word);
        match quick_record(op, word, first, second, value) {
            Some(id) => next(replay, at, end.make(value, id, word)),
            None => other(replay, at, end, word),
        }
    }
}

/// The same where an operand is concrete. Apart, for what it needs of registers.
#[inline(never)]
unsafe extern "C" fn half<const OP: u8>(replay: &mut Replay, at: *const u32, end: Place, word: u32) -> u64 {
    let (_, a, b) = xyz(word);
    let op = const { described::operator(OP) };
    // SAFETY: as for `operator`.
    unsafe {
        let (mut first, mut second) = (replay.locals.id(a), if op.arity() > 1 { replay.locals.id(b) } else { 0 });
        let value = value_of(op, replay, word);
        if first | second == 0 {
            return next(replay, at, end.make(value, 0, word));
        }
        let concrete = if first == 0 { a } else { b };
        let constant = known_constant(replay.locals.width(concrete) as u16, replay.locals.low(concrete));
        let Some(constant) = constant else { return other(replay, at, end, word) };
        *(if first == 0 { &mut first } else { &mut second }) = constant;
        match quick_record(op, word, first, second, value) {
            Some(id) => next(replay, at, end.make(value, id, word)),
            None => other(replay, at, end, word),
        }
    }
}

/// The value that an operator's code word makes.
#[inline(always)]
fn value_of(op: Op, replay: &Replay, word: u32) -> u64 {
    let (width, a, b) = xyz(word);
    let second = if op.arity() > 1 { replay.locals.low(b) } else { 0 };
    meaning::narrow_value(op, width, (replay.locals.low(a), second), replay.locals.width(a))
}

unsafe extern "C" fn load<const N: usize>(replay: &mut Replay, at: *const u32, end: Place, word: u32) -> u64 {
    let (leaf, address, _) = xyz(word);
    let place = replay.locals.get(address);
    let id = if place.id == 0 { shadow::load_whole::<N>(place.low, replay.locals.low(leaf)) } else { None };
    // SAFETY: one word, the location, follows.
    unsafe {
        let Some(id) = id else { return other(replay, at, end, word) };
        replay.locals.set_id(leaf, id);
        next(replay, at.add(const { behind(Code::Load) }), end)
    }
}

unsafe extern "C" fn store<const N: usize>(replay: &mut Replay, at: *const u32, end: Place, word: u32) -> u64 {
    let (source, address, _) = xyz(word);
    let place = replay.locals.get(address);
    let id = replay.locals.id(source);
    // SAFETY: own state.
    let direct = unsafe { (*state()).mode } == Mode::Direct;
    let fits = place.id == 0 && (id == 0 || width_of(id) == 8 * N as u16);
    let done = fits && shadow::store_whole::<N>(place.low, id, direct);
    // SAFETY: one word, the location, follows.
    unsafe {
        if done { next(replay, at.add(const { behind(Code::Store) }), end) } else { other(replay, at, end, word) }
    }
}

unsafe extern "C" fn mark(replay: &mut Replay, at: *const u32, end: Place, word: u32) -> u64 {
    let condition = xyz(word).0;
    let (id, taken) = (replay.locals.id(condition), replay.locals.low(condition) as u8 & 1);
    // SAFETY: one word, the outcome, follows; it belongs to this module. Own state; there is a region.
    unsafe {
        let (module, local) = (replay.module, *at + taken as u32);
        let (outcome, logs) = ((*module).base + local, (*state()).logs);
        if id == 0 && logs || id != 0 && !quick_event(EventKind::Branch, taken, outcome, id, 0) {
            return other(replay, at, end, word);
        }
        // Whoever logs wants to be told each time.
        *(*module).unseen.add(local as usize) = logs as u8;
        quick_cover(outcome);
        if id != 0 {
            (*state()).last_condition = id;
        }
        next(replay, at.add(const { behind(Code::Mark) }), end)
    }
}

unsafe extern "C" fn branch(replay: &mut Replay, at: *const u32, end: Place, word: u32) -> u64 {
    let condition = replay.locals.get(xyz(word).0);
    // SAFETY: one word, the location, follows; own state; the module descriptor is static data.
    unsafe {
        if condition.id != 0
            && condition.id != (*state()).last_condition
            && !quick_event(EventKind::Implicit, (condition.low & 1) as u8, (*replay.module).index, condition.id, *at)
        {
            return other(replay, at, end, word);
        }
        next(replay, at.add(const { behind(Code::Branch) }), end)
    }
}

unsafe extern "C" fn keep(replay: &mut Replay, at: *const u32, end: Place, word: u32) -> u64 {
    let id = replay.locals.id(xyz(word).0);
    // SAFETY: one word, the slot, follows.
    unsafe {
        if replay.quick_keep(*at, id) {
            next(replay, at.add(const { behind(Code::Keep) }), end)
        } else {
            other(replay, at, end, word)
        }
    }
}

unsafe extern "C" fn object(replay: &mut Replay, at: *const u32, end: Place, word: u32) -> u64 {
    // SAFETY: one word, the size, follows.
    unsafe {
        replay.object = Extent { from: replay.locals.low(xyz(word).0), bytes: *at as u64 };
        next(replay, at.add(const { behind(Code::Object) }), end)
    }
}

unsafe extern "C" fn drop_slots(replay: &mut Replay, at: *const u32, end: Place, word: u32) -> u64 {
    let n = xyz(word).0.div_ceil(2);
    // SAFETY: the slots' words follow. Slots that are dropped already are dropped again without harm.
    unsafe {
        let after = at.add(n as usize);
        let mut here = at;
        while here < after {
            let (one, second) = (*here & 0xffff, *here >> 16);
            if !replay.quick_keep(one, 0) || second != 0xffff && !replay.quick_keep(second, 0) {
                return other(replay, at, end, word);
            }
            here = here.add(1);
        }
        next(replay, after, end)
    }
}

/// Moves, mostly such as may follow each other.
unsafe extern "C" fn moves(replay: &mut Replay, at: *const u32, end: Place, word: u32) -> u64 {
    let (n, is_sequence, _) = xyz(word);
    // SAFETY: the moves follow.
    unsafe {
        if is_sequence == 0 {
            return other(replay, at, end, word);
        }
        let after = at.add(n as usize);
        let mut here = at;
        while here < after {
            let (slot, id) = (*here & 0xffff, replay.source((*here >> 16) as usize));
            if replay.slot(slot as usize) != id && !replay.quick_keep(slot, id) {
                let left = after.offset_from(here) as u32;
                return other(replay, here, end, word & !0xff00 | left << 8);
            }
            here = here.add(1);
        }
        next(replay, after, end)
    }
}

unsafe extern "C" fn moves_if(replay: &mut Replay, at: *const u32, end: Place, word: u32) -> u64 {
    let (n, condition, how) = xyz(word);
    // SAFETY: the moves follow.
    unsafe {
        if (replay.locals.low(condition) as u8 ^ how) & 1 == 0 {
            return moves(replay, at, end, Code::Moves.word(n, how >> 1, 0));
        }
        next(replay, at.add(n as usize), end)
    }
}
