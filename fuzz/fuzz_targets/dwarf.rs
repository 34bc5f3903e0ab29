//! Debug information of a source, and the drivers made of it: an object that is damaged is refused, and types that refer to
//! themselves in ways that C does not allow end somewhere.
//!
//! The files are taken from `build` one by one: the crate as a whole needs LLVM.
#![no_main]
#![allow(dead_code, reason = "the files have more users in their own crate")]

#[path = "../../crates/build/src/entry/cxx.rs"]
mod cxx;
#[path = "../../crates/build/src/entry/debug.rs"]
mod debug;
#[path = "../../crates/build/src/entry/driver.rs"]
mod driver;
#[path = "../../crates/build/src/entry/refused.rs"]
mod refused;
#[path = "../../crates/build/src/entry/related.rs"]
mod related;
#[path = "../../crates/build/src/entry/show.rs"]
mod show;
#[path = "../../crates/build/src/entry/spelled.rs"]
mod spelled;

use debug::Debug;
use libfuzzer_sys::fuzz_target;

/// As in `build::entry`.
struct Entry {
    function: String,
    assume: Vec<String>,
    globals: Vec<String>,
    elements: Option<u64>,
    string: u64,
    depth: u32,
    no_null: bool,
}

fuzz_target!(|image: &[u8]| {
    let Ok(debug) = Debug::read(image) else { return };
    for function in debug.functions.iter().take(8) {
        let globals = debug.variables.iter().take(4).map(|variable| variable.name.clone()).collect();
        let entry = Entry { function: function.name.clone(), assume: Vec::new(), globals, elements: None, string: 16, depth: 3, no_null: false };
        let _ = driver::generate(&entry, "source.c".as_ref(), &debug, function);
    }
});
