//! KLEE's `.ktest` files (layout from its lib/Basic/KTest.cpp; all integers big-endian).
//!
//! Standard input is the object `stdin` with its `stdin_stat`, as KLEE's POSIX model and `klee-replay` name them; each
//! value asked for is an object of its own, in order. KLEE's reader fails on an empty name or object, so none is
//! written. [`crate::import::ktest`] reads the same layout.

use crate::{Artifact, Suite, Test};

/// Version of the layout.
const VERSION: u32 = 3;
/// Size of `struct stat64` on x86-64, which `klee-replay` expects beside the bytes of a file.
const STAT_SIZE: usize = 144;

/// One file per test.
pub fn files(suite: &Suite) -> Vec<Artifact> {
    let file = |test: &Test| Artifact::new(format!("test{}.ktest", test.name), ktest(&suite.unit, test));
    suite.tests.iter().map(file).collect()
}

fn ktest(unit: &str, test: &Test) -> Vec<u8> {
    let mut args = vec![unit.to_string()];
    if !test.stdin.is_empty() {
        args.extend(["--sym-stdin".to_string(), test.stdin.len().to_string()]);
    }
    let mut out = b"KTEST".to_vec();
    number(&mut out, VERSION);
    number(&mut out, args.len() as u32);
    args.iter().for_each(|arg| counted(&mut out, arg.as_bytes()));
    // symArgvs and symArgvLen: no argument is symbolic.
    number(&mut out, 0);
    number(&mut out, 0);
    let objects = objects(test);
    number(&mut out, objects.len() as u32);
    for (name, bytes) in &objects {
        counted(&mut out, name.as_bytes());
        counted(&mut out, bytes);
    }
    out
}

fn objects(test: &Test) -> Vec<(String, Vec<u8>)> {
    let mut objects = Vec::new();
    if !test.stdin.is_empty() {
        objects.push(("stdin".to_string(), test.stdin.clone()));
        objects.push(("stdin_stat".to_string(), stat(test.stdin.len())));
        objects.push(("model_version".to_string(), 1_u32.to_le_bytes().to_vec()));
    }
    let values = test.values.iter().enumerate().filter(|(_, value)| !value.bytes.is_empty());
    objects.extend(values.map(|(k, value)| (format!("{} {k}", value.ty), value.bytes.clone())));
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
