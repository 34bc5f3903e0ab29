//! Shadow memory: which bytes of the target are symbolic, and what they are.
//!
//! Two layers. *Taint*, one byte beside each byte of the target at a constant distance, is what
//! instrumented code reads (through GS); it only says "perhaps". *Cells* hold the truth: for each
//! byte an expression id and which of its bytes this is (`id | byte << 28`), in pages that exist
//! only where something symbolic was stored. Invariant in direct mode: a cell other than 0 has
//! its taint set. In table mode there is no taint and every segment asks the cells.
//!
//! A shadow is never trusted: a load compares the value that the expression had with what is in
//! memory now; if uninstrumented code changed it, the shadow is dropped and counted.

use crate::emit::{constant, lose, record_wide, set_header, value_of, width_of};
use crate::state::state;
use crate::tls;
use crate::unset::unset_byte;
use symcrete_kernel::anonymous;
use symcrete_trace::meaning::cut_out;
use symcrete_trace::{Mode, Op, UNSET_BYTE, What, word};

/// Distance from an address to its taint (wrapping).
pub(crate) const DISTANCE: usize = 0usize.wrapping_sub(0x4000_0000_0000);
/// Lowest address whose taint is reserved; below lie sanitizer shadows and nothing of a PIE.
pub(crate) const LOWEST: usize = 0x5001_0000_0000;
/// End of user space.
pub(crate) const HIGHEST: usize = 0x7fff_ffff_f000;

const PAGE: usize = 4096;
const CHUNK: usize = 1 << 20;
/// Entries of the first table of pages: one page of memory.
const FIRST_CAPACITY: usize = PAGE / size_of::<(usize, *mut u32)>();
/// Pages that are found without the table: input, heap, stack and globals of a loop are seldom more.
const RECENT: usize = 16;
const BYTE_SHIFT: u32 = 28;
const ID_MASK: u32 = (1 << BYTE_SHIFT) - 1;
/// Set in the cell of a byte that was never set and not read yet; ids of records end below it. The rest is the object's birth.
const NEVER_SET: u32 = 1 << 27;
const _: () = assert!((symcrete_trace::MAX_RECORDS as u32) < NEVER_SET);

/// Open-addressed map from page number to cells. Grown by replacement, never freed.
struct Pages {
    entries: *mut (usize, *mut u32),
    capacity: usize,
    used: usize,
    chunk: *mut u8,
    chunk_left: usize,
    /// Pages asked for last, by their lowest bits. Main thread only.
    recent: [(usize, *mut u32); RECENT],
}

struct Shared(core::cell::UnsafeCell<Pages>);

// SAFETY: the main thread alone inserts; other threads only look pages up, in tables that are
// published whole and never freed.
unsafe impl Sync for Shared {}

static PAGES: Shared = Shared(core::cell::UnsafeCell::new(Pages {
    entries: core::ptr::null_mut(),
    capacity: 0,
    used: 0,
    chunk: core::ptr::null_mut(),
    chunk_left: 0,
    recent: [(usize::MAX, core::ptr::null_mut()); RECENT],
}));

impl Pages {
    fn slot(&self, page: usize) -> *mut (usize, *mut u32) {
        let mut at = page.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 20;
        loop {
            at &= self.capacity - 1;
            // SAFETY: `at` is below the capacity, which is a power of two and larger than `used`.
            let entry = unsafe { self.entries.add(at) };
            // SAFETY: as above; entries are initialised to zero by the kernel.
            let (key, cells) = unsafe { *entry };
            if cells.is_null() || key == page {
                return entry;
            }
            at += 1;
        }
    }

    /// The cells of a page, remembered for the next question. Main thread only.
    #[inline(always)]
    fn find(&mut self, page: usize) -> *mut u32 {
        let recent = self.recent[page % RECENT];
        if recent.0 == page {
            return recent.1;
        }
        let cells = self.look_up(page);
        if !cells.is_null() {
            self.recent[page % RECENT] = (page, cells);
        }
        cells
    }

    /// The cells of a page, null if it has none. Any thread.
    fn look_up(&self, page: usize) -> *mut u32 {
        if self.capacity == 0 {
            return core::ptr::null_mut();
        }
        // SAFETY: `slot` returns a valid entry.
        unsafe { (*self.slot(page)).1 }
    }

