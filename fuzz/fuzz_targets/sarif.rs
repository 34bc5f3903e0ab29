//! Reports of other tools: each result has a place or none, and what is written is read back.
#![no_main]

use libfuzzer_sys::fuzz_target;
use symcrete_corpus::sarif;

fuzz_target!(|text: &str| {
    let Ok(results) = sarif::read(text) else { return };
    let written: Vec<_> = results
        .iter()
        .flatten()
        .map(|result| serde_json::json!({ "locations": [sarif::location(&result.at.file, result.at.line, 0)] }))
        .collect();
    let again = sarif::read(&sarif::document("0", &serde_json::json!([]), &written)).expect("what was written is SARIF");
    let places = |list: &[Option<sarif::Reported>]| list.iter().flatten().map(|result| result.at.clone()).collect::<Vec<_>>();
    assert_eq!(places(&again), places(&results));
});
