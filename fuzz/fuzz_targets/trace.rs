//! Traces lie in memory that the program under test can write: whatever stands there is refused or lifted, without a panic.
//!
//! Inputs are packed (`symcrete_exec::unpack`), since a region's parts are far from each other; `scripts/fuzz.sh` packs traces of real runs as seeds.
//! Counts are cut to what an input can fill: a header that claims millions of entries is read to its end, which is only slow.
#![no_main]

use libfuzzer_sys::fuzz_target;
use symcrete_exec::unpack;
use symcrete_expr::{Arena, Stop};
use symcrete_search::{Lift, Path};
use symcrete_trace::{Trace, word};

/// Most entries of a part.
const MOST: u64 = 4096;
const COUNTS: [usize; 5] = [word::N_EVENTS, word::N_RECORDS, word::ASKED_BYTES, word::N_MODULES, word::N_OUTCOMES];

fuzz_target!(|bytes: &[u8]| {
    let mut region = unpack(bytes);
    for index in COUNTS {
        if let Some(word) = region.get_mut(index * 8..index * 8 + 8) {
            let count = u64::from_le_bytes(word.try_into().expect("eight bytes"));
            word.copy_from_slice(&count.min(MOST).to_le_bytes());
        }
    }
    let Ok(trace) = Trace::new(&region) else { return };
    let _ = trace.events().count() + trace.lost().count() + trace.modules().count();
    let _ = (trace.asked().count(), trace.given().count(), trace.last_branch());
    for splits in [false, true] {
        let _ = Path::unless(&Stop::new(), &trace, Lift { first: Some(1000), splits }, &mut Arena::new());
    }
});
