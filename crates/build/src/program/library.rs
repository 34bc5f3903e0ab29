//! Which shared libraries a program loads when it starts: the dynamic linker's search, without running anything.
//!
//! Only what is needed to read their models: libraries that are not found, and those that the program
//! opens itself later, are left out, and their branches stay without a name. The order of search is
//! ld.so's: the old run path (also of those that asked), `LD_LIBRARY_PATH`, the new run path, the
//! system's folders. Its cache file is not read.

use object::elf::{DT_NEEDED, DT_RPATH, DT_RUNPATH, FileHeader64};
use object::read::elf::{Dyn, FileHeader};
use object::{Endianness, StringTable};
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// Where distributions keep libraries on x86-64.
const SYSTEM: &[&str] = &[
    "/lib/x86_64-linux-gnu",
    "/usr/lib/x86_64-linux-gnu",
    "/usr/local/lib",
    "/lib64",
    "/usr/lib64",
    "/lib",
    "/usr/lib",
];

/// What a file's dynamic section asks for.
#[derive(Default, Debug, PartialEq, Eq)]
struct Wants {
    needed: Vec<PathBuf>,
    /// The old run path: counts for the libraries of libraries, and before the environment.
    rpath: Vec<PathBuf>,
    /// The new run path: counts for this file alone, and after the environment.
    runpath: Vec<PathBuf>,
}

/// The libraries that a program loads, each once, in the order of loading.
///
/// `environment` are the folders of `LD_LIBRARY_PATH`.
pub(super) fn loaded(program: &Path, environment: &[PathBuf]) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = Vec::new();
    // Files to look at, with the old run paths of those that asked for them.
    // Links to the program are followed, those to libraries are not, as `$ORIGIN` is understood.
    let program = program.canonicalize().unwrap_or_else(|_| program.to_path_buf());
    let mut queue = vec![(program, Vec::new())];
    let mut at = 0;
    while let Some((file, inherited)) = queue.get(at).cloned() {
        at += 1;
        let wants = wants(&file);
        let old = [wants.rpath.clone(), inherited].concat();
        let before = if wants.runpath.is_empty() { &old[..] } else { &[] };
        let folders: Vec<&Path> =
            before.iter().chain(environment).chain(&wants.runpath).map(PathBuf::as_path).collect();
        for name in &wants.needed {
            if let Some(library) = find(name, &folders).filter(|library| !found.contains(library)) {
                found.push(library.clone());
                queue.push((library, old.clone()));
            }
        }
    }
    found
}

fn find(name: &Path, folders: &[&Path]) -> Option<PathBuf> {
    if name.components().count() > 1 {
        return name.is_file().then(|| name.to_path_buf());
    }
    let system = SYSTEM.iter().map(Path::new);
    folders.iter().copied().chain(system).map(|folder| folder.join(name)).find(|path| path.is_file())
}

fn wants(file: &Path) -> Wants {
    let absolute = std::path::absolute(file).unwrap_or_else(|_| file.to_path_buf());
    let origin = absolute.parent().unwrap_or(Path::new("/"));
    std::fs::read(file).ok().and_then(|bytes| read(&bytes, origin)).unwrap_or_default()
}

/// Reads the dynamic section; `None` if there is none.
fn read(bytes: &[u8], origin: &Path) -> Option<Wants> {
    let header = FileHeader64::<Endianness>::parse(bytes).ok()?;
    let endian = header.endian().ok()?;
    let sections = header.sections(endian, bytes).ok()?;
    let (entries, strings) = sections.dynamic(endian, bytes).ok()??;
    let strings: StringTable = sections.strings(endian, bytes, strings).ok()?;
    let mut wants = Wants::default();
    for entry in entries {
        let text = || entry.string(endian, strings).unwrap_or_default();
        match entry.tag(endian) {
            DT_NEEDED => wants.needed.push(OsStr::from_bytes(text()).into()),
            DT_RPATH => wants.rpath.extend(folders(text(), origin)),
            DT_RUNPATH => wants.runpath.extend(folders(text(), origin)),
            _ => {}
        }
    }
    Some(wants)
}

/// A run path with `$ORIGIN` replaced by the folder of the file that has it.
fn folders(path: &[u8], origin: &Path) -> Vec<PathBuf> {
    let here = origin.to_string_lossy();
    let text = String::from_utf8_lossy(path).replace("${ORIGIN}", &here).replace("$ORIGIN", &here);
    text.split(':').filter(|folder| !folder.is_empty()).map(PathBuf::from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn origin_is_the_folder_of_the_file() {
        let want = [PathBuf::from("/opt/p/lib"), PathBuf::from("/opt/p/../x"), PathBuf::from("/abs")];
        assert_eq!(folders(b"$ORIGIN/lib:${ORIGIN}/../x::/abs", Path::new("/opt/p")), want);
    }

    #[test]
    fn this_program_loads_libc() {
        let own = std::env::current_exe().unwrap();
        let libraries = loaded(&own, &[]);
        let libc = libraries.iter().filter(|path| path.file_name().is_some_and(|name| name == "libc.so.6"));
        assert_eq!(libc.count(), 1, "{libraries:?}");
    }

    #[test]
    fn what_is_no_program_loads_nothing() {
        assert!(loaded(Path::new("/nowhere"), &[]).is_empty());
        assert_eq!(read(b"no program at all", Path::new("/")), None);
    }
}
