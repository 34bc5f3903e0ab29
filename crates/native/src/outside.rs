//! Functions of the C library by which more comes into a program than its inputs, and code that runs beside its first thread.
//!
//! Runs follow one thread of one process, and what it reads of inputs by functions that have a model. A program that starts another
//! thread, reads a descriptor by other means, or asks for the time or for random bytes can do what no run of ours showed. Where runs
//! came to such a call nothing is concluded, and neither where they came to a function without a row in `symcrete_libc`: nobody knows what it
//! reads. A known function whose result is merely not followed is not meant: symbolic data that goes into it is a loss, counted where it
//! happened.

use std::path::Path;
use symcrete_build::link::is_system;
use symcrete_engine::front::Caveat;
use symcrete_exec::demangled;
use symcrete_libc::{ASSEMBLY, FAST_MATH, FILES, Fact, STREAM_FIELD, is};
use symcrete_model::Program;
use symcrete_reach::Mention;

/// Why nothing may be concluded from runs that call functions of which this is known, and the word for it.
struct Family {
    fact: Fact,
    kind: &'static str,
    why: &'static str,
}

const FAMILIES: &[Family] = &[
    Family {
        fact: Fact::Beside,
        kind: "beside",
        why: "starts a thread, a process or another program that is not followed",
    },
    Family { fact: Fact::Reader, kind: "reader", why: "may read input that is not followed" },
    Family {
        fact: Fact::Environment,
        kind: "environment",
        why: "returns something that differs from run to run, but is the same in every run here",
    },
    Family {
        fact: Fact::ByCompiler,
        kind: "compiler",
        why: "is up to the compiler, which may say otherwise in the plain program",
    },
    Family {
        fact: Fact::Rounding,
        kind: "rounding",
        why: "changes how numbers with a floating point are rounded, which is not followed",
    },
    Family {
        fact: Fact::Surroundings,
        kind: "environment",
        why: "holds all variables of the environment, which are the same in every run here",
    },
];

/// The word for a function of which nothing is known, and why nothing may be concluded from runs that call it.
const UNKNOWN: (&str, &str) = ("unknown", "is unknown to symcrete: what it reads and returns is not followed");

/// Why nothing may be concluded from runs that call this function, have inline assembly or look into a stream, and the word for it.
fn reason(name: &str) -> Option<(&'static str, &'static str)> {
    if name == STREAM_FIELD {
        return Some(("reader", "may tell of input that was read ahead, which is not followed"));
    }
    let is_of = |family: &&Family| is(name, family.fact) || name == ASSEMBLY && family.fact == Fact::Reader;
    let family = FAMILIES.iter().find(is_of).map(|family| (family.kind, family.why));
    family.or_else(|| (!symcrete_libc::knows(name)).then_some(UNKNOWN))
}

/// What people call functions whose names begin so. Every thread of C++ begins by `std::thread::_M_start_thread`.
const SPOKEN: &[(&str, &str)] = &[
    ("_ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE", "std::thread"),
    ("llvm.is.constant", "__builtin_constant_p"),
    ("llvm.objectsize", "__builtin_object_size"),
    ("llvm.readcyclecounter", "__rdtsc"),
    ("llvm.x86.rd", "an instruction that reads a clock, a counter or random bits"),
];

/// Is it up to the compiler, in a header of the system? Those ask about objects for checks (`_FORTIFY_SOURCE`), and do the same either way.
fn is_settled(at: &Mention) -> bool {
    is(&at.name, Fact::ByCompiler) && is_system(Path::new(&at.place.0))
}

/// Is a place that mentions this function one of them?
pub(super) fn concerns(name: &str) -> bool {
    reason(name).is_some()
}

/// Those of these places that call such functions, and texts that name such files.
pub(super) fn caveats(program: &Program, places: &[Mention]) -> Vec<Caveat> {
    let globals = || program.modules().iter().flat_map(|module| module.globals.iter());
    let has = |name: &str| {
        let holds = |bytes: &[u8]| bytes.windows(name.len()).any(|part| part == name.as_bytes());
        globals().any(|global| global.initializer.as_deref().is_some_and(holds))
    };
    let files = FILES.iter().filter(|name| has(name)).map(|name| {
        let what = format!("the program contains the text {name}: what it reads from there is not followed");
        Caveat { kind: "reader", what, at: None, outside: Some(name.to_string()) }
    });
    let calls = places.iter().filter_map(|at| {
        let (kind, why) = reason(&at.name).filter(|_| !is_settled(at))?;
        let spoken = SPOKEN.iter().find(|(start, _)| at.name.starts_with(start));
        let name = spoken.map_or_else(|| demangled(&at.name), |(_, name)| name.to_string());
        Some(Caveat { kind, what: format!("{name} {why}"), at: Some(at.clone()), outside: Some(at.name.clone()) })
    });
    let mut meetings = program.modules().iter().flat_map(|module| &module.meetings);
    let is_loose = meetings.any(|meeting| meeting.name == FAST_MATH && !meeting.locs.is_empty());
    let loose = is_loose.then(|| Caveat {
        kind: "compiler",
        what: "what comes of arithmetic by -ffast-math is up to the compiler, which may say otherwise in the plain program".into(),
        at: None,
        outside: Some(FAST_MATH.into()),
    });
    files.chain(loose).chain(calls).collect()
}
