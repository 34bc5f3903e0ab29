//! Real packages: their own test suites give the same results as with clang, and traces are right.
//!
//! Sources are Debian's or Ubuntu's, by package name; see `shelf`. expat's suite runs with `SLOW=1`.

mod bzip2;
mod expat;
mod lua;
mod zlib;

use crate::folder::Folder;
use crate::shelf;

/// How a package is built: the value of `CC`, and the folder of the build.
const BUILDS: [(&str, &str); 2] = [("clang-19", "plain"), ("symcrete cc", "instrumented")];

/// Copies the package once for each build and runs the script there with `CC` set; both outputs.
/// `None`, after saying so, when the package cannot be had.
fn built_twice(folder: &Folder, package: &str, script: &str) -> Option<[String; 2]> {
    let source = shelf::source(package).map_err(|why| shelf::absent(package, &why)).ok()?;
    Some(BUILDS.map(|(compiler, name)| {
        folder.run(&format!("cp -a '{}' {name}", source.display()));
        folder.run(&format!("cd {name}; export CC='{compiler}'; {script}"))
    }))
}

/// The lines of a test suite's output that say how it went.
fn lines_with<'a>(output: &'a str, words: &[&str]) -> Vec<&'a str> {
    output.lines().filter(|line| words.iter().any(|word| line.contains(word))).collect()
}

/// Text that compresses well and badly by turns, with every byte value in it.
fn sample(length: usize) -> Vec<u8> {
    let mut state = 1_u32;
    let mut noise = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8
    };
    let mut bytes = Vec::new();
    while bytes.len() < length {
        bytes.extend(b"a line of text that comes again and again\n");
        bytes.extend((0..16).map(|_| noise()));
    }
    bytes.truncate(length);
    bytes
}
