//! A second view of a package in which some files are changed, without touching the package: links to everything else.
//!
//! Drivers must see what is private, so they are put into the user's own modules. rustc reads the mirror; it is told to call its files by
//! their own names, so places in findings and reports are those of the package.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use symcrete_build::failure::Failure;
use symcrete_corpus::whole;

/// Makes or renews the mirror of a package in a folder. `changed`: files of the package, with what stands there instead.
pub(crate) fn mirror(
    package: &Path,
    folder: &Path,
    changed: &BTreeMap<PathBuf, String>,
    except: &Path,
) -> Result<(), Failure> {
    std::fs::create_dir_all(folder).map_err(|why| Failure::file(folder, why))?;
    for entry in std::fs::read_dir(folder).map_err(|why| Failure::file(folder, why))?.flatten() {
        if !package.join(entry.file_name()).exists() {
            remove(&entry.path())?;
        }
    }
    for entry in std::fs::read_dir(package).map_err(|why| Failure::file(package, why))?.flatten() {
        let (original, copy) = (entry.path(), folder.join(entry.file_name()));
        if original == except {
            continue;
        }
        if let Some(text) = changed.get(&original) {
            write(&copy, text)?;
        } else if changed.keys().any(|file| file.starts_with(&original)) {
            if copy.is_symlink() {
                remove(&copy)?;
            }
            mirror(&original, &copy, changed, except)?;
        } else {
            link(&original, &copy)?;
        }
    }
    Ok(())
}

/// A file that is as it should be stays, so that nothing is built again for it.
pub(crate) fn write(file: &Path, text: &str) -> Result<(), Failure> {
    if file.is_symlink() {
        remove(file)?;
    }
    if std::fs::read(file).is_ok_and(|known| known == text.as_bytes()) {
        return Ok(());
    }
    whole(file, text.as_bytes()).map_err(|why| Failure::file(file, why))
}

/// A link that leads there, whatever was there before.
pub(crate) fn link(original: &Path, copy: &Path) -> Result<(), Failure> {
    if std::fs::read_link(copy).is_ok_and(|known| known == original) {
        return Ok(());
    }
    if copy.symlink_metadata().is_ok() {
        remove(copy)?;
    }
    std::os::unix::fs::symlink(original, copy).map_err(|why| Failure::file(copy, why))
}

fn remove(path: &Path) -> Result<(), Failure> {
    let is_folder = path.symlink_metadata().is_ok_and(|known| known.is_dir());
    let removed = if is_folder { std::fs::remove_dir_all(path) } else { std::fs::remove_file(path) };
    removed.map_err(|why| Failure::file(path, why))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changed_files_are_copies_and_the_rest_is_linked() {
        let folder = tempfile::tempdir().expect("a folder");
        let (package, copy) = (folder.path().join("p"), folder.path().join("p/target/m"));
        std::fs::create_dir_all(package.join("src/a")).expect("made");
        std::fs::create_dir_all(package.join("target")).expect("made");
        for file in ["Cargo.toml", "src/lib.rs", "src/a/b.rs", "src/c.rs"] {
            std::fs::write(package.join(file), file).expect("written");
        }
        let read = |file: &str| std::fs::read_to_string(copy.join(file)).expect("read");
        let changed = |file: &str| BTreeMap::from([(package.join(file), "changed".to_string())]);
        mirror(&package, &copy, &changed("src/a/b.rs"), &package.join("target")).expect("mirrored");
        assert_eq!((read("src/a/b.rs"), read("src/c.rs")), ("changed".into(), "src/c.rs".into()));
        assert!(copy.join("src/c.rs").is_symlink() && !copy.join("target").exists());
        // Another file is changed, and one is gone.
        std::fs::remove_file(package.join("src/c.rs")).expect("removed");
        mirror(&package, &copy, &changed("src/lib.rs"), &package.join("target")).expect("mirrored");
        assert_eq!((read("src/lib.rs"), read("src/a/b.rs")), ("changed".into(), "src/a/b.rs".into()));
        assert!(copy.join("src/c.rs").symlink_metadata().is_err());
        assert_eq!(std::fs::read_to_string(package.join("src/lib.rs")).expect("read"), "src/lib.rs");
    }
}
