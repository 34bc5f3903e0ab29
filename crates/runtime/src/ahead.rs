//! What memory held when a load of a segment ran, told at the segment's end.
//!
//! Instrumented code runs a whole segment before the runtime replays it. A snapshot taken while a load is replayed would
//! show what later stores of the same segment wrote (`t = a[i]; a[i] = a[j]; a[j] = t`). The old bytes are known all the same
//! where the segment loaded them, or where they were symbolic; elsewhere the answer is "not known".
//!
//! The answer depends on which addresses are symbolic, not on what they are in this run: a symbolic store may hit any element, and
//! only a load at the very same address tells what was there. Otherwise runs along one path would be told different
//! things, and predictions would fail. Walks the segment's code; makes no record.

use crate::described;
use crate::extent::Extent;
use crate::replay::Replay;
use crate::shadow;
use symcrete_abi::segment::{Code, Decoded, Kind};
use symcrete_trace::Op;
use symcrete_trace::meaning;

/// Loads and stores of one segment that can be told apart; a segment with more is not looked into.
const MOST: usize = 48;

/// Stands for "symbolic" in locals that are made while looking ahead.
pub(crate) const SYMBOLIC: u32 = u32::MAX;

/// Bytes that a load of the segment saw.
#[derive(Clone, Copy)]
struct Seen {
    place: Place,
    value: (u64, u64),
}

/// Where a load or store was.
#[derive(Clone, Copy)]
struct Place {
    range: Extent,
    /// The local that holds the address, and whether it is symbolic.
    local: u8,
    is_symbolic: bool,
}

impl Place {
    fn of(replay: &Replay, local: u8, bytes: u64) -> Place {
        let (from, is_symbolic) = (replay.locals.low(local), replay.locals.id(local) != 0);
        Place { range: Extent { from, bytes }, local, is_symbolic }
    }

    /// Does a load here tell what a store at the other place overwrites, whatever the addresses are?
    fn tells(&self, other: &Place) -> bool {
        match self.is_symbolic || other.is_symbolic {
            true => self.local == other.local && self.range == other.range,
            false => self.range.meets(other.range.from, other.range.bytes),
        }
    }
}

/// Memory as it was before the stores that follow a load in its segment.
pub(crate) struct Then {
    /// In their order, so of two that saw a byte the first tells what was there.
    seen: [Seen; MOST],
    n_seen: usize,
    /// How many of them came before the store in question.
    n_before: usize,
    stores: [Place; MOST],
    n_stores: usize,
}

/// A load or store met on the way.
enum Met {
    Load(Seen),
    Store(Place),
    Nothing,
    /// The rest of the segment touches no memory.
    End,
}

impl Then {
    /// The state before the stores that follow the load being replayed, which saw `value` in `bytes` bytes at the address in a local.
    /// `None` when some byte of `extent` as it was then is not known.
    pub(crate) fn before_the_rest(replay: &mut Replay, load: (u8, u64, (u64, u64)), extent: Extent) -> Option<Then> {
        let seen = Seen { place: Place::of(replay, load.0, load.1), value: load.2 };
        Then::around(replay, seen, false, extent)
    }

    /// The state before the store being replayed, of `bytes` bytes at the address in a local, and those that follow it. `None` when
    /// some byte of `extent` as it was then is not known.
    pub(crate) fn before_store(replay: &mut Replay, address: u8, bytes: u64, extent: Extent) -> Option<Then> {
        let place = Place::of(replay, address, bytes);
        Then::around(replay, Seen { place, value: (0, 0) }, true, extent)
    }

    fn around(replay: &mut Replay, own: Seen, is_store: bool, extent: Extent) -> Option<Then> {
        let mut then = Then { seen: [own; MOST], n_seen: 0, n_before: 0, stores: [own.place; MOST], n_stores: 0 };
        let (now, n_locals) = (replay.at, replay.locals.count());
        let is_told = then.past(replay, now) && if is_store { then.store(own.place) } else { then.add(own) };
        let is_told = is_told && then.rest(replay, extent);
        replay.at = now;
        replay.locals.cut(n_locals);
        (is_told && then.is_known(extent)).then_some(then)
    }

    /// May a store after the first one hide what that one wrote to the extent?
    pub(crate) fn is_hidden(&self, extent: Extent) -> bool {
        let later = &self.seen[self.n_before..self.n_seen];
        self.stores[..self.n_stores].iter().skip(1).any(|store| !is_told(store, extent, later))
    }

    /// A byte as the first store left it, where it is not hidden.
    pub(crate) fn byte_after(&self, address: u64) -> u8 {
        // SAFETY: the program wrote there in the segment that is replayed.
        seen_by(&self.seen[self.n_before..self.n_seen], address).unwrap_or_else(|| unsafe { *(address as *const u8) })
    }

