//! `symcrete init && symcrete test`, as it stands, on the sources of packages by name; with `SLOW=1`.

use crate::folder::{Folder, finish};
use crate::machine::is_slow;
use crate::package::{absent, fetch, run, source};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Packages, and what their build is found by: make, two scripts called configure, one by Autoconf, CMake.
const PACKAGES: [(&str, &str); 5] = [
    ("tree", "Makefile (make)"),
    ("ed", "configure (configure)"),
    ("zlib", "configure (configure)"),
    ("bc", "configure (configure)"),
    ("cjson", "CMakeLists.txt (CMake)"),
];
/// A crate, and its version.
const CRATE: [&str; 2] = ["httpdate", "1.0.3"];

#[test]
fn init_and_test_work_on_packages() {
    if !is_slow() {
        return;
    }
    for (name, mark) in PACKAGES {
        match source(name) {
            Ok(source) => works(name, mark, &source),
            Err(why) => absent(name, &why),
        }
    }
    match krate() {
        Ok(source) => works(CRATE[0], "Cargo.toml (cargo)", &source),
        Err(why) => absent(CRATE[0], &why),
    }
}

/// The source of a crate by name.
fn krate() -> Result<PathBuf, String> {
    let [name, version] = CRATE;
    let address = format!("https://static.crates.io/crates/{name}/{name}-{version}.crate");
    let unpack = format!("set -e; curl -sSfL {address} -o crate; tar xzf crate");
    let folder =
        fetch(&format!("crate-{name}"), |folder| run(Command::new("sh").args(["-c", &unpack]).current_dir(folder)))?;
    Ok(folder.join(format!("{name}-{version}")))
}

fn works(name: &str, mark: &str, source: &Path) {
    let folder = Folder::new(&format!("package-{name}"));
    let copied = Command::new("cp").arg("-a").arg(source).arg(folder.join(name)).status();
    assert!(copied.is_ok_and(|status| status.success()));
    let at = folder.join(name);
    let init = finish(folder.command(&["init"]).current_dir(&at));
    assert_eq!(init.code, Some(0), "{name}: {}{}", init.stdout, init.stderr);
    assert!(init.stderr.contains(&format!("Found {mark}")), "{name}: {}", init.stderr);
    let test = finish(folder.command(&["test"]).current_dir(&at));
    assert!(matches!(test.code, Some(0 | 1)), "{name}: {}{}", test.stdout, test.stderr);
    let covered = test.stdout.lines().find_map(|line| line.strip_prefix("branches: ")?.split(' ').next()?.parse().ok());
    assert!(covered.is_some_and(|covered: u32| covered > 10), "{name}: {}", test.stdout);
}
