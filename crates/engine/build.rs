//! Tells programs and tests where libLLVM is: of this crate, and of those above it, which use this file too.
//!
//! It depends on nothing but itself. A file that it names would be looked for in each of these crates, and one that is not there makes cargo build them anew each time.

fn main() {
    println!("cargo:rerun-if-env-changed=DEP_SYMCRETE_BUILD_RPATH");
    let lib = std::env::var("DEP_SYMCRETE_BUILD_RPATH").expect("symcrete-build says where libLLVM is");
    // First where an installation has it, relative to its programs.
    println!("cargo:rustc-link-arg=-Wl,-rpath,$ORIGIN/../lib/symcrete");
    println!("cargo:rustc-link-arg=-Wl,-rpath,{lib}");
}
