//! A C file of tests whose assertions hold what the plain program showed. Where one function was explored, they call it
//! directly if that can be written down ([`unit`]).
//!
//! One file per unit, for one of several frameworks ([`Flavour`]). It is linked with the user's own sources (`-Wl,--wrap=main` puts its `main` in
//! the place of theirs) and needs nothing of symcrete: each test forks, gives the child its input in an empty folder,
//! and compares exit status and output. Only what was observed is asserted: a test nobody ran is left out and named. Tests
//! that end with a bug stand behind `#ifdef WITH_FINDINGS`, since they pass only while the bug is there.

mod literal;

use super::flavour::{Claim, Flavour, Named};
use super::{Export, Exporter, Material, Needs, unit};
use crate::shell::word;
use crate::{Artifact, Outcome, Suite, Test};
use literal::string;
use std::path::Path;

/// Longest output that is asserted whole.
const MAX_OUTPUT: usize = 16 << 10;

/// Why there is no file.
const OF_ONE_FUNCTION: &str = "GoogleTest and Catch2 are for tests of one function (symcrete test --entry): take --flavour assert, cmocka or unity for \
                               those of a whole program";
const OF_C: &str = "CMocka and Unity are for functions in C: take --flavour gtest, catch2 or assert for one in C++";
const HARNESS: &str = include_str!("c/harness.c");
const VALUES: &str = include_str!("c/values.c");
pub(super) const LEAKS: &str = "\n/* These tests were generated without looking for leaks. */
extern const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return \"detect_leaks=0\";
}
";
const INCLUDES: &[&str] =
    &["assert.h", "ftw.h", "signal.h", "stdio.h", "stdlib.h", "string.h", "sys/stat.h", "sys/wait.h", "unistd.h"];

/// How the program is built: the parts of the command in the file's head.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Build {
    /// Flags before the sources.
    pub flags: Vec<String>,
    /// The sources.
    pub sources: Vec<String>,
    /// Libraries and other flags of the linker.
    pub libraries: Vec<String>,
    /// The program has sanitizers that would report leaks, which nobody asked for.
    pub leaks_are_allowed: bool,
}

/// The format.
pub(super) struct C;

impl Exporter for C {
    fn name(&self) -> &'static str {
        "c"
    }

    fn about(&self) -> &'static str {
        "A C file that asserts what the program did."
    }

    fn needs(&self) -> Needs {
        Needs { observed: true, limits: true, build: true, ..Needs::default() }
    }

    fn export(&self, suite: &Suite, material: &Material) -> Result<Export, String> {
        let (build, flavour, producer) = (&material.build, material.flavour, material.producer());
        let whole = || file(suite, build, flavour, &producer);
        let Some(signature) = &suite.signature else {
            return if flavour.is_cpp() { Err(OF_ONE_FUNCTION.into()) } else { Ok(Export::of(vec![whole()])) };
        };
        if signature.is_cxx && matches!(flavour, Flavour::Cmocka | Flavour::Unity) {
            return Err(OF_C.into());
        }
        Ok(match unit::file(suite, signature, build, flavour, &producer) {
            Ok((file, notes)) => Export { files: vec![file], notes },
            Err(why) if flavour.is_cpp() => {
                return Err(format!("no test in C++ can call {}: {why}; take another --flavour", signature.function));
            }
            Err(why) => {
                let note = format!("{} is called through its driver, not directly: {why}", signature.function);
                Export { files: vec![whole()], notes: vec![note] }
            }
        })
    }
}

/// The file. `producer` is named in its head.
fn file(suite: &Suite, build: &Build, flavour: Flavour, producer: &str) -> Artifact {
    let name = format!("test_{}", identifier(&suite.unit));
    let (usable, left_out): (Vec<&Test>, Vec<&Test>) = suite.tests.iter().partition(|test| is_usable(test));
    let asked = usable.iter().any(|test| !test.values.is_empty());
    let mut text = head(suite, build, flavour, producer, &name, &left_out);
    text.push_str(&includes(flavour));
    if build.sources.iter().any(|source| is_driver(source)) {
        text.push_str(
            "\n/* The driver of the function prints what it returned and left in memory if this is set. */\n",
        );
        text.push_str("#define SHOWS_RESULT \"SYMCRETE_RETURN\"\n");
    }
    if build.leaks_are_allowed {
        text.push_str(LEAKS);
    }
    text.push_str(&format!("\n#define PROGRAM_NAME {}\n\n{HARNESS}", string(suite.unit.as_bytes(), "")));
    if asked {
        text.push_str(&format!("\n{VALUES}"));
    }
    text.push_str(flavour.fixtures());
    usable.iter().for_each(|test| text.push_str(&case(suite, test, flavour)));
    text.push_str(&main(&usable, flavour));
    Artifact::new(format!("{name}.c"), text)
}

