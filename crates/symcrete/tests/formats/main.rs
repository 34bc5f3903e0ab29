//! Every exported format read back by its real consumer. Those that are not on the machine are fetched by
//! name; one that cannot be had is named and passed over.

#[expect(dead_code, reason = "other tests fetch source packages too")]
#[path = "../package/mod.rs"]
mod package;

#[path = "../machine/mod.rs"]
mod machine;
mod pypi;
mod workspace;

mod c;
mod coverage;
#[path = "../folder/mod.rs"]
mod folder;
mod fuzzers;
mod kept;
mod klee;
mod script;
mod servers;
mod testcov;
mod unit;
mod unit_cxx;

#[test]
fn a_tool_that_set_up_promises_and_is_missing_fails_the_test() {
    let missing = |is_promised| machine::look_for("no-such-consumer", "its-package", is_promised);
    assert_eq!(missing(false), Ok(false));
    assert!(missing(true).is_err_and(|why| why.contains("apt-get install its-package")));
    assert_eq!(machine::look_for("sh", "dash", true), Ok(true));
}
