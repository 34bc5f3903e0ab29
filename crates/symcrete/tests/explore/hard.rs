//! Programs with hard questions, from a seed of one byte: a calculator with variables and functions, a reader of fields behind a checksum over all of
//! them, and a reader of requests that looks for everything with `strstr`.

use crate::{Folder, machine, report};

/// Explores a program of the folder `hard` for so long; how many branches are covered, and all.
fn explore(name: &str, text: &str, time: &str) -> (u64, u64) {
    let folder = Folder::new("explore");
    std::fs::create_dir(folder.join("seeds")).expect("the folder is new");
    folder.write("seeds/one", "a");
    let done = folder.test(text, &["--seeds", "seeds", "--time", time]);
    assert!(done.stdout.contains("0 divergences"), "{name}: {}{}", done.stdout, done.stderr);
    let branches = report::report(&folder)["branches"].clone();
    (branches["covered"].as_u64().unwrap_or(0), branches["total"].as_u64().unwrap_or(0))
}

#[test]
fn hard_questions_do_not_keep_from_covering_a_program() {
    if !machine::is_slow() {
        return;
    }
    for (name, text, least) in [
        ("calculator", include_str!("hard/calculator.c"), 133),
        ("fields", include_str!("hard/fields.c"), 71),
        ("request", include_str!("hard/request.c"), 97),
    ] {
        let (covered, total) = explore(name, text, "120s");
        assert!(covered >= least, "{name}: {covered} of {total}");
    }
}
