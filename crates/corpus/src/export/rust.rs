//! A Rust file of unit tests that hold what the plain program showed.
//!
//! Tests of a function call it: `assert_eq!` with what it returned, `#[should_panic]` with what it said. The driver tells both, on lines of
//! their own ([`Shown`]). Tests of a program start it, as cargo builds it for the tests of a package, and compare exit status and output. A test nobody ran
//! is left out and named.

use super::{Export, Exporter, Material, Needs};
use crate::{Artifact, Outcome, Suite, Test};
use std::fmt::Write;

/// The format.
pub(super) struct Rust;

impl Exporter for Rust {
    fn name(&self) -> &'static str {
        "rust"
    }

    fn about(&self) -> &'static str {
        "A file of Rust tests for cargo test."
    }

    fn needs(&self) -> Needs {
        Needs { observed: true, state: true, ..Needs::default() }
    }

    fn export(&self, suite: &Suite, material: &Material) -> Result<Export, String> {
        let is_buffer = |test: &Test| test.values.first().is_some_and(|value| value.name == "size");
        if suite.tests.iter().any(is_buffer) {
            return Err("the inputs of a fuzz target are files, not calls: use --to libfuzzer".into());
        }
        let (usable, left_out): (Vec<&Test>, Vec<&Test>) = suite.tests.iter().partition(|test| is_usable(test));
        let inside = usable.iter().find_map(|test| Shown::of(test)?.inside);
        let mut text = head(suite, &material.producer(), inside.as_deref());
        let is_call = usable.iter().any(|test| Shown::of(test).is_some());
        if !is_call && !usable.is_empty() {
            text.push_str(&program(&suite.unit));
        }
        let is_alone = is_call && material.keeps_state;
        if is_alone {
            text.push_str(ALONE);
        }
        let mut known = Vec::new();
        // An input that is no value of the parameters' types leads to no call.
        for test in usable.iter().filter(|test| !is_call || Shown::of(test).is_some()) {
            let body = body(test, is_alone);
            // Inputs that differ in what is not shown are one call.
            if !known.contains(&body) {
                let _ = write!(text, "\n{}", body.replace("NAME", &format!("input_{}", test.name)));
                known.push(body);
            }
        }
        let name = format!("symcrete_{}.rs", identifier(&suite.unit));
        let notes = match left_out.is_empty() {
            true => Vec::new(),
            false => {
                let names: Vec<&str> = left_out.iter().map(|test| test.name.as_str()).collect();
                vec![format!("left out, because they do not end by themselves: {}", names.join(", "))]
            }
        };
        Ok(Export { files: vec![Artifact::new(name, text)], notes })
    }
}

/// What a driver shows of a call, each on a line of its own.
struct Shown {
    /// `symcrete-call: tiny::parse("x")`
    call: String,
    /// `symcrete-result: Some(3)`, if it returned and what it returned can be compared.
    result: Option<String>,
    /// `symcrete-panic: "a string literal"`
    panic: Option<String>,
    /// `symcrete-inside: FILE`: the call names what is private to that file.
    inside: Option<String>,
    /// `symcrete-begun: ` without `symcrete-returned: ` or `symcrete-panicked: `: the call ended the process.
    leaves: bool,
}

impl Shown {
    fn of(test: &Test) -> Option<Shown> {
        let stdout = test.observed.as_ref()?.stdout.as_ref()?;
        let text = String::from_utf8_lossy(stdout);
        let last = |what: &str| {
            let start = format!("symcrete-{what}: ");
            text.lines().filter_map(|line| line.strip_prefix(start.as_str())).next_back().map(String::from)
        };
        let leaves = last("begun").is_some() && last("returned").is_none() && last("panicked").is_none();
        let (result, panic, inside) = (last("result"), last("panic"), last("inside"));
        Some(Shown { call: last("call")?, result, panic, inside, leaves })
    }
}

/// Was it run, and did it end in a way that a test can wait for?
fn is_usable(test: &Test) -> bool {
    let is_told = |observed: &crate::Observed| match observed.outcome {
        Outcome::Exit(_) => true,
        // A call that aborts takes all tests with it.
        Outcome::Signal { .. } | Outcome::Fault(_) => Shown::of(test).is_none(),
        Outcome::Other(_) => false,
    };
    test.observed.as_ref().is_some_and(is_told)
}