/// What a test shows of decisions, where the campaign was to show them.
pub(super) fn vectors(suite: &Suite, test: &Test) -> Vec<String> {
    let mcdc = suite.report.as_ref().and_then(|report| report.mcdc.as_ref());
    mcdc.map_or_else(Vec::new, |mcdc| mcdc.of_test(&format!("tests/{}", test.name)))
}

/// Was it run, and did it end in a way that can be asserted?
fn is_usable(test: &Test) -> bool {
    test.observed.as_ref().is_some_and(|observed| !matches!(observed.outcome, Outcome::Other(_)))
}

fn is_finding(test: &Test) -> bool {
    !test.end().is_exit()
}

fn head(suite: &Suite, build: &Build, flavour: Flavour, producer: &str, name: &str, left_out: &[&Test]) -> String {
    let mut text = format!(
        "/* Tests of {}, written by {producer}: what it did for {}.\n *\n * Build and run:\n *     {} && ./{name}\n",
        in_comment(&suite.unit),
        inputs(suite.tests.len() - left_out.len()),
        in_comment(&command_of_all(build, flavour, name)),
    );
    if suite.tests.iter().any(|test| is_usable(test) && is_finding(test)) {
        text.push_str(
            " *\n * Tests that end with a bug are compiled only with -DWITH_FINDINGS; they pass as long as the bug is there.\n",
        );
    }
    if !left_out.is_empty() {
        let names: Vec<&str> = left_out.iter().map(|test| test.name.as_str()).collect();
        text.push_str(&format!(" *\n * Left out, because they do not end by themselves: {}.\n", names.join(", ")));
    }
    text + " */\n"
}

/// So many inputs, in words.
pub(super) fn inputs(n: usize) -> String {
    if n == 1 { "1 input".into() } else { format!("{n} inputs") }
}

/// The command that compiles tests of a whole program, which take the place of its `main`.
fn command_of_all(build: &Build, flavour: Flavour, name: &str) -> String {
    const LINK: &str = " -Wl,--wrap=main";
    if !build.sources.iter().any(|source| is_cxx(source)) {
        return of_c(build, flavour, name, LINK);
    }
    // The tests are C.
    let shared: Vec<String> = build.flags.iter().filter(|flag| is_shared(flag)).cloned().collect();
    let before = [vec!["cc".into()], quoted(&shared), vec![format!("-c {name}.c")]].concat().join(" ");
    format!("{before} && {}", of_cxx(build, &format!("{name}.o"), flavour, name, LINK))
}

/// The command that compiles a file of tests that call one function.
pub(super) fn command(build: &Build, flavour: Flavour, name: &str, is_cxx: bool) -> String {
    if is_cxx {
        return of_cxx(build, &format!("{name}.cpp"), flavour, name, "");
    }
    if !flavour.is_cpp() {
        return of_c(build, flavour, name, "");
    }
    // A compiler of C++ would take the program for C++ too.
    let one = if build.sources.len() == 1 { "-c" } else { "-r -nostdlib" };
    let flags = [vec!["cc".into()], quoted(&build.flags)].concat().join(" ");
    let shared = build.flags.iter().filter(|flag| is_shared(flag)).cloned().collect();
    let tests = Build { flags: shared, sources: Vec::new(), ..build.clone() };
    let sources = quoted(&build.sources).join(" ");
    let linked = of_cxx(&tests, &format!("{name}.cpp {name}_unit.o"), flavour, name, "");
    format!("{flags} {one} {sources} -o {name}_unit.o && {linked}")
}

fn quoted(words: &[String]) -> Vec<String> {
    words.iter().map(|text| word(text.as_bytes())).collect()
}

/// The command that compiles C.
fn of_c(build: &Build, flavour: Flavour, name: &str, link: &str) -> String {
    linked("cc", build, &format!("{name}.c{link}{}", flavour.library()), name)
}

