//! Tests in C that call one function, as a person would write them: `assert(triangle(3, 4, 5) == SCALENE);`.
//!
//! For campaigns with `--entry`. The file is compiled beside the unit and needs nothing of symcrete. Only what was observed is
//! asserted. Calls whose arguments are numbers stand together, each with the branch that it was kept for; others are a test each. A test
//! runs in a process of its own where it ends by a signal or by `exit`, or where the unit keeps something between calls.

mod arguments;
mod declare;
mod literal;
mod shown;
mod tree;

use super::c::{Build, Flavour, LEAKS, command, identifier, in_comment, vectors};
use crate::signature::{NumberKind, Shape, Signature};
use crate::{Artifact, Branch, Outcome, Suite, Test};
use arguments::Arguments;
use declare::{Declarations, declarations};
use shown::{Returned, Shown, shown};
use tree::Values;

/// How a call ends.
#[derive(Debug, PartialEq, Eq)]
enum End {
    Returns,
    /// The process ends with this status.
    Exits(i32),
    /// By a signal.
    Dies(String, i32),
    /// By a check that was compiled in; whether it ends a run by a signal or a status is a matter of its options.
    Faults(String),
}

/// One test.
struct Case {
    /// The stored test.
    test: String,
    name: String,
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
    let (mut cases, mut left_out) = (Vec::new(), Vec::new());
    for test in &suite.tests {
        match case(suite, signature, test)? {
            Some(case) => cases.push(case),
            None => left_out.push(test.name.as_str()),
        }
    }
    let name = format!("test_{}", identifier(&suite.unit));
    let writer = Writer { signature, flavour, cases: &cases };
    let declared = declarations(signature);
    let body = writer.body();
    let mut text = head(suite, &writer, build, producer, &name, declared.is_none(), &left_out);
    text.push_str(&writer.includes(declared.as_ref(), &body));
    if build.leaks_are_allowed {
        text.push_str(LEAKS);
    }
    text.push_str(&body);
    let notes = match left_out.len() {
        0 => Vec::new(),
        n => vec![format!(
            "{n} of {} tests are left out: nothing was seen of them that can be asserted",
            suite.tests.len()
        )],
    };
    Ok((Artifact::new(format!("{name}.c"), text), notes))
}

/// The test of a stored one; `None` when nothing was seen that can be asserted.
fn case(suite: &Suite, signature: &Signature, test: &Test) -> Result<Option<Case>, String> {
    let values = Values::of(signature, test);
    let arguments = Arguments::of(signature, &values)?;
    if let Some(name) = values.unused() {
        return Err(format!("the value {name} of test {} has no place in a call", test.name));
    }
    let Some(observed) = &test.observed else { return Ok(None) };
    let printed = observed.stdout.as_deref().map(String::from_utf8_lossy);
    let shown = match (&printed, observed.shows) {
        (Some(printed), Some(_)) => shown(signature, &values, &arguments, printed),
        _ => Shown::default(),
    };
    let end = match &observed.outcome {
        Outcome::Exit(0) if shown.returned.is_some() || signature.result.is_none() => End::Returns,
        Outcome::Exit(0) if observed.shows.is_none() => End::Returns,
        Outcome::Exit(status) => End::Exits(*status),
        Outcome::Fault(what) => End::Faults(what.clone()),
        other => match other.signal() {
            Some(number) => End::Dies(other.to_string(), number),
            None => return Ok(None),
        },
    };
    let branches = kept_for(suite, test);
    let name = match branches.first() {
        Some(branch) => {
            let beside = if test.varies.is_some() { "beside_" } else { "" };
            format!("{}_{beside}line_{}_{}", signature.function, branch.line, identifier(&branch.outcome))
        }
        None => format!("{}_{}", signature.function, identifier(&test.name)),
    };
    let mut covers: Vec<String> =
        branches.iter().map(|branch| format!("line {} {}", branch.line, branch.outcome)).collect();
    covers.dedup();
    if test.varies.is_some() {
        covers.iter_mut().for_each(|covers| covers.insert_str(0, "just beside "));
    }
    covers.extend(vectors(suite, test));
    let call = format!("{}({})", signature.function, arguments.list.join(", "));
    Ok(Some(Case {
        test: identifier(&test.name),
        name,
        covers: covers.join(", "),
        statements: arguments.statements,
        call,
        shown,
        end,
    }))
}

