//! KLEE's `.ktest` files: the layout is in [`crate::export::ktest`].
//!
//! `stdin` becomes standard input; `stdin_stat` and `model_version` say something about KLEE's POSIX model only. All other
//! objects are values in order. Total: bytes of another form are refused with the reason.

use super::Seed;

/// Objects of KLEE's POSIX model that are no input.
const MODEL: &[&str] = &["stdin_stat", "stdin-stat", "model_version", "n_args"];

/// Reads one file.
pub fn read(name: &str, bytes: &[u8]) -> Result<Seed, String> {
    let mut seed = Seed { name: name.into(), stdin: Vec::new(), asked: Vec::new() };
    for (object, bytes) in objects(bytes)? {
        match object.as_str() {
            "stdin" => seed.stdin = bytes,
            model if MODEL.contains(&model) => {}
            _ => seed.asked.extend(bytes),
        }
    }
    Ok(seed)
}

/// The named objects of a file, in order.
pub fn objects(bytes: &[u8]) -> Result<Vec<(String, Vec<u8>)>, String> {
    let magic = bytes.strip_prefix(b"KTEST").or_else(|| bytes.strip_prefix(b"BOUT\n"));
    let mut rest = Rest(magic.ok_or("not a .ktest file")?);
    let version = rest.number()?;
    if version > 3 {
        return Err(format!("version {version} of the .ktest format is not known"));
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
        let (taken, rest) = self.0.split_at_checked(n).ok_or("the .ktest file is cut off")?;
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
        let suite = export::example::suite();
        let files = export::ktest::files(&suite);
        for (test, file) in suite.tests.iter().zip(&files) {
            let seed = read("x", &file.bytes).expect("a ktest");
            assert_eq!((&seed.stdin, seed.asked), (&test.stdin, test.asked()));
        }
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
