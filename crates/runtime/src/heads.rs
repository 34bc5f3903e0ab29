//! The frequent beginnings of segments (`symcrete_abi::segment::Head`), each executed as one.
//!
//! Code by code, most of the work is to make locals of leaves and to find out again what the code before knew. A head reads the
//! leaves that it uses where they lie, in the frame, keeps everything in registers, and makes locals only of
//! what the rest of the segment may name. Where something is not as usual it has changed nothing, and [`again`] executes the segment
//! from its start; so everything here has its full meaning there.

use crate::emit::{known_constant, quick_cover, quick_decision, value_of, width_of};
use crate::hot;
use crate::local::Local;
use crate::quick::{self, again, any, replay};
use crate::replay::Replay;
use crate::shadow;
use crate::state::state;
use symcrete_abi::Module;
use symcrete_abi::segment::{Code, Head};

pub(crate) static HEADS: [quick::Head; Head::COUNT] = heads();

macro_rules! each_size {
    ($all:ident, $($bytes:literal)*) => { $(
        $all[Head::Load($bytes).number() as usize] = load::<$bytes>;
        $all[Head::Store($bytes).number() as usize] = store::<$bytes>;
        $all[Head::Decide($bytes, false).number() as usize] = decide::<$bytes, false>;
        $all[Head::Decide($bytes, true).number() as usize] = decide::<$bytes, true>;
    )* };
}

const fn heads() -> [quick::Head; Head::COUNT] {
    let mut all = [any as quick::Head; Head::COUNT];
    all[Head::Decide(0, false).number() as usize] = decide::<0, false>;
    all[Head::Decide(0, true).number() as usize] = decide::<0, true>;
    each_size!(all, 1 4 8);
    all
}

/// Leaves where they lie.
#[derive(Clone, Copy)]
struct Leaves {
    values: *const u64,
    segment: *const u32,
    slots: *mut u32,
}

impl Leaves {
    #[inline(always)]
    unsafe fn value(self, leaf: u8) -> u64 {
        // SAFETY: the frame holds the values of all leaves, and of a segment with a head none is wide.
        unsafe { *self.values.add(leaf as usize) }
    }

    /// A leaf's shadow. `None` when it is stale.
    #[inline(always)]
    unsafe fn id(self, leaf: u8) -> Option<u32> {
        // SAFETY: as in `value`; a leaf's word follows three others and names a slot of the function, or none.
        unsafe {
            let slot = *(self.segment.add(3 + leaf as usize) as *const u16);
            if slot == 0 {
                return Some(0);
            }
            let id = *self.slots.add(slot as usize - 1);
            (id == 0 || value_of(id).0 == self.value(leaf)).then_some(id)
        }
    }

    /// The expression that the code loads into its leaf. `None` where that is not usual.
    #[inline(always)]
    unsafe fn load<const N: usize>(self, code: u32) -> Option<u32> {
        let (leaf, address) = ((code >> 8) as u8, (code >> 16) as u8);
        // SAFETY: forwarded.
        unsafe {
            match self.id(address) {
                Some(0) => shadow::load_whole::<N>(self.value(address), self.value(leaf)),
                _ => None,
            }
        }
    }
}

unsafe extern "C" fn load<const N: usize>(
    values: *const u64,
    segment: *const u32,
    slots: *mut u32,
    code: *const u32,
) -> u64 {
    // SAFETY: the code begins with a load, which has two words.
    unsafe {
        let leaves = Leaves { values, segment, slots };
        let Some(id) = leaves.load::<N>(*code) else { return again() };
        (*replay()).locals.set_id((*code >> 8) as u8, id);
        after_load(code.add(const { Code::Load.size() }))
    }
}

unsafe extern "C" fn store<const N: usize>(
    values: *const u64,
    segment: *const u32,
    slots: *mut u32,
    code: *const u32,
) -> u64 {
    // SAFETY: the code begins with a store, which has two words.
    unsafe {
        let leaves = Leaves { values, segment, slots };
        let (source, address) = ((*code >> 8) as u8, (*code >> 16) as u8);
        if leaves.id(address) != Some(0) {
            return again();
        }
        let Some(id) = leaves.id(source) else { return again() };
        if id != 0 && width_of(id) != 8 * N as u16 || !shadow::store_whole::<N>(leaves.value(address), id, true) {
            return again();
        }
        (*replay()).locals.set_id(source, id);
        after_store(code.add(const { Code::Store.size() }))
    }
}

/// What is behind a store: mostly the slot dies that held what was stored.
#[inline(never)]
unsafe extern "C" fn after_store(mut at: *const u32) -> u64 {
    const ONE: u32 = Code::Drop.word(1, 0, 0);
    // SAFETY: the code goes on there; the drop of one slot has two words.
    unsafe {
        let replay = &mut *replay();
        if *at == ONE && replay.quick_keep(*at.add(1) & 0xffff, 0) {
            at = at.add(2);
        }
        end_or(replay, at)
    }
}

