//! Where things are in the region, and the header's words.
//!
//! The region is a sparse file, so the generous maxima cost nothing until they are used.

/// First word of the region: "SYMCRETE".
pub const MAGIC: u64 = u64::from_le_bytes(*b"SYMCRETE");
/// Changes whenever the format does; both sides refuse another one.
pub const VERSION: u64 = 8;

/// Entries of the module table.
pub const MAX_MODULES: usize = 1 << 14;
/// Entries of the lost table (a hash table; a power of two).
pub const MAX_LOST: usize = 1 << 14;
/// Outcomes that can be counted.
pub const MAX_OUTCOMES: usize = 1 << 22;
/// Bytes that values asked for can be made of; further ones are zero, and [`crate::What::Values`] is counted.
pub const MAX_INPUT: usize = 1 << 26;
/// Most bytes of `LLVMFuzzerTestOneInput`'s buffer unless the executor says otherwise, as libFuzzer has it.
pub const BUFFER: u64 = 4096;
/// Bytes of the list of values asked for: 16 Mi values without a name. What does not fit is zero, and
/// [`crate::What::Values`] is counted.
pub const MAX_ASKED: usize = 1 << 27;
/// Arguments, variables and files that a run is given.
pub const MAX_GIVEN: usize = 64;
/// Bytes of all of them together.
pub const MAX_GIVEN_BYTES: usize = 1 << 20;
/// Events that the region holds.
pub const MAX_EVENTS: usize = 1 << 24;
/// Concrete branches that are told before the first symbolic byte; further ones run untold, at full speed. Every run
/// takes them, so they tell strategies next to nothing.
pub const MAX_BEFORE: u32 = 1 << 12;
/// Concrete branches that are told behind the first symbolic byte; they only give strategies the surroundings of the
/// symbolic ones.
pub const MAX_CONCRETE: u32 = 1 << 20;
/// Comparisons of the watched site that are told ([`word::WATCHED`]); further ones are not.
pub const MAX_COMPARED: u32 = 1 << 16;
/// Symbolic events before the trace is full, at most: what concrete ones leave.
pub const MAX_SYMBOLIC: u64 = MAX_EVENTS as u64 - (2 * MAX_BEFORE + MAX_COMPARED + MAX_CONCRETE) as u64;
/// Records before the trace is full; ids fit 28 bits because shadow memory packs a byte index beside them.
pub const MAX_RECORDS: usize = 1 << 26;

/// Start of the module table.
pub const MODULES_AT: usize = 4096;
/// Start of the lost table.
pub const LOST_AT: usize = MODULES_AT + MAX_MODULES * super::MODULE_SIZE;
/// Start of the outcome counters.
pub const COVERAGE_AT: usize = LOST_AT + MAX_LOST * super::LOST_SIZE;
/// Start of the bytes that values asked for by an API are made of (stream 1), written by the executor.
pub const INPUT_AT: usize = COVERAGE_AT + MAX_OUTCOMES * 4;
/// Start of the table of values asked for.
pub const ASKED_AT: usize = INPUT_AT + MAX_INPUT;
/// Start of the table of arguments, variables and files, written by the executor.
pub const GIVEN_AT: usize = ASKED_AT + MAX_ASKED;
/// Start of their bytes.
pub const GIVEN_BYTES_AT: usize = GIVEN_AT + 4096;
/// Start of the events.
pub const EVENTS_AT: usize = GIVEN_BYTES_AT + MAX_GIVEN_BYTES;
/// Start of the records.
pub const RECORDS_AT: usize = EVENTS_AT + MAX_EVENTS * super::EVENT_SIZE;
/// Bytes of the whole region.
pub const REGION_SIZE: usize = RECORDS_AT + MAX_RECORDS * super::RECORD_SIZE;

const _: () = assert!(MAX_GIVEN * super::GIVEN_SIZE <= GIVEN_BYTES_AT - GIVEN_AT);

/// The stream of `Input` records whose bytes are the lengths of the other streams: bytes `4 * k` to `4 * k + 3` are the
/// length of stream `k`, little-endian.
pub const LENGTHS: u32 = 0xffff;
/// The stream of `Input` records that stand for bytes of memory that were never set; each has a number of its own. `c` is the
/// record of the object's birth: a constant of 64 bits, module above and location below.
pub const UNSET: u32 = 0xfffe;
/// What a byte of memory that was never set holds in a run that watches it: neither zero nor a character nor a small number.
pub const UNSET_BYTE: u8 = 0xa5;
/// Longest input whose length is symbolic.
pub const MAX_LENGTH: u64 = 1 << 24;
/// The module number of an event that belongs to no place in the program; `aux` is then the stream it is about.
pub const NOWHERE: u32 = u32::MAX;

