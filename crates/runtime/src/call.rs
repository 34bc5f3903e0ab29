//! Shadows across calls: arguments to a callee, results to a caller.
//!
//! They travel in the thread-local block beside a token of the function they are meant for: its
//! address, or module and number where the caller knows them. A function consumes arguments only
//! if the token is its own, a caller a result only if it is its callee's; so an uninstrumented function in between (qsort, a signal) never passes on stale
//! ones. Arguments that nobody consumed were given to an uninstrumented function: counted, whatever comes next: its return, a function that it
//! calls back, a handler that it jumps to.

use crate::emit::{lose, value_of, width_of};
use crate::replay::Replay;
use crate::shadow;
use crate::state::state;
use crate::tls::{ByValue, block};
use symcrete_abi::segment::{Code, SAVED_REGISTERS};
use symcrete_abi::tls::{COPIED, MAX_EXTRA, MAX_PARTS};
use symcrete_trace::{Mode, What};

/// Location words keep flags above this.
const LOC: u32 = 0xff_ffff;

/// In table mode every function must ask, so the flag never falls.
fn rest() -> u64 {
    // SAFETY: own state.
    (unsafe { (*state()).mode } == Mode::Table) as u64
}

/// Arguments are on their way, or variadic ones wait for `va_start`: the next segment must ask.
fn settle_pending(replay: &mut Replay) {
    // SAFETY: this thread's own block, of which no reference is kept.
    unsafe {
        let tls = block();
        replay.pending = ((*tls).passed | (*tls).n_variadic as u64 != 0) as u64 * symcrete_abi::frame::PENDING;
    }
}

/// Arguments that nobody consumed went to a function that is not instrumented.
fn lose_passed() {
    // SAFETY: this thread's own block, of which no reference is kept.
    unsafe {
        let tls = block();
        if (*tls).passed != 0 {
            lose((*tls).from_module, (*tls).from_location, What::External);
            (*tls).passed = 0;
        }
    }
}

/// The token of a function of this module; no address has its top bit.
fn local(replay: &Replay, number: u32) -> u64 {
    1 << 63 | (replay.module as u64) << 16 | number as u64
}

/// Stands for "nobody knows the address" in a local's place.
const NO_ADDRESS: u8 = 255;

/// The address of the function itself, 0 when nobody knows it.
fn own_address(replay: &Replay, me: u8) -> u64 {
    if me == NO_ADDRESS { 0 } else { replay.locals.low(me) }
}

/// Gives a leaf the shadow that came for it. Caller and callee may disagree about types: what is too wide is cut off, but how something
/// narrower was extended nobody knows.
fn take(replay: &mut Replay, leaf: u8, id: u32, (module, loc): (u32, u32)) {
    let (width, low) = (replay.locals.width(leaf) as u16, replay.locals.low(leaf));
    let fits = id != 0 && width_of(id) >= width;
    let id = if fits && width_of(id) > width { shadow::resize(id, width, value_of(id)) } else { id };
    let is_same = fits && value_of(id).0 == low;
    if id != 0 && !is_same {
        lose(module, loc, What::Mismatch);
    }
    replay.locals.set_id(leaf, if is_same { id } else { 0 });
}

pub(crate) fn enter(replay: &mut Replay, me: u8, n: u8, variadic: u8) {
    // SAFETY: this thread's own block, of which no reference is kept.
    unsafe {
        let tls = block();
        let named = (*tls).callee == local(replay, replay.number()) || (*tls).callee == own_address(replay, me);
        let mine = (*tls).passed != 0 && named && !replay.deaf;
        let given = if mine { (*tls).n_args as usize } else { 0 };
        let place = ((*tls).from_module, (*tls).from_location);
        replay.parts(n, |replay, k, leaf| take(replay, leaf, if k < given { (*tls).args[k] } else { 0 }, place));
        if variadic != 0 {
            keep_variadic(given);
        }
        if !mine {
            (*tls).n_by_value = 0;
            lose_passed();
        }
        (*tls).passed = 0;
        (*tls).arguments = rest();
        settle_pending(replay);
    }
}

fn keep_variadic(given: usize) {
    // SAFETY: this thread's own block, of which no reference is kept.
    unsafe {
        let tls = block();
        let first = ((*tls).n_fixed as usize).min(given);
        (*tls).n_variadic = 0;
        if (&(*tls).args)[first..given].iter().all(|&id| id == 0) && (*tls).n_by_value == 0 {
            return;
        }
        (*tls).n_variadic = (given - first) as u32;
        let n_fixed = (&(*tls).classes)[..first].iter().filter(|&&class| class >= COPIED).count();
        (*tls).n_copied = ((*tls).n_by_value as usize).saturating_sub(n_fixed) as u32;
        for k in 0..(*tls).n_copied as usize {
            (*tls).copied[k] = (*tls).by_value[n_fixed + k];
        }
        for k in first..given {
            (*tls).variadic[k - first] = (*tls).args[k];
            (*tls).variadic_classes[k - first] = (*tls).classes[k];
        }
    }
}

