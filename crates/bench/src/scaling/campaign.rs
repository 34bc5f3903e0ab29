//! One campaign as a user starts it, and what its folder says afterwards; and a server of its own for those that need one.

use crate::contest::{first_line, timed};
use crate::workshop::Workshop;
use std::collections::BTreeSet;
use std::fs;
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};
use symcrete_corpus::report::Report;
use symcrete_corpus::{Manifest, Value};
use symcrete_report::bench::figure::Trouble;
use symcrete_search::Rng;

/// How long a server may take to answer.
const PATIENCE: Duration = Duration::from_secs(20);

/// Where campaigns lie, and who explores.
pub(super) struct Place {
    folder: PathBuf,
    symcrete: PathBuf,
}

/// What came of a campaign.
pub(super) struct Ran {
    pub(super) n_tests: u64,
    /// Paths of the program with 2047 that the tests take.
    pub(super) n_paths: u64,
    pub(super) is_complete: bool,
    /// Seconds that exploring took, by its report.
    pub(super) wall: f64,
    /// Seconds of processor time, of everything that the command did.
    pub(super) cpu: f64,
    /// Lines of its journal.
    pub(super) facts: usize,
    covered: u64,
}

impl Place {
    pub(super) fn new(workshop: &Workshop) -> Place {
        Place { folder: workshop.folder.join("scale"), symcrete: workshop.symcrete().into() }
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(&self.symcrete);
        command.arg("test").args(args);
        command
    }

