//! `symcrete doctor`: checks the installation by using it, and says what to install.

use super::output::show;
use crate::exit;
use clap::Parser;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;
use symcrete_build::compiler::{self, Language};
use symcrete_exec::{Config, Executor, Mode, Request, Target};

/// Arguments of `symcrete doctor`.
#[derive(Parser)]
#[command(after_help = "Example: symcrete doctor")]
pub(crate) struct Args {}

/// What one check found.
enum Finding {
    /// All is well.
    Good(String),
    /// Something works less well; the sentence says what to do.
    Weak(String),
    /// Symcrete cannot work; the sentence says what to do.
    Missing(String),
}

/// Runs to measure the fork server with.
const RUNS: u32 = 200;
/// A rate that is slow for a fork server; some thousand are usual.
const SLOW: f64 = 200.0;

pub(crate) fn main(_: &Args) -> u8 {
    let folder = std::env::temp_dir().join(format!("symcrete-doctor-{}", std::process::id()));
    let _ = std::fs::create_dir_all(&folder);
    let checks: [(&str, Finding); 9] = [
        ("clang", clang()),
        ("linker", linker()),
        ("compile", compile(&folder)),
        ("fork server", fork_server(&folder)),
        ("sandbox", sandbox(&folder)),
        ("call stacks", stacks()),
        ("memory", memory()),
        ("second solver", second_solver()),
        ("Java", java()),
    ];
    let _ = std::fs::remove_dir_all(&folder);
    for (name, finding) in &checks {
        let (mark, text) = match finding {
            Finding::Good(text) => ("ok     ", text),
            Finding::Weak(text) => ("weak   ", text),
            Finding::Missing(text) => ("MISSING", text),
        };
        show(format_args!("{mark}  {name}: {text}"));
    }
    let broken = checks.iter().any(|(_, finding)| matches!(finding, Finding::Missing(_)));
    if broken { exit::USAGE } else { exit::FINISHED }
}

/// What is needed for Java only.
fn java() -> Finding {
    match super::java::health() {
        Ok(text) => Finding::Good(text),
        Err(text) => Finding::Weak(format!("{text} (for `symcrete java` only)")),
    }
}

/// The first line that a program says about itself.
fn says(program: &str, args: &[&str]) -> Option<String> {
    let done = Command::new(program).args(args).output().ok().filter(|done| done.status.success())?;
    String::from_utf8_lossy(&done.stdout).lines().next().map(|line| line.trim().to_string())
}

fn clang() -> Finding {
    let done = compiler::ask(Language::C, &["--version".into()]);
    match done.map(|done| String::from_utf8_lossy(&done.stdout).lines().next().unwrap_or_default().to_string()) {
        Ok(version) if version.contains("version 19") => Finding::Good(version),
        Ok(version) => {
            Finding::Weak(format!("{version}; symcrete is tested with clang-19: `apt-get install clang-19`"))
        }
        Err(why) => Finding::Missing(why.to_string()),
    }
}

fn linker() -> Finding {
    match says("ld", &["--version"]) {
        Some(version) => Finding::Good(version),
        None => Finding::Missing("ld was not found: `apt-get install binutils`".into()),
    }
}

fn program(folder: &Path) -> PathBuf {
    folder.join("probe")
}

/// A whole build: compiler, embedded bitcode, instrumenter with its libLLVM, both links.
fn compile(folder: &Path) -> Finding {
    let source = folder.join("probe.c");
    let text = "#include <stdio.h>\nint main(void) { return getchar() == 'x'; }\n";
    if let Err(why) = std::fs::write(&source, text) {
        return Finding::Missing(format!("{}: {why}: set TMPDIR to a writable folder", source.display()));
    }
    let start = Instant::now();
    let args = [source.into(), "-o".into(), program(folder).into()];
    match compiler::compile(Language::C, &args) {
        Ok(()) => Finding::Good(format!("a small program was built in {:.1} s", start.elapsed().as_secs_f64())),
        Err(why) => Finding::Missing(format!("a small program does not build: {why}")),
    }
}

fn executor(folder: &Path) -> Result<Executor, String> {
    let config = Config { mode: Mode::ForkServer, ..Config::default() };
    Executor::start(&Target::new(program(folder)), config).map_err(|why| why.to_string())
}

fn fork_server(folder: &Path) -> Finding {
    let measured = executor(folder).and_then(|mut executor| {
        let start = Instant::now();
        for _ in 0..RUNS {
            executor.run(&Request::stdin(b"x")).map_err(|why| why.to_string())?;
        }
        Ok(f64::from(RUNS) / start.elapsed().as_secs_f64())
    });
    match measured {
        Ok(rate) if rate >= SLOW => Finding::Good(format!("{rate:.0} runs per second")),
        Ok(rate) => Finding::Weak(format!("only {rate:.0} runs per second: is the machine busy, or /dev/shm slow?")),
        Err(why) => Finding::Missing(why),
    }
}

fn sandbox(folder: &Path) -> Finding {
    match executor(folder).map(|executor| (executor.sandboxed(), executor.offline())) {
        Ok((true, true)) => Finding::Good("programs can neither write outside their folder nor use the network".into()),
        Ok((true, false)) => {
            Finding::Weak("this kernel has no seccomp filters: programs under test can use the network".into())
        }
        Ok((false, _)) => Finding::Weak(
            "this kernel has no Landlock (it needs Linux 5.13 and `landlock` in /sys/kernel/security/lsm): programs under \
             test can write wherever you can"
                .into(),
        ),
        Err(why) => Finding::Missing(why),
    }
}

/// Crashes are located by `ptrace`.
fn stacks() -> Finding {
    let scope = std::fs::read_to_string("/proc/sys/kernel/yama/ptrace_scope").unwrap_or_default();
    match scope.trim() {
        "2" | "3" => Finding::Weak(
            "ptrace is not allowed, so crashes will have no source line: `sysctl kernel.yama.ptrace_scope=1` allows it for child processes"
                .into(),
        ),
        _ => Finding::Good("crashes can be located".into()),
    }
}

/// The runtime reserves shadow memory without using it.
fn memory() -> Finding {
    let mode = std::fs::read_to_string("/proc/sys/vm/overcommit_memory").unwrap_or_default();
    match mode.trim() {
        "2" => Finding::Weak(
            "the kernel does not overcommit memory, so shadow memory falls back to a slower table: \
             `sysctl vm.overcommit_memory=0`"
                .into(),
        ),
        _ => Finding::Good("shadow memory can be reserved".into()),
    }
}

fn second_solver() -> Finding {
    match says("z3", &["--version"]) {
        Some(version) => Finding::Good(version),
        None => Finding::Weak(
            "z3 was not found; hard questions about floats and the proofs of `reach` need it: `apt-get install z3`"
                .into(),
        ),
    }
}
