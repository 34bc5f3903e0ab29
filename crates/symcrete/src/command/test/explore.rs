//! One campaign from start to end.

use super::build::{self, Unit};
use super::folder::Folder;
use super::observe::Recorder;
use super::report::{Facts, Lost, Report, place, side};
use super::solve::Solver;
use super::target::{Last, Traced};
use super::{Args, Failure};
use crate::exit;
use crate::program::{Program as Binary, nearby};
use std::cell::RefCell;
use std::rc::Rc;
use std::time::Instant;
use symcrete_exec::{Config, Executor, Limits, Mode, Target};
use symcrete_model::Program;
use symcrete_search::{Budget, Campaign, Input, StopReason};
use symcrete_trace::{Flags, What};

/// Uncovered branches shown at the end.
const SHOWN: usize = 5;

pub(super) fn explore(args: &Args) -> Result<u8, Failure> {
    let folder = Folder::create(args)?;
    let unit = build::unit(args, folder.path())?;
    let binary = Binary::open(&unit.program).map_err(Failure::usage)?;
    let program = Program::link(binary.into_modules());
    let last = Rc::new(RefCell::new(Last::default()));
    let target = Traced::new(&program, executor(args, &unit)?, last.clone());
    let budget = Budget { iterations: args.iterations, time: args.time, coverage: args.coverage, ..Budget::default() };
    let mut campaign = Campaign::new(&program, target, Solver::new(args.solve), budget);
    let mut strategy = args.strategy.build(&program, &args.options(), args.seed);
    let mut recorder = Recorder::new(folder, unit.program.clone(), last.clone(), args.quiet);
    let start = Instant::now();
    let seeds = seeds(args)?;
    let stop = campaign
        .explore(&seeds, strategy.as_mut(), &mut || start.elapsed(), &mut recorder)
        .map_err(|why| Failure::usage(why.to_string()))?;
    recorder.clear_line();
    if campaign.statistics().solver.calls == 0 && last.borrow().n_records == 0 && recorder.findings.is_empty() {
        return Err(Failure::usage(
            "no symbolic input reached the program: make standard input symbolic with --stdin N, or ask for values \
             with __VERIFIER_nondet_int() and its family",
        ));
    }
    finish(args, &unit, &program, &campaign, &recorder, stop)
}

fn executor(args: &Args, unit: &Unit) -> Result<Executor, Failure> {
    let limits = Limits { time: args.run_time, ..Limits::default() };
    let flags = Flags { symbolic_stdin: true, whole_path: true, count: false };
    let config = Config { mode: Mode::ForkServer, limits, flags, locate: true };
    Executor::start(&Target::new(&unit.program), config).map_err(|why| Failure::usage(why.to_string()))
}

/// The files of `--seeds` in order of their names, else zeros.
fn seeds(args: &Args) -> Result<Vec<Input>, Failure> {
    let Some(folder) = &args.seeds else { return Ok(vec![Input::stdin(vec![0; args.stdin])]) };
    let fail = |why: std::io::Error| Failure::usage(format!("{}: {why}", folder.display()));
    let entries = std::fs::read_dir(folder).map_err(fail)?;
    let mut files: Vec<_> =
        entries.filter_map(|entry| Some(entry.ok()?.path())).filter(|path| path.is_file()).collect();
    files.sort_unstable();
    let inputs: Vec<Input> =
        files.iter().map(|file| std::fs::read(file).map(Input::stdin)).collect::<Result<_, _>>().map_err(fail)?;
    match inputs.is_empty() {
        true => Err(Failure::usage(format!("{}: no files to start from", folder.display()))),
        false => Ok(inputs),
    }
}

fn finish(
    args: &Args,
    unit: &Unit,
    program: &Program,
    campaign: &Campaign<Traced, Solver>,
    recorder: &Recorder,
    stop: StopReason,
) -> Result<u8, Failure> {
    let report = Report::new(Facts {
        unit: &unit.name,
        strategy: args.strategy.name(),
        seed: args.seed,
        stop,
        statistics: campaign.statistics(),
        stages: campaign.solver().stats(),
        coverage: campaign.coverage(),
        program,
        recorder,
        lost: lost(program, campaign.target()),
    });
    let fail = |why: String| Failure::usage(format!("{}: {why}", recorder.folder.path().display()));
    let text = report.to_json().map_err(|why| fail(why.to_string()))?;
    recorder.folder.file("report.json", text.as_bytes()).map_err(|why| fail(why.to_string()))?;
    if let Some(trouble) = &recorder.trouble {
        return Err(Failure::usage(trouble.clone()));
    }
    summary(campaign, recorder, program, stop);
    Ok(if recorder.findings.is_empty() { exit::FINISHED } else { exit::BUG })
}

fn lost(program: &Program, target: &Traced) -> Vec<Lost> {
    let Ok(trace) = target.trace() else { return Vec::new() };
    let modules: Vec<_> = trace.modules().map(|entry| program.find_module(entry.hash)).collect();
    let one = |(&(module, loc, what), &count): (&(u16, u32, u8), &u64)| {
        let id = modules.get(module as usize).copied().flatten();
        let known = id.filter(|&id| (loc as usize) < program.module(id).locs.len());
        let place = known.map_or_else(
            || "?".to_string(),
            |id| {
                let (file, line, column) = program.location(id, symcrete_model::LocId::new(loc as usize));
                format!("{file}:{line}:{column}")
            },
        );
        Lost { place, what: What::from_u8(what).map_or("unknown", What::text), count }
    };
    target.lost().iter().map(one).collect()
}

fn summary(campaign: &Campaign<Traced, Solver>, recorder: &Recorder, program: &Program, stop: StopReason) {
    let s = campaign.statistics();
    let why = match stop {
        StopReason::Exhausted if s.is_complete() => "every feasible path was explored".to_string(),
        StopReason::Exhausted => "nothing is left to try".to_string(),
        other => format!("stopped by: {}", other.name()),
    };
    println!("{why}");
    println!("tests: {} in {}", recorder.n_tests, recorder.folder.path().join("tests").display());
    println!("branches: {} of {} covered, {} runs, {} paths", s.covered, s.branches, s.iterations, s.paths);
    println!(
        "solver: {} calls, {} sat, {} unsat, {} unknown; {} divergences",
        s.solver.calls, s.solver.sat, s.solver.unsat, s.solver.unknown, s.divergences
    );
    println!("findings: {}", recorder.findings.len());
    let n_lost = campaign.target().lost().len();
    if n_lost > 0 {
        println!("symbolic data was dropped at {n_lost} places: see \"lost\" in report.json");
    }
    let missing: Vec<_> = campaign.coverage().uncovered().take(SHOWN).collect();
    for &branch in &missing {
        let (file, line, column) = place(program, branch);
        println!("not covered: {}:{line}:{column} {}", nearby(&file), side(program, branch));
    }
}
