//! One place where symbolic data was dropped, and how often. Nothing is lost silently.

/// Bytes of one entry in the region.
pub const LOST_SIZE: usize = 16;

macro_rules! whats {
    ($($(#[$doc:meta])* $name:ident $number:literal $text:literal,)*) => {
        /// Why symbolic data was made concrete.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum What { $($(#[$doc])* $name = $number,)* }

        impl What {
            /// Every reason.
            pub const ALL: &'static [What] = &[$(What::$name,)*];

            /// A phrase for people.
            pub const fn text(self) -> &'static str {
                match self { $(What::$name => $text,)* }
            }

            /// The reason with this number, if there is one.
            pub fn from_u8(number: u8) -> Option<What> {
                What::ALL.iter().copied().find(|&what| what as u8 == number)
            }
        }
    };
}

whats! {
    /// A function without instrumentation got or returned symbolic data.
    External 1 "call of a function that is not instrumented",
    /// Inline assembly got symbolic data.
    Assembly 2 "inline assembly",
    /// An instruction or intrinsic that no operator expresses.
    Unsupported 3 "instruction that cannot be expressed",
    /// A value wider than 128 bits or an aggregate with too many parts.
    TooWide 4 "value too wide",
    /// Memory was read at a symbolic address; the address was fixed.
    ReadAddress 5 "read at a symbolic address",
    /// Memory was written at a symbolic address; the address was fixed.
    WriteAddress 6 "write at a symbolic address",
    /// A jump or call through a symbolic pointer; the target was fixed.
    Target 7 "jump or call through a symbolic pointer",
    /// A size was symbolic and was fixed.
    Size 8 "symbolic size",
    /// Symbolic data met a thread other than the first.
    Thread 9 "thread",
    /// The trace was full.
    Full 10 "trace full",
    /// The shadow did not match the value: uninstrumented code had changed it.
    Stale 11 "value changed by code that is not instrumented",
    /// An instrumented signal handler ran inside the runtime.
    Signal 12 "signal handler inside the runtime",
    /// Memory below the shadow was mapped: functions running at that moment are not followed on.
    Low 14 "memory at a low address: functions running then are not followed to their end",
    /// A variadic argument that could not be followed.
    Variadic 13 "variadic argument",
    /// More values were asked for than a run can be given; the further ones are zero.
    Values 15 "more values asked for than a run can be given",
    /// A function with more values that cross its segments than can be numbered.
    TooLarge 17 "function too large to be followed",
    /// More objects are alive in a program that is checked for bounds than are known at once.
    Objects 18 "more objects than bounds can be aimed at",
    /// In a run that watches memory which was never set: something was born before `main`, where nobody watches.
    Early 19 "memory that was not set before main",
    /// In a run that watches memory which was never set: the program met the outside here. Nothing was dropped.
    Met 20 "a call that brings in more than the input",
    /// Arithmetic of which the compiler may make something else: fast, contracted, or with denormal numbers flushed. It is followed as it stands.
    FastMath 21 "arithmetic that the compiler may change (-ffast-math, -ffp-contract=fast)",
    /// In Java: strings were compared by `==`, and they are equal. Whether they are one object is up to the caller, who was taken to use literals.
    Identity 22 "== of equal strings, which are one object only if the caller uses literals",
    /// Caller and callee disagree about the type of an argument or a result, as where a function is called by a pointer to another type.
    Mismatch 23 "argument or result of another type than the function's",
    /// More places than the table of losses holds.
    Places 16 "more places with losses than a trace can name",
}

/// A place and a count, as the runtime writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Lost {
    /// Index into the module table.
    pub module: u16,
    /// Number of the [`What`].
    pub what: u8,
    /// 1 when the entry is in use.
    pub used: u8,
    /// Location within the module.
    pub loc: u32,
    /// How often.
    pub count: u32,
    /// Zero.
    pub pad: u32,
}

impl Lost {
    /// Decodes one entry from exactly [`LOST_SIZE`] bytes.
    pub fn read(bytes: &[u8; LOST_SIZE]) -> Lost {
        let u32_at = |at: usize| u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
        Lost {
            module: u16::from_le_bytes([bytes[0], bytes[1]]),
            what: bytes[2],
            used: bytes[3],
            loc: u32_at(4),
            count: u32_at(8),
            pad: u32_at(12),
        }
    }
}
