//! Traces lie in memory that the program under test can write: whatever stands there is refused or lifted, without a panic.
//!
//! Inputs are packed (`symcrete_exec::unpack`), since a region's parts are far from each other; `scripts/fuzz.sh` packs traces of real runs as seeds.
#![no_main]

use libfuzzer_sys::fuzz_target;
use symcrete_exec::unpack;
use symcrete_expr::{Arena, Stop};
use symcrete_search::Path;
use symcrete_trace::Trace;

fuzz_target!(|bytes: &[u8]| {
    let region = unpack(bytes);
    let Ok(trace) = Trace::new(&region) else { return };
    let _ = trace.events().take(10_000).count() + trace.lost().count() + trace.modules().count();
    let _ = (trace.asked().count(), trace.given().count(), trace.last_branch());
    let _ = Path::unless(&Stop::new(), &trace, Some(1000), &mut Arena::new());
});
