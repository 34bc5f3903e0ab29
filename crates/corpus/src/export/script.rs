//! A script that tests a whole program, with a file for each input beside it.
//!
//! What a person keeps of a program that reads bytes and prints others: `000001.in`, `000001.out`, and a script with one line for each test that says
//! how the run ends. Every byte is in a file as it is, so a text is a text. Nothing but bash and the program is needed, whatever it is written in.
//! Only what was observed is compared.

use super::c::{identifier, vectors};
use super::{Export, Exporter, Material, Needs};
use crate::shell::word;
use crate::{Artifact, Outcome, Part, Suite, Test};

/// The part of the script that runs a test.
const CHECK: &str = include_str!("script/check.sh");

/// The format.
pub(super) struct Script;

impl Exporter for Script {
    fn name(&self) -> &'static str {
        "script"
    }

    fn about(&self) -> &'static str {
        "A shell script for a whole program, with input and output files beside it."
    }

    fn needs(&self) -> Needs {
        Needs { observed: true, ..Needs::default() }
    }

    fn export(&self, suite: &Suite, material: &Material) -> Result<Export, String> {
        if let Some(signature) = &suite.signature {
            let function = &signature.function;
            return Err(format!("a script tests whole programs, and this campaign was of {function}: take --to c"));
        }
        let (usable, left_out): (Vec<&Test>, Vec<&Test>) = suite.tests.iter().partition(|test| is_usable(test));
        let name = format!("test_{}", identifier(&suite.unit));
        let mut text = head(suite, &material.producer(), &name, &usable);
        text.push_str(&lines(suite, usable.iter().filter(|test| test.end().is_exit())));
        let bugs: Vec<&&Test> = usable.iter().filter(|test| !test.end().is_exit()).collect();
        if !bugs.is_empty() {
            text.push_str("\n# These show bugs, and pass as long as the bugs are there.\nif [ -n \"${WITH_FINDINGS:-}\" ]; then\n");
            text.push_str(&lines(suite, bugs.into_iter()));
            text.push_str("fi\n");
        }
        text.push_str("\necho \"$passed passed, $failed failed\"\n[ \"$failed\" -eq 0 ]\n");
        let mut files = vec![Artifact::new(format!("{name}.sh"), text)];
        files.extend(usable.iter().flat_map(|test| beside(test)));
        let mut export = Export::of(files).without(&suite.tests, "a script cannot give a program", |test| {
            test.parts().into_iter().filter(|part| matches!(part, Part::Values | Part::Objects)).collect()
        });
        let endless: Vec<&str> =
            left_out.iter().filter(|test| test.values.is_empty()).map(|test| test.name.as_str()).collect();
        if !endless.is_empty() {
            export.notes.push(format!("left out, because they do not end by themselves: {}", endless.join(", ")));
        }
        Ok(export)
    }
}

/// Can it be run by a script, was it run, and did it end in a way that can be compared?
fn is_usable(test: &Test) -> bool {
    let ended = test.observed.as_ref().is_some_and(|observed| !matches!(observed.outcome, Outcome::Other(_)));
    ended && test.values.is_empty()
}

fn head(suite: &Suite, producer: &str, name: &str, tests: &[&Test]) -> String {
    let unit = &suite.unit;
    let bugs = match tests.iter().all(|test| test.end().is_exit()) {
        true => "",
        false => "# WITH_FINDINGS=1 in front also runs the tests that end with a bug.\n",
    };
    format!(
        "#!/usr/bin/env bash\n# Tests of {unit}, written by {producer}: what it did for {} inputs.\n#\n#     bash {name}.sh ./{unit}\n#\n\
         # NAME.in is what the program reads, NAME.out what it prints, NAME.files what lies in its folder.\n{bugs}\n{CHECK}\n",
        tests.len()
    )
}

/// A line for each test: its name, its end, and what is started.
fn lines<'t>(suite: &Suite, tests: impl Iterator<Item = &'t &'t Test>) -> String {
    let mut text = String::new();
    for test in tests {
        let end = match test.end() {
            Outcome::Exit(status) => status.to_string(),
            // Whether a sanitizer ends a run by a signal or a status is a matter of its options.
            Outcome::Fault(_) => "fails".into(),
            other => format!("SIG{}", other.signal().unwrap_or(0)),
        };
        let env = test.env.iter().map(|(name, value)| word(&[name.as_bytes(), b"=", value].concat()));
        let args = test.args.iter().map(|arg| word(arg));
        let words: Vec<String> = env.chain(["\"$program\"".to_string()]).chain(args).collect();
        let shows: Vec<String> = covered(suite, test).into_iter().chain(vectors(suite, test)).collect();
        let comment =
            if shows.is_empty() { String::new() } else { format!(" # {}", shows.join(", ").replace('\n', " ")) };
        text.push_str(&format!("check {} {end} {}{comment}\n", test.name, words.join(" ")));
    }
    text
}

/// The first branch that a test was the first to take, and how it ends where that is no plain exit.
fn covered(suite: &Suite, test: &Test) -> Vec<String> {
    let of_it = |branch: &&crate::Branch| branch.test.rsplit('/').next() == Some(test.name.as_str());
    let mut branches: Vec<&crate::Branch> =
        suite.report.iter().flat_map(|report| &report.outcomes).filter(of_it).collect();
    branches.sort_by_key(|branch| (branch.line, branch.column));
    let first = branches.first().map(|branch| {
        let file = branch.file.rsplit('/').next().unwrap_or_default();
        format!("{file}:{} {}", branch.line, branch.outcome)
    });
    let end = (!test.end().is_exit()).then(|| test.end().to_string());
    first.into_iter().chain(end).collect()
}

/// The files of a test.
fn beside(test: &Test) -> Vec<Artifact> {
    let name = &test.name;
    let mut files = Vec::new();
    if !test.stdin.is_empty() {
        files.push(Artifact::new(format!("{name}.in"), test.stdin.clone()));
    }
    let printed = test.observed.as_ref().and_then(|observed| observed.stdout.as_ref());
    // What a check kept back when it ended a run differs.
    if let Some(printed) = printed.filter(|_| !matches!(test.end(), Outcome::Fault(_))) {
        files.push(Artifact::new(format!("{name}.out"), printed.clone()));
    }
    let inside = |(file, bytes): &(String, Vec<u8>)| Artifact::new(format!("{name}.files/{file}"), bytes.clone());
    files.extend(test.files.iter().map(inside));
    files
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::example;

    #[test]
    fn bytes_are_files_and_only_what_was_seen_is_compared() {
        let mut suite = example::suite();
        suite.tests[2].observed = Some(crate::Observed {
            outcome: Outcome::parse("SIGABRT"),
            stdout: None,
            shows: None,
            shown: None,
            is_outside: false,
            micros: 1,
        });
        suite.tests[2].args = vec![b"a b".into()];
        let export = Script.export(&suite, &Material::default()).expect("a script");
        let names: Vec<&str> = export.files.iter().filter_map(|file| file.path.to_str()).collect();
        assert_eq!(names, ["test_prog.sh", "000001.in", "000001.out", "000003.in"]);
        let script = String::from_utf8(export.files[0].bytes.clone()).expect("text");
        assert!(script.contains("\ncheck 000001 2 \"$program\"\n"), "{script}");
        assert!(script.contains("then\ncheck 000003 SIG6 \"$program\" 'a b' # SIGABRT"), "{script}");
        assert_eq!(export.notes, ["1 of 3 tests have values, which a script cannot give a program"]);
    }
}