/// The command that compiles C++, with a file of tests or its object.
fn of_cxx(build: &Build, tests: &str, flavour: Flavour, name: &str, link: &str) -> String {
    linked("c++", build, &format!("{tests}{link}{}", flavour.library()), name)
}

fn linked(compiler: &str, build: &Build, tests: &str, name: &str) -> String {
    let before = [vec![compiler.into()], quoted(&build.flags), quoted(&build.sources)].concat();
    // A compiler of C++ brings its libraries.
    let is_brought = |library: &&String| compiler == "c++" && ["-lstdc++", "-lm"].contains(&library.as_str());
    let libraries: Vec<String> = build.libraries.iter().filter(|one| !is_brought(one)).cloned().collect();
    let after = [quoted(&libraries), vec!["-o".into(), name.into()]].concat();
    format!("{} {tests} {}", before.join(" "), after.join(" "))
}

/// Is a source the driver that was made for a function?
pub(super) fn is_driver(source: &str) -> bool {
    ["driver.c", "driver.cpp"].iter().any(|name| Path::new(source).ends_with(name))
}

/// Is a source C++, by its ending?
fn is_cxx(source: &str) -> bool {
    let ending = Path::new(source).extension().and_then(|ending| ending.to_str());
    ending.is_some_and(|ending| ["cc", "cpp", "cxx", "C", "ii"].contains(&ending))
}

/// Has a flag of the program to be one of its tests too, in whatever language they are?
fn is_shared(flag: &str) -> bool {
    const SHARED: &[&str] = &["-fsanitize", "-fno-sanitize", "-m", "-funsigned-char", "-fsigned-char", "-fshort-enums"];
    SHARED.iter().any(|start| flag.starts_with(start))
}

fn includes(flavour: Flavour) -> String {
    let own: String = INCLUDES.iter().map(|file| format!("#include <{file}>\n")).collect();
    format!("#ifndef _GNU_SOURCE\n#define _GNU_SOURCE\n#endif\n#undef NDEBUG\n{own}{}", flavour.includes())
}

fn case(suite: &Suite, test: &Test, flavour: Flavour) -> String {
    let mut text = format!("\n/* tests/{}: {} */\n", test.name, in_comment(&test.end().to_string()));
    for vector in vectors(suite, test) {
        text.push_str(&format!("/* {} */\n", in_comment(&vector)));
    }
    text.push_str(&flavour.head(named(&identifier(&test.name))));
    text.push_str(&input(test));
    text.push_str("    struct result result = run(input);\n");
    match test.end() {
        Outcome::Exit(status) => text.push_str(&equal(flavour, "result.exit_status", *status)),
        // Whether a sanitizer ends a run by a signal or a status is a matter of its options.
        Outcome::Fault(_) => text.push_str(&holds(flavour, "result.exit_status != 0")),
        other => text.push_str(&equal(flavour, "result.signal", other.signal().unwrap_or(0))),
    }
    text.push_str(&printed(test, flavour));
    text.push_str("    free(result.out);\n}\n");
    guarded(test, text)
}

/// What is asserted of its output: nothing of a run that a check ended, since what it kept back differs.
fn printed(test: &Test, flavour: Flavour) -> String {
    if matches!(test.end(), Outcome::Fault(_)) {
        return String::new();
    }
    let printed = test.observed.as_ref().and_then(|observed| observed.stdout.as_ref());
    match printed {
        Some(out) if out.len() <= MAX_OUTPUT => {
            holds(flavour, &format!("printed(&result, {}, {})", string(out, "        "), out.len()))
        }
        Some(out) => holds(flavour, &format!("result.out_size == {}", out.len())),
        None => "    /* Two runs printed different things. */\n".into(),
    }
}

/// Findings stand behind a switch.
fn guarded(test: &Test, text: String) -> String {
    if is_finding(test) { format!("\n#ifdef WITH_FINDINGS{text}#endif\n") } else { text }
}

fn equal(flavour: Flavour, what: &str, value: i32) -> String {
    format!("    {}\n", flavour.says(&Claim::Integer { what: what.into(), value: value.to_string() }))
}

fn holds(flavour: Flavour, condition: &str) -> String {
    format!("    {}\n", flavour.says(&Claim::Holds { condition: condition.into() }))
}

fn named(case: &str) -> Named<'_> {
    Named { about: "", case }
}

