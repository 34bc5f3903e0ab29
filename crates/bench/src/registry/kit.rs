//! One program, built once for each who needs it: for us, for llvm-cov, for AFL++, for its cmplog.
//!
//! Same sources and optimisation everywhere. What is built stays; our own build is named after this symcrete, so a new one
//! builds anew.

use super::super::contest::timed;
use super::super::judge::COUNTED;
use super::super::own_build;
use super::super::sources;
use super::super::workshop::Workshop;
use super::program::{Build, Mend, Wild};
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use symcrete_report::bench::figure::Trouble;

/// Who the program is built for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flavour {
    /// By `symcrete cc`.
    Symcrete,
    /// Plain, with clang's source-based coverage.
    Coverage,
    /// AFL++.
    Afl,
    /// AFL++'s second program, which tells operands of comparisons.
    Cmplog,
}

/// The means to build one program.
pub(super) struct Kit<'a> {
    workshop: &'a Workshop,
    wild: &'a Wild,
    folder: PathBuf,
    symcrete: PathBuf,
}

impl<'a> Kit<'a> {
    /// Builds nothing yet.
    pub(super) fn new(workshop: &'a Workshop, wild: &'a Wild, folder: PathBuf) -> Result<Kit<'a>, Trouble> {
        let symcrete = std::env::current_exe().map_err(|why| Trouble::Missing(why.to_string()))?;
        Ok(Kit { workshop, wild, folder, symcrete })
    }

    /// The program for somebody, built unless it was.
    pub(super) fn build(&self, flavour: Flavour) -> Result<PathBuf, Trouble> {
        let program = self.folder.join(self.name(flavour)?);
        if !program.is_file() {
            match self.wild.build {
                Build::Sources(recipe) => {
                    let recipe = recipe(self.workshop)?;
                    let mut command = self.compiler(flavour);
                    command.args(OPTIMISED).args(&recipe.flags).args(&recipe.sources);
                    self.run(flavour, command.arg("-o").arg(&program).args(recipe.libraries))?;
                }
                Build::Make { package, options, folders, program: made, mended } => {
                    let tree = self.configured(package, options, mended)?;
                    self.make(flavour, &tree, folders, &tree.with_file_name("build").join(made), &program)?;
                }
            }
        }
        Ok(program)
    }

    /// What afl-fuzz is to run: it becomes the program that is meant. AFL++ 4.04c, which Debian 12 has, starts the first program in place of the second one,
    /// under the other's name, so that nothing is told of comparisons.
    pub(super) fn launcher(&self) -> Result<PathBuf, Trouble> {
        let (program, cmplog) = (self.build(Flavour::Afl)?, self.build(Flavour::Cmplog)?);
        let (source, launcher) = (self.folder.join("launcher.c"), self.folder.join("launcher"));
        let failed = |why: std::io::Error| Trouble::Missing(format!("{}: {why}", source.display()));
        fs::write(&source, LAUNCHER).map_err(failed)?;
        let mut command = Command::new(&self.workshop.clang);
        command.arg(format!("-DPROGRAM=\"{}\"", program.display())).arg(format!("-DCMPLOG=\"{}\"", cmplog.display()));
        said(command.arg(&source).arg("-o").arg(&launcher), self.wild.name)?;
        Ok(launcher)
    }

    /// A name that changes with this symcrete, where it matters.
    fn name(&self, flavour: Flavour) -> Result<String, Trouble> {
        Ok(match flavour {
            Flavour::Symcrete => format!("symcrete-{}", own_build().map_err(|why| Trouble::Missing(why.to_string()))?),
            Flavour::Coverage => "coverage".into(),
            Flavour::Afl => "afl".into(),
            Flavour::Cmplog => "cmplog".into(),
        })
    }

    fn words(&self, flavour: Flavour) -> Vec<OsString> {
        match flavour {
            Flavour::Symcrete => vec![self.symcrete.clone().into(), "cc".into()],
            Flavour::Coverage => {
                std::iter::once(self.workshop.clang.clone()).chain(COUNTED.map(OsString::from)).collect()
            }
            Flavour::Afl | Flavour::Cmplog => vec!["afl-clang-fast".into()],
        }
    }

    fn environment(&self, flavour: Flavour, command: &mut Command) {
        command.env("SYMCRETE_CLANG", &self.workshop.clang).env("AFL_QUIET", "1");
        if flavour == Flavour::Cmplog {
            command.env("AFL_LLVM_CMPLOG", "1");
        }
    }

    fn compiler(&self, flavour: Flavour) -> Command {
        let words = self.words(flavour);
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]);
        self.environment(flavour, &mut command);
        command
    }

    /// The package's tree after its configure script, once for all.
    fn configured(&self, package: &str, options: &[&str], mended: &[Mend]) -> Result<PathBuf, Trouble> {
        let tree = self.folder.join("tree");
        if !tree.is_dir() {
            let partial = self.folder.join("tree.partial");
            let source = sources::debian(&self.workshop.sources, package)?;
            // It is there only if a configuration before was interrupted.
            let _ = fs::remove_dir_all(&partial);
            said(Command::new("cp").arg("-a").arg(&source).arg(&partial), package)?;
            let mut configure = Command::new("./configure");
            configure.arg(format!("CC={}", self.workshop.clang.display())).args(options);
            // Packages of programs are often built as root in containers; gnulib asks before.
            configure.current_dir(&partial).env("FORCE_UNSAFE_CONFIGURE", "1");
            said(&mut configure, package)?;
            for (file, from, to) in mended {
                mend(&partial.join(file), from, to)?;
            }
            fs::rename(&partial, &tree).map_err(|why| Trouble::Missing(format!("{}: {why}", tree.display())))?;
        }
        Ok(tree)
    }

    /// A copy of the tree is made, so that one flavour's objects never meet another's.
    fn make(
        &self,
        flavour: Flavour,
        tree: &Path,
        folders: &[&str],
        made: &Path,
        program: &Path,
    ) -> Result<(), Trouble> {
        let copy = tree.with_file_name("build");
        let _ = fs::remove_dir_all(&copy);
        self.run(flavour, Command::new("cp").arg("-a").arg(tree).arg(&copy))?;
        let words: Vec<String> = self.words(flavour).iter().map(|word| word.display().to_string()).collect();
        for folder in folders {
            let mut make = Command::new("make");
            make.arg("-C").arg(copy.join(folder)).arg(format!("CC={}", words.join(" ")));
            make.arg(format!("CFLAGS={}", OPTIMISED.join(" ")));
            // The distribution's patches make these look out of date.
            make.args(["AUTOMAKE=:", "ACLOCAL=:", "AUTOCONF=:", "AUTOHEADER=:"]);
            self.environment(flavour, &mut make);
            self.run(flavour, &mut make)?;
        }
        let failed = |why: std::io::Error| Trouble::Missing(format!("{}: {why}", made.display()));
        fs::copy(made, program).map_err(failed)?;
        if flavour == Flavour::Symcrete {
            // The plain program and what else belongs to it lie beside it.
            let plain = symcrete_build::link::plain_path(program);
            fs::create_dir_all(plain.parent().unwrap_or(program)).map_err(failed)?;
            fs::copy(symcrete_build::link::plain_path(made), plain).map_err(failed)?;
        }
        Ok(())
    }

    /// A program that only we cannot build is our fault.
    fn run(&self, flavour: Flavour, command: &mut Command) -> Result<(), Trouble> {
        said(command, self.wild.name).map_err(|trouble| match (flavour, trouble) {
            (Flavour::Symcrete, Trouble::Missing(why)) => Trouble::Wrong(why),
            (_, trouble) => trouble,
        })
    }
}

const OPTIMISED: [&str; 2] = ["-O2", "-w"];
const LAUNCHER: &str = "#include <string.h>\n#include <unistd.h>\nint main(int n, char **words) {\n    \
    words[0] = n > 0 && strcmp(words[0], CMPLOG) == 0 ? CMPLOG : PROGRAM;\n    return execv(words[0], words);\n}\n";

fn mend(file: &Path, from: &str, to: &str) -> Result<(), Trouble> {
    let failed = |why: std::io::Error| Trouble::Missing(format!("{}: {why}", file.display()));
    let text = fs::read_to_string(file).map_err(failed)?;
    fs::write(file, text.replace(from, to)).map_err(failed)
}

fn said(command: &mut Command, name: &str) -> Result<(), Trouble> {
    let (_, output) = timed(command)?;
    if output.status.success() {
        return Ok(());
    }
    let text = String::from_utf8_lossy(&output.stderr);
    let line = text.lines().find(|line| line.contains("error")).or(text.lines().last()).unwrap_or_default();
    Err(Trouble::Missing(format!("{name} was not built: {line}")))
}
