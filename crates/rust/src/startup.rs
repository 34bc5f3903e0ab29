//! What the standard library asks the system for before `main` of the user's begins, and the compiler wherever that makes it faster, and what comes of it.
//!
//! Each of these answers differs between machines or builds and reaches nothing that the program decides by, so a call is no reason to doubt
//! a claim. What is listed is one function called in one file of the library; the same call elsewhere is a reason.

/// A file of the standard library, or a folder of it, and a function that it calls.
struct Asked {
    file: &'static str,
    function: &'static str,
}

const ASKED: &[Asked] = &[
    // Whether the three standard descriptors are open, so that a file does not get their numbers: in every run they are.
    Asked { file: "library/std/src/sys/pal/unix/mod.rs", function: "poll" },
    // Where the stack ends and how large a stack of its own a handler needs that tells of overflows.
    Asked { file: "library/std/src/sys/pal/unix/stack_overflow.rs", function: "sigaltstack" },
    Asked { file: "library/std/src/sys/pal/unix/stack_overflow.rs", function: "getauxval" },
    Asked { file: "library/std/src/sys/pal/unix/stack_overflow.rs", function: "sysconf" },
    Asked { file: "library/std/src/sys/pal/unix/os.rs", function: "sysconf" },
    // The number of the thread, which messages about panics and overflows of the stack have in brackets.
    Asked { file: "library/std/src/", function: "gettid" },
    // Whether a value is known while compiling (`is_val_statically_known`): texts without values are printed by a shorter way, powers multiplied out. Only
    // the library may ask that, on condition that both ways do the same.
    Asked { file: "library/core/src/", function: "llvm.is.constant" },
];

/// Is a call of this function in this file one of these?
pub(crate) fn is_harmless(function: &str, file: &str) -> bool {
    // Intrinsics are named with their types behind.
    let is_asked = |name: &str| function == name || name.starts_with("llvm.") && function.starts_with(name);
    ASKED.iter().any(|asked| is_asked(asked.function) && file.contains(asked.file))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_call_elsewhere_is_a_reason() {
        let file = "/rustc/59807616e1fa/library/std/src/sys/pal/unix/mod.rs";
        assert!(is_harmless("poll", file) && !is_harmless("read", file));
        assert!(!is_harmless("poll", "/w/src/main.rs") && !is_harmless("llvm.is.constant.i1", "/w/native/c.c"));
        assert!(is_harmless("llvm.is.constant.i1", "/rustc/59807616e1fa/library/core/src/fmt/mod.rs"));
    }
}
