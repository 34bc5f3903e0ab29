//! One value that the program asked an API for (`__VERIFIER_nondet_int()`, `CREST_int(x)`).
//!
//! Values are made of the bytes of stream 1 in the order they are asked for; the table says where
//! each begins and as what C type it was asked for, so that a test can be written down in words.

/// Bytes of one entry in the region.
pub const ASKED_SIZE: usize = 8;

macro_rules! types {
    ($($(#[$doc:meta])* $name:ident $bytes:literal $text:literal,)*) => {
        /// The C type of a value asked for.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u8)]
        pub enum CType { $($(#[$doc])* $name,)* }

        impl CType {
            /// Every type, in numeric order.
            pub const ALL: &'static [CType] = &[$(CType::$name,)*];

            /// Bytes of a value.
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
}

impl Asked {
    /// Decodes one entry from exactly [`ASKED_SIZE`] bytes.
    pub fn read(bytes: &[u8; ASKED_SIZE]) -> Asked {
        let offset = u32::from_le_bytes([bytes[4], bytes[5], bytes[6], bytes[7]]);
        Asked { ty: bytes[0], pad: [0; 3], offset }
    }

    /// The type, if the number is a known one.
    pub fn ctype(&self) -> Option<CType> {
        CType::ALL.get(self.ty as usize).copied()
    }
}
