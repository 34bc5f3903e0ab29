//! A target of cargo-fuzz: its folders of inputs begin the exploration and get what it finds.

use crate::{folder::Folder, is_slow, package, says, turn};

const TARGET: &str = "#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    if data.len() == 3 && data[0] == b'F' && data[1] == b'U' && data[2] == b'Z' { panic!(\"found\") }
});
";

const MANIFEST: &str = "[package]
name = \"tool-fuzz\"
version = \"0.0.0\"
edition = \"2021\"
[package.metadata]
cargo-fuzz = true
[dependencies]
libfuzzer-sys = \"0.4\"
[[bin]]
name = \"raw\"
path = \"fuzz_targets/raw.rs\"
[workspace]
";

/// With SLOW=1: libfuzzer-sys comes from the registry.
#[test]
fn inputs_of_cargo_fuzz_are_used_and_added() {
    if !is_slow() {
        return;
    }
    let _turn = turn();
    let folder = Folder::new("rust-fuzz");
    package(&folder, "tool", "");
    folder.write("src/lib.rs", "");
    folder.write("fuzz/Cargo.toml", MANIFEST);
    folder.write("fuzz/fuzz_targets/raw.rs", TARGET);
    folder.write("fuzz/corpus/raw/mine", "FU");
    let text = says(&folder, 1, &["test", "raw", "--time", "30s", "--quiet"]);
    assert!(text.contains("It says: found") && text.contains("new inputs for cargo fuzz: "), "{text}");
    let inputs = |kind: &str| -> Vec<Vec<u8>> {
        let entries = std::fs::read_dir(folder.join("fuzz").join(kind).join("raw")).expect("a folder");
        entries.map(|entry| std::fs::read(entry.expect("an entry").path()).expect("read")).collect()
    };
    assert!(inputs("artifacts").contains(&b"FUZ".to_vec()), "{:?}", inputs("artifacts"));
    assert_eq!(inputs("corpus").iter().filter(|input| **input == b"FU").count(), 1, "{:?}", inputs("corpus"));
    assert_eq!(std::fs::read(folder.join("fuzz/corpus/raw/mine")).expect("read"), b"FU");
    // What was put there begins the next exploration, and nothing is added twice.
    let before = (inputs("corpus").len(), inputs("artifacts").len());
    says(&folder, 1, &["test", "raw", "--force", "--iterations", "1", "--quiet"]);
    assert_eq!((inputs("corpus").len(), inputs("artifacts").len()), before);
}
