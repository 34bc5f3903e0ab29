//! The one way in which files of a result are written.

use std::path::Path;

/// Writes a file whole or not at all: under another name first, which then becomes its own.
pub fn whole(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(".part");
    let part = path.with_file_name(name);
    std::fs::write(&part, bytes)?;
    std::fs::rename(&part, path)
}
