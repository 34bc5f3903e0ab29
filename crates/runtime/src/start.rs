//! How an instrumented process comes up: constructor, registration of modules, fork server.
//!
//! Each program or library registers its modules from a constructor. `main` (or the first input)
//! calls `__symcrete_start`; under an executor the process then becomes a fork server (`serve`) and each
//! child runs the rest of the program. Without an executor nothing of this is noticed.

use crate::concrete;
use crate::emit::{header, lose, set_header};
use crate::serve::serve;
use crate::shadow::{DISTANCE, HIGHEST, LOWEST};
use crate::state::{settle, state};
use crate::tls;
use symcrete_abi::Module;
use symcrete_kernel::{self as kernel, environment};
use symcrete_trace::{
    Flags, MAGIC, MAX_MODULES, MAX_OUTCOMES, MAX_RECORDS, MAX_SYMBOLIC, MODULES_AT, Mode, ModuleEntry, REGION_SIZE,
    VERSION, What, word,
};

// A plain program that asks for values is linked with the runtime too, and has no descriptors.
#[cfg(feature = "standalone")]
core::arch::global_asm!(".weak __start_symcrete_modules", ".weak __stop_symcrete_modules");

#[cfg(feature = "standalone")]
unsafe extern "C" {
    /// Bounds of this program's or library's descriptors, made by the linker.
    static mut __start_symcrete_modules: [Module; 0];
    static mut __stop_symcrete_modules: [Module; 0];
}

#[cfg(feature = "standalone")]
#[used]
#[unsafe(link_section = ".init_array.00000")]
static CONSTRUCTOR: extern "C" fn(i32, *const *mut u8, *const *mut u8) = construct;

#[cfg(feature = "standalone")]
extern "C" fn construct(_: i32, argv: *const *mut u8, variables: *const *mut u8) {
    // SAFETY: the linker defines both bounds whenever instrumented objects are linked, and else makes
    // both null. glibc gives constructors what it gives `main`.
    unsafe {
        let first = (&raw mut __start_symcrete_modules) as *mut Module;
        let end = (&raw mut __stop_symcrete_modules) as *mut Module;
        let given = [c"SYMCRETE_TRACE", c"SYMCRETE_VALUES", c"SYMCRETE_INPUT"];
        let traced = given.iter().any(|name| environment::variable(name).is_some());
        if first != end || traced {
            __symcrete_register(first, end);
            crate::model::__symcrete_strings(argv, variables);
        }
    }
}

/// Registers descriptors. Exported: libraries call the program's copy.
///
/// # Safety
/// The bounds enclose descriptors that live as long as the process.
#[unsafe(no_mangle)]
unsafe extern "C" fn __symcrete_register(first: *mut Module, end: *mut Module) {
    initialise();
    // SAFETY: own state.
    unsafe { (*state()).descriptors.add(first, end) };
    let mut at = first;
    while at < end {
        // SAFETY: forwarded from the caller.
        unsafe {
            register(&mut *at);
            at = at.add(1);
        }
    }
}

fn register(module: &mut Module) {
    if module.registered != 0 || module.hash == 0 {
        return;
    }
    // SAFETY: own state; the table position is checked.
    unsafe {
        let s = state();
        module.registered = 1;
        module.index = (*s).n_modules;
        module.base = (*s).n_outcomes;
        (*s).n_modules += 1;
        (*s).n_outcomes += module.n_outcomes;
        if !(*s).region.is_null() && (module.index as usize) < MAX_MODULES {
            let table = (*s).region.add(MODULES_AT) as *mut ModuleEntry;
            let entry =
                ModuleEntry { hash: module.hash, base: module.base, n_outcomes: module.n_outcomes, pad: [0; 2] };
            table.add(module.index as usize).write(entry);
        }
        set_header(word::N_MODULES, (*s).n_modules.min(MAX_MODULES as u32) as u64);
        set_header(word::N_OUTCOMES, (*s).n_outcomes.min(MAX_OUTCOMES as u32) as u64);
    }
}

/// Maps the region and the shadow; once.
fn initialise() {
    // SAFETY: constructors run on the main thread before any other exists.
    unsafe {
        let s = state();
        if (*s).initialised {
            return;
        }
        (*s).initialised = true;
        (*tls::block()).main = 1;
        (*s).region = map_region();
        if (*s).region.is_null() {
            (*s).values = map_values();
        }
        (*s).server = take(c"SYMCRETE_SERVER");
        (*s).mode = reserve();
        if (*s).mode == Mode::Table && (*s).region.is_null() {
            (*s).mode = Mode::Off;
        }
        (*tls::block()).arguments = ((*s).mode == Mode::Table) as u64;
        set_header(word::MODE, (*s).mode as u64);
        read_request();
        settle();
    }
}

