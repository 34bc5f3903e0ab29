//! Our own objects in a program that wraps functions of the library (`--wrap=malloc`): what they call is the real function.
//!
//! The linker leads every undefined `malloc` to `__wrap_malloc`, that of the runtime too, whose model of `malloc` would call what calls it. So it
//! gets the name by which the linker knows the real one, `__real_malloc`.

use super::{Error, write};
use object::elf::{FileHeader64, SectionHeader64, Sym64};
use object::read::elf::{FileHeader, SectionHeader, Sym};
use object::{LittleEndian, pod};
use std::collections::BTreeSet;
use std::path::Path;

const ENDIAN: LittleEndian = LittleEndian;
/// What the linker calls a function that is wrapped.
const REAL: &str = "__real_";

/// Has an object of ours call the real ones of these functions.
pub(super) fn call_real(file: &Path, wrapped: &BTreeSet<String>) -> Result<(), Error> {
    if wrapped.is_empty() {
        return Ok(());
    }
    let object = std::fs::read(file).map_err(|why| Error::File(file.to_path_buf(), why))?;
    renamed(&object, wrapped).map_or(Ok(()), |object| write(file, &object))
}

/// The object with a larger table of names behind it, and symbols that point there. Nothing of what is no object.
fn renamed(bytes: &[u8], wrapped: &BTreeSet<String>) -> Option<Vec<u8>> {
    let header = FileHeader64::<LittleEndian>::parse(bytes).ok()?;
    let sections = header.sections(ENDIAN, bytes).ok()?;
    let symbols = sections.symbols(ENDIAN, bytes, object::elf::SHT_SYMTAB).ok()?;
    let table = sections.section(symbols.section()).ok()?.sh_offset(ENDIAN) as usize;
    let strings = sections.section(symbols.string_section()).ok()?;
    let mut names = strings.data(ENDIAN, bytes).ok()?.to_vec();
    let mut made = bytes.to_vec();
    for (index, symbol) in symbols.enumerate() {
        let old = symbol.name(ENDIAN, symbols.strings()).ok().and_then(|name| std::str::from_utf8(name).ok())?;
        if symbol.is_undefined(ENDIAN) && wrapped.contains(old) {
            let at = table + index.0 * size_of::<Sym64<LittleEndian>>();
            // The name's place is the first thing of a symbol.
            made[at..at + 4].copy_from_slice(&u32::try_from(names.len()).ok()?.to_le_bytes());
            names.extend([REAL, old, "\0"].concat().as_bytes());
        }
    }
    let mut moved: SectionHeader64<LittleEndian> = *strings;
    moved.sh_offset.set(ENDIAN, made.len() as u64);
    moved.sh_size.set(ENDIAN, names.len() as u64);
    let place = header.e_shoff(ENDIAN) as usize + symbols.string_section().0 * size_of_val(&moved);
    made[place..place + size_of_val(&moved)].copy_from_slice(pod::bytes_of(&moved));
    made.extend(names);
    Some(made)
}

#[cfg(test)]
mod tests {
    use super::super::RUNTIME;
    use super::*;
    use crate::bitcode::undefined;

    #[test]
    fn the_runtime_calls_what_is_wrapped_by_its_real_name() {
        let wrapped = ["malloc", "no_such_function"].map(String::from).into();
        let [before, after] = [undefined(RUNTIME), undefined(&renamed(RUNTIME, &wrapped).unwrap())];
        let want = before.iter().map(|name| if name == "malloc" { "__real_malloc".into() } else { name.clone() });
        assert_eq!(after, want.collect::<Vec<String>>());
        assert!(after.contains(&"__real_malloc".to_string()));
    }
}
