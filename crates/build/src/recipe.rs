//! How sources are compiled: flags for all of them, by language, and those that a compilation database has for each.
//!
//! Where flags contradict each other the later one counts, as in every compiler: the database's come first, then those of the
//! environment, then those that were asked for.

pub mod database;

use crate::compiler::Language;
use crate::failure::Failure;
use crate::link::words;
use database::Database;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// How sources are compiled. Default: without any flags of the user's.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recipe {
    /// Flags by the variables that `make` knows: for every source, for C, for C++, for the link.
    pub environment: [Vec<OsString>; 4],
    /// Flags that were asked for.
    pub asked: Vec<OsString>,
    /// Flags of single sources.
    pub database: Option<Database>,
}

/// A source or an object, and the flags that it is compiled with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    pub(crate) file: PathBuf,
    pub(crate) flags: Vec<OsString>,
}

/// The variables, in the order of [`Recipe::environment`].
const VARIABLES: [&str; 4] = ["CPPFLAGS", "CFLAGS", "CXXFLAGS", "LDFLAGS"];

impl Recipe {
    /// These flags and no others.
    pub fn with_flags(flags: &[OsString]) -> Recipe {
        Recipe { asked: flags.to_vec(), ..Recipe::default() }
    }

    /// The flags of this process's environment.
    pub fn from_environment() -> Recipe {
        let flags = |name: &str| std::env::var(name).map(|text| split(&text)).unwrap_or_default();
        Recipe { environment: VARIABLES.map(flags), ..Recipe::default() }
    }

    /// The flags of one source. A source that the database does not know is an error: nobody could say what it is compiled with.
    pub(crate) fn part(&self, file: &Path, language: Language) -> Result<Part, Failure> {
        let [every, c, cxx, _] = &self.environment;
        let by_language = if language == Language::Cxx { cxx } else { c };
        let mut flags = match &self.database {
            Some(database) => database.flags(file)?,
            None => Vec::new(),
        };
        flags.extend([every, by_language, &self.asked].into_iter().flatten().cloned());
        Ok(Part { file: file.to_path_buf(), flags })
    }

    /// The flags of the link alone.
    pub(crate) fn link(&self) -> &[OsString] {
        &self.environment[3]
    }
}

/// Flags in a text, as a shell would take them apart.
pub fn split(text: &str) -> Vec<OsString> {
    words(text).into_iter().map(OsString::from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_asked_for_comes_last() {
        let environment = ["-DA", "-O1", "-O3", "-lx"].map(split);
        let recipe = Recipe { environment, asked: split("-DB='a b'"), database: None };
        let part = recipe.part(Path::new("x.c"), Language::C).unwrap();
        assert_eq!(part.flags, ["-DA", "-O1", "-DB=a b"]);
        assert_eq!(recipe.part(Path::new("x.cc"), Language::Cxx).unwrap().flags[1], "-O3");
        assert_eq!(recipe.link(), ["-lx"]);
    }
}
