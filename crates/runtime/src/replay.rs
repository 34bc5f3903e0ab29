//! Replays one segment on shadows: what instrumented code calls when something symbolic took part.
//!
//! The usual way in is `quick`, the one for everything else [`carefully`].
//! The encoding is `symcrete_abi::segment`; the description is our own read-only data and is
//! trusted. Frequent codes are executed by `hot`, the others here, where `step` only routes: each
//! family of codes has its function. Never changes what the target computes: it reads the frame's values and writes the frame's slots, shadow memory and the trace.

use crate::bound;
use crate::call;
use crate::compared;
use crate::concrete;
use crate::described;
use crate::emit::{self, cover, event, lose, record_wide};
use crate::extent::Extent;
use crate::fault;
use crate::hot;
use crate::local::Locals;
use crate::lookup;
use crate::shadow;
use crate::state::{FIXED, state};
use crate::tls;
use crate::update;
use core::mem::MaybeUninit;
use symcrete_abi::segment::{Code, Decoded, Kind, WIDE};
use symcrete_abi::{Module, frame};
use symcrete_trace::meaning::{self, Operands};
use symcrete_trace::range::base;
use symcrete_trace::{EventKind, Mode, Op, What, word};

/// One replay in progress.
#[repr(C)]
pub(crate) struct Replay {
    pub(crate) slots: *mut u32,
    pub(crate) module: *const Module,
    pub(crate) segment: *const u32,
    /// The next code word.
    pub(crate) at: *const u32,
    /// `PENDING`, if the frame's next segment must be replayed although nothing in the frame is symbolic.
    pub(crate) pending: u64,
    /// The object that accesses at symbolic addresses lie in, if they lie in it; no bytes when unknown.
    pub(crate) object: Extent,
    /// Expressions are not followed: on foreign threads, where shadows are only cleared.
    pub(crate) deaf: bool,
    pub(crate) locals: Locals,
}

/// The descriptor of the module that a function's description belongs to.
///
/// # Safety
/// `header` is such a description.
#[inline(always)]
pub(crate) unsafe fn module_of(header: *const u32) -> *const Module {
    // SAFETY: its first word is the distance to the module's first word, which is the distance to the descriptor.
    unsafe {
        let first = header.sub(*header as usize);
        (first as *const u8).offset(*(first as *const i32) as isize) as *const Module
    }
}

/// Any replay, also one that must be refused, or in which something is unusual.
///
/// # Safety
/// As for `symcrete_replay_segment`.
#[inline(never)]
pub(crate) unsafe fn carefully(frame: *mut u8, segment: *const u32, symbolic: u64, dirty: u64) -> u64 {
    // SAFETY: forwarded from the caller.
    unsafe {
        let module = module_of(segment.sub(*segment as usize));
        if fault::begins() {
            fault::tell(&mut prepared(frame, segment, module, dirty));
        }
        if symbolic == 0 && !compared::is_watched(segment, module) {
            if *segment.add(2) != 0 {
                mark_only(frame as *const u64, segment, module);
            }
            return dirty;
        }
        if (*state()).mode == Mode::Off {
            return 0;
        }
        let here = &raw const module as usize;
        let before = (*state()).busy;
        if before != 0 && here < before && before - here < 1 << 20 {
            emit::lose((*module).index, u32::MAX, What::Signal);
            return dirty;
        }
        (*state()).busy = here;
        let always = if (*state()).mode == Mode::Table { frame::ALWAYS } else { 0 };
        always | replay(frame, segment, module, dirty)
    }
}

unsafe fn replay(frame: *mut u8, segment: *const u32, module: *const Module, dirty: u64) -> u64 {
    // SAFETY: as for the entry point.
    unsafe {
        let mut replay = prepared(frame, segment, module, dirty);
        if compared::is_watched(segment, module) {
            compared::run(&mut replay);
        } else if !replay.deaf {
            let (at, end) = (replay.at, replay.locals.end());
            return hot::run(&mut replay, at, end);
        } else {
            replay.steps();
        }
        emit::publish();
        replay.conclude()
    }
}

