//! One value that the program asked an API for (`__VERIFIER_nondet_int()`, `klee_make_symbolic(&x, 4, "x")`).
//!
//! Values are made of the bytes of stream 1 in the order they are asked for; the table says where
//! each begins, as what C type it was asked for and by what name, so that a test can be written down in words.

/// Bytes of one entry in the region.
pub const ASKED_SIZE: usize = 64;
/// Most bytes of a name; longer ones are cut.
pub const NAME_SIZE: usize = ASKED_SIZE - 12;

macro_rules! types {
    ($($(#[$doc:meta])* $name:ident $bytes:literal $text:literal,)*) => {
        /// The C type of a value asked for.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u8)]
        pub enum CType { $($(#[$doc])* $name,)* }

        impl CType {
            /// Every type, in numeric order.
            pub const ALL: &'static [CType] = &[$(CType::$name,)*];

            /// Bytes of a value; 0 where each one has its own length.
            pub const fn bytes(self) -> usize {
                match self { $(CType::$name => $bytes,)* }
            }

            /// The type as C writes it.
            pub const fn text(self) -> &'static str {
                match self { $(CType::$name => $text,)* }
            }
        }
    };
}

types! {
    /// `_Bool`: one byte of which the lowest bit counts.
    Bool 1 "_Bool",
    /// `char`, signed on this target.
    Char 1 "char",
    /// `unsigned char`.
    UChar 1 "unsigned char",
    /// `short`.
    Short 2 "short",
    /// `unsigned short`.
    UShort 2 "unsigned short",
    /// `int`.
    Int 4 "int",
    /// `unsigned int`.
    UInt 4 "unsigned int",
    /// `long`.
    Long 8 "long",
    /// `unsigned long`.
    ULong 8 "unsigned long",
    /// `float`.
    Float 4 "float",
    /// `double`.
    Double 8 "double",
    /// A pointer, of which only the number is known.
    Pointer 8 "void *",
    /// `long double`: the ten bytes of it that count.
    LongDouble 10 "long double",
    /// A pointer that leads nowhere if the lowest bit is 0, and else to an object of its own.
    Object 1 "pointer",
    /// An object of any type, as long as the entry says.
    Bytes 0 "bytes",
}

/// A value as the runtime lists it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Asked {
    /// Number of the [`CType`].
    pub ty: u8,
    /// Zero.
    pub pad: [u8; 3],
    /// Offset of its first byte in stream 1.
    pub offset: u32,
    /// Its bytes.
    pub length: u32,
    /// What the program calls it, up to the first zero byte.
    pub name: [u8; NAME_SIZE],
}

impl Asked {
    /// A value without a name.
    pub fn new(ty: CType, offset: u32) -> Asked {
        Asked { ty: ty as u8, pad: [0; 3], offset, length: ty.bytes() as u32, name: [0; NAME_SIZE] }
    }

    /// Decodes one entry from exactly [`ASKED_SIZE`] bytes.
    pub fn read(bytes: &[u8; ASKED_SIZE]) -> Asked {
        let u32_at = |at: usize| u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
        let mut name = [0; NAME_SIZE];
        name.copy_from_slice(&bytes[12..]);
        Asked { ty: bytes[0], pad: [0; 3], offset: u32_at(4), length: u32_at(8), name }
    }

    /// The type, if the number is a known one.
    pub fn ctype(&self) -> Option<CType> {
        CType::ALL.get(self.ty as usize).copied()
    }

    /// The bytes of the name.
    pub fn name(&self) -> &[u8] {
        self.name.split(|&byte| byte == 0).next().unwrap_or_default()
    }

    /// Where its bytes end in stream 1, as far as the stream can reach.
    pub fn end(&self) -> usize {
        (self.offset as usize).saturating_add(self.length as usize).min(crate::MAX_INPUT)
    }
}
