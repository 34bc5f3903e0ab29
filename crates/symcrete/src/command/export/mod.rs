//! `symcrete export`: a result folder in the formats of other tools.

mod write;

use crate::command::folder;
use crate::command::output::{finished, show};
use clap::{Parser, ValueEnum};
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use symcrete_build::entry::{DRIVER, RENAMED};
use symcrete_build::failure::Failure;
use symcrete_build::link::{Flags, is_model};
use symcrete_corpus::export::{afl, c, junit, ktest, lcov, libfuzzer, sarif, testcomp};
use symcrete_corpus::{Artifact, Finding, Part, Suite, Test, left_out};
use symcrete_engine::native::sanitizer::Sanitizers;
use symcrete_engine::{lines, native, rerun};
use symcrete_expr::Stop;

/// Arguments of `symcrete export`.
#[derive(Parser)]
#[command(after_help = "Example: symcrete export --to c symcrete-out/parser -o tests")]
pub(crate) struct Args {
    /// The format.
    #[arg(long, value_enum)]
    to: Format,
    /// Result folder of a campaign. Default: the only one in symcrete-out.
    folder: Option<PathBuf>,
    /// Where to write. Default: exported/FORMAT inside the result folder.
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
    /// c: the test framework.
    #[arg(long, value_enum, default_value = "assert")]
    flavour: Flavour,
    /// testcomp, c: source file of the program, if it is not the one that was compiled.
    #[arg(long, value_name = "FILE")]
    source: Vec<String>,
    /// testcomp: what the suite shall cover.
    #[arg(long, value_enum, default_value = "branches")]
    goal: Goal,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A C file whose assertions hold what the program did.
    C,
    /// Test-Comp's test suite, for TestCov.
    Testcomp,
    /// KLEE's .ktest files.
    Ktest,
    /// A queue and a corpus for AFL and AFL++.
    Afl,
    /// A corpus for libFuzzer.
    Libfuzzer,
    /// JUnit XML.
    Junit,
    /// An lcov tracefile, for genhtml.
    Lcov,
    /// Findings as SARIF 2.1.0.
    Sarif,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Flavour {
    /// Plain assert of the C library.
    Assert,
    /// CMocka.
    Cmocka,
    /// Unity of Throw The Switch.
    Unity,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Goal {
    /// Every branch.
    Branches,
    /// A call of the error function.
    Error,
}

/// How the tool names itself in files.
const PRODUCER: &str = concat!("symcrete ", env!("CARGO_PKG_VERSION"));

pub(crate) fn main(args: &Args) -> u8 {
    finished(export(args))
}

fn export(args: &Args) -> Result<(), Failure> {
    let mut suite = folder::open(args.folder.as_deref())?;
    let files = artifacts(args, &mut suite)?;
    let name = args.to.to_possible_value().map_or_else(String::new, |value| value.get_name().to_string());
    let output = args.output.clone().unwrap_or_else(|| suite.folder.join("exported").join(name));
    write::all(&output, &files)?;
    match &files[..] {
        [one] => show(format_args!("wrote {}", output.join(&one.path).display())),
        _ => show(format_args!("wrote {} files to {}", files.len(), output.display())),
    }
    Ok(())
}

fn artifacts(args: &Args, suite: &mut Suite) -> Result<Vec<Artifact>, Failure> {
    Ok(match args.to {
        Format::C => {
            native::observe(suite)?;
            let flavour = match args.flavour {
                Flavour::Assert => c::Flavour::Assert,
                Flavour::Cmocka => c::Flavour::Cmocka,
                Flavour::Unity => c::Flavour::Unity,
            };
            vec![c::file(suite, &build(args, suite)?, flavour, PRODUCER)]
        }
        Format::Testcomp => test_suite(args, suite)?,
        Format::Ktest => {
            note(left_out(&suite.tests, "KLEE's files cannot hold", ktest::left_out));
            ktest::files(suite)
        }
        Format::Afl => queue(suite)?,
        Format::Libfuzzer => {
            note(left_out(&suite.tests, "are not part of libFuzzer's files", Test::beside_payload));
            libfuzzer::files(suite)
        }
        Format::Junit => {
            native::observe(suite)?;
            vec![junit::file(suite, &now().replace('Z', ""))]
        }
        Format::Lcov => {
            let unit = native::unit_of(suite)?;
            let model = unit.model()?;
            let reruns = rerun::paths(&unit, suite, &model, &Stop::new())?;
            vec![lcov::file(&lines::coverage(&model, reruns.iter().map(|rerun| &rerun.counts)))]
        }
        Format::Sarif => vec![sarif::file(suite, env!("CARGO_PKG_VERSION"))],
    })
}

/// Says what is not in the files.
fn note(sentence: Option<String>) {
    if let Some(sentence) = sentence {
        eprintln!("symcrete: {sentence}");
    }
}

fn queue(suite: &Suite) -> Result<Vec<Artifact>, Failure> {
    let (files, n_left_out) = afl::files(suite);
    note(left_out(&suite.tests, "are not part of AFL's files", Test::beside_payload));
    if files.is_empty() {
        return Err("no test has standard input or a file that AFL would take: export --to c or ktest".into());
    }
    if n_left_out > 0 {
        eprintln!("symcrete: {n_left_out} tests are empty or above 1 MiB, which AFL does not take");
    }
    Ok(files)
}

fn test_suite(args: &Args, suite: &Suite) -> Result<Vec<Artifact>, Failure> {
    let lost = left_out(&suite.tests, "Test-Comp's test cases cannot hold", testcomp::left_out);
    if let Some(lost) = &lost
        && !suite.tests.iter().any(|test| test.parts().contains(&Part::Values))
    {
        return Err(format!("{lost}: they are values of __VERIFIER_nondet_ functions, and no test has one").into());
    }
    note(lost);
    let sources = sources(args, suite)?;
    let [source, ..] = &sources[..] else { return Err("name the program's source file with --source".into()) };
    let text = std::fs::read(source).map_err(|why| format!("{source}: {why}: name the source file with --source"))?;
    let task = testcomp::Task {
        program_file: source,
        program_text: &text,
        specification: if args.goal == Goal::Error { testcomp::ERROR_CALL } else { testcomp::BRANCHES },
        producer: PRODUCER,
        creation_time: &now(),
    };
    let errors: Vec<&str> =
        suite.findings.iter().filter(|finding| is_error(finding)).map(|finding| finding.test_name()).collect();
    Ok(testcomp::files(suite, &task, |test| errors.contains(&test.name.as_str())))
}

/// Was it an error function: the runtime's, or one that the program defines itself?
fn is_error(finding: &Finding) -> bool {
    let frame = finding.facts.stack.first().map_or("", String::as_str);
    finding.facts.kind.contains("error function")
        || symcrete_engine::reporters::ERRORS.iter().any(|name| frame.ends_with(&format!(" in {name}")))
}

/// The source files of the program: as told, else as its model names them.
fn sources(args: &Args, suite: &Suite) -> Result<Vec<String>, Failure> {
    if !args.source.is_empty() {
        return Ok(args.source.clone());
    }
    let model = native::unit_of(suite)?.model()?;
    let full = |module: &symcrete_model::Module| {
        let ends = |file: &&String| file.ends_with(module.name.trim_start_matches("./"));
        module.files.iter().find(ends).unwrap_or(&module.name).clone()
    };
    Ok(model.modules().iter().map(full).filter(|file| !is_model(file)).collect())
}

/// How the program is built again.
fn build(args: &Args, suite: &Suite) -> Result<c::Build, Failure> {
    let program = native::unit_of(suite)?.program;
    let sources = sources(args, suite)?;
    let sanitizers = Sanitizers::compiled_into(&program);
    let Flags { compile: mut flags, link: libraries, .. } = Flags::of(&program);
    flags.extend(sanitizers.flags());
    if sources.iter().any(|source| Path::new(source).ends_with(DRIVER)) {
        // The program's own main, if it has one, is not the driver's.
        flags.extend([RENAMED.to_string(), "-w".to_string()]);
    }
    Ok(c::Build { flags, sources, libraries, leaks_are_allowed: sanitizers.address && !sanitizers.leak })
}

fn now() -> String {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    write::utc(since.as_secs())
}
