//! Tests as JUnit 5 source: each calls the method with the arguments of a stored test, expects the end that it had, and compares what came of it.
//!
//! The class is in the package of the method, so that everything but a private method can be called. Exceptions are compared by the names of
//! their classes, which the test may not be able to see. What is compared is what the plain classes give now, in two runs: a stored test does not hold it,
//! and what differs between the two is left out and said.

use crate::program::Method;
use crate::run::Running;
use std::fmt::Write;
use std::path::PathBuf;
use symcrete_build::failure::Failure;
use symcrete_engine::setting::request;
use symcrete_engine::vector::Vector;

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
        let mut text = String::new();
        if !package.is_empty() {
            let _ = writeln!(text, "package {package};\n");
        }
        let _ = write!(
            text,
            "import static org.junit.jupiter.api.Assertions.*;\n\n\
             import org.junit.jupiter.api.Test;\n\n\
             /** Tests of {}.{}, written by symcrete. */\nclass {name} {{\n",
            entry.class.replace('$', "."),
            entry.name
        );
        let mut notes = Vec::new();
        let mut plain = method.telling("checks")?;
        for (name, vector) in tests {
            match body(method, &mut plain, vector)? {
                Some(body) => {
                    let lines: String = body.iter().map(|line| format!("        {line}\n")).collect();
                    let _ = write!(text, "    @Test\n    void test{name}() throws Throwable {{\n{lines}    }}\n\n");
                }
                None => notes.push(format!("{name}: left out, because it ends with {}", vector.manifest.outcome)),
            }
        }
        let text = format!("{}\n}}\n", text.trim_end());
        let path = PathBuf::from(package.replace('.', "/")).join(format!("{name}.java"));
        Ok(Source { path, text, notes })
    }
}

/// The statements of a test; nothing for an end that a test cannot expect.
fn body(method: &Method, plain: &mut Running, vector: &Vector) -> Result<Option<Vec<String>>, Failure> {
    let outcome = vector.manifest.outcome.as_str();
    if outcome == "exit 0" {
        let input = vector.input();
        let (one, other) = (plain.told(&request(&input))?, plain.told(&request(&input))?);
        return Ok(agreed(&one, &other));
    }
    let class = outcome.split(" at ").next().unwrap_or_default();
    let is_class =
        class.contains('.') || class.chars().next().is_some_and(char::is_uppercase) && !class.starts_with("SIG");
    if !is_class || class == "java.lang.OutOfMemoryError" {
        return Ok(None);
    }
    Ok(Some(vec![
        format!("Throwable thrown = assertThrows(Throwable.class, () -> {});", method.call(vector)?),
        format!("assertEquals(\"{class}\", thrown.getClass().getName());"),
    ]))
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
        false => "// What is here differs from run to run and is not compared.".to_string(),
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
