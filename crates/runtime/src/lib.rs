//! The runtime: linked into every instrumented program, it shadows values and writes the trace.
//!
//! It runs inside a process that belongs to somebody else. So: no allocation from the target's
//! heap, no libc call on the way of a segment (errno stays), no unwinding, no change of anything
//! the target can compute. A failure of its own marks the trace header and leaves with `_exit`;
//! it never looks like a crash of the target. Without an executor it is inert.
//!
//! Reading order: `start` (how a process comes up), `serve` (runs that are forked ahead), `quick` and `replay` (one segment; its
//! frequent beginnings and codes: `heads` and `hot`), `shadow` (memory), `emit` (the trace), `concrete` (branches beside symbolic ones), `call` (shadows across calls),
//! `lookup` (symbolic addresses), `model` (libc).
#![cfg_attr(not(test), no_std)]

mod ahead;
mod bound;
mod call;
mod compared;
mod concrete;
mod described;
mod emit;
mod extent;
mod fault;
mod heads;
mod hot;
#[cfg(test)]
#[path = "../tests/unit/lengths.rs"]
mod lengths;
mod local;
mod lookup;
mod model;
mod objects;
mod quick;
mod replay;
mod serve;
mod shadow;
mod start;
mod state;
mod thunk;
mod tls;
mod undefined;
mod unset;
mod update;
mod warm;

/// The only reaction to a bug in this crate: say so in the trace header and leave.
#[cfg(feature = "standalone")]
#[panic_handler]
fn panic(info: &core::panic::PanicInfo) -> ! {
    let line = info.location().map_or(0, |location| location.line());
    emit::mark_panic(line);
    // SAFETY: `_exit` takes any status and does not return.
    unsafe { libc::_exit(70) }
}