/// The declaration of `input`, with the fields that are not empty.
fn input(test: &Test) -> String {
    let mut text = String::new();
    let mut fields = Vec::new();
    if !test.stdin.is_empty() {
        fields.push(format!(".stdin_bytes = {},\n        .stdin_size = {}", indented(&test.stdin), test.stdin.len()));
    }
    let asked = test.asked();
    if !asked.is_empty() {
        let values: Vec<String> = test.values.iter().map(|value| format!("{} {}", value.ty, value.text)).collect();
        text.push_str(&format!("    /* asked for: {} */\n", in_comment(&values.join(", "))));
        fields.push(format!(".value_bytes = {},\n        .value_size = {}", indented(&asked), asked.len()));
    }
    if !test.args.is_empty() {
        let args: String = test.args.iter().map(|arg| format!("{}, ", string(arg, ""))).collect();
        text.push_str(&format!("    static const char *const args[] = {{ {args}NULL }};\n"));
        fields.push(".args = args".into());
    }
    if !test.env.is_empty() {
        let one =
            |(name, value): &(String, Vec<u8>)| format!("{}, {}, ", string(name.as_bytes(), ""), string(value, ""));
        let env: String = test.env.iter().map(one).collect();
        text.push_str(&format!("    static const char *const env[] = {{ {env}NULL }};\n"));
        fields.push(".env = env".into());
    }
    if !test.files.is_empty() {
        let one = |(name, bytes): &(String, Vec<u8>)| {
            format!("        {{ {}, {}, {} }},\n", string(name.as_bytes(), ""), indented(bytes), bytes.len())
        };
        let files: String = test.files.iter().map(one).collect();
        text.push_str(&format!("    static const struct file files[] = {{\n{files}    }};\n"));
        fields.push(format!(".files = files,\n        .n_files = {}", test.files.len()));
    }
    if let Some(shows) = test.observed.as_ref().and_then(|observed| observed.shows) {
        fields.push(format!(".shows = \"{shows}\""));
    }
    let fields: String = fields.iter().map(|field| format!("        {field},\n")).collect();
    let zero = if fields.is_empty() { "        .stdin_size = 0,\n" } else { "" };
    format!("{text}    const struct input input = {{\n{fields}{zero}    }};\n")
}

fn indented(bytes: &[u8]) -> String {
    string(bytes, "            ")
}

fn main(tests: &[&Test], flavour: Flavour) -> String {
    let line = |test: &&Test| {
        let line = flavour.run(named(&identifier(&test.name)));
        if is_finding(test) { format!("#ifdef WITH_FINDINGS\n{line}#endif\n") } else { line }
    };
    flavour.main("__wrap_main", &tests.iter().map(line).collect::<String>())
}

/// Letters, digits and underscores.
pub(super) fn identifier(name: &str) -> String {
    name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect()
}

pub(super) fn in_comment(text: &str) -> String {
    text.replace("*/", "* /").replace(['\n', '\r'], " ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::example;

    fn text(flavour: Flavour) -> String {
        let build = Build {
            flags: vec!["-DX=a b".into()],
            sources: vec!["a.c".into()],
            libraries: vec!["-lm".into()],
            leaks_are_allowed: false,
        };
        let file = file(&example::suite(), &build, flavour, "symcrete 0.1.0");
        assert_eq!(file.path.to_str(), Some("test_prog.c"));
        String::from_utf8(file.bytes).expect("text")
    }

    #[test]
    fn only_what_was_seen_is_asserted() {
        let text = text(Flavour::Assert);
        assert!(
            text.contains("cc '-DX=a b' a.c test_prog.c -Wl,--wrap=main -lm -o test_prog && ./test_prog\n"),
            "{text}"
        );
        assert!(text.contains("assert(result.exit_status == 2);"), "{text}");
        assert!(text.contains("printed(&result, \"hi\\n\", 3)"), "{text}");
        assert!(text.contains("they do not end by themselves: 000002, 000003"), "nobody ran them: {text}");
    }

    #[test]
    fn each_flavour_asserts_in_its_own_words() {
        assert!(text(Flavour::Cmocka).contains("assert_int_equal(result.exit_status, 2);"));
        assert!(text(Flavour::Unity).contains("TEST_ASSERT_EQUAL_INT(2, result.exit_status);"));
    }
}
