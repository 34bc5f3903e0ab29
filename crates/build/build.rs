//! Builds the runtime for targets and hands it to the binary as bytes.
//!
//! The runtime is `no_std` with its own panic handler, which cannot live in the same profile as
//! the rest of the workspace; so it is built by a cargo of its own. Only its own object is kept of
//! the static library: what it needs of compiler-rt and libc every C program links anyway.

use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for watched in ["crates/runtime", "crates/abi", "crates/kernel", "crates/trace", "Cargo.toml"] {
        println!("cargo:rerun-if-changed={}", root.join(watched).display());
    }
    let target = out.join("runtime");
    let status = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .current_dir(&root)
        .args(["rustc", "--quiet", "--package", "symcrete-runtime", "--features", "standalone"])
        .args(["--crate-type", "staticlib", "--profile", "runtime", "--target-dir"])
        .arg(&target)
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .env_remove("RUSTFLAGS")
        .status()
        .expect("cargo runs");
    assert!(status.success(), "the runtime does not build");
    let archive = std::fs::read(target.join("runtime/libsymcrete_runtime.a")).expect("the runtime was built");
    std::fs::write(out.join("runtime.o"), own_object(&archive)).expect("OUT_DIR is writable");
    let lib = std::env::var("DEP_LLVM_RUSTC_RPATH").expect("symcrete-llvm says where libLLVM is");
    println!("cargo:rustc-link-arg=-Wl,-rpath,{lib}");
    println!("cargo:rpath={lib}");
}

/// The member of the static library that is the runtime itself.
fn own_object(archive: &[u8]) -> Vec<u8> {
    let file = object::read::archive::ArchiveFile::parse(archive).expect("an archive");
    let own = file
        .members()
        .filter_map(Result::ok)
        .find(|member| member.name().starts_with(b"symcrete_runtime"))
        .expect("the archive holds the runtime");
    own.data(archive).expect("the member is inside").to_vec()
}
