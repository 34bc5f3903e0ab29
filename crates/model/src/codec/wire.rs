//! Primitives of the binary form: varints, lists, strings, and the trait every written type implements.
//!
//! Invariant: each value takes at least one byte, so a list can't announce more elements than bytes are left, and
//! memory stays proportional to the input. The reader never looks past its slice.

use crate::Error;

/// A type with a binary form. `read` accepts exactly what `write` produces, up to non-minimal varints.
pub(super) trait Wire: Sized {
    fn write(&self, out: &mut Writer);
    fn read(input: &mut Reader<'_>) -> Result<Self, Error>;
}

/// Bytes written so far.
#[derive(Default)]
pub(super) struct Writer {
    pub(super) bytes: Vec<u8>,
}

/// Bytes still to read.
pub(super) struct Reader<'a> {
    rest: &'a [u8],
    offset: usize,
}

impl<'a> Reader<'a> {
    /// A reader of `bytes`, which start at `offset` of the section.
    pub(super) fn new(bytes: &'a [u8], offset: usize) -> Reader<'a> {
        Reader { rest: bytes, offset }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    /// The error for a value of the wrong kind just read.
    pub(super) fn expected(&self, expected: &'static str) -> Error {
        Error::Value { offset: self.offset, expected }
    }

    pub(super) fn byte(&mut self) -> Result<u8, Error> {
        let (first, rest) = self.rest.split_first().ok_or(Error::Truncated { offset: self.offset })?;
        self.rest = rest;
        self.offset += 1;
        Ok(*first)
    }

    /// The length of a list whose elements take at least one byte each.
    fn count(&mut self) -> Result<usize, Error> {
        let count = u64::read(self)?;
        if count > self.rest.len() as u64 {
            return Err(Error::Truncated { offset: self.offset });
        }
        Ok(count as usize)
    }
}

impl Wire for u8 {
    fn write(&self, out: &mut Writer) {
        out.bytes.push(*self);
    }

    fn read(input: &mut Reader<'_>) -> Result<u8, Error> {
        input.byte()
    }
}

impl Wire for bool {
    fn write(&self, out: &mut Writer) {
        out.bytes.push(u8::from(*self));
    }

    fn read(input: &mut Reader<'_>) -> Result<bool, Error> {
        match input.byte()? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(input.expected("a truth value")),
        }
    }
}

impl Wire for u128 {
    fn write(&self, out: &mut Writer) {
        let mut rest = *self;
        while rest >= 0x80 {
            out.bytes.push(rest as u8 | 0x80);
            rest >>= 7;
        }
        out.bytes.push(rest as u8);
    }

    fn read(input: &mut Reader<'_>) -> Result<u128, Error> {
        let mut value = 0_u128;
        for shift in (0..u128::BITS).step_by(7) {
            let byte = input.byte()?;
            let bits = u128::from(byte & 0x7f);
            if bits << shift >> shift != bits {
                return Err(input.expected("a number of at most 128 bits"));
            }
            value |= bits << shift;
            if byte & 0x80 == 0 {
                return Ok(value);
            }
        }
        Err(input.expected("a number of at most 128 bits"))
    }
}

impl Wire for u64 {
    fn write(&self, out: &mut Writer) {
        u128::from(*self).write(out);
    }

    fn read(input: &mut Reader<'_>) -> Result<u64, Error> {
        u64::try_from(u128::read(input)?).map_err(|_| input.expected("a number of at most 64 bits"))
    }
}

impl Wire for u32 {
    fn write(&self, out: &mut Writer) {
        u128::from(*self).write(out);
    }

    fn read(input: &mut Reader<'_>) -> Result<u32, Error> {
        u32::try_from(u128::read(input)?).map_err(|_| input.expected("a number of at most 32 bits"))
    }
}

impl Wire for i64 {
    fn write(&self, out: &mut Writer) {
        (((*self << 1) ^ (*self >> 63)) as u64).write(out);
    }

    fn read(input: &mut Reader<'_>) -> Result<i64, Error> {
        let folded = u64::read(input)?;
        Ok((folded >> 1) as i64 ^ -((folded & 1) as i64))
    }
}

impl<T: Wire> Wire for Vec<T> {
    fn write(&self, out: &mut Writer) {
        (self.len() as u64).write(out);
        for element in self {
            element.write(out);
        }
    }

    fn read(input: &mut Reader<'_>) -> Result<Vec<T>, Error> {
        let count = input.count()?;
        (0..count).map(|_| T::read(input)).collect()
    }
}

impl Wire for String {
    fn write(&self, out: &mut Writer) {
        (self.len() as u64).write(out);
        out.bytes.extend_from_slice(self.as_bytes());
    }

    fn read(input: &mut Reader<'_>) -> Result<String, Error> {
        String::from_utf8(Vec::read(input)?).map_err(|_| input.expected("text in UTF-8"))
    }
}

impl<T: Wire> Wire for Option<T> {
    fn write(&self, out: &mut Writer) {
        self.is_some().write(out);
        if let Some(value) = self {
            value.write(out);
        }
    }

    fn read(input: &mut Reader<'_>) -> Result<Option<T>, Error> {
        if bool::read(input)? { T::read(input).map(Some) } else { Ok(None) }
    }
}

/// Binary form of structs: the listed fields in order.
macro_rules! wire_structs {
    ($($name:ident { $($field:tt),* })*) => {$(
        impl Wire for $name {
            fn write(&self, out: &mut Writer) {
                $(self.$field.write(out);)*
            }

            fn read(input: &mut Reader<'_>) -> Result<$name, Error> {
                Ok($name { $($field: Wire::read(input)?,)* })
            }
        }
    )*};
}

/// Binary form of enums without fields that know their own code.
macro_rules! wire_codes {
    ($($name:ident $expected:literal,)*) => {$(
        impl Wire for $name {
            fn write(&self, out: &mut Writer) {
                out.bytes.push(self.code());
            }

            fn read(input: &mut Reader<'_>) -> Result<$name, Error> {
                $name::from_code(input.byte()?).ok_or_else(|| input.expected($expected))
            }
        }
    )*};
}

pub(super) use {wire_codes, wire_structs};
