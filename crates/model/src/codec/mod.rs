//! The binary form of modules: blobs that a linker may concatenate in any order and pad with zeroes.
//!
//! ```text
//! blob    = 'S' 'Y' 'M' 'M'  version:u8  length:u64le  payload[length]
//! section = (blob | 0x00)*
//! ```
//! The payload is a [`Module`], field by field in declaration order: numbers as LEB128 (signed ones zig-zag), lists
//! and strings with their length first, enums by a tag byte. What follows from the rest (`Block::first`,
//! `Site::first_outcome`) is not written. Example, an empty module with hash 1 and name "a":
//! `53 59 4d 4d 05 0c00000000000000 | 01 | 01 61 | 00 00 00 00 00 00 00 00 00` (hash; name; files, locs, globals, functions, sites,
//! lines, births, meetings, decisions).
//!
//! Reading and writing of each type stand side by side in one implementation of `Wire`, so they can't drift apart.
//! The reader is total: every count is checked against the bytes left before anything is allocated, and the result
//! has passed [`Module::check`]. Old versions are refused, not migrated: a model lives as long as the program it
//! is linked into.

mod code;
mod data;
mod wire;

use crate::{Error, Module};
use wire::{Reader, Wire, Writer};

const MAGIC: &[u8; 4] = b"SYMM";
const VERSION: u8 = 5;
const HEADER_LEN: usize = 13;

/// The blob of one module. Decoding gives the same module back if it passes [`Module::check`].
pub fn encode(module: &Module) -> Vec<u8> {
    let mut writer = Writer::default();
    module.write(&mut writer);
    let payload = writer.bytes;
    let mut blob = Vec::with_capacity(HEADER_LEN + payload.len());
    blob.extend_from_slice(MAGIC);
    blob.push(VERSION);
    blob.extend_from_slice(&(payload.len() as u64).to_le_bytes());
    blob.extend_from_slice(&payload);
    blob
}

/// All modules of a section, in the order the linker put them.
pub fn decode_all(section: &[u8]) -> Result<Vec<Module>, Error> {
    let mut modules = Vec::new();
    let mut offset = 0;
    while let Some(skipped) = section[offset..].iter().position(|&byte| byte != 0) {
        offset += skipped;
        let (module, end) = decode_one(section, offset)?;
        modules.push(module);
        offset = end;
    }
    Ok(modules)
}

fn decode_one(section: &[u8], offset: usize) -> Result<(Module, usize), Error> {
    let rest = &section[offset..];
    if !rest.starts_with(MAGIC) {
        return Err(Error::Magic { offset });
    }
    let Some((header, payload)) = rest.split_first_chunk::<HEADER_LEN>() else {
        return Err(Error::Truncated { offset });
    };
    let [_, _, _, _, version, length @ ..] = *header;
    if version != VERSION {
        return Err(Error::Version { offset, found: version });
    }
    let start = offset + HEADER_LEN;
    let truncated = Error::Truncated { offset: start };
    let Ok(length) = usize::try_from(u64::from_le_bytes(length)) else { return Err(truncated) };
    let payload = payload.get(..length).ok_or(truncated)?;
    let mut reader = Reader::new(payload, start);
    let module = Module::read(&mut reader)?;
    if !reader.is_empty() {
        return Err(reader.expected("the end of the module"));
    }
    module.check()?;
    Ok((module, start + length))
}

#[cfg(test)]
mod tests;
