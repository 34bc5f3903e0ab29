//! One campaign, watched from outside: how long it takes, how long its processes are kept waiting for a processor behind its
//! deadline, how much memory it uses.

use crate::family::Family;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant, SystemTime};

static COUNT: AtomicU32 = AtomicU32::new(0);
/// Time between two looks.
const LOOK: Duration = Duration::from_millis(20);
/// What is longer than this hangs.
const HANGS: Duration = Duration::from_secs(600);
/// Options that programs bring along and that must not overrule those of a test here.
const OURS: [&str; 3] = ["--time", "--iterations", "--coverage"];

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
    /// How long, from its deadline on, its processes waited for a processor.
    pub(crate) waited: Duration,
    /// Most memory of its own process, and of one of its runs, in KiB.
    pub(crate) own: u64,
    pub(crate) below: u64,
}

impl Campaign {
    /// `symcrete COMMAND WORDS SOURCE` with these options and the program's own, which overrule them. `WORDS` that begin with a
    /// colon are lines of the source.
    pub(crate) fn start(command: &str, source: &Path, words: &[&str], options: &[&str]) -> Result<Campaign, String> {
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("symcrete-time-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&folder).map_err(|why| why.to_string())?;
        let text = std::fs::read_to_string(source).map_err(|why| why.to_string())?;
        let files = lay_out(source, &text, &folder)?;
        let own = own_options(&text);
        let given = options.chunks(2).filter(|pair| !own.contains(&pair[0])).flatten();
        let dashes = own.iter().position(|&word| word == "--").unwrap_or(own.len());
        let log = |name: &str| std::fs::File::create(folder.join(name)).map_err(|why| why.to_string());
        let mut symcrete = Command::new(env!("CARGO_BIN_EXE_symcrete"));
        symcrete.arg(command);
        for word in words {
            symcrete.arg(if word.starts_with(':') { format!("{}{word}", files[0]) } else { word.to_string() });
        }
        symcrete.args(&files).args(given).args(&own[..dashes]);
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

    /// Is there a report, and was nothing said that should not be? The report, as far as it was read.
    pub(crate) fn is_whole(&self) -> Result<serde_json::Value, String> {
        let text = std::fs::read_to_string(self.folder.join("out/report.json"))
            .map_err(|why| format!("no report.json: {why}: {}", self.said()))?;
        let report = serde_json::from_str(&text).map_err(|why| format!("report.json: {why}"))?;
        for file in ["report/index.html", "coverage.info"] {
            if !self.folder.join("out").join(file).is_file() {
                return Err(format!("no {file}: {}", self.said()));
            }
        }
        self.forget();
        Ok(report)
    }

    /// Removes what it left.
    pub(crate) fn forget(&self) {
        let _ = std::fs::remove_dir_all(&self.folder);
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
        let mut family = Family::of(self.child.id());
        let mut waited = Duration::ZERO;
        while self.child.try_wait().map_err(|why| why.to_string())?.is_none() {
            let since = family.look();
            if from.elapsed() >= time {
                waited += since;
            }
            if from.elapsed() > HANGS {
                let _ = self.child.kill();
                return Err(format!("it does not end: {}", self.said()));
            }
            std::thread::sleep(LOOK);
        }
        Ok(Ended { took: from.elapsed(), waited, own: family.own, below: family.below })
    }
}

/// Copies a program with what it needs into a folder; what is to be compiled.
fn lay_out(source: &Path, text: &str, folder: &Path) -> Result<Vec<String>, String> {
    let name = source.file_name().map(|name| name.to_string_lossy().into_owned()).ok_or("a source has a name")?;
    std::fs::copy(source, folder.join(&name)).map_err(|why| why.to_string())?;
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/truth");
    if text.contains("\"truth.h\"") {
        std::fs::copy(beside.join("truth.h"), folder.join("truth.h")).map_err(|why| why.to_string())?;
    }
    let mut files = vec![name];
    // What gcc builds is followed by nobody.
    let is_marked = |mark: &str| text.lines().any(|line| line == mark);
    let foreign = match (is_marked("// foreign"), is_marked("// shared")) {
        (true, _) => Some((["-c", "-g"], "foreign.o")),
        (_, true) => Some((["-shared", "-fPIC"], "libforeign.so")),
        _ => None,
    };
    if let Some((flags, made)) = foreign {
        let made = folder.join(made);
        let built = Command::new("gcc").args(flags).arg(beside.join("foreign.c")).arg("-o").arg(&made).status();
        if !built.is_ok_and(|status| status.success()) {
            return Err("gcc does not build foreign.c".into());
        }
        files.push(made.display().to_string());
    }
    Ok(files)
}

/// The options that a program asks for, but for those that are a test's business here.
fn own_options(text: &str) -> Vec<&str> {
    let lines = text.lines().filter_map(|line| line.strip_prefix("// options: ").or(line.strip_prefix("// args: ")));
    let words: Vec<&str> = lines.flat_map(str::split_whitespace).collect();
    let is_ours = |at: usize| OURS.contains(&words[at]) || at > 0 && OURS.contains(&words[at - 1]);
    (0..words.len()).filter(|&at| !is_ours(at)).map(|at| words[at]).collect()
}
