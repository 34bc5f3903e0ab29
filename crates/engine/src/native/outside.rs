//! Functions of the C library by which more comes into a program than its inputs, and code that runs beside its first thread.
//!
//! Runs follow one thread of one process, and what it reads of inputs by functions that have a model. A program that starts another
//! thread, reads a descriptor by other means, or asks for the time or for random bytes can do what no run of ours showed. Where runs
//! came to such a call nothing is concluded. A function whose result is merely not followed is no matter of this: symbolic data that
//! goes into it is a loss, counted where it happened.

use crate::front::Caveat;
use std::collections::BTreeSet;
use symcrete_model::Program;
use symcrete_reach::{ASSEMBLY, mentions};

/// Why nothing may be concluded from runs that call these, the word for it, and the functions.
struct Family {
    kind: &'static str,
    why: &'static str,
    names: &'static [&'static str],
}

const FAMILIES: &[Family] = &[
    Family {
        kind: "beside",
        why: "starts a thread, a process or another program, which is not followed",
        names: &[
            "pthread_create",
            "thrd_create",
            STD_THREAD,
            "fork",
            "_Fork",
            "vfork",
            "forkpty",
            "daemon",
            "clone",
            "posix_spawn",
            "posix_spawnp",
            "system",
            "popen",
            "wordexp",
            "execl",
            "execlp",
            "execle",
            "execv",
            "execvp",
            "execvpe",
            "execve",
            "execveat",
            "fexecve",
            "timer_create",
            "mq_notify",
            "getaddrinfo_a",
        ],
    },
    Family {
        kind: "reader",
        why: "may bring input of the program that is not followed",
        names: &[
            "readv",
            "preadv",
            "preadv2",
            "preadv64",
            "preadv64v2",
            "recv",
            "recvfrom",
            "recvmsg",
            "recvmmsg",
            "__recv_chk",
            "__recvfrom_chk",
            "splice",
            "tee",
            "sendfile",
            "sendfile64",
            "copy_file_range",
            "aio_read",
            "aio_read64",
            "lio_listio",
            "io_submit",
            "process_vm_readv",
            "dup",
            "dup2",
            "dup3",
            "fcntl",
            "fcntl64",
            "ioctl",
            "poll",
            "ppoll",
            "select",
            "pselect",
            "epoll_wait",
            "syscall",
            "dlopen",
            "dlmopen",
            "dlsym",
            "dlvsym",
            ASSEMBLY,
        ],
    },
    Family {
        kind: "environment",
        why: "gives what differs from run to run, but is the same in every run here",
        names: &[
            "time",
            "clock",
            "clock_gettime",
            "gettimeofday",
            "ftime",
            "times",
            "getrusage",
            "timespec_get",
            "getrandom",
            "getentropy",
            "arc4random",
            "arc4random_buf",
            "arc4random_uniform",
            "_ZNSt13random_device9_M_getvalEv",
            "_ZNSt6chrono3_V212system_clock3nowEv",
            "_ZNSt6chrono3_V212steady_clock3nowEv",
            "getpid",
            "getppid",
            "gettid",
        ],
    },
];

/// `std::thread::_M_start_thread`, by which every thread of C++ begins.
const STD_THREAD: &str = "_ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE";

/// Names of files that are an input under another name, or differ from run to run.
const FILES: &[&str] = &["/dev/stdin", "/dev/fd/", "/proc/self/fd", "/dev/tty", "/dev/random", "/dev/urandom"];

/// Places that call such functions, and texts that name such files.
pub(super) fn caveats(program: &Program) -> Vec<Caveat> {
    let names: BTreeSet<&str> = FAMILIES.iter().flat_map(|family| family.names.iter().copied()).collect();
    let globals = || program.modules().iter().flat_map(|module| module.globals.iter());
    let has = |name: &str| {
        let holds = |bytes: &[u8]| bytes.windows(name.len()).any(|part| part == name.as_bytes());
        globals().any(|global| global.initializer.as_deref().is_some_and(holds))
    };
    let files = FILES.iter().filter(|name| has(name)).map(|name| {
        let what = format!("the program has a text with {name}: what it reads from there is not followed");
        Caveat { kind: "reader", what, at: None }
    });
    let calls = mentions(program, &names).into_iter().filter_map(|at| {
        let family = FAMILIES.iter().find(|family| family.names.contains(&at.name.as_str()))?;
        let name = if at.name == STD_THREAD { "std::thread" } else { &at.name };
        Some(Caveat { kind: family.kind, what: format!("{name} {}", family.why), at: Some(at) })
    });
    files.chain(calls).collect()
}
