//! Processor time for a contestant: all processes of a command together, so that a busy machine hurts none.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use symcrete_exec::ends_with_us;
use symcrete_report::bench::figure::Trouble;

/// How much longer a contestant may take by the clock than its processor time: others use the machine, too.
pub(super) const PATIENCE: u32 = 8;
/// How long a contestant may take to end after it was asked to.
const FAREWELL: Duration = Duration::from_secs(60);

/// What a command may use.
pub(super) struct Budget<'a> {
    /// Where it runs, and where `log` keeps what it says.
    pub(super) folder: &'a Path,
    /// Processor time.
    pub(super) time: Duration,
}

impl Budget<'_> {
    /// Runs a command until all its processes together have used their time, then asks it to end. Processor seconds.
    pub(super) fn spend(&self, command: &mut Command) -> Result<f64, Trouble> {
        let name = command.get_program().display().to_string();
        let missing = |why: std::io::Error| Trouble::Missing(format!("{name}: {why}"));
        let log = File::create(self.folder.join("log")).map_err(missing)?;
        command.stdin(Stdio::null()).stdout(log.try_clone().map_err(missing)?).stderr(log);
        let mut child = ends_with_us(command.current_dir(self.folder)).spawn().map_err(missing)?;
        let (start, mut cpu, mut asked) = (Instant::now(), 0.0_f64, None::<Instant>);
        while child.try_wait().map_err(missing)?.is_none() {
            cpu = cpu.max(cpu_of_tree(child.id()));
            let is_over = cpu >= self.time.as_secs_f64() || start.elapsed() >= self.time * PATIENCE;
            match asked {
                None if is_over => {
                    interrupt(&child);
                    asked = Some(Instant::now());
                }
                Some(when) if when.elapsed() > FAREWELL => child.kill().map_err(missing)?,
                _ => {}
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        Ok(cpu)
    }

    /// The last line of what a command said.
    pub(super) fn last_words(&self) -> String {
        let text = fs::read(self.folder.join("log")).unwrap_or_default();
        String::from_utf8_lossy(&text).lines().rfind(|line| !line.trim().is_empty()).unwrap_or_default().to_string()
    }
}

/// As Ctrl-C does: both campaigns end with complete results.
fn interrupt(child: &Child) {
    // A child that has just ended cannot be asked; the next look at it sees that.
    let _ = Command::new("kill").args(["-INT", &child.id().to_string()]).stderr(Stdio::null()).status();
}

/// Processor seconds of a process and all that came of it, including those that have ended and were waited for.
fn cpu_of_tree(root: u32) -> f64 {
    /// Clock ticks a second: fixed on Linux for what `/proc` shows.
    const TICKS: f64 = 100.0;
    let mut processes: Vec<(u32, u32, u64)> = Vec::new();
    for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
        let Some(id) = entry.file_name().to_str().and_then(|name| name.parse().ok()) else { continue };
        let text = fs::read_to_string(entry.path().join("stat")).unwrap_or_default();
        processes.extend(parent_and_ticks(&text).map(|(parent, ticks)| (id, parent, ticks)));
    }
    let (mut family, mut at) = (vec![root], 0);
    while at < family.len() {
        let parent = family[at];
        family.extend(
            processes
                .iter()
                .filter(|(id, own, _)| *own == parent && !family.contains(id))
                .map(|one| one.0)
                .collect::<Vec<_>>(),
        );
        at += 1;
    }
    let ticks: u64 = processes.iter().filter(|(id, ..)| family.contains(id)).map(|one| one.2).sum();
    ticks as f64 / TICKS
}

/// The parent, and the ticks of a process and of its children that ended, in a line of `/proc/N/stat`.
fn parent_and_ticks(line: &str) -> Option<(u32, u64)> {
    let fields: Vec<&str> = line.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = fields.get(11..15)?.iter().map(|field| field.parse::<u64>().ok()).sum::<Option<u64>>()?;
    Some((fields.get(1)?.parse().ok()?, ticks))
}

/// The contents of those files of a folder whose names are wanted, in order.
pub(super) fn inputs(folder: &Path, is_wanted: impl Fn(&str) -> bool) -> Vec<Vec<u8>> {
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    files.sort();
    let wanted = |file: &&PathBuf| file.file_name().is_some_and(|name| is_wanted(&name.to_string_lossy()));
    files.iter().filter(wanted).filter_map(|file| fs::read(file).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn processor_time_is_read_from_the_kernels_line() {
        let line = "7 (a) b) S 3 7 7 0 -1 4194560 1 2 3 4 11 5 100 7 20 0 1 0 100 1 1";
        assert_eq!(parent_and_ticks(line), Some((3, 123)));
        assert_eq!(parent_and_ticks("7 (a"), None);
        assert!(cpu_of_tree(std::process::id()) < 1e6);
    }
}
