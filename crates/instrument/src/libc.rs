//! Which libc functions have a model in the runtime: a table, one row each.
//!
//! A modelled function is replaced by its model wherever the module names it, in calls and as a pointer (`fgetc` handed to
//! a parser, `realloc` in a table of hooks). The model calls the real one and then says what became symbolic.
//! Scope: `docs/design/libc-models.md`.

use crate::Options;
use crate::llvm::Session;
use symcrete_abi::name;

/// Which arguments of a modelled function are passed on with their expressions. The path relies on the
/// numbers of all others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Followed {
    /// None of them.
    None,
    /// Only this one.
    One(usize),
    /// All of them: the model is instrumented too.
    All,
}

impl Followed {
    /// Is argument `k` passed on with its expression?
    pub(crate) fn contains(self, k: usize) -> bool {
        match self {
            Followed::None => false,
            Followed::One(only) => only == k,
            Followed::All => true,
        }
    }
}

/// Models by families: one file each of `runtime/src/model`, or of `runtime/instrumented`.
const FAMILIES: &[(Followed, &[&str])] = &[
    (Followed::None, INPUT),
    (Followed::None, CXX_FILES),
    (Followed::One(0), &["ungetc"]),
    (Followed::None, RANDOM),
    (Followed::None, GROUND),
    (Followed::None, COMPARISONS),
    (Followed::None, SEARCHES),
    (Followed::One(1), SEARCHES_FOR_A_BYTE),
    (Followed::None, COPIES),
    (Followed::All, &["calloc", "reallocarray"]),
    (Followed::One(1), &["realloc"]),
    (Followed::One(0), &["malloc", "valloc"]),
    (Followed::One(1), &["aligned_alloc", "memalign"]),
    (Followed::One(2), &["posix_memalign"]),
    (Followed::None, &["free"]),
    (Followed::None, FORTIFIED),
    (Followed::One(1), FILLS),
    (Followed::None, NUMBERS),
    (Followed::All, LIBM),
    (Followed::All, ROUNDINGS),
    (Followed::All, TEXT_NUMBERS),
    (Followed::All, STRINGS),
    (Followed::All, SORTS),
    (Followed::All, OPTIONS),
    (Followed::All, SCANS),
    (Followed::All, PRINTS),
    (Followed::One(0), CHARACTERS),
];

const INPUT: &[&str] = &[
    "read",
    "pread",
    "pread64",
    "fread",
    "fread_unlocked",
    "fgets",
    "fgets_unlocked",
    "getdelim",
    "getline",
    "fgetc",
    "getc",
    "_IO_getc",
    "getc_unlocked",
    "fgetc_unlocked",
    "getchar",
    "getchar_unlocked",
    "stat",
    "stat64",
    "lstat",
    "lstat64",
    "fstat",
    "fstat64",
    "lseek",
    "lseek64",
    "fseek",
    "fseeko",
    "fseeko64",
];
/// `std::__basic_file<char>`, by which the buffers of C++'s files read: `xsgetn`, `seekoff`, `showmanyc`.
const CXX_FILES: &[&str] = &[
    "_ZNSt12__basic_fileIcE6xsgetnEPcl",
    "_ZNSt12__basic_fileIcE7seekoffElSt12_Ios_Seekdir",
    "_ZNSt12__basic_fileIcE9showmanycEv",
];
const RANDOM: &[&str] = &["getrandom", "getentropy", "arc4random", "arc4random_buf", "time"];
const GROUND: &[&str] = &["fork", "mmap", "mmap64"];
const COMPARISONS: &[&str] = &["memcmp", "bcmp", "strcmp", "strncmp", "strcasecmp", "strncasecmp", "strcoll"];
const SEARCHES: &[&str] = &["strlen", "strnlen", "strstr", "strspn", "strcspn", "strpbrk"];
const SEARCHES_FOR_A_BYTE: &[&str] =
    &["strchr", "strchrnul", "strrchr", "index", "rindex", "memchr", "memrchr", "rawmemchr"];
