//! KLEE's `.ktest` files: the layout is in `export/ktest.rs`.
//!
//! What KLEE's POSIX model asks for becomes what it stands for: `arg00` arguments, `A_data` files, `stdin` standard input.
//! Objects that say something about the model itself are no input. All others are values in order. Names
//! have an underscore since KLEE 3.0, a hyphen before. Total: bytes of another form are refused with the reason.

use super::{Importer, Seed, at};
use std::path::{Path, PathBuf};

/// The format.
pub(super) struct Ktest;

impl Importer for Ktest {
    fn name(&self) -> &'static str {
        "ktest"
    }

    fn about(&self) -> &'static str {
        "KLEE's .ktest files."
    }

    fn import(&self, path: &Path) -> Result<Vec<Seed>, String> {
        let read = |file: &PathBuf| {
            let bytes = std::fs::read(file).map_err(|why| at(file, why))?;
            let name = file.file_stem().unwrap_or_default().to_string_lossy();
            read(&name, &bytes).map_err(|why| format!("{}: {why}", file.display()))
        };
        files(path)?.iter().map(read).collect()
    }
}

/// The `.ktest` files of a folder, in order, or the one file.
fn files(path: &Path) -> Result<Vec<PathBuf>, String> {
    if !path.is_dir() {
        return Ok(vec![path.to_path_buf()]);
    }
    let entries = std::fs::read_dir(path).map_err(|why| at(path, why))?;
    let mut files: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.retain(|file| file.extension().is_some_and(|ending| ending == "ktest" || ending == "bout"));
    files.sort_unstable();
    Ok(files)
}

/// Objects of KLEE's POSIX model that are no input: how many arguments there are, what `stat` says, output, failing calls.
const MODEL: &[&str] = &[
    "model_version",
    "n_args",
    "stdin_stat",
    "stdout",
    "stdout_stat",
    "read_fail",
    "write_fail",
    "close_fail",
    "ftruncate_fail",
    "getcwd_fail",
];

/// Reads one file.
pub fn read(name: &str, bytes: &[u8]) -> Result<Seed, String> {
    let mut seed = Seed { name: name.into(), ..Seed::default() };
    for (object, bytes) in objects(bytes)? {
        let object = object.replace('-', "_");
        match object.as_str() {
            "stdin" => seed.stdin = bytes,
            model if MODEL.contains(&model) || model.strip_suffix("_stat").and_then(letter).is_some() => {}
            arg if number(arg).is_some() => {
                // The room of an argument goes on behind its end.
                let text = bytes.split(|byte| *byte == 0).next().unwrap_or_default();
                put(&mut seed.args, number(arg).unwrap_or(0), text.to_vec());
            }
            file if letter(file).is_some() => put(&mut seed.files, letter(file).unwrap_or(0), bytes),
            _ => seed.asked.extend(bytes),
        }
    }
    Ok(seed)
}

fn put(list: &mut Vec<Vec<u8>>, at: usize, bytes: Vec<u8>) {
    list.resize(list.len().max(at + 1), Vec::new());
    list[at] = bytes;
}

/// The number of an argument: 2 of `arg02`.
fn number(name: &str) -> Option<usize> {
    name.strip_prefix("arg").filter(|digits| digits.len() == 2)?.parse().ok()
}

/// The number of a file: 0 of `A_data`.
fn letter(name: &str) -> Option<usize> {
    match name.strip_suffix("_data")?.as_bytes() {
        &[letter @ b'A'..=b'Z'] => Some((letter - b'A') as usize),
        _ => None,
    }
}

/// The named objects of a file, in order.
pub fn objects(bytes: &[u8]) -> Result<Vec<(String, Vec<u8>)>, String> {
    let magic = bytes.strip_prefix(b"KTEST").or_else(|| bytes.strip_prefix(b"BOUT\n"));
    let mut rest = Rest(magic.ok_or("not a .ktest file")?);
    let version = rest.number()?;
    if version > 3 {
        return Err(format!("version {version} of the .ktest format is not supported"));
    }
    for _ in 0..rest.number()? {
        rest.counted()?;
    }
    if version >= 2 {
        rest.number()?;
        rest.number()?;
    }
    let n_objects = rest.number()?;
    let one = |_| Ok((String::from_utf8_lossy(rest.counted()?).into_owned(), rest.counted()?.to_vec()));
    (0..n_objects).map(one).collect()
}

struct Rest<'a>(&'a [u8]);

impl<'a> Rest<'a> {
    fn take(&mut self, n: usize) -> Result<&'a [u8], String> {
        let (taken, rest) = self.0.split_at_checked(n).ok_or("the .ktest file is truncated")?;
        self.0 = rest;
        Ok(taken)
    }

    fn number(&mut self) -> Result<u32, String> {
        let bytes = self.take(4)?;
        Ok(bytes.iter().fold(0, |number, &byte| number << 8 | u32::from(byte)))
    }

    fn counted(&mut self) -> Result<&'a [u8], String> {
        let n = self.number()?;
        self.take(n as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export;

    #[test]
    fn what_was_exported_comes_back() {
        let mut suite = export::example::suite();
        suite.tests[0].args = vec![b"data".to_vec(), b"ab".to_vec(), b"".to_vec()];
        suite.tests[0].varied = vec![1, 2];
        suite.tests[0].files = vec![("data".into(), b"\0z".to_vec())];
        let files = export::ktest::files(&suite);
        for (test, file) in suite.tests.iter().zip(&files) {
            let seed = read("x", &file.bytes).expect("a ktest");
            assert_eq!((&seed.stdin, seed.asked), (&test.stdin, test.asked()));
            assert!(seed.args.iter().eq(test.varied.iter().map(|&at| &test.args[at])));
            assert!(seed.files.iter().eq(test.files.iter().map(|(_, bytes)| bytes)));
        }
    }

    fn file(objects: &[(&str, &[u8])]) -> Vec<u8> {
        let mut out = b"KTEST\0\0\0\x03\0\0\0\0\0\0\0\0\0\0\0\0".to_vec();
        out.extend((objects.len() as u32).to_be_bytes());
        for bytes in objects.iter().flat_map(|(name, bytes)| [name.as_bytes(), bytes]) {
            out.extend((bytes.len() as u32).to_be_bytes());
            out.extend(bytes);
        }
        out
    }

    #[test]
    fn objects_of_the_model_become_what_they_stand_for() {
        let old = [
            ("n_args", &b"\x02\0\0\0"[..]),
            ("arg00", b"-v\0x"),
            ("arg01", b"\0"),
            ("A-data", b"PK"),
            ("A-data-stat", b"s"),
            ("stdin", b"in"),
            ("stdin-stat", b"s"),
            ("model_version", b"\x01\0\0\0"),
            ("x", b"\x07"),
        ];
        let seed = read("1", &file(&old)).expect("a ktest");
        assert_eq!((seed.args, seed.files), (vec![b"-v".to_vec(), Vec::new()], vec![b"PK".to_vec()]));
        assert_eq!((seed.stdin, seed.asked), (b"in".to_vec(), vec![7]));
    }

    #[test]
    fn any_prefix_is_refused_and_nothing_panics() {
        let file = export::ktest::files(&export::example::suite()).remove(0);
        for end in 0..file.bytes.len() {
            assert!(objects(&file.bytes[..end]).is_err(), "{end}");
        }
        assert!(objects(b"KTEST\0\0\0\x04").is_err_and(|why| why.contains("version 4")));
    }
}
