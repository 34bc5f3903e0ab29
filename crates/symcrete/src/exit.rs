//! Exit codes, as documented in the README.

/// Finished.
pub const FINISHED: u8 = 0;
/// The program under test has a bug (or a target was not found).
pub const BUG: u8 = 1;
/// Wrong usage, or a tool is missing.
pub const USAGE: u8 = 2;
/// The program does not compile; the compiler's own message was shown.
pub const BUILD: u8 = 3;
/// A bug of symcrete itself.
pub const OURS: u8 = 70;
