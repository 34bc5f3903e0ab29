//! Formats that other tools read, one file each.

pub mod afl;
pub mod c;
pub mod junit;
pub mod ktest;
pub mod lcov;
pub mod libfuzzer;
pub mod sarif;
pub mod testcomp;

#[cfg(test)]
pub(crate) mod example;
