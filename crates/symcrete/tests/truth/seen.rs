//! Programs with known truth in `seen/`: what was claimed wrongly once, and variants of it.
//!
//! Their last words on a line say what is true, and brute force must agree:
//!
//! ```text
//! H sink = 1; // reachable       some input executes it; symcrete must find one
//! H sink = 1; // possible        it hangs on memory that was never set or on addresses; it must not be called unreachable
//! H sink = 1; // hidden          some input executes it, by ways that symcrete does not see; it must not be called unreachable
//! H sink = 1; // never           no input executes it
//! H r = 1 / x; // crash SIGFPE   some input executes it, and some input ends here
//! ```
//!
//! `// hidden crash: why` in the head: `reach --crash` need not find its crashes, and must not call them unreachable. `// slow` in the head: only with `SLOW=1`, as optimised builds of all. `// known failure: why` in the head: it is wrong today. The test fails when that is no longer so, and the line is to be taken out.

use super::judge::{Judgement, judge};
use super::oracle::{Ending, Truth};
use super::program::Program;
use std::path::{Path, PathBuf};

/// Seconds for one target.
const SECONDS: u64 = 10;

pub(crate) fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/truth/seen")
}

/// Is the program of this name among the known failures?
pub(crate) fn is_known_failure(name: &str) -> bool {
    let path = folder().join(format!("{name}.c"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
    Program::new(text).has("known failure")
}

/// Is there time for programs that say `// slow`, and for optimised builds?
pub(crate) fn is_slow() -> bool {
    super::machine::is_slow()
}

/// Is this program left out for now?
pub(crate) fn is_left_out(source: &Path) -> bool {
    let text = std::fs::read_to_string(source).unwrap_or_default();
    Program::new(text).has("slow") && !is_slow()
}

/// What is wrong about one program; the error is a fault of the program itself.
pub(crate) fn check(source: &Path, scratch: &Path) -> Result<Vec<String>, String> {
    let program = Program::new(std::fs::read_to_string(source).map_err(|why| why.to_string())?);
    let (judgement, truth) = judge(&program, scratch, SECONDS, is_slow())?;
    let lies = lies(&program, &truth);
    if !lies.is_empty() {
        return Err(format!("its comments are not true: {}", lies.join("; ")));
    }
    Ok(faults(&program, &judgement))
}

fn faults(program: &Program, judgement: &Judgement) -> Vec<String> {
    let mut faults: Vec<String> = judgement.wrong.iter().map(ToString::to_string).collect();
    for found in judgement.found.iter().filter(|found| !found.is_found) {
        let is_hidden = found.is_crash && program.has("hidden crash");
        if !is_hidden && !["possible", "hidden"].contains(&said(program, found.line)) {
            faults.push(format!("line {} was not found: {}", found.line, found.why));
        }
    }
    faults
}

/// What the end of a line says.
fn said(program: &Program, line: u64) -> &str {
    program.line(line).rsplit_once("// ").map_or("", |(_, word)| word.trim())
}

/// Comments that brute force refutes, and targets without one.
fn lies(program: &Program, truth: &Truth) -> Vec<String> {
    let is_true = |line: u64| match said(program, line) {
        "reachable" | "hidden" => truth.sure.contains(&line),
        "possible" => truth.lines.contains_key(&line) && !truth.sure.contains(&line),
        "never" => !truth.lines.contains_key(&line),
        "crash SIGFPE" => truth.crashes.contains_key(&(line, Ending::Signal(8))),
        "crash SIGABRT" => truth.crashes.contains_key(&(line, Ending::Signal(6))),
        "crash SIGSEGV" => truth.crashes.contains_key(&(line, Ending::Signal(11))),
        "hang" => truth.crashes.contains_key(&(line, Ending::Hang)),
        _ => false,
    };
    let lie = |line: u64| (!is_true(line)).then(|| format!("line {line}: {}", program.line(line).trim()));
    let unsaid = truth
        .crashes
        .keys()
        .filter(|(line, _)| !matches!(said(program, *line).split(' ').next(), Some("crash" | "hang")));
    let unsaid = unsaid.map(|(line, ending)| format!("line {line} can end with {ending:?}"));
    program.targets().into_iter().filter_map(lie).chain(unsaid).collect()
}
