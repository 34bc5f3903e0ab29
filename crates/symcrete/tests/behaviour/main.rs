//! Same behaviour: programs built by `symcrete cc` do what clang's do, and what is recorded of them is right.
//!
//! Random programs (`csmith`), packages with their own test suites (`package`), and the ways in which
//! programs are built (`build`, `library`, `cache`, `cplusplus`). The tests read as a user's shell
//! commands; `folder` runs them. Packages are fetched by name once and kept in cargo's target folder.
#![expect(clippy::print_stderr, reason = "tests say what they counted and what to do about a failure")]

mod folder;
#[path = "../package/mod.rs"]
#[expect(dead_code, reason = "other tests fetch binary packages too")]
mod shelf;
mod traced;

mod build;
mod cache;
mod cplusplus;
mod csmith;
mod library;
mod package;
mod regression;

/// Are the slow suites asked for (`SLOW=1`, `make test-full`)?
fn slow() -> bool {
    std::env::var_os("SLOW").is_some_and(|value| !value.is_empty() && value != "0")
}
