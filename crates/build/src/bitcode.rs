//! Bitcode inside object files.
//!
//! clang puts the front end's bitcode into section `.llvmbc`. A partial link (`ld -r`) puts several
//! such sections behind each other, so one section may hold several modules.
//!
//! The LLVM plugin of `ar`, `nm` and `ranlib` takes an object with such a section for one of
//! link-time optimisation, and an older plugin then fails to read it and leaves the object out of
//! the archive's index. So `symcrete cc` gives the section another name.

use object::elf::FileHeader64;
use object::read::elf::{FileHeader, SectionHeader};
use object::{Endianness, Object, ObjectSection, ObjectSymbol};
use std::path::{Path, PathBuf};

/// The section as clang names it, and as we do: of the same length.
const CLANGS: &str = ".llvmbc";
const OURS: &str = ".symcbc";

/// The contents of a section of an ELF file; `None` if there is none.
pub fn section<'a>(file: &'a [u8], name: &str) -> Option<&'a [u8]> {
    let object = object::File::parse(file).ok()?;
    let section = object.section_by_name(name)?;
    section.data().ok().filter(|data| !data.is_empty())
}

/// The names that an object file leaves to others; none of a file of another kind.
pub(crate) fn undefined(file: &[u8]) -> Vec<String> {
    let Ok(file) = object::File::parse(file) else { return Vec::new() };
    let undefined = file.symbols().filter(|symbol| symbol.is_undefined());
    undefined.filter_map(|symbol| Some(symbol.name().ok()?.to_string())).collect()
}

/// Does an object count what is covered, for gcov (`--coverage`) or for profiles?
pub(crate) fn counts(file: &[u8]) -> bool {
    section(file, "__llvm_prf_cnts").is_some() || undefined(file).iter().any(|name| name == "llvm_gcov_init")
}

/// The bitcode modules of an object file, empty if there is none.
pub(crate) fn modules(file: &[u8]) -> Vec<&[u8]> {
    let modules: Vec<&[u8]> = all_modules(file).collect();
    if modules.iter().any(|module| has_coroutines(module)) { Vec::new() } else { modules }
}

fn all_modules(file: &[u8]) -> impl Iterator<Item = &[u8]> {
    [CLANGS, OURS].iter().filter_map(|name| section(file, name)).flat_map(split)
}

/// Is a file left as it is, though it has bitcode, because of C++'s coroutines? What the front end says of them has another form in each
/// version of LLVM.
pub(crate) fn is_left(file: &[u8]) -> bool {
    all_modules(file).any(has_coroutines)
}

/// Names are at the end of a module, as they are.
fn has_coroutines(module: &[u8]) -> bool {
    const NAME: &[u8] = b"llvm.coro.end";
    module.windows(NAME.len()).any(|part| part == NAME)
}

/// The bitcode that rustc leaves beside the objects of a program's own crate, into which it puts none, if it was asked to leave something
/// (`-C save-temps`): that of its front end, else the optimised one.
pub(crate) fn beside(object: &Path) -> Option<Vec<u8>> {
    names_beside(object).find_map(|name| std::fs::read(name).ok())
}

/// Is there some beside an object?
pub(crate) fn is_beside(object: &Path) -> bool {
    names_beside(object).any(|name| name.is_file())
}

fn names_beside(object: &Path) -> impl Iterator<Item = PathBuf> {
    let is_rustcs = object.to_str().is_some_and(|name| name.ends_with(".rcgu.o"));
    let endings = ["no-opt.bc", "bc"].into_iter().filter(move |_| is_rustcs);
    endings.map(|ending| object.with_extension(ending))
}

/// Renames the bitcode section of an object file, if it is one. What fails is left as it was.
pub fn hide(path: &Path) {
    let Ok(mut bytes) = std::fs::read(path) else { return };
    if let Some(at) = name_of_bitcode(&bytes) {
        bytes[at..at + OURS.len()].copy_from_slice(OURS.as_bytes());
        let _ = std::fs::write(path, bytes);
    }
}

/// Where in the file the name of the bitcode section stands.
fn name_of_bitcode(bytes: &[u8]) -> Option<usize> {
    let header = FileHeader64::<Endianness>::parse(bytes).ok()?;
    let endian = header.endian().ok()?;
    let sections = header.sections(endian, bytes).ok()?;
    let (_, bitcode) = sections.section_by_name(endian, CLANGS.as_bytes())?;
    let names =
        sections.section(header.shstrndx(endian, bytes).map(|k| object::SectionIndex(k as usize)).ok()?).ok()?;
    let at = names.sh_offset(endian) as usize + bitcode.sh_name(endian) as usize;
    bytes.get(at..)?.starts_with(CLANGS.as_bytes()).then_some(at)
}

const MAGIC: [u8; 4] = *b"BC\xc0\xde";

/// Cuts concatenated bitcode apart: each module begins with the magic number and is a sequence of
/// top-level blocks whose lengths are given.
fn split(data: &[u8]) -> Vec<&[u8]> {
    let mut modules = Vec::new();
    let mut at = 0;
    while at + 4 <= data.len() {
        if data[at..at + 4] != MAGIC {
            at += 1;
            continue;
        }
        let end = module_end(data, at + 4);
        modules.push(&data[at..end]);
        at = end;
    }
    modules
}

/// Walks the top-level blocks that follow a magic number.
///
/// A block begins with two bits (abbreviation 1: enter block), its id as VBR-8, an abbreviation
/// width as VBR-4, padding to 32 bits, and its length in 32-bit words.
fn module_end(data: &[u8], mut at: usize) -> usize {
    while let Some(head) = data.get(at..at + 8) {
        let word = u32::from_le_bytes([head[0], head[1], head[2], head[3]]);
        let is_block = word & 3 == 1 && head != [0; 8];
        if !is_block || head[..4] == MAGIC {
            break;
        }
        let words = u32::from_le_bytes([head[4], head[5], head[6], head[7]]) as usize;
        match at.checked_add(8 + words * 4).filter(|&end| end <= data.len()) {
            Some(end) => at = end,
            None => return data.len(),
        }
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    fn module(payload: u8) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend([0x35, 0x14, 0, 0, 1, 0, 0, 0]);
        bytes.extend([payload; 4]);
        bytes
    }

    #[test]
    fn concatenated_modules_are_cut_apart() {
        let (a, b) = (module(1), module(0xde));
        let both = [a.clone(), vec![0; 3], b.clone()].concat();
        assert_eq!(split(&both), [a.as_slice(), b.as_slice()]);
        assert_eq!(split(&a), [a.as_slice()]);
    }

    #[test]
    fn what_is_no_bitcode_is_no_module() {
        assert!(split(b"\0\0\0\0\0\0").is_empty());
        assert!(modules(b"no object at all").is_empty());
    }
}
