//! `symcrete.toml`: found from where somebody is, read, and checked key by key.
//!
//! Nothing in it is passed over: a key that is not known, a value of the wrong type and a target that names nothing are errors with the file and the line.
//! What a value means is the command line's matter.

use crate::key::{Key, Kind, Language};
use crate::lines::line_of;
use crate::near::nearest;
use std::ops::Range;
use std::path::{Path, PathBuf};
use symcrete_build::failure::Failure;
use toml::de::{DeTable, DeValue};

/// The file's name.
pub const NAME: &str = "symcrete.toml";

/// The tables and keys of the whole file.
const TOP: [&str; 4] = ["default", "build", "defaults", "target"];
/// The keys of `[build]`.
const BUILD: [&str; 2] = ["command", "clean"];

/// A project, as its file describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Project {
    /// The file.
    pub file: PathBuf,
    /// How its programs are built, if not by us.
    pub build: Build,
    /// What is tested when nothing is named.
    pub default: Option<String>,
    /// What can be tested, in order of their names.
    pub targets: Vec<Target>,
}

/// How programs are built.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Build {
    /// Commands of a shell, one after the other; none where sources are compiled by us.
    pub command: Vec<String>,
    /// What removes an earlier build.
    pub clean: Vec<String>,
}

/// One thing to test, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// Its name.
    pub name: String,
    /// Its language.
    pub language: Language,
    /// What is said of it, what is said of all targets included.
    pub entries: Vec<Entry>,
    /// Where it begins.
    pub line: usize,
}

/// A key with its values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The key.
    pub key: String,
    /// Its values as a command line has them; of a flag, none if it is `false`.
    pub values: Vec<String>,
    /// The line.
    pub line: usize,
}

impl Target {
    /// The values of a key.
    pub fn values(&self, key: &str) -> &[String] {
        self.entries.iter().find(|entry| entry.key == key).map_or(&[], |entry| &entry.values)
    }
}

impl Project {
    /// The file of the project that a folder belongs to: in it, or in one above it.
    pub fn find(folder: &Path) -> Option<PathBuf> {
        folder.ancestors().map(|above| above.join(NAME)).find(|file| file.is_file())
    }

    /// Reads a file. `keys` are the options that targets of a language have.
    pub fn read(file: &Path, keys: &dyn Fn(Language) -> Vec<Key>) -> Result<Project, Failure> {
        let text = std::fs::read_to_string(file).map_err(|why| Failure::file(file, why))?;
        Reader { file, text: &text, keys }.project()
    }

    /// The folder of the project: what relative paths begin at.
    pub fn folder(&self) -> &Path {
        self.file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
    }

    /// The target of this name; without one, the default or the only one.
    pub fn target(&self, name: Option<&str>) -> Result<&Target, Failure> {
        let names = || self.targets.iter().map(|target| target.name.as_str()).collect::<Vec<_>>().join(", ");
        match (name.or(self.default.as_deref()), &self.targets[..]) {
            (Some(name), targets) => targets.iter().find(|target| target.name == name).ok_or_else(|| {
                Failure::at(&self.file, format!("there is no target {name:?}: choose one of {}", names()))
            }),
            (None, [only]) => Ok(only),
            (None, _) => Err(Failure::at(
                &self.file,
                format!("there are several targets: name one of {}, or set `default`", names()),
            )),
        }
    }

    /// A failure at a line of the file.
    pub fn wrong(&self, line: usize, what: &str) -> Failure {
        at_line(&self.file, line, what)
    }
}

fn at_line(file: &Path, line: usize, what: &str) -> Failure {
    Failure::usage(format!("{}:{line}: {what}", file.display()))
}

struct Reader<'a> {
    file: &'a Path,
    text: &'a str,
    keys: &'a dyn Fn(Language) -> Vec<Key>,
}

