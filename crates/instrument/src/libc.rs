//! Which libc functions have a model in the runtime: a table, one row each.
//!
//! A direct call of a modelled function is turned into a call of its model, which calls the real
//! one and then says what became symbolic. Scope: functions that bring input into the program, and
//! those that change what the runtime stands on.

use crate::llvm::{Session, Value};
use llvm_sys::LLVMOpcode;
use symcrete_abi::name;

/// The modelled functions.
pub(crate) const MODELLED: &[&str] = &[
    "read",
    "pread",
    "pread64",
    "fread",
    "fgets",
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
    "fork",
    "mmap",
    "mmap64",
];

/// Memory that an unmodelled function reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reads {
    /// The string that this argument points to.
    Text(u32),
    /// As many bytes at the first argument as the second says.
    Bytes(u32, u32),
}

use Reads::{Bytes, Text};

/// Unmodelled functions that read memory through pointers. What they make of symbolic bytes is
/// lost, and counted at the call.
const READERS: &[(&str, &[Reads])] = &[
    ("strlen", &[Text(0)]),
    ("strnlen", &[Bytes(0, 1)]),
    ("strcmp", &[Text(0), Text(1)]),
    ("strncmp", &[Bytes(0, 2), Bytes(1, 2)]),
    ("strcasecmp", &[Text(0), Text(1)]),
    ("strncasecmp", &[Bytes(0, 2), Bytes(1, 2)]),
    ("strcoll", &[Text(0), Text(1)]),
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
    ("write", &[Bytes(1, 2)]),
    ("puts", &[Text(0)]),
    ("fputs", &[Text(0)]),
    ("fopen", &[Text(0)]),
    ("open", &[Text(0)]),
    ("getenv", &[Text(0)]),
];

/// What an unmodelled function reads; empty for all others.
pub(crate) fn reads(name: &str) -> &'static [Reads] {
    READERS.iter().find(|(known, _)| *known == name).map_or(&[], |(_, reads)| reads)
}

/// Redirects direct calls of modelled functions that this module does not define itself.
pub(crate) fn redirect(session: &Session) {
    for &function in MODELLED {
        let Some(real) = session.function(function).filter(|f| f.is_declaration()) else { continue };
        let model = session.declare(&format!("{}{function}", name::LIBC), real.value_type());
        for call in calls_of(session, real) {
            let callee = call.n_operands() - 1;
            call.set_operand(callee, model);
        }
    }
}

fn calls_of(session: &Session, callee: Value) -> Vec<Value> {
    let blocks = session.functions().into_iter().filter(|f| !f.is_declaration()).flat_map(|f| f.blocks());
    blocks
        .flat_map(|block| block.instructions())
        .filter(|i| matches!(i.opcode(), Some(LLVMOpcode::LLVMCall | LLVMOpcode::LLVMInvoke)) && i.callee() == callee)
        .collect()
}
