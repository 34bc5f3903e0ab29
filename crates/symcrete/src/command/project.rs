//! `test` and `reach` without a program: `symcrete.toml` says which, and with which options.
//!
//! Options are keys of the file by their own names, so what the file may say follows from the arguments of the commands. A target becomes a command line, which is
//! read as if somebody had typed it.

use super::reach::{self, Verdicts};
use super::{cargo, java, test};
use crate::exit;
use clap::builder::ValueParser;
use clap::error::ContextKind;
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, CommandFactory, FromArgMatches};
use std::any::TypeId;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;
use symcrete_build::failure::Failure;
use symcrete_project::builder::{Builder, OUTPUT};
use symcrete_project::file::{Project, Target};
use symcrete_project::key::{Key, Kind, Language};
use symcrete_project::words::{entry_of, words};
use symcrete_reach::Target as Goal;

/// What is done with a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verb {
    Test,
    Reach,
}

/// Options that are about one call, not about a target.
const OF_A_CALL: [&str; 6] = ["resume", "force", "format", "quiet", "from", "help"];
/// Options that mean something else where lines are reached: limits of each line, another folder.
const OF_A_CAMPAIGN: [&str; 3] = ["time", "iterations", "output"];
/// What stands for a file or folder in help.
const PATHS: [&str; 3] = ["DIR", "FILE", "PATH"];

impl Verb {
    fn command(self, language: Language) -> clap::Command {
        let command = match (language, self) {
            (Language::C, Verb::Test) => test::Args::command(),
            (Language::C, Verb::Reach) => reach::Args::command(),
            (Language::Rust, Verb::Test) => cargo::test::Args::command(),
            (Language::Rust, Verb::Reach) => cargo::reach::Args::command(),
            (Language::Java, Verb::Test) => java::test::Args::command(),
            (Language::Java, Verb::Reach) => java::reach::Args::command(),
        };
        command.no_binary_name(true)
    }

    fn run(self, language: Language, words: &[String], matches: &ArgMatches) -> Result<u8, clap::Error> {
        Ok(match (language, self) {
            (Language::C, Verb::Test) => test::run(&test::Args::from_arg_matches(matches)?, words),
            (Language::C, Verb::Reach) => reach::main(&reach::Args::from_arg_matches(matches)?, words),
            (Language::Rust, Verb::Test) => cargo::test::main(&cargo::test::Args::from_arg_matches(matches)?),
            (Language::Rust, Verb::Reach) => cargo::reach::main(&cargo::reach::Args::from_arg_matches(matches)?),
            (Language::Java, Verb::Test) => java::test::main(&java::test::Args::from_arg_matches(matches)?),
            (Language::Java, Verb::Reach) => java::reach::main(&java::reach::Args::from_arg_matches(matches)?),
        })
    }
}

/// Reaches lines of a target as this command line says.
fn verdicts(language: Language, matches: &ArgMatches) -> Result<Verdicts, Failure> {
    let wrong = |error: clap::Error| Failure::usage(error.to_string());
    match language {
        Language::C => reach::verdicts(&reach::Args::from_arg_matches(matches).map_err(wrong)?, &[]),
        Language::Rust => cargo::reach::verdicts(&cargo::reach::Args::from_arg_matches(matches).map_err(wrong)?),
        Language::Java => Err(Failure::usage("lines of Java are reached by `symcrete java reach`")),
    }
}

/// The keys of a file: the options of `test`, by language.
pub(super) fn keys(language: Language) -> Vec<Key> {
    options(&Verb::Test.command(language), &[])
}

fn options(command: &clap::Command, without: &[&str]) -> Vec<Key> {
    let is_key = |arg: &&Arg| {
        let name = arg.get_id().as_str();
        !arg.is_positional() && !OF_A_CALL.contains(&name) && !without.contains(&name)
    };
    command.get_arguments().filter(is_key).filter_map(key).collect()
}

