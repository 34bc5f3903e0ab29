//! Our compilers under the names of others, for builds that start `cc` and know nothing of `symcrete cc`.
//!
//! Build systems take one word for a compiler: `CC="symcrete cc"` is two for some. So these are small scripts in a folder that stays, since builds remember
//! which compiler they were made with. Old C that gcc takes with a warning is taken.

use crate::failure::Failure;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// The compilers that are replaced, and by which command of ours. Not clang: that is what ours call.
const REPLACED: [(&str, &str); 4] = [("cc", "cc"), ("gcc", "cc"), ("c++", "c++"), ("g++", "c++")];

/// What clang calls an error and gcc, up to its version 13, a warning: sources of that time compile.
const LENIENT: &str = "-Wno-error=implicit-function-declaration -Wno-error=implicit-int -Wno-error=int-conversion \
                       -Wno-error=incompatible-function-pointer-types";

/// Writes them into a folder, which is made if need be; its whole path. `symcrete` is the program that they start.
pub fn compilers(folder: &Path, symcrete: &Path) -> Result<PathBuf, Failure> {
    let fail = |why| Failure::file(folder, why);
    std::fs::create_dir_all(folder).map_err(fail)?;
    for (name, command) in REPLACED {
        let file = folder.join(name);
        let symcrete = symcrete.display().to_string().replace('\'', r"'\''");
        let lenient = if command == "cc" { LENIENT } else { "" };
        let text = format!("#!/bin/sh\nexec '{symcrete}' {command} {lenient} \"$@\"\n");
        if std::fs::read_to_string(&file).is_ok_and(|there| there == text) {
            continue;
        }
        std::fs::write(&file, text).map_err(fail)?;
        std::fs::set_permissions(&file, PermissionsExt::from_mode(0o755)).map_err(fail)?;
    }
    folder.canonicalize().map_err(fail)
}
