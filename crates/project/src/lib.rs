//! A project that is tested again and again: `symcrete.toml`, which says what is tested and how it is built.
//!
//! Knows neither arguments nor exit codes, and prints nothing: what a target says becomes words of a command line, which the binary reads as it reads
//! those that somebody types. So a key means exactly what the option of the same name means.

pub mod builder;
pub mod ci;
pub mod file;
pub mod git;
pub mod init;
pub mod key;
mod lines;
mod near;
mod pattern;
pub mod uncovered;
pub mod words;
