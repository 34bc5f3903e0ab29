//! How a segment is described: 32-bit words in read-only data, no addresses.
//!
//! ```text
//! word 0            distance in words back to the function's header
//! word 1            n_leaves | head << 8 | values of the function's frame << 16
//! word 2            where the segment's Mark, Soft or Case stands, in words from word 0; 0: none
//! n_leaves words    slot + 1 (0: never symbolic) | width << 16 | wide << 24
//! n_code_words      code
//! ```
//!
//! *Locals* are numbered 0, 1, 2 …: first the leaves, whose concrete values cold code stored
//! (a wide leaf takes two of the frame's values), then one for each [`Code`] that makes one.
//! A code word is `code | x << 8 | y << 16 | z << 24`; x, y, z are locals unless said otherwise.
//! A code word whose lowest byte has the bit [`OPERATOR`] is [`operator`]: it makes a local of width x from
//! the locals y and z with the operator in the other seven bits, where everything is at most 64 bits wide.
//! The last code is [`Code::End`].
//! A segment has at most one mark, and its condition is then leaf 0, so that a branch in which
//! nothing symbolic took part is logged without replaying anything.
//! How many words each code has is written beside it, once ([`Length`]); whoever walks code asks [`decode`].
//! The [`Head`] tells the frequent beginnings of code apart, so that the runtime can execute them as one.
//! Invariant: every local is made before it is used, and there are at most [`MAX_LOCALS`].

mod decode;

pub use decode::{Counted, Decoded, Kind, Length, decode, walk};

/// Locals of one segment; the instrumenter starts a new segment before it has more.
pub const MAX_LOCALS: usize = 240;
/// Locals a single instruction may add (the widest expansion, a vector operation).
pub const HEADROOM: usize = 64;
/// Marks a wide leaf (more than 64 bits) in its word.
pub const WIDE: u32 = 1 << 24;
/// Marks a code word that is an operator of traces, see [`operator`].
pub const OPERATOR: u8 = 0x80;
/// Where x86-64's `va_list` has the pointer to the saved registers, and how many bytes of them there are.
pub const SAVED_REGISTERS_AT: u64 = 16;
/// Six general registers and eight vector registers.
pub const SAVED_REGISTERS: u64 = 176;
/// Slot numbers must stay below this: the source of a move is a slot, or a local where its highest bit of 16 is set.
pub const MAX_SLOTS: usize = 0x7ff0;
/// Most moves of one code, whose number of them is a byte.
pub const MAX_MOVES: usize = 255;

