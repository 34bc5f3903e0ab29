//! Tests as JUnit 5 source: each calls the method with the arguments of a stored test and expects the end that it had.
//!
//! The class is in the package of the method, so that everything but a private method can be called. Exceptions are compared by the names of
//! their classes, which the test may not be able to see. What a method returns is not compared: a stored test does not hold it.

use crate::program::Method;
use std::fmt::Write;
use std::path::PathBuf;
use symcrete_build::failure::Failure;
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
            "import static org.junit.jupiter.api.Assertions.assertEquals;\n\
             import static org.junit.jupiter.api.Assertions.assertThrows;\n\n\
             import org.junit.jupiter.api.Test;\n\n\
             /** Tests of {}.{}, written by symcrete. */\nclass {name} {{\n",
            entry.class.replace('$', "."),
            entry.name
        );
        let mut notes = Vec::new();
        for (name, vector) in tests {
            match body(method, vector, &entry.declared) {
                Some(body) => {
                    let _ = write!(text, "    @Test\n    void test{name}() throws Throwable {{\n{body}    }}\n\n");
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
fn body(method: &Method, vector: &Vector, declared: &[String]) -> Option<String> {
    let call = method.call(vector);
    let outcome = vector.manifest.outcome.as_str();
    if outcome == "exit 0" {
        if declared.is_empty() {
            return Some(format!("        {call};\n"));
        }
        let types: Vec<String> = declared.iter().map(|ty| ty.replace('$', ".")).collect();
        return Some(format!(
            "        try {{\n            {call};\n        }} catch ({} declared) {{\n            // Also an end that the method may have.\n        }}\n",
            types.join(" | ")
        ));
    }
    let class = outcome.split(" at ").next().unwrap_or_default();
    let is_class =
        class.contains('.') || class.chars().next().is_some_and(char::is_uppercase) && !class.starts_with("SIG");
    let is_caught = !matches!(class, "java.lang.OutOfMemoryError");
    (is_class && is_caught).then(|| {
        format!(
            "        Throwable thrown = assertThrows(Throwable.class, () -> {call});\n        assertEquals(\"{class}\", thrown.getClass().getName());\n"
        )
    })
}
