//! The runtime for shared libraries: it names no function of libm.
//!
//! A library that is linked without libm may be loaded before it, and then the loader cannot find functions that choose their form while
//! they are loaded (IFUNC): "Relink …". So where the runtime names `sinf`, its form for libraries names `__symcrete_libm_sinf`, which
//! the objects that call `sinf` bring along (`instrument/src/libc.rs`). Programs are the last to be found their functions, and keep the names.

use object::elf::{FileHeader64, SectionHeader64, Sym64};
use object::read::elf::{FileHeader, SectionHeader, Sym};
use object::{LittleEndian, pod};
use std::borrow::Cow;
use symcrete_abi::name;
use symcrete_libc::Fact;

const ENDIAN: LittleEndian = LittleEndian;

/// The runtime for libraries. One that cannot be read stays as it is.
pub(super) fn without(runtime: &[u8]) -> Cow<'_, [u8]> {
    renamed(runtime).map_or(Cow::Borrowed(runtime), Cow::Owned)
}

/// The object with a larger table of names behind it, and symbols that point there.
fn renamed(bytes: &[u8]) -> Option<Vec<u8>> {
    let header = FileHeader64::<LittleEndian>::parse(bytes).ok()?;
    let sections = header.sections(ENDIAN, bytes).ok()?;
    let symbols = sections.symbols(ENDIAN, bytes, object::elf::SHT_SYMTAB).ok()?;
    let table = sections.section(symbols.section()).ok()?.sh_offset(ENDIAN) as usize;
    let strings = sections.section(symbols.string_section()).ok()?;
    let mut names = strings.data(ENDIAN, bytes).ok()?.to_vec();
    let mut made = bytes.to_vec();
    for (index, symbol) in symbols.enumerate() {
        let old = symbol.name(ENDIAN, symbols.strings()).ok().and_then(|name| std::str::from_utf8(name).ok())?;
        if symbol.is_undefined(ENDIAN) && symcrete_libc::is(old, Fact::Libm) {
            let at = table + index.0 * size_of::<Sym64<LittleEndian>>();
            // The name's place is the first thing of a symbol.
            made[at..at + 4].copy_from_slice(&u32::try_from(names.len()).ok()?.to_le_bytes());
            names.extend([name::LIBM, old, "\0"].concat().as_bytes());
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
    use super::*;
    use crate::bitcode::undefined;

    #[test]
    fn the_runtime_of_libraries_names_nothing_of_libm() {
        let [before, after] = [super::super::RUNTIME, &without(super::super::RUNTIME)].map(undefined);
        let is_libm = |name: &&String| symcrete_libc::is(name, Fact::Libm);
        let renamed: Vec<String> = before.iter().filter(is_libm).map(|old| format!("{}{old}", name::LIBM)).collect();
        assert!(renamed.contains(&"__symcrete_libm_sinf".to_string()), "{renamed:?}");
        assert!(after.iter().all(|name| !is_libm(&name)) && renamed.iter().all(|name| after.contains(name)));
        assert_eq!(after.len(), before.len());
    }
}