    fn insert(&mut self, page: usize) -> *mut u32 {
        if self.used * 2 >= self.capacity && !self.grow() {
            return core::ptr::null_mut();
        }
        let bytes = PAGE * size_of::<u32>();
        if self.chunk_left < bytes && !self.next_chunk() {
            return core::ptr::null_mut();
        }
        let cells = self.chunk as *mut u32;
        // SAFETY: `chunk_left` bytes are left in the chunk; `slot` returns a valid empty entry.
        unsafe {
            self.chunk = self.chunk.add(bytes);
            *self.slot(page) = (page, cells);
        }
        self.chunk_left -= bytes;
        self.used += 1;
        cells
    }

    fn next_chunk(&mut self) -> bool {
        let Some(chunk) = anonymous(0, CHUNK) else { return false };
        self.chunk = chunk;
        self.chunk_left = CHUNK;
        true
    }

    fn grow(&mut self) -> bool {
        let capacity = (self.capacity * 2).max(FIRST_CAPACITY);
        let Some(entries) = anonymous(0, capacity * size_of::<(usize, *mut u32)>()) else { return false };
        let old = core::mem::replace(&mut self.entries, entries as *mut _);
        let old_capacity = core::mem::replace(&mut self.capacity, capacity);
        for k in 0..old_capacity {
            // SAFETY: `k` is below the old capacity; `slot` returns a valid empty entry of the new table.
            unsafe {
                let entry = *old.add(k);
                if !entry.1.is_null() {
                    *self.slot(entry.0) = entry;
                }
            }
        }
        true
    }
}

/// Gets the first memory before a fork server forks, so that its runs need not ask for it.
pub(crate) fn prepare() {
    // SAFETY: the main thread, before its first run; the table has at least one entry.
    unsafe {
        let pages = PAGES.0.get();
        if (*pages).capacity == 0 && (*pages).grow() && (*pages).next_chunk() {
            // Present, the table costs a run one page fault; absent, two, for it is read before it is written.
            (*pages).entries.write((0, core::ptr::null_mut()));
        }
    }
}

/// Pages that the first symbolic byte near this address is going to write: the table, its taint.
pub(crate) fn pages_of(address: usize) -> [usize; 2] {
    // SAFETY: the main thread; a plain read.
    [unsafe { (*PAGES.0.get()).entries as usize }, address.wrapping_add(DISTANCE)]
}

/// Who asks: only the main thread may use and change what `Pages` remembers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Asker {
    Main,
    Other,
}

fn asker() -> Asker {
    // SAFETY: this thread's own block.
    if unsafe { (*tls::block()).main } != 0 { Asker::Main } else { Asker::Other }
}

#[inline(always)]
fn get(address: u64, asker: Asker) -> u32 {
    // SAFETY: see `Shared` and `Asker`; cells have PAGE entries.
    unsafe {
        let (pages, page) = (PAGES.0.get(), address as usize / PAGE);
        let cells = if asker == Asker::Main { (*pages).find(page) } else { (*pages).look_up(page) };
        if cells.is_null() { 0 } else { *cells.add(address as usize % PAGE) }
    }
}

#[inline(always)]
fn set(address: u64, cell: u32, asker: Asker) {
    // SAFETY: as in `get`; in direct mode the taint of covered addresses is reserved.
    unsafe {
        let (pages, page) = (PAGES.0.get(), address as usize / PAGE);
        let mut cells = if asker == Asker::Main { (*pages).find(page) } else { (*pages).look_up(page) };
        if cells.is_null() {
            if cell == 0 {
                return;
            }
            cells = (*pages).insert(address as usize / PAGE);
            if cells.is_null() {
                return lose(0, u32::MAX, What::Full);
            }
        }
        *cells.add(address as usize % PAGE) = cell;
        if (*state()).mode == Mode::Direct && covered(address) {
            *((address as usize).wrapping_add(DISTANCE) as *mut u8) = (cell != 0) as u8;
        }
    }
}

fn covered(address: u64) -> bool {
    (LOWEST..HIGHEST).contains(&(address as usize))
}

/// Could any byte of the range be symbolic? Called by instrumented code for copies of unknown size.
#[unsafe(no_mangle)]
extern "C" fn symcrete_range_tainted(address: u64, bytes: u64) -> u64 {
    // SAFETY: own state.
    let mode = unsafe { (*state()).mode };
    if mode != Mode::Direct || bytes == 0 {
        return (mode == Mode::Table) as u64;
    }
    if is_absurd(address, bytes) {
        return 0;
    }
    if !covered(address) || !covered(address + bytes - 1) {
        return 0;
    }
    if bytes < PAGE as u64 {
        return any_taint(address, bytes);
    }
    parts(address, bytes).map(|(at, bytes)| any_taint(at, bytes)).find(|&any| any != 0).unwrap_or(0)
}

