//! The rules for one file, one function each.

use crate::function::{functions, words};
use crate::{Source, Violation};

/// Most lines of a file.
const FILE_LINES: usize = 800;
/// Most lines of a function.
const FUNCTION_LINES: usize = 80;
/// Crates that may be unsafe: they talk to LLVM, to the kernel and to foreign memory.
const UNSAFE: &[&str] = &["runtime", "kernel", "llvm", "exec"];
/// The crate that prints and exits.
const BINARY: &str = "symcrete";
/// The crate that shows campaigns on a terminal, and does not exit.
const CONSOLE: &str = "console";
/// The crate that says on standard error what a compiler or linker says there, and nothing else.
const COMPILER: &str = "build";
/// What it may use for that.
const AS_A_COMPILER: &[&str] = &["eprintln!", "eprint!"];
/// File names that say nothing about what is inside.
const EMPTY_NAMES: &[&str] = &["util", "utils", "helper", "helpers", "common", "misc", "manager"];
/// What only the binary may do.
const TO_THE_USER: &[&str] = &["println!", "eprintln!", "print!", "eprint!", "process::exit"];
/// Crates that compute only: what they do depends on their arguments alone.
const PURE: &[&str] = &["abi", "expr", "libc", "model", "reach", "search", "trace"];
/// Crates that others embed: what they do does not depend on the environment of the process.
const EMBEDDED: &[&str] = &["corpus", "engine", "hub", "report", "solver"];
/// The only crate that calls LLVM.
const LLVM: &str = "crates/llvm/src/";
/// The world outside.
const OUTSIDE: &[&str] = &["std::fs", "std::env", "std::net", "std::process", "Instant", "SystemTime"];
/// What must not stay, or hides a failing test.
const MARKS: &[&str] = &["todo!", "unimplemented!", "dbg!", "#[ignore", "#[should_panic"];

/// Files and functions that may be longer: `path` or `path function`, and why. Short, and shrinking.
pub const LONGER: &[(&str, &str)] = &[];

/// A rule: the violations of one file.
pub type Rule = fn(&Source) -> Vec<Violation>;

/// Every rule.
pub const RULES: &[Rule] = &[
    head,
    file_size,
    function_size,
    unsafe_code,
    user_interface,
    pure_core,
    embedded,
    llvm_api,
    marks,
    names,
    bare_allow,
];

/// Is this file or function listed as longer?
fn may_be_longer(what: &str) -> bool {
    LONGER.iter().any(|(listed, _)| *listed == what)
}

fn head(source: &Source) -> Vec<Violation> {
    let has = source.text.starts_with("//!");
    if has { Vec::new() } else { vec![source.violation(0, "the first line must be `//!` and say what this file is")] }
}

fn file_size(source: &Source) -> Vec<Violation> {
    let n_lines = source.text.lines().count();
    if n_lines <= FILE_LINES || may_be_longer(&source.path) {
        return Vec::new();
    }
    vec![source.violation(0, format!("{n_lines} lines, at most {FILE_LINES}: split the file"))]
}

fn function_size(source: &Source) -> Vec<Violation> {
    let mut violations = Vec::new();
    for function in functions(&source.code) {
        let n_lines = 1 + source.code[function.extent.clone()].matches('\n').count();
        if n_lines > FUNCTION_LINES && !may_be_longer(&format!("{} {}", source.path, function.name)) {
            let what = format!("`{}` has {n_lines} lines, at most {FUNCTION_LINES}: split it", function.name);
            violations.push(source.violation(function.extent.start, what));
        }
    }
    violations
}

fn unsafe_code(source: &Source) -> Vec<Violation> {
    if UNSAFE.contains(&source.crate_name()) {
        return Vec::new();
    }
    let what = format!("`unsafe` outside {}", UNSAFE.join(", "));
    words(&source.code, "unsafe").map(|at| source.violation(at, &what)).collect()
}

fn user_interface(source: &Source) -> Vec<Violation> {
    if source.crate_name() == BINARY {
        return Vec::new();
    }
    let prints = |call: &str| source.crate_name() == CONSOLE && call.contains("print");
    let may_call = |call: &str| prints(call) || source.crate_name() == COMPILER && AS_A_COMPILER.contains(&call);
    let calls = TO_THE_USER.iter().filter(|call| !may_call(call));
    let found = calls.flat_map(|&call| words(&source.code, call).map(move |at| (at, call)));
    let outside = found.filter(|&(at, _)| !source.is_aside(at));
    outside
        .map(|(at, call)| source.violation(at, format!("`{call}`: only the `{BINARY}` crate prints and exits")))
        .collect()
}

fn pure_core(source: &Source) -> Vec<Violation> {
    without(source, PURE, OUTSIDE, "in a crate that only computes")
}

fn embedded(source: &Source) -> Vec<Violation> {
    without(source, EMBEDDED, &["std::env"], "in a crate that others embed: make it an argument")
}

fn llvm_api(source: &Source) -> Vec<Violation> {
    if source.path.starts_with(LLVM) {
        return Vec::new();
    }
    let found = words(&source.code, "llvm_sys");
    found.map(|at| source.violation(at, format!("`llvm_sys` outside {LLVM}: give that crate a method"))).collect()
}

