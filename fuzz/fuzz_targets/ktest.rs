//! KLEE's files come from elsewhere.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let _ = symcrete_corpus::import::ktest::read("name", bytes);
});
