//! A compilation database: `compile_commands.json`, as CMake, Meson and Bear write it.
//!
//! Of a command those words are left out that say what is compiled to where, and how dependencies are written down; paths of headers become
//! absolute, since they are relative to the folder that the command runs in. All else is the compiler's.

use super::split;
use crate::failure::Failure;
use serde::Deserialize;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The file's usual name.
pub const NAME: &str = "compile_commands.json";

/// What is known of how sources are compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Database {
    file: PathBuf,
    commands: Vec<Command>,
}

/// One entry, as the format has it.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
struct Command {
    directory: PathBuf,
    file: PathBuf,
    #[serde(default)]
    command: String,
    #[serde(default)]
    arguments: Vec<String>,
}

/// Words that are left out.
const DROPPED: &[&str] = &["-c", "-MD", "-MMD", "-MP", "-M", "-MM", "-MG"];
/// Words that are left out together with the one behind them.
const DROPPED_PAIRS: &[&str] = &["-o", "-MF", "-MT", "-MQ"];
/// Flags whose path, joined to them or behind them, is relative to the command's folder.
const PATHS: &[&str] = &["-isystem", "-iquote", "-idirafter", "-include", "-imacros", "-I", "-L"];

impl Database {
    /// Reads the file, or the one that lies in a folder.
    pub fn read(path: &Path) -> Result<Database, Failure> {
        let file = if path.is_dir() { path.join(NAME) } else { path.to_path_buf() };
        let text = std::fs::read(&file).map_err(|why| Failure::file(&file, why))?;
        let commands = serde_json::from_slice(&text)
            .map_err(|why| Failure::at(&file, format!("not a compilation database: {why}")))?;
        Ok(Database { file, commands })
    }

    /// The flags of a source: those of its first command.
    pub(super) fn flags(&self, source: &Path) -> Result<Vec<OsString>, Failure> {
        let same = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
        let wanted = same(source);
        let entry = self.commands.iter().find(|entry| same(&entry.directory.join(&entry.file)) == wanted);
        let entry = entry.ok_or_else(|| {
            Failure::at(
                source,
                format!("{} has no command for it: build it once, or give --cflags", self.file.display()),
            )
        })?;
        Ok(entry.flags())
    }
}

impl Command {
    fn flags(&self) -> Vec<OsString> {
        let split = split(&self.command);
        let words = if self.arguments.is_empty() { split } else { self.arguments.iter().map(OsString::from).collect() };
        // The first word is the compiler.
        let mut words = words.into_iter().skip(1);
        let mut kept = Vec::new();
        while let Some(word) = words.next() {
            let text = word.to_string_lossy();
            if DROPPED.contains(&&*text) || Path::new(&word) == self.file {
                continue;
            }
            if DROPPED_PAIRS.contains(&&*text) {
                words.next();
                continue;
            }
            match PATHS.iter().find_map(|flag| Some((flag, text.strip_prefix(flag)?))) {
                Some((flag, "")) => {
                    kept.push(flag.into());
                    kept.extend(words.next().map(|path| self.directory.join(path).into_os_string()));
                }
                Some((flag, path)) if !path.starts_with('=') => {
                    let mut joined = OsString::from(flag);
                    joined.push(self.directory.join(path));
                    kept.push(joined);
                }
                _ => kept.push(word),
            }
        }
        kept
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flags(text: &str) -> Vec<OsString> {
        let commands: Vec<Command> = serde_json::from_str(text).expect("a database");
        commands[0].flags()
    }

    #[test]
    fn flags_are_kept_and_paths_made_absolute() {
        let command = r#"[{"directory":"/b","file":"../s/x.c","command":
            "cc -DV=\\\"a\\\" -Iinc -isystem /sys -include cfg.h -MD -MF x.d -O2 -std=c99 -o x.o -c ../s/x.c"}]"#;
        let want = ["-DV=\"a\"", "-I/b/inc", "-isystem", "/sys", "-include", "/b/cfg.h", "-O2", "-std=c99"];
        assert_eq!(flags(command), want);
        let arguments =
            r#"[{"directory":"/b","file":"/s/x.c","arguments":["cc","-c","/s/x.c","-D","A B"],"output":"x.o"}]"#;
        assert_eq!(flags(arguments), ["-D", "A B"]);
    }
}
