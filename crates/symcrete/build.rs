//! Tells programs where libLLVM is.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let lib = std::env::var("DEP_SYMCRETE_BUILD_RPATH").expect("symcrete-build says where libLLVM is");
    println!("cargo:rustc-link-arg=-Wl,-rpath,{lib}");
}