const COPIES: &[&str] = &["memcpy", "memmove", "mempcpy", "bcopy", "bzero"];
/// Modelled only in code that is checked for bounds, which has to know its objects.
const ALLOCATIONS: &[&str] = &["malloc", "free", "aligned_alloc", "memalign", "posix_memalign", "valloc"];
const FORTIFIED: &[&str] = &[
    "__memcpy_chk",
    "__memmove_chk",
    "__mempcpy_chk",
    "__memset_chk",
    "__read_chk",
    "__pread_chk",
    "__fgets_chk",
    "__fread_chk",
];
const FILLS: &[&str] = &["memset"];
const NUMBERS: &[&str] = &["atoi", "atol", "atoll", "strtol", "strtoll", "strtoul", "strtoull"];
const LIBM: &[&str] = &[
    "sqrt", "sqrtf", "fmod", "fmodf", "sin", "sinf", "cos", "cosf", "tan", "tanf", "asin", "asinf", "acos", "acosf",
    "atan", "atanf", "sinh", "sinhf", "cosh", "coshf", "tanh", "tanhf", "exp", "expf", "exp2", "exp2f", "expm1",
    "expm1f", "log", "logf", "log2", "log2f", "log10", "log10f", "log1p", "log1pf", "pow", "powf", "atan2", "atan2f",
    "hypot", "hypotf",
];
const ROUNDINGS: &[&str] = &[
    "lround", "lroundf", "lroundl", "llround", "llroundf", "llroundl", "lrint", "lrintf", "lrintl", "llrint",
    "llrintf", "llrintl", "modf", "modff", "modfl",
];
const TEXT_NUMBERS: &[&str] = &["strtod", "strtof", "strtold", "atof"];
const STRINGS: &[&str] = &[
    "strcpy",
    "stpcpy",
    "strncpy",
    "stpncpy",
    "strcat",
    "strncat",
    "memccpy",
    "strdup",
    "strndup",
    "strtok",
    "strtok_r",
    "strsep",
    "memmem",
    "strcasestr",
    "__strcpy_chk",
    "__stpcpy_chk",
    "__strncpy_chk",
    "__stpncpy_chk",
    "__strcat_chk",
    "__strncat_chk",
];
const OPTIONS: &[&str] = &["getopt", "getopt_long", "getopt_long_only"];
const SORTS: &[&str] = &["qsort", "qsort_r", "bsearch"];
const SCANS: &[&str] = &[
    "sscanf",
    "fscanf",
    "scanf",
    "vsscanf",
    "vfscanf",
    "vscanf",
    "__isoc99_sscanf",
    "__isoc99_fscanf",
    "__isoc99_scanf",
    "__isoc23_sscanf",
    "__isoc23_fscanf",
    "__isoc23_scanf",
];
const PRINTS: &[&str] = &[
    "sprintf",
    "snprintf",
    "vsprintf",
    "vsnprintf",
    "asprintf",
    "vasprintf",
    "__sprintf_chk",
    "__snprintf_chk",
    "__vsprintf_chk",
    "__vsnprintf_chk",
    "__asprintf_chk",
    "__vasprintf_chk",
];

/// Functions that write text or bytes out of the program. Nothing of that comes back, so nothing is lost.
const OUTPUTS: &[&str] = &[
    "printf",
    "fprintf",
    "vprintf",
    "vfprintf",
    "dprintf",
    "putchar",
    "putc",
    "fputc",
    "putchar_unlocked",
    "putc_unlocked",
    "puts",
    "fputs",
    "fwrite",
    "write",
    "perror",
    "__printf_chk",
    "__fprintf_chk",
    "__vprintf_chk",
    "__vfprintf_chk",
    "_ZNSt12__basic_fileIcE6xsputnEPKcl",
    "_ZNSt12__basic_fileIcE8xsputn_2EPKclS2_l",
];

/// Functions that print by a format, and which argument that is.
const FORMATS: &[(&str, usize)] = &[
    ("printf", 0),
    ("fprintf", 1),
    ("dprintf", 1),
    ("sprintf", 1),
    ("snprintf", 2),
    ("vprintf", 0),
    ("vfprintf", 1),
    ("vsprintf", 1),
    ("vsnprintf", 2),
    ("asprintf", 1),
    ("syslog", 1),
    ("__printf_chk", 1),
    ("__fprintf_chk", 2),
    ("__sprintf_chk", 3),
    ("__snprintf_chk", 4),
];

