//! `symcrete reach`: inputs for given lines, or proofs that there are none.
//!
//! Only arguments and printing; the work is done by [`Pursuit`].

mod diff;
mod found;
pub(crate) mod json;
mod sarif;
pub(crate) mod text;
mod uncovered;

use super::compile::CompileOptions;
use super::entry::EntryOptions;
use super::options::{Format, InputOptions, LimitOptions, MergeOptions, OutputOptions, RandomOptions, SolveOptions};
use super::{seeds, signals};
use crate::exit;
use clap::Parser;
use found::Found;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use symcrete_build::failure::Failure;
use symcrete_build::unit::Unit;
use symcrete_engine::deadline::Deadline;
use symcrete_engine::folder::Folder;
use symcrete_engine::options::Options;
use symcrete_engine::pursuit::{Allowance, Engine, Pursuit, Verdict};
use symcrete_reach::Target;

/// Arguments of `symcrete reach`.
#[derive(Parser)]
#[command(
    after_help = "Examples: symcrete reach parser.c:118 --stdin 16\n          symcrete reach main.c:40 lib.c:7 main.c lib.c --time 60s\n\nExit codes: 0 every target was reached or proved unreachable, 1 some target was neither, 2 wrong usage, 3 the program does not compile."
)]
pub(crate) struct Args {
    /// Targets as FILE:LINE, followed by C or C++ sources or one program built by `symcrete cc`. Without sources, the files
    /// of the targets are compiled.
    #[arg(value_name = "FILE:LINE|FILE")]
    words: Vec<String>,
    /// Reach a call of this function, which may be only declared; may be repeated.
    #[arg(long, value_name = "NAME")]
    function: Vec<String>,
    /// Reach a crash at this line, in its own code or in a system library that it calls; may be repeated.
    #[arg(long, value_name = "FILE:LINE")]
    crash: Vec<String>,
    /// Reach every executable line of the git work tree that changed since this revision.
    #[arg(long, value_name = "REV")]
    diff: Option<String>,
    /// Reach the location of every result in this SARIF file; the verdicts are written to reach.sarif in the result folder.
    #[arg(long, value_name = "FILE")]
    sarif: Option<PathBuf>,
    /// Reach the lines that the campaign in this result folder did not execute.
    #[arg(long, value_name = "FOLDER")]
    uncovered: Option<PathBuf>,
    #[command(flatten)]
    input: InputOptions,
    #[command(flatten)]
    entry: EntryOptions,
    #[command(flatten)]
    compile: CompileOptions,
    #[command(flatten)]
    solve: SolveOptions,
    #[command(flatten)]
    merge: MergeOptions,
    /// How to search: gct (forward, guided to the target), symcretic (backward from the target, then forward), auto.
    #[arg(long, default_value = "auto", value_parser = engine, help_heading = "Search")]
    engine: Engine,
    #[command(flatten)]
    random: RandomOptions,
    /// Iterations of a loop that proofs unroll [default: 3 on one way, 16 with all ways in one formula].
    #[arg(long, value_name = "N", help_heading = "Search")]
    loop_bound: Option<u32>,
    #[command(flatten)]
    limit: LimitOptions,
    #[command(flatten)]
    output: OutputOptions,
}

/// Time for one target, unless `--time` is given.
const TIME: Duration = Duration::from_secs(60);

fn engine(name: &str) -> Result<Engine, String> {
    Engine::from_name(name).ok_or_else(|| "choose gct, symcretic or auto".to_string())
}

pub(crate) fn main(args: &Args) -> u8 {
    match reach(args) {
        Ok(verdicts) => {
            print(args, &verdicts);
            let is_done = verdicts.iter().all(|(_, verdict)| verdict.decision.is_definite());
            if is_done { exit::FINISHED } else { exit::BUG }
        }
        Err(failure) => exit::failed(&failure),
    }
}

fn print(args: &Args, verdicts: &[(Target, Verdict)]) {
    let text = match args.output.format {
        Format::Json => json::text(verdicts) + "\n",
        Format::Text => text::text(verdicts),
    };
    // A reader that closes its end has seen enough.
    let _ = std::io::stdout().write_all(text.as_bytes());
}

