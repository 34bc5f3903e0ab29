//! One campaign, watched from outside: how long it takes, how long the machine keeps somebody waiting for a processor behind its
//! deadline, how much memory it uses.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant, SystemTime};

static COUNT: AtomicU32 = AtomicU32::new(0);
/// Time between two looks.
const LOOK: Duration = Duration::from_millis(10);
/// What is longer than this hangs.
const HANGS: Duration = Duration::from_secs(600);

/// A campaign of its own folder, which is removed when what it left is whole.
pub(crate) struct Campaign {
    child: Child,
    folder: PathBuf,
    run_time: Duration,
}

/// A campaign that is over.
pub(crate) struct Ended {
    /// From its begin, or from the request to end.
    pub(crate) took: Duration,
    /// How long, from its deadline on, somebody waited for a processor.
    pub(crate) waited: Duration,
    /// Most memory, in KiB.
    pub(crate) memory: u64,
}

impl Campaign {
    /// `symcrete COMMAND WORDS SOURCE` with the program's own options and these, which they overrule.
    pub(crate) fn start(command: &str, source: &Path, words: &[&str], options: &[&str]) -> Result<Campaign, String> {
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("symcrete-time-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&folder).map_err(|why| why.to_string())?;
        let text = std::fs::read_to_string(source).map_err(|why| why.to_string())?;
        let own: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("// options: ")).collect();
        let own: Vec<&str> = own.iter().flat_map(|options| options.split_whitespace()).collect();
        let mut given: Vec<&str> = Vec::new();
        for pair in options.chunks(2).filter(|pair| !own.contains(&pair[0])) {
            given.extend(pair);
        }
        let dashes = own.iter().position(|&word| word == "--").unwrap_or(own.len());
        let log = |name: &str| std::fs::File::create(folder.join(name)).map_err(|why| why.to_string());
        let mut symcrete = Command::new(env!("CARGO_BIN_EXE_symcrete"));
        symcrete.arg(command).args(words).arg(source).args(given).args(&own[..dashes]);
        symcrete.arg("-o").arg(folder.join("out")).args(&own[dashes..]).current_dir(&folder);
        symcrete.stdout(log("stdout")?).stderr(log("stderr")?).stdin(Stdio::null());
        let child = symcrete.spawn().map_err(|why| why.to_string())?;
        let seconds = own.iter().position(|&word| word == "--run-time").and_then(|at| own.get(at + 1));
        let seconds = seconds.and_then(|text| text.trim_end_matches('s').parse().ok()).unwrap_or(1);
        Ok(Campaign { child, folder, run_time: Duration::from_secs(seconds) })
    }

    /// What one run may take.
    pub(crate) fn run_time(&self) -> Duration {
        self.run_time
    }

    /// Waits for its end; it has so much time.
    pub(crate) fn wait(&mut self, time: Duration) -> Result<Ended, String> {
        let begun = self.until_linked()?;
        self.ended(begun, time)
    }

    /// Lets it run for a time after its first test was written, and asks it to end.
    pub(crate) fn terminate_after(&mut self, time: Duration) -> Result<Ended, String> {
        let (begun, first) = (self.until_linked()?, self.folder.join("out/tests/000001.json"));
        while !first.is_file() && begun.elapsed() < HANGS {
            std::thread::sleep(LOOK);
        }
        std::thread::sleep(time);
        let asked = Instant::now();
        let id = self.child.id().to_string();
        let told = Command::new("kill").args(["-TERM", &id]).status().map_err(|why| why.to_string())?;
        if !told.success() {
            return Err(format!("it ended by itself: {}", self.said()));
        }
        self.ended(asked, Duration::ZERO)
    }

    /// Is there a report, and was nothing said that should not be?
    pub(crate) fn is_whole(&self) -> Result<(), String> {
        let text = std::fs::read_to_string(self.folder.join("out/report.json"))
            .map_err(|why| format!("no report.json: {why}: {}", self.said()))?;
        serde_json::from_str::<serde_json::Value>(&text).map_err(|why| format!("report.json: {why}"))?;
        for file in ["report/index.html", "coverage.info"] {
            if !self.folder.join("out").join(file).is_file() {
                return Err(format!("no {file}: {}", self.said()));
            }
        }
        let _ = std::fs::remove_dir_all(&self.folder);
        Ok(())
    }

    fn said(&self) -> String {
        let read = |name: &str| std::fs::read_to_string(self.folder.join(name)).unwrap_or_default();
        format!("{}{} (in {})", read("stdout"), read("stderr"), self.folder.display())
    }

    /// When its program was linked: compiling is no part of a campaign.
    fn until_linked(&mut self) -> Result<Instant, String> {
        let (start, out) = (Instant::now(), self.folder.join("out"));
        let programs = [out.join("program"), out.join(".symcrete/program.plain")];
        while !programs.iter().all(|program| program.is_file()) {
            if self.child.try_wait().map_err(|why| why.to_string())?.is_some() || start.elapsed() > HANGS {
                return Err(format!("it did not begin: {}", self.said()));
            }
            std::thread::sleep(LOOK);
        }
        let made = programs.iter().filter_map(|program| program.metadata().and_then(|file| file.modified()).ok()).max();
        let age = made.and_then(|made| SystemTime::now().duration_since(made).ok());
        Ok(Instant::now() - age.unwrap_or_default())
    }

    /// Waits for its end, from a moment on, for which it has so much time.
    fn ended(&mut self, from: Instant, time: Duration) -> Result<Ended, String> {
        let id = self.child.id();
        let (mut memory, mut at_deadline) = (0, None);
        while self.child.try_wait().map_err(|why| why.to_string())?.is_none() {
            memory = memory.max(peak(id));
            if from.elapsed() >= time {
                at_deadline.get_or_insert_with(pressure);
            }
            if from.elapsed() > HANGS {
                let _ = self.child.kill();
                return Err(format!("it does not end: {}", self.said()));
            }
            std::thread::sleep(LOOK);
        }
        let waited = at_deadline.map_or(Duration::ZERO, |before| pressure().saturating_sub(before));
        Ok(Ended { took: from.elapsed(), waited, memory })
    }
}

/// For how long somebody has waited for a processor, since the machine was started; nothing where the kernel does not tell.
fn pressure() -> Duration {
    let text = std::fs::read_to_string("/proc/pressure/cpu").unwrap_or_default();
    let micros = text.lines().next().and_then(|some| some.rsplit_once("total=")?.1.parse().ok());
    Duration::from_micros(micros.unwrap_or(0))
}

/// Most memory that a process has had, in KiB.
fn peak(id: u32) -> u64 {
    let text = std::fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}
