//! Links the libLLVM that the Rust toolchain itself uses: one LLVM for every machine, no
//! llvm-dev package. The pinned toolchain makes its version certain.

use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".into());
    let output = Command::new(rustc).args(["--print", "sysroot"]).output().expect("rustc prints its sysroot");
    let sysroot = String::from_utf8(output.stdout).expect("the sysroot is valid UTF-8");
    let lib = Path::new(sysroot.trim()).join("lib");
    let name = std::fs::read_dir(&lib)
        .expect("the sysroot has a lib folder")
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .find(|name| name.starts_with("libLLVM.so."))
        .expect("the toolchain ships libLLVM.so: install Rust with rustup");
    println!("cargo:rustc-link-search=native={}", lib.display());
    println!("cargo:rustc-link-lib=dylib:+verbatim={name}");
    println!("cargo:rustc-link-arg=-Wl,-rpath,{}", lib.display());
    println!("cargo:rpath={}", lib.display());
}
