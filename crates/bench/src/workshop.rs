//! Builds every program twice, by clang and by `symcrete cc`, and knows where things lie.
//!
//! Both get the same sources and flags at -O2. Our object cache starts empty for each build, so that a build costs what
//! the first one costs.

use super::contest::{first_line, timed};
use super::judge::COUNTED;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use symcrete_build::failure::Failure;
use symcrete_report::bench::figure::Trouble;

/// Sources compiled into this program: name and text.
macro_rules! own {
    ($($name:literal),*) => {
        &[$(($name, include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/programs/", $name)))),*]
    };
}

const OWN: &[(&str, &str)] = own![
    "sieve.c",
    "matmul.c",
    "crc32.c",
    "words.c",
    "bubble.c",
    "collatz.c",
    "fold.c",
    "sort.c",
    "parse.c",
    "small.c",
    "floor.c",
    "frozen-time.h",
    "zlib.c",
    "cjson.c",
    "libcsv.c",
    "jansson.c",
    "mujs.c",
    "lua.c",
    "fib.lua",
    "sqlite.c",
    "values.c"
];

/// A folder with our sources, and the two compilers.
pub(super) struct Workshop {
    /// Where programs are built.
    pub(super) folder: PathBuf,
    /// Where fetched sources are kept.
    pub(super) sources: PathBuf,
    /// The yardstick: `SYMCRETE_CLANG` or clang-19. Ours compiles with the same one.
    pub(super) clang: OsString,
    symcrete: PathBuf,
}

/// What is to be built.
pub(super) struct Recipe<'a> {
    /// Name of the program.
    pub(super) name: &'a str,
    /// Its C files.
    pub(super) sources: Vec<PathBuf>,
    /// Flags for compiling.
    pub(super) flags: Vec<String>,
    /// Flags for linking.
    pub(super) libraries: &'a [&'a str],
}

/// One program built twice.
pub(super) struct Pair {
    /// By clang.
    pub(super) plain: PathBuf,
    /// By `symcrete cc`.
    pub(super) instrumented: PathBuf,
}

impl Workshop {
    /// A workshop beneath this folder.
    pub(super) fn open(out: &Path) -> Result<Workshop, Failure> {
        let clang = std::env::var_os("SYMCRETE_CLANG").unwrap_or_else(|| "clang-19".into());
        if timed(Command::new(&clang).arg("--version")).is_err() {
            return Err(
                "clang-19 was not found: install it with `apt-get install clang-19`, or set SYMCRETE_CLANG".into()
            );
        }
        let symcrete = std::env::current_exe().map_err(|why| Failure::System(why.into()))?;
        let out = std::path::absolute(out).map_err(|why| Failure::file(out, why))?;
        let workshop = Workshop { folder: out.join(".build"), sources: out.join(".sources"), clang, symcrete };
        for folder in [&workshop.folder, &workshop.sources] {
            fs::create_dir_all(folder).map_err(|why| Failure::file(folder, why))?;
        }
        for (name, text) in OWN {
            let file = workshop.own(name);
            fs::write(&file, text).map_err(|why| Failure::file(&file, why))?;
        }
        Ok(workshop)
    }

    /// Our own program.
    pub(super) fn symcrete(&self) -> &Path {
        &self.symcrete
    }

    /// The path of one of our own sources.
    pub(super) fn own(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Builds one of our own programs that needs nothing else.
    pub(super) fn build_own(&self, name: &str) -> Result<Pair, Trouble> {
        let sources = vec![self.own(&format!("{name}.c"))];
        self.build(&Recipe { name, sources, flags: Vec::new(), libraries: &[] })
    }

    /// Builds a program twice.
    pub(super) fn build(&self, recipe: &Recipe<'_>) -> Result<Pair, Trouble> {
        self.build_plain(recipe)?;
        self.build_instrumented(recipe)?;
        Ok(self.pair(recipe.name))
    }

    /// Where both programs of this name lie.
    pub(super) fn pair(&self, name: &str) -> Pair {
        Pair { plain: self.folder.join(format!("{name}.clang")), instrumented: self.folder.join(name) }
    }

    /// Builds by clang; processor time in seconds. A program that clang rejects is no fault of ours.
    pub(super) fn build_plain(&self, recipe: &Recipe<'_>) -> Result<f64, Trouble> {
        let mut command = Command::new(&self.clang);
        compile(&mut command, recipe, &self.pair(recipe.name).plain).map_err(Trouble::Missing)
    }

    /// Builds by clang with counters for llvm-cov.
    pub(super) fn build_counted(&self, recipe: &Recipe<'_>) -> Result<PathBuf, Trouble> {
        let program = self.folder.join(format!("{}.counted", recipe.name));
        compile(Command::new(&self.clang).args(COUNTED), recipe, &program).map_err(Trouble::Missing)?;
        Ok(program)
    }

    /// Builds by `symcrete cc`; processor time in seconds.
    pub(super) fn build_instrumented(&self, recipe: &Recipe<'_>) -> Result<f64, Trouble> {
        let cache = self.folder.join("cache");
        // It is there only after a build before.
        let _ = fs::remove_dir_all(&cache);
        let mut command = Command::new(&self.symcrete);
        command.arg("cc").env("SYMCRETE_CLANG", &self.clang).env("SYMCRETE_CACHE", &cache);
        compile(&mut command, recipe, &self.pair(recipe.name).instrumented).map_err(Trouble::Wrong)
    }
}

fn compile(command: &mut Command, recipe: &Recipe<'_>, to: &Path) -> Result<f64, String> {
    command.args(["-O2", "-w"]).args(&recipe.flags).args(&recipe.sources).arg("-o").arg(to).args(recipe.libraries);
    match timed(command) {
        Ok((cpu, output)) if output.status.success() => Ok(cpu.as_secs_f64()),
        Ok((_, output)) => Err(format!("{} was not built: {}", recipe.name, first_line(&output.stderr))),
        Err(Trouble::Missing(why) | Trouble::Wrong(why)) => Err(why),
    }
}
