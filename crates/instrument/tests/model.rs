//! What the instrumenter writes about small C programs, against golden dumps.
//!
//! Each `model/*.c` is compiled as `symcrete cc` does, instrumented, and its decoded model compared with the
//! `.dump` beside it. `BLESS=1` rewrites those. Needs clang-19.

use std::path::{Path, PathBuf};
use std::process::Command;
use symcrete_model::{Module, SiteKind, decode_all, dump};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/model")
}

/// Bitcode as the front end makes it, with names that do not depend on where the test runs.
fn bitcode(source: &str) -> Vec<u8> {
    let compiler = Command::new("clang-19")
        .args(["-g", "-O1", "-Xclang", "-disable-llvm-passes", "-fdebug-compilation-dir=/source", "-w"])
        .args(["-c", "-emit-llvm", "-o", "-", source])
        .current_dir(folder())
        .output()
        .expect("clang-19 is installed");
    assert!(compiler.status.success(), "{}", String::from_utf8_lossy(&compiler.stderr));
    compiler.stdout
}

fn instrumented(source: &str) -> symcrete_instrument::Instrumented {
    symcrete_instrument::instrument(&bitcode(source), 42, &symcrete_instrument::Options::default())
        .expect("the program can be instrumented")
}

fn model(source: &str) -> Module {
    let mut modules = decode_all(&instrumented(source).model).expect("the model can be read back");
    assert_eq!(modules.len(), 1);
    modules.remove(0)
}

/// Compares the dump of a program's model with its golden file.
fn check(name: &str) {
    let model = model(&format!("{name}.c"));
    assert_eq!(model.check(), Ok(()));
    assert_eq!((model.hash, model.locs[0].line), (42, 0));
    let found = dump(&model);
    let golden = folder().join(format!("{name}.dump"));
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&golden, &found).expect("the golden file is writable");
    }
    let expected = std::fs::read_to_string(&golden).unwrap_or_default();
    for (number, (left, right)) in found.lines().zip(expected.lines()).enumerate() {
        assert_eq!(left, right, "{name}.dump:{}; BLESS=1 cargo test -p symcrete-instrument --test model", number + 1);
    }
    assert_eq!(found.len(), expected.len(), "one dump is longer; BLESS=1 rewrites it");
}

#[test]
fn branches() {
    check("branches");
}

#[test]
fn switches() {
    check("switches");
}

#[test]
fn memory() {
    check("memory");
}

#[test]
fn calls() {
    check("calls");
}

/// Flags and content of a section of an ELF file.
fn section(elf: &[u8], wanted: &str) -> Option<(u64, Vec<u8>)> {
    let half = |at: usize| u16::from_le_bytes(elf[at..at + 2].try_into().expect("two bytes")) as usize;
    let long = |at: usize| u64::from_le_bytes(elf[at..at + 8].try_into().expect("eight bytes")) as usize;
    let header = |k: usize| long(0x28) + k * half(0x3a);
    let content = |k: usize| &elf[long(header(k) + 0x18)..][..long(header(k) + 0x20)];
    let names = content(half(0x3e));
    let name_of = |k: usize| {
        let at = u32::from_le_bytes(elf[header(k)..][..4].try_into().expect("four bytes")) as usize;
        names[at..].split(|&byte| byte == 0).next().unwrap_or_default()
    };
    let found = (0..half(0x3c)).find(|&k| name_of(k) == wanted.as_bytes())?;
    Some((long(header(found) + 8) as u64, content(found).to_vec()))
}

#[test]
fn the_object_carries_the_model_without_loading_it() {
    let done = instrumented("branches.c");
    let (flags, bytes) = section(&done.object, symcrete_model::SECTION).expect("the section is there");
    assert_eq!(bytes, done.model);
    assert_eq!(flags, 0, "neither allocated nor merged");
}

#[test]
fn the_linker_appends_models() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let objects = ["calls", "switches"].map(|name| folder.join(format!("{name}.o")));
    for (name, object) in ["calls.c", "switches.c"].iter().zip(&objects) {
        std::fs::write(object, instrumented(name).object).expect("the folder is writable");
    }
    let linked = folder.join("linked.o");
    let status = Command::new("clang-19").args(["-r", "-nostdlib", "-o"]).arg(&linked).args(&objects).status();
    assert!(status.expect("clang-19 is installed").success());
    let elf = std::fs::read(&linked).expect("the linked file is there");
    let (_, bytes) = section(&elf, symcrete_model::SECTION).expect("the section is there");
    let models = decode_all(&bytes).expect("both models can be read");
    assert_eq!(models.iter().map(|model| model.name.as_str()).collect::<Vec<_>>(), ["calls.c", "switches.c"]);
}

/// The instrumented object and its model number outcomes alike, and every site that survived has a block.
#[test]
fn sites_have_places() {
    let model = model("branches.c");
    assert!(model.sites.iter().all(|site| site.block.is_some()));
    let without_edge = model.sites.iter().filter(|site| site.edges.iter().all(Option::is_none)).count();
    assert_eq!(without_edge, 2, "only the right operands of && and || as values are no jumps");
    let n_switches =
        self::model("switches.c").sites.iter().filter(|s| matches!(s.kind, SiteKind::Switch { .. })).count();
    assert_eq!(n_switches, 5);
}