/// A replay that has read its leaves and is about to execute the first code.
unsafe fn prepared(frame: *mut u8, segment: *const u32, module: *const Module, dirty: u64) -> Replay {
    // SAFETY: as for the entry point; `live`, `from` and the slots follow the values in the frame.
    unsafe {
        let live = frame.add((*segment.add(1) >> 16) as usize * 8) as *mut u32;
        let deaf = (*tls::block()).main == 0 || (*state()).region.is_null();
        let (slots, pending) = (live.add(frame::BEFORE_SLOTS), dirty & frame::PENDING);
        let (at, object, locals) = (segment.add(3), Extent { from: 0, bytes: 0 }, Locals::new());
        let mut replay = Replay { slots, module, segment, at, pending, object, deaf, locals };
        if dirty == 0 {
            core::ptr::write_bytes(live, 0, frame::BEFORE_SLOTS + replay.n_slots());
        }
        replay.leaves(frame as *const u64);
        replay
    }
}

/// Nothing symbolic here: the segment only ends in a branch that was not seen before, or that
/// is to be logged. Its condition is the first leaf.
unsafe fn mark_only(values: *const u64, segment: *const u32, module: *const Module) {
    // SAFETY: word 2 of a segment points at its mark, whose leaf is value 0.
    unsafe {
        let mark = segment.add(*segment.add(2) as usize);
        let (code, first) = (*mark as u8, *mark.add(1));
        let taken = if code == Code::Mark as u8 { (*values & 1) as u8 } else { 0 };
        match code == Code::Soft as u8 {
            true => soft(module, *values as u8, first, (0, 0)),
            false => visit(module, code, taken, first + taken as u32, 0),
        }
        emit::publish();
    }
}

/// A merged site with its condition and guard, which are symbolic where they have an id. Where the guard is concrete and does not hold,
/// no run with these decisions comes there.
unsafe fn soft(module: *const Module, way: u8, first: u32, (condition, guard): (u32, u32)) {
    let (comes, outcome) = (way & 2 != 0, first + (way & 1) as u32);
    let (kind, taken) =
        if (condition | guard) == 0 { (EventKind::Branch, way & 1) } else { (EventKind::Soft, way & 3) };
    // SAFETY: outcomes of a description lie inside its module's table.
    unsafe {
        if comes {
            count(module, outcome);
        }
        if comes || guard != 0 {
            decided(kind, taken, (*module).base + outcome, (condition, guard));
        }
    }
}

/// An outcome was seen.
unsafe fn count(module: *const Module, outcome: u32) {
    // SAFETY: outcomes of a description lie inside its module's table; own state.
    unsafe {
        let (unseen, outcome) = ((*module).unseen.add(outcome as usize), (*module).base + outcome);
        if (*state()).region.is_null() || !(*state()).logs {
            *unseen = 0;
        }
        let times = cover(outcome);
        if times != 0 && (*state()).volley.is_on() && tls::is_main() {
            (*state()).volley.takes(outcome, times, unseen);
        }
    }
}

/// Counts an outcome and, where wanted, makes it an event.
unsafe fn visit(module: *const Module, code: u8, taken: u8, outcome: u32, id: u32) {
    let kind = if code == Code::Mark as u8 { EventKind::Branch } else { EventKind::Switch };
    // SAFETY: outcomes of a description lie inside its module's table.
    unsafe {
        count(module, outcome);
        decided(kind, taken, (*module).base + outcome, (id, 0));
    }
}

/// A decision, symbolic or concrete, as an event where wanted.
unsafe fn decided(kind: EventKind, taken: u8, outcome: u32, (id, guard): (u32, u32)) {
    // SAFETY: own state.
    unsafe {
        if (*state()).region.is_null() || (*tls::block()).main == 0 {
            return;
        }
        if (id | guard) != 0 {
            event(kind, taken, outcome, id, guard);
            // A branch on the same condition splits the path once more, unless this one did.
            if kind != EventKind::Soft {
                (*state()).last_condition = id;
            }
        } else if (*state()).tells {
            concrete::tell(kind, taken, outcome);
        }
    }
}

impl Replay {
    /// The next word.
    #[inline(always)]
    pub(crate) fn word(&mut self) -> u32 {
        // SAFETY: `at` stays inside the segment's code, as its encoding promises.
        unsafe {
            let word = *self.at;
            self.at = self.at.add(1);
            word
        }
    }