    /// Loads before this one count until a store may have overwritten what they saw.
    fn past(&mut self, replay: &mut Replay, now: *const u32) -> bool {
        replay.at = replay.start();
        while replay.at < now {
            let is_told = match meet(replay, false, false) {
                // The load itself ends here; what it saw is added by the caller. Likewise the store.
                Met::Load(_) | Met::Store(_) if replay.at >= now => true,
                Met::Load(seen) => self.add(seen),
                Met::Store(place) => {
                    self.forget(place);
                    true
                }
                Met::Nothing => true,
                Met::End => false,
            };
            if !is_told {
                return false;
            }
        }
        true
    }

    /// Loads after this one count unless a store came between that overwrote something unseen in the extent.
    fn rest(&mut self, replay: &mut Replay, extent: Extent) -> bool {
        self.n_before = self.n_seen;
        loop {
            let is_after = self.stores[..self.n_stores].iter().any(|store| store.is_symbolic);
            let is_told = match meet(replay, true, is_after) {
                Met::Load(seen) => self.may_be_stored(seen.place) && !self.are_told(extent) || self.add(seen),
                Met::Store(place) => self.store(place),
                Met::End => return true,
                Met::Nothing => true,
            };
            if !is_told {
                return false;
            }
        }
    }

    fn add(&mut self, seen: Seen) -> bool {
        if self.n_seen == MOST {
            return false;
        }
        self.seen[self.n_seen] = seen;
        self.n_seen += 1;
        true
    }

    fn store(&mut self, place: Place) -> bool {
        if self.n_stores == MOST {
            return false;
        }
        self.stores[self.n_stores] = place;
        self.n_stores += 1;
        true
    }

    fn forget(&mut self, store: Place) {
        let mut kept = 0;
        for k in 0..self.n_seen {
            let seen = self.seen[k].place;
            let may_meet =
                seen.is_symbolic || store.is_symbolic || seen.range.meets(store.range.from, store.range.bytes);
            if !may_meet {
                self.seen[kept] = self.seen[k];
                kept += 1;
            }
        }
        self.n_seen = kept;
    }

    fn may_be_stored(&self, place: Place) -> bool {
        let meets = |store: &Place| store.range.meets(place.range.from, place.range.bytes);
        self.stores[..self.n_stores].iter().any(|store| store.is_symbolic || place.is_symbolic || meets(store))
    }

    fn are_told(&self, extent: Extent) -> bool {
        self.stores[..self.n_stores].iter().all(|store| is_told(store, extent, &self.seen[..self.n_seen]))
    }

    /// Is every byte known that a store of the segment overwrote, or could have overwritten?
    fn is_known(&self, extent: Extent) -> bool {
        let seen = &self.seen[..self.n_seen];
        let mut stores = self.stores[..self.n_stores].iter();
        stores.all(|store| {
            let range = store.range;
            if is_told(store, extent, seen) {
                return true;
            }
            let (from, to) = match store.is_symbolic {
                true => (extent.from, extent.from + extent.bytes),
                false => (range.from.max(extent.from), (range.from + range.bytes).min(extent.from + extent.bytes)),
            };
            let is_seen = |address| seen.iter().any(|it| !it.place.is_symbolic && it.place.range.meets(address, 1));
            (from..to).all(|address| shadow::cell(address) != 0 || !store.is_symbolic && is_seen(address))
        })
    }

    /// A byte of the extent as it was.
    pub(crate) fn byte(&self, address: u64) -> u8 {
        if let Some(byte) = seen_by(&self.seen[..self.n_seen], address) {
            return byte;
        }
        let is_stored = self.stores[..self.n_stores].iter().any(|store| store.range.meets(address, 1));
        match shadow::cell(address) {
            cell if cell != 0 && is_stored => shadow::cell_value(cell),
            // SAFETY: `extent` gives only memory that can be read.
            _ => unsafe { *(address as *const u8) },
        }
    }

    /// Bytes of the extent as they were. Mostly the segment has nothing to do with them, and they are as they are.
    pub(crate) fn bytes(&self, address: u64, to: &mut [u8]) {
        let n = to.len() as u64;
        let seen = self.seen[..self.n_seen].iter().any(|seen| seen.place.range.meets(address, n));
        if seen || self.stores[..self.n_stores].iter().any(|store| store.range.meets(address, n)) {
            to.iter_mut().zip(address..).for_each(|(byte, address)| *byte = self.byte(address));
        } else {
            // SAFETY: `extent` gives only memory that can be read, and `to` is the runtime's own.
            unsafe { core::ptr::copy_nonoverlapping(address as *const u8, to.as_mut_ptr(), to.len()) };
        }
    }

    /// The shadow of a byte of the extent; 0 when it is concrete or does not stand for what memory held.
    pub(crate) fn cell(&self, address: u64) -> u32 {
        match shadow::cell(address) {
            cell if cell != 0 && shadow::cell_value(cell) == self.byte(address) => cell,
            _ => 0,
        }
    }
}