/// The branches that a test was the first to take.
fn kept_for<'s>(suite: &'s Suite, test: &Test) -> Vec<&'s Branch> {
    let name = test.varies.as_ref().unwrap_or(&test.name);
    let is_its = |branch: &&Branch| branch.test.rsplit('/').next() == Some(name.as_str());
    let mut branches: Vec<&Branch> = suite.report.iter().flat_map(|report| &report.outcomes).filter(is_its).collect();
    branches.sort_by_key(|branch| (branch.line, branch.column));
    branches
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
    let others = build.sources.iter().filter(|source| !source.ends_with("driver.c") && **source != unit).cloned();
    let sources = (!is_included).then(|| unit.clone()).into_iter().chain(others).collect();
    let flags = build.flags.iter().filter(|flag| *flag != "-w" && !flag.starts_with("-Dmain=")).cloned().collect();
    let build = Build { flags, sources, ..build.clone() };
    let mut text = format!(
        "/* Tests of {}, written by {producer}: what it did for {} inputs.\n *\n * Build and run:\n *     {} && ./{name}\n",
        in_comment(&suite.unit),
        writer.cases.len(),
        in_comment(&command(&build, writer.flavour, name, "")),
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

impl Case {
    fn is_finding(&self) -> bool {
        matches!(self.end, End::Dies(..) | End::Faults(_))
    }

    /// Is it one condition on a call?
    fn is_short(&self) -> bool {
        let is_value = !matches!(self.shown.returned, None | Some(Returned::Record(_)));
        self.statements.is_empty() && self.shown.left.is_empty() && self.end == End::Returns && is_value
    }
}

struct Writer<'a> {
    signature: &'a Signature,
    flavour: Flavour,
    cases: &'a [Case],
}

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