    /// Goes behind so many words.
    pub(crate) fn skip(&mut self, n: usize) {
        // SAFETY: as in `word`.
        self.at = unsafe { self.at.add(n) };
    }

    /// The first code word.
    pub(crate) fn start(&self) -> *const u32 {
        // SAFETY: three words and the leaves stand before the code.
        unsafe { self.segment.add(3 + self.n_leaves()) }
    }

    fn n_leaves(&self) -> usize {
        // SAFETY: the second word of a segment says it.
        unsafe { (*self.segment.add(1) & 0xff) as usize }
    }

    /// A word of the header of the function's description.
    #[inline(always)]
    fn header(&self, word: usize) -> u32 {
        // SAFETY: the first word of a segment says how far back the header is.
        unsafe { *self.segment.sub(*self.segment as usize).add(word) }
    }

    /// The function's number within its module.
    pub(crate) fn number(&self) -> u32 {
        self.header(frame::header::NUMBER)
    }

    /// The function's number of slots.
    #[inline(always)]
    fn n_slots(&self) -> usize {
        self.header(frame::header::SLOTS) as usize
    }

    /// Which groups of slots hold something.
    #[inline(always)]
    fn live(&self) -> *mut u32 {
        self.slots.wrapping_sub(frame::BEFORE_SLOTS)
    }

    /// Reads the leaves: concrete values from the frame, shadows from slots.
    unsafe fn leaves(&mut self, mut values: *const u64) {
        for _ in 0..self.n_leaves() {
            let shape = self.word();
            // SAFETY: the frame holds the values of all leaves, and of a wide one two.
            unsafe {
                let low = *values;
                let slot = (shape & 0xffff) as usize;
                let id = if slot == 0 || self.deaf { 0 } else { self.checked(slot - 1, low) };
                let is_wide = shape & WIDE != 0;
                let high = if is_wide { *values.add(1) } else { 0 };
                self.locals.push((shape >> 16) as u8, (low, high), id);
                values = values.add(1 + is_wide as usize);
            }
        }
    }

    /// Executes the code from `at` on, one word after the other.
    pub(crate) fn steps(&mut self) {
        loop {
            match self.word() {
                word if word as u8 == Code::End as u8 => return,
                word => self.step(word),
            }
        }
    }

    /// The end of a replay: returns the frame's new dirty word.
    #[inline(always)]
    pub(crate) fn conclude(&self) -> u64 {
        // SAFETY: own state; the frame has `live`.
        unsafe {
            (*state()).busy = 0;
            self.pending | *self.live() as u64
        }
    }

    /// A slot's shadow, dropped when the value is not the one the expression had.
    #[inline(always)]
    fn checked(&mut self, slot: usize, low: u64) -> u32 {
        let id = self.slot(slot);
        if id != 0 && emit::value_of(id).0 != low { self.stale(slot) } else { id }
    }

    #[cold]
    fn stale(&mut self, slot: usize) -> u32 {
        self.lose(u32::MAX, What::Stale);
        emit::set_header(word::STALE, emit::header(word::STALE) + 1);
        self.keep(slot, 0);
        0
    }

    #[inline(always)]
    pub(crate) fn slot(&self, slot: usize) -> u32 {
        debug_assert!(slot < self.n_slots());
        // SAFETY: descriptions name only slots of their function.
        unsafe { *self.slots.add(slot) }
    }

    /// Sets a slot and keeps the groups that hold something.
    #[inline(always)]
    pub(crate) fn keep(&mut self, slot: usize, id: u32) {
        debug_assert!(slot < self.n_slots());
        // SAFETY: descriptions name only slots of their function; the frame has `live`.
        unsafe {
            let at = self.slots.add(slot);
            let live = self.live();
            let old = core::mem::replace(&mut *at, id);
            if id != 0 {
                *live |= frame::group(slot as u32);
            } else if old != 0 && self.is_group_empty(slot) {
                *live &= !frame::group(slot as u32);
            }
        }
    }