pub(crate) fn enter_by_value(replay: &mut Replay, address: u8, which: u8) {
    let bytes = replay.word() as u64;
    let to = replay.locals.low(address);
    // SAFETY: this thread's own block, of which no reference is kept.
    unsafe {
        let tls = block();
        let is_passed = (which as usize) < MAX_EXTRA && (which as u32) < (*tls).n_by_value;
        let source = if is_passed { Some((*tls).by_value[which as usize]) } else { None };
        match source {
            Some(source) if source.bytes == bytes => shadow::copy(to, source.address, bytes),
            _ => shadow::clear(to, bytes),
        }
    }
}

/// The token of a call's callee, and the call's location.
fn callee_token(replay: &mut Replay, is_local: bool, callee: u8) -> (u64, u32) {
    let token = if is_local { None } else { Some(replay.locals.low(callee)) };
    let token = token.unwrap_or_else(|| {
        let number = replay.word();
        local(replay, number)
    });
    (token, replay.word() & LOC)
}

pub(crate) fn call(replay: &mut Replay, code: Code, callee: u8, n: u8, fixed: u8) {
    let is_local = code == Code::CallLocal;
    let (token, loc) = callee_token(replay, is_local, callee);
    if !is_local {
        replay.fix(callee, loc, What::Target);
    }
    lose_passed();
    // SAFETY: this thread's own block, of which no reference is kept.
    unsafe {
        let tls = block();
        let mut any = 0;
        replay.parts(n, |replay, k, local| {
            let id = replay.locals.id(local);
            any |= id;
            if k < MAX_PARTS {
                (*tls).args[k] = id;
            }
        });
        (*tls).n_args = (n as u32).min(MAX_PARTS as u32);
        (*tls).n_fixed = fixed as u32;
        if fixed != 255 {
            replay.parts(n, |_, k, class| {
                if k < MAX_PARTS {
                    (*tls).classes[k] = class;
                }
            });
        }
        (*tls).n_by_value = 0;
        (*tls).passed = (any != 0) as u64;
        (*tls).arguments = (*tls).passed | rest();
        (*tls).callee = token;
        // The module descriptor is static data.
        ((*tls).from_module, (*tls).from_location) = ((*replay.module).index, loc);
        settle_pending(replay);
    }
}

pub(crate) fn by_value(replay: &mut Replay, address: u8) {
    let extra = replay.word();
    let (bytes, which) = ((extra & LOC) as u64, (extra >> 24) as usize);
    // SAFETY: this thread's own block, of which no reference is kept.
    unsafe {
        let tls = block();
        if which < MAX_EXTRA {
            let address = replay.locals.low(address);
            (*tls).by_value[which] = ByValue { address, bytes };
            (*tls).n_by_value = which as u32 + 1;
            (*tls).passed |= shadow::any(address, bytes) as u64;
            (*tls).arguments |= (*tls).passed;
        }
        settle_pending(replay);
    }
}

pub(crate) fn returned(replay: &mut Replay, code: Code, callee: u8, n: u8) {
    let (token, loc) = callee_token(replay, code == Code::ReturnLocal, callee);
    // SAFETY: this thread's own block, of which no reference is kept.
    unsafe {
        let tls = block();
        lose_passed();
        let named = (*tls).returned == token || (*tls).returned_local == token;
        let mine = (*tls).result != 0 && named && !replay.deaf;
        let place = ((*replay.module).index, loc);
        replay.parts(n, |replay, k, leaf| {
            take(replay, leaf, if mine && k < MAX_PARTS { (*tls).results[k] } else { 0 }, place);
        });
        consume();
        (*tls).result = 0;
        settle_pending(replay);
    }
}

pub(crate) fn leave(replay: &mut Replay, me: u8, n: u8) {
    // SAFETY: this thread's own block, of which no reference is kept.
    unsafe {
        let tls = block();
        let mut any = 0;
        replay.parts(n, |replay, k, local| {
            let id = replay.locals.id(local);
            any |= id;
            if k < MAX_PARTS {
                (*tls).results[k] = id;
            }
        });
        (*tls).result = any as u64;
        (*tls).returned = if any != 0 { own_address(replay, me) } else { 0 };
        (*tls).returned_local = if any != 0 { local(replay, replay.number()) } else { 0 };
    }
}

