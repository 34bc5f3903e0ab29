//! What symcrete says about a program: verdicts of `reach` for every target, and the report of `test`.

use super::oracle::{Input, foreign, shared};
use super::program::Program;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// What is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    /// An input that executes a line.
    Execute(u64),
    /// An input that crashes in a line.
    Crash(u64),
}

impl Target {
    pub(crate) fn line(self) -> u64 {
        match self {
            Target::Execute(line) | Target::Crash(line) => line,
        }
    }
}

/// What is said about one target.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) target: Target,
    pub(crate) verdict: String,
    pub(crate) why: String,
    /// The input that does so.
    pub(crate) witness: Option<Input>,
}

/// Everything that is said about a program.
#[derive(Debug)]
pub(crate) struct Said {
    pub(crate) answers: Vec<Answer>,
    pub(crate) report: Value,
    /// The campaign's result folder.
    out: PathBuf,
}

impl Said {
    /// The input of a test that the report names.
    pub(crate) fn test(&self, name: &str) -> Input {
        stored(&self.out.join(name).display().to_string())
    }
}

/// Asks about these targets, each with so many seconds, and for a campaign of `seconds`.
pub(crate) fn ask(
    program: &Program,
    asked: &[(Vec<Target>, u64)],
    folder: &Path,
    seconds: u64,
) -> Result<Said, String> {
    std::fs::copy(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/truth/truth.h"), folder.join("truth.h"))
        .map_err(|why| why.to_string())?;
    build(program, folder)?;
    let mut answers = Vec::new();
    for (targets, seconds) in asked.iter().filter(|(targets, _)| !targets.is_empty()) {
        answers.extend(reach(targets, folder, *seconds)?);
    }
    Ok(Said { answers, report: campaign(folder, seconds)?, out: folder.join("out") })
}

/// Builds the program once for both, where it says so with what gcc built.
fn build(program: &Program, folder: &Path) -> Result<(), String> {
    let mut args = ["cc", "-g", "-w", "program.c", "-o", "program"].map(String::from).to_vec();
    if program.has("foreign") {
        args.push(foreign()?.display().to_string());
    } else if program.has("shared") {
        args.push(shared()?.display().to_string());
    }
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    symcrete(&args, folder, 120).map(drop)
}

fn reach(targets: &[Target], folder: &Path, seconds: u64) -> Result<Vec<Answer>, String> {
    let mut args = ["reach", "--format", "json", "--force", "-o", "reached", "--time"].map(String::from).to_vec();
    args.push(format!("{seconds}s"));
    // `symcrete reach` answers for lines first, then for crashes; so are the targets in order.
    for target in targets {
        args.extend(matches!(target, Target::Crash(_)).then(|| "--crash".to_string()));
        args.push(format!("program.c:{}", target.line()));
    }
    args.push("./program".to_string());
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let said = symcrete(&args, folder, 60 + (seconds + 7) * targets.len() as u64)?;
    let document: Value = serde_json::from_str(&said).map_err(|why| format!("{why}: {said}"))?;
    let answers = document["targets"].as_array().ok_or("no targets")?;
    if answers.len() != targets.len() {
        return Err(format!("{} targets, {} answers: {said}", targets.len(), answers.len()));
    }
    targets.iter().zip(answers).map(|(&target, answer)| answered(target, answer)).collect()
}

fn answered(target: Target, answer: &Value) -> Result<Answer, String> {
    let text = |key: &str| answer[key].as_str().unwrap_or_default().to_string();
    if text("target").starts_with("crash at ") != matches!(target, Target::Crash(_)) {
        return Err(format!("{target:?} is answered by {answer}"));
    }
    let why = if answer["why"].is_string() { text("why") } else { answer["proof"].to_string() };
    Ok(Answer { target, verdict: text("verdict"), why, witness: answer["test"].as_str().map(stored) })
}

/// The input of a stored test.
pub(crate) fn stored(test: &str) -> Input {
    let part = |ending: &str| std::fs::read(format!("{test}.{ending}")).unwrap_or_default();
    Input { values: part("values"), fill: 0, stdin: part("stdin") }
}

fn campaign(folder: &Path, seconds: u64) -> Result<Value, String> {
    let time = format!("{seconds}s");
    symcrete(&["test", "--quiet", "--force", "-o", "out", "--time", &time, "./program"], folder, 60 + seconds)?;
    let report = std::fs::read(folder.join("out/report.json")).map_err(|why| format!("no report: {why}"))?;
    serde_json::from_slice(&report).map_err(|why| why.to_string())
}

/// What a command prints; the error says that it used its own time up many times over, that it found a fault of its own, or that
/// it does not compile the program.
fn symcrete(args: &[&str], folder: &Path, seconds: u64) -> Result<String, String> {
    let out = std::fs::File::create(folder.join("said")).map_err(|why| why.to_string())?;
    let err = std::fs::File::create(folder.join("said-beside")).map_err(|why| why.to_string())?;
    let program = std::env::var_os("TRUTH_SYMCRETE").unwrap_or_else(|| env!("CARGO_BIN_EXE_symcrete").into());
    let mut process = Command::new(program)
        .args(args)
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(out)
        .stderr(err)
        .spawn()
        .map_err(|why| why.to_string())?;
    let begin = Instant::now();
    let status = loop {
        if let Some(status) = process.try_wait().map_err(|why| why.to_string())? {
            break status;
        }
        if begin.elapsed() > Duration::from_secs(seconds) {
            let _ = process.kill();
            let _ = process.wait();
            return Err(format!("symcrete {} took more than {seconds} s", args.join(" ")));
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    let beside = std::fs::read_to_string(folder.join("said-beside")).unwrap_or_default();
    match status.code() {
        Some(0 | 1) => std::fs::read_to_string(folder.join("said")).map_err(|why| why.to_string()),
        code => Err(format!("symcrete {}: exit code {code:?}: {beside}", args.join(" "))),
    }
}
