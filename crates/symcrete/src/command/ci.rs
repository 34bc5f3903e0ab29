//! `symcrete ci`: what a pull request needs, within a budget. Only arguments, the environment of code hosts and exit codes; [`Plan`] does it.

use super::export;
use super::options::duration;
use super::output::{code, show};
use super::project::{Typed, Verb, keys, programs};
use crate::exit;
use clap::{Parser, ValueEnum};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use symcrete_build::failure::Failure;
use symcrete_project::builder::Builder;
use symcrete_project::ci::{Commands, Given, Outcome, Plan, output};
use symcrete_project::file::{Project, Target};
use symcrete_project::git;
use symcrete_pursuit::Verdict;
use symcrete_reach::Target as Goal;

/// Arguments of `symcrete ci`.
#[derive(Parser)]
#[command(
    after_help = "Example: symcrete ci --base origin/main --budget 5m\n\nExit codes: 0 nothing to fail on, 1 what --fail-on names was found, 2 wrong usage or missing tool,\n3 the project does not compile, 70 a bug in symcrete, 74 the machine failed."
)]
pub(crate) struct Args {
    /// Targets of symcrete.toml. Default: all of them.
    targets: Vec<String>,
    /// Lines that changed since this revision and the work parted are looked at. Default: what GitHub or GitLab say the pull request is
    /// compared with, else HEAD~1.
    #[arg(long, value_name = "REV")]
    base: Option<String>,
    /// Results of the last run, whose tests are run again and whose findings are known. Default: the folder of -o, as it was.
    #[arg(long, value_name = "DIR")]
    from: Option<PathBuf>,
    /// Where results go. Default: symcrete-out/ci; what is there moves to symcrete-out/ci.last.
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
    /// Time for everything.
    #[arg(long, default_value = "5m", value_name = "TIME", value_parser = duration)]
    budget: Duration,
    /// What makes the exit code 1.
    #[arg(long, value_enum, default_value = "new", value_name = "WHAT")]
    fail_on: FailOn,
}

/// What a CI job fails on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum FailOn {
    /// New findings.
    New,
    /// All findings.
    Any,
    /// New findings, and changed lines that no input executes.
    Unreachable,
    /// Nothing.
    Never,
}

pub(crate) fn main(args: &Args) -> u8 {
    code(ci(args))
}

fn ci(args: &Args) -> Result<u8, Failure> {
    let begun = Instant::now();
    let here = std::env::current_dir().map_err(|why| Failure::file(Path::new("."), why))?;
    let file = Project::find(&here).ok_or("there is no symcrete.toml here or above: write one with `symcrete init`")?;
    let project = Project::read(&file, &keys)?;
    let named = |path: &PathBuf| here.join(path);
    let (output, from) = (args.output.as_ref().map_or_else(output, named), args.from.as_ref().map(named));
    std::env::set_current_dir(project.folder()).map_err(|why| Failure::file(project.folder(), why))?;
    let targets: Vec<&Target> = match &args.targets[..] {
        [] => project.targets.iter().collect(),
        names => names.iter().map(|name| project.target(Some(name))).collect::<Result<_, _>>()?,
    };
    let base = base(args, project.folder())?;
    let builder = Builder { folder: project.folder(), symcrete: &super::own_program()?, say: &|text| exit::say(&text) };
    builder.build(&project, &programs(targets.iter().copied()))?;
    let (budget, version) = ((begun, args.budget), env!("CARGO_PKG_VERSION"));
    let plan = Plan { project: &project, targets, base, from, output: output.clone(), budget, version };
    let outcome = plan.run(&Ours { project: &project })?;
    publish(&outcome, &output)?;
    let Outcome { n_new, n_known, n_unreachable, .. } = outcome;
    let fails = match args.fail_on {
        FailOn::New => n_new > 0,
        FailOn::Any => n_new + n_known > 0,
        FailOn::Unreachable => n_new + n_unreachable > 0,
        FailOn::Never => false,
    };
    Ok(if fails { exit::BUG } else { exit::FINISHED })
}

/// Since when lines count as changed: as told, else as code hosts say, else the commit before.
fn base(args: &Args, folder: &Path) -> Result<Option<String>, Failure> {
    if let Some(named) = &args.base {
        let what =
            format!("there is no revision {named} here: fetch it, in a workflow with fetch-depth: 0 or GIT_DEPTH: 0");
        let commit = git::commit(folder, named).ok_or_else(|| Failure::usage(what))?;
        return Ok(Some(git::parted(folder, named).unwrap_or(commit)));
    }
    let variable = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    let told = [
        variable("GITHUB_BASE_REF").map(|branch| format!("origin/{branch}")),
        variable("CI_MERGE_REQUEST_DIFF_BASE_SHA"),
        variable("CI_COMMIT_BEFORE_SHA"),
        Some("HEAD~1".into()),
    ];
    let known = told.into_iter().flatten().find(|name| git::commit(folder, name).is_some());
    if known.is_none() {
        exit::say(&"no revision was found to compare with: fetch more than one commit, or name one with --base");
    }
    Ok(known.map(|name| git::parted(folder, &name).unwrap_or(name)))
}

/// Shows the outcome where the code host looks for it.
fn publish(outcome: &Outcome, output: &Path) -> Result<(), Failure> {
    let text = if std::env::var_os("GITHUB_ACTIONS").is_some() { &outcome.annotations } else { &outcome.summary };
    // A reader that closes its end has seen enough.
    let _ = std::io::stdout().write_all(text.as_bytes());
    if let Some(page) = std::env::var_os("GITHUB_STEP_SUMMARY").map(PathBuf::from) {
        let file = std::fs::OpenOptions::new().create(true).append(true).open(&page);
        let written = file.and_then(|mut file| file.write_all(outcome.summary.as_bytes()));
        written.map_err(|why| Failure::file(&page, why))?;
    }
    show(format_args!("results: {}", output.display()));
    Ok(())
}

/// Our own commands.
struct Ours<'a> {
    project: &'a Project,
}

impl Commands for Ours<'_> {
    fn test(&self, target: &Target, given: Given) -> Result<(), Failure> {
        match Typed::of(Verb::Test, given, Vec::new()).run(self.project, target)? {
            exit::FINISHED | exit::BUG => Ok(()),
            // Why has been said.
            exit::BUILD => Err(Failure::Build),
            exit::MACHINE => Err(Failure::System(format!("{} could not be tested", target.name).into())),
            _ => Err(Failure::usage(format!("{} could not be tested: see above", target.name))),
        }
    }

    fn reach(&self, target: &Target, given: Given, goals: Vec<String>) -> Result<Vec<(Goal, Verdict)>, Failure> {
        Typed::of(Verb::Reach, given, goals).verdicts(self.project, target)
    }

    fn export(&self, folder: &Path, format: &str, output: &Path) -> Result<(), Failure> {
        let words = [
            "export".as_ref(),
            "--to".as_ref(),
            format.as_ref(),
            folder.as_os_str(),
            "-o".as_ref(),
            output.as_os_str(),
        ];
        export::export(&export::Args::try_parse_from(words).map_err(|why| Failure::usage(why.to_string()))?)
    }

    fn say(&self, sentence: &str) {
        exit::say(&sentence);
    }
}
