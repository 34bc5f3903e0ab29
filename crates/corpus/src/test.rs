//! One stored test: what the program is given, and how the run ended.
//!
//! As exporters see it: a manifest with every input in its place.

use crate::manifest::{Given, GivenKind, Manifest, Value};
use crate::outcome::Outcome;
use crate::part::Part;
use crate::unread::Unread;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// How the name of a test ends that has other numbers than the one that it varies, and goes the same way.
pub const TELLING: &str = "-telling";

/// One test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Test {
    /// File name without ending: six digits.
    pub name: String,
    /// The instrumented program.
    pub program: PathBuf,
    /// Arguments after the program's name.
    pub args: Vec<Vec<u8>>,
    /// Positions of the arguments that varied; the others are the same in every test.
    pub varied: Vec<usize>,
    /// Variables of the environment.
    pub env: Vec<(String, Vec<u8>)>,
    /// Files in the program's directory: relative name, contents.
    pub files: Vec<(String, Vec<u8>)>,
    /// Standard input.
    pub stdin: Vec<u8>,
    /// Values that the program asked an API for, in order.
    pub values: Vec<Value>,
    /// How the campaign's run ended.
    pub outcome: Outcome,
    /// What a run on the plain program showed, if somebody made one.
    pub observed: Option<Observed>,
    /// The stored test that it is a variation of, in one of its values; `None` for a stored one.
    pub varies: Option<String>,
}

/// What a run of the plain program showed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Observed {
    /// How it ended.
    pub outcome: Outcome,
    /// What it printed; `None` when two runs printed different things.
    pub stdout: Option<Vec<u8>>,
    /// What the driver of a single function was told to show, if it was told anything.
    pub shows: Option<&'static str>,
    /// What such a driver printed when it was told to show all; of a line that differs from run to run, only that.
    pub shown: Option<Vec<u8>>,
    /// The function touches memory outside of what it is given.
    pub is_outside: bool,
    /// Wall-clock time of the run in microseconds.
    pub micros: u64,
}

impl Test {
    /// The test of a manifest, if its parts fit together.
    pub fn new(name: &str, manifest: Manifest) -> Result<Test, Unread> {
        let mut test = Test {
            name: name.into(),
            program: manifest.program,
            args: manifest.args.into_iter().map(String::into_bytes).collect(),
            varied: Vec::new(),
            env: Vec::new(),
            files: Vec::new(),
            stdin: manifest.stdin.0,
            values: manifest.values,
            outcome: Outcome::parse(&manifest.outcome),
            observed: None,
            varies: None,
        };
        manifest.given.into_iter().try_for_each(|given| test.add(given))?;
        Ok(test)
    }

    fn add(&mut self, given: Given) -> Result<(), Unread> {
        let (name, bytes) = (given.name, given.bytes.0);
        match given.kind {
            GivenKind::Arg => {
                let at = name.parse().ok().filter(|at| *at < self.args.len());
                let at: usize = at.ok_or(Unread::Position(name))?;
                self.args[at] = bytes;
                self.varied.push(at);
            }
            GivenKind::Env => self.env.push((name, bytes)),
            GivenKind::File => self.files.push((name, bytes)),
        }
        Ok(())
    }

    /// How it ended: as observed on the plain program, else as the campaign saw it.
    pub fn end(&self) -> &Outcome {
        self.observed.as_ref().map_or(&self.outcome, |observed| &observed.outcome)
    }

    /// The bytes of the values, one after the other.
    pub fn asked(&self) -> Vec<u8> {
        self.values.iter().flat_map(|value| value.bytes.0.iter().copied()).collect()
    }

    /// The kinds of input that it has.
    pub fn parts(&self) -> BTreeSet<Part> {
        let is_object = |value: &Value| value.ty == "bytes";
        let has = [
            (Part::Stdin, !self.stdin.is_empty()),
            (Part::Arguments, !self.varied.is_empty()),
            (Part::Variables, !self.env.is_empty()),
            (Part::Files, !self.files.is_empty()),
            (Part::Values, !self.is_buffer() && self.values.iter().any(|value| !is_object(value))),
            (Part::Objects, self.is_buffer() || self.values.iter().any(is_object)),
        ];
        has.into_iter().filter(|(_, has)| *has).map(|(part, _)| part).collect()
    }

    /// Is its input the buffer of a program for libFuzzer?
    fn is_buffer(&self) -> bool {
        let [size, rest @ ..] = &self.values[..] else { return false };
        let is_size = size.name == "size" && size.ty == "unsigned long";
        // A run that asked for more than is allowed ended before the buffer.
        is_size && (rest.is_empty() || matches!(rest, [data] if data.name == "data"))
    }

    /// The bytes that a fuzzer would mutate: libFuzzer's buffer, standard input, the first file, or else the values.
    pub fn payload(&self) -> Vec<u8> {
        match (self.payload_part(), self.files.first()) {
            (Part::Objects, _) => self.values.get(1).map_or_else(Vec::new, |data| data.bytes.0.clone()),
            (Part::Stdin, _) => self.stdin.clone(),
            (Part::Files, Some((_, bytes))) => bytes.clone(),
            _ => self.asked(),
        }
    }

    fn payload_part(&self) -> Part {
        match (self.is_buffer(), self.stdin.is_empty(), self.files.is_empty()) {
            (true, ..) => Part::Objects,
            (_, false, _) => Part::Stdin,
            (_, true, false) => Part::Files,
            (_, true, true) => Part::Values,
        }
    }

    /// The kinds of input that are not in its payload.
    pub fn beside_payload(&self) -> BTreeSet<Part> {
        let mut parts = self.parts();
        match self.payload_part() {
            // All that was asked for.
            Part::Values => parts.retain(|part| !matches!(part, Part::Values | Part::Objects)),
            Part::Files if self.files.len() > 1 => {}
            part => drop(parts.remove(&part)),
        }
        parts
    }
}

/// Is this the name of a manifest?
pub(crate) fn is_manifest(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "json")
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r#"{"version": 1, "program": "/p", "stdin": "41ff", "outcome": "exit 2", "later": [],
        "values": [{"type": "int", "value": "-2", "bytes": "feffffff"}]}"#;

    fn parse(name: &str, text: &str) -> Result<Test, Unread> {
        Test::new(name, Manifest::parse(text)?)
    }

    #[test]
    fn a_manifest_is_a_test() {
        let test = parse("000001", TEXT).expect("a test");
        assert_eq!((test.stdin.as_slice(), test.asked()), (&b"A\xff"[..], vec![0xfe, 0xff, 0xff, 0xff]));
        assert_eq!(test.end(), &Outcome::Exit(2));
    }

    #[test]
    fn arguments_variables_and_files_are_put_in_place() {
        let given = r#""args": ["-x", ""], "given": [{"kind": "arg", "name": "1", "bytes": "6162"},
            {"kind": "env", "name": "V", "bytes": "ff"}, {"kind": "file", "name": "a/b", "bytes": ""}], "values""#;
        let test = parse("1", &TEXT.replace("\"values\"", given)).expect("a test");
        assert_eq!((&test.args[..], &test.varied[..]), (&[b"-x".to_vec(), b"ab".to_vec()][..], &[1][..]));
        assert_eq!(test.beside_payload(), [Part::Arguments, Part::Variables, Part::Files, Part::Values].into());
        assert_eq!((test.env, test.files), (vec![("V".into(), vec![255])], vec![("a/b".into(), vec![])]));
    }
}