/// Which argument of a function, or of its model, is a format.
pub(crate) fn format(function: &str) -> Option<usize> {
    let function = function.strip_prefix(name::LIBC).unwrap_or(function);
    FORMATS.iter().find(|(known, _)| *known == function).map(|(_, position)| *position)
}

/// Does this function only write out?
pub(crate) fn is_output(function: &str) -> bool {
    OUTPUTS.contains(&function)
}
const CHARACTERS: &[&str] = &[
    "isalnum", "isalpha", "isblank", "iscntrl", "isdigit", "isgraph", "islower", "isprint", "ispunct", "isspace",
    "isupper", "isxdigit", "toupper", "tolower", "htonl", "ntohl", "htons", "ntohs",
];

/// Which arguments of this modelled function are passed on with their expressions.
pub(crate) fn followed(function: &str) -> Followed {
    FAMILIES.iter().find(|(_, names)| names.contains(&function)).map_or(Followed::None, |(followed, _)| *followed)
}

/// Arguments of modelled functions that are the start and the length of memory they use.
const RANGES: &[(&str, &[(usize, usize)])] = &[
    ("memcpy", &[(0, 2), (1, 2)]),
    ("memmove", &[(0, 2), (1, 2)]),
    ("mempcpy", &[(0, 2), (1, 2)]),
    ("bcopy", &[(0, 2), (1, 2)]),
    ("memset", &[(0, 2)]),
    ("bzero", &[(0, 1)]),
    ("memcmp", &[(0, 2), (1, 2)]),
    ("read", &[(1, 2)]),
    ("pread", &[(1, 2)]),
    ("strncpy", &[(0, 2)]),
    ("snprintf", &[(0, 1)]),
];

/// Start and length among the arguments, of the memory that this modelled function uses.
pub(crate) fn ranges(function: &str) -> &'static [(usize, usize)] {
    RANGES.iter().find(|(known, _)| *known == function).map_or(&[], |(_, ranges)| ranges)
}

/// Memory that an unmodelled function reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reads {
    /// The string that this argument points to.
    Text(u32),
    /// As many bytes at the first argument as the second says.
    Bytes(u32, u32),
}

use Reads::{Bytes, Text};

/// Functions that read memory through pointers. Where one is called without a model, what it makes of
/// symbolic bytes is lost, and counted at the call.
const READERS: &[(&str, &[Reads])] = &[
    ("strlen", &[Text(0)]),
    ("strnlen", &[Bytes(0, 1)]),
    ("strcmp", &[Text(0), Text(1)]),
    ("strncmp", &[Bytes(0, 2), Bytes(1, 2)]),
    ("strcasecmp", &[Text(0), Text(1)]),
    ("strncasecmp", &[Bytes(0, 2), Bytes(1, 2)]),
    ("strcoll", &[Text(0), Text(1)]),
    ("strxfrm", &[Text(1)]),
    ("strchr", &[Text(0)]),
    ("strchrnul", &[Text(0)]),
    ("strrchr", &[Text(0)]),
    ("strstr", &[Text(0), Text(1)]),
    ("strcasestr", &[Text(0), Text(1)]),
    ("strpbrk", &[Text(0), Text(1)]),
    ("strspn", &[Text(0), Text(1)]),
    ("strcspn", &[Text(0), Text(1)]),
    ("strtok", &[Text(1)]),
    ("strcpy", &[Text(1)]),
    ("stpcpy", &[Text(1)]),
    ("strncpy", &[Text(1)]),
    ("strcat", &[Text(1)]),
    ("strncat", &[Text(1)]),
    ("strdup", &[Text(0)]),
    ("strndup", &[Text(0)]),
    ("memcmp", &[Bytes(0, 2), Bytes(1, 2)]),
    ("bcmp", &[Bytes(0, 2), Bytes(1, 2)]),
    ("memchr", &[Bytes(0, 2)]),
    ("memrchr", &[Bytes(0, 2)]),
    ("atoi", &[Text(0)]),
    ("atol", &[Text(0)]),
    ("atoll", &[Text(0)]),
    ("atof", &[Text(0)]),
    ("strtol", &[Text(0)]),
    ("strtoul", &[Text(0)]),
    ("strtoll", &[Text(0)]),
    ("strtoull", &[Text(0)]),
    ("strtod", &[Text(0)]),
    ("strtof", &[Text(0)]),
    ("__isoc99_sscanf", &[Text(0)]),
    ("sscanf", &[Text(0)]),
    ("fopen", &[Text(0)]),
    ("open", &[Text(0)]),
    ("getenv", &[Text(0)]),
];

