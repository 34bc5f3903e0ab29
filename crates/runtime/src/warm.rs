//! Makes ready the memory that nearly every run uses, while nobody waits for it.
//!
//! After a fork the first write to each page costs a page fault and a copy, the first look at a page of code a fault. A run
//! that waits for its turn has them made in batches: small segments of the program and its libraries, the stack below
//! it, the shadow's first pages, the beginnings of the shared trace. Contents never change. Best effort: what
//! a kernel before 5.14 refuses, or what is not made ready here, the run faults in itself.

use crate::shadow;
use crate::state::state;
use symcrete_trace::{COVERAGE_AT, EVENTS_AT, RECORDS_AT};

/// Larger segments are left alone: a run uses a small part of them. A page of data is copied (0.6 µs), sixteen pages of code
/// are mapped at once (1.8 µs). The C library's data are 60 KiB.
const SMALL_DATA: usize = 64 << 10;
const SMALL_CODE: usize = 256 << 10;
/// Pages that one fault in a file maps: `fault_around_bytes`, a default that nobody changes.
const WINDOW: usize = 64 << 10;
const PAGE: usize = 4096;
/// Pages below the stack pointer: what a replay and a call of the C library need.
const STACK: usize = 3 * PAGE;
/// Segments that are remembered; a program has two per library.
const SEGMENTS: usize = 32;

/// What is to be made ready, found once in the server.
pub(crate) struct Warm {
    segments: [Segment; SEGMENTS],
    n_segments: usize,
}

/// Whole pages of a segment.
#[derive(Clone, Copy)]
struct Segment {
    from: usize,
    to: usize,
    writable: bool,
}

impl Warm {
    /// Looks at the program and its libraries.
    pub(crate) fn new() -> Warm {
        let mut warm = Warm { segments: [Segment { from: 0, to: 0, writable: false }; SEGMENTS], n_segments: 0 };
        // SAFETY: the callback gets the pointer that is passed here, within this call.
        unsafe { libc::dl_iterate_phdr(Some(look), (&raw mut warm).cast()) };
        warm
    }

    fn add(&mut self, from: usize, to: usize, writable: bool) {
        let most = if writable { SMALL_DATA } else { SMALL_CODE };
        if from < to && to - from <= most && self.n_segments < SEGMENTS {
            self.segments[self.n_segments] = Segment { from, to, writable };
            self.n_segments += 1;
        }
    }

    /// Makes everything ready in this process.
    pub(crate) fn run(&self) {
        for segment in &self.segments[..self.n_segments] {
            if segment.writable {
                populate(segment.from, segment.to - segment.from, libc::MADV_POPULATE_WRITE);
            } else {
                (segment.from..segment.to).step_by(WINDOW).for_each(|at| populate(at, PAGE, libc::MADV_POPULATE_READ));
            }
        }
        let mark = 0u8;
        let here = (&raw const mark) as usize & !(PAGE - 1);
        populate(here - STACK, STACK, libc::MADV_POPULATE_WRITE);
        shadow::pages_of(here).into_iter().for_each(|page| populate(page, PAGE, libc::MADV_POPULATE_WRITE));
        // SAFETY: own state.
        let region = unsafe { (*state()).region } as usize;
        let beginnings = [0, COVERAGE_AT, EVENTS_AT, RECORDS_AT].map(|at| region + at);
        let usual = usual().map(|function| function as usize & !(PAGE - 1));
        for page in beginnings.into_iter().chain(usual) {
            populate(page, PAGE, libc::MADV_POPULATE_READ);
        }
    }
}

/// Functions of the C library that nearly every program uses; the code around each is made ready.
fn usual() -> [*const (); 7] {
    [
        libc::malloc as *const (),
        libc::fread as *const (),
        libc::fwrite as *const (),
        libc::printf as *const (),
        libc::memcpy as *const (),
        libc::exit as *const (),
        libc::__errno_location as *const (),
    ]
}

/// Makes pages present. Refused without harm where there is no such memory.
fn populate(from: usize, bytes: usize, how: i32) {
    // SAFETY: changes no contents.
    unsafe { libc::madvise(from as *mut libc::c_void, bytes, how) };
}

/// Adds the segments of one program or library.
///
/// # Safety
/// `warm` is a `Warm` that nobody else uses.
unsafe extern "C" fn look(info: *mut libc::dl_phdr_info, _: usize, warm: *mut libc::c_void) -> i32 {
    // SAFETY: forwarded; the C library describes `dlpi_phnum` headers.
    let (info, warm) = unsafe { (&*info, &mut *warm.cast::<Warm>()) };
    // SAFETY: as above.
    let headers = unsafe { core::slice::from_raw_parts(info.dlpi_phdr, info.dlpi_phnum as usize) };
    let end = |header: &libc::Elf64_Phdr| (info.dlpi_addr + header.p_vaddr + header.p_memsz) as usize;
    let sealed = headers.iter().find(|header| header.p_type == libc::PT_GNU_RELRO).map_or(0, end);
    for header in headers.iter().filter(|header| header.p_type == libc::PT_LOAD) {
        let start = (info.dlpi_addr + header.p_vaddr) as usize & !(PAGE - 1);
        let to = end(header).next_multiple_of(PAGE);
        if header.p_flags & libc::PF_W != 0 {
            // What became read-only after linking is behind us.
            warm.add(start.max(sealed & !(PAGE - 1)), to, true);
        } else if header.p_flags & libc::PF_X != 0 {
            warm.add(start, to, false);
        }
    }
    0
}
