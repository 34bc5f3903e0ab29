//! The one way in which files are written that somebody may read at any moment: whole or not at all.

use std::ffi::OsStr;
use std::io;
use std::path::Path;

/// Writes a file under another name first, which then becomes its own. For folders with one writer: what a killed one
/// leaves is written over by the next.
pub fn whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    through(path, "part", bytes)
}

/// The same for a folder that several processes write to at once: each has a name of its own first. Makes the folder if
/// it is missing.
pub fn whole_shared(path: &Path, bytes: &[u8]) -> io::Result<()> {
    std::fs::create_dir_all(path.parent().unwrap_or(path))?;
    through(path, &format!("{}.part", std::process::id()), bytes)
}

fn through(path: &Path, ending: &str, bytes: &[u8]) -> io::Result<()> {
    let part = path.with_added_extension(OsStr::new(ending));
    let written = std::fs::write(&part, bytes).and_then(|()| std::fs::rename(&part, path));
    if written.is_err() {
        let _ = std::fs::remove_file(&part);
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_and_nothing_else_stays() {
        let folder = std::env::temp_dir().join(format!("symcrete-whole-{}", std::process::id()));
        let names = || {
            let entries = std::fs::read_dir(&folder).expect("a folder");
            entries.map(|entry| entry.expect("an entry").file_name()).collect::<Vec<_>>()
        };
        let file = folder.join("a.json");
        whole_shared(&file, b"one").expect("writable");
        whole(&file, b"two").expect("writable");
        assert_eq!((std::fs::read(&file).expect("a file"), names()), (b"two".to_vec(), vec!["a.json".into()]));
        std::fs::create_dir(folder.join("b")).expect("writable");
        assert!(whole(&folder.join("b"), b"three").is_err(), "a folder is not replaced");
        assert_eq!(names().len(), 2, "what could not be renamed is removed");
        std::fs::remove_dir_all(&folder).expect("ours");
    }
}
