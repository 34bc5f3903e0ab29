//! Stored tests, from their text to what exporters and replay get: the parts fit together, or the test is refused.
#![no_main]

use libfuzzer_sys::fuzz_target;
use symcrete_corpus::{Manifest, Test};

fuzz_target!(|text: &str| {
    let Ok(manifest) = Manifest::parse(text) else { return };
    let given = manifest.given.len();
    let Ok(test) = Test::new("000001", manifest) else { return };
    assert_eq!(test.varied.len() + test.env.len() + test.files.len(), given);
    assert!(test.varied.iter().all(|&at| at < test.args.len()));
});
