//! What the plain program shows of stored tests, so that exported tests can expect it.

use super::start::start_with;
use super::{Runs, plain_path, sanitizer};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use symcrete_build::entry::{RETURN, has_driver};
use symcrete_build::failure::Failure;
use symcrete_build::scope::Scope;
use symcrete_build::unit::{PROGRAM, Unit};
use symcrete_corpus::{Observed, Outcome, Suite, Test};
use symcrete_engine::rerun::{Rerunning, stored};
use symcrete_exec::{Config, Limits, Mode, Record};
use symcrete_expr::Stop;
use tempfile::TempDir;

/// The program of a suite: what its tests run, or what lies in the folder of one without tests.
pub fn unit_of(suite: &Suite) -> Result<Unit, Failure> {
    let program = match suite.tests.first() {
        Some(test) => stored(&suite.folder, &test.name)?.manifest.program,
        None => suite.folder.join(PROGRAM),
    };
    match (program.is_file(), suite.tests.is_empty()) {
        (true, _) => Ok(Unit::open(&program)),
        (false, true) => Err(Failure::at(&suite.folder, "it contains no test")),
        (false, false) => Err(Failure::at(&program, "the program of these tests is gone: run `symcrete test` again")),
    }
}

/// What the driver of a single function is told to show, from the most on: all, what was returned, nothing.
const SHOWN: [&str; 3] = ["1", "2", "0"];

/// Runs every test twice on the plain program and notes what it showed; output that differs between the two is not an
/// observation: the second time the program has another name, another stack and another second. The driver of a single
/// function is told to show what came of the call, and less where that differs.
pub fn observe(suite: &mut Suite) -> Result<(), Failure> {
    if suite.tests.is_empty() {
        return Ok(());
    }
    let program = unit_of(suite)?.program;
    let is_driver = has_driver(&program) || Scope::of(&program).is_some_and(|scope| scope.is_driver);
    let plain = plain_path(&program);
    let alias = Alias::of(&plain)?;
    let shown = if is_driver { &SHOWN[..] } else { &SHOWN[2..] };
    for shows in shown {
        let open: Vec<usize> = (0..suite.tests.len()).filter(|&at| !is_settled(&suite.tests[at])).collect();
        let pass = |path: &Path, value: String| {
            let again = Rerunning::config();
            let limits = Limits { stack: None, ..again.limits };
            let config = Config { mode: Mode::Spawn, limits, ..again };
            let setting = Rerunning::setting(suite)?;
            let mut runs = Runs::from(start_with(&setting, path, config, &[(RETURN.into(), value.into())])?);
            let mut rerunning = Rerunning::new(suite, Stop::new());
            let runs = open.iter().map(|at| rerunning.run(&mut runs, &suite.tests[*at]));
            runs.collect::<Result<Vec<Record>, Failure>>()
        };
        let begun = Instant::now();
        let first = pass(&plain, shows.to_string())?;
        std::thread::sleep(ANOTHER_SECOND.saturating_sub(begun.elapsed()));
        // A second character asks for other addresses.
        let second = pass(&alias.path, format!("{shows}{}", "+".repeat(LONGER)))?;
        for (&at, (first, second)) in open.iter().zip(first.into_iter().zip(second)) {
            let (outcome, micros) = (outcome(&plain, &first), first.wall.as_micros() as u64);
            let stdout = (first.stdout == second.stdout).then_some(first.stdout);
            let shows = Some(*shows).filter(|shows| *shows != SHOWN[2]);
            suite.tests[at].observed = Some(Observed { outcome, stdout, shows, micros });
        }
    }
    Ok(())
}

/// After this time a clock shows something else.
const ANOTHER_SECOND: Duration = Duration::from_millis(1100);
/// Bytes by which the stack begins elsewhere.
const LONGER: usize = 100;

/// Another name of a program, as long as this lives.
struct Alias {
    path: PathBuf,
    _folder: TempDir,
}

impl Alias {
    fn of(program: &Path) -> Result<Alias, Failure> {
        let folder =
            tempfile::Builder::new().prefix("symcrete-").tempdir().map_err(|why| Failure::System(why.into()))?;
        let path = folder.path().join("by-another-name");
        let made = std::path::absolute(program).and_then(|program| std::os::unix::fs::symlink(program, &path));
        made.map(|()| Alias { path: path.clone(), _folder: folder }).map_err(|why| Failure::file(&path, why))
    }
}

/// Was something seen that can be asserted? Looking at what a call left must not end a run that ends by itself.
fn is_settled(test: &Test) -> bool {
    let seen =
        |observed: &Observed| observed.stdout.is_some() && (observed.outcome.is_exit() || !test.outcome.is_exit());
    test.observed.as_ref().is_some_and(seen)
}

/// How a run of the plain program ended: in a sanitizer's words, if one ended it.
fn outcome(plain: &Path, run: &Record) -> Outcome {
    match sanitizer::said(plain, run).filter(|_| !matches!(run.outcome, symcrete_exec::Outcome::Exit(_))) {
        Some(said) => Outcome::Fault(said.what()),
        None => Outcome::parse(&run.outcome.to_string()),
    }
}
