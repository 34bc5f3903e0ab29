//! Runs a project's own build with our compilers in the place of its own.
//!
//! The commands see them as `CC` and `CXX`, and, for makefiles that know better, as `cc`, `gcc`, `c++` and `g++` in front of their `PATH`. What they
//! print goes to a file. A program that came out without instrumentation was built before, by another compiler: the earlier build is removed and the commands run
//! once more.

use crate::file::{Build, Project};
use std::ffi::OsString;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use symcrete_build::failure::Failure;
use symcrete_build::libtool::resolved;
use symcrete_build::program::Program;
use symcrete_build::replaced;

/// Where results, compilers and the build's output go, below the project.
pub const OUTPUT: &str = "symcrete-out";
/// The folder of the compilers in it.
const COMPILERS: &str = "compilers";
/// What the commands print.
const LOG: &str = "build.log";
/// Lines of it that are shown when a command fails.
const SHOWN: usize = 25;
/// Builds a project.
pub struct Builder<'a> {
    /// Its folder.
    pub folder: &'a Path,
    /// Our own program.
    pub symcrete: &'a Path,
    /// Says a sentence to the user.
    pub say: &'a dyn Fn(&str),
}

impl Builder<'_> {
    /// Builds the project so that these programs are there and instrumented. Nothing to do where there is no command.
    pub fn build(&self, project: &Project, programs: &[PathBuf]) -> Result<(), Failure> {
        if project.build.command.is_empty() {
            return Ok(());
        }
        self.run(&project.build.command)?;
        let foreign = || programs.iter().find(|program| !self.is_ours(program));
        if foreign().is_some() && !project.build.clean.is_empty() {
            (self.say)("the programs were built by another compiler before: building them anew");
            self.run(&project.build.clean)?;
            self.run(&project.build.command)?;
        }
        match foreign() {
            Some(program) if self.folder.join(program).exists() => Err(Failure::at(
                program,
                "it was not built by `symcrete cc`: remove the earlier build, or let `command` of [build] use $CC and $CXX",
            )),
            Some(program) => Err(Failure::at(
                program,
                format!(
                    "the build did not make it: correct `program` or `command`; {} has what was printed",
                    self.log()
                ),
            )),
            None => Ok(()),
        }
    }

    /// Runs the commands of a build without looking at what they make.
    pub fn attempt(&self, build: &Build) -> Result<(), Failure> {
        self.run(&build.command)
    }

    /// Is there a program of this name, built by us?
    fn is_ours(&self, program: &Path) -> bool {
        let file = resolved(&self.folder.join(program));
        // Archives hold objects, and whoever reads them says what is wrong with those.
        file.extension().is_some_and(|ending| ending == "a") && file.is_file() || Program::open(&file).is_ok()
    }

    fn log(&self) -> String {
        format!("{OUTPUT}/{LOG}")
    }

    fn run(&self, commands: &[String]) -> Result<(), Failure> {
        let compilers = replaced::compilers(&self.folder.join(OUTPUT).join(COMPILERS), self.symcrete)?;
        let path = self.folder.join(self.log());
        let fail = |why| Failure::file(&path, why);
        let log = File::create(&path).map_err(fail)?;
        for command in commands {
            (self.say)(&format!("building: {command}"));
            let status = Command::new("sh")
                .args(["-c", command])
                .current_dir(self.folder)
                .env("CC", compilers.join("cc"))
                .env("CXX", compilers.join("c++"))
                .env("PATH", in_front(&compilers))
                .stdin(Stdio::null())
                .stdout(log.try_clone().map_err(fail)?)
                .stderr(log.try_clone().map_err(fail)?)
                .status()
                .map_err(|why| Failure::usage(format!("sh cannot be run: {why}")))?;
            if !status.success() {
                self.tell(&path);
                (self.say)(&format!("the build failed ({status}): {command}; {} has all that it printed", self.log()));
                return Err(Failure::Build);
            }
        }
        Ok(())
    }

    /// The last lines of what was printed.
    fn tell(&self, path: &Path) {
        let text = std::fs::read(path).unwrap_or_default();
        let text = String::from_utf8_lossy(&text);
        let lines: Vec<&str> = text.lines().collect();
        lines[lines.len().saturating_sub(SHOWN)..].iter().for_each(|line| (self.say)(&format!("| {line}")));
    }
}

fn in_front(folder: &Path) -> OsString {
    let mut path = folder.as_os_str().to_os_string();
    if let Some(rest) = std::env::var_os("PATH") {
        path.push(":");
        path.push(rest);
    }
    path
}