    /// Sets a slot where that needs no look at others; false, and nothing done, where it does.
    #[inline(always)]
    pub(crate) fn quick_keep(&mut self, slot: u32, id: u32) -> bool {
        debug_assert!((slot as usize) < self.n_slots());
        // SAFETY: as in `keep`.
        unsafe {
            let at = self.slots.add(slot as usize);
            let live = self.live();
            if id != 0 {
                *at = id;
                *live |= frame::group(slot);
            } else if *at != 0 {
                if self.n_slots() > frame::GROUPS as usize {
                    return false;
                }
                *at = 0;
                // Each slot is a group of its own.
                *live &= !1u32.rotate_left(slot);
            }
        }
        true
    }

    /// Is the slot, which was just cleared, the last one of its group?
    fn is_group_empty(&self, slot: usize) -> bool {
        let (n_slots, mut at) = (self.n_slots(), frame::first_of_group(slot as u32) as usize);
        while at < n_slots {
            if self.slot(at) != 0 {
                return false;
            }
            at += frame::GROUPS as usize;
        }
        true
    }

    pub(crate) fn lose(&self, loc: u32, what: What) {
        // SAFETY: the module descriptor is static data.
        lose(unsafe { (*self.module).index }, loc, what);
    }

    /// The path relies on this value: an event, unless it does already, and a loss of the given kind.
    pub(crate) fn fix(&mut self, local: u8, loc: u32, what: What) {
        if self.locals.id(local) != 0 {
            let id = base(&emit::Written, self.locals.id(local));
            let kind = if what == What::Target { EventKind::Target } else { EventKind::Fixed };
            // SAFETY: as in `lose`; own state, main thread only.
            let (module, known) = unsafe { ((*self.module).index, &mut (*state()).fixed[id as usize % FIXED]) };
            if core::mem::replace(known, id) != id || kind == EventKind::Target {
                event(kind, 1, module, id, loc);
            }
            self.lose(loc, what);
        }
    }

    /// Executes the code that begins with this word; `at` is behind it. Not inlined: it is large and has two callers.
    #[inline(never)]
    pub(crate) fn step(&mut self, word: u32) {
        let Decoded { kind, x, y, z } = described::code(word);
        let code = match kind {
            Kind::Operator(number) => return self.operator(number, x, y, z),
            Kind::Code(code) => code,
        };
        match code {
            Code::Pure => self.pure(x, y, z),
            Code::Load | Code::Load1 | Code::Load2 | Code::Load4 | Code::Load8 => self.load(x, y, z),
            Code::Store | Code::Store1 | Code::Store2 | Code::Store4 | Code::Store8 => self.store(x, y, z),
            Code::Const32 => self.constant(x, 1),
            Code::Const64 => self.constant(x, 2),
            Code::Const128 => self.constant(x, 4),
            Code::Known => self.known(x, y, z),
            Code::Mark | Code::Case => self.mark(code as u8, x),
            Code::Soft => self.soft(x, y, z),
            Code::Branch => self.branch(x),
            Code::Fix => self.fix_code(x),
            Code::Lose => self.lose_code(y),
            Code::LoseRange => self.lose_range(x, Some(y)),
            Code::LoseText => self.lose_range(x, None),
            Code::Keep => self.keep_code(x),
            Code::Drop => self.drop_slots(x),
            Code::Moves => self.moves(x),
            Code::MovesIf => self.moves_if(y, z, x),
            Code::From => self.from(),
            Code::Phis => self.phis(x, u16::from_le_bytes([y, z])),
            Code::Copy => self.copy(x, y, z),
            Code::Fill => self.fill(x, y, z),
            Code::Enter => call::enter(self, x, y, z),
            Code::EnterByValue => call::enter_by_value(self, x, z),
            Code::Call | Code::CallLocal => call::call(self, code, x, y, z),
            Code::CallByValue => call::by_value(self, x),
            Code::Return | Code::ReturnLocal => call::returned(self, code, x, y),
            Code::Leave => call::leave(self, x, y),
            Code::VaStart => call::va_start(self, x),
            Code::Object => {
                let bytes = self.word() as u64;
                self.object = Extent { from: self.locals.low(x), bytes };
            }
            Code::Bound => bound::check(self, x, y, z),
            Code::Look | Code::End => {}
        }
    }

