//! The files a process is made of: what lies where, its lines and its unwind tables.
//!
//! Each file is read once. Addresses of a process are translated by its memory map to a file's own addresses, where the tables
//! are. A file that cannot be read has no lines; that is no error.

use super::unwind::{Registers, Stack};
use crate::Place;
use addr2line::Loader;
use addr2line::gimli::{BaseAddresses, EhFrame, LittleEndian, UnwindContext, UnwindSection};
use object::{Object as _, ObjectSection as _, ObjectSegment as _, ObjectSymbol as _};
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// Directories of libraries that are not the user's program.
const SYSTEM: [&str; 4] = ["/lib", "/usr/lib", "/lib64", "/usr/lib64"];
/// Part of the name of every function of the runtime.
const RUNTIME: &str = "symcrete";

/// The executable parts of a memory map.
pub(super) struct Maps(Vec<Mapping>);

struct Mapping {
    start: u64,
    end: u64,
    offset: u64,
    path: PathBuf,
}

impl Maps {
    /// Reads the text of `/proc/…/maps`; lines of another form are passed over.
    pub(super) fn new(text: &str) -> Maps {
        Maps(text.lines().filter_map(mapping).collect())
    }

    /// Is this address in code that is not the system's?
    pub(super) fn is_own(&self, address: u64) -> bool {
        let is_system = |path: &Path| SYSTEM.iter().any(|folder| path.starts_with(folder)) || !path.is_absolute();
        self.at(address).is_some_and(|mapping| !is_system(&mapping.path))
    }

    fn at(&self, address: u64) -> Option<&Mapping> {
        self.0.iter().find(|mapping| (mapping.start..mapping.end).contains(&address))
    }
}

/// `start-end rwxp offset device inode   path`
fn mapping(line: &str) -> Option<Mapping> {
    let (range, rest) = line.split_once(' ')?;
    let (start, end) = range.split_once('-')?;
    let mut fields = rest.splitn(4, ' ');
    let executable = fields.next()?.contains('x');
    let hex = |digits: &str| u64::from_str_radix(digits, 16).ok();
    let offset = hex(fields.next()?)?;
    let (_, path) = fields.nth(1)?.split_once(' ')?;
    let mapping = Mapping { start: hex(start)?, end: hex(end)?, offset, path: PathBuf::from(path.trim_start()) };
    executable.then_some(mapping)
}

/// The files met so far.
#[derive(Default)]
pub(super) struct Objects(HashMap<PathBuf, Option<Object>>);

/// One file.
struct Object {
    lines: Option<Loader>,
    unwind: Vec<u8>,
    unwind_address: u64,
    segments: Vec<Segment>,
    /// Functions by address, for code whose debug information has lines only.
    symbols: Vec<(u64, String)>,
}

/// A part of the file and the address it is made for.
struct Segment {
    offset: u64,
    size: u64,
    address: u64,
}

/// A file as it lies in a process.
pub(super) struct Placed<'a> {
    object: &'a Object,
    mapping: &'a Mapping,
}

impl Objects {
    /// The file that an address of the process lies in.
    pub(super) fn at<'a>(&'a mut self, maps: &'a Maps, address: u64) -> Option<Placed<'a>> {
        let mapping = maps.at(address)?;
        let object = self.0.entry(mapping.path.clone()).or_insert_with(|| Object::read(&mapping.path));
        Some(Placed { object: object.as_ref()?, mapping })
    }
}

impl Objects {
    /// The lines at these addresses of a file.
    pub(super) fn in_file(&mut self, path: &Path, addresses: &[u64]) -> Vec<Place> {
        let object = self.0.entry(path.to_path_buf()).or_insert_with(|| Object::read(path));
        let Some(object) = object else { return Vec::new() };
        addresses.iter().filter_map(|&address| object.place(address)).collect()
    }
}

impl Object {
    fn read(path: &Path) -> Option<Object> {
        let bytes = std::fs::read(path).ok()?;
        let file = object::File::parse(&*bytes).ok()?;
        let section = file.section_by_name(".eh_frame");
        let unwind = section.as_ref().and_then(|section| section.data().ok()).unwrap_or_default().to_vec();
        let unwind_address = section.map_or(0, |section| section.address());
        let segments = file.segments().map(|segment| {
            let (offset, size) = segment.file_range();
            Segment { offset, size, address: segment.address() }
        });
        let segments = segments.collect();
        let system = SYSTEM.iter().any(|directory| path.starts_with(directory));
        let lines = if system { None } else { Loader::new(path).ok() };
        let mut symbols: Vec<(u64, String)> = if system { Vec::new() } else { functions(&file).collect() };
        symbols.sort();
        Some(Object { lines, unwind, unwind_address, segments, symbols })
    }

