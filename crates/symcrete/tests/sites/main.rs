//! Right branches: our counts against llvm-cov's, and that counts survive however a run ends.
//!
//! `constructs.c` has every way to write a condition and must agree in full. zlib and cJSON are fetched by package name;
//! at least 97 % of their regions must agree, and `explained.txt` says why each other one does not.
//! Needs clang-19, llvm-19, and the network once.

#![expect(clippy::print_stdout, reason = "a failing test shows every region that differs")]

mod claims;
mod compare;
mod coverage;
mod ends;
mod json;
#[path = "../package/mod.rs"]
mod package;
mod source;
mod subject;

use compare::{Comparison, compare};
use coverage::Counted;
use source::Source;
use std::path::Path;
use subject::{Subject, counts, folder, here, sites};

/// Percentage of regions that must have exact counts.
const ENOUGH: usize = 97;

/// Compares some files of a program; `None` without network.
fn comparisons(name: &str, subject: &Subject, files: &[&Path]) -> Option<Vec<Comparison>> {
    let folder = folder(name);
    let counted = Counted::run(subject, &folder).map_err(|why| package::absent(name, &why)).ok()?;
    let ours = counts(&subject.build(&folder), &["--time", "100"]);
    let one = |file: &&Path| {
        let source = Source::of(&std::fs::read(file).expect("the source is readable"));
        let comparison = compare(&counted.regions(file), &sites(&ours, file), &source);
        let Comparison { n_regions, n_exact, ref rest } = comparison;
        println!("{}: {n_exact} of {n_regions} regions exact", file.display());
        for difference in rest {
            let (line, column) = difference.extent.start;
            println!("  {line}:{column}  {}  {}", difference.text, difference.what);
        }
        comparison
    };
    Some(files.iter().map(one).collect())
}

#[test]
fn every_construct_has_exact_counts() {
    let file = here().join("constructs.c");
    for level in ["-O0", "-O2"] {
        let subject = Subject { files: vec![file.clone()], flags: vec![level.to_string()] };
        let Some(found) = comparisons(&format!("constructs{level}"), &subject, &[&file]) else { return };
        assert!(found[0].n_regions > 300, "{} regions", found[0].n_regions);
        assert!(found[0].rest.is_empty(), "{} regions differ at {level}", found[0].rest.len());
    }
}

/// Enough regions agree, and the list explains exactly the others.
fn check(package: &str, driver: &str, others: &[&str], compared: &[&str]) {
    let folder = match package::source(package) {
        Ok(folder) => folder,
        Err(why) => return package::absent(package, &why),
    };
    let files = others.iter().chain(compared).map(|name| folder.join(name)).chain([here().join(driver)]);
    let flags = ["-O1".to_string(), "-DHAVE_UNISTD_H".to_string(), format!("-I{}", folder.display())];
    let subject = Subject { files: files.collect(), flags: flags.to_vec() };
    let paths: Vec<_> = compared.iter().map(|name| folder.join(name)).collect();
    let paths: Vec<&Path> = paths.iter().map(|path| path.as_path()).collect();
    let Some(found) = comparisons(package, &subject, &paths) else { return };
    for (name, comparison) in compared.iter().zip(found) {
        let Comparison { n_regions, n_exact, rest } = comparison;
        assert!(n_regions > 200, "{name}: only {n_regions} regions");
        assert!(n_exact * 100 >= n_regions * ENOUGH, "{name}: {n_exact} of {n_regions}");
        let mut left: Vec<String> = rest.into_iter().map(|difference| difference.text).collect();
        let mut listed = explained(name);
        left.sort();
        listed.sort();
        assert_eq!(left, listed, "{name}: the regions that differ, and those that explained.txt explains");
    }
}

/// The texts that `explained.txt` lists for a file: lines `file: text`, each followed by its indented reason.
fn explained(name: &str) -> Vec<String> {
    let list = std::fs::read_to_string(here().join("explained.txt")).expect("the list is there");
    let entries = list.lines().filter_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
    entries.map(str::to_string).collect()
}

#[test]
fn zlib() {
    let others = "adler32.c compress.c crc32.c infback.c inffast.c inftrees.c trees.c uncompr.c zutil.c";
    let others: Vec<&str> = others.split(' ').collect();
    check("zlib", "zlib.c", &others, &["deflate.c", "inflate.c"]);
}

#[test]
fn cjson() {
    check("cjson", "cjson.c", &[], &["cJSON.c"]);
}
