//! `symcrete java doctor`: is everything there that testing Java needs?

use crate::command::output::show;
use crate::exit;
use clap::Parser;
use std::path::Path;
use std::process::Command;
use symcrete_build::surroundings::inherited;
use symcrete_jvm::Kit;

/// Arguments of `symcrete java doctor`.
#[derive(Parser)]
#[command(after_help = "Example: symcrete java doctor")]
pub(crate) struct Args {}

/// Versions of Java that are known to work.
const VERSIONS: std::ops::RangeInclusive<u32> = 11..=21;

pub(crate) fn main(_: &Args) -> u8 {
    let checks = [("Java part", part()), ("java", java())];
    for (name, found) in &checks {
        match found {
            Ok(text) => show(format_args!("ok       {name}: {text}")),
            Err(text) => show(format_args!("MISSING  {name}: {text}")),
        }
    }
    if checks.iter().all(|(_, found)| found.is_ok()) { exit::FINISHED } else { exit::USAGE }
}

/// Whether Java can be tested, in a sentence.
pub(crate) fn health() -> Result<String, String> {
    part().and_then(|_| java())
}

fn part() -> Result<String, String> {
    match Kit::missing() {
        None => Ok(format!("is in this program, and reads class files for Java 8 to {}", Kit::newest())),
        Some(packages) => Err(format!(
            "this program was built without it: `apt-get install {packages}`, then `cargo build --release`"
        )),
    }
}

fn java() -> Result<String, String> {
    let missing = || "not found: `apt-get install openjdk-17-jre-headless`, or set JAVA_HOME".to_string();
    let java = Kit::find(&inherited(Path::new("java"))).ok_or_else(missing)?;
    let ran = Command::new(&java).arg("-version").output().map_err(|why| format!("{}: {why}", java.display()))?;
    let said = String::from_utf8_lossy(&ran.stderr);
    let line = said.lines().find(|line| line.contains(" version ")).unwrap_or_default().trim().to_string();
    let number =
        line.split('"').nth(1).and_then(|version| version.split('.').next()).and_then(|major| major.parse().ok());
    match number {
        Some(version) if VERSIONS.contains(&version) => Ok(format!("{line} ({})", java.display())),
        _ => Err(format!("{} is {line:?}; versions 11 to 21 are known to work", java.display())),
    }
}
