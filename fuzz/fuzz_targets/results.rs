//! Stored tests, findings and reports are files that people and tools edit.
#![no_main]

use libfuzzer_sys::fuzz_target;
use symcrete_corpus::{Facts, Manifest, Report};

fuzz_target!(|bytes: &[u8]| {
    if let Ok(manifest) = serde_json::from_slice::<Manifest>(bytes) {
        let again = serde_json::to_vec(&manifest).expect("what was read can be written");
        assert_eq!(serde_json::from_slice::<Manifest>(&again).expect("and read again"), manifest);
        let _ = manifest.asked();
    }
    let _ = serde_json::from_slice::<Facts>(bytes);
    let _ = serde_json::from_slice::<Report>(bytes);
});
