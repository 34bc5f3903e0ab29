//! A target as the words of a command line. What somebody typed is not said again: options on the command line win.

use crate::file::{Entry, Project, Target};
use crate::key::{Key, Language};
use crate::pattern;
use symcrete_build::failure::Failure;

/// What a target says, as a command takes it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Words {
    /// Options.
    pub options: Vec<String>,
    /// What is tested.
    pub subject: Vec<String>,
    /// What stands behind `--`.
    pub behind: Vec<String>,
}

/// The words of a target for a command that has these options, but for those that are `given`. For a Rust target, `by` is the option that names the harness,
/// if it is not named without one.
pub fn words(
    project: &Project,
    target: &Target,
    keys: &[Key],
    given: &dyn Fn(&str) -> bool,
    by: Option<&str>,
) -> Result<Words, Failure> {
    let mut words = Words { subject: subject(project, target, by)?, ..Words::default() };
    for entry in &target.entries {
        match keys.iter().find(|key| key.name == entry.key) {
            Some(key) if !given(&key.name) => words.options.extend(entry.values.iter().map(|value| key.word(value))),
            // Another command's option, or typed, or no option.
            _ => {}
        }
    }
    words.behind = target.values("args").to_vec();
    Ok(words)
}

/// The entry that an option of the command line came from, as an error message names it: `--strategy <PLAN>`.
pub fn entry_of<'a>(target: &'a Target, keys: &[Key], shown: &str) -> Option<&'a Entry> {
    let option = shown.split([' ', '=']).next()?;
    let key = keys.iter().find(|key| key.option == option)?;
    target.entries.iter().find(|entry| entry.key == key.name)
}

/// What is tested.
fn subject(project: &Project, target: &Target, by: Option<&str>) -> Result<Vec<String>, Failure> {
    let wrong = |what: &str| Err(project.wrong(target.line, &format!("[target.{}] {what}", target.name)));
    match target.language {
        Language::C => match (target.values("sources"), target.values("program")) {
            ([], []) => wrong("names nothing to test: give `sources` or `program`"),
            ([], program) => Ok(program.to_vec()),
            (_, [_, ..]) => wrong("has both `sources` and `program`: one of them is what is tested"),
            (sources, []) => {
                let mut files = Vec::new();
                for source in sources {
                    match &pattern::files(project.folder(), source)[..] {
                        [] => return wrong(&format!("has `sources` without a file: none is called {source:?}")),
                        found => files.extend_from_slice(found),
                    }
                }
                Ok(files)
            }
        },
        Language::Rust => match (target.values("harness").first(), by) {
            (Some(harness), Some(option)) => Ok(vec![format!("{option}={harness}")]),
            (harness, _) => Ok(harness.into_iter().cloned().collect()),
        },
        Language::Java => match target.values("classpath") {
            [] => wrong("names no classes: give `classpath`"),
            folders => Ok(vec![folders.join(":")]),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file::Build;
    use crate::key::Kind;

    fn entry(key: &str, values: &[&str]) -> Entry {
        Entry { key: key.into(), values: values.iter().map(|&value| value.into()).collect(), line: 2 }
    }

    fn target(language: Language, entries: Vec<Entry>) -> (Project, Target) {
        let target = Target { name: "t".into(), language, entries, line: 1 };
        let file = "symcrete.toml".into();
        (Project { file, build: Build::default(), default: None, targets: Vec::new() }, target)
    }

    fn keys() -> Vec<Key> {
        let key =
            |name: &str, option: &str, kind| Key { name: name.into(), option: option.into(), kind, is_list: true };
        vec![
            key("env", "--env", Kind::Text),
            key("include", "-I", Kind::Text),
            key("network", "--network", Kind::Flag),
            key("time", "--time", Kind::TextOrNumber),
        ]
    }

    #[test]
    fn what_was_typed_is_not_said_again() {
        let entries = vec![
            entry("env", &["A=3", "-B"]),
            entry("include", &["inc"]),
            entry("network", &["true"]),
            entry("time", &["5s"]),
            entry("check", &["address"]),
            entry("program", &["a"]),
            entry("args", &["-x", "@@"]),
        ];
        let (project, target) = target(Language::C, entries);
        let words = words(&project, &target, &keys(), &|name| name == "time", None).expect("they are right");
        assert_eq!(words.options, ["--env=A=3", "--env=-B", "-Iinc", "--network"]);
        assert_eq!((words.subject, words.behind), (vec!["a".into()], vec!["-x".into(), "@@".into()]));
        assert_eq!(entry_of(&target, &keys(), "--time <TIME>").map(|entry| entry.key.as_str()), Some("time"));
        assert_eq!(entry_of(&target, &keys(), "--seed <N>"), None);
    }

    #[test]
    fn a_target_names_one_thing() {
        let said = |language, entries| {
            let (project, target) = target(language, entries);
            words(&project, &target, &[], &|_| false, Some("--by"))
                .map(|words| words.subject)
                .map_err(|why| why.to_string())
        };
        assert_eq!(said(Language::Rust, vec![entry("harness", &["f"])]), Ok(vec!["--by=f".into()]));
        assert_eq!(said(Language::Java, vec![entry("classpath", &["a", "b.jar"])]), Ok(vec!["a:b.jar".into()]));
        assert!(said(Language::C, vec![]).is_err_and(|why| why.contains("symcrete.toml:1: [target.t] names nothing")));
        let both = vec![entry("program", &["p"]), entry("sources", &["a.c"])];
        assert!(said(Language::C, both).is_err_and(|why| why.contains("both")));
        assert!(said(Language::C, vec![entry("sources", &["none/*.c"])]).is_err_and(|why| why.contains("none/*.c")));
    }
}
