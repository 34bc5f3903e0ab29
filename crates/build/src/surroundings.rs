//! The environment that programs under test get: that of this process, as a shell would hand it on.
//!
//! Three things differ. Variables of ours (`SYMCRETE_…`) are left out. Locales other than C's are, too: functions of the C library are
//! followed as they are in that one. Folders in `LD_LIBRARY_PATH` are absolute, because programs run in a directory of their own, and a
//! program below a wrapper script of libtool has the wrapper's folders first ([`libtool`]).

use crate::libtool;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

const LIBRARY_PATH: &str = "LD_LIBRARY_PATH";

/// Where plain programs and libraries lie, beside the instrumented ones.
const PLAIN: &str = ".symcrete";

/// Where libraries are looked for before all else: those that came with a program from another machine.
static BROUGHT: OnceLock<PathBuf> = OnceLock::new();

/// Lets all programs of this process find their libraries in this folder first.
pub fn look_first_in(folder: &Path) {
    let _ = BROUGHT.set(folder.to_path_buf());
}

/// Values of locale variables that change nothing about the functions that are followed.
const USUAL: [&str; 5] = ["", "C", "POSIX", "C.UTF-8", "C.utf8"];

/// The variables that this program gets, in order of their names.
pub fn inherited(program: &Path) -> Vec<(OsString, OsString)> {
    let mut all: Vec<(OsString, OsString)> = std::env::vars_os().filter(|(name, value)| is_kept(name, value)).collect();
    let folders = library_folders(program);
    // A folder whose name has a colon cannot be said; then the value stays as it is.
    if let Some(value) = std::env::join_paths(&folders).ok().filter(|_| !folders.is_empty()) {
        all.retain(|(name, _)| name != LIBRARY_PATH);
        all.push((LIBRARY_PATH.into(), value));
    }
    all.sort();
    all
}

/// The folders in which this program's libraries are looked for before the system's.
pub(crate) fn library_folders(program: &Path) -> Vec<PathBuf> {
    let own = std::env::var_os(LIBRARY_PATH).filter(|value| !value.is_empty());
    let own: Vec<PathBuf> = own.map(|value| std::env::split_paths(&value).collect()).unwrap_or_default();
    // An empty entry is the folder that a program is started in.
    let absolute = |folder: PathBuf| match folder.as_os_str().is_empty() {
        true => std::env::current_dir().unwrap_or(folder),
        false => std::path::absolute(&folder).unwrap_or(folder),
    };
    let own = own.into_iter().map(absolute);
    brought(program).into_iter().chain(libtool::library_folders(program)).chain(own).collect()
}

/// The folders of libraries that came with a program; a plain program finds the plain ones first, as where it was linked.
fn brought(program: &Path) -> Vec<PathBuf> {
    let Some(folder) = BROUGHT.get() else { return Vec::new() };
    let beside = program.parent().and_then(Path::file_name);
    let is_plain = beside.is_some_and(|name| name == PLAIN);
    is_plain.then(|| folder.join(PLAIN)).into_iter().chain([folder.clone()]).collect()
}

fn is_kept(name: &OsStr, value: &OsStr) -> bool {
    let name = name.to_string_lossy();
    let is_locale = name == "LANG" || name == "LANGUAGE" || name.starts_with("LC_");
    !name.starts_with("SYMCRETE_") && (!is_locale || USUAL.iter().any(|usual| value == *usual))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_own_variables_and_foreign_locales_are_kept_back() {
        let kept = |name: &str, value: &str| is_kept(OsStr::new(name), OsStr::new(value));
        assert!(kept("HOME", "/root") && kept("LANG", "C.UTF-8") && kept("LC_ALL", ""));
        assert!(!kept("SYMCRETE_TRACE", "9") && !kept("LANG", "de_DE.UTF-8") && !kept("LC_NUMERIC", "fr_FR"));
    }
}
