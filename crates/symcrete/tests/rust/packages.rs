//! Packages of unusual kinds: without the standard library or its prelude, with a workspace around them, with C inside.

use crate::{folder::Folder, is_slow, package, says, turn};

fn explored(folder: &Folder, code: i32, args: &[&str]) -> String {
    says(folder, code, &[&["test", "--time", "60s", "--quiet", "--force"], args].concat())
}

/// The driver brings what it needs, and takes nothing from a crate that has it not.
#[test]
fn crates_without_a_prelude_or_a_standard_library_are_driven() {
    if !is_slow() {
        return;
    }
    let _turn = turn();
    let folder = Folder::new("rust-bare");
    for (name, head) in
        [("bare", "#![no_std]"), ("silent", "#![no_implicit_prelude]"), ("both", "#![no_std]\n#![no_implicit_prelude]")]
    {
        package(&folder, name, "");
        let body =
            "pub fn pick(n: u8, on: bool) -> u8 {\n    if on && n == 77 { ::core::panic!(\"found\") }\n    n\n}\n";
        folder.write("src/lib.rs", format!("{head}\n{body}"));
        let text = explored(&folder, 1, &["pick"]);
        assert!(text.contains("It says: found") && text.contains("branches: 4 of 4 covered"), "{head}: {text}");
        assert!(text.contains("every feasible path was explored"), "{head}: {text}");
    }
}

/// What two crates of a workspace share counts once, whoever uses it.
#[test]
fn a_generic_function_of_another_crate_of_the_workspace_counts_once() {
    if !is_slow() {
        return;
    }
    let _turn = turn();
    let folder = Folder::new("rust-workspace");
    folder.write("Cargo.toml", "[workspace]\nmembers = [\"shared\", \"user\"]\nresolver = \"2\"\n");
    let manifest = |name: &str, more: &str| {
        format!("[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2021\"\n[dependencies]\n{more}")
    };
    folder.write("shared/Cargo.toml", manifest("shared", ""));
    folder.write(
        "shared/src/lib.rs",
        "pub fn least<T: PartialOrd>(a: T, b: T) -> T {\n    if a < b { a } else { b }\n}\n",
    );
    folder.write("user/Cargo.toml", manifest("user", "shared = { path = \"../shared\" }\n"));
    folder.write(
        "user/src/lib.rs",
        "pub fn both(a: u8, b: u8, c: i16, d: i16) -> (u8, i16) {\n    (shared::least(a, b), shared::least(c, d))\n}\n",
    );
    let text = explored(&folder, 0, &["-p", "user", "both"]);
    assert!(text.contains("branches: 2 of 2 covered"), "{text}");
}

/// C that the crate `cc` compiles is followed like the rest. It comes from the registry.
#[test]
fn c_that_a_build_script_compiles_is_followed() {
    if !is_slow() {
        return;
    }
    let _turn = turn();
    let folder = Folder::new("rust-c");
    package(&folder, "mixed", "[build-dependencies]\ncc = \"1\"\n");
    folder.write("build.rs", "fn main() { cc::Build::new().file(\"lock.c\").compile(\"lock\"); }\n");
    folder.write("lock.c", "int is_open(unsigned key) { return key * 3u == 0x12345u * 3u && (key & 1u); }\n");
    folder.write(
        "src/lib.rs",
        "unsafe extern \"C\" {\n    fn is_open(key: u32) -> i32;\n}\npub fn enter(key: u32) {\n    \
         if unsafe { is_open(key) } != 0 { panic!(\"open\") }\n}\n",
    );
    let text = explored(&folder, 1, &["enter"]);
    assert!(text.contains("It says: open"), "{text}");
}

/// A program that ends by itself, with any status, has no bug.
#[test]
fn an_exit_status_is_no_finding() {
    if !is_slow() {
        return;
    }
    let _turn = turn();
    let folder = Folder::new("rust-exit");
    package(&folder, "leaves", "");
    folder.write("src/lib.rs", "pub fn leave(n: u8) -> u8 {\n    if n == 5 { std::process::exit(101) }\n    n\n}\n");
    let text = explored(&folder, 0, &["leave"]);
    assert!(text.contains("branches: 2 of 2 covered") && text.contains("findings: 0"), "{text}");
}