    fn constant(&mut self, width: u8, words: u32) {
        let mut value = 0u128;
        for k in 0..words {
            value |= (self.word() as u128) << (32 * k);
        }
        self.locals.push(width, (value as u64, (value >> 64) as u64), 0);
    }

    /// An operator that `hot` does not know by itself; everything has at most 64 bits.
    fn operator(&mut self, number: u8, width: u8, a: u8, b: u8) {
        let op = described::operator(number);
        let b = if op.arity() > 1 { b } else { a };
        let (first, second) = (self.locals.get(a), self.locals.get(b));
        let value = meaning::narrow_value(op, width, (first.low, second.low), first.width);
        let id = match first.id | second.id {
            0 => 0,
            _ if op.arity() == 1 => emit::record(op, width as u16, first.id, 0, 0, value),
            _ => emit::record(op, width as u16, first.narrow_operand(), second.narrow_operand(), 0, value),
        };
        self.locals.push(width, (value, 0), id);
    }

    #[inline(never)]
    fn pure(&mut self, width: u8, a: u8, b: u8) {
        let extra = self.word();
        let op = described::operator(extra as u8);
        let c = (extra >> 8) as u8;
        let value = self.value_of(op, width, (a, b, c));
        let id = self.expression(op, width, (a, b, c), value);
        self.locals.push(width, value, id);
    }

    /// What an operator on locals gives.
    pub(crate) fn value_of(&self, op: Op, width: u8, (a, b, c): (u8, u8, u8)) -> (u64, u64) {
        let (arity, l) = (op.arity(), &self.locals);
        let second = if op == Op::Extract {
            (b as u64, 0)
        } else if arity > 1 {
            l.value(b)
        } else {
            (0, 0)
        };
        let third = if arity > 2 { l.value(c) } else { (0, 0) };
        let first_width = if op == Op::Concat { width - l.width(b) } else { l.width(a) };
        let operands = Operands { a: l.value(a), b: second, c: third, width: first_width };
        if op == Op::Concat {
            meaning::concat(operands.a, operands.b, l.width(b))
        } else {
            meaning::apply(op, width, operands)
        }
    }

    /// The record of an operator on locals, or 0 when all of them are concrete.
    fn expression(&mut self, op: Op, width: u8, (a, b, c): (u8, u8, u8), value: (u64, u64)) -> u32 {
        let l = &self.locals;
        let arity = op.arity();
        let any = l.id(a) | if arity > 1 { l.id(b) } else { 0 } | if arity > 2 { l.id(c) } else { 0 };
        if any == 0 {
            return 0;
        }
        let first = l.operand(a);
        let second = if op == Op::Extract {
            b as u32
        } else if arity > 1 {
            l.operand(b)
        } else {
            0
        };
        let third = if arity > 2 { l.operand(c) } else { 0 };
        record_wide(op, width as u16, first, second, third, value)
    }

    fn known(&mut self, leaf: u8, a: u8, b: u8) {
        let extra = self.word();
        let op = described::operator(extra as u8);
        let (width, value) = (self.locals.width(leaf), self.locals.value(leaf));
        let id = self.expression(op, width, (a, b, (extra >> 8) as u8), value);
        self.locals.set_id(leaf, id);
    }

    fn load(&mut self, leaf: u8, address: u8, bytes: u8) {
        let loc = self.word();
        if self.locals.id(address) != 0 {
            if self.look_up(leaf, address, bytes, loc) {
                return;
            }
            self.leave_object(address, bytes as u64, loc);
        }
        self.fix(address, loc, What::ReadAddress);
        let at = self.locals.low(address);
        if self.deaf {
            if shadow::any(at, bytes as u64) {
                self.lose(loc, What::Thread);
            }
            return;
        }
        // SAFETY: the module descriptor is static data.
        let place = (unsafe { (*self.module).index }, loc);
        let (width, value) = (self.locals.width(leaf) as u16, self.locals.value(leaf));
        let id = shadow::load(at, bytes as u32, width, value, place);
        self.locals.set_id(leaf, id);
    }

