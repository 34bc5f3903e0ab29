//! Which sources of a program count as its author's, kept beside the program: `.symcrete/NAME.scope`.
//!
//! A program without such a file counts all of its sources. One with it counts those below some folders and not below others, and copies of
//! one text once. Whoever loads the model of the program ([`crate::unit::model`]) counts the same.

use crate::failure::Failure;
use crate::link::{is_model, plain_path};
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use symcrete_corpus::whole;

/// The sources that count.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scope {
    /// The language they are written in, as front ends name themselves.
    pub language: String,
    /// Folders whose files count.
    pub folders: Vec<PathBuf>,
    /// Folders below them whose files do not.
    pub except: Vec<PathBuf>,
    /// Is the program the driver of one function, which shows the call if asked for it?
    #[serde(default)]
    pub is_driver: bool,
    /// What names of functions contain that compilers call where a check of theirs fails; such checks do not count.
    #[serde(default)]
    pub reports: Vec<String>,
}

/// Where headers of compilers and libraries lie.
const SYSTEM: [&str; 3] = ["/usr/include", "/usr/lib", "/usr/local/include"];

impl Scope {
    /// Everything but the headers of the system, in which the functions of templates are: for the driver of one function.
    pub fn without_system(language: &str) -> Scope {
        let (folders, except) = (vec![PathBuf::new()], SYSTEM.map(PathBuf::from).to_vec());
        Scope { language: language.into(), folders, except, is_driver: true, reports: Vec::new() }
    }

    /// That of a program, if it has one.
    pub fn of(program: &Path) -> Option<Scope> {
        serde_json::from_slice(&std::fs::read(path(program)).ok()?).ok()
    }

    /// Puts it beside a program.
    pub fn write(&self, program: &Path) -> Result<(), Failure> {
        let file = path(program);
        let text = serde_json::to_vec_pretty(self).map_err(|why| Failure::System(why.into()))?;
        whole(&file, &text).map_err(|why| Failure::file(&file, why))
    }

    /// Lets all sources of a program count, which may have been another one before.
    pub(crate) fn remove(program: &Path) {
        let _ = std::fs::remove_file(path(program));
    }

    /// Does a function only report that a check of the compiler failed?
    pub fn is_report(&self, function: &str) -> bool {
        self.reports.iter().any(|part| function.contains(part.as_str()))
    }

    /// Does a source count? The folder that is nearest to it decides.
    pub fn has(&self, file: &str) -> bool {
        let depth = |folders: &[PathBuf]| {
            let above = folders.iter().filter(|folder| Path::new(file).starts_with(folder));
            above.map(|folder| folder.components().count()).max()
        };
        depth(&self.folders) > depth(&self.except)
    }
}

/// Where scopes end: what is decided there, the compiler decides, to drop what is still there.
#[derive(Default)]
pub(crate) struct Ends {
    /// The lines of files that were asked for.
    files: RefCell<HashMap<String, Vec<String>>>,
}

impl Ends {
    /// Is this the place of a closing brace?
    pub(crate) fn is_at(&self, file: &str, line: u32, column: u32) -> bool {
        let read = || std::fs::read_to_string(file).unwrap_or_default().lines().map(String::from).collect();
        let mut files = self.files.borrow_mut();
        let lines: &Vec<String> = files.entry(file.into()).or_insert_with(read);
        let text = (line as usize).checked_sub(1).and_then(|at| lines.get(at));
        text.zip((column as usize).checked_sub(1)).is_some_and(|(text, at)| text.as_bytes().get(at) == Some(&b'}'))
    }
}

/// Tells files that are not a program's own: models of libraries, and what is out of its scope.
pub fn is_support(program: &Path) -> impl Fn(&str) -> bool + use<> {
    let scope = Scope::of(program);
    move |file| is_model(file) || scope.as_ref().is_some_and(|scope| !scope.has(file))
}

fn path(program: &Path) -> PathBuf {
    plain_path(program).with_extension("scope")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_folder_decides() {
        let scope = Scope {
            language: "Rust".into(),
            folders: vec!["/w".into(), "/w/vendor/own".into()],
            except: vec!["/w/vendor".into(), "/w/target".into()],
            ..Scope::default()
        };
        for (file, counts) in [
            ("/w/src/lib.rs", true),
            ("/w/vendor/own/src/lib.rs", true),
            ("/w/vendor/other/src/lib.rs", false),
            ("/w/target/out/made.rs", false),
            ("/rustc/1234/library/core/src/str/mod.rs", false),
            ("src/lib.rs", false),
        ] {
            assert_eq!(scope.has(file), counts, "{file}");
        }
        let own = Scope::without_system("C++");
        assert!(
            own.has("/w/a.cpp")
                && own.has("inc/a.h")
                && !own.has("/usr/lib/gcc/x/12/../../../../include/c++/12/vector")
        );
    }

    #[test]
    fn a_program_keeps_its_scope() {
        let folder = tempfile::tempdir().expect("a folder");
        let program = folder.path().join("p");
        assert_eq!(Scope::of(&program), None);
        let scope = Scope { language: "Rust".into(), folders: vec!["/w".into()], ..Scope::default() };
        std::fs::create_dir_all(plain_path(&program).parent().expect("a folder")).expect("made");
        scope.write(&program).expect("written");
        assert_eq!(Scope::of(&program), Some(scope));
    }
}