/// The taint of a range that is covered, all bytes together.
fn any_taint(address: u64, bytes: u64) -> u64 {
    let start = (address as usize).wrapping_add(DISTANCE) as *const u8;
    let mut any = 0u64;
    let words = bytes as usize / 8;
    // SAFETY: the taint of every covered address is mapped.
    unsafe {
        for k in 0..words {
            any |= (start as *const u64).add(k).read_unaligned();
        }
        for k in words * 8..bytes as usize {
            any |= *start.add(k) as u64;
        }
    }
    any
}

/// The parts of a range that lie in pages with cells: nothing else of it was ever symbolic, and looking at the taint of
/// memory that the program just got would cost a page fault for each page. Any thread.
fn parts(address: u64, bytes: u64) -> impl Iterator<Item = (u64, u64)> {
    let (end, page) = (address + bytes, PAGE as u64);
    // SAFETY: see `Shared`.
    let kept = |at: &u64| !unsafe { (*PAGES.0.get()).look_up(*at as usize) }.is_null();
    (address / page..end.div_ceil(page)).filter(kept).map(move |at| {
        let from = address.max(at * page);
        (from, end.min((at + 1) * page) - from)
    })
}

/// Could any byte of the string be symbolic? Called by instrumented code before functions that
/// read the string, so it may be read here too.
#[unsafe(no_mangle)]
extern "C" fn symcrete_text_tainted(address: u64) -> u64 {
    if address == 0 {
        return 0;
    }
    symcrete_range_tainted(address, text_length(address))
}

/// Bytes of a string with its end, at most a page: longer ones are judged by their beginning.
pub(crate) fn text_length(address: u64) -> u64 {
    let mut length = 0;
    // SAFETY: the target is about to pass this string to libc.
    while length < PAGE as u64 && unsafe { *((address + length) as *const u8) } != 0 {
        length += 1;
    }
    length + 1
}

/// The cells of a range that lies in one page of the pages asked for last. Main thread only.
#[inline(always)]
fn recent(address: u64, bytes: usize) -> Option<*mut u32> {
    let (page, offset) = (address as usize / PAGE, address as usize % PAGE);
    // SAFETY: see `Shared` and `Asker`; cells have PAGE entries, and the range ends within them.
    unsafe {
        let (known, cells) = (*PAGES.0.get()).recent[page % RECENT];
        (known == page && offset + bytes <= PAGE).then(|| cells.add(offset))
    }
}

/// The expression of N bytes with this value, in the frequent cases: all bytes are concrete, or they were stored together.
/// `None`: ask [`load`]. Main thread only.
#[inline(always)]
pub(crate) fn load_whole<const N: usize>(address: u64, value: u64) -> Option<u32> {
    // SAFETY: `recent` gives N cells.
    let cells = unsafe { *(recent(address, N)? as *const [u32; N]) };
    let id = cells[0];
    // Loops of their own: the methods of iterators become calls where the compiler is asked for small code.
    let (mut any, mut differ, mut k) = (0, 0, 0);
    while k < N {
        any |= cells[k];
        differ |= cells[k] ^ (id | (k as u32) << BYTE_SHIFT);
        k += 1;
    }
    if id == 0 {
        return (any == 0).then_some(0);
    }
    let whole = differ == 0 && id < NEVER_SET && width_of(id) == 8 * N as u16 && value_of(id).0 == value;
    whole.then_some(id)
}

/// Stores an expression, which is N bytes wide (0: clears), where that is quick. `false`: ask [`store`]. Main thread only; `direct` says whether
/// that is the mode.
#[inline(always)]
pub(crate) fn store_whole<const N: usize>(address: u64, id: u32, direct: bool) -> bool {
    let Some(cells) = recent(address, N) else { return false };
    let some = if id == 0 { 0 } else { u32::MAX };
    // SAFETY: `recent` gives N cells; in direct mode the taint of covered addresses is reserved, and two covered
    // ends of a range within a page have everything between them covered.
    unsafe {
        let mut k = 0;
        while k < N {
            *cells.add(k) = (id | (k as u32) << BYTE_SHIFT) & some;
            k += 1;
        }
        if direct && covered(address) {
            *((address as usize).wrapping_add(DISTANCE) as *mut [u8; N]) = [some as u8 & 1; N];
        }
    }
    true
}

