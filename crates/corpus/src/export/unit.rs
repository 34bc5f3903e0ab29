//! Tests in C or C++ that call one function, as a person would write them: `assert(triangle(3, 4, 5) == SCALENE);`.
//!
//! For campaigns with `--entry`. The file is compiled beside the unit and needs nothing of symcrete. Only what was observed is
//! asserted. Calls whose arguments are numbers stand together, each with the branch that it was kept for; others are a test each. A test
//! runs in a process of its own where it ends by a signal or by `exit`, or where the unit keeps something between calls.

mod arguments;
mod choice;
mod declare;
mod dialect;
mod exceptions;
mod literal;
mod places;
mod shown;
mod tree;

use super::c::{Build, LEAKS, command, identifier, in_comment, inputs, is_driver, vectors};
use super::flavour::{Apart, Flavour, Named, words};
use crate::signature::Signature;
use crate::{Artifact, Branch, Observed, Outcome, Suite, TELLING, Test};
use arguments::Arguments;
use declare::{Declarations, declarations};
use dialect::{Callee, Dialect};
use shown::{Left, Returned, Shown, shown};
use std::path::Path;
use tree::Values;

/// How a call ends.
#[derive(Debug, PartialEq, Eq)]
enum End {
    Returns,
    /// The process ends with this status.
    Exits(i32),
    /// By a signal.
    Dies(String, i32),
    /// By an exception of this type.
    Throws(String),
    /// By a check that was compiled in; whether it ends a run by a signal or a status is a matter of its options.
    Faults(String),
}

/// One test.
struct Case {
    /// What it shows, in words; others may show the same.
    name: String,
    /// It is just beside another one.
    is_beside: bool,
    /// The branches that it was kept for.
    covers: String,
    statements: Vec<String>,
    call: String,
    shown: Shown,
    end: End,
}

/// A file of tests with what is left out; the error says what tests cannot be written with.
pub(super) fn file(
    suite: &Suite,
    signature: &Signature,
    build: &Build,
    flavour: Flavour,
    producer: &str,
) -> Result<(Artifact, Vec<String>), String> {
    let is_cpp = flavour.is_cpp() || signature.is_cxx;
    let callee = Callee::new(signature, if is_cpp { Dialect::Cpp } else { Dialect::C });
    if let Some(name) = callee.unspeakable() {
        return Err(format!("{name} is a word of C++"));
    }
    let (mut cases, mut left_out, mut n_uncalled, mut n_outside) = (Vec::new(), Vec::new(), 0, 0);
    // Drivers of earlier versions do not say whether they call.
    let says_so = suite.tests.iter().any(|test| is_called(signature, test));
    for test in &suite.tests {
        if says_so && is_kept_back(signature, test) {
            n_uncalled += 1;
            continue;
        }
        if test.observed.as_ref().is_some_and(|observed| observed.is_outside) {
            n_outside += 1;
            continue;
        }
        match case(suite, callee, test)? {
            Some(case) => cases.push(case),
            None => left_out.push(test.name.as_str()),
        }
    }
    let (cases, n_similar) = choice::chosen(cases);
    let declared = declarations(callee, &cases.iter().flat_map(|case| &case.shown.state).collect());
    if declared.is_none() && callee.is_cpp() && !callee.is_cxx {
        return Err(hidden(signature));
    }
    let name = format!("test_{}", identifier(&suite.unit));
    let is_main_elsewhere = others(callee, build).any(|source| mentions_main(source));
    let writer = Writer { signature: callee, flavour, cases: &cases, is_main_elsewhere };
    let body = writer.body();
    let mut text = head(suite, &writer, build, producer, &name, declared.is_none(), &left_out);
    text.push_str(&writer.includes(declared.as_ref(), &body));
    if build.leaks_are_allowed {
        text.push_str(&if callee.is_cpp() { LEAKS.replace("extern", "extern \"C\"") } else { LEAKS.into() });
    }
    text.push_str(&body);
    let n_all = suite.tests.len();
    let mut notes = Vec::new();
    if !left_out.is_empty() {
        let n = left_out.len();
        notes.push(format!("{n} of {n_all} tests are left out: nothing was seen of them that can be asserted"));
    }
    if n_similar > 0 {
        notes.push(format!("{n_similar} of {n_all} tests are left out: they take no branch that the others do not"));
    }
    let function = &signature.function;
    if n_outside > 0 {
        notes.push(format!(
            "{n_outside} of {n_all} tests are left out: {function} reads or writes outside of the objects that it is given there, so what it does is \
             another thing each time; --elements and --string of symcrete test make objects longer, --assume keeps lengths within them"
        ));
    }
    if n_uncalled > 0 {
        notes.push(format!(
            "{n_uncalled} of {n_all} tests are left out: what is assumed of its parameters keeps {function} from being called in them"
        ));
    }
    Ok((Artifact::new(format!("{name}.{}", if is_cpp { "cpp" } else { "c" }), text), notes))
}