impl Reader<'_> {
    fn wrong(&self, span: &Range<usize>, what: impl AsRef<str>) -> Failure {
        at_line(self.file, line_of(self.text, span.start), what.as_ref())
    }

    fn unknown<'a>(&self, span: &Range<usize>, name: &str, known: impl Iterator<Item = &'a str> + Clone) -> Failure {
        let advice = match nearest(name, known.clone()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("choose one of {}", known.collect::<Vec<_>>().join(", ")),
        };
        self.wrong(span, format!("unknown key `{name}`: {advice}"))
    }

    fn project(&self) -> Result<Project, Failure> {
        let parsed = DeTable::parse(self.text).map_err(|why| {
            self.wrong(&why.span().unwrap_or(0..0), format!("this is not TOML: {}", why.message().replace('\n', "; ")))
        })?;
        let mut project =
            Project { file: self.file.into(), build: Build::default(), default: None, targets: Vec::new() };
        let (mut defaults, mut targets) = (None, None);
        let mut of_default = 0..0;
        for (name, value) in parsed.get_ref().iter() {
            let span = name.span();
            match (name.get_ref().as_ref(), value.get_ref()) {
                ("default", DeValue::String(text)) => {
                    project.default = Some(text.to_string());
                    of_default = span;
                }
                ("default", _) => return Err(self.wrong(&span, "`default` must be the name of a target, in quotes")),
                ("build", DeValue::Table(table)) => project.build = self.build(table)?,
                ("defaults", DeValue::Table(table)) => defaults = Some(table),
                ("target", DeValue::Table(table)) => targets = Some(table),
                (known, _) if TOP.contains(&known) => {
                    return Err(self.wrong(&span, format!("`{known}` must be a table: write [{known}]")));
                }
                (other, _) => return Err(self.unknown_at_top(&span, other)),
            }
        }
        for (name, value) in targets.into_iter().flat_map(|table| table.iter()) {
            project.targets.push(self.target(name.get_ref(), &name.span(), value.get_ref(), defaults)?);
        }
        if let Some(table) = defaults {
            self.check_defaults(table, &project.targets)?;
        }
        if project.targets.is_empty() {
            return Err(Failure::at(self.file, "there is no target: add one as [target.NAME]"));
        }
        if let Some(name) =
            project.default.as_ref().filter(|name| !project.targets.iter().any(|one| one.name == **name))
        {
            let near = nearest(name, project.targets.iter().map(|target| target.name.as_str()));
            let near = near.map_or_else(String::new, |near| format!(": did you mean {near:?}?"));
            return Err(self.wrong(&of_default, format!("there is no target {name:?}{near}")));
        }
        Ok(project)
    }

    /// Keys of targets that stand above the first table are meant for all of them.
    fn unknown_at_top(&self, span: &Range<usize>, name: &str) -> Failure {
        let is_key = (self.keys)(Language::C).iter().any(|key| key.name == name);
        match is_key || Language::C.subjects().contains(&name) {
            true => {
                self.wrong(span, format!("`{name}` belongs into [target.NAME], or for all targets into [defaults]"))
            }
            false => self.unknown(span, name, TOP.into_iter()),
        }
    }

    fn build(&self, table: &DeTable) -> Result<Build, Failure> {
        let mut build = Build::default();
        for (name, value) in table.iter() {
            let place = match name.get_ref().as_ref() {
                "command" => &mut build.command,
                "clean" => &mut build.clean,
                other => return Err(self.unknown(&name.span(), other, BUILD.into_iter())),
            };
            *place = self.values(name.get_ref(), Kind::Text, true, value.get_ref(), &name.span())?;
        }
        Ok(build)
    }

    fn target(
        &self,
        name: &str,
        span: &Range<usize>,
        value: &DeValue,
        defaults: Option<&DeTable>,
    ) -> Result<Target, Failure> {
        let DeValue::Table(table) = value else {
            return Err(self.wrong(span, format!("`{name}` must be a table: write [target.{name}]")));
        };
        if name.is_empty() || name.contains(['/', ':', '\0']) || name.starts_with(['-', '.']) {
            let what = "a target is called by a word, since its results are in a folder of that name";
            return Err(self.wrong(span, format!("{name:?}: {what}: choose another name")));
        }
        let language = self.language(table, defaults)?;
        let keys = (self.keys)(language);
        let mut entries = Vec::new();
        for (key, value) in table.iter().filter(|(key, _)| key.get_ref() != "language") {
            entries.push(self.entry(language, &keys, key.get_ref(), &key.span(), value.get_ref())?);
        }
        for (key, value) in defaults.into_iter().flat_map(|table| table.iter()) {
            let is_meant = key.get_ref() != "language" && !entries.iter().any(|entry| entry.key == *key.get_ref());
            // What a language does not have is meant for another one's targets.
            if is_meant && (keys.iter().any(|known| known.name == *key.get_ref())) {
                entries.push(self.entry(language, &keys, key.get_ref(), &key.span(), value.get_ref())?);
            }
        }
        Ok(Target { name: name.into(), language, entries, line: line_of(self.text, span.start) })
    }

    /// `[defaults]` has keys of options only, and each of a language that is used.
    fn check_defaults(&self, table: &DeTable, targets: &[Target]) -> Result<(), Failure> {
        let known: Vec<Key> = targets.iter().flat_map(|target| (self.keys)(target.language)).collect();
        let is_known = |name: &str| name == "language" || known.iter().any(|key| key.name == name);
        match table.iter().find(|(key, _)| !is_known(key.get_ref())) {
            Some((key, _)) => Err(self.unknown(&key.span(), key.get_ref(), known.iter().map(|key| key.name.as_str()))),
            None => Ok(()),
        }
    }

    fn language(&self, table: &DeTable, defaults: Option<&DeTable>) -> Result<Language, Failure> {
        let find = |table: &DeTable| {
            let (key, value) = table.iter().find(|(key, _)| key.get_ref() == "language")?;
            Some((key.span(), value.get_ref().as_str().map(String::from)))
        };
        let Some((span, named)) = find(table).or_else(|| defaults.and_then(find)) else { return Ok(Language::C) };
        let known = Language::ALL.iter().find(|(name, _)| Some(*name) == named.as_deref());
        known.map(|(_, language)| *language).ok_or_else(|| {
            let names = Language::ALL.map(|(name, _)| format!("{name:?}")).join(", ");
            self.wrong(&span, format!("`language` must be one of {names}"))
        })
    }

    fn entry(
        &self,
        language: Language,
        keys: &[Key],
        name: &str,
        span: &Range<usize>,
        value: &DeValue,
    ) -> Result<Entry, Failure> {
        let (kind, is_list) = match keys.iter().find(|key| key.name == name) {
            Some(key) => (key.kind, key.is_list),
            None if language.subjects().contains(&name) => (Kind::Text, !matches!(name, "program" | "harness")),
            None => {
                let known = keys.iter().map(|key| key.name.as_str()).chain(language.subjects().iter().copied());
                return Err(self.unknown(span, name, known.chain(["language"])));
            }
        };
        let values = self.values(name, kind, is_list, value, span)?;
        Ok(Entry { key: name.into(), values, line: line_of(self.text, span.start) })
    }

    /// The values of a key: one, or all of a list where there may be several.
    fn values(
        &self,
        name: &str,
        kind: Kind,
        is_list: bool,
        value: &DeValue,
        span: &Range<usize>,
    ) -> Result<Vec<String>, Failure> {
        let wrong = |value: &DeValue, span: &Range<usize>| {
            let many = if is_list { ", or a list of such" } else { "" };
            self.wrong(span, format!("`{name}` must be {}{many}, not {}", kind.expected(), described(value)))
        };
        match (kind, value) {
            (Kind::Flag, DeValue::Boolean(is_set)) => Ok(is_set.then(|| "true".into()).into_iter().collect()),
            (_, DeValue::Array(all)) if is_list => all
                .iter()
                .map(|one| scalar(kind, one.get_ref()).ok_or_else(|| wrong(one.get_ref(), &one.span())))
                .collect(),
            _ => Ok(vec![scalar(kind, value).ok_or_else(|| wrong(value, span))?]),
        }
    }
}