    /// That an access lies outside the object that the code indexes is a condition of its own: one question leads back inside,
    /// where other addresses outside would have to be tried one after the other.
    #[cold]
    pub(crate) fn leave_object(&mut self, address: u8, bytes: u64, loc: u32) {
        let (object, at, id) = (self.object, self.locals.low(address), self.locals.id(address));
        if self.deaf || id == 0 || object.bytes < bytes || object.holds(at, bytes) {
            return;
        }
        let (start, end) = (emit::constant(64, (object.from, 0)), object.bytes - bytes + 1);
        let offset = emit::record(Op::Sub, 64, id, start, 0, at.wrapping_sub(object.from));
        let is_inside = emit::record(Op::Ult, 1, offset, emit::constant(64, (end, 0)), 0, 0);
        if start != 0 && offset != 0 && is_inside != 0 {
            // SAFETY: the module descriptor is static data.
            event(EventKind::Fixed, 1, unsafe { (*self.module).index }, is_inside, loc);
        }
    }

    /// A load at a symbolic address whose value is an expression over the object that was read.
    #[cold]
    fn look_up(&mut self, leaf: u8, address: u8, bytes: u8, loc: u32) -> bool {
        if self.deaf {
            return false;
        }
        let (width, value) = (self.locals.width(leaf) as u16, self.locals.value(leaf));
        // For whoever looks ahead; the load sets it for good.
        self.locals.set_id(leaf, crate::ahead::SYMBOLIC);
        let whole = lookup::read(self, address, bytes, value, loc);
        if whole != 0 {
            self.locals.set_id(leaf, shadow::resize(whole, width, value));
        }
        whole != 0
    }

    fn store(&mut self, source: u8, address: u8, bytes: u8) {
        let loc = self.word();
        if self.locals.id(address) != 0 && !self.deaf {
            if update::write(self, source, address, bytes, loc) {
                return;
            }
            self.leave_object(address, bytes as u64, loc);
        }
        self.fix(address, loc, What::WriteAddress);
        let mut id = self.locals.id(source);
        if id != 0 {
            id = shadow::resize(id, 8 * bytes as u16, self.locals.value(source));
        }
        shadow::store(self.locals.low(address), bytes as u32, id);
    }

    fn mark(&mut self, code: u8, condition: u8) {
        let first = self.word();
        let taken = if code == Code::Mark as u8 { (self.locals.low(condition) & 1) as u8 } else { 0 };
        // SAFETY: the outcome belongs to this module.
        unsafe { visit(self.module, code, taken, first + taken as u32, self.locals.id(condition)) };
    }

    fn soft(&mut self, way: u8, condition: u8, guard: u8) {
        let (first, way) = (self.word(), self.locals.low(way) as u8);
        let guard = if guard == 255 { 0 } else { self.locals.id(guard) };
        // SAFETY: the outcomes belong to this module.
        unsafe { soft(self.module, way, first, (self.locals.id(condition), guard)) };
    }

    fn branch(&mut self, condition: u8) {
        let loc = self.word();
        let id = self.locals.id(condition);
        // SAFETY: own state; the module descriptor is static data.
        let (last, module) = unsafe { ((*state()).last_condition, (*self.module).index) };
        if id != 0 && id != last {
            event(EventKind::Implicit, (self.locals.low(condition) & 1) as u8, module, id, loc);
        }
    }

    fn fix_code(&mut self, local: u8) {
        let extra = self.word();
        let what = What::from_u8((extra >> 24) as u8).unwrap_or(What::Unsupported);
        self.fix(local, extra & 0xff_ffff, what);
    }

    fn lose_code(&mut self, n: u8) {
        let extra = self.word();
        let what = What::from_u8((extra >> 24) as u8).unwrap_or(What::Unsupported);
        let mut any = 0;
        self.parts(n, |replay, _, local| any |= replay.locals.id(local));
        if any != 0 {
            self.lose(extra & 0xff_ffff, what);
        }
    }

    /// A range or, without a length, a string.
    fn lose_range(&mut self, address: u8, length: Option<u8>) {
        let extra = self.word();
        let at = self.locals.low(address);
        let bytes = match length {
            Some(local) => self.locals.low(local),
            None if at == 0 => 0,
            None => shadow::text_length(at),
        };
        if shadow::any(at, bytes) {
            let what = What::from_u8((extra >> 24) as u8).unwrap_or(What::TooWide);
            self.lose(extra & 0xff_ffff, what);
        }
    }