/// Did the driver say that it calls the function?
fn is_called(signature: &Signature, test: &Test) -> bool {
    let printed = test.observed.as_ref().and_then(printed).unwrap_or_default();
    let says = format!("{} is called", signature.function);
    printed.split(|&byte| byte == b'\n').any(|line| line == says.as_bytes())
}

/// Did the driver end because an assumption does not hold, without a call?
fn is_kept_back(signature: &Signature, test: &Test) -> bool {
    let ended = |observed: &Observed| {
        observed.outcome == Outcome::Exit(0) && observed.shows.is_some() && printed(observed).is_some()
    };
    test.observed.as_ref().is_some_and(ended) && !is_called(signature, test)
}

/// What the driver said of a call: everything that is the same in every run, or what it was asked for after that.
fn printed(observed: &Observed) -> Option<&[u8]> {
    observed.shown.as_deref().or(observed.stdout.as_deref().filter(|_| observed.shows.is_some()))
}

/// Why a test in C++ cannot see a function of C.
fn hidden(signature: &Signature) -> String {
    match signature.is_static {
        true => format!("it is static in {}", signature.unit.display()),
        false => "it needs a type that cannot be declared again".into(),
    }
}

/// The test of a stored one; `None` when nothing was seen that can be asserted.
fn case(suite: &Suite, signature: Callee, test: &Test) -> Result<Option<Case>, String> {
    let values = Values::of(signature.signature(), test);
    let arguments = Arguments::of(signature, &values)?;
    if let Some(name) = values.unused() {
        return Err(format!("the value {name} of test {} has no place in a call", test.name));
    }
    let Some(observed) = &test.observed else { return Ok(None) };
    let printed = printed(observed).map(String::from_utf8_lossy);
    let call = format!("{}({})", signature.function, arguments.list.join(", "));
    let shown = match &printed {
        Some(printed) => shown(signature, &values, &arguments, &call, printed),
        None => Shown::default(),
    };
    let end = match &observed.outcome {
        Outcome::Exit(0) if shown.threw.is_some() => End::Throws(shown.threw.clone().unwrap_or_default()),
        Outcome::Exit(0) if shown.is_back => End::Returns,
        Outcome::Exit(0) if printed.is_some() && signature.is_back_told => End::Exits(0),
        Outcome::Exit(0) if shown.returned.is_some() || signature.result.is_none() => End::Returns,
        Outcome::Exit(0) if observed.shows.is_none() => End::Returns,
        Outcome::Exit(status) => End::Exits(*status),
        Outcome::Fault(what) => End::Faults(what.clone()),
        other => match other.signal() {
            Some(number) => End::Dies(other.to_string(), number),
            None => return Ok(None),
        },
    };
    // Somebody looked, and saw nothing that is the same each time.
    let is_mute = shown.returned.is_none() && shown.left.is_empty() && shown.same.is_empty();
    let is_partial = observed.shown.is_none() && observed.shows.is_some_and(|shows| shows != ALL);
    if end == End::Returns && (shown.is_loose || is_mute && (is_partial || !shown.unchecked.is_empty())) {
        return Ok(None);
    }
    let is_telling = test.varies.is_some() && test.name.ends_with(TELLING);
    let branches = kept_for(suite, &signature.unit, test);
    let name = match branches.first() {
        Some(branch) => {
            let beside = if test.varies.is_some() && !is_telling { "beside_" } else { "" };
            let with = if is_telling { "_with_other_numbers" } else { "" };
            format!("{beside}line_{}_{}{with}", branch.line, identifier(&branch.outcome))
        }
        None => "another_way".into(),
    };
    let mut covers: Vec<String> = branches.iter().map(|branch| told(&signature.unit, branch)).collect();
    covers.dedup();
    if is_telling {
        covers = vec![format!("{} with other numbers", covers.join(", "))];
    } else if test.varies.is_some() {
        covers.iter_mut().for_each(|covers| covers.insert_str(0, "just beside "));
    }
    covers.extend(vectors(suite, test));
    Ok(Some(Case {
        name,
        is_beside: test.varies.is_some(),
        covers: covers.join(", "),
        statements: arguments.statements,
        call,
        shown,
        end,
    }))
}

