//! What the table of losses keeps: tests of `src/emit.rs`, from inside.

use super::*;
use symcrete_trace::REGION_SIZE;

/// More places than the table has room for: each is either in it or counted elsewhere.
#[test]
fn no_loss_goes_uncounted_when_the_table_is_full() {
    let _alone = crate::state::exclusively();
    let (protection, flags) =
        (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE);
    // SAFETY: a fresh mapping, zero and as large as a region, which stays until the test ends.
    let region = unsafe { libc::mmap(core::ptr::null_mut(), REGION_SIZE, protection, flags, -1, 0) };
    assert_ne!(region, libc::MAP_FAILED);
    // SAFETY: no other test uses the state meanwhile.
    unsafe { (*state()).region = region as *mut u8 };
    let n_places = 2 * MAX_LOST as u32;
    (0..n_places).for_each(|location| lose(7, location, What::Assembly));
    let (named, elsewhere) = (header(word::N_LOST), header(word::LOST_ELSEWHERE));
    // SAFETY: as before.
    unsafe { (*state()).region = core::ptr::null_mut() };
    assert_eq!(named + elsewhere, u64::from(n_places));
    assert!(named <= MAX_LOST as u64 && named > MAX_LOST as u64 / 2, "{named}");
}