/// Stores an expression's bytes (0: clears).
pub(crate) fn store(address: u64, bytes: u32, id: u32) {
    let asker = asker();
    for k in 0..bytes {
        let cell = if id == 0 { 0 } else { id | k << BYTE_SHIFT };
        set(address + k as u64, cell, asker);
    }
}

/// Bytes from which a range is looked at before its shadows are.
const LARGE: u64 = 1 << 20;
/// Bytes that no program has.
const TOO_LARGE: u64 = 1 << 36;

/// Is this a range that the program does not have, such as a copy of -1 bytes? The program will fault on it at once, and
/// must not hang here before.
pub(crate) fn is_absurd(address: u64, bytes: u64) -> bool {
    if bytes < LARGE {
        return false;
    }
    let last = address.wrapping_add(bytes - 1);
    bytes >= TOO_LARGE || last < address || !is_mapped(last)
}

fn is_mapped(address: u64) -> bool {
    let page = (address & !0xfff) as *mut libc::c_void;
    // SAFETY: only asks about one page, which need not be there.
    symcrete_kernel::with_errno_kept(|| unsafe { libc::msync(page, 1, libc::MS_ASYNC) == 0 })
}

/// Clears a range.
pub(crate) fn clear(address: u64, bytes: u64) {
    if bytes == 0 || is_absurd(address, bytes) || symcrete_range_tainted(address, bytes) == 0 {
        return;
    }
    let asker = asker();
    for (at, bytes) in parts(address, bytes) {
        (at..at + bytes).for_each(|at| set(at, 0, asker));
    }
}

/// Makes one byte of memory an expression.
pub(crate) fn store_byte(address: u64, id: u32) {
    set(address, id, asker());
}

/// Copies the shadows of a range; the ranges may overlap.
pub(crate) fn copy(to: u64, from: u64, bytes: u64) {
    if asker() == Asker::Other {
        return clear(to, bytes);
    }
    if is_absurd(from, bytes) || is_absurd(to, bytes) {
        return;
    }
    // A page's worth at a time, from the end that nothing is copied over before it is read.
    let (page, n) = (PAGE as u64, bytes.div_ceil(PAGE as u64));
    for k in 0..n {
        let at = if to < from { k } else { n - 1 - k } * page;
        copy_piece(to + at, from + at, page.min(bytes - at));
    }
}

fn copy_piece(to: u64, from: u64, bytes: u64) {
    if symcrete_range_tainted(from, bytes) | symcrete_range_tainted(to, bytes) == 0 {
        return;
    }
    let one = |k: u64| set(to + k, get(from + k, Asker::Main), Asker::Main);
    if to < from { (0..bytes).for_each(one) } else { (0..bytes).rev().for_each(one) }
}

/// The cell of a byte: which expression and which of its bytes; 0 when concrete. Main thread only.
pub(crate) fn cell(address: u64) -> u32 {
    get(address, Asker::Main)
}

/// Is any byte of the range symbolic, for certain?
pub(crate) fn any(address: u64, bytes: u64) -> bool {
    let asker = asker();
    !is_absurd(address, bytes)
        && symcrete_range_tainted(address, bytes) != 0
        && parts(address, bytes).any(|(at, bytes)| (at..at + bytes).any(|at| get(at, asker) != 0))
}

/// The expression of `bytes` bytes whose concrete value is `value`; `width` bits of it are wanted.
/// 0 when every byte is concrete. Main thread only.
pub(crate) fn load(address: u64, bytes: u32, width: u16, value: (u64, u64), place: (u32, u32)) -> u32 {
    let mut cells = [0u32; 16];
    let mut union = 0;
    // SAFETY: own state.
    if unsafe { (*state()).flags.unset } {
        forget_foreign(address, bytes, value);
    }
    for (k, slot) in cells.iter_mut().enumerate().take(bytes as usize) {
        let mut cell = get(address + k as u64, Asker::Main);
        if cell != 0 && cell_value(cell) != byte_of(value, k) {
            set(address + k as u64, 0, Asker::Main);
            stale(place);
            cell = 0;
        } else if is_never_set(cell) {
            cell = tell(address + k as u64, cell);
        }
        *slot = cell;
        union |= cell;
    }
    if union == 0 {
        return 0;
    }
    let whole = assemble(&cells[..bytes as usize], value);
    resize(whole, width, value)
}