fn head(suite: &Suite, producer: &str, inside: Option<&str>) -> String {
    let mut text =
        format!("//! Tests of {}, written by {producer}: what it did for the inputs that were found.\n", suite.unit);
    match inside {
        Some(file) => {
            let _ = write!(
                text,
                "//!\n//! They name what is private. Put the file into the crate, and at the end of the module of the function, in\n//! \
                 {file}:\n//!\n//! ```\n//! #[cfg(test)]\n//! #[path = \"symcrete_{}.rs\"]\n//! mod symcrete_tests;\n//! ```\n\nuse super::*;\n",
                identifier(&suite.unit)
            );
        }
        None => text.push_str("//!\n//! Put the file into the folder `tests` of the package.\n"),
    }
    text
}

/// Starts the program of a test.
fn program(name: &str) -> String {
    format!(
        r#"
use std::io::Write;
use std::process::{{Command, Output, Stdio}};

fn run(args: &[&[u8]], env: &[(&str, &[u8])], stdin: &[u8]) -> Output {{
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let mut command = Command::new(env!("CARGO_BIN_EXE_{name}"));
    command.args(args.iter().map(|arg| OsStr::from_bytes(arg)));
    command.envs(env.iter().map(|(name, value)| (name, OsStr::from_bytes(value))));
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    // A program that does not read all of its input closes it.
    let _ = child.stdin.take().expect("piped").write_all(stdin);
    child.wait_with_output().expect("the program ends")
}}
"#
    )
}