/// The number in an environment variable of ours, which is removed: neither the target nor what it starts shall see it.
fn take(name: &core::ffi::CStr) -> Option<i32> {
    // SAFETY: constructors run on one thread.
    unsafe {
        let number = environment::variable(name)?.to_str().ok().and_then(|text| text.parse().ok());
        environment::remove(name);
        number
    }
}

/// The region, null without an executor. Where no trace is wanted it is a copy of what the run before
/// left: its inputs count, what that run wrote does not.
fn map_region() -> *mut u8 {
    if let Some(shared) = take(c"SYMCRETE_TRACE").and_then(|fd| region(fd, kernel::shared)) {
        return shared;
    }
    let Some(copy) = take(c"SYMCRETE_VALUES").and_then(|fd| region(fd, kernel::private)) else {
        return core::ptr::null_mut();
    };
    // SAFETY: own state; the words lie in the header of a mapping that is ours alone.
    unsafe {
        (*state()).quiet = true;
        (copy as *mut u64).add(word::N_RECORDS).write_bytes(0, word::COUNT - word::N_RECORDS);
    }
    copy
}

/// The bytes of values asked for, from the file that a person named (`SYMCRETE_INPUT`), and their number.
fn map_values() -> (*const u8, u64) {
    // SAFETY: a C string; the descriptor is closed again. Constructors run on one thread.
    unsafe {
        let Some(name) = environment::variable(c"SYMCRETE_INPUT") else { return (core::ptr::null(), 0) };
        let fd = libc::open(name.as_ptr(), libc::O_RDONLY | libc::O_CLOEXEC);
        let size = kernel::size(fd).unwrap_or(0);
        let bytes = if size == 0 { None } else { kernel::private(fd, size as usize) };
        libc::close(fd);
        bytes.map_or((core::ptr::null(), 0), |bytes| (bytes as *const u8, size))
    }
}

fn region(fd: i32, map: fn(i32, usize) -> Option<*mut u8>) -> Option<*mut u8> {
    let region = map(fd, REGION_SIZE)?;
    // SAFETY: just mapped with REGION_SIZE bytes; the descriptor is ours and not needed any more.
    let ours = unsafe {
        libc::close(fd);
        *(region as *const u64) == MAGIC && *(region as *const u64).add(1) == VERSION
    };
    ours.then_some(region)
}

/// Reserves taint for the whole range a PIE can live in, and points GS at it.
fn reserve() -> Mode {
    let (start, bytes) = (LOWEST.wrapping_add(DISTANCE), HIGHEST - LOWEST);
    if (reserve as *const () as usize) < LOWEST {
        return Mode::Table;
    }
    let Some(at) = kernel::anonymous(start, bytes) else { return Mode::Table };
    kernel::keep_out_of_core(at, bytes);
    if kernel::set_gs(DISTANCE) { Mode::Direct } else { Mode::Table }
}

/// What the executor wants of the run that begins.
fn read_request() {
    // SAFETY: own state.
    unsafe {
        let s = state();
        if (*s).region.is_null() || (*s).quiet {
            return;
        }
        (*s).flags = Flags::from_word(header(word::FLAGS));
        (*s).watched = header(word::WATCHED) as u32;
        (*s).record_limit = header(word::RECORD_LIMIT).min(MAX_RECORDS as u64 - 2);
        (*s).event_limit = header(word::EVENT_LIMIT).min(MAX_SYMBOLIC);
        (*s).records_ready = 0;
        (*s).events_ready = 0;
        concrete::begin();
    }
}

/// First thing in `main`, and before the first input: becomes the fork server if there is to be one.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn __symcrete_start() {
    // SAFETY: own state; `main` runs on the main thread.
    unsafe {
        if core::mem::replace(&mut (*state()).started, true) {
            return;
        }
        settle();
        if (*state()).region.is_null() {
            return;
        }
    }
    // SAFETY: own state.
    if let Some(socket) = unsafe { (*state()).server } {
        serve(socket);
        read_request();
    }
    crate::unset::tell_early();
    crate::model::deliver();
}

/// A child that the target forked: it must not write into its parent's trace.
pub(crate) fn leave_trace() {
    // SAFETY: own state; a fresh child has one thread.
    unsafe {
        (*state()).region = core::ptr::null_mut();
        (*state()).flags = Flags::default();
        (*state()).watched = 0;
        (*state()).tells = false;
        settle();
    }
}

/// The target has memory where there is no taint: from here on every function asks the table.
/// Functions that are running keep their clean frames, whose checks now read their own memory.
pub(crate) fn fall_back_to_table() {
    // SAFETY: own state; the GS base 0 makes every check read memory that the target just used.
    unsafe {
        if (*state()).mode == Mode::Direct && kernel::set_gs(0) {
            let followed = !(*state()).region.is_null();
            (*state()).mode = if followed { Mode::Table } else { Mode::Off };
            (*tls::block()).arguments = followed as u64;
            set_header(word::MODE, (*state()).mode as u64);
            settle();
            lose(0, u32::MAX, What::Low);
        }
    }
}