    /// A folder that is not there.
    fn out(&self) -> Result<PathBuf, Trouble> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let out = self.folder.join(format!("{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed)));
        fs::create_dir_all(&self.folder).map_err(|why| Trouble::Missing(format!("{}: {why}", out.display())))?;
        Ok(out)
    }

    /// Explores a program to its end.
    pub(super) fn explore(&self, program: &Path, n_workers: u32, hub: Option<&Hub>) -> Result<Ran, Trouble> {
        let (out, n_workers) = (self.out()?, n_workers.to_string());
        let mut command = self.exhaustive(program, &out);
        command.args(["-j", &n_workers]);
        if let Some(hub) = hub {
            command.args(["--hub", &hub.url(), "--campaign", &hub.campaign()]);
        }
        let ran = finished(&mut command, &out);
        let _ = fs::remove_dir_all(&out);
        ran
    }

    fn exhaustive(&self, program: &Path, out: &Path) -> Command {
        let mut command = self.command(&["--quiet", "--strategy", "dfs", "--merge", "never", "--no-mutations"]);
        command.arg(program).arg("-o").arg(out);
        command
    }

    /// The same, killed so often within about the time that it takes, and resumed each time.
    pub(super) fn killed(&self, program: &Path, n_kills: u32, seed: u64, wall: f64) -> Result<Ran, Trouble> {
        let (out, mut rng) = (self.out()?, Rng::new(seed));
        let mut command = self.exhaustive(program, &out);
        let missing = |why: std::io::Error| Trouble::Missing(why.to_string());
        for _ in 0..n_kills {
            let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().map_err(missing)?;
            let begun = Instant::now();
            while !out.join("journal").is_file() && begun.elapsed() < PATIENCE {
                std::thread::sleep(Duration::from_millis(5));
            }
            std::thread::sleep(Duration::from_secs_f64(wall * rng.below(1000) as f64 / 1000.0 / f64::from(n_kills)));
            child.kill().and_then(|()| child.wait()).map_err(missing)?;
            command = self.command(&["--quiet", "--resume", "-o"]);
            command.arg(&out);
        }
        let ran = finished(&mut command, &out);
        let _ = fs::remove_dir_all(&out);
        ran
    }

    /// Branches that so many workers cover in this time.
    pub(super) fn covered(&self, program: &Path, n_workers: u32, time: Duration, seed: u64) -> Result<f64, Trouble> {
        let (out, n_workers, seed) = (self.out()?, n_workers.to_string(), seed.to_string());
        let time = format!("{}ms", time.as_millis());
        let mut command = self.command(&["--quiet", "-j", &n_workers, "--time", &time, "--seed", &seed]);
        let ran = finished(command.arg(program).arg("-o").arg(&out), &out);
        let _ = fs::remove_dir_all(&out);
        ran.map(|ran| ran.covered as f64)
    }
}

/// Runs a campaign to its end; what it left. A bug of the program is no failure.
fn finished(command: &mut Command, out: &Path) -> Result<Ran, Trouble> {
    let (cpu, output) = timed(command.stdout(Stdio::piped()).stderr(Stdio::piped()))?;
    if !matches!(output.status.code(), Some(0 | 1)) {
        return Err(Trouble::Wrong(first_line(&output.stderr)));
    }
    let text = fs::read_to_string(out.join("report.json")).unwrap_or_default();
    let report = Report::parse(&text).map_err(|why| Trouble::Wrong(why.to_string()))?;
    let entries = fs::read_dir(out.join("tests")).into_iter().flatten().flatten().map(|entry| entry.path());
    let tests: Vec<PathBuf> = entries.filter(|path| path.extension().is_some_and(|end| end == "json")).collect();
    let paths: BTreeSet<(Vec<bool>, bool)> = tests.iter().filter_map(|test| path_of(test)).collect();
    Ok(Ran {
        n_tests: tests.len() as u64,
        n_paths: paths.len() as u64,
        is_complete: report.complete,
        wall: report.wall_s.max(f64::MIN_POSITIVE),
        cpu: cpu.as_secs_f64(),
        facts: fs::read_to_string(out.join("journal")).unwrap_or_default().lines().count(),
        covered: report.branches.covered,
    })
}

/// The path that a test of subjects/paths2047.c takes: which numbers are positive, and whether their sum is the one.
fn path_of(test: &Path) -> Option<(Vec<bool>, bool)> {
    let manifest = Manifest::read(test).ok()?;
    let number = |value: &Value| value.bytes.0.first_chunk().map(|bytes| i32::from_le_bytes(*bytes));
    let numbers: Vec<i32> = manifest.values.iter().filter_map(number).collect();
    let sum = numbers.iter().filter(|&&number| number > 0).fold(0_u32, |sum, &number| sum.wrapping_add(number as u32));
    Some((numbers.iter().map(|&number| number > 0).collect(), sum == 1_234_567))
}

/// A server on loopback that ends with this, and its store with it.
pub(super) struct Hub {
    store: PathBuf,
    port: u16,
    process: Child,
}

impl Hub {
    pub(super) fn start(place: &Place) -> Result<Hub, Trouble> {
        let missing = |why: std::io::Error| {
            Trouble::Missing(format!("nats-server: {why}; install it with `apt-get install nats-server`"))
        };
        let port = TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr()).map_err(missing)?.port();
        let store = place.out()?;
        let mut command = Command::new("nats-server");
        command.args(["-js", "-a", "127.0.0.1", "-p", &port.to_string(), "-sd"]).arg(&store);
        let process = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().map_err(missing)?;
        let hub = Hub { store, port, process };
        let begun = Instant::now();
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            if begun.elapsed() > PATIENCE {
                return Err(Trouble::Missing("nats-server does not answer".into()));
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        Ok(hub)
    }

    fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// A name that no campaign has yet.
    fn campaign(&self) -> String {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        format!("scale-{}", COUNT.fetch_add(1, Ordering::Relaxed))
    }

    /// Bytes of its store.
    pub(super) fn stored(&self) -> u64 {
        bytes(&self.store)
    }
}

fn bytes(folder: &Path) -> u64 {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let size = |path: PathBuf| if path.is_dir() { bytes(&path) } else { path.metadata().map_or(0, |data| data.len()) };
    entries.map(|entry| size(entry.path())).sum()
}

impl Drop for Hub {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = fs::remove_dir_all(&self.store);
    }
}