/// What an unmodelled function reads, if that is known.
pub(crate) fn reads(name: &str) -> Option<&'static [Reads]> {
    READERS.iter().find(|(known, _)| *known == name).map(|(_, reads)| *reads)
}

/// Functions that take pointers and make nothing of what is there: they give it up, or are told where something is.
const INDIFFERENT: &[&str] = &[
    "free",
    "cfree",
    "_ZdlPv",
    "_ZdlPvm",
    "_ZdaPv",
    "_ZdaPvm",
    "munmap",
    "madvise",
    "mprotect",
    "explicit_bzero",
    "longjmp",
    "siglongjmp",
    "setvbuf",
    "setbuf",
    "qsort",
    "fclose",
];
/// Families of them, by prefix: testing APIs, sanitizers, threads, C++'s runtime and output streams, our own.
const INDIFFERENT_PREFIXES: &[&str] = &[
    "llvm.",
    "__symcrete",
    "symcrete_",
    "klee_",
    "__Crest",
    "__VERIFIER",
    "__asan",
    "__ubsan",
    "__sanitizer",
    "pthread_",
    "__cxa",
    "_ZStls",
    "_ZSt16__ostream_insert",
    "_ZNSo",
    "sem_",
    "mtx_",
];

/// Families of functions that ask for values.
const ASKING_PREFIXES: &[&str] = &["__VERIFIER_nondet_", "klee_", "__Crest"];

/// Does this function ask for a value of the input?
pub(crate) fn asks(name: &str) -> bool {
    ASKING_PREFIXES.iter().any(|prefix| name.starts_with(prefix))
}

/// May a function of which nothing else is known read symbolic bytes through a pointer?
pub(crate) fn may_read(name: &str) -> bool {
    let is_indifferent = INDIFFERENT.contains(&name) || INDIFFERENT_PREFIXES.iter().any(|it| name.starts_with(it));
    !is_indifferent && !is_output(name)
}

/// Does a call of this function go to a model? `malloc` and its kin do so only in some objects, but have no other body either.
pub(crate) fn is_modelled(name: &str, options: &Options) -> bool {
    FAMILIES.iter().any(|(_, names)| names.contains(&name)) && !is_left(name, options)
}

/// Its model is not to be used, or it is the program's own.
fn is_left(name: &str, options: &Options) -> bool {
    options.without_models.iter().any(|left| left == name) || options.followed.contains(name)
}

/// Replaces modelled functions that the program does not define itself, here or in another object, but for those to be left.
pub(crate) fn redirect(session: &Session, options: &Options) {
    let is_checked = crate::bounds::is_checked(session);
    let modelled = FAMILIES.iter().flat_map(|(_, names)| names.iter());
    let modelled = modelled.filter(|function| is_checked || !ALLOCATIONS.contains(function));
    for &function in modelled.filter(|function| !is_left(function, options)) {
        let Some(real) = session.function(function).filter(|f| f.is_declaration()) else { continue };
        let model = session.declare(&format!("{}{function}", name::LIBC), real.value_type());
        real.replace_uses(model);
        if LIBM.contains(&function) {
            // The runtime names libm weakly, since not every program has it. Here it is needed, also by a linker that drops
            // libraries that nobody needs.
            session.append_assembly(&format!("\n.pushsection .symcrete.libm,\"aw\"\n.quad {function}\n.popsection\n"));
        }
    }
}