/// The shadow of the first argument of the function at `model`, if it was passed one of this width and value; consumes it.
pub(crate) fn passed_to(model: u64, width: u16, value: u64) -> u32 {
    let id = passed_part(model, 0, value, width);
    consume();
    id
}

/// Passes these shadows to the function at `callee`, which is called next.
pub(crate) fn pass_to(callee: u64, ids: &[u32]) {
    // SAFETY: this thread's own block, of which no reference is kept.
    unsafe {
        let tls = block();
        let n = ids.len().min(MAX_PARTS);
        (&mut (*tls).args)[..n].copy_from_slice(&ids[..n]);
        (*tls).n_args = n as u32;
        (*tls).n_fixed = 255;
        (*tls).n_by_value = 0;
        (*tls).passed = ids.iter().any(|&id| id != 0) as u64;
        (*tls).arguments = (*tls).passed | rest();
        (*tls).callee = callee;
    }
}

/// The shadow of part `k` of what was passed to the model at `model`, if it has this width and value.
pub(crate) fn passed_part(model: u64, k: usize, value: u64, width: u16) -> u32 {
    // SAFETY: this thread's own block, of which no reference is kept.
    unsafe {
        let tls = block();
        let mine = (*tls).passed != 0 && (*tls).callee == model && k < (*tls).n_args as usize && (*tls).main != 0;
        let id = if mine { (*tls).args[k] } else { 0 };
        let right = id != 0 && width_of(id) == width && value_of(id).0 == value;
        if right { id } else { 0 }
    }
}

/// A model has taken what was passed to it.
pub(crate) fn consume() {
    // SAFETY: this thread's own block, of which no reference is kept.
    unsafe {
        let tls = block();
        (*tls).passed = 0;
        (*tls).arguments = rest();
    }
}

/// Lets a libc model return an expression from the function at `model`.
pub(crate) fn return_from_model(model: u64, id: u32) {
    // SAFETY: this thread's own block, of which no reference is kept.
    unsafe {
        let tls = block();
        (*tls).results[0] = id;
        (*tls).result = id as u64;
        (*tls).returned = if id != 0 { model } else { 0 };
        (*tls).returned_local = 0;
        consume();
    }
}

/// x86-64's `va_list`.
#[repr(C)]
struct VaList {
    gp_offset: u32,
    fp_offset: u32,
    overflow: u64,
    registers: u64,
}

/// Puts the shadows of variadic arguments where `va_arg` will read them.
pub(crate) fn va_start(replay: &mut Replay, list: u8) {
    // SAFETY: the target just executed `va_start` on this list.
    let list = unsafe { &*(replay.locals.low(list) as *const VaList) };
    // The registers were saved by code that is not instrumented.
    shadow::clear(list.registers, SAVED_REGISTERS);
    let (mut gp, mut fp, mut overflow) = (list.gp_offset as u64, list.fp_offset as u64, list.overflow);
    // SAFETY: this thread's own block, of which no reference is kept.
    unsafe {
        let tls = block();
        let mut n_copied = 0;
        for k in 0..(*tls).n_variadic as usize {
            let at = match (*tls).variadic_classes[k] {
                0 if gp < 48 => {
                    gp += 8;
                    list.registers + gp - 8
                }
                1 if fp < 176 => {
                    fp += 16;
                    list.registers + fp - 16
                }
                2 => {
                    overflow = overflow.next_multiple_of(16) + 16;
                    overflow - 16
                }
                class if class >= COPIED => {
                    overflow = put_copied(n_copied, overflow.next_multiple_of(1 << class));
                    n_copied += 1;
                    continue;
                }
                _ => {
                    overflow += 8;
                    overflow - 8
                }
            };
            put_variadic(at, (*tls).variadic[k]);
        }
        (*tls).n_variadic = 0;
        settle_pending(replay);
    }
}

/// Puts the shadows of a structure, which the machine copied to `at`; returns where it ends.
fn put_copied(which: usize, at: u64) -> u64 {
    // SAFETY: this thread's own block, of which no reference is kept.
    let copied = unsafe { (which < (*block()).n_copied as usize).then(|| (*block()).copied[which]) };
    let Some(source) = copied else { return at };
    shadow::copy(at, source.address, source.bytes);
    at + source.bytes.next_multiple_of(8)
}

fn put_variadic(at: u64, id: u32) {
    if id == 0 {
        return shadow::clear(at, 8);
    }
    let bytes = (width_of(id) as u32).div_ceil(8);
    let whole = shadow::resize(id, 8 * bytes as u16, value_of(id));
    shadow::store(at, bytes, whole);
}