/// Gives a test a process of its own.
const ALONE: &str = r#"
/// Runs a test in a process of its own, since what it calls keeps something for later calls. In that process: false.
fn is_done_alone(path: &str) -> bool {
    if std::env::var_os("SYMCRETE_ALONE").is_some() {
        return false;
    }
    let (_, name) = path.split_once("::").expect("a path");
    let mut own = std::process::Command::new(std::env::current_exe().expect("a program"));
    let output = own.args(["--exact", name]).env("SYMCRETE_ALONE", "1").output().expect("it starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    true
}
"#;

/// A test, but for its name.
fn body(test: &Test, is_alone: bool) -> String {
    match Shown::of(test) {
        Some(shown) => call(test, &shown, is_alone),
        None => start(test),
    }
}

fn call(test: &Test, Shown { call, result, panic, leaves, .. }: &Shown, is_alone: bool) -> String {
    if let (true, Outcome::Exit(status)) = (leaves, test.end()) {
        return leaving(call, *status);
    }
    let panics = *test.end() == Outcome::Exit(101);
    let expected = match panic {
        _ if !panics => String::new(),
        Some(message) => format!("#[should_panic(expected = {message})]\n"),
        None => "#[should_panic]\n".into(),
    };
    let statement = match result.as_ref().filter(|_| !panics) {
        Some(result) if result == "()" => format!("{call};"),
        Some(result) => format!("assert_eq!({call}, {result});"),
        None => format!("let _ = {call};"),
    };
    let done = match panic.as_ref().filter(|_| panics) {
        Some(message) => format!("panic!(\"{{}}\", {message})"),
        None if panics => "panic!(\"as it does alone\")".into(),
        None => "return".into(),
    };
    let alone = match is_alone {
        true => format!("    if is_done_alone(concat!(module_path!(), \"::NAME\")) {{\n        {done};\n    }}\n"),
        false => String::new(),
    };
    format!("#[test]\n{expected}fn NAME() {{\n{alone}    {statement}\n}}\n")
}

/// A call that ends the process takes all tests with it, so the test starts itself once more.
fn leaving(call: &str, status: impl std::fmt::Display) -> String {
    format!(
        r#"#[test]
fn NAME() {{
    // The call ends the process.
    if std::env::var_os("SYMCRETE_LEAVES").is_some() {{
        let _ = {call};
        std::process::exit(0);
    }}
    let (_, name) = concat!(module_path!(), "::NAME").split_once("::").expect("a path");
    let mut own = std::process::Command::new(std::env::current_exe().expect("a program"));
    let output = own.args(["--exact", name]).env("SYMCRETE_LEAVES", "1").output().expect("it starts");
    assert_eq!(output.status.code(), Some({status}));
}}
"#
    )
}

fn start(test: &Test) -> String {
    let bytes = |bytes: &[u8]| format!("b\"{}\"", bytes.escape_ascii());
    let args: Vec<String> = test.args.iter().map(|arg| bytes(arg)).collect();
    let env: Vec<String> = test.env.iter().map(|(name, value)| format!("({name:?}, {})", bytes(value))).collect();
    let mut text = format!(
        "#[test]\nfn NAME() {{\n    let output = run(&[{}], &[{}], {});\n",
        args.join(", "),
        env.join(", "),
        bytes(&test.stdin)
    );
    match test.end() {
        Outcome::Exit(status) => {
            let _ = writeln!(text, "    assert_eq!(output.status.code(), Some({status}));");
        }
        _ => text.push_str("    assert_eq!(output.status.code(), None, \"a signal ends it\");\n"),
    }
    if let Some(stdout) = test.observed.as_ref().and_then(|observed| observed.stdout.as_ref()) {
        let _ = writeln!(text, "    assert_eq!(output.stdout, {});", bytes(stdout));
    }
    text + "}\n"
}

/// A name as Rust allows it.
fn identifier(name: &str) -> String {
    name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Observed;
    use crate::export::example;

    fn shown(outcome: Outcome, stdout: &str) -> Test {
        let observed =
            Observed { outcome, stdout: Some(stdout.into()), shows: None, shown: None, is_outside: false, micros: 1 };
        Test { values: Vec::new(), observed: Some(observed), ..example::suite().tests[0].clone() }
    }

    #[test]
    fn what_keeps_state_is_called_in_a_process_of_its_own() {
        let fine = shown(Outcome::Exit(0), "symcrete-call: t::f(1u8)\nsymcrete-result: 2u8\n");
        let alone = "    if is_done_alone(concat!(module_path!(), \"::NAME\")) {\n        return;\n    }\n";
        assert_eq!(body(&fine, true), format!("#[test]\nfn NAME() {{\n{alone}    assert_eq!(t::f(1u8), 2u8);\n}}\n"));
        let bad = shown(Outcome::Exit(101), "symcrete-call: t::f(0u8)\nsymcrete-panic: \"a\"\n");
        assert!(body(&bad, true).contains("        panic!(\"{}\", \"a\");\n"), "{}", body(&bad, true));
    }

    #[test]
    fn calls_are_compared_and_panics_expected() {
        let fine = shown(Outcome::Exit(0), "noise\nsymcrete-call: t::f(1u8)\nsymcrete-result: Some(2u8)\n");
        assert_eq!(body(&fine, false), "#[test]\nfn NAME() {\n    assert_eq!(t::f(1u8), Some(2u8));\n}\n");
        let bad = shown(Outcome::Exit(101), "symcrete-call: t::f(0u8)\nsymcrete-panic: \"a \\\"b\\\"\"\n");
        let want = "#[test]\n#[should_panic(expected = \"a \\\"b\\\"\")]\nfn NAME() {\n    let _ = t::f(0u8);\n}\n";
        assert_eq!(body(&bad, false), want);
    }

    #[test]
    fn a_call_that_ends_the_process_is_made_in_a_process_of_its_own() {
        let told = |more: &str| format!("symcrete-call: t::f(1u8)\nsymcrete-begun: \n{more}");
        let left = body(&shown(Outcome::Exit(3), &told("")), false);
        assert!(left.contains("Some(3)") && left.contains("SYMCRETE_LEAVES"), "{left}");
        for (status, more) in [(0, "symcrete-returned: \n"), (101, "symcrete-panicked: \n")] {
            let other = body(&shown(Outcome::Exit(status), &told(more)), false);
            assert!(!other.contains("SYMCRETE_LEAVES"), "{other}");
        }
    }

    #[test]
    fn one_call_is_one_test_and_aborts_are_left_out() {
        let fine = || shown(Outcome::Exit(0), "symcrete-call: t::f(1u8)\n");
        let aborted = shown(Outcome::parse("SIGABRT"), "symcrete-call: t::f(2u8)\n");
        let refused = shown(Outcome::Exit(0), "");
        let suite = Suite { tests: vec![fine(), fine(), refused, aborted], ..example::suite() };
        let export = Rust.export(&suite, &Material::default()).expect("exported");
        let text = String::from_utf8_lossy(&export.files[0].bytes).into_owned();
        assert_eq!(text.matches("#[test]").count(), 1);
        assert_eq!(export.notes.len(), 1);
    }

    #[test]
    fn programs_are_started() {
        let text = body(&shown(Outcome::Exit(2), "hi\n"), false);
        assert!(text.contains("assert_eq!(output.status.code(), Some(2));"), "{text}");
        assert!(text.contains("assert_eq!(output.stdout, b\"hi\\n\");"), "{text}");
    }
}
