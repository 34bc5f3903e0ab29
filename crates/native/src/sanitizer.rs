//! Sanitizers in the plain program: which it has, how they are told to end a run, and what they said.
//!
//! A program with a sanitizer carries its functions, so the file itself says what it checks. Whatever a check finds ends
//! the run with `abort`: an exit code could be the program's own. Crashes stay signals, as without a sanitizer.

use object::{Object, ObjectSymbol};
use std::ffi::OsString;
use std::path::Path;
use symcrete_build::link::plain_path;
use symcrete_build::program::Program;
use symcrete_exec::{Place, Record};

/// What a plain program checks itself for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sanitizers {
    /// `-fsanitize=address`.
    pub address: bool,
    /// `-fsanitize=undefined` with messages.
    pub undefined: bool,
    /// Memory that nobody can free any more.
    pub leak: bool,
}

/// A symbol that says: leaks are to be looked for.
pub const LEAK: &str = "__symcrete_check_leak";

impl Sanitizers {
    /// Those of a program; none of a file that cannot be read.
    pub fn of(program: &Path) -> Sanitizers {
        let mut found = Sanitizers::default();
        let Ok(bytes) = std::fs::read(program) else { return found };
        let Ok(file) = object::File::parse(&*bytes) else { return found };
        for symbol in file.symbols().filter(|symbol| !symbol.is_undefined()) {
            match symbol.name() {
                Ok("__asan_init") => found.address = true,
                Ok("__ubsan_handle_add_overflow_abort") => found.undefined = true,
                Ok("__lsan_init" | LEAK) => found.leak = true,
                _ => {}
            }
        }
        found
    }

    /// Those that a program was compiled with, by the calls in its model: the runtime of one sanitizer brings functions of others along, and
    /// ours has some for programs without.
    pub fn compiled_into(program: &Path) -> Sanitizers {
        let modules = Program::open(program).map(Program::into_modules).unwrap_or_default();
        let mut functions = modules.iter().flat_map(|module| &module.functions);
        let undefined = functions.any(|function| function.name.starts_with("__ubsan_handle_"));
        Sanitizers { undefined, ..Sanitizers::of(&plain_path(program)) }
    }

    /// Is there any?
    pub fn any(&self) -> bool {
        *self != Sanitizers::default()
    }

    /// Can the plain program find fault with a run that the instrumented one ends well?
    pub fn sees_more(&self) -> bool {
        self.address || self.leak
    }

    /// The flags that compile them in, as gcc and clang know them.
    pub fn flags(&self) -> Vec<String> {
        let named = [("address", self.address), ("leak", self.leak && !self.address), ("undefined", self.undefined)];
        let names: Vec<&str> = named.into_iter().filter(|(_, has)| *has).map(|(name, _)| name).collect();
        match names.is_empty() {
            true => Vec::new(),
            false => vec![format!("-fsanitize={}", names.join(",")), "-fno-sanitize-recover=all".into()],
        }
    }

    /// The variables by which sanitizers are told how to end a run.
    pub fn environment(&self) -> Vec<(OsString, OsString)> {
        let common = "abort_on_error=1:halt_on_error=1:symbolize=0:print_stacktrace=1:handle_segv=0:handle_sigbus=0:\
             handle_sigfpe=0:handle_sigill=0:handle_abort=0:allocator_may_return_null=1:print_summary=0";
        let leaks = u8::from(self.leak);
        let all = format!("{common}:detect_leaks={leaks}");
        let is_there = [self.address, self.undefined, self.leak];
        let names = ["ASAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS"];
        let told = names.into_iter().zip(is_there).filter(|(_, is_there)| *is_there);
        told.map(|(name, _)| (name.into(), all.clone().into())).collect()
    }
}

/// What a sanitizer said about a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// The kind of fault, the same for every run that shows it: `heap-buffer-overflow`, `signed integer overflow`.
    pub kind: String,
    /// Its own sentence.
    pub sentence: String,
    /// Lines of the program on its stack, innermost first.
    pub stack: Vec<Place>,
}

impl Said {
    /// Kind and place.
    pub fn what(&self) -> String {
        self.stack.first().map_or_else(|| self.kind.clone(), |place| format!("{} at {place}", self.kind))
    }
}

