//! Panics, as programs tell them on standard error.
//!
//! ```text
//! thread 'main' (4711) panicked at src/main.rs:8:67:
//! index out of bounds: the len is 3 but the index is 7
//! stack backtrace:
//!    0: __rustc::rust_begin_unwind
//!              at /rustc/…/library/std/src/panicking.rs:689:5
//!    1: tiny::head
//!              at /w/tiny/src/main.rs:8:67
//! note: Some details are omitted, …
//! ```
//!
//! Which of several panics ended the program: the last one of the main thread, else the last one at all. A text that only looks like a
//! panic makes none: who ends by one exits with status 101 or aborts, and the caller looks at that too.

use symcrete_exec::Place;

/// The exit status of a program whose main thread panicked.
pub(crate) const STATUS: i32 = 101;

/// What a program said when it panicked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Panic {
    /// What was said, without the place.
    pub(crate) message: String,
    /// Where, as rustc named the file: often relative to the workspace.
    pub(crate) place: Option<Place>,
    /// The calls that led there, innermost first, as far as they were told.
    pub(crate) stack: Vec<Place>,
}

impl Panic {
    /// What it is called. A division is checked twice at the same place, so that the place does not tell which of two bugs it is.
    pub(crate) fn kind(&self) -> &'static str {
        match self.message.as_str() {
            "attempt to divide with overflow" | "attempt to calculate the remainder with overflow" => "overflow panic",
            _ => "panic",
        }
    }
}

/// Between the name of a thread and the place of its panic.
const PANICKED: &str = " panicked at ";
/// What may follow the message.
const ENDS: &[&str] = &["stack backtrace:", "note: run with `RUST_BACKTRACE", "thread '", "note: Some details"];

/// The panic that ended a program which wrote this to standard error.
pub(crate) fn told(stderr: &[u8]) -> Option<Panic> {
    let text = String::from_utf8_lossy(stderr);
    let lines: Vec<&str> = text.lines().collect();
    let begins = |line: &str| line.starts_with("thread '") && line.contains(PANICKED);
    let of_main = |line: &str| begins(line) && line.starts_with("thread 'main'");
    let at = lines.iter().rposition(|line| of_main(line)).or_else(|| lines.iter().rposition(|line| begins(line)))?;
    let (_, place) = lines[at].split_once(PANICKED)?;
    let rest = &lines[at + 1..];
    let end = rest.iter().position(|line| ENDS.iter().any(|end| line.starts_with(end))).unwrap_or(rest.len());
    let message = rest[..end].join("\n").trim().to_string();
    let is_traced = rest.get(end).is_some_and(|line| line.starts_with("stack backtrace:"));
    let stack = if is_traced { frames(&rest[end + 1..]) } else { Vec::new() };
    Some(Panic { message, place: read_place(place.trim_end_matches(':'), None), stack })
}

/// The frames of a backtrace that have a place.
fn frames(lines: &[&str]) -> Vec<Place> {
    let mut frames = Vec::new();
    let mut function = None;
    for line in lines {
        let line = line.trim();
        if let Some(place) = line.strip_prefix("at ") {
            frames.extend(read_place(place, function.take()));
        } else if let Some((number, name)) = line.split_once(": ")
            && number.parse::<u32>().is_ok()
        {
            function = Some(name.to_string());
        } else {
            break;
        }
    }
    frames
}

/// `FILE:LINE:COLUMN`.
fn read_place(text: &str, function: Option<String>) -> Option<Place> {
    let (rest, column) = text.rsplit_once(':')?;
    let (file, line) = rest.rsplit_once(':')?;
    Some(Place { function, file: file.into(), line: line.parse().ok()?, column: column.parse().ok()? })
}

/// Did the standard library say that a stack overflowed: `thread 'main' (4711) has overflowed its stack`? Earlier versions tell no number.
pub(crate) fn tells_of_overflow(stderr: &[u8]) -> bool {
    let is_told = |line: &str| line.starts_with("thread '") && line.ends_with(" has overflowed its stack");
    String::from_utf8_lossy(stderr).lines().any(is_told)
}

/// Is this a source of the standard library?
pub(crate) fn is_std(file: &str) -> bool {
    file.starts_with("/rustc/") || file.starts_with("library/") || file.contains("/lib/rustlib/src/rust/library/")
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "hello\nthread 'main' (77) panicked at src/main.rs:8:67:\nindex out of bounds:\nthe len is 3\n\
        stack backtrace:\n   0: __rustc::rust_begin_unwind\n             at /rustc/59/library/std/src/panicking.rs:689:5\n   \
        1: tiny::head::{{closure}}\n             at /w/tiny/src/main.rs:8:67\n   2: main\nnote: Some details are omitted\n";

    #[test]
    fn a_panic_is_read_with_its_backtrace() {
        let panic = told(TEXT.as_bytes()).expect("a panic");
        assert_eq!(panic.message, "index out of bounds:\nthe len is 3");
        assert_eq!(panic.place.expect("a place").to_string(), "src/main.rs:8:67");
        let shown: Vec<String> = panic.stack.iter().map(Place::to_string).collect();
        let first = "/rustc/59/library/std/src/panicking.rs:689:5 in __rustc::rust_begin_unwind";
        assert_eq!(shown, [first, "/w/tiny/src/main.rs:8:67 in tiny::head::{{closure}}"]);
        assert!(is_std(&panic.stack[0].file) && !is_std(&panic.stack[1].file));
    }

    #[test]
    fn the_last_panic_of_the_main_thread_ended_it() {
        let text = "thread 'main' panicked at a.rs:1:2:\ncaught\nnote: run with `RUST_BACKTRACE=1`\n\
                    thread 'main' panicked at b.rs:3:4:\nfatal\nthread '<unnamed>' panicked at c.rs:5:6:\nlater\n";
        let panic = told(text.as_bytes()).expect("a panic");
        assert_eq!((panic.message.as_str(), panic.place.expect("a place").line), ("fatal", 3));
    }

    #[test]
    fn both_checks_of_a_division_are_told_apart() {
        let kind = |message| Panic { message: String::from(message), place: None, stack: Vec::new() }.kind();
        assert_ne!(kind("attempt to divide by zero"), kind("attempt to divide with overflow"));
        assert_eq!(kind("index out of bounds: the len is 3 but the index is 7"), "panic");
    }

    #[test]
    fn a_stack_that_overflowed_is_told_with_and_without_the_number_of_the_thread() {
        for thread in ["thread 'main'", "thread 'main' (32312)", "thread '<unknown>' (5)"] {
            let text = format!("\n{thread} has overflowed its stack\nfatal runtime error: stack overflow, aborting\n");
            assert!(tells_of_overflow(text.as_bytes()), "{text}");
        }
        assert!(!tells_of_overflow(b"who has overflowed its stack"));
    }

    #[test]
    fn other_text_is_no_panic() {
        for text in ["", "panicked at nothing", "thread 'main' went home", "\u{fffd}"] {
            assert_eq!(told(text.as_bytes()), None, "{text}");
        }
        assert_eq!(told(b"thread 'x' panicked at somewhere").expect("a panic").place, None);
    }
}
