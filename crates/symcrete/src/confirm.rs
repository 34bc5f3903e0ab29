//! Findings at the end of a campaign: run once more on the plain program, made as small as they get, with their call stack.
//!
//! A finding was seen on the plain program before it was called one ([`plain`](crate::plain)). Here its folder is completed:
//! bytes are taken away and made zero for as long as the same thing happens in the same calls; the number of tries
//! is bounded, so a large input gets smaller, not smallest.

use crate::folder::commands;
use crate::plain::{End, Plain};
use crate::recorder::Finding;
use crate::setting::{STDIN, stream};
use crate::vector::whole;
use serde::Serialize;
use std::path::Path;
use symcrete_search::Input;

/// Runs of the plain program that one finding may cost; one that hangs counts as so many.
const TRIES: u32 = 300;
const HANGING: u32 = 25;

/// `finding.json`.
#[derive(Serialize)]
struct Facts {
    kind: String,
    file: String,
    line: u32,
    confirmed: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    said: Option<String>,
    stack: Vec<String>,
    test: String,
    input: String,
}

/// Writes the folder of each finding.
pub fn findings(folder: &Path, found: &[Finding]) -> Result<(), String> {
    let place = |index: usize| folder.join("findings").join(format!("{:03}", index + 1));
    found.iter().enumerate().try_for_each(|(index, finding)| one(&place(index), finding))
}

fn one(folder: &Path, finding: &Finding) -> Result<(), String> {
    let input = finding.vector.input()?;
    let mut search = Shrinking { plain: Plain::start(&finding.vector)?, finding, n_left: TRIES };
    let confirmed = search.is_same(&input)?;
    // Every try of a time-out takes the whole time: it stays as it is.
    let smaller = match confirmed && !finding.stack.is_empty() {
        true => {
            search.plain.expect_the_like();
            search.smaller(&input)?
        }
        false => input,
    };
    write(folder, finding, &smaller, confirmed).map_err(|why| format!("{}: {why}", folder.display()))
}

fn write(folder: &Path, finding: &Finding, input: &Input, confirmed: bool) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)?;
    let base = folder.join("input");
    let vector = finding.vector.with_input(input, &finding.what);
    vector.write(&base)?;
    let stack: Vec<String> = finding.stack.iter().map(ToString::to_string).collect();
    let (file, line) = finding.stack.first().map_or((String::new(), 0), |place| (place.file.clone(), place.line));
    let facts = Facts {
        kind: finding.what.clone(),
        file,
        line,
        confirmed,
        said: finding.sentence.clone(),
        stack: stack.clone(),
        test: finding.test.display().to_string(),
        input: base.display().to_string(),
    };
    let text = serde_json::to_string_pretty(&facts).map_err(std::io::Error::other)?;
    whole(&folder.join("finding.json"), format!("{text}\n").as_bytes())?;
    let said = match confirmed {
        true => format!("The plain program ends with: {}", finding.kind),
        false => "Not confirmed: the plain program did not end so again with this input.".into(),
    };
    let sentence = finding.sentence.iter().map(|sentence| format!("    {sentence}\n")).collect::<String>();
    let frames: String = stack.iter().map(|frame| format!("    {frame}\n")).collect();
    let calls = if frames.is_empty() { String::new() } else { format!("Call stack:\n{frames}") };
    let text = format!("{}\n{said}\n{sentence}{calls}\n{}", finding.what, commands(&base, &vector));
    whole(&folder.join("finding.txt"), text.as_bytes())
}

/// The search for a smaller input, with a bounded number of runs.
struct Shrinking<'f> {
    plain: Plain,
    finding: &'f Finding,
    n_left: u32,
}

impl Shrinking<'_> {
    /// Does this input show the same bug?
    fn is_same(&mut self, input: &Input) -> Result<bool, String> {
        if self.n_left == 0 {
            return Ok(false);
        }
        let end = self.plain.end(input)?;
        let cost = if end.as_ref().is_some_and(End::is_time_out) { HANGING } else { 1 };
        self.n_left = self.n_left.saturating_sub(cost);
        Ok(end.is_some_and(|end| self.finding.is_shown_by(&end)))
    }

    /// Fewer bytes of standard input, then more zeros everywhere.
    fn smaller(&mut self, input: &Input) -> Result<Input, String> {
        let mut best = input.clone();
        let mut size = stream(&best, STDIN).len().next_power_of_two();
        while size > 0 {
            let mut at = 0;
            while at < stream(&best, STDIN).len() && self.n_left > 0 {
                let mut tried = best.clone();
                let end = (at + size).min(tried.streams[STDIN].len());
                tried.streams[STDIN].drain(at..end);
                match self.is_same(&tried)? {
                    true => best = tried,
                    false => at += size,
                }
            }
            size /= 2;
        }
        for number in 0..best.streams.len() {
            for at in 0..best.streams[number].len() {
                let mut tried = best.clone();
                if std::mem::take(&mut tried.streams[number][at]) != 0 && self.is_same(&tried)? {
                    best = tried;
                }
            }
        }
        Ok(best)
    }
}
