//! Arguments for the compiler where sources are given: `--cflags`, `-I`, `-D`, `-std`, `--compile-commands`, and what the environment has.

use clap::Args;
use std::ffi::OsString;
use std::path::PathBuf;
use symcrete_build::failure::Failure;
use symcrete_build::recipe::database::Database;
use symcrete_build::recipe::{Recipe, split};

/// How sources are compiled.
#[derive(Args)]
#[command(next_help_heading = "Compiling sources")]
pub(crate) struct CompileOptions {
    /// Flags for clang, as a shell would split them; may be repeated. CPPFLAGS, CFLAGS, CXXFLAGS and LDFLAGS of the environment count too.
    #[arg(long, value_name = "FLAGS", allow_hyphen_values = true)]
    cflags: Vec<String>,
    /// A folder of headers.
    #[arg(short = 'I', value_name = "DIR")]
    include: Vec<OsString>,
    /// A macro.
    #[arg(short = 'D', value_name = "NAME[=VALUE]")]
    define: Vec<OsString>,
    /// The standard of the language; -std=c99 works too.
    #[arg(long, value_name = "STANDARD")]
    std: Option<String>,
    /// A compile_commands.json, or the folder it lies in: each source is compiled with the flags that it has there.
    #[arg(long, value_name = "PATH")]
    compile_commands: Option<PathBuf>,
}

impl CompileOptions {
    /// All of it, and these flags behind.
    pub(crate) fn recipe(&self, more: Vec<OsString>) -> Result<Recipe, Failure> {
        let joined = |flag: &'static str| {
            move |value: &OsString| {
                let mut word = OsString::from(flag);
                word.push(value);
                word
            }
        };
        let mut asked: Vec<OsString> = self.include.iter().map(joined("-I")).collect();
        asked.extend(self.define.iter().map(joined("-D")));
        asked.extend(self.std.iter().map(|name| OsString::from(format!("-std={name}"))));
        asked.extend(self.cflags.iter().flat_map(|text| split(text)));
        asked.extend(more);
        let database = self.compile_commands.as_deref().map(Database::read).transpose()?;
        Ok(Recipe { asked, database, ..Recipe::from_environment() })
    }
}

/// The same arguments with `-std=` as we spell it: one letter with a value behind it would be `-s`.
pub(crate) fn respelled(args: &[OsString]) -> Vec<OsString> {
    let end = args.iter().position(|arg| arg == "--").unwrap_or(args.len());
    let respell = |(k, arg): (usize, &OsString)| match arg.to_str().and_then(|text| text.strip_prefix("-std=")) {
        Some(name) if k < end => format!("--std={name}").into(),
        _ => arg.clone(),
    };
    args.iter().enumerate().map(respell).collect()
}