    /// The line of the user's program at this address of the file, through inlined functions to the innermost.
    fn place(&self, address: u64) -> Option<Place> {
        self.places(address).into_iter().next()
    }

    /// The same with the lines that inlined functions were called from, innermost first.
    fn places(&self, address: u64) -> Vec<Place> {
        let Some(Ok(mut frames)) = self.lines.as_ref().map(|lines| lines.find_frames(address)) else {
            return Vec::new();
        };
        let mut places = Vec::new();
        let mut outermost = None;
        while let Ok(Some(frame)) = frames.next() {
            let function = frame.function.and_then(|function| Some(function.raw_name().ok()?.into_owned()));
            let location =
                frame.location.as_ref().and_then(|at| Some((symcrete_model::direct(at.file?), at.line?, at.column)));
            if let Some((file, line, column)) = location.filter(|&(_, line, _)| line != 0) {
                places.push(Place { function: function.clone(), file, line, column: column.unwrap_or(0) });
            }
            outermost = function;
        }
        let outermost = outermost.or_else(|| self.symbol(address));
        if outermost.as_ref().is_some_and(|function| function.contains(RUNTIME)) {
            return Vec::new();
        }
        if let Some(last) = places.last_mut() {
            last.function = last.function.take().or(outermost);
        }
        places
    }

    /// The name of the function that an address of the file lies in.
    fn symbol(&self, address: u64) -> Option<String> {
        let after = self.symbols.partition_point(|(start, _)| *start <= address);
        Some(self.symbols.get(after.checked_sub(1)?)?.1.clone())
    }
}

fn functions<'a>(file: &'a object::File) -> impl Iterator<Item = (u64, String)> + use<'a> {
    let is_function = |symbol: &object::Symbol| symbol.kind() == object::SymbolKind::Text && symbol.is_definition();
    file.symbols().filter(is_function).filter_map(|symbol| Some((symbol.address(), symbol.name().ok()?.to_string())))
}

impl Placed<'_> {
    /// The line of the user's program at this address of the process.
    pub(super) fn place(&self, address: u64) -> Option<Place> {
        self.object.place(self.own(address)?)
    }

    /// The same with the lines that inlined functions were called from, innermost first.
    pub(super) fn places(&self, address: u64) -> Vec<Place> {
        self.own(address).map_or_else(Vec::new, |own| self.object.places(own))
    }

    /// The frame that called the one at this address.
    pub(super) fn caller(&self, registers: &Registers, address: u64, stack: &Stack) -> Option<Registers> {
        let section = EhFrame::new(&self.object.unwind, LittleEndian);
        let bases = BaseAddresses::default().set_eh_frame(self.object.unwind_address);
        let mut context = UnwindContext::new();
        let row = section.unwind_info_for_address(&bases, &mut context, self.own(address)?, EhFrame::cie_from_offset);
        registers.caller(row.ok()?, stack)
    }

    /// The address as the file's tables have it.
    fn own(&self, address: u64) -> Option<u64> {
        let offset = address.checked_sub(self.mapping.start)?.checked_add(self.mapping.offset)?;
        let segment = self.object.segments.iter().find(|segment| offset.wrapping_sub(segment.offset) < segment.size)?;
        segment.address.checked_add(offset - segment.offset)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn executable_files_of_a_memory_map() {
        let text = "555555554000-555555555000 r--p 00000000 fe:00 12    /a/my program\n\
                    555555555000-555555556000 r-xp 00001000 fe:00 12    /a/my program\n\
                    7ffff7fc1000-7ffff7fc3000 r-xp 00000000 00:00 0     [vdso]\n\
                    nonsense\n7ffff7fc1000-7ffff7fc3000 rwxp 00000000 00:00 0";
        let maps = Maps::new(text);
        assert_eq!(maps.0.len(), 2);
        let found = maps.at(0x5555_5555_5010).unwrap();
        assert_eq!((found.offset, found.path.as_path()), (0x1000, Path::new("/a/my program")));
        assert!(maps.at(0x5555_5555_4010).is_none());
    }
}
