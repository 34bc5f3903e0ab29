//! Where spots are in a process: its entry address, its memory map, and the symbols of what is mapped.

use super::Spot;
use object::{Object as _, ObjectSegment as _, ObjectSymbol as _};
use std::fs;
use std::path::PathBuf;

/// The type of the entry address in the auxiliary vector.
const AT_ENTRY: u64 = 9;
/// Folders of libraries that are not the user's program.
const SYSTEM: [&str; 4] = ["/lib", "/usr/lib", "/lib64", "/usr/lib64"];

/// Where the program begins.
pub(super) struct Entry {
    pub(super) address: u64,
}

impl Entry {
    pub(super) fn of(pid: i32) -> Option<Entry> {
        let vector = fs::read(format!("/proc/{pid}/auxv")).ok()?;
        let word = |bytes: &[u8]| u64::from_le_bytes(bytes.try_into().unwrap_or_default());
        let mut pairs = vector.chunks_exact(16).map(|pair| (word(&pair[..8]), word(&pair[8..])));
        pairs.find(|&(kind, _)| kind == AT_ENTRY).map(|(_, address)| Entry { address })
    }
}

/// The files of a process.
pub(super) struct Image {
    program: Mapped,
    libraries: Vec<Mapped>,
}

/// A file and what has to be added to its own addresses.
struct Mapped {
    path: PathBuf,
    base: u64,
    /// Its executable parts in the process.
    code: Vec<(u64, u64)>,
}

impl Image {
    /// Reads the memory map of a process that stands at its entry.
    pub(super) fn of(pid: i32) -> Option<Image> {
        let maps = fs::read_to_string(format!("/proc/{pid}/maps")).ok()?;
        let program = fs::read_link(format!("/proc/{pid}/exe")).ok()?;
        let mut files: Vec<Mapped> = Vec::new();
        for (start, end, offset, path) in maps.lines().filter_map(executable) {
            match files.iter_mut().find(|file| file.path == path) {
                Some(file) => file.code.push((start, end)),
                None => {
                    let Some(base) = base(&path, start, offset) else { continue };
                    files.push(Mapped { path, base, code: vec![(start, end)] });
                }
            }
        }
        let at = files.iter().position(|file| file.path == program)?;
        let program = files.remove(at);
        Some(Image { program, libraries: files })
    }

    /// The address of a spot, and whether only calls by the program count.
    pub(super) fn place(&self, spot: &Spot) -> Option<(u64, bool)> {
        match spot {
            Spot::Address(address) => Some((self.program.base.wrapping_add(*address), false)),
            Spot::Library(path, address) => {
                let library = self.libraries.iter().find(|library| library.path == *path)?;
                Some((library.base.wrapping_add(*address), false))
            }
            Spot::Function(name) => {
                let own = self.own().find_map(|file| file.symbol(name)).map(|at| (at, false));
                own.or_else(|| self.libraries.iter().find_map(|library| library.symbol(name)).map(|at| (at, true)))
            }
        }
    }

    /// Does an address lie in the program, or in a library that is not the system's?
    pub(super) fn is_program(&self, address: u64) -> bool {
        self.own().flat_map(|file| &file.code).any(|&(start, end)| (start..end).contains(&address))
    }

    /// The program, and the libraries that are not the system's.
    fn own(&self) -> impl Iterator<Item = &Mapped> {
        let is_own = |file: &&Mapped| !SYSTEM.iter().any(|folder| file.path.starts_with(folder));
        std::iter::once(&self.program).chain(self.libraries.iter().filter(is_own))
    }
}

impl Mapped {
    /// The address of a function that the file defines.
    fn symbol(&self, name: &str) -> Option<u64> {
        let bytes = fs::read(&self.path).ok()?;
        let file = object::File::parse(&*bytes).ok()?;
        let mut symbols = file.symbols().chain(file.dynamic_symbols());
        let found = symbols.find(|symbol| {
            let is_code = matches!(symbol.kind(), object::SymbolKind::Text);
            is_code && symbol.is_definition() && symbol.name().is_ok_and(|known| known == name)
        })?;
        Some(self.base.wrapping_add(found.address()))
    }
}

/// What has to be added to a file's own addresses when this part of it is mapped there.
fn base(path: &std::path::Path, start: u64, offset: u64) -> Option<u64> {
    let bytes = fs::read(path).ok()?;
    let file = object::File::parse(&*bytes).ok()?;
    let segment = file.segments().find(|segment| {
        let (at, size) = segment.file_range();
        // A mapping begins at a page, a segment need not.
        size > 0 && (at & !0xfff) == offset
    })?;
    let (at, _) = segment.file_range();
    Some(start.wrapping_add(at - offset).wrapping_sub(segment.address()))
}

/// Start, end, file offset and path of an executable mapping of a file: `start-end r-xp offset device inode   path`.
fn executable(line: &str) -> Option<(u64, u64, u64, PathBuf)> {
    let (range, rest) = line.split_once(' ')?;
    let (start, end) = range.split_once('-')?;
    let mut fields = rest.splitn(4, ' ');
    let is_code = fields.next()?.contains('x');
    let hex = |digits: &str| u64::from_str_radix(digits, 16).ok();
    let offset = hex(fields.next()?)?;
    let path = fields.nth(1)?.split_once(' ')?.1.trim_start();
    (is_code && path.starts_with('/')).then_some((hex(start)?, hex(end)?, offset, PathBuf::from(path)))
}
