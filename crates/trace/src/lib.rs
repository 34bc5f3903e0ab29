//! The shared-memory trace: what the runtime inside the target writes and the executor reads.
//!
//! One region (a sparse memfd) holds everything a run leaves behind, so that nothing is lost
//! when the target crashes: the runtime only ever appends plain records to mapped memory.
//! The format is the contract between two processes that do not trust each other; the reader
//! is total, that is, any bytes at all give a [`Trace`] or an [`Error`], never a panic.
//!
//! ```text
//! offset        size        what
//! 0             4 KiB       header (little-endian u64 words, see `Header`)
//! MODULES_AT    32 B each   module table: which object's sites start at which outcome
//! LOST_AT       16 B each   places where symbolic data was dropped, with counts
//! COVERAGE_AT   4 B each    how often each branch outcome was taken
//! INPUT_AT      bytes       what values asked for by an API are made of, from the executor
//! ASKED_AT      8 B and up  the values asked for, in order, each with its name
//! GIVEN_AT      24 B each   arguments, variables and files that the run is given, from the executor
//! GIVEN_BYTES_AT bytes      what those are made of
//! EVENTS_AT     16 B each   the path: branches and other constraints, in order
//! RECORDS_AT    24 B each   expressions; record k has id k, id 0 means "concrete"
//! ```
//!
//! Example: `if (c == 'A')` on stdin byte 0, taken, outcome 7, gives three records and one event:
//!
//! ```text
//! record 1   op Input  width 8   a=0 (stdin) b=0 (offset)           value 0x41
//! record 2   op Const  width 8                                       value 0x41
//! record 3   op Eq     width 1   a=1 b=2                             value 1
//! event  0   kind Branch  taken 1  outcome 7  expr 3
//! ```
//!
//! Does not know how expressions are solved or printed; `expr` does that. What operators give on machine numbers ([`meaning`], [`range`]) is here
//! for the runtime, which has no terms.
#![cfg_attr(not(test), no_std)]

mod asked;
mod event;
mod given;
pub mod intrinsic;
mod layout;
mod lost;
pub mod meaning;
mod module;
mod op;
pub mod range;
mod reader;
mod record;
mod table;
pub mod volley;

pub use asked::{ASKED_HEAD, Asked, CType, NAME_SIZE};
pub use event::{EVENT_SIZE, Event, EventKind, times_class};
pub use given::{FIRST_GIVEN, GIVEN_SIZE, Given, GivenKind};
pub use layout::{
    ASKED_AT, BUFFER, COVERAGE_AT, EVENTS_AT, Ending, Flags, GIVEN_AT, GIVEN_BYTES_AT, Header, INPUT_AT, LENGTHS,
    LOST_AT, MAGIC, MAX_ASKED, MAX_BEFORE, MAX_COMPARED, MAX_CONCRETE, MAX_EVENTS, MAX_GIVEN, MAX_GIVEN_BYTES,
    MAX_INPUT, MAX_LENGTH, MAX_LOST, MAX_MODULES, MAX_OUTCOMES, MAX_RECORDS, MAX_SYMBOLIC, MODULES_AT, Mode,
    NO_ADDRESS, NOWHERE, RECORDS_AT, REGION_SIZE, Told, UNSET, UNSET_BYTE, VERSION, word,
};
pub use lost::{LOST_SIZE, Lost, What};
pub use module::{MODULE_SIZE, ModuleEntry};
pub use op::Op;
pub use reader::{Error, Trace};
pub use record::{DATA_BYTES, RECORD_SIZE, Record};
pub use table::Table;