/// The branches that a test was the first to take.
fn kept_for<'s>(suite: &'s Suite, unit: &Path, test: &Test) -> Vec<&'s Branch> {
    let name = test.varies.as_ref().unwrap_or(&test.name);
    let is_its = |branch: &&Branch| branch.test.rsplit('/').next() == Some(name.as_str());
    let mut branches: Vec<&Branch> = suite.report.iter().flat_map(|report| &report.outcomes).filter(is_its).collect();
    branches.sort_by_key(|branch| (is_elsewhere(unit, branch), branch.line, branch.column));
    branches
}

/// Is a branch in another file than the function?
fn is_elsewhere(unit: &Path, branch: &Branch) -> bool {
    !unit.ends_with(branch.file.trim_start_matches("./"))
}

/// A branch by its line, and by its file where that is not the function's.
fn told(unit: &Path, branch: &Branch) -> String {
    let Branch { file, line, outcome, .. } = branch;
    match (is_elsewhere(unit, branch), Path::new(file).file_name()) {
        (true, Some(file)) => format!("{}:{line} {outcome}", file.to_string_lossy()),
        _ => format!("line {line} {outcome}"),
    }
}

fn head(
    suite: &Suite,
    writer: &Writer,
    build: &Build,
    producer: &str,
    name: &str,
    is_included: bool,
    left_out: &[&str],
) -> String {
    let unit = writer.signature.unit.display().to_string();
    let others = others(writer.signature, build).cloned();
    let sources = (!is_included).then(|| unit.clone()).into_iter().chain(others).collect();
    let flags = build.flags.iter().filter(|flag| *flag != "-w" && !flag.starts_with("-Dmain=")).cloned();
    let is_renamed = writer.signature.has_main && !is_included || writer.is_main_elsewhere;
    let flags = flags.chain(is_renamed.then(|| format!("-Dmain={RENAMED}"))).collect();
    let build = Build { flags, sources, ..build.clone() };
    let mut text = format!(
        "/* Tests of {}, written by {producer}: what it did for {}.\n *\n * Build and run:\n *     {} && ./{name}\n",
        in_comment(&suite.unit),
        inputs(writer.cases.len()),
        in_comment(&command(&build, writer.flavour, name, writer.signature.is_cxx)),
    );
    if writer.cases.iter().any(Case::is_finding) {
        text.push_str(
            " *\n * Tests that end with a bug are compiled only with -DWITH_FINDINGS; they pass as long as the bug is there.\n",
        );
    }
    if !left_out.is_empty() {
        text.push_str(&format!(
            " *\n * Left out, because nothing was seen that can be asserted: {}.\n",
            left_out.join(", ")
        ));
    }
    text + " */\n"
}

/// The other sources of the program.
fn others<'b>(signature: Callee, build: &'b Build) -> impl Iterator<Item = &'b String> {
    let unit = signature.unit.display().to_string();
    build.sources.iter().filter(move |source| !is_driver(source) && **source != unit)
}

/// Does a source seem to define `main`?
fn mentions_main(source: &str) -> bool {
    let text = std::fs::read(source).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices("main")
        .any(|(at, word)| !text[..at].ends_with(is_word) && text[at + word.len()..].trim_start().starts_with('('))
}

impl End {
    fn is_thrown(&self) -> bool {
        matches!(self, End::Throws(_))
    }

    /// Can whoever calls go on and look?
    fn is_seen(&self) -> bool {
        matches!(self, End::Returns | End::Throws(_))
    }
}