fn scalar(kind: Kind, value: &DeValue) -> Option<String> {
    match (kind, value) {
        (Kind::Text | Kind::TextOrNumber, DeValue::String(text)) => Some(text.to_string()),
        (Kind::Number | Kind::TextOrNumber, DeValue::Integer(number)) => {
            Some(i64::from_str_radix(number.as_str(), number.radix()).ok()?.to_string())
        }
        (Kind::TextOrNumber, DeValue::Float(number)) => Some(number.as_str().to_string()),
        _ => None,
    }
}

fn described(value: &DeValue) -> String {
    match value {
        DeValue::String(text) => format!("the text {text:?}"),
        DeValue::Integer(number) => format!("the number {}", number.as_str()),
        DeValue::Float(number) => format!("the fraction {}", number.as_str()),
        DeValue::Boolean(is_set) => is_set.to_string(),
        DeValue::Datetime(_) => "a date".into(),
        DeValue::Array(_) => "a list".into(),
        DeValue::Table(_) => "a table".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(language: Language) -> Vec<Key> {
        let key = |name: &str, kind, is_list| Key { name: name.into(), option: format!("--{name}"), kind, is_list };
        match language {
            Language::Java => vec![key("method", Kind::Text, false), key("time", Kind::TextOrNumber, false)],
            _ => vec![
                key("stdin", Kind::Number, false),
                key("time", Kind::TextOrNumber, false),
                key("arg", Kind::Number, true),
                key("network", Kind::Flag, false),
                key("strategy", Kind::Text, false),
            ],
        }
    }

    fn read(text: &str) -> Result<Project, String> {
        let file = Path::new("p/symcrete.toml");
        Reader { file, text, keys: &keys }.project().map_err(|why| why.to_string())
    }

    #[test]
    fn defaults_are_for_targets_that_do_not_say_otherwise() {
        let text = "default = 'b'\n[defaults]\ntime = 60\nnetwork = false\n[target.a]\nsources = ['a.c']\ntime = '5s'\narg = [3, 4]\n\
                    [target.b]\nprogram = 'b'\n[target.c]\nlanguage = 'java'\nclasspath = 'x'\nmethod = 'm'\n";
        let project = read(text).expect("it is right");
        assert_eq!(project.targets[0].values("time"), ["5s"]);
        assert_eq!(project.targets[0].values("arg"), ["3", "4"]);
        assert_eq!(project.targets[1].values("time"), ["60"]);
        assert!(project.targets[1].values("network").is_empty());
        assert_eq!(project.targets[2].entries.len(), 3);
        assert_eq!(project.target(None).expect("b").name, "b");
        assert_eq!(project.target(Some("c")).expect("c").language, Language::Java);
        assert!(project.target(Some("d")).is_err_and(|why| why.to_string().contains("a, b, c")));
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        let target = "[target.a]\nprogram = 'a'\n";
        for (text, want) in [
            ("[target.a]\nstdn = 3\n", "p/symcrete.toml:2: unknown key `stdn`: did you mean `stdin`?"),
            ("[target.a]\nstdin = '3'\n", ":2: `stdin` must be a number, not the text \"3\""),
            ("[target.a]\narg = [3,\n 'x']\n", ":3: `arg` must be a number, or a list of such, not the text \"x\""),
            ("[target.a]\nnetwork = 1\n", ":2: `network` must be true or false, not the number 1"),
            ("[target.a]\nstrategy = ['dfs']\n", ":2: `strategy` must be a text in quotes, not a list"),
            ("[target.a]\nlanguage = 'go'\n", ":2: `language` must be one of \"c\", \"rust\", \"java\""),
            (&format!("{target}[bild]\n"), ":3: unknown key `bild`: did you mean `build`?"),
            (
                &format!("time = 3\n{target}"),
                ":1: `time` belongs into [target.NAME], or for all targets into [defaults]",
            ),
            (&format!("{target}[defaults]\ntim = 3\n"), ":4: unknown key `tim`: did you mean `time`?"),
            (&format!("{target}[build]\ncommnd = 'make'\n"), ":4: unknown key `commnd`: did you mean `command`?"),
            (&format!("default = 'aa'\n{target}"), ":1: there is no target \"aa\": did you mean \"a\"?"),
            (&format!("{target}[target.b]\n[target.b]\n"), ":4: this is not TOML"),
            ("a = = 3\n", ":1: this is not TOML"),
            ("[build]\n", "p/symcrete.toml: there is no target"),
            ("target = 3\n", ":1: `target` must be a table: write [target]"),
        ] {
            let said = read(text).expect_err(text);
            assert!(said.contains(want), "{text}: {said}");
        }
    }

    #[test]
    fn several_targets_need_a_name() {
        let project = read("[target.a]\nprogram = 'a'\n[target.b]\nprogram = 'b'\n").expect("it is right");
        assert!(project.target(None).is_err_and(|why| why.to_string().contains("name one of a, b")));
    }
}
