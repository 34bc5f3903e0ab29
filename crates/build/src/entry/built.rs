//! A function of something that is built already: the sources that a program, a shared library or an archive was made of, and their flags.
//!
//! Debug information names the sources; the flags were kept when it was built (`link::Flags`). A program's sources are compiled anew, its own
//! `main` renamed; an archive is linked to the driver, which has the one source that defines the function.

use super::debug::CXX;
use super::named;
use crate::bitcode;
use crate::failure::Failure;
use crate::link::{Flags, plain_path};
use gimli::constants as dw;
use gimli::{EndianSlice, LittleEndian, SectionId};
use object::read::archive::ArchiveFile;
use object::{Object, ObjectSection, ObjectSymbol, RelocationTarget};
use std::borrow::Cow;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// What a driver needs of it.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Built {
    /// The sources, that of the function first.
    pub(super) sources: Vec<PathBuf>,
    pub(super) flags: Vec<OsString>,
    /// What is linked as it is.
    pub(super) linked: Vec<PathBuf>,
}

/// One compiled source.
struct Unit {
    source: PathBuf,
    is_c: bool,
    is_cxx: bool,
    defines: bool,
}

/// Looks a function up in a built file; `None` when the file is none.
pub(super) fn of(file: &Path, function: &str) -> Result<Option<Built>, Failure> {
    let bytes = std::fs::read(file).map_err(|why| Failure::file(file, why))?;
    let nowhere = || Failure::at(file, format!("nothing that was built with symcrete cc defines {function} there"));
    if let Ok(archive) = ArchiveFile::parse(&*bytes) {
        for member in archive.members().filter_map(Result::ok) {
            let Ok(data) = member.data(&*bytes) else { continue };
            if let Some(unit) =
                units(data, function).into_iter().find(|unit| unit.defines && (unit.is_c || unit.is_cxx))
            {
                let mut flags = Flags::default();
                flags.add_object(data);
                let flags = flags.compile.iter().map(OsString::from).collect();
                return Ok(Some(Built { sources: vec![unit.source], flags, linked: vec![file.to_path_buf()] }));
            }
        }
        return Err(nowhere());
    }
    if bitcode::section(&bytes, symcrete_abi::name::MODEL).is_none() {
        return Ok(None);
    }
    let plain = plain_path(file);
    let image = std::fs::read(&plain).map_err(|why| Failure::file(&plain, why))?;
    let mut units = units(&image, function);
    if !units.iter().any(|unit| unit.defines) {
        return Err(nowhere());
    }
    if let Some(other) = units.iter().find(|unit| !unit.is_c && !unit.is_cxx) {
        return Err(Failure::at(
            &other.source,
            "neither C nor C++: --entry of a built program is for programs of such sources",
        ));
    }
    if let (true, Some(other)) = (units.iter().any(|unit| unit.is_c), units.iter().find(|unit| unit.is_cxx)) {
        return Err(Failure::at(
            &other.source,
            "C++ beside C: name the sources that the function needs instead of the program, all of one language",
        ));
    }
    units.sort_by_key(|unit| !unit.defines);
    let Flags { compile, link, .. } = Flags::of(file);
    let flags = compile.iter().chain(&link).map(OsString::from).collect();
    Ok(Some(Built { sources: units.into_iter().map(|unit| unit.source).collect(), flags, linked: Vec::new() }))
}

/// The sources that are there of those that an object or a linked image names.
fn units(image: &[u8], function: &str) -> Vec<Unit> {
    let Ok(file) = object::File::parse(image) else { return Vec::new() };
    let data = |id: SectionId| section(&file, id.name());
    let loaded: Result<gimli::DwarfSections<Cow<'_, [u8]>>, gimli::Error> =
        gimli::DwarfSections::load(|id| Ok(data(id)));
    let Ok(sections) = loaded else { return Vec::new() };
    let dwarf = sections.borrow(|data| EndianSlice::new(data, LittleEndian));
    let mut headers = dwarf.units();
    let mut found = Vec::new();
    while let Ok(Some(header)) = headers.next() {
        found.extend(dwarf.unit(header).ok().and_then(|unit| of_unit(&dwarf, &unit, function)));
    }
    found
}

type Slice<'a> = EndianSlice<'a, LittleEndian>;

fn of_unit(dwarf: &gimli::Dwarf<Slice<'_>>, unit: &gimli::Unit<Slice<'_>>, function: &str) -> Option<Unit> {
    let folder = unit.comp_dir.map(|text| text.to_string_lossy().into_owned()).unwrap_or_default();
    let source = Path::new(&folder).join(unit.name?.to_string_lossy().as_ref());
    let (mut language, mut defines) = (None, false);
    let mut entries = unit.entries();
    while let Ok(Some(die)) = entries.next_dfs() {
        if let Some(gimli::AttributeValue::Language(told)) = die.attr_value(dw::DW_AT_language) {
            language = language.or(Some(told));
        }
        if die.tag() == dw::DW_TAG_subprogram && die.attr_value(dw::DW_AT_low_pc).is_some() {
            let name = die.attr_value(dw::DW_AT_name).and_then(|value| dwarf.attr_string(unit, value).ok());
            defines |= name.is_some_and(|name| name.slice() == named::short(function).as_bytes());
        }
    }
    let is_c =
        matches!(language, Some(dw::DW_LANG_C89 | dw::DW_LANG_C | dw::DW_LANG_C99 | dw::DW_LANG_C11 | dw::DW_LANG_C17));
    let is_cxx = language.is_some_and(|language| CXX.contains(&language));
    source.is_file().then_some(Unit { source, is_c, is_cxx, defines })
}

/// A section as the linker would leave it: in an object, references to other sections are not filled in yet.
fn section<'a>(file: &object::File<'a>, name: &str) -> Cow<'a, [u8]> {
    let Some(section) = file.section_by_name(name) else { return Cow::default() };
    let mut data = section.uncompressed_data().unwrap_or_default();
    for (at, relocation) in section.relocations() {
        let RelocationTarget::Symbol(symbol) = relocation.target() else { continue };
        let base = file.symbol_by_index(symbol).map_or(0, |symbol| symbol.address());
        let value = base.wrapping_add_signed(relocation.addend()).to_le_bytes();
        let n = usize::from(relocation.size() / 8).min(value.len());
        if let Some(place) = data.to_mut().get_mut(at as usize..at as usize + n) {
            place.copy_from_slice(&value[..n]);
        }
    }
    data
}
