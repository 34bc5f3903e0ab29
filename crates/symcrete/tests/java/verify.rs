//! Woven classes pass the verifier of the virtual machine: all of the libraries that testing Java brings along.

use std::process::Command;
use symcrete_jvm::Kit;
use symcrete_trace::REGION_SIZE;

/// Jars of Debian's `libasm-java` and `junit5`.
const JARS: [&str; 2] = ["/usr/share/java/asm-all.jar", "/usr/share/java/junit-platform-console-standalone.jar"];

/// Weaves and initialises every class of the jars.
pub(crate) fn check() {
    let folder = tempfile::tempdir().expect("a folder");
    let kit = Kit::new(&symcrete_build::surroundings::inherited("java".as_ref())).expect("what Java needs");
    let source = super::folder().with_file_name("verify").join("VerifyAll.java");
    let compiled = Command::new("javac").arg("-cp").arg(kit.jar()).arg("-d").arg(folder.path()).arg(source).output();
    let compiled = compiled.expect("javac starts");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let region = folder.path().join("region");
    let file = std::fs::File::create(&region).expect("a file");
    file.set_len(REGION_SIZE as u64).expect("a sparse file");
    let path = format!("{}:{}", kit.jar().display(), folder.path().display());
    let line = format!("exec java -Xmx1g -cp '{path}' VerifyAll {} 9<>'{}'", JARS.join(" "), region.display());
    let ran = Command::new("sh").arg("-c").arg(line).output().expect("sh starts");
    let said = String::from_utf8_lossy(&ran.stdout);
    let last = said.lines().last().unwrap_or_default();
    let words: Vec<&str> = last.split(' ').collect();
    let [_, verified, _, all] = words.as_slice() else { panic!("{said}{}", String::from_utf8_lossy(&ran.stderr)) };
    assert_eq!(verified, all, "{said}");
    assert!(all.parse::<u32>().is_ok_and(|all| all > 1000), "{last}");
}