fn reach(args: &Args) -> Result<Verdicts, Failure> {
    let (typed, files) = words(args)?;
    let mut options = args.options()?;
    let name = Unit::name_of(&files);
    let path = args.output.folder(&format!("{name}-reach"));
    let found = Found::read(args)?;
    let folder = Folder::create(&path, args.output.force)?;
    let deadline = Deadline::new();
    let preparing = deadline.prepare(&folder);
    signals::listen(&deadline);
    let prepared = build(args, &files, &folder).and_then(|(unit, notes)| {
        let program = unit.model()?;
        let (wanted, nowhere) = found.resolve(args, &program, typed)?;
        Ok((unit, notes, program, wanted, nowhere))
    });
    let (unit, notes, program, wanted, nowhere) = match preparing.unless_interrupted(prepared) {
        Ok(prepared) => prepared,
        Err(failure) => {
            folder.discard();
            return Err(failure);
        }
    };
    let path = folder.path().join("reach.sarif");
    if wanted.is_empty() && nowhere.is_empty() {
        eprintln!("symcrete: nothing to reach: no executable line was changed, reported or left uncovered");
        write_sarif(args, &path, &[])?;
        return Ok(Vec::new());
    }
    seeds::to_buffer(&mut options, &program);
    let pursuit = Pursuit::new(Arc::new(unit), &program, options, args.allowance(&notes), folder, wanted, deadline);
    let mut pursuit = preparing.unless_interrupted(pursuit)?;
    drop(preparing);
    let mut verdicts = pursuit.run()?;
    if args.entry.assumes() && !pursuit.is_allowed() {
        return Err(Failure::usage("no run satisfied --assume: correct it, or allow more time with --time"));
    }
    pursuit.limits_met().iter().for_each(|met| eprintln!("symcrete: {met}"));
    verdicts.extend(nowhere);
    write_sarif(args, &path, &verdicts)?;
    Ok(verdicts)
}

/// Answers in the form of the question.
fn write_sarif(args: &Args, path: &Path, verdicts: &[(Target, Verdict)]) -> Result<(), Failure> {
    if args.sarif.is_some() {
        symcrete_corpus::whole(path, sarif::document(verdicts).as_bytes()).map_err(|why| Failure::file(path, why))?;
        eprintln!("symcrete: the verdicts are in {}", path.display());
    }
    Ok(())
}

impl Args {
    fn options(&self) -> Result<Options, Failure> {
        let (setting, seeds) = self.input.begin()?;
        Ok(Options {
            limits: self.limit.limits(),
            setting,
            seeds,
            length: self.input.length()?,
            solver: self.solve.config(),
            smt: self.solve.smt()?,
            seed: self.random.seed,
            merge: self.merge.merge,
            ..Options::default()
        })
    }

    /// What the pursuit may use, and under which premise: that of the driver, with what it says of the parameters.
    fn allowance(&self, notes: &[String]) -> Allowance {
        Allowance {
            engine: self.engine,
            time: Some(self.limit.time.unwrap_or(TIME)),
            iterations: self.limit.iterations,
            loop_bound: self.loop_bound,
            premise: self.entry.entry().map(|entry| [&[entry.premise()], notes].concat().join("; ")),
        }
    }
}

/// Compiles the program, or the driver of one function.
fn build(args: &Args, files: &[PathBuf], folder: &Folder) -> Result<(Unit, Vec<String>), Failure> {
    let recipe = args.compile.recipe(Vec::new())?;
    let Some(entry) = args.entry.entry() else {
        return Ok((Unit::build_with(files, folder.path(), &recipe)?, Vec::new()));
    };
    let (unit, notes) = Unit::build_entry(files, folder.path(), &entry, &recipe)?;
    notes.iter().for_each(|note| eprintln!("symcrete: note: {note}"));
    Ok((unit, notes))
}

/// Targets with their verdicts.
type Verdicts = Vec<(Target, Verdict)>;

/// Tells targets from files, and finds the sources of targets when no file is given.
fn words(args: &Args) -> Result<(Vec<Target>, Vec<PathBuf>), Failure> {
    let mut targets = Vec::new();
    let mut files: Vec<PathBuf> = Vec::new();
    for word in &args.words {
        match Target::parse(word) {
            Ok(target) if !Path::new(word).exists() => targets.push(target),
            _ => files.push(word.into()),
        }
    }
    targets.extend(args.function.iter().map(|name| Target::Function(name.clone())));
    for place in &args.crash {
        targets.push(Target::parse_crash(place).map_err(|why| Failure::usage(why.to_string()))?);
    }
    let names_none = targets.is_empty() && args.diff.is_none() && args.sarif.is_none() && args.uncovered.is_none();
    if names_none {
        return Err(Failure::usage("nothing to reach: name a target as FILE:LINE or --function NAME"));
    }
    if files.is_empty() {
        for target in &targets {
            match target {
                Target::Line { file, .. } | Target::Crash { file, .. } if Path::new(file).is_file() => {
                    files.push(file.into())
                }
                Target::Line { file, .. } | Target::Crash { file, .. } => {
                    return Err(Failure::at(
                        Path::new(file),
                        "no such file; name the sources or the program after the targets",
                    ));
                }
                Target::Function(_) => {}
            }
        }
        files.sort();
        files.dedup();
    }
    if files.is_empty() {
        return Err(Failure::usage("name C sources, or one program built by `symcrete cc`, after the targets"));
    }
    Ok((targets, files))
}
