//! Every exported format read back by its real consumer. Those that are not on the machine are fetched by
//! name; one that cannot be had is named and passed over.

#[expect(dead_code, reason = "other tests fetch source packages too")]
#[path = "../package/mod.rs"]
mod package;

mod pypi;
mod workspace;

mod c;
mod coverage;
mod fuzzers;
mod klee;
mod servers;
mod testcov;
