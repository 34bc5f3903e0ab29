//! Every exported format read back by its real consumer. A consumer that is not on the machine is named and passed over;
//! those that must be fetched first run with `SLOW=1`.

#[expect(dead_code, reason = "other tests fetch source packages too")]
#[path = "../package/mod.rs"]
mod package;

mod workspace;

mod c;
mod coverage;
mod fuzzers;
mod klee;
mod servers;
mod testcov;
