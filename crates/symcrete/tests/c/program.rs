//! One program: what its comments say, and whether exploring it gives that.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Tests of a program that are replayed, unless all are.
const REPLAYED: usize = 24;
/// Seconds of exploration unless the program's options say otherwise; most end by themselves.
const SECONDS: &str = "6";

/// A program and its text.
pub(crate) struct Program {
    source: PathBuf,
    text: String,
}

/// A line that must or must not be entered.
struct Mark {
    line: u64,
    reached: bool,
}

impl Program {
    pub(crate) fn read(source: &Path) -> Program {
        let text = std::fs::read_to_string(source).expect("the program is readable");
        Program { source: source.to_path_buf(), text }
    }

    /// The texts behind `// key: `.
    fn values(&self, key: &str) -> Vec<&str> {
        let key = format!("// {key}: ");
        self.text.lines().filter_map(|line| line.strip_prefix(&key)).map(str::trim).collect()
    }

    fn marks(&self) -> Vec<Mark> {
        let lines = self.text.lines().zip(1..);
        let mark = |(text, line): (&str, u64)| match text {
            _ if text.ends_with("// REACHED") => Some(Mark { line, reached: true }),
            _ if text.ends_with("// NEVER") => Some(Mark { line, reached: false }),
            _ => None,
        };
        lines.filter_map(mark).collect()
    }

    /// Explores the program as `symcrete test` compiles it; the error is what does not agree.
    pub(crate) fn check(&self) -> Result<(), String> {
        self.within_folder("", |folder| self.explore(folder, &self.source))
    }

    /// Explores the program as `symcrete cc -O2` compiles it. One that `symcrete test` has to compile is left out, and
    /// one that says why.
    pub(crate) fn check_optimised(&self) -> Result<(), String> {
        let needs_source = ["--entry", "--sanitize", "--globals"];
        let is_for_source = self.options().iter().any(|option| needs_source.contains(option));
        if is_for_source || !self.values("unoptimised").is_empty() {
            return Ok(());
        }
        self.within_folder("-O2", |folder| self.explore(folder, &self.build(folder)?))
    }

    fn within_folder(&self, suffix: &str, explore: impl Fn(&Path) -> Result<(), String>) -> Result<(), String> {
        let name = self.source.file_stem().unwrap_or_default().to_string_lossy();
        let folder = std::env::temp_dir().join(format!("symcrete-c-{}-{name}{suffix}", std::process::id()));
        std::fs::create_dir_all(&folder).map_err(|why| why.to_string())?;
        let result = explore(&folder);
        if result.is_ok() {
            let _ = std::fs::remove_dir_all(&folder);
        }
        result.map_err(|why| format!("{why}\n    results are in {}", folder.display()))
    }

    fn options(&self) -> Vec<&str> {
        self.values("options").iter().flat_map(|line| line.split_whitespace()).collect()
    }

    /// The program, compiled with optimisation.
    fn build(&self, folder: &Path) -> Result<PathBuf, String> {
        let is_cpp = self.source.extension().is_some_and(|ending| ending == "cpp");
        let built = Command::new(env!("CARGO_BIN_EXE_symcrete"))
            .args([if is_cpp { "c++" } else { "cc" }, "-O2", "-g", "-w", "-o", "optimised"])
            .args([self.source.as_os_str(), "-lm".as_ref()])
            .current_dir(folder)
            .env("SYMCRETE_CACHE", folder.join("../symcrete-c-cache"))
            .output()
            .map_err(|why| why.to_string())?;
        match built.status.success() {
            true => Ok(folder.join("optimised")),
            false => Err(String::from_utf8_lossy(&built.stderr).into_owned()),
        }
    }

    fn explore(&self, folder: &Path, program: &Path) -> Result<(), String> {
        let options = self.options();
        let time = if options.contains(&"--time") { &[][..] } else { &["--time", SECONDS] };
        let done = Command::new(env!("CARGO_BIN_EXE_symcrete"))
            .args(["test", "--quiet", "--certify", "-o", "out"])
            .arg(program)
            .args(time)
            .args(&options)
            .current_dir(folder)
            .env("SYMCRETE_CACHE", folder.join("../symcrete-c-cache"))
            .output()
            .map_err(|why| why.to_string())?;
        let said = String::from_utf8_lossy(&done.stdout).into_owned() + &String::from_utf8_lossy(&done.stderr);
        let report = std::fs::read(folder.join("out/report.json")).map_err(|_| format!("no report:\n{said}"))?;
        let report: Value = serde_json::from_slice(&report).map_err(|why| why.to_string())?;
        let faults = [self.numbers(&report), self.findings(&report), self.lost(&report), self.lines(&report)].concat();
        let mut faults = [faults, replay(folder)].concat();
        // What the SMT solver agreed to is looked at in a third way when there is time.
        let is_checked = report["certified"] == true && !super::machine::is_slow();
        if !is_checked && super::second::has_claims(&report) {
            faults.extend(super::second::missed(folder, program, &options, &report));
        }
        if faults.is_empty() { Ok(()) } else { Err(format!("{}\n{said}", faults.join("; "))) }
    }