fn key(arg: &Arg) -> Option<Key> {
    let long = arg.get_long().map(|long| format!("--{long}"));
    let option = long.or_else(|| Some(format!("-{}", arg.get_short()?)))?;
    let name = arg.get_long().unwrap_or(arg.get_id().as_str()).into();
    let kind = match arg.get_action() {
        ArgAction::SetTrue => Kind::Flag,
        _ => kind(arg.get_value_parser()),
    };
    Some(Key { name, option, kind, is_list: matches!(arg.get_action(), ArgAction::Append) })
}

fn kind(parser: &ValueParser) -> Kind {
    let of = parser.type_id();
    let is_number = [TypeId::of::<u32>(), TypeId::of::<u64>(), TypeId::of::<usize>()].iter().any(|id| of == *id);
    match is_number {
        true => Kind::Number,
        false if of == TypeId::of::<Duration>() => Kind::TextOrNumber,
        false => Kind::Text,
    }
}

/// Does what the project's file says, if the words of a command name no program; the exit code.
pub(super) fn routed(verb: Verb, typed: &[OsString]) -> Option<u8> {
    let typed = typed.iter().map(|word| word.to_string_lossy().into_owned()).collect();
    let done = Typed::new(verb, typed).and_then(|typed| match typed {
        Some((project, target, typed)) => {
            let builder =
                Builder { folder: project.folder(), symcrete: &super::own_program()?, say: &|text| exit::say(&text) };
            builder.build(&project, &programs([&target]))?;
            typed.run(&project, &target).map(Some)
        }
        None => Ok(None),
    });
    done.unwrap_or_else(|failure| Some(exit::failed(&failure)))
}

/// The programs that a build has to make.
pub(super) fn programs<'a>(targets: impl IntoIterator<Item = &'a Target>) -> Vec<PathBuf> {
    targets.into_iter().flat_map(|target| target.values("program")).map(PathBuf::from).collect()
}

/// What somebody typed, in the folder of the project.
pub(super) struct Typed {
    verb: Verb,
    /// Options, by their names.
    options: Vec<(String, Vec<String>)>,
    /// Lines to reach.
    goals: Vec<String>,
    /// What stands behind `--`.
    behind: Vec<String>,
}

impl Typed {
    /// Nothing but these options.
    pub(super) fn of(verb: Verb, options: Vec<(String, Vec<String>)>, goals: Vec<String>) -> Typed {
        Typed { verb, options, goals, behind: Vec::new() }
    }

    /// The words of a command, and which target of which project they are about. From then on, this process works in its folder.
    fn new(verb: Verb, words: Vec<String>) -> Result<Option<(Project, Target, Typed)>, Failure> {
        let command = verb.command(Language::C);
        // Whoever reads them as they are says what is wrong with them.
        let Ok(matches) = command.clone().try_get_matches_from(words) else { return Ok(None) };
        let positional = raw(&matches, if verb == Verb::Test { "files" } else { "words" });
        let is_goal = |word: &String| verb == Verb::Reach && Goal::parse(word).is_ok() && !Path::new(word).exists();
        let (goals, named): (Vec<String>, Vec<String>) = positional.into_iter().partition(is_goal);
        let is_resumed = given(&matches, "resume") && given(&matches, "output");
        let here = std::env::current_dir().map_err(|why| Failure::file(Path::new("."), why))?;
        let (true, Some(file)) = (named.len() <= 1 && !is_resumed, Project::find(&here)) else { return Ok(None) };
        let name = named.first().filter(|name| !name.contains('/'));
        if !named.is_empty() && name.is_none() {
            return Ok(None);
        }
        let shown = if here.join(file.file_name().unwrap_or_default()) == file { "symcrete.toml".into() } else { file };
        let project = match (Project::read(&shown, &keys), name) {
            (Err(_), Some(name)) if Path::new(name).exists() => return Ok(None),
            (read, _) => read?,
        };
        if name.is_some_and(|name| !project.targets.iter().any(|target| target.name == *name)) {
            return Ok(None);
        }
        let target = project.target(name.map(String::as_str))?.clone();
        let mut typed = Typed { verb, options: Vec::new(), goals, behind: raw(&matches, "command") };
        for arg in command.get_arguments().filter(|arg| !arg.is_positional() && given(&matches, arg.get_id().as_str()))
        {
            let values = raw(&matches, arg.get_id().as_str());
            let names = arg.get_value_names().unwrap_or_default();
            let is_path = names.iter().any(|name| PATHS.contains(&name.as_str()));
            let absolute = |value: String| match is_path {
                true => here.join(value).to_string_lossy().into_owned(),
                false => value,
            };
            typed.options.push((arg.get_id().to_string(), values.into_iter().map(absolute).collect()));
        }
        let folder = project.folder();
        if folder != Path::new(".") {
            std::env::set_current_dir(folder).map_err(|why| Failure::file(folder, why))?;
            exit::say(&format_args!("working in {}", folder.display()));
        }
        Ok(Some((project, target, typed)))
    }

