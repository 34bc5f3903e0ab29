//! Same behaviour: programs built by `symcrete cc` do what clang's do, and what is recorded of them is right.
//!
//! Random programs (`csmith`), packages with their own test suites (`package`), and the ways in which
//! programs are built (`build`, `library`, `cache`, `cplusplus`). The tests read as a user's shell
//! commands; `folder` runs them. Packages are fetched by name once and kept in cargo's target folder.
#![expect(clippy::print_stderr, reason = "tests say what they counted and what to do about a failure")]

#[path = "../folder/mod.rs"]
mod folder;
#[path = "../package/mod.rs"]
#[expect(dead_code, reason = "other tests fetch binary packages too")]
mod shelf;
mod shell;
mod traced;

mod build;
mod cache;
mod cplusplus;
mod csmith;
mod library;
#[path = "../machine/mod.rs"]
mod machine;
mod package;
mod regression;

use machine::is_slow as slow;