/// A branch on a comparison. Its result is what the program found, leaf 0.
unsafe extern "C" fn decide<const N: usize, const CONSTANT: bool>(
    values: *const u64,
    segment: *const u32,
    slots: *mut u32,
    code: *const u32,
) -> u64 {
    // SAFETY: the words are those of the head.
    unsafe {
        let leaves = Leaves { values, segment, slots };
        let compare = code.add(if N > 0 { const { Code::Load.size() } } else { 0 });
        let operator = compare.add(if CONSTANT { const { Code::Const32.size() } } else { 0 });
        let Some((first, second)) = operands::<N, CONSTANT>(leaves, code, compare, *operator) else {
            return again();
        };
        // Without a load nothing is kept: no leaf has this number.
        let loaded = if N > 0 { (*code >> 8) as u8 } else { u8::MAX };
        decided(first, second, *values as u32 & 1, operator, loaded)
    }
}

/// The rest of [`decide`], which all of them share. Zeros: the operands are concrete.
#[inline(never)]
unsafe extern "C" fn decided(first: u32, second: u32, taken: u32, operator: *const u32, loaded: u8) -> u64 {
    // SAFETY: the words of the mark and the tail follow the operator; the outcome belongs to this module.
    unsafe {
        let (module, local) = ((*replay()).module, *operator.add(2) + taken);
        let (outcome, mut tail) = ((*module).base + local, operator.add(1 + const { Code::Mark.size() }));
        if first == 0 {
            return pass(module, local, outcome, tail);
        }
        let Some(id) = quick_decision(*operator as u8, first, second, taken, outcome) else { return again() };
        // Whoever logs wants to be told each time.
        *(*module).unseen.add(local as usize) = (*state()).logs as u8;
        (*state()).last_condition = id;
        let (replay, a) = (&mut *replay(), (*operator >> 16) as u8);
        if *tail == Code::Keep.word(loaded, 0, 0) {
            // Which never fails: only what clears a slot may have to look at others.
            replay.quick_keep(*tail.add(1), if loaded == a { first } else { second });
            tail = tail.add(const { Code::Keep.size() });
        }
        if *tail as u8 == Code::End as u8 {
            return replay.conclude();
        }
        replay.locals.set_id(a, first);
        replay.locals.set_id((*operator >> 24) as u8, second);
        replay.locals.set((*operator.add(1) >> 8) as u8, Local { low: taken as u64, id, width: 1 });
        end_or(replay, tail)
    }
}

/// A branch on a comparison that turned out to be concrete: another slot of its leaf's group brought it here.
#[inline(never)]
unsafe extern "C" fn pass(module: *const Module, local: u32, outcome: u32, tail: *const u32) -> u64 {
    // SAFETY: the outcome belongs to this module; own state; there is a region.
    unsafe {
        if (*state()).logs || *tail as u8 != Code::End as u8 {
            return again();
        }
        *(*module).unseen.add(local as usize) = 0;
        quick_cover(outcome);
        (*replay()).conclude()
    }
}

/// The expressions that are compared, zeros where both operands are concrete. `None` where that is not usual: both must be
/// expressions, or the second a constant that is known.
#[inline(always)]
unsafe fn operands<const N: usize, const CONSTANT: bool>(
    leaves: Leaves,
    code: *const u32,
    compare: *const u32,
    operator: u32,
) -> Option<(u32, u32)> {
    let (a, b) = ((operator >> 16) as u8, (operator >> 24) as u8);
    // SAFETY: forwarded.
    unsafe {
        let loaded = if N > 0 { ((*code >> 8) as u8, leaves.load::<N>(*code)?) } else { (0, 0) };
        let first = if N > 0 && (CONSTANT || loaded.0 == a) { loaded.1 } else { leaves.id(a)? };
        let second = if CONSTANT && first == 0 {
            0
        } else if CONSTANT {
            known_constant((*compare >> 8) as u8 as u16, *compare.add(1) as u64)?
        } else if N > 0 && loaded.0 == b {
            loaded.1
        } else {
            leaves.id(b)?
        };
        ((first == 0) == (second == 0)).then_some((first, second))
    }
}

/// What is behind a load: mostly what was loaded is kept.
#[inline(never)]
unsafe extern "C" fn after_load(mut at: *const u32) -> u64 {
    // SAFETY: the code goes on there; `Keep` has two words.
    unsafe {
        let replay = &mut *replay();
        if *at as u8 == Code::Keep as u8 && replay.quick_keep(*at.add(1), replay.locals.id((*at >> 8) as u8)) {
            at = at.add(const { Code::Keep.size() });
        }
        end_or(replay, at)
    }
}

/// The end, or what else there is behind a head: moves between slots and the head's locals.
#[inline(always)]
unsafe fn end_or(replay: &mut Replay, at: *const u32) -> u64 {
    // SAFETY: the code goes on there.
    if unsafe { *at } as u8 == Code::End as u8 {
        return hot::conclude(replay);
    }
    let end = replay.locals.first();
    hot::run(replay, at, end)
}