/// What `end_of` is, where tests run in a process of their own.
const END_OF: &str = "
/* How a test ends in a process of its own: its exit status, or minus the signal. */
static int end_of(void (*test)(void))
{
    int status = 0;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        test();
        _exit(0);
    }
    assert(child > 0 && waitpid(child, &status, 0) == child);
    return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
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
        if !short.is_empty() {
            let name = format!("test_{}_returns", self.signature.function);
            functions.push_str(&self.table(&name, &short));
            run.push((name, false));
        }
        let mut names = std::collections::BTreeSet::new();
        for case in long {
            let mut name = format!("test_{}", case.name);
            if !names.insert(name.clone()) {
                name = format!("{name}_{}", case.test);
            }
            let text = self.single(&name, case);
            functions.push_str(&text);
            plain.push_str(if case.is_finding() { "" } else { &text });
            run.push((name, case.is_finding()));
        }
        let helpers: String = [("copied(", COPIED), ("end_of(", END_OF)]
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
        let mut text = format!("\n{}", self.flavour.head(name));
        for case in cases {
            let check = self.check(case, &case.call, self.flavour);
            let covers = if case.covers.is_empty() { String::new() } else { format!(" /* {} */", case.covers) };
            text.push_str(&format!("    {check}{covers}\n"));
        }
        text + "}\n"
    }

    /// One test.
    fn single(&self, name: &str, case: &Case) -> String {
        let covers = if case.covers.is_empty() { "another way" } else { &case.covers };
        let is_apart = self.signature.has_state || case.end != End::Returns;
        let text = match is_apart {
            false => format!("{}{}}}\n", self.flavour.head(name), self.statements(case, self.flavour)),
            true => {
                let inner = format!("run_{name}");
                let body = self.statements(case, Flavour::Assert);
                let check = self.ends(&case.end, &inner);
                format!("static void {inner}(void)\n{{\n{body}}}\n\n{}    {check}\n}}\n", self.flavour.head(name))
            }
        };
        match case.is_finding() {
            true => format!("\n#ifdef WITH_FINDINGS\n/* {covers} */\n{text}#endif\n"),
            false => format!("\n/* {covers} */\n{text}"),
        }
    }

    /// The assertion about how a test ends that runs apart.
    fn ends(&self, end: &End, inner: &str) -> String {
        let ended = format!("end_of({inner})");
        match end {
            End::Returns => self.flavour.equal_to(&ended, "0"),
            End::Exits(status) => self.flavour.equal_to(&ended, &status.to_string()),
            End::Dies(what, number) => {
                format!("{} /* {} */", self.flavour.equal_to(&ended, &format!("-{number}")), in_comment(what))
            }
            End::Faults(what) => {
                format!("{} /* {} */", self.flavour.condition(&format!("{ended} != 0")), in_comment(what))
            }
        }
    }

    /// Makes the arguments, calls, and looks at what came of it.
    fn statements(&self, case: &Case, flavour: Flavour) -> String {
        let mut lines: Vec<String> = case.statements.clone();
        match &case.shown.returned {
            Some(Returned::Record(conditions)) if case.end == End::Returns => {
                let result = self.signature.result.and_then(|ty| declare::declared(self.signature, ty, "result"));
                lines.extend(result.map(|result| format!("{result} = {};", case.call)));
                lines.extend(conditions.iter().map(|condition| flavour.condition(condition)));
            }
            Some(_) if case.end == End::Returns => lines.push(self.check(case, &case.call, flavour)),
            _ if self.signature.result.is_some() => lines.push(format!("(void){};", case.call)),
            _ => lines.push(format!("{};", case.call)),
        }
        if case.end == End::Returns {
            lines.extend(case.shown.left.iter().map(|condition| flavour.condition(condition)));
        }
        lines.iter().map(|line| format!("    {line}\n")).collect()
    }

    /// The assertion about what a call returns.
    fn check(&self, case: &Case, call: &str, flavour: Flavour) -> String {
        match &case.shown.returned {
            Some(Returned::Value(value)) if self.returns_integer() => flavour.equal_to(call, value),
            Some(Returned::Value(value)) => flavour.condition(&format!("{call} == {value}")),
            Some(Returned::NotANumber) => flavour.condition(&format!("isnan({call})")),
            Some(Returned::Text(text)) => flavour.condition(&format!("strcmp({call}, {text}) == 0")),
            Some(Returned::Pointer) => flavour.condition(&format!("{call} != NULL")),
            Some(Returned::Record(_)) | None => format!("{call};"),
        }
    }

    fn returns_integer(&self) -> bool {
        match self.signature.result.and_then(|ty| self.signature.bare(ty)) {
            Some((_, Shape::Number { number, .. })) => *number != NumberKind::Float,
            Some((_, Shape::Enum { .. })) => true,
            _ => false,
        }
    }

    fn includes(&self, declared: Option<&Declarations>, body: &str) -> String {
        let needs = [
            ("assert.h", true),
            ("math.h", ["NAN", "INFINITY", "isnan("].iter().any(|word| body.contains(word))),
            ("stddef.h", body.contains("NULL")),
            ("stdio.h", body.contains("puts(") || body.contains("fflush(")),
            ("stdlib.h", body.contains("malloc(")),
            ("string.h", ["strcmp(", "memcmp(", "memcpy("].iter().any(|word| body.contains(word))),
            ("sys/wait.h", body.contains("end_of(")),
            ("unistd.h", body.contains("end_of(")),
        ];
        let own = needs.iter().filter(|(_, is_needed)| *is_needed).map(|(header, _)| *header);
        let declared_headers = declared.iter().flat_map(|declared| declared.headers.iter().copied());
        let headers: std::collections::BTreeSet<&str> = own.chain(declared_headers).collect();
        let headers: String = headers.iter().map(|header| format!("#include <{header}>\n")).collect();
        let unit = match declared {
            Some(declared) => declared.text.clone(),
            None => {
                let path = self.signature.unit.display().to_string().replace('\\', "\\\\").replace('"', "\\\"");
                format!("#define main main_of_the_unit\n#include \"{path}\"\n#undef main\n")
            }
        };
        format!("#undef NDEBUG\n{headers}{}\n{unit}", self.flavour.includes())
    }

    fn main(&self, run: &[(String, bool)]) -> String {
        let lines = run.iter().map(|(name, is_finding)| {
            let line = self.flavour.run(name);
            if *is_finding { format!("#ifdef WITH_FINDINGS\n{line}#endif\n") } else { line }
        });
        self.flavour.main("main", &lines.collect::<String>())
    }
}
