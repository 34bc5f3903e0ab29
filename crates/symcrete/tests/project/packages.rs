//! `symcrete init && symcrete test`, as it stands, on the sources of packages by name; with `SLOW=1`.

use crate::folder::{Folder, finish};
use crate::machine::is_slow;
use crate::package::{absent, source};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Packages of Debian, and what their build is found by: make, scripts called configure, of which that of bc is Autoconf's, CMake, Meson, Maven. Where Maven cannot get
/// what it needs, the sources are compiled without it.
const PACKAGES: [(&str, &str); 8] = [
    ("tree", "Makefile (make)"),
    ("bzip2", "Makefile (make)"),
    ("ed", "configure (configure)"),
    ("zlib", "configure (configure)"),
    ("bc", "configure (configure)"),
    ("cjson", "CMakeLists.txt (CMake)"),
    ("fribidi", "meson.build (Meson)"),
    ("libcommons-codec-java", "pom.xml (Maven)"),
];
/// Our own dependency, which has none: cargo has its sources.
const CRATE: &str = "strsim";

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
    works(CRATE, "Cargo.toml (cargo)", &of_cargo(CRATE));
}

/// The sources of a crate that this workspace depends on.
fn of_cargo(name: &str) -> PathBuf {
    let mut cargo = Command::new("cargo");
    cargo.args(["metadata", "--format-version", "1", "--manifest-path"]);
    let known = cargo.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")).output().expect("cargo starts");
    let known: serde_json::Value = serde_json::from_slice(&known.stdout).expect("what cargo knows");
    let packages = known["packages"].as_array().expect("packages");
    let found = packages.iter().find(|one| one["name"] == name).and_then(|one| one["manifest_path"].as_str());
    Path::new(found.expect(name)).parent().expect("a folder").into()
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
    assert!(covered.is_some_and(|covered: u32| covered > 3), "{name}: {}", test.stdout);
}
