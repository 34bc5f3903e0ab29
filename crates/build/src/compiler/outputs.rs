//! Which object files a compiler command leaves behind.
//!
//! Only a guess from the arguments, for work that may be left undone: hiding bitcode from other
//! tools. Objects that clang makes on the way to a program go to our linker and need none.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

/// What clang takes for a source by its name.
const SOURCES: &[&str] = &["c", "i", "C", "cc", "cp", "cpp", "cxx", "CPP", "c++", "CXX", "ii", "bc", "ll"];

/// The objects that `-c` makes: the named one, or one for each source, here.
pub(super) fn objects(args: &[OsString]) -> Vec<PathBuf> {
    if !args.iter().any(|arg| arg == "-c") {
        return Vec::new();
    }
    match named(args) {
        Some(output) => vec![output],
        None => args.iter().filter_map(|arg| beside(arg)).collect(),
    }
}

/// The value of the last `-o`, joined to it or apart.
fn named(args: &[OsString]) -> Option<PathBuf> {
    let value = |(k, arg): (usize, &OsString)| match arg.to_str()?.strip_prefix("-o")? {
        "" => args.get(k + 1).map(PathBuf::from),
        // `-object` and its like are other flags; a name that does not exist is not looked at anyway.
        joined => Some(PathBuf::from(joined)),
    };
    args.iter().enumerate().rev().find_map(value)
}

fn beside(source: &OsStr) -> Option<PathBuf> {
    let path = Path::new(source);
    let is_source = SOURCES.iter().any(|known| path.extension().is_some_and(|extension| extension == *known));
    let stem = path.file_stem().filter(|_| is_source && !source.to_string_lossy().starts_with('-'))?;
    Some(Path::new(stem).with_added_extension("o"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(args: &[&str], want: &[&str]) {
        let args: Vec<OsString> = args.iter().map(OsString::from).collect();
        assert_eq!(objects(&args), want.iter().map(PathBuf::from).collect::<Vec<_>>());
    }

    #[test]
    fn objects_have_their_names() {
        check(&["-c", "a.c", "-o", "x/y.o"], &["x/y.o"]);
        check(&["-ox.o", "-c", "a.c"], &["x.o"]);
        check(&["-c", "dir/a.b.c", "b.cpp", "-DX=z.c", "e.s"], &["a.b.o", "b.o"]);
        check(&["a.c", "-o", "prog"], &[]);
    }
}
