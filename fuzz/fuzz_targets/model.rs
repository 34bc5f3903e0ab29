//! Static models are read from a section of the program, which may be damaged: refused with a reason, never a panic.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(modules) = symcrete_model::decode_all(bytes) {
        let _ = symcrete_model::Program::link(modules);
    }
});
