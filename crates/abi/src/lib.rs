//! The contract between instrumented code and the runtime linked into it.
//!
//! Both sides take names, layouts and the segment encoding from here, so neither can drift.
//! The key idea: a *segment* is a straight-line piece of code. Instrumented code runs it
//! natively and only asks, once, whether anything symbolic took part; if so it hands the
//! segment's *description* ([`segment`]) to the runtime, which replays it on shadows.
//!
//! ```text
//! hot:   … original instructions …
//!        any = dirty & mask | taint(loads, stores) | fs:ret | unseen(outcome)
//!        if any != 0 goto cold
//! cold:  frame.values[k] = …            (what the description calls leaves)
//!        dirty = __symcrete_segment(frame, description, symbolic, dirty)
//! ```
//!
//! Holds no code that runs in the target.
#![cfg_attr(not(test), no_std)]

pub mod frame;
pub mod segment;

/// Names of runtime entry points and of the thread-local block.
pub mod name {
    /// `u64 (frame, description, symbolic, dirty)`: replays a segment, returns the new dirty word. The description is told in bytes from
    /// the first of its module, whose address is in r11. Called with LLVM's `preserve_most` convention.
    pub const SEGMENT: &str = "__symcrete_segment";
    /// `u64 (address, length)`: non-zero when the range may hold symbolic bytes. `preserve_most`.
    pub const TAINTED: &str = "__symcrete_tainted";
    /// `u64 (address)`: non-zero when the string there may hold symbolic bytes. `preserve_most`.
    pub const TAINTED_TEXT: &str = "__symcrete_tainted_text";
    /// `void ()`: called first thing in `main`; here the fork server waits.
    pub const START: &str = "__symcrete_start";
    /// `void (module descriptor, location)`: a function begins that is too large to be followed.
    pub const TOO_LARGE: &str = "__symcrete_too_large";
    /// `void (address, bytes)`: a variable whose address leaves its function, in code that is checked for bounds.
    pub const OBJECT: &str = "__symcrete_object";
    /// The thread-local block, see [`crate::tls`].
    pub const TLS: &str = "__symcrete_tls";
    /// Section that gathers the module descriptors of a linked program or library.
    pub const MODULES: &str = "symcrete_modules";
    /// Non-loaded section that gathers the static models.
    pub const MODEL: &str = ".symcrete.model";
    /// Prefix of every name that belongs to symcrete.
    pub const PREFIX: &str = "__symcrete_";
    /// Prefix of the functions of a generated driver, whose branches are not the program's.
    pub const DRIVER: &str = "symcrete_driver_";
    /// Prefix of libc models: a call of `read` becomes a call of `__symcrete_model_read`.
    pub const LIBC: &str = "__symcrete_model_";
    /// Prefix of the runtime's part in models of libm: it is handed the real function by the object that calls it.
    pub const LIBM: &str = "__symcrete_libm_";
    /// Prefix of functions by which instrumented code says that an object without a value is born.
    pub const BIRTH: &str = "__symcrete_model_unset_";
}

/// Layout of the thread-local block through which shadows cross calls.
///
/// Instrumented code reads the three flags and writes the place of a model's call; all else is the runtime's.
pub mod tls {
    /// `u64`: non-zero when a caller passed symbolic arguments (or every function must ask).
    pub const ARGUMENTS: u64 = 0;
    /// `u64`: non-zero when the last instrumented function to return returned something symbolic.
    pub const RESULT: u64 = 8;
    /// `u64`: the module descriptor of the code that called a libc model last.
    pub const MODULE: u64 = 16;
    /// `u64`: the location of that call within its module.
    pub const LOCATION: u64 = 24;
    /// `u64`: non-zero when births of objects without a value are to be told.
    pub const WATCHES: u64 = 32;
    /// Bytes of the block.
    pub const SIZE: usize = 1280;
    /// Most argument parts and most result parts that carry shadows.
    pub const MAX_PARTS: usize = 48;
    /// From this class on a variadic argument is a structure by value, which the machine copies to where its alignment allows: 2^class bytes.
    pub const COPIED: u8 = 3;
    /// Most variadic or by-value arguments that are followed.
    pub const MAX_EXTRA: usize = 8;
}

/// A module descriptor: one per instrumented object, in section [`name::MODULES`].
#[repr(C)]
pub struct Module {
    /// Hash of the object's bitcode; finds its model.
    pub hash: u64,
    /// One byte per outcome: 1 = tell the runtime, 0 = seen already.
    pub unseen: *mut u8,
    /// Number of outcomes.
    pub n_outcomes: u32,
    /// Position in the program's module table, set by the runtime.
    pub index: u32,
    /// First outcome of the module in the program's numbering, set by the runtime.
    pub base: u32,
    /// 1 once the runtime has registered it.
    pub registered: u32,
}