    /// Calls back with each of n locals, which stand four to a word.
    pub(crate) fn parts(&mut self, n: u8, mut each: impl FnMut(&mut Replay, usize, u8)) {
        let mut word = 0;
        for k in 0..n as usize {
            if k % 4 == 0 {
                word = self.word();
            }
            each(self, k, (word >> (8 * (k % 4))) as u8);
        }
    }

    #[inline(always)]
    fn keep_code(&mut self, local: u8) {
        let slot = self.word() as usize;
        let id = self.locals.id(local);
        self.keep(slot, id);
    }

    fn drop_slots(&mut self, n: u8) {
        for _ in 0..n.div_ceil(2) {
            let pair = self.word();
            for slot in [pair & 0xffff, pair >> 16] {
                if slot != 0xffff {
                    self.keep(slot as usize, 0);
                }
            }
        }
    }

    /// The shadow that a move takes.
    #[inline(always)]
    pub(crate) fn source(&self, source: usize) -> u32 {
        match source {
            0 => 0,
            _ if source & 0x8000 != 0 => self.locals.id(source as u8),
            _ => self.slot(source - 1),
        }
    }

    fn moves(&mut self, n: u8) {
        // SAFETY: n words follow.
        unsafe {
            self.moves_at(self.at, n as usize);
            self.at = self.at.add(n as usize);
        }
    }

    /// Parallel moves: all sources are read before any target is written.
    ///
    /// # Safety
    /// n words at `at` are moves of this segment.
    #[inline(never)]
    pub(crate) unsafe fn moves_at(&mut self, at: *const u32, n: usize) {
        let mut ids = [const { MaybeUninit::<u32>::uninit() }; 256];
        // SAFETY: forwarded; descriptions name only slots of their function, and a code's n is a byte.
        unsafe {
            for (k, id) in ids.iter_mut().enumerate().take(n) {
                id.write(self.source((*at.add(k) >> 16) as usize));
            }
            for (k, id) in ids.iter().enumerate().take(n) {
                let (slot, id) = ((*at.add(k) & 0xffff) as usize, id.assume_init());
                if self.slot(slot) != id {
                    self.keep(slot, id);
                }
            }
        }
    }

    fn moves_if(&mut self, condition: u8, how: u8, n: u8) {
        if (self.locals.low(condition) as u8 ^ how) & 1 == 0 {
            self.moves(n);
        } else {
            self.skip(n as usize);
        }
    }

    fn from(&mut self) {
        let number = self.word();
        // SAFETY: `from` stands before the slots.
        unsafe { *self.slots.sub(1) = number };
    }

    fn phis(&mut self, n: u8, rows: u16) {
        let row = n as usize + 1;
        // SAFETY: `from` stands before the slots; the table of rows × (1 + n) words is inside the segment's code.
        unsafe {
            let from = *self.slots.sub(1);
            let table = self.at;
            let end = table.add(rows as usize * row);
            let mut at = table;
            while at < end && *at != from {
                at = at.add(row);
            }
            if at < end {
                self.at = at.add(1);
                self.moves(n);
            }
            self.at = end;
        }
    }

    fn copy(&mut self, to: u8, from: u8, bytes: u8) {
        let loc = self.word();
        self.fix(to, loc, What::WriteAddress);
        self.fix(from, loc, What::ReadAddress);
        self.fix(bytes, loc, What::Size);
        shadow::copy(self.locals.low(to), self.locals.low(from), self.locals.low(bytes));
    }

    fn fill(&mut self, to: u8, with: u8, bytes: u8) {
        let loc = self.word();
        self.fix(to, loc, What::WriteAddress);
        self.fix(bytes, loc, What::Size);
        let (at, n, id) = (self.locals.low(to), self.locals.low(bytes), self.locals.id(with));
        if id == 0 {
            return shadow::clear(at, n);
        }
        if shadow::is_absurd(at, n) {
            return;
        }
        for k in 0..n {
            shadow::store_byte(at + k, id);
        }
    }
}
