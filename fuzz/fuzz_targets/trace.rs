//! Traces lie in memory that the program under test can write: whatever stands there is refused or lifted, without a panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use symcrete_expr::{Arena, Stop};
use symcrete_search::Path;
use symcrete_trace::Trace;

fuzz_target!(|bytes: &[u8]| {
    let Ok(trace) = Trace::new(bytes) else { return };
    let _ = trace.events().take(10_000).count() + trace.lost().count() + trace.modules().count();
    let _ = (trace.asked().count(), trace.given().count(), trace.last_branch());
    let _ = Path::unless(&Stop::new(), &trace, Some(1000), &mut Arena::new());
});