/// The places where these crates use one of these things, tests aside.
fn without(source: &Source, crates: &[&str], things: &[&str], why: &str) -> Vec<Violation> {
    if !crates.contains(&source.crate_name()) {
        return Vec::new();
    }
    let found = things.iter().flat_map(|&thing| words(&source.code, thing).map(move |at| (at, thing)));
    let outside = found.filter(|&(at, _)| !source.is_aside(at));
    outside.map(|(at, thing)| source.violation(at, format!("`{thing}` {why}"))).collect()
}

fn marks(source: &Source) -> Vec<Violation> {
    let found = MARKS.iter().flat_map(|&mark| words(&source.code, mark).map(move |at| (at, mark)));
    found.map(|(at, mark)| source.violation(at, format!("`{mark}` must not stay"))).collect()
}

fn names(source: &Source) -> Vec<Violation> {
    let mut parts = source.path.split('/').map(|part| part.trim_end_matches(".rs"));
    let empty = parts.find(|part| EMPTY_NAMES.contains(part));
    empty.map(|part| source.violation(0, format!("`{part}` names nothing: name what is inside"))).into_iter().collect()
}

fn bare_allow(source: &Source) -> Vec<Violation> {
    let code = &source.code;
    let found = ["allow", "expect"].into_iter().flat_map(|attribute| {
        let opens = ["#[", "#!["].into_iter().flat_map(move |open| {
            let start = format!("{open}{attribute}(");
            code.match_indices(&start).map(|(at, _)| at).collect::<Vec<_>>()
        });
        opens.map(move |at| (at, attribute))
    });
    let without_reason = found.filter(|&(at, _)| {
        let attribute = &code[at..at + code[at..].find(']').unwrap_or(0)];
        words(attribute, "reason").next().is_none()
    });
    without_reason.map(|(at, attribute)| source.violation(at, format!("`{attribute}` without a reason"))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lines of the violations of a rule in a file of crate `expr`.
    fn lines(rule: Rule, text: &str) -> Vec<usize> {
        rule(&Source::new("crates/expr/src/x.rs", text)).iter().map(|violation| violation.line).collect()
    }

    #[test]
    fn heads() {
        assert_eq!(lines(head, "//! A file.\n"), []);
        assert_eq!(lines(head, "use x;\n//! Late.\n"), [1]);
    }

    #[test]
    fn sizes() {
        let body = "x();\n".repeat(FUNCTION_LINES);
        assert_eq!(lines(function_size, &format!("\nfn long() {{\n{body}}}\n")), [2]);
        assert_eq!(lines(function_size, "fn short() {\n}\n"), []);
        assert_eq!(lines(file_size, &"\n".repeat(FILE_LINES)), []);
        assert_eq!(lines(file_size, &"\n".repeat(FILE_LINES + 1)), [1]);
    }

    #[test]
    fn unsafety() {
        assert_eq!(lines(unsafe_code, "// unsafe\n#![deny(unsafe_code)]\nunsafe { }\n"), [3]);
        assert!(unsafe_code(&Source::new("crates/exec/src/x.rs", "unsafe { }")).is_empty());
    }

    #[test]
    fn printing() {
        let text = "fn a() { println!(); }\n#[cfg(test)]\nmod tests { fn b() { println!(); } }\nfn c() { eprint!() }\n";
        assert_eq!(lines(user_interface, text), [1, 4]);
        assert!(user_interface(&Source::new("crates/expr/tests/x.rs", text)).is_empty());
        assert!(user_interface(&Source::new("crates/symcrete/src/x.rs", text)).is_empty());
        let of_build = user_interface(&Source::new("crates/build/src/x.rs", text));
        assert_eq!(of_build.iter().map(|violation| violation.line).collect::<Vec<_>>(), [1]);
    }

    #[test]
    fn purity() {
        assert_eq!(
            lines(pure_core, "use std::time::{Duration, Instant};\n#[cfg(test)]\nfn a() { std::fs::read() }\n"),
            [1]
        );
        assert!(pure_core(&Source::new("crates/exec/src/x.rs", "std::env::args()")).is_empty());
    }

    #[test]
    fn environment() {
        let text = "fn a() { std::env::var(X) }\n#[cfg(test)]\nfn b() { std::env::var(X) }\n";
        assert_eq!(embedded(&Source::new("crates/engine/src/x.rs", text)).len(), 1);
        assert!(embedded(&Source::new("crates/build/src/x.rs", text)).is_empty());
    }

    #[test]
    fn calls_of_llvm() {
        let of = |path: &str| llvm_api(&Source::new(path, "use llvm_sys::core;")).len();
        assert_eq!(of("crates/llvm/src/value.rs"), 0);
        assert_eq!((of("crates/instrument/src/sites.rs"), of("crates/instrument/tests/x.rs")), (1, 1));
    }

    #[test]
    fn forgotten_marks() {
        assert_eq!(lines(marks, "// todo!\ntodo!()\n\"dbg!\"\n"), [2]);
        assert_eq!(lines(marks, "#[ignore]\n#[should_panic(expected = \"x\")]\n").len(), 2);
    }

    #[test]
    fn empty_names() {
        assert_eq!(names(&Source::new("crates/expr/src/utils.rs", "")).len(), 1);
        assert_eq!(names(&Source::new("crates/expr/tests/common/mod.rs", "")).len(), 1);
        assert_eq!(names(&Source::new("crates/expr/src/arena.rs", "")), []);
    }

    #[test]
    fn reasons() {
        assert_eq!(lines(bare_allow, "#[allow(dead_code)]\n#![expect(x, reason = \"y\")]\n#[expect(x)]\n"), [1, 3]);
    }
}
