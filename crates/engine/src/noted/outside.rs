//! Functions of the C library by which more comes into a program than its inputs, and code that runs beside its first thread.
//!
//! Runs follow one thread of one process, and what it reads of inputs by functions that have a model. A program that starts another
//! thread, reads a descriptor by other means, or asks for the time or for random bytes can do what no run of ours showed. Where runs
//! came to such a call nothing is concluded. A function whose result is merely not followed is no matter of this: symbolic data that
//! goes into it is a loss, counted where it happened.

use super::Noted;
use symcrete_libc::{Fact, is};
use symcrete_model::{BranchId, Program};
use symcrete_reach::{ASSEMBLY, Mention, mentions};

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
        why: "starts a thread, a process or another program, which is not followed",
    },
    Family { fact: Fact::Reader, kind: "reader", why: "may bring input of the program that is not followed" },
    Family {
        fact: Fact::Environment,
        kind: "environment",
        why: "gives what differs from run to run, but is the same in every run here",
    },
];

impl Family {
    /// The family of a function, or of inline assembly.
    fn of(name: &str) -> Option<&'static Family> {
        FAMILIES.iter().find(|family| is(name, family.fact) || name == ASSEMBLY && family.fact == Fact::Reader)
    }
}

/// `std::thread::_M_start_thread`, by which every thread of C++ begins.
const STD_THREAD: &str = "_ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE";

/// Names of files that are an input under another name, or differ from run to run.
const FILES: &[&str] = &["/dev/stdin", "/dev/fd/", "/proc/self/fd", "/dev/tty", "/dev/random", "/dev/urandom"];

/// Places that call such functions, and the names of such files.
pub(super) struct Outside {
    mentions: Vec<Mention>,
    files: Vec<&'static str>,
}

impl Outside {
    pub(super) fn of(program: &Program) -> Outside {
        let globals = || program.modules().iter().flat_map(|module| module.globals.iter());
        let has = |name: &str| {
            let holds = |bytes: &[u8]| bytes.windows(name.len()).any(|part| part == name.as_bytes());
            globals().any(|global| global.initializer.as_deref().is_some_and(holds))
        };
        let files = FILES.iter().copied().filter(|name| has(name)).collect();
        Outside { mentions: mentions(program, |name| Family::of(name).is_some()), files }
    }

    pub(super) fn met(&self, covered: &[BranchId]) -> Vec<Noted> {
        let files = self.files.iter().map(|name| {
            let what = format!("the program has a text with {name}: what it reads from there is not followed");
            Noted { kind: "reader", file: String::new(), line: 0, what }
        });
        let met = self.mentions.iter().filter(|one| one.may_hit(covered)).filter_map(|one| {
            let family = Family::of(&one.name)?;
            let (file, line, _) = one.place.clone();
            let name = if one.name == STD_THREAD { "std::thread" } else { &one.name };
            Some(Noted { kind: family.kind, file, line, what: format!("{name} {}", family.why) })
        });
        files.chain(met).collect()
    }
}
