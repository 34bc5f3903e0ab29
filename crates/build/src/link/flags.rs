//! The flags that a program was built with, kept beside it for whoever builds it again: exported tests.
//!
//! clang leaves the command line of an object beside its bitcode (section `.llvmcmd`, arguments of `clang -cc1`). What of it changes
//! the meaning of a source is kept, as every compiler spells it and with full paths; the rest is clang's own business.
//! The linker's line says which libraries there are. Several objects have their flags put together: one command builds all.

use super::line::Line;
use super::strangers::Strangers;
use super::{Error, input, plain, write};
use crate::bitcode;
use crate::compiler::own_headers;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// Flags for the compiler and for the linker, each once, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Flags {
    /// Before the sources.
    pub compile: Vec<String>,
    /// Behind them.
    pub link: Vec<String>,
    /// What the parts that are linked as they are have to do with the rest.
    #[serde(default)]
    pub strangers: Strangers,
}

/// Flags that are kept as they are.
const KEPT: &[&str] = &["-fwrapv", "-ftrapv", "-fno-signed-char", "-fshort-enums", "-fms-extensions", "-pthread"];
/// Flags with a folder or file behind them.
const PATHS: &[&str] = &["-I", "-isystem", "-iquote", "-idirafter", "-include"];
/// Definitions that are not the user's: clang's, and the driver's of `--entry`.
const NOT_KEPT: &[&str] = &["__GCC_HAVE_DWARF2_CFI_ASM=", "main=symcrete_"];
/// Languages older than the exported tests are written in.
const OLD: &[&str] = &["-std=c89", "-std=c90", "-std=gnu89", "-std=gnu90", "-std=iso9899:1990", "-std=iso9899:199409"];
/// Libraries that every link has.
const USUAL: &[&str] = &["-lc", "-lgcc", "-lgcc_s", "-lgcc_eh"];

impl Flags {
    /// Those that lie beside a program; none when nobody wrote them.
    pub fn of(program: &Path) -> Flags {
        let text = std::fs::read(path(program)).unwrap_or_default();
        serde_json::from_slice(&text).unwrap_or_default()
    }

    /// Adds what an object was compiled with.
    pub(crate) fn add_object(&mut self, object: &[u8]) {
        let text = String::from_utf8_lossy(bitcode::section(object, ".llvmcmd").unwrap_or_default()).into_owned();
        let mut words = text.split('\0');
        let mut folder = PathBuf::new();
        while let Some(flag) = words.next() {
            if let Some(told) = flag.strip_prefix("-fdebug-compilation-dir=") {
                folder = told.into();
            } else if PATHS.contains(&flag) {
                self.add_path(flag, &folder.join(words.next().unwrap_or_default()));
            } else if flag == "-D" || flag == "-U" {
                let name = words.next().unwrap_or_default();
                if !NOT_KEPT.iter().any(|start| name.starts_with(start)) {
                    add(&mut self.compile, &[format!("{flag}{name}")]);
                }
            } else if KEPT.contains(&flag)
                || flag.starts_with("-O")
                || flag.starts_with("-std=") && !OLD.contains(&flag)
            {
                add(&mut self.compile, &[flag.to_string()]);
            }
        }
    }

    fn add_path(&mut self, flag: &str, path: &Path) {
        let text = path.display().to_string();
        if own_headers().is_some_and(|own| path.starts_with(own)) {
            return;
        }
        match flag {
            "-I" => add(&mut self.compile, &[format!("-I{text}")]),
            _ => add(&mut self.compile, &[flag.to_string(), text]),
        }
    }

    /// Adds the libraries of a link.
    pub(super) fn add_line(&mut self, line: &Line) {
        let mut args = line.args.iter().map(|arg| arg.to_string_lossy()).peekable();
        while let Some(arg) = args.next() {
            let joined = |flag: &str| arg.strip_prefix(flag).filter(|rest| !rest.is_empty()).map(String::from);
            if arg.starts_with("-l") && !USUAL.contains(&&*arg) {
                add(&mut self.link, &[arg.to_string()]);
            } else if let Some(folder) = joined("-L").or_else(|| args.next_if(|_| arg == "-L").map(String::from)) {
                self.add_folder("-L", &folder);
            } else if let Some(folder) =
                joined("-rpath=").or_else(|| args.next_if(|_| arg == "-rpath").map(String::from))
            {
                self.add_folder("-Wl,-rpath,", &folder);
            } else if arg.ends_with(".a") || arg.ends_with(".so") {
                self.add_folder("", &arg);
            }
        }
    }

    /// Adds a path of the user's own; those of the system are found without.
    fn add_folder(&mut self, flag: &str, folder: &str) {
        let path = Path::new(folder);
        if let Ok(full) = path.canonicalize()
            && !input::is_system(path)
        {
            add(&mut self.link, &[format!("{flag}{}", full.display())]);
        }
    }

    /// Adds an object that is linked as it is.
    pub(super) fn add_file(&mut self, file: &Path) {
        self.add_folder("", &file.to_string_lossy());
    }

    /// Writes them beside the program.
    pub(super) fn write(&self, program: &Path) -> Result<(), Error> {
        let text = serde_json::to_string_pretty(self).unwrap_or_default();
        write(&path(program), format!("{text}\n").as_bytes())
    }
}

/// `.symcrete/NAME.flags` beside the program.
fn path(program: &Path) -> PathBuf {
    plain::path(program).with_extension("flags")
}

/// Adds words that belong together, unless they are there.
fn add(list: &mut Vec<String>, words: &[String]) {
    if !list.windows(words.len()).any(|some| some == words) {
        list.extend_from_slice(words);
    }
}
