//! The programs that a build made: those with a plain twin beside them. The one that people would test comes first.

use std::path::{Path, PathBuf};
use symcrete_build::unit::model;

/// Folders that are not looked into: results of ours, and what build systems try compilers with.
const ASIDE: [&str; 4] = ["CMakeFiles", "compilers", ".git", "meson-private"];
/// Words of programs that check or serve the build, and that few people mean.
const MINOR: [&str; 10] = ["test", "check", "example", "bench", "fuzz", "sample", "gen", "demo", "conftest", "a.out"];
/// Folders deep that are looked into.
const DEPTH: usize = 8;

/// The programs below a folder, relative to it, best first.
pub(super) fn all(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    walk(folder, Path::new(""), 0, &mut found);
    let name = project_name(folder);
    found.sort_by_key(|program| rank(program, &name));
    found.dedup();
    found
}

/// What a project is called: the name of its folder, without a version.
pub(super) fn project_name(folder: &Path) -> String {
    let full = folder.canonicalize().unwrap_or_else(|_| folder.into());
    let name = full.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
    let is_version = |part: &str| part.starts_with(|c: char| c.is_ascii_digit());
    let stem = name.split(['-', '_']).take_while(|part| !is_version(part)).collect::<Vec<_>>().join("-");
    let word = |c: char| if c.is_ascii_alphanumeric() || "-_.".contains(c) { c } else { '-' };
    let stem: String = stem.chars().map(word).collect();
    if stem.is_empty() || stem.starts_with(['.', '-']) { "program".into() } else { stem }
}

fn walk(root: &Path, inside: &Path, depth: usize, found: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(root.join(inside)).into_iter().flatten().flatten();
    for entry in entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir())) {
        let name = entry.file_name();
        let path = inside.join(&name);
        if name == ".symcrete" {
            found.extend(twins(root, inside));
        } else if depth < DEPTH && !ASIDE.iter().any(|aside| name == *aside) && !is_result(&root.join(&path)) {
            walk(root, &path, depth + 1, found);
        }
    }
}

/// Is this the folder of a campaign?
fn is_result(folder: &Path) -> bool {
    folder.join("tests").is_dir() && folder.join("journal").exists() || folder.join("report.json").is_file()
}

/// The programs of a folder with plain twins. What libtool puts into `.libs` is called as its script is.
fn twins(root: &Path, inside: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(root.join(inside).join(".symcrete")).into_iter().flatten().flatten();
    let names = entries.filter_map(|entry| Some(entry.file_name().to_str()?.strip_suffix(".plain")?.to_string()));
    let is_script = |name: &String| inside.ends_with(".libs") && root.join(inside).join("..").join(name).is_file();
    let path = |name: String| match (is_script(&name), inside.parent()) {
        (true, Some(above)) => above.join(name),
        _ => inside.join(name),
    };
    let is_program = |path: &PathBuf| {
        let has_main = model(&symcrete_build::libtool::resolved(&root.join(path)))
            .is_ok_and(|program| program.find_procs("main").any(|proc| program.function(proc).is_defined()));
        !path.to_string_lossy().contains(".so") && has_main
    };
    names.map(path).filter(is_program).collect()
}

fn rank(program: &Path, project: &str) -> (bool, bool, usize, PathBuf) {
    let name = program.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
    let is_own = name == *project || Some(name.as_str()) == project.strip_prefix("lib");
    (is_minor(program) && !is_own, !is_own, program.components().count(), program.into())
}

/// Does a word of its path say that it is not what the project is for?
pub(super) fn is_minor(path: &Path) -> bool {
    let text = path.to_string_lossy().to_lowercase();
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '.');
    let is_word = |word: &str| MINOR.iter().any(|minor| word.starts_with(minor) || word.ends_with(minor));
    words.into_iter().any(is_word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_project_is_called_as_its_folder_without_a_version() {
        for (folder, want) in
            [("/x/bc-1.07.1", "bc"), ("/x/zlib-1.2.13.dfsg", "zlib"), ("/x/my tool", "my-tool"), ("/x/7zip", "program")]
        {
            assert_eq!(project_name(Path::new(folder)), want);
        }
    }

    #[test]
    fn what_the_project_is_for_comes_before_what_checks_it() {
        let mut programs = ["tests/run", "src/genkeys", "bc/bc", "dc/dc", "xmltest", "bc/fbc"].map(PathBuf::from);
        programs.sort_by_key(|program| rank(program, "bc"));
        assert_eq!(programs[..3], ["bc/bc", "bc/fbc", "dc/dc"].map(PathBuf::from));
        assert!(is_minor(Path::new("build/example64")) && !is_minor(Path::new("src/sed")));
    }
}