    fn numbers(&self, report: &Value) -> Vec<String> {
        let mut faults = Vec::new();
        if report["divergences"] != 0 {
            faults.push(format!("{} divergences", report["divergences"]));
        }
        let covered = format!("{} of {}", report["branches"]["covered"], report["branches"]["total"]);
        for wanted in self.values("covered").into_iter().filter(|&wanted| wanted != covered) {
            faults.push(format!("covered {covered}, not {wanted}"));
        }
        faults
    }

    fn findings(&self, report: &Value) -> Vec<String> {
        let found: Vec<String> = report["findings"].as_array().into_iter().flatten().map(text_of).collect();
        let wanted = self.values("finding");
        let missing = wanted.iter().filter(|wanted| !found.iter().any(|found| found.contains(**wanted)));
        let mut faults: Vec<String> = missing.map(|wanted| format!("no finding {wanted}")).collect();
        let strange = found.iter().filter(|found| !wanted.iter().any(|wanted| found.contains(wanted)));
        faults.extend(strange.map(|found| format!("finding {found}")));
        faults
    }

    fn lost(&self, report: &Value) -> Vec<String> {
        let lost = list(&report["lost"], "what");
        let fault = |wanted: &str| match wanted {
            "none" => (!lost.is_empty()).then(|| format!("lost: {}", report["lost"])),
            _ => (!lost.iter().any(|what| what.contains(wanted))).then(|| format!("nothing lost by {wanted}")),
        };
        self.values("lost").into_iter().filter_map(fault).collect()
    }

    /// The marked lines, by the outcomes of the conditions on them.
    fn lines(&self, report: &Value) -> Vec<String> {
        let file = self.source.file_name().unwrap_or_default().to_string_lossy();
        let outcomes: Vec<&Value> = report["outcomes"].as_array().into_iter().flatten().collect();
        let mut faults = Vec::new();
        for Mark { line, reached } in self.marks() {
            let here = outcomes.iter().filter(|o| o["line"] == line && o["outcome"] == "true");
            let here: Vec<_> = here.filter(|o| o["file"].as_str().is_some_and(|f| f.ends_with(&*file))).collect();
            let right = here.iter().all(|o| (o["state"] == "covered") == reached);
            if here.is_empty() || !right {
                faults.push(format!("line {line} {}", if reached { "was not reached" } else { "was reached" }));
            }
        }
        faults
    }
}

/// A finding in words.
fn text_of(finding: &Value) -> String {
    let word = |name: &str| finding[name].as_str().unwrap_or_default().to_string();
    format!("{} at {}:{}:{}", word("kind"), word("file"), finding["line"], finding["column"])
}

fn list(values: &Value, key: &str) -> Vec<String> {
    let all = values.as_array().into_iter().flatten();
    all.filter_map(|value| Some(value[key].as_str()?.to_string())).collect()
}

/// Replays stored tests on the plain and the instrumented program: they must agree. All of them with `SLOW=1`, else some of all parts of the campaign.
fn replay(folder: &Path) -> Vec<String> {
    let tests = std::fs::read_dir(folder.join("out/tests")).into_iter().flatten().filter_map(|entry| entry.ok());
    let tests = tests.map(|entry| entry.path()).filter(|path| path.extension().is_some_and(|e| e == "json"));
    let mut tests: Vec<PathBuf> = tests.collect();
    tests.sort();
    let every = if super::machine::is_slow() { 1 } else { tests.len().div_ceil(REPLAYED).max(1) };
    let differ = tests.iter().step_by(every).filter(|test| run(test, &[]) != run(test, &["--instrumented"]));
    differ.map(|test| format!("plain and instrumented differ on {}", test.display())).collect()
}

/// What one replay shows and how it ends, without the place of a crash; `None` if it cannot be made.
fn run(test: &Path, options: &[&str]) -> Option<(String, Option<i32>)> {
    let Output { status, stdout, .. } =
        Command::new(env!("CARGO_BIN_EXE_symcrete")).arg("replay").arg(test).args(options).output().ok()?;
    let shown = String::from_utf8_lossy(&stdout).into_owned();
    let (output, outcome) = shown.rsplit_once("outcome: ")?;
    Some((format!("{output}{}", outcome.split(" at ").next()?), status.code()))
}
