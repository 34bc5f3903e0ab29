//! Findings held against the plain program: confirmed, made as small as they get, with their call stack.
//!
//! A finding comes from the instrumented program. Here its input is run on the plain one: only what happens there too is a
//! bug of the program, and the folder of the finding says so. Then bytes are taken away and made zero for as long as the
//! same thing happens at the same line; the number of tries is bounded, so a large input gets smaller, not smallest.

use crate::folder::commands;
use crate::link::plain_path;
use crate::recorder::Finding;
use crate::setting::{STDIN, give, stream};
use crate::vector::{Vector, whole};
use serde::Serialize;
use std::path::Path;
use std::time::Duration;
use symcrete_exec::{Config, Executor, Limits, Mode, Outcome, Run};
use symcrete_search::Input;

/// Runs of the plain program that one finding may cost.
const TRIES: u32 = 300;
/// Seconds that one run may take; a time-out is as long.
const TIME: Duration = Duration::from_secs(5);

/// `finding.json`.
#[derive(Serialize)]
struct Facts {
    kind: String,
    file: String,
    line: u32,
    confirmed: bool,
    stack: Vec<String>,
    test: String,
    input: String,
}

/// Does the plain program end badly on this test, too?
pub fn happens(vector: &Vector) -> Result<bool, String> {
    let mut plain = Plain::start(vector)?;
    Ok(is_bad(&plain.run(&vector.input()?)?.outcome))
}

fn is_bad(outcome: &Outcome) -> bool {
    !matches!(outcome, Outcome::Exit(_) | Outcome::RuntimeFailed { .. })
}

/// Writes the folder of each finding.
pub fn findings(folder: &Path, found: &[Finding]) -> Result<(), String> {
    let place = |index: usize| folder.join("findings").join(format!("{:03}", index + 1));
    found.iter().enumerate().try_for_each(|(index, finding)| one(&place(index), finding))
}

fn one(folder: &Path, finding: &Finding) -> Result<(), String> {
    let mut plain = Plain::start(&finding.vector)?;
    let input = finding.vector.input()?;
    let first = plain.run(&input)?;
    let confirmed = is_bad(&first.outcome);
    // Every try of a time-out takes the whole time: it stays as it is.
    let smaller = match confirmed && first.outcome != Outcome::TimeOut {
        true => plain.smaller(&input, &first.outcome)?,
        false => input,
    };
    write(folder, finding, &first, &smaller, confirmed).map_err(|why| format!("{}: {why}", folder.display()))
}

fn write(folder: &Path, finding: &Finding, run: &Run, input: &Input, confirmed: bool) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)?;
    let base = folder.join("input");
    let vector = finding.vector.with_input(input, &run.outcome.to_string());
    vector.write(&base)?;
    let stack: Vec<String> = run.stack.iter().map(ToString::to_string).collect();
    let (file, line) = run.stack.first().map_or((String::new(), 0), |place| (place.file.clone(), place.line));
    let facts = Facts {
        kind: finding.what.clone(),
        file,
        line,
        confirmed,
        stack: stack.clone(),
        test: finding.test.display().to_string(),
        input: base.display().to_string(),
    };
    let text = serde_json::to_string_pretty(&facts).map_err(std::io::Error::other)?;
    whole(&folder.join("finding.json"), format!("{text}\n").as_bytes())?;
    let said = match confirmed {
        true => format!("The plain program ends with: {}", run.outcome),
        false => "Not confirmed: the plain program ends by itself with this input.".into(),
    };
    let frames: String = stack.iter().map(|frame| format!("    {frame}\n")).collect();
    let calls = if frames.is_empty() { String::new() } else { format!("Call stack:\n{frames}") };
    let text = format!("{}\n{said}\n{calls}\n{}", finding.what, commands(&base, &vector));
    whole(&folder.join("finding.txt"), text.as_bytes())
}

/// The plain program, with a bounded number of runs.
struct Plain {
    executor: Executor,
    n_left: u32,
}

impl Plain {
    fn start(vector: &Vector) -> Result<Plain, String> {
        let limits = Limits { time: TIME, ..Limits::default() };
        let config = Config { mode: Mode::Spawn, limits, ..Config::default() };
        let started = vector.setting()?.start(&plain_path(&vector.program), config);
        Ok(Plain { executor: started.map_err(|why| why.to_string())?, n_left: TRIES })
    }

    fn run(&mut self, input: &Input) -> Result<Run, String> {
        self.n_left = self.n_left.saturating_sub(1);
        let stdin = give(&mut self.executor, input);
        self.executor.run(stdin).map_err(|why| why.to_string())
    }

    /// Does this input show the same bug: the same end at the same line?
    fn is_same(&mut self, input: &Input, outcome: &Outcome) -> Result<bool, String> {
        Ok(self.n_left > 0 && self.run(input)?.outcome == *outcome)
    }

    /// Fewer bytes of standard input, then more zeros everywhere.
    fn smaller(&mut self, input: &Input, outcome: &Outcome) -> Result<Input, String> {
        let mut best = input.clone();
        let mut size = stream(&best, STDIN).len().next_power_of_two();
        while size > 0 {
            let mut at = 0;
            while at < stream(&best, STDIN).len() && self.n_left > 0 {
                let mut tried = best.clone();
                let end = (at + size).min(tried.streams[STDIN].len());
                tried.streams[STDIN].drain(at..end);
                match self.is_same(&tried, outcome)? {
                    true => best = tried,
                    false => at += size,
                }
            }
            size /= 2;
        }
        for number in 0..best.streams.len() {
            for at in 0..best.streams[number].len() {
                let mut tried = best.clone();
                if std::mem::take(&mut tried.streams[number][at]) != 0 && self.is_same(&tried, outcome)? {
                    best = tried;
                }
            }
        }
        Ok(best)
    }
}