    /// Does it.
    pub(super) fn run(&self, project: &Project, target: &Target) -> Result<u8, Failure> {
        self.with(project, target, |words, matches| self.verb.run(target.language, words, matches))
    }

    /// Reaches lines, for who looks at the verdicts.
    pub(super) fn verdicts(&self, project: &Project, target: &Target) -> Result<Verdicts, Failure> {
        self.with(project, target, |_, matches| Ok(verdicts(target.language, matches)))?
    }

    /// Reads the command line that a target and what was typed make.
    fn with<T>(
        &self,
        project: &Project,
        target: &Target,
        job: impl FnOnce(&[String], &ArgMatches) -> Result<T, clap::Error>,
    ) -> Result<T, Failure> {
        let command = self.verb.command(target.language);
        let without: &[&str] = if self.verb == Verb::Test { &[] } else { &OF_A_CAMPAIGN };
        let keys = options(&command, without);
        let is_given = |name: &str| self.options.iter().any(|(id, _)| *id == name.replace('-', "_"));
        let by = (self.verb == Verb::Reach).then_some("--by");
        let mut words = words(project, target, &keys, &is_given, by)?;
        if !is_given("output") && (self.verb == Verb::Reach || target.values("output").is_empty()) {
            let own = target.values("output").first().cloned().unwrap_or(format!("{OUTPUT}/{}", target.name));
            words.options.push(format!("--output={own}{}", if self.verb == Verb::Reach { "-reach" } else { "" }));
        }
        let all = [&words.options[..], &self.options(&command)?, &words.subject, &self.goals].concat();
        let behind = if self.behind.is_empty() { words.behind } else { self.behind.clone() };
        let all = if behind.is_empty() { all } else { [all, vec!["--".into()], behind].concat() };
        let done = command.try_get_matches_from(&all).and_then(|matches| job(&all, &matches));
        done.map_err(|error| {
            let shown = error.get(ContextKind::InvalidArg).map(ToString::to_string).unwrap_or_default();
            let rendered = error.render().to_string();
            let said = rendered.lines().next().unwrap_or_default().trim_start_matches("error: ").to_string();
            match entry_of(target, &keys, &shown).filter(|entry| !is_given(&entry.key)) {
                Some(entry) => project.wrong(entry.line, &said),
                None => Failure::usage(said),
            }
        })
    }

    /// What was typed, as a command spells it.
    fn options(&self, command: &clap::Command) -> Result<Vec<String>, Failure> {
        let mut words = Vec::new();
        for (id, values) in &self.options {
            let arg = command.get_arguments().find(|arg| arg.get_id() == id.as_str());
            let key = arg.and_then(key).ok_or_else(|| {
                Failure::usage(format!("this target's language has no option --{}: leave it out", id.replace('_', "-")))
            })?;
            words.extend(values.iter().map(|value| key.word(value)));
        }
        Ok(words)
    }
}

fn given(matches: &ArgMatches, id: &str) -> bool {
    matches.try_contains_id(id).is_ok() && matches.value_source(id) == Some(ValueSource::CommandLine)
}

/// The values of an argument as they were typed.
fn raw(matches: &ArgMatches, name: &str) -> Vec<String> {
    let values = matches.try_get_raw(name).ok().flatten().into_iter().flatten();
    values.map(|value| value.to_string_lossy().into_owned()).collect()
}
