//! `symcrete init && symcrete test`, as it stands, on the sources of packages by name; with `SLOW=1`.

use crate::folder::{Folder, finish};
use crate::machine::is_slow;
use crate::package::{absent, source};
use std::path::Path;
use std::process::Command;

/// Packages, and what their build is found by: make, two scripts called configure, one by Autoconf, CMake.
const PACKAGES: [(&str, &str); 6] = [
    ("tree", "Makefile (make)"),
    ("bzip2", "Makefile (make)"),
    ("ed", "configure (configure)"),
    ("zlib", "configure (configure)"),
    ("bc", "configure (configure)"),
    ("cjson", "CMakeLists.txt (CMake)"),
];

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
