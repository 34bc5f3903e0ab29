//! `symcrete init`: looks at a project and writes its `symcrete.toml`.
//!
//! What a build makes is seen by building, and what a program reads by running it: guesses from the names of files would be wrong where it matters. What was found,
//! tried and left out is said.

mod function;
mod java;
mod krate;
mod probe;
mod programs;
mod system;
mod text;

use crate::builder::Builder;
use crate::file::{Build, NAME};
use crate::key::Language;
use probe::{FILE, ROOM, Reads};
use std::ffi::OsStr;
use std::path::Path;
use symcrete_build::compiler::in_path;
use symcrete_build::failure::Failure;
use system::{SYSTEMS, System};
use text::{listed, quoted};

/// Most programs that are written down.
const MOST: usize = 6;
/// Endings of sources that are compiled without a build system.
const SOURCES: [&str; 4] = ["c", "cc", "cpp", "cxx"];

/// A target that is to be written down.
struct Wanted {
    name: String,
    language: Language,
    /// A comment on it.
    what: String,
    /// Its keys.
    lines: Vec<String>,
}

/// What came of looking at a project.
pub struct Found {
    /// The file's text.
    pub text: String,
    /// What is tested by default.
    pub default: String,
    /// How many targets there are.
    pub n_targets: usize,
}

/// Looks at a project.
pub fn look(builder: &Builder) -> Result<Found, Failure> {
    let folder = builder.folder;
    let systems: Vec<(&System, &str)> =
        SYSTEMS.iter().filter_map(|system| Some((system, system.mark(folder)?))).collect();
    for (system, mark) in &systems {
        let found = format!("Found {mark} ({})", system.name);
        if let Some((tool, package)) = system.tools.iter().find(|(tool, _)| in_path(OsStr::new(tool)).is_none()) {
            (builder.say)(&format!("{found}, but {tool} is missing: install it with `apt-get install {package}`"));
            continue;
        }
        (builder.say)(&found);
        let build = (system.build)(folder);
        let targets = match system.language {
            Language::Rust => krate::targets(folder)?,
            _ => match builder.attempt(&build) {
                Ok(()) if system.language == Language::Java => classes(folder),
                Ok(()) => built(builder)?,
                Err(Failure::Build) => continue,
                Err(why) => return Err(why),
            },
        };
        match targets.first() {
            Some(first) => {
                let text = text::file(&found, &build, &targets);
                return Ok(Found { text, default: first.name.clone(), n_targets: targets.len() });
            }
            None => (builder.say)(&format!("{}: nothing that can be tested came of it", system.name)),
        }
    }
    let targets = if systems.is_empty() { alone(builder) } else { Vec::new() };
    match targets.first() {
        Some(first) => Ok(Found {
            text: text::file("", &Build::default(), &targets),
            default: first.name.clone(),
            n_targets: targets.len(),
        }),
        None => Err(nothing(folder, &systems)),
    }
}

fn nothing(folder: &Path, systems: &[(&System, &str)]) -> Failure {
    let looked: Vec<&str> = SYSTEMS.iter().flat_map(|system| system.marks).copied().collect();
    let what = match systems.is_empty() {
        true => format!("nothing that can be tested was found: looked for {} and sources with main", looked.join(", ")),
        false => "none of the builds that were found made anything that can be tested; see above".to_string(),
    };
    Failure::at(folder, format!("{what}; describe the project in {NAME} yourself, as docs/configuration.md shows"))
}

/// The keys for what a program reads; `None` if it reads nothing.
fn input(reads: Reads) -> Option<Vec<String>> {
    match reads {
        Reads::Stdin => {
            Some(vec!["# It reads standard input, which grows as it is read; `stdin = N` limits it.".into()])
        }
        Reads::File => Some(vec![format!("file = [\"{FILE}={}\"]", ROOM[0]), "args = [\"@@\"]".into()]),
        Reads::Argument => Some(vec![format!("arg = [{}]", ROOM[1])]),
        Reads::Nothing => None,
    }
}

