//! Lets this crate's own tests find the libLLVM that `symcrete-llvm` links.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let lib = std::env::var("DEP_LLVM_RUSTC_RPATH").expect("symcrete-llvm says where libLLVM is");
    println!("cargo:rustc-link-arg=-Wl,-rpath,{lib}");
}
