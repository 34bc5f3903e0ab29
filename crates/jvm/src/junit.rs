//! Tests as JUnit 5 source: each calls the method with the arguments of a stored test, expects the end that it had, and compares what came of it.
//!
//! The class is in the package of the method, so that everything but a private method can be called. Exceptions are compared by the names of
//! their classes, which the test may not be able to see. What is compared is what the plain classes give now, in two runs, the second one on classes that the tests
//! before have used, as JUnit does: a stored test does not hold it, and what differs between the two is left out and said.

use crate::program::Method;
use crate::run::Running;
use std::fmt::Write;
use std::path::PathBuf;
use symcrete_build::failure::Failure;
use symcrete_engine::setting::request;
use symcrete_engine::vector::Vector;
use symcrete_exec::Outcome;

/// Why tests are run by their names, where an earlier one can be noticed.
const IN_ORDER: &str = "// Some of this differs once other tests have run: what is expected is what happens in this order.\n@TestMethodOrder(MethodOrderer.MethodName.class)\n";

/// A source file of tests.
pub struct Source {
    /// Its path below the folder for test sources.
    pub path: PathBuf,
    /// Its text.
    pub text: String,
    /// What was left out, and why.
    pub notes: Vec<String>,
}

impl Source {
    /// The tests of a method, each with its name.
    pub fn of(method: &Method, tests: &[(String, Vector)]) -> Result<Source, Failure> {
        let entry = method.entry();
        if entry.is_private {
            return Err(Failure::usage(format!("{}.{} is private: no test can call it", entry.class, entry.name)));
        }
        let (package, class) = entry.class.rsplit_once('.').unwrap_or(("", &entry.class));
        let name = format!("{}_{}_Test", class.replace('$', "_"), entry.name);
        let mut workers =
            Workers { fresh: method.telling("checks")?, used: method.telling_on("checks")?, is_disturbed: false };
        let (mut notes, mut tests_text) = (Vec::new(), String::new());
        for (name, vector) in tests {
            match workers.body(method, vector)? {
                Ok(body) => {
                    let lines: String = body.iter().map(|line| format!("        {line}\n")).collect();
                    let _ =
                        write!(tests_text, "    @Test\n    void test{name}() throws Throwable {{\n{lines}    }}\n\n");
                }
                Err(why) => notes.push(format!("{name}: left out, because {why}")),
            }
        }
        let head = head(package, workers.is_disturbed);
        let order = if workers.is_disturbed { IN_ORDER } else { "" };
        let of = entry.class.replace('$', ".");
        let text = format!(
            "{head}/** Tests of {of}.{}, written by symcrete. */\n{order}class {name} {{\n{}\n}}\n",
            entry.name,
            tests_text.trim_end()
        );
        let path = PathBuf::from(package.replace('.', "/")).join(format!("{name}.java"));
        Ok(Source { path, text, notes })
    }
}

/// The package, and what is imported.
fn head(package: &str, is_ordered: bool) -> String {
    let package = if package.is_empty() { String::new() } else { format!("package {package};\n\n") };
    let order = "import org.junit.jupiter.api.MethodOrderer;\n";
    let ordered = "import org.junit.jupiter.api.TestMethodOrder;\n";
    let (before, behind) = if is_ordered { (order, ordered) } else { ("", "") };
    format!(
        "{package}import static org.junit.jupiter.api.Assertions.*;\n\n{before}import org.junit.jupiter.api.Test;\n{behind}\n"
    )
}

/// Why there is nothing to compare after a run that ended well.
const UNCALLED: &str =
    "the call did not come to its end: a constructor refused what an argument was to be made of, or the program exited";

/// Plain classes that run the tests.
struct Workers {
    /// New ones for each test.
    fresh: Running,
    /// The same ones for all.
    used: Running,
    /// Did a test notice that another one ran before?
    is_disturbed: bool,
}

impl Workers {
    /// The statements of a test, or why there are none.
    fn body(&mut self, method: &Method, vector: &Vector) -> Result<Result<Vec<String>, String>, Failure> {
        let outcome = vector.manifest.outcome.as_str();
        if outcome != "exit 0" && !is_exception(outcome) {
            return Ok(Err(format!("it ends with {outcome}")));
        }
        let input = vector.input();
        let request = request(&input);
        let (one, other) = (self.fresh.end(&request)?, self.used.end(&request)?);
        self.is_disturbed |= one != other;
        Ok(match (one, other) {
            ((Outcome::Exit(0), one), _) if one.is_empty() => Err(UNCALLED.to_string()),
            ((Outcome::Exit(0), one), (Outcome::Exit(0), other)) => {
                agreed(&one, &other).ok_or_else(|| "nothing of it is the same in two runs".to_string())
            }
            ((Outcome::Thrown { class, .. }, _), (Outcome::Thrown { class: again, .. }, _)) if class == again => {
                let expected = method.call(vector)?;
                Ok(vec![
                    format!("Throwable thrown = assertThrows(Throwable.class, () -> {expected});"),
                    format!("assertEquals(\"{class}\", thrown.getClass().getName());"),
                ])
            }
            _ => Err("it ends in another way after other tests".to_string()),
        })
    }
}

/// Is this the name of an exception that a test can expect?
fn is_exception(outcome: &str) -> bool {
    let class = outcome.split(" at ").next().unwrap_or_default();
    let is_class =
        class.contains('.') || class.chars().next().is_some_and(char::is_uppercase) && !class.starts_with("SIG");
    is_class && class != "java.lang.OutOfMemoryError"
}

/// The statements that two runs agree on. The first line is the call alone.
fn agreed(one: &str, other: &str) -> Option<Vec<String>> {
    let (one, other): (Vec<&str>, Vec<&str>) = (one.lines().skip(1).collect(), other.lines().skip(1).collect());
    if one.is_empty() || one.len() != other.len() {
        return None;
    }
    let pairs = one.iter().zip(&other);
    let line = |(one, other): (&&str, &&str)| match one == other {
        true => one.to_string(),
        false => "// What is here differs from run to run, or after other tests, and is not compared.".to_string(),
    };
    Some(pairs.map(line).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_between_runs_is_said_and_not_compared() {
        let body = agreed(
            "f()\nlong result = f();\nassertEquals(1L, result);",
            "f()\nlong result = f();\nassertEquals(2L, result);",
        );
        let body = body.expect("a body");
        assert_eq!(body[0], "long result = f();");
        assert!(body[1].starts_with("// ") && body.len() == 2, "{body:?}");
        assert_eq!(agreed("f()", "f()"), None);
    }
}
