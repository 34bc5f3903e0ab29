//! Names of files with `*` in them, as a shell has them: `src/*.c`. A `*` stands for any letters of one name, never for a folder's slash, and not for
//! the dot that hidden files begin with.

use std::path::{Path, PathBuf};

/// The files that a pattern stands for, in order of their names; itself, if it has no `*`.
pub(crate) fn files(folder: &Path, pattern: &str) -> Vec<String> {
    if !pattern.contains('*') {
        return vec![pattern.to_string()];
    }
    let mut found = vec![PathBuf::new()];
    for part in Path::new(pattern).components() {
        let part = part.as_os_str().to_string_lossy();
        found = found.iter().flat_map(|above| step(folder, above, &part)).collect();
    }
    found.retain(|file| folder.join(file).is_file());
    found.sort();
    found.into_iter().map(|file| file.to_string_lossy().into_owned()).collect()
}

fn step(folder: &Path, above: &Path, part: &str) -> Vec<PathBuf> {
    if !part.contains('*') {
        return vec![above.join(part)];
    }
    let entries = std::fs::read_dir(folder.join(above)).into_iter().flatten().flatten();
    let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
    names.filter(|name| !name.starts_with('.') && fits(part, name)).map(|name| above.join(name)).collect()
}

fn fits(pattern: &str, name: &str) -> bool {
    let Some((head, rest)) = pattern.split_once('*') else { return pattern == name };
    let Some(behind) = name.strip_prefix(head) else { return false };
    let places = behind.char_indices().map(|(at, _)| at).chain([behind.len()]);
    places.into_iter().any(|at| fits(rest, &behind[at..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_is_part_of_one_name() {
        assert!(fits("*.c", "a.c") && fits("a*b*", "a-b") && fits("*", "x"));
        assert!(!fits("*.c", "a.h") && !fits("a*b", "a-c"));
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::create_dir(folder.path().join("src")).expect("writable");
        for name in ["src/b.c", "src/a.c", "src/.hidden.c", "src/a.h"] {
            std::fs::write(folder.path().join(name), "").expect("writable");
        }
        assert_eq!(files(folder.path(), "src/*.c"), ["src/a.c", "src/b.c"]);
        assert_eq!(files(folder.path(), "*/a.*"), ["src/a.c", "src/a.h"]);
        assert_eq!(files(folder.path(), "missing.c"), ["missing.c"]);
        assert!(files(folder.path(), "none/*.c").is_empty());
    }
}
