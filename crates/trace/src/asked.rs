//! One value that the program asked an API for (`__VERIFIER_nondet_int()`, `klee_make_symbolic(&x, 4, "x")`).
//!
//! Values are made of the bytes of stream 1 in the order they are asked for; the list says as what C type each
//! was asked for, how long it is and by what name, so that a test can be written down in words. A value begins where
//! the one before it ends. Most have no name and take [`ASKED_HEAD`] bytes: programs ask for millions.

/// Bytes of an entry of the list before its name: type (1), bytes of the name (1), zeros (2), length of the value (4).
/// The name is filled up with zeros to a multiple of as many.
pub const ASKED_HEAD: usize = 8;
/// Most bytes of a name; longer ones are cut.
pub const NAME_SIZE: usize = 52;

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

/// A value of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asked {
    /// Number of the [`CType`].
    pub ty: u8,
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
        Asked { ty: ty as u8, offset, length: ty.bytes() as u32, name: [0; NAME_SIZE] }
    }

    /// The entry's first bytes, for a name of so many bytes.
    pub fn head(ty: CType, length: u32, name: usize) -> [u8; ASKED_HEAD] {
        let [a, b, c, d] = length.to_le_bytes();
        [ty as u8, name.min(NAME_SIZE) as u8, 0, 0, a, b, c, d]
    }

    /// Bytes of an entry whose name has so many.
    pub fn size(name: usize) -> usize {
        ASKED_HEAD + name.min(NAME_SIZE).next_multiple_of(ASKED_HEAD)
    }

    /// Decodes the entry at the start of the list's rest; the value begins at `offset`.
    pub fn read(list: &[u8], offset: u32) -> Option<Asked> {
        let &[ty, n_name, _, _, a, b, c, d] = list.first_chunk()?;
        let text = list.get(ASKED_HEAD..Asked::size(n_name as usize))?;
        let mut name = [0; NAME_SIZE];
        let n_name = (n_name as usize).min(NAME_SIZE);
        name[..n_name].copy_from_slice(&text[..n_name]);
        Some(Asked { ty, offset, length: u32::from_le_bytes([a, b, c, d]), name })
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_come_back_with_their_names() {
        for name in ["", "x", "12345678", "list[0].next"] {
            let mut list = Asked::head(CType::Int, 4, name.len()).to_vec();
            list.extend(name.as_bytes());
            list.resize(Asked::size(name.len()), 0);
            let asked = Asked::read(&list, 12).expect("a whole entry");
            assert_eq!((asked.ctype(), asked.offset, asked.length), (Some(CType::Int), 12, 4));
            assert_eq!(asked.name(), name.as_bytes());
            assert_eq!(Asked::read(&list[..list.len() - 1], 12), None, "cut short");
        }
    }
}