/// What the first load that saw a byte saw.
fn seen_by(seen: &[Seen], address: u64) -> Option<u8> {
    let seen = seen.iter().find(|seen| seen.place.range.meets(address, 1))?;
    Some(shadow::byte_of(seen.value, (address - seen.place.range.from) as usize))
}

/// Does a store leave the extent alone, or did a load see what it overwrites, whatever the addresses are?
fn is_told(store: &Place, extent: Extent, seen: &[Seen]) -> bool {
    let is_apart = !store.range.meets(extent.from, extent.bytes);
    is_apart || seen.iter().any(|seen| seen.place.is_symbolic && seen.place.tells(store))
}

/// Reads one code and goes behind it, `is_after` a store that may have hit anything. With `makes`, its locals are made, else they are there.
fn meet(replay: &mut Replay, makes: bool, is_after: bool) -> Met {
    let decoded = described::code(replay.word());
    let words = replay.at;
    replay.skip(decoded.n_words());
    let Decoded { kind, x, y, z } = decoded;
    let code = match kind {
        Kind::Operator(number) => return operator(replay, number, (x, y, z), makes),
        Kind::Code(code) => code,
    };
    match code {
        Code::Const32 | Code::Const64 | Code::Const128 => constant(replay, (words, decoded.n_words()), x, makes),
        Code::Pure => compute(replay, words, (x, y, z), makes),
        Code::Load | Code::Load1 | Code::Load2 | Code::Load4 | Code::Load8 => {
            let place = Place::of(replay, y, z as u64);
            let is_symbolic = is_after || place.is_symbolic || shadow::any(place.range.from, place.range.bytes);
            if makes && is_symbolic {
                // Set for good when the load itself is replayed.
                replay.locals.set_id(x, SYMBOLIC);
            }
            Met::Load(Seen { place, value: replay.locals.value(x) })
        }
        Code::Look => {
            let place = Place::of(replay, y, z as u64);
            Met::Load(Seen { place, value: replay.locals.value(x) })
        }
        Code::Store | Code::Store1 | Code::Store2 | Code::Store4 | Code::Store8 => {
            Met::Store(Place::of(replay, y, z as u64))
        }
        Code::Copy | Code::Fill => Met::Store(Place::of(replay, x, replay.locals.low(z))),
        Code::VaStart => Met::Store(Place::of(replay, x, 24)),
        Code::Known | Code::Mark | Code::Soft | Code::Case | Code::Branch | Code::Fix => Met::Nothing,
        Code::Object | Code::Bound | Code::Lose | Code::LoseRange | Code::LoseText => Met::Nothing,
        Code::Keep | Code::Drop | Code::Moves | Code::MovesIf | Code::From | Code::Phis => Met::Nothing,
        Code::Enter | Code::EnterByValue | Code::Return | Code::ReturnLocal => Met::Nothing,
        Code::Call | Code::CallLocal | Code::CallByValue | Code::Leave | Code::End => Met::End,
    }
}

/// A constant whose value is in so many words.
fn constant(replay: &mut Replay, (words, n): (*const u32, usize), width: u8, makes: bool) -> Met {
    if makes {
        // SAFETY: the words of a code are inside the segment.
        let value = (0..n).fold(0, |value, k| value | (unsafe { *words.add(k) } as u128) << (32 * k));
        replay.locals.push(width, (value as u64, (value >> 64) as u64), 0);
    }
    Met::Nothing
}

fn operator(replay: &mut Replay, number: u8, (width, a, b): (u8, u8, u8), makes: bool) -> Met {
    if makes {
        let op = described::operator(number);
        let l = &replay.locals;
        let second = if op.arity() > 1 { l.low(b) } else { 0 };
        let value = meaning::narrow_value(op, width, (l.low(a), second), l.width(a));
        let is_symbolic = l.id(a) != 0 || op.arity() > 1 && l.id(b) != 0;
        replay.locals.push(width, (value, 0), if is_symbolic { SYMBOLIC } else { 0 });
    }
    Met::Nothing
}

fn compute(replay: &mut Replay, words: *const u32, (width, a, b): (u8, u8, u8), makes: bool) -> Met {
    if makes {
        // SAFETY: one word follows the code.
        let extra = unsafe { *words };
        let op = described::operator(extra as u8);
        let c = (extra >> 8) as u8;
        let value = replay.value_of(op, width, (a, b, c));
        let of = |nth: u8, local: u8| op.arity() > nth && replay.locals.id(local) != 0;
        let is_symbolic = of(0, a) || op != Op::Extract && of(1, b) || of(2, c);
        replay.locals.push(width, value, if is_symbolic { SYMBOLIC } else { 0 });
    }
    Met::Nothing
}
