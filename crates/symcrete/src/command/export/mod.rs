//! `symcrete export`: a result folder in the formats of other tools.

mod write;

use crate::command::chosen::one_of;
use crate::command::folder::{self, FolderOption};
use crate::command::output::{finished, show};
use crate::exit::say;
use clap::Parser;
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use symcrete_build::entry::{RENAMED, is_driver};
use symcrete_build::failure::Failure;
use symcrete_build::link::{Flags, is_model};
use symcrete_build::scope::is_support;
use symcrete_corpus::Suite;
use symcrete_corpus::export::lcov::FileCoverage;
use symcrete_corpus::export::{Build, EXPORTERS, Exporter, Flavour, Goal, Material};
use symcrete_engine::front::FrontEnd;
use symcrete_engine::neighbours::neighbours;
use symcrete_engine::{lines, rerun};
use symcrete_expr::Stop;
use symcrete_native::{self as native, NativeProgram, sanitizer::Sanitizers};

/// Arguments of `symcrete export`.
#[derive(Parser)]
#[command(after_help = "Example: symcrete export --to c symcrete-out/parser -o tests")]
pub(crate) struct Args {
    /// The format to write.
    #[arg(long, value_parser = one_of(&EXPORTERS, |one| (one.name(), one.about())), value_name = "FORMAT")]
    to: &'static dyn Exporter,
    #[command(flatten)]
    folder: FolderOption,
    /// Where to write. Default: exported/FORMAT inside the result folder.
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
    /// Replace files in DIR; those in the result folder are replaced in any case.
    #[arg(long)]
    force: bool,
    /// c: the test framework.
    #[arg(long, value_parser = one_of(&FLAVOURS, |one| (one.1, one.2)), default_value = "assert", value_name = "FLAVOUR")]
    flavour: (Flavour, &'static str, &'static str),
    /// testcomp, c: the program's source file, if it differs from the one that was compiled.
    #[arg(long, value_name = "FILE")]
    source: Vec<String>,
    /// testcomp: what the suite is meant to cover.
    #[arg(long, value_parser = one_of(&GOALS, |one| (one.1, one.2)), default_value = "branches", value_name = "GOAL")]
    goal: (Goal, &'static str, &'static str),
}

/// The frameworks, by name.
const FLAVOURS: [(Flavour, &str, &str); 5] = [
    (Flavour::Assert, "assert", "assert of the C library"),
    (Flavour::Cmocka, "cmocka", "CMocka"),
    (Flavour::Unity, "unity", "Unity by ThrowTheSwitch"),
    (Flavour::Gtest, "gtest", "GoogleTest, for one function"),
    (Flavour::Catch2, "catch2", "Catch2, for one function"),
];

/// What a suite for Test-Comp may cover, by name.
const GOALS: [(Goal, &str, &str); 2] = [
    (Goal::Branches, "branches", "Every branch"),
    (Goal::Error, "error", "A call of the error function (reach_error)"),
];

pub(crate) fn main(args: &Args) -> u8 {
    finished(export(args))
}

pub(super) fn export(args: &Args) -> Result<(), Failure> {
    let mut suite = folder::open(&args.folder)?;
    let material = material(args, &mut suite)?;
    let export = args.to.export(&suite, &material)?;
    export.notes.iter().for_each(|note| say(note));
    let output = args.output.clone().unwrap_or_else(|| suite.folder.join("exported").join(args.to.name()));
    write::all(&output, &export.files, args.force || args.output.is_none())?;
    match &export.files[..] {
        [one] => show(format_args!("wrote {}", output.join(&one.path).display())),
        files => show(format_args!("wrote {} files to {}", files.len(), output.display())),
    }
    Ok(())
}

/// What the format needs besides the folder.
fn material(args: &Args, suite: &mut Suite) -> Result<Material<'static>, Failure> {
    let needs = args.to.needs();
    if needs.limits && suite.signature.is_some() {
        let program = NativeProgram::from(native::unit_of(suite)?);
        let beside = neighbours(&program, suite, &program.model()?, &Stop::new())?;
        suite.tests.extend(beside);
    }
    if needs.observed {
        native::observe(suite)?;
    }
    Ok(Material {
        version: env!("CARGO_PKG_VERSION"),
        time: now(),
        build: if needs.build { build(args, suite)? } else { Build::default() },
        coverage: if needs.coverage { coverage(suite)? } else { Vec::new() },
        keeps_state: needs.state && symcrete_rust::front::keeps_state(&native::unit_of(suite)?.model()?),
        error_functions: symcrete_engine::reporters::ERRORS,
        flavour: args.flavour.0,
        goal: args.goal.0,
    })
}

fn coverage(suite: &Suite) -> Result<Vec<FileCoverage>, Failure> {
    let program = NativeProgram::from(native::unit_of(suite)?);
    let model = program.model()?;
    let reruns = rerun::paths(&program, suite, &model, &Stop::new())?;
    Ok(lines::coverage(&model, is_support(program.program()), reruns.iter().map(|rerun| &rerun.counts)))
}

/// The source files of the program: as told, else as its model names them.
fn sources(args: &Args, suite: &Suite) -> Result<Vec<String>, Failure> {
    if !args.source.is_empty() {
        return Ok(args.source.clone());
    }
    let model = native::unit_of(suite)?.model()?;
    let full = |module: &symcrete_model::Module| {
        let ends = |file: &&String| file.ends_with(module.name.trim_start_matches(['.', '/']));
        module.files.iter().find(ends).unwrap_or(&module.name).clone()
    };
    Ok(model.modules().iter().map(full).filter(|file| !is_model(file)).collect())
}

/// How the program is built again.
fn build(args: &Args, suite: &Suite) -> Result<Build, Failure> {
    let program = native::unit_of(suite)?.program;
    let sources = sources(args, suite)?;
    let sanitizers = Sanitizers::compiled_into(&program);
    let Flags { compile: mut flags, link: libraries, .. } = Flags::of(&program);
    flags.extend(sanitizers.flags());
    if sources.iter().any(|source| is_driver(Path::new(source))) {
        // The program's own main, if it has one, is not the driver's.
        flags.extend([RENAMED.to_string(), "-w".to_string()]);
    }
    Ok(Build { flags, sources, libraries, leaks_are_allowed: sanitizers.address && !sanitizers.leak })
}

fn now() -> String {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    write::utc(since.as_secs())
}