/// A header of C as C++ calls it.
fn of_language(header: &'static str, is_cxx: bool) -> &'static str {
    const NAMES: &[(&str, &str)] = &[
        ("assert.h", "cassert"),
        ("signal.h", "csignal"),
        ("stddef.h", "cstddef"),
        ("stdint.h", "cstdint"),
        ("stdio.h", "cstdio"),
        ("stdlib.h", "cstdlib"),
        ("string.h", "cstring"),
    ];
    NAMES.iter().find(|(name, _)| is_cxx && *name == header).map_or(header, |(_, name)| name)
}

impl Case {
    fn is_finding(&self) -> bool {
        matches!(self.end, End::Dies(..) | End::Faults(_))
    }

    /// What is claimed of places behind the call. A call that shows nothing else shows what it leaves alone.
    fn left(&self) -> &[Left] {
        let Shown { returned, left, same, .. } = &self.shown;
        match returned.is_none() && left.is_empty() {
            true => &same[..same.len().min(MOST_SAME)],
            false => left,
        }
    }

    /// What of the call is not claimed, in words.
    fn unchecked(&self) -> String {
        let places: Vec<&str> = self.shown.unchecked.iter().map(String::as_str).collect();
        if places.is_empty() { String::new() } else { format!("not checked: {}", places.join(", ")) }
    }

    /// Is it one condition on a call?
    fn is_short(&self) -> bool {
        let is_value = matches!(self.shown.returned, Some(Returned::One(_))) && self.end == End::Returns;
        self.statements.is_empty() && self.shown.left.is_empty() && (is_value || self.end.is_thrown())
    }
}

struct Writer<'a> {
    signature: Callee<'a>,
    flavour: Flavour,
    cases: &'a [Case],
    /// Another source has the program's `main`, which the command gives another name.
    is_main_elsewhere: bool,
}

/// What a driver is told that shows everything.
const ALL: &str = "1";

/// Most places that are claimed to be as they were.
const MOST_SAME: usize = 8;

/// What a unit's own `main` is called.
const RENAMED: &str = "main_of_the_unit";

/// What `copied` is, where objects are on the heap.
const COPIED: &str = "
/* An object on the heap, which the function may free. */
static void *copied(const void *from, size_t size)
{
    void *to = malloc(size);
    assert(to != NULL);
    return memcpy(to, from, size);
}
";

/// What `throws` is, where the framework has no such thing.
const THROWS: &str = "
/* Does a call throw this? */
template <typename Thrown, typename Call>
static bool throws(Call call)
{
    try {
        call();
    } catch (const Thrown &) {
        return true;
    }
    return false;
}
";

/// The same for any exception.
const THROWS_ANYTHING: &str = "
/* Does a call throw? */
template <typename Call>
static bool throws_anything(Call call)
{
    try {
        call();
    } catch (...) {
        return true;
    }
    return false;
}
";

/// What `copied` is in C++.
const COPIED_BY_TYPE: &str = "
/* An object on the heap, which the function may free. */
template <typename T>
static T *copied(const T &from)
{
    return static_cast<T *>(memcpy(malloc(sizeof from), &from, sizeof from));
}

template <typename T, size_t n>
static T *copied(const T (&from)[n])
{
    return static_cast<T *>(memcpy(malloc(sizeof from), from, sizeof from));
}
";

