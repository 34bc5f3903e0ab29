//! Tells programs and tests where libLLVM is: of this crate, and of those above it, which use this file too.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let lib = std::env::var("DEP_SYMCRETE_BUILD_RPATH").expect("symcrete-build says where libLLVM is");
    // First where an installation has it, relative to its programs.
    println!("cargo:rustc-link-arg=-Wl,-rpath,$ORIGIN/../lib/symcrete");
    println!("cargo:rustc-link-arg=-Wl,-rpath,{lib}");
}
