//! What symcrete says about a program: verdicts of `reach` for every target, and the report of `test`.

use super::oracle::{Input, foreign, shared};
use super::program::Program;
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// What is said about one target.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) line: u64,
    pub(crate) verdict: String,
    pub(crate) why: String,
    /// The input that executes it.
    pub(crate) witness: Option<Input>,
}

/// Everything that is said about a program.
#[derive(Debug)]
pub(crate) struct Said {
    pub(crate) answers: Vec<Answer>,
    pub(crate) report: Value,
}

/// Asks about every target, and for a campaign; `seconds` for each.
pub(crate) fn ask(program: &Program, folder: &Path, seconds: u64) -> Result<Said, String> {
    std::fs::copy(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/truth/truth.h"), folder.join("truth.h"))
        .map_err(|why| why.to_string())?;
    build(program, folder)?;
    Ok(Said { answers: reach(program, folder, seconds)?, report: campaign(folder, seconds)? })
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

fn reach(program: &Program, folder: &Path, seconds: u64) -> Result<Vec<Answer>, String> {
    let lines = program.targets();
    let mut args = ["reach", "--format", "json", "--force", "-o", "reached", "--time"].map(String::from).to_vec();
    args.push(format!("{seconds}s"));
    args.extend(lines.iter().map(|line| format!("program.c:{line}")));
    args.push("./program".to_string());
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let said = symcrete(&args, folder, 60 + (seconds + 7) * lines.len() as u64)?;
    let document: Value = serde_json::from_str(&said).map_err(|why| format!("{why}: {said}"))?;
    let answers = document["targets"].as_array().ok_or("no targets")?;
    Ok(lines.iter().zip(answers).map(|(&line, answer)| answered(line, answer)).collect())
}

fn answered(line: u64, answer: &Value) -> Answer {
    let text = |key: &str| answer[key].as_str().unwrap_or_default().to_string();
    let why = if answer["why"].is_string() { text("why") } else { answer["proof"].to_string() };
    Answer { line, verdict: text("verdict"), why, witness: answer["test"].as_str().map(stored) }
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