impl Writer<'_> {
    /// Everything behind the includes.
    fn body(&self) -> String {
        // All tests, and those that do not end with a bug.
        let (mut functions, mut plain) = (String::new(), String::new());
        let mut run = Vec::new();
        let (short, long): (Vec<&Case>, Vec<&Case>) =
            self.cases.iter().partition(|case| case.is_short() && !self.signature.has_state);
        let (thrown, returned): (Vec<&Case>, Vec<&Case>) = short.into_iter().partition(|case| case.end.is_thrown());
        for (name, cases) in [("returns", returned), ("throws", thrown)] {
            if !cases.is_empty() {
                let text = self.table(name, &cases);
                functions.push_str(&text);
                plain.push_str(&text);
                run.push((name.to_string(), false));
            }
        }
        let mut names = std::collections::BTreeSet::new();
        for case in long {
            let (mut name, mut n) = (case.name.clone(), 1);
            while !names.insert(self.flavour.name(self.named(&name))) {
                n += 1;
                name = format!("{}_{n}", case.name);
            }
            let text = self.single(&name, case);
            functions.push_str(&text);
            plain.push_str(if case.is_finding() { "" } else { &text });
            run.push((name, case.is_finding()));
        }
        let copied = if self.signature.is_cpp() { COPIED_BY_TYPE } else { COPIED };
        let helpers: String = [
            ("copied(", copied),
            ("throws<", THROWS),
            ("throws_anything(", THROWS_ANYTHING),
            ("end_of_test(", &self.flavour.end_of()),
        ]
        .into_iter()
        .map(|(call, text)| match (plain.contains(call), functions.contains(call)) {
            (true, _) => text.to_string(),
            (_, true) => format!("\n#ifdef WITH_FINDINGS{text}#endif\n"),
            _ => String::new(),
        })
        .collect();
        helpers + self.flavour.fixtures() + &functions + &self.main(&run)
    }

    /// Calls whose arguments are numbers, one to a line.
    fn table(&self, name: &str, cases: &[&Case]) -> String {
        let mut text = format!("\n{}", self.flavour.head(self.named(name)));
        for case in cases {
            let check = match case.end.is_thrown() {
                true => self.flavour.throws(&case.call, self.thrown(&case.end)),
                false => check(case, self.flavour),
            };
            let remarks: Vec<String> =
                [case.covers.clone(), case.unchecked()].into_iter().filter(|text| !text.is_empty()).collect();
            let remarks = if remarks.is_empty() { String::new() } else { format!(" /* {} */", remarks.join("; ")) };
            text.push_str(&format!("    {check}{remarks}\n"));
        }
        text + "}\n"
    }

    /// One test.
    fn single(&self, name: &str, case: &Case) -> String {
        let covers = if case.covers.is_empty() { "another way" } else { &case.covers };
        let is_apart = self.signature.has_state || !case.end.is_seen();
        let head = self.flavour.head(self.named(name));
        let text = match is_apart {
            false => format!("{head}{}}}\n", self.statements(case, self.flavour)),
            // GoogleTest runs a statement apart.
            true if self.flavour == Flavour::Gtest && case.statements.is_empty() && !case.end.is_seen() => {
                format!("{head}    {}\n}}\n", self.ends(&case.end, &format!("(void){}", case.call)))
            }
            true => {
                let inner = format!("run_test_{}_{name}", words(&self.signature.function));
                let body = self.statements(case, Flavour::Assert);
                let started = if self.flavour == Flavour::Gtest { format!("{inner}()") } else { inner.clone() };
                let check = self.ends(&case.end, &started);
                format!("static void {inner}(void)\n{{\n{body}}}\n\n{head}    {check}\n}}\n")
            }
        };
        match case.is_finding() {
            true => format!("\n#ifdef WITH_FINDINGS\n/* {covers} */\n{text}#endif\n"),
            false => format!("\n/* {covers} */\n{text}"),
        }
    }

    fn named<'n>(&'n self, case: &'n str) -> Named<'n> {
        Named { about: &self.signature.function, case }
    }

    /// The assertion about how a test ends that runs apart.
    fn ends(&self, end: &End, started: &str) -> String {
        let comment = match end {
            End::Dies(what, _) | End::Faults(what) => format!(" /* {} */", in_comment(what)),
            End::Returns | End::Throws(_) | End::Exits(_) => String::new(),
        };
        let check = match end {
            End::Returns | End::Throws(_) => self.flavour.ends(started, Apart::Returns),
            End::Exits(status) => self.flavour.ends(started, Apart::Exits(*status)),
            End::Dies(_, number) => self.flavour.ends(started, Apart::Dies(*number)),
            End::Faults(_) => self.flavour.ends(started, Apart::Fails),
        };
        check + &comment
    }

    /// Makes the arguments, calls, and looks at what came of it.
    fn statements(&self, case: &Case, flavour: Flavour) -> String {
        let mut lines: Vec<String> = case.statements.clone();
        let look = |left: &Left| left.before.clone().into_iter().chain([flavour.says(&left.claim)]);
        match &case.shown.returned {
            Some(Returned::Record(members)) if case.end == End::Returns => {
                let result = self
                    .signature
                    .result
                    .and_then(|ty| declare::declared(self.signature, ty, self.signature.result_name()));
                lines.extend(result.map(|result| format!("{result} = {};", case.call)));
                lines.extend(members.iter().flat_map(look));
            }
            Some(Returned::One(_)) if case.end == End::Returns => lines.push(check(case, flavour)),
            _ if case.end.is_thrown() => lines.push(flavour.throws(&case.call, self.thrown(&case.end))),
            _ if self.signature.result.is_some() => lines.push(format!("(void){};", case.call)),
            _ => lines.push(format!("{};", case.call)),
        }
        if case.end == End::Returns {
            lines.extend(case.left().iter().flat_map(look));
            lines.extend(Some(case.unchecked()).filter(|text| !text.is_empty()).map(|text| format!("/* {text} */")));
        }
        if case.end == End::Exits(0) && flavour == Flavour::Assert {
            lines.push("_exit(1); /* It came back. */".into());
        }
        lines.iter().map(|line| format!("    {line}\n")).collect()
    }

    /// The type of an exception, where the test can name it.
    fn thrown<'e>(&self, end: &'e End) -> Option<&'e str> {
        let End::Throws(what) = end else { return None };
        let is_name = what.chars().all(|c| c.is_ascii_alphanumeric() || "_:".contains(c));
        let is_own = self.signature.is_included() && is_name && !what.starts_with("std::");
        (is_own || exceptions::header(what).is_some()).then_some(what.as_str())
    }

    fn includes(&self, declared: Option<&Declarations>, body: &str) -> String {
        let is_asserted = !self.signature.is_cpp() || body.contains("assert(");
        let needs = [
            ("assert.h", is_asserted),
            ("math.h", ["NAN", "INFINITY", "isnan("].iter().any(|word| body.contains(word))),
            ("signal.h", body.contains("SIG_DFL")),
            ("stddef.h", body.contains("NULL")),
            ("stdio.h", body.contains("puts(") || body.contains("fflush(")),
            ("stdlib.h", body.contains("malloc(")),
            ("string.h", ["strcmp(", "memcmp(", "memcpy("].iter().any(|word| body.contains(word))),
            ("sys/wait.h", body.contains("end_of_test(")),
            ("unistd.h", body.contains("end_of_test(") || body.contains("_exit(")),
            ("string", body.contains("std::string(") || body.contains("std::string{")),
            ("utility", body.contains("std::move(")),
        ];
        let is_cxx = self.signature.is_cxx;
        let thrown = self.cases.iter().filter_map(|case| self.thrown(&case.end).and_then(exceptions::header));
        let own = needs.iter().filter(|(_, is_needed)| *is_needed).map(|(header, _)| *header);
        let declared_headers = declared.iter().flat_map(|declared| declared.headers.iter().copied());
        let all = own.chain(declared_headers).chain(thrown).filter(|header| !header.is_empty());
        let headers: std::collections::BTreeSet<&str> = all.map(|header| of_language(header, is_cxx)).collect();
        let headers: String = headers.iter().map(|header| format!("#include <{header}>\n")).collect();
        let unit = match declared {
            Some(declared) => declared.text.clone(),
            None => {
                let path = self.signature.unit.display().to_string().replace('\\', "\\\\").replace('"', "\\\"");
                match self.signature.has_main {
                    true => format!("#define main {RENAMED}\n#include \"{path}\"\n#undef main\n"),
                    false => format!("#include \"{path}\"\n"),
                }
            }
        };
        let undefined = if is_asserted { "#undef NDEBUG\n" } else { "" };
        let renamed = if self.is_main_elsewhere { "#undef main\n" } else { "" };
        format!("{undefined}{renamed}{headers}{}\n{unit}", self.flavour.includes())
    }

    fn main(&self, run: &[(String, bool)]) -> String {
        let lines = run.iter().map(|(name, is_finding)| {
            let line = self.flavour.run(self.named(name));
            if *is_finding && !line.is_empty() { format!("#ifdef WITH_FINDINGS\n{line}#endif\n") } else { line }
        });
        self.flavour.main("main", &lines.collect::<String>())
    }
}

/// The assertion about what a call returns.
fn check(case: &Case, flavour: Flavour) -> String {
    match &case.shown.returned {
        Some(Returned::One(claim)) => flavour.says(claim),
        Some(Returned::Record(_)) | None => format!("{};", case.call),
    }
}