/// The programs that a build made; where none of them reads anything, a function of one of them.
fn built(builder: &Builder) -> Result<Vec<Wanted>, Failure> {
    let programs = programs::all(builder.folder);
    let (mut targets, mut others, mut silent): (Vec<Wanted>, Vec<String>, Vec<String>) = Default::default();
    for program in programs.iter().take(2 * MOST) {
        let name = program.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let is_new = !targets.iter().any(|target| target.name == name);
        let reads = probe::reads(&builder.folder.join(program));
        match input(reads) {
            Some(input) if is_new && targets.len() < MOST => {
                let lines = [vec![format!("program = {}", quoted(&program.to_string_lossy()))], input].concat();
                targets.push(Wanted { name, language: Language::C, what: "A program of the build.".into(), lines });
            }
            Some(_) => others.push(program.display().to_string()),
            None => silent.push(program.display().to_string()),
        }
    }
    others.extend(programs.iter().skip(2 * MOST).map(|program| program.display().to_string()));
    if !others.is_empty() {
        (builder.say)(&format!("left out; add what you want tested: {}", others.join(", ")));
    }
    if !silent.is_empty() {
        let why = "read neither standard input nor a file nor an argument when they were tried";
        (builder.say)(&format!("left out, since they {why}: {}", silent.join(", ")));
    }
    if targets.is_empty() {
        let driven = programs.iter().find_map(|program| Some((program, function::entry(builder.folder, program)?)));
        targets.extend(driven.map(|(program, entry)| {
            (builder.say)(&format!("the function {entry} is taken: no program reads anything"));
            let lines = vec![
                format!("program = {}", quoted(&program.to_string_lossy())),
                format!("entry = {}", quoted(&entry)),
            ];
            Wanted {
                name: entry,
                language: Language::C,
                what: "A function, called with values of all kinds.".into(),
                lines,
            }
        }));
    }
    Ok(targets)
}

/// Methods of Java sources whose classes were built.
fn classes(folder: &Path) -> Vec<Wanted> {
    let places = ["target/classes", "build/classes/java/main", system::CLASSES];
    let Some(place) = places.into_iter().find(|place| folder.join(place).is_dir()) else { return Vec::new() };
    let sources =
        ["src/main/java", "src/java"].map(|inside| folder.join(inside)).into_iter().find(|path| path.is_dir());
    let methods = java::methods(sources.as_deref().unwrap_or(folder));
    let target = |method: String| {
        let name = method.rsplitn(3, '.').take(2).collect::<Vec<_>>().into_iter().rev().collect::<Vec<_>>().join(".");
        let lines = vec![format!("classpath = {}", quoted(place)), format!("method = {}", quoted(&method))];
        Wanted { name, language: Language::Java, what: "A method, called with values of all kinds.".into(), lines }
    };
    let mut targets: Vec<Wanted> = methods.into_iter().take(MOST).map(target).collect();
    targets.dedup_by(|a, b| a.name == b.name);
    targets
}

/// Sources without a build system: each file with a `main` is a program, with those that have none.
fn alone(builder: &Builder) -> Vec<Wanted> {
    let is_source = |path: &Path| path.extension().is_some_and(|ending| SOURCES.iter().any(|known| ending == *known));
    let mut files: Vec<String> = Vec::new();
    for inside in ["", "src"] {
        let entries = std::fs::read_dir(builder.folder.join(inside)).into_iter().flatten().flatten();
        let here = entries.map(|entry| Path::new(inside).join(entry.file_name())).filter(|path| is_source(path));
        files.extend(here.map(|path| path.to_string_lossy().into_owned()));
    }
    files.sort();
    let has_main = |file: &String| {
        let text = std::fs::read(builder.folder.join(file)).unwrap_or_default();
        let text = String::from_utf8_lossy(&text).into_owned();
        text.split("main").skip(1).any(|rest| rest.trim_start().starts_with('('))
    };
    let (mains, others): (Vec<String>, Vec<String>) = files.into_iter().partition(has_main);
    let target = |main: &String| {
        let sources = [vec![main.clone()], others.clone()].concat();
        let name = Path::new(main).file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let lines = vec![format!(
            "sources = {}",
            if sources.len() == 1 { format!("[{}]", quoted(main)) } else { listed(&sources) }
        )];
        Wanted { name, language: Language::C, what: "A program that reads standard input.".into(), lines }
    };
    mains.iter().take(MOST).map(target).collect()
}
