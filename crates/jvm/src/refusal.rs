//! What is wrong with a method that was asked for, in a sentence.

use crate::description::Wrong;
use crate::kit::Kit;
use symcrete_build::failure::Failure;

/// Candidates that are listed.
const MOST: usize = 20;

/// The sentence for what the Java side found wrong.
pub(crate) fn sentence(wrong: &Wrong, path: &str) -> Failure {
    let word = |k: usize| wrong.words.get(k).map_or("", String::as_str);
    let list = |intro: &str| {
        let shown: Vec<String> = wrong.candidates.iter().take(MOST).map(|one| format!("\n    {one}")).collect();
        if shown.is_empty() { String::new() } else { format!("{intro}{}", shown.concat()) }
    };
    Failure::usage(match wrong.kind.as_str() {
        "class" if word(0).is_empty() => "--method needs a class and a method, such as pkg.Class.method".into(),
        "class" => format!("the class {} is not on the class path {path}", word(0)),
        "method" => format!("{} has no method {}{}", word(0), word(1), list("; its methods are:")),
        "overloaded" => {
            format!("{}.{} is overloaded: name one of these, in quotes, with --method:{}", word(0), word(1), list(""))
        }
        "native" => format!("{} is native: there is no bytecode to follow", word(0)),
        "abstract" => format!("{} is abstract: name the method of a class that implements it", word(0)),
        "version" => {
            let release = word(1).parse::<u32>().map_or(0, |major| major.saturating_sub(44));
            format!(
                "the class file of {} is for Java {release}, and symcrete reads those for Java 8 to {}: compile it with `--release 17`",
                word(0),
                Kit::newest()
            )
        }
        "runtime" => format!(
            "the class file of {} is for a newer Java than the virtual machine, which is version {}: compile it with `--release {1}`, or set \
             JAVA_HOME to a newer one",
            word(0),
            word(1)
        ),
        "missing" => format!(
            "{} cannot be loaded, because the class {} is missing: add the jar or folder that has it to the class path {path}",
            word(0),
            word(1)
        ),
        "parameter" => format!(
            "no argument of type {} can be made: it is no type of values, collections or functions that symcrete knows, and no class of the \
             class path that can be made of such; write a static method with such parameters that calls it",
            word(0)
        ),
        "instance" => format!(
            "{} is not static, and no object of {} can be made: no class of the class path implements it, or no constructor, factory or \
             setter takes what can be made; write a static method that makes one and calls it",
            word(0),
            word(1)
        ),
        other => format!("the program cannot be described: {other} {}", wrong.words.join(" ")),
    })
}
