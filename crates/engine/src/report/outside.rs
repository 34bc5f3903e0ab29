//! Values that do not come from the input, in words, with what would make them an input.

use super::account::Hindrance;
use crate::setting::Setting;
use symcrete_build::program::nearby;
use symcrete_exec::demangled;
use symcrete_libc::{Fact, is};
use symcrete_reach::Outside;

/// Why a condition on such a value was fixed, and what is in the way.
pub(super) fn reason(outside: &Outside, setting: &Setting) -> (String, Option<Hindrance>) {
    let (what, remedy) = match outside {
        Outside::Count => ("how many arguments the program has".into(), Some(count_remedy(setting))),
        Outside::Arguments => ("the arguments of the program".into(), argument_remedy(setting)),
        Outside::Call(name, ..) if is(name, Fact::Errno) => return ("it depends on errno".into(), None),
        Outside::Call(name, file, line) => {
            let what = format!("what {} returns at {}:{line}", demangled(name), nearby(file));
            // No input can stand for where a jump comes from, or for another process.
            if is(name, Fact::Beyond) || is(name, Fact::Beside) {
                return (format!("it depends on {what}"), None);
            }
            (what, remedy(name, setting))
        }
    };
    let why = match remedy {
        Some(remedy) => format!("it depends on {what}: {remedy}"),
        None => format!("it depends on {what}"),
    };
    (why, (!outside.is_allocation()).then_some(Hindrance::Outside(what, remedy)))
}

fn count_remedy(setting: &Setting) -> &'static str {
    if setting.args.is_empty() {
        "make some symbolic with --arg"
    } else {
        "start it with more or fewer (--arg, or after --)"
    }
}

/// Where some arguments are symbolic, those that are not may be meant, or how many there are, or nothing at all.
fn argument_remedy(setting: &Setting) -> Option<&'static str> {
    setting.arguments().next().is_none().then_some("make some symbolic with --arg")
}

fn remedy(name: &str, setting: &Setting) -> Option<&'static str> {
    if is(name, Fact::ByArguments) {
        argument_remedy(setting)
    } else if is(name, Fact::ByVariable) {
        Some("make the variable symbolic with --env NAME=N")
    } else if is(name, Fact::ByFile) {
        Some("make the file symbolic with --file NAME=N")
    } else if name.contains('.') {
        // A method of Java's libraries, whose names have dots: nobody builds those.
        Some("do without it")
    } else if !symcrete_libc::knows(name) {
        Some("build it with symcrete cc, or do without it if it is the C library's")
    } else {
        None
    }
}
