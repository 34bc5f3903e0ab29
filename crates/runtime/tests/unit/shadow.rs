//! What shadow memory keeps and forgets, in table mode: tests of `src/shadow.rs`, from inside.

use super::*;
use crate::emit::record;
use symcrete_trace::REGION_SIZE;

/// Gives the process a private region and table mode, as an executor under `ulimit -v` would.
fn begin() {
    let region = anonymous(0, REGION_SIZE).expect("address space");
    // SAFETY: no other test uses the state meanwhile.
    unsafe {
        (*state()).region = region;
        (*state()).mode = Mode::Table;
        (*state()).record_limit = 1000;
        (*tls::block()).main = 1;
    }
}

fn input(offset: u32, value: u8) -> u32 {
    record(Op::Input, 8, 0, offset, 0, value as u64)
}

fn load4(address: u64, value: u64) -> u32 {
    load(address, 4, 32, (value, 0), (0, 0))
}

#[test]
fn memory_remembers_what_was_stored() {
    let _alone = crate::state::exclusively();
    begin();
    let word = record(Op::ZExt, 32, input(0, 0x41), 0, 0, 0x41);
    store(0x1000, 4, word);
    assert_eq!(load4(0x1000, 0x41), word, "a whole value comes back as it is");
    assert_eq!(load4(0x2000, 7), 0, "untouched memory is concrete");

    let byte = load(0x1001, 1, 8, (0, 0), (0, 0));
    assert_eq!(value_of(byte).0, 0, "byte 1 of the word");
    assert_ne!(byte, 0);

    store(0x1002, 1, input(1, 0x7f));
    let mixed = load4(0x1000, 0x7f_0041);
    assert_eq!((width_of(mixed), value_of(mixed).0), (32, 0x7f_0041), "pieces are put together");

    assert_ne!(load4(0x1000, 0x7f_0042), 0, "a changed byte is dropped, the others stay");
    assert_eq!(crate::emit::header(word::STALE), 1);

    copy(0x3002, 0x1000, 4);
    assert_eq!(value_of(load(0x3004, 1, 8, (0x7f, 0), (0, 0))).0, 0x7f, "copies across pages");
    clear(0x3002, 4);
    assert_eq!(load4(0x3002, 0), 0);
    assert!(any(0x1000, 4) && !any(0x3000, 8));
}

/// Whether the taint of a page is in memory.
fn is_present(page: u64) -> bool {
    let mut present = 0u8;
    // SAFETY: asks about one page that the test has mapped.
    let answer = unsafe { libc::mincore((page as usize).wrapping_add(DISTANCE) as *mut _, PAGE, &mut present) };
    assert_eq!(answer, 0);
    present & 1 == 1
}

#[test]
fn large_ranges_are_looked_at_only_where_something_was_symbolic() {
    let _alone = crate::state::exclusively();
    begin();
    let page = PAGE as u64;
    let memory = anonymous(0, 64 * PAGE).expect("address space") as u64;
    anonymous((memory as usize).wrapping_add(DISTANCE), 64 * PAGE).expect("room for the taint");
    // SAFETY: the taint of what this test touches is mapped.
    unsafe { (*state()).mode = Mode::Direct };
    let word = record(Op::ZExt, 32, input(0, 0x41), 0, 0, 0x41);
    let at = memory + 3 * page - 2;
    store(at, 4, word);
    assert_ne!(symcrete_range_tainted(memory, 64 * page), 0);
    assert_ne!(symcrete_range_tainted(memory + 3 * page, 8 * page), 0, "its second half");
    assert_eq!(symcrete_range_tainted(memory, 2 * page) | symcrete_range_tainted(memory + 4 * page, 60 * page), 0);
    assert!(is_present(memory + 2 * page) && !is_present(memory) && !is_present(memory + 40 * page));

    copy(memory + 33, memory, 8 * page);
    assert_eq!(load4(at + 33, 0x41), word, "moved up, over itself");
    copy(memory + 32 * page, memory + 33, 8 * page);
    assert_eq!(load4(at + 32 * page, 0x41), word);
    clear(memory, 32 * page);
    assert!(!any(memory, 32 * page) && any(memory, 64 * page), "what was copied stays");
    assert_eq!(symcrete_range_tainted(memory, 32 * page), 0);
    // SAFETY: as `begin`.
    unsafe { (*state()).mode = Mode::Table };
}