#[cold]
fn stale(place: (u32, u32)) {
    set_header(word::STALE, crate::emit::header(word::STALE) + 1);
    lose(place.0, place.1, What::Stale);
}

fn is_never_set(cell: u32) -> bool {
    cell & NEVER_SET != 0
}

/// Where one of these bytes was never set and holds something else now, code that is not instrumented set it, and its neighbours with
/// it, for it writes whole values: one byte of a pointer may well look as if nobody had set it.
fn forget_foreign(address: u64, bytes: u32, value: (u64, u64)) {
    let never_set = |k: u32| is_never_set(get(address + k as u64, Asker::Main));
    if (0..bytes).any(|k| byte_of(value, k as usize) != UNSET_BYTE && never_set(k)) {
        (0..bytes).filter(|&k| never_set(k)).for_each(|k| set(address + k as u64, 0, Asker::Main));
    }
}

/// Makes a byte that was never set an expression of its own, as it is read for the first time.
#[cold]
fn tell(address: u64, cell: u32) -> u32 {
    let id = unset_byte(cell & ID_MASK & !NEVER_SET);
    set(address, id, Asker::Main);
    id
}

/// Marks a range as never set since this birth, whose record this is. Main thread only.
pub(crate) fn never_set(address: u64, bytes: u64, birth: u32) {
    (0..bytes).for_each(|k| set(address + k, NEVER_SET | birth, Asker::Main));
}

/// Makes what was never set in a range expressions, for whoever copies cells. Main thread only.
pub(crate) fn tell_range(address: u64, bytes: u64) {
    for at in address..address + bytes {
        let cell = get(at, Asker::Main);
        if is_never_set(cell) {
            tell(at, cell);
        }
    }
}

pub(crate) fn cell_value(cell: u32) -> u8 {
    if is_never_set(cell) {
        return UNSET_BYTE;
    }
    byte_of(value_of(cell & ID_MASK), (cell >> BYTE_SHIFT) as usize)
}

pub(crate) fn byte_of(value: (u64, u64), k: usize) -> u8 {
    if k < 8 { (value.0 >> (8 * k)) as u8 } else { (value.1 >> (8 * (k - 8))) as u8 }
}

/// Concatenates runs of bytes: each run is part of one expression, or constant.
fn assemble(cells: &[u32], value: (u64, u64)) -> u32 {
    let mut result = 0;
    let mut result_width = 0;
    let mut at = 0;
    while at < cells.len() {
        let length = run_length(&cells[at..]);
        let width = 8 * length as u16;
        let part_value = cut_out(value, 8 * at as u32, width);
        let part = piece(cells[at], width, part_value);
        result_width += width;
        let low = cut_out(value, 0, result_width);
        result = if at == 0 { part } else { record_wide(Op::Concat, result_width, part, result, 0, low) };
        at += length;
    }
    result
}

/// How many cells continue the first one.
fn run_length(cells: &[u32]) -> usize {
    let first = cells[0];
    let follows = |k: usize, cell: u32| match first {
        0 => cell == 0,
        _ => cell == first.wrapping_add((k as u32) << BYTE_SHIFT) && (first >> BYTE_SHIFT) as usize + k < 16,
    };
    cells.iter().enumerate().take_while(|&(k, &cell)| follows(k, cell)).count()
}

fn piece(cell: u32, width: u16, value: (u64, u64)) -> u32 {
    if cell == 0 {
        return constant(width, value);
    }
    let (id, low) = (cell & ID_MASK, 8 * (cell >> BYTE_SHIFT));
    if low == 0 && width_of(id) == width { id } else { record_wide(Op::Extract, width, id, low, 0, value) }
}

/// Cuts or extends an expression to the width a value of this type has.
pub(crate) fn resize(id: u32, width: u16, value: (u64, u64)) -> u32 {
    let has = width_of(id);
    match has.cmp(&width) {
        core::cmp::Ordering::Equal => id,
        core::cmp::Ordering::Greater => record_wide(Op::Trunc, width, id, 0, 0, cut_out(value, 0, width)),
        core::cmp::Ordering::Less => record_wide(Op::ZExt, width, id, 0, 0, value),
    }
}

#[cfg(test)]
#[path = "../tests/unit/shadow.rs"]
mod tests;
