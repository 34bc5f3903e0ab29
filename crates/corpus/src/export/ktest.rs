//! KLEE's `.ktest` files (layout from its lib/Basic/KTest.cpp; all integers big-endian).
//!
//! Arguments, files and standard input have the names of KLEE's POSIX model, in the order in which its `klee_init_env` makes
//! them: `arg00`, `A_data` with `A_data_stat`, `stdin` with `stdin_stat`, `model_version`; `klee-replay` reads them so. Each value
//! asked for is an object of its own, by its name, in order. KLEE's reader fails on an empty name or object, so none is
//! written; variables have no name there ([`left_out`]). [`crate::import::ktest`] reads the same layout.

use super::{Export, Exporter, Material};
use crate::{Artifact, Part, Suite, Test, Value};
use std::collections::BTreeSet;

/// Version of the layout.
const VERSION: u32 = 3;
/// Size of `struct stat64` on x86-64, which `klee-replay` expects beside the bytes of a file.
const STAT_SIZE: usize = 144;

/// The format.
pub(super) struct Ktest;

impl Exporter for Ktest {
    fn name(&self) -> &'static str {
        "ktest"
    }

    fn about(&self) -> &'static str {
        "KLEE's .ktest files."
    }

    fn export(&self, suite: &Suite, _: &Material) -> Result<Export, String> {
        Ok(Export::of(files(suite)).without(&suite.tests, "KLEE's files cannot hold", left_out))
    }
}

/// One file per test.
pub(crate) fn files(suite: &Suite) -> Vec<Artifact> {
    let file = |test: &Test| Artifact::new(format!("test{}.ktest", test.name), ktest(&suite.unit, test));
    suite.tests.iter().map(file).collect()
}

/// What of a test cannot be written.
fn left_out(test: &Test) -> BTreeSet<Part> {
    test.parts().into_iter().filter(|part| *part == Part::Variables).collect()
}

fn ktest(unit: &str, test: &Test) -> Vec<u8> {
    let args = command(unit, test);
    let mut out = b"KTEST".to_vec();
    number(&mut out, VERSION);
    number(&mut out, args.len() as u32);
    args.iter().for_each(|arg| counted(&mut out, arg));
    // symArgvs and symArgvLen, which nobody reads: the arguments say it.
    number(&mut out, 0);
    number(&mut out, 0);
    let objects: Vec<_> = objects(test).into_iter().filter(|(_, bytes)| !bytes.is_empty()).collect();
    number(&mut out, objects.len() as u32);
    for (name, bytes) in &objects {
        counted(&mut out, name.as_bytes());
        counted(&mut out, bytes);
    }
    out
}

/// The command line that makes KLEE's model ask for these objects. Its files are called `A`, `B` and so on.
fn command(unit: &str, test: &Test) -> Vec<Vec<u8>> {
    let mut words = vec![unit.as_bytes().to_vec()];
    for (at, arg) in test.args.iter().enumerate() {
        let file = test.files.iter().position(|(name, _)| name.as_bytes() == arg);
        match (test.varied.contains(&at), file) {
            (true, _) => words.extend([b"--sym-arg".to_vec(), arg.len().max(1).to_string().into_bytes()]),
            (false, Some(k)) => words.push(letter(k).into()),
            (false, None) if arg.is_empty() => {}
            (false, None) => words.push(arg.clone()),
        }
    }
    let mut option = |name: &str, numbers: &[usize]| {
        words.push(name.into());
        words.extend(numbers.iter().map(|number| number.to_string().into_bytes()));
    };
    if let Some(longest) = test.files.iter().map(|(_, bytes)| bytes.len()).max() {
        option("--sym-files", &[test.files.len(), longest]);
    }
    if !test.stdin.is_empty() {
        option("--sym-stdin", &[test.stdin.len()]);
    }
    words
}

fn letter(k: usize) -> String {
    char::from(b'A' + k.min(25) as u8).to_string()
}

fn objects(test: &Test) -> Vec<(String, Vec<u8>)> {
    let mut objects = Vec::new();
    let arguments = test.varied.iter().filter_map(|&at| test.args.get(at));
    for (k, arg) in arguments.enumerate() {
        let mut bytes = arg.clone();
        // With the zero byte at its end, in as much room as `--sym-arg` says.
        bytes.resize(arg.len().max(1) + 1, 0);
        objects.push((format!("arg{k:02}"), bytes));
    }
    let files = test.files.iter().enumerate().map(|(k, (_, bytes))| (format!("{}_data", letter(k)), bytes));
    for (name, bytes) in files.chain([("stdin".to_string(), &test.stdin)]).filter(|(_, bytes)| !bytes.is_empty()) {
        objects.push((name.clone(), bytes.clone()));
        objects.push((format!("{name}_stat"), stat(bytes.len())));
    }
    if !objects.is_empty() {
        objects.push(("model_version".to_string(), 1_u32.to_le_bytes().to_vec()));
    }
    let name = |k: usize, value: &Value| match value.name.is_empty() {
        true => format!("{} {k}", value.ty),
        false => value.name.clone(),
    };
    objects.extend(test.values.iter().enumerate().map(|(k, value)| (name(k, value), value.bytes.0.clone())));
    objects
}

/// A `struct stat64` of which only the size of the file (offset 48) says something.
fn stat(size: usize) -> Vec<u8> {
    let mut stat = vec![0; STAT_SIZE];
    stat[48..56].copy_from_slice(&(size as u64).to_le_bytes());
    stat
}

fn number(out: &mut Vec<u8>, value: u32) {
    out.extend(value.to_be_bytes());
}

fn counted(out: &mut Vec<u8>, bytes: &[u8]) {
    number(out, bytes.len() as u32);
    out.extend(bytes);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::example;

    #[test]
    fn bytes_are_where_the_layout_says() {
        let files = files(&example::suite());
        let bytes = &files[1].bytes;
        assert_eq!(files[1].path.to_str(), Some("test000002.ktest"));
        let mut expected = b"KTEST\0\0\0\x03\0\0\0\x01\0\0\0\x04prog\0\0\0\0\0\0\0\0\0\0\0\x02".to_vec();
        expected.extend(b"\0\0\0\x05int 0\0\0\0\x04\xfe\xff\xff\xff\0\0\0\x07float 1\0\0\0\x04\0\0\x80\x7f");
        assert_eq!(bytes, &expected);
    }
}