macro_rules! codes {
    ($($(#[$doc:meta])* $name:ident = $words:literal $(+ $counted:ident $(($per:literal))?)?,)*) => {
        /// What a code word does.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        pub enum Code { $($(#[$doc])* $name,)* }

        impl Code {
            /// Every code, in numeric order.
            pub const ALL: &'static [Code] = &[$(Code::$name,)*];

            /// How many words follow it.
            pub const fn length(self) -> Length {
                const NONE: Counted = Counted::Nothing;
                match self { $(Code::$name => Length { words: $words, counted: NONE $(.or(Counted::$counted $(($per))?))? },)* }
            }

            /// The code with this number, if there is one.
            #[expect(non_upper_case_globals, reason = "a constant per code, with the code's name")]
            #[inline(always)]
            pub const fn from_u8(number: u8) -> Option<Code> {
                $(const $name: u8 = Code::$name as u8;)*
                match number { $($name => Some(Code::$name),)* _ => None }
            }
        }
    };
}

codes! {
    /// Makes a constant of width x; the next word is its value.
    Const32 = 1,
    /// Makes a constant of width x; the next two words are its value, low first.
    Const64 = 2,
    /// Makes a constant of width x; the next four words are its value.
    Const128 = 4,
    /// Makes a local of width x: operator (next word, bits 0-7) on y, z and a third local (bits 8-15).
    /// The runtime computes the concrete value. For `Extract`, z is the low bit.
    Pure = 1,
    /// Gives leaf x the expression operator (next word, bits 0-7) on y, z and a third (bits 8-15).
    /// The concrete value is the leaf's: floats, and whatever only the processor knows.
    Known = 1,
    /// Gives leaf x the shadow of the z bytes at address y. Next word: location.
    Load = 1,
    /// Stores x's shadow to the z bytes at address y. Next word: location.
    Store = 1,
    /// A two-way site: condition x. Next word: outcome of "false"; "true" is the one after.
    Mark = 1,
    /// A two-way site whose ways were merged: x is the leaf with its condition, plus 2 if the program came there. y is the condition, z whether
    /// the program came there (255: certainly). Next word: outcome of "false".
    Soft = 1,
    /// A switch case was entered: value x. Next word: its outcome.
    Case = 1,
    /// A branch that stands for no site: condition x. Next word: location.
    Branch = 1,
    /// x was used as a concrete number. Next word: location | what << 24.
    Fix = 1,
    /// Counts a loss if any of y locals is symbolic. Next word: location | what << 24, then
    /// y locals, four to a word.
    Lose = 1 + Y(4),
    /// Counts a loss if anything in the y bytes (a local) at x is symbolic. Next word: location | what << 24.
    LoseRange = 1,
    /// Counts a loss if anything in the string at x is symbolic. Next word: location | what << 24.
    LoseText = 1,
    /// The function was entered: x is its address (255: nobody knows it); y parts follow, four to a word: leaf of part k.
    /// z = 1: also keep variadic arguments for `VaStart`.
    Enter = 0 + Y(4),
    /// A by-value parameter: copies shadows of z-th by-value argument to address x, next word: bytes.
    EnterByValue = 1,
    /// About to call address x with y parts. Next word: location; then locals, four to a word.
    /// z: number of fixed parts, 255 when not variadic; if variadic, the parts' classes follow, four
    /// to a word (0 general register, 1 vector register, 2 x87; from 3 on a structure in memory by value, aligned to 2^class bytes).
    Call = 1 + Parts,
    /// Like Call, of a function of the same module: its number is the word before the location.
    CallLocal = 2 + Parts,
    /// A by-value argument of the call just described: address x. Next word: bytes | which << 24.
    CallByValue = 1,
    /// A call of address x came back. y result parts: leaves, four to a word after the location word.
    Return = 1 + Y(4),
    /// Like Return, of a function of the same module: its number is the word before the location.
    ReturnLocal = 2 + Y(4),
    /// About to return: x is the function's address (255: nobody knows it), y parts, four to a word.
    Leave = 0 + Y(4),
    /// Copies shadows: z bytes (a local) from y to x. Next word: location.
    Copy = 1,
    /// Fills shadows: z bytes (a local) at x with the shadow of y. Next word: location.
    Fill = 1,
    /// `va_start` of the list at address x.
    VaStart = 0,
    /// Parallel moves into slots: x of them; words: target slot | source << 16, where a source below
    /// 0x8000 is a slot + 1 (0: concrete) and one above is a local | 0x8000. y = 1: no source is the target of an
    /// earlier move, so one move may follow the other.
    Moves = 0 + X(1),
    /// Like Moves, but only if the one-bit local y has the value of z's lowest bit. z's next bit is the y of Moves.
    MovesIf = 0 + X(1),
    /// Sets the frame's `from`. Next word: the number.
    From = 1,
    /// Moves chosen by `from`: y + 256 z rows, each a block's number and x words as in Moves.
    Phis = 0 + Rows,
    /// Puts the shadow of x into a slot. Next word: slot.
    Keep = 1,
    /// Slots that die: x of them, two to a word.
    Drop = 0 + X(2),
    /// Like Load, of 1 byte into a leaf of 8 bits.
    Load1 = 1,
    /// Like Load, of 2 bytes into a leaf of 16 bits.
    Load2 = 1,
    /// Like Load, of 4 bytes into a leaf of 32 bits.
    Load4 = 1,
    /// Like Load, of 8 bytes into a leaf of 64 bits.
    Load8 = 1,
    /// Like Store, of 1 byte.
    Store1 = 1,
    /// Like Store, of 2 bytes.
    Store2 = 1,
    /// Like Store, of 4 bytes.
    Store4 = 1,
    /// Like Store, of 8 bytes.
    Store8 = 1,
    /// Leaf x is what the z bytes at address y held, which a store is going to overwrite; it gets no shadow.
    Look = 0,
    /// Nothing follows.
    End = 0,
    /// Memory accesses that follow may lie in the object at address x. Next word: its bytes.
    Object = 1,
    /// The z bytes (a local) at address y are about to be used; they belong to the object that x points into. Next
    /// words: the object's bytes if x is its start (0: ask which object that is), location.
    Bound = 2,
}

/// How a segment's code begins, where that is frequent. No leaf of such a segment is wide, and behind its head come only
/// `Keep`, `Drop`, `Moves`, `MovesIf` and `End`, which name no locals but the head's leaves and the condition.
///
/// ```text
/// Load      Load1, Load4 or Load8                                 a leaf, at the address in another
/// Store     Store1, Store4 or Store8                              of a leaf, at the address in another
/// Decide    [a load as above], [Const32], operator, Mark          a comparison of leaves, or of a leaf and the constant; leaf 0
///                                                                 is its result; what was loaded is compared
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Head {
    /// Any code.
    Any,
    /// `Load` of so many bytes: 1, 4 or 8.
    Load(u8),
    /// `Store` of so many bytes.
    Store(u8),
    /// `Decide`: a load of so many bytes, 0 for none, and whether there is a constant.
    Decide(u8, bool),
}

impl Head {
    /// How many numbers there are.
    pub const COUNT: usize = 32;

    /// The head's number in a segment, below [`Head::COUNT`].
    pub const fn number(self) -> u8 {
        match self {
            Head::Any => 0,
            Head::Load(bytes) => 1 + bytes.ilog2() as u8,
            Head::Store(bytes) => 5 + bytes.ilog2() as u8,
            Head::Decide(0, constant) => 9 + constant as u8,
            Head::Decide(bytes, constant) => 11 + 2 * bytes.ilog2() as u8 + constant as u8,
        }
    }
}

/// The second word of a segment.
pub const fn shape(n_leaves: u8, head: Head, n_values: u16) -> u32 {
    n_leaves as u32 | (head.number() as u32) << 8 | (n_values as u32) << 16
}

/// The code word of an operator (its number in traces, below 128) whose operands and result have at most 64 bits.
/// An operator of one operand ignores `b`.
pub const fn operator(number: u8, width: u8, a: u8, b: u8) -> u32 {
    (number | OPERATOR) as u32 | (width as u32) << 8 | (a as u32) << 16 | (b as u32) << 24
}

impl Code {
    /// The code for this many bytes in place of `Load` (into a leaf of as many bits) or `Store`.
    pub const fn sized(self, bytes: u8) -> Code {
        match (self, bytes) {
            (Code::Load, 1) => Code::Load1,
            (Code::Load, 2) => Code::Load2,
            (Code::Load, 4) => Code::Load4,
            (Code::Load, 8) => Code::Load8,
            (Code::Store, 1) => Code::Store1,
            (Code::Store, 2) => Code::Store2,
            (Code::Store, 4) => Code::Store4,
            (Code::Store, 8) => Code::Store8,
            _ => self,
        }
    }

    /// A code word.
    pub const fn word(self, x: u8, y: u8, z: u8) -> u32 {
        self as u32 | (x as u32) << 8 | (y as u32) << 16 | (z as u32) << 24
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_have_numbers_of_their_own() {
        let sized =
            |bytes| [Head::Load(bytes), Head::Store(bytes), Head::Decide(bytes, false), Head::Decide(bytes, true)];
        let mut heads = vec![Head::Any, Head::Decide(0, false), Head::Decide(0, true)];
        heads.extend([1, 4, 8].into_iter().flat_map(sized));
        let mut numbers: Vec<u8> = heads.iter().map(|head| head.number()).collect();
        numbers.sort_unstable();
        numbers.dedup();
        assert_eq!(numbers.len(), heads.len());
        assert!(numbers.iter().all(|&number| (number as usize) < Head::COUNT));
    }

    #[test]
    fn numbers_round_trip() {
        for (number, &code) in Code::ALL.iter().enumerate() {
            assert_eq!(code as usize, number);
            assert_eq!(Code::from_u8(number as u8), Some(code));
            assert_eq!(code.word(1, 2, 3), number as u32 | 0x0302_0100);
            assert!(number < OPERATOR as usize);
        }
    }
}