/// Index of each header word (u64, little-endian).
pub mod word {
    /// [`super::MAGIC`], written by the executor.
    pub const MAGIC: usize = 0;
    /// [`super::VERSION`], written by the executor.
    pub const VERSION: usize = 1;
    /// [`super::Flags`], written by the executor before each run.
    pub const FLAGS: usize = 2;
    /// Most records a run may write, written by the executor.
    pub const RECORD_LIMIT: usize = 3;
    /// Most symbolic events a run may write, written by the executor.
    pub const EVENT_LIMIT: usize = 4;
    /// Bytes of [`super::INPUT_AT`] that are given, written by the executor before each run.
    pub const INPUT_LENGTH: usize = 5;
    /// Entries of [`super::GIVEN_AT`], written by the executor before each run.
    pub const N_GIVEN: usize = 6;
    /// Most bytes of `LLVMFuzzerTestOneInput`'s buffer, written by the executor; 0: [`super::BUFFER`].
    pub const MAX_BUFFER: usize = 7;
    /// The two-way site whose comparison shall be told even when it is concrete: 1 + its first outcome, 0 for none; written
    /// by the executor before each run.
    pub const WATCHED: usize = 8;
    /// The second at which every run begins, as `time` tells it, written by the executor.
    pub const MOMENT: usize = 9;
    /// How many buffers for `LLVMFuzzerTestOneInput` the bytes at [`super::INPUT_AT`] are, each behind its length of eight bytes, to be tried
    /// one after the other in one process; 0: one, as values that the program asks for. Written by the executor before each run.
    pub const VOLLEY: usize = 10;
    /// Records written so far (the highest id in use).
    pub const N_RECORDS: usize = 16;
    /// Events written so far.
    pub const N_EVENTS: usize = 17;
    /// Modules registered so far.
    pub const N_MODULES: usize = 18;
    /// Outcomes numbered so far.
    pub const N_OUTCOMES: usize = 19;
    /// Number of the [`super::Mode`] the runtime works in.
    pub const MODE: usize = 20;
    /// 1 when the runtime itself failed (its own bug, not the target's).
    pub const PANIC: usize = 21;
    /// Line in the runtime's source where it failed.
    pub const PANIC_LINE: usize = 22;
    /// How often a shadow did not match the value it stood for.
    pub const STALE: usize = 23;
    /// Entries of the lost table in use.
    pub const N_LOST: usize = 24;
    /// Segments the runtime interpreted.
    pub const SEGMENTS: usize = 25;
    /// Bytes of the list of values asked for so far.
    pub const ASKED_BYTES: usize = 26;
    /// Number of the [`super::Ending`].
    pub const ENDING: usize = 27;
    /// In a run that [retells](super::Flags::retells) a crash: the signal that the run has got, written by the executor then.
    pub const FAULT: usize = 28;
    /// The address that could not be reached, if [`super::NO_ADDRESS`] does not say that nobody knows it.
    pub const FAULT_ADDRESS: usize = 29;
    /// Number of the [`super::Told`]: what the runtime could say of the segment in which the run got it.
    pub const TOLD: usize = 30;
    /// How often symbolic data was dropped at places for which the lost table had no room.
    pub const LOST_ELSEWHERE: usize = 31;
    /// 1 when concrete branches were not told any more, because there were too many.
    pub const UNTOLD: usize = 32;
    /// How many buffers of [`VOLLEY`] were begun. Events tell what they took.
    pub const TRIED: usize = 33;
    /// Words in use.
    pub const COUNT: usize = 34;
}

/// What the executor asks of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flags {
    /// Bytes read from standard input are symbolic.
    pub symbolic_stdin: bool,
    /// The length of standard input is symbolic.
    pub symbolic_length: bool,
    /// Concrete branches are events too (contexts need them).
    pub whole_path: bool,
    /// Outcomes are counted, not only marked.
    pub count: bool,
    /// Memory that was never set holds [`UNSET_BYTE`] and is symbolic.
    pub unset: bool,
    /// The run is expected to crash, and the segment that it crashes in is to be told.
    pub retells: bool,
    /// Nothing is symbolic, whatever it was given by: the run is only to tell which outcomes it takes.
    pub concrete: bool,
}

/// The processor does not say which address a fault was about: it was none that could exist.
pub const NO_ADDRESS: u64 = u64::MAX;

/// What is known of the segment that a run crashed in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
pub enum Told {
    /// Nothing: its conditions are not in the trace.
    #[default]
    Nothing = 0,
    /// The trace has all that led to the fault.
    All = 1,
    /// The runtime is about to tell it.
    Begun = 2,
}

impl Told {
    /// From the header's word.
    pub const fn from_word(word: u64) -> Told {
        match word {
            1 => Told::All,
            2 => Told::Begun,
            _ => Told::Nothing,
        }
    }
}

impl Flags {
    /// As the header's word.
    pub const fn to_word(self) -> u64 {
        self.symbolic_stdin as u64
            | (self.whole_path as u64) << 1
            | (self.count as u64) << 2
            | (self.symbolic_length as u64) << 3
            | (self.retells as u64) << 4
            | (self.unset as u64) << 5
            | (self.concrete as u64) << 6
    }

    /// From the header's word; unknown bits are ignored.
    pub const fn from_word(word: u64) -> Flags {
        Flags {
            symbolic_stdin: word & 1 != 0,
            whole_path: word & 2 != 0,
            count: word & 4 != 0,
            symbolic_length: word & 8 != 0,
            retells: word & 16 != 0,
            unset: word & 32 != 0,
            concrete: word & 64 != 0,
        }
    }
}

/// How the runtime finds out what is symbolic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Mode {
    /// The runtime did not start.
    Off = 0,
    /// Direct-mapped shadow: one byte beside each byte of the target.
    Direct = 1,
    /// The reservation was refused or the program lies too low: a table, correct but slow.
    Table = 2,
}

/// Why the program's own words say that the run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Ending {
    /// It said nothing.
    None = 0,
    /// It called an error function (`reach_error`, `__VERIFIER_error`): a finding.
    Error = 1,
    /// An assumption did not hold: the input is of no interest.
    Assumption = 2,
}

/// The header's words after a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// All words in order of [`word`].
    pub words: [u64; word::COUNT],
}

impl Header {
    /// The runtime's mode.
    pub fn mode(&self) -> Mode {
        match self.words[word::MODE] {
            1 => Mode::Direct,
            2 => Mode::Table,
            _ => Mode::Off,
        }
    }

    /// What the program said about its end.
    pub fn ending(&self) -> Ending {
        match self.words[word::ENDING] {
            1 => Ending::Error,
            2 => Ending::Assumption,
            _ => Ending::None,
        }
    }
}