/// What a sanitizer of this program said in a run that it ended.
pub fn said(program: &Path, run: &Record) -> Option<Said> {
    let text = String::from_utf8_lossy(&run.stderr);
    let mut lines = text.lines().skip_while(|line| kind_of(line).is_none());
    let (kind, sentence) = kind_of(lines.next()?)?;
    Some(Said { kind, sentence: sentence.into(), stack: symcrete_exec::places(program, &addresses(program, lines)) })
}

/// The kind of fault and the sentence, if this is the line where a sanitizer says so.
fn kind_of(line: &str) -> Option<(String, &str)> {
    if let Some((_, said)) = line.split_once("ERROR: AddressSanitizer: ") {
        return Some((address_kind(said), said));
    }
    if let Some((_, said)) = line.split_once("ERROR: LeakSanitizer: ") {
        return Some(("memory leak".into(), said));
    }
    let (_, said) = line.split_once(": runtime error: ")?;
    Some((undefined_kind(said), said))
}

fn address_kind(said: &str) -> String {
    match said {
        _ if said.starts_with("attempting double-free") => "double-free".into(),
        _ if said.starts_with("attempting free on address") => "bad-free".into(),
        _ if said.starts_with("attempting to call malloc_usable_size") => "bad-malloc-usable-size".into(),
        _ if said.starts_with("requested allocation size") => "allocation-size-too-big".into(),
        _ => said.split([' ', ':']).next().unwrap_or(said).into(),
    }
}

/// UBSan's sentences by words that do not change with the numbers in them.
const UNDEFINED: &[(&str, &str)] = &[
    ("shift exponent", "shift exponent out of range"),
    ("left shift of", "left shift out of range"),
    ("division by zero", "division by zero"),
    ("out of bounds for type", "array index out of bounds"),
    ("signed integer overflow", "signed integer overflow"),
    ("negation of", "signed integer overflow"),
    ("with insufficient space", "access with insufficient space"),
    ("misaligned address", "misaligned access"),
    ("null pointer", "null pointer use"),
    ("which is not a valid value for type", "load of an invalid value"),
    ("outside the range of representable values", "conversion out of range"),
    ("variable length array bound", "array length not positive"),
    ("unreachable program point", "unreachable code reached"),
    ("without returning a value", "end of function without a value"),
    ("offset", "pointer arithmetic overflow"),
];

fn undefined_kind(said: &str) -> String {
    let known = UNDEFINED.iter().find(|(words, _)| said.contains(words));
    known.map_or_else(|| said.split(':').next().unwrap_or(said).into(), |(_, kind)| (*kind).into())
}

/// The program's addresses on the first stack that follows: `    #1 0x5… (PROGRAM+0xOFFSET) (BuildId: …)`.
fn addresses<'a>(program: &Path, lines: impl Iterator<Item = &'a str>) -> Vec<u64> {
    let start = format!("({}+0x", program.display());
    let frame = |line: &&str| line.trim_start().starts_with('#');
    let stack = lines.skip_while(|line| !frame(line)).take_while(frame);
    let offset = |line: &str| {
        let (_, rest) = line.split_once(&start)?;
        u64::from_str_radix(rest.split(')').next()?, 16).ok()
    };
    stack.filter_map(offset).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_have_kinds() {
        let cases = [
            ("==1==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x1 at pc", "heap-buffer-overflow"),
            ("==1==ERROR: AddressSanitizer: attempting double-free on 0x1 in thread T0:", "double-free"),
            ("==1==ERROR: AddressSanitizer: negative-size-param: (size=-1)", "negative-size-param"),
            ("==1==ERROR: LeakSanitizer: detected memory leaks", "memory leak"),
            ("a.c:3:5: runtime error: signed integer overflow: 2147483647 + 1 cannot", "signed integer overflow"),
            ("a.c:3:5: runtime error: shift exponent 77 is too large for 32-bit type", "shift exponent out of range"),
            ("a.c:3:5: runtime error: index 10 out of bounds for type 'int[4]'", "array index out of bounds"),
        ];
        for (line, kind) in cases {
            assert_eq!(kind_of(line).map(|(kind, _)| kind).as_deref(), Some(kind), "{line}");
        }
        assert_eq!(kind_of("an error of the program"), None);
    }

    #[test]
    fn only_the_first_stack_counts() {
        let text = "READ of size 1\n    #0 0x55 (/p+0x1f) (BuildId: 1)\n    #1 0x7f (/lib/c+0x2)\n\nallocated by\n    #0 0x55 (/p+0x3)";
        assert_eq!(addresses(Path::new("/p"), text.lines()), [0x1f]);
    }
}
