//! What the plain program shows of stored tests, so that exported tests can expect it.

use super::start::start_with;
use super::{Runs, plain_path, sanitizer};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use symcrete_build::entry::{FENCED, RETURN, has_driver};
use symcrete_build::failure::Failure;
use symcrete_build::scope::Scope;
use symcrete_build::unit::{PROGRAM, Unit};
use symcrete_corpus::signature::DIFFERS;
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
        let begun = Instant::now();
        let first = pass(suite, &open, &plain, (shows.to_string(), is_driver))?;
        std::thread::sleep(ANOTHER_SECOND.saturating_sub(begun.elapsed()));
        // A second character asks for other addresses.
        let second = pass(suite, &open, &alias.path, (format!("{shows}{}", "+".repeat(LONGER)), is_driver))?;
        for (&at, (first, second)) in open.iter().zip(first.into_iter().zip(second)) {
            let (outcome, micros) = (outcome(&plain, &first), first.wall.as_micros() as u64);
            let shown = suite.tests[at].observed.take().and_then(|before| before.shown);
            let shown = shown.or_else(|| (is_driver && *shows == SHOWN[0]).then(|| common(&first, &second)).flatten());
            let stdout = (first.stdout == second.stdout).then_some(first.stdout);
            let shows = Some(*shows).filter(|shows| *shows != SHOWN[2]);
            suite.tests[at].observed = Some(Observed { outcome, stdout, shows, shown, is_outside: false, micros });
        }
    }
    if is_driver && suite.signature.as_ref().is_some_and(|signature| !signature.may_free) {
        fence(suite, &plain)?;
    }
    Ok(())
}

/// Notes which tests touch memory behind the objects that the function is given, or before them: in runs in which that ends them. An object that is freed cannot be fenced.
fn fence(suite: &mut Suite, plain: &Path) -> Result<(), Failure> {
    let all: Vec<usize> = (0..suite.tests.len()).collect();
    for fenced in FENCED {
        let runs = pass(suite, &all, plain, (format!("{}{fenced}", SHOWN[2]), true))?;
        for (test, run) in suite.tests.iter_mut().zip(runs) {
            if let Some(observed) = &mut test.observed {
                observed.is_outside |= outcome(plain, &run) != observed.outcome;
            }
        }
    }
    Ok(())
}

/// Runs these tests on a program that is told what to show.
fn pass(
    suite: &Suite,
    tests: &[usize],
    program: &Path,
    (value, is_driver): (String, bool),
) -> Result<Vec<Record>, Failure> {
    let again = Rerunning::config();
    let limits = Limits { stack: None, ..again.limits };
    let config = Config { mode: Mode::Spawn, limits, ..again };
    let setting = Rerunning::setting(suite)?;
    // The C library fills what is allocated, and what is freed, with these bytes; memory around a fenced object is too much for that.
    let filling = match value.split_at(1).1 {
        "" => Some("90"),
        rest if rest.starts_with('+') => Some("165"),
        _ => None,
    };
    let filling = filling.filter(|_| is_driver).map(|with| ("MALLOC_PERTURB_".into(), with.into()));
    let variables: Vec<_> = filling.into_iter().chain([(RETURN.into(), value.into())]).collect();
    let mut runs = Runs::from(start_with(&setting, program, config, &variables)?);
    let mut rerunning = Rerunning::new(suite, Stop::new());
    tests.iter().map(|&at| rerunning.run(&mut runs, &suite.tests[at])).collect()
}

/// What two runs printed alike, line by line; of a line that differs the place that it is about. Nothing where they end by themselves no more, or print something else altogether.
fn common(first: &Record, second: &Record) -> Option<Vec<u8>> {
    let ends = |run: &Record| matches!(run.outcome, symcrete_exec::Outcome::Exit(_));
    let lines = |run: &Record| run.stdout.split(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect::<Vec<_>>();
    let (first_lines, second_lines) = (lines(first), lines(second));
    (ends(first) && ends(second) && first_lines.len() == second_lines.len()).then_some(())?;
    let pairs = first_lines.into_iter().zip(second_lines);
    Some(pairs.map(|(one, other)| if one == other { one } else { differing(&one) }).collect::<Vec<_>>().join(&b'\n'))
}

/// What stands for a line that differs: `n[0].v differs`.
fn differing(line: &[u8]) -> Vec<u8> {
    let line = String::from_utf8_lossy(line);
    let place = [" = ", " leads to ", " returned"].iter().find_map(|sign| line.split_once(sign));
    format!("{}{DIFFERS}", place.map_or("", |(place, _)| place)).into_bytes()
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
