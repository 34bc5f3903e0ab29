//! Those who look for inputs: symcrete, random mutation, AFL++. Each has the same processor time.

use super::super::budget::{Budget, PATIENCE, inputs};
use super::super::judge::{Coverage, Judge};
use super::Own;
use super::kit::{Flavour, Kit};
use super::program::Wild;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};
use symcrete_exec::cpu_of_family;
use symcrete_report::bench::figure::Trouble;
use symcrete_search::Rng;

/// Who looks for inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Contestant {
    /// `symcrete test` with its defaults.
    Symcrete,
    /// The first input changed at random, again and again.
    Random,
    /// afl-fuzz with cmplog.
    Afl,
}

impl Contestant {
    /// In the order they take turns.
    pub(super) const ALL: [Contestant; 3] = [Contestant::Symcrete, Contestant::Random, Contestant::Afl];

    /// The name in tables.
    pub(super) fn name(self) -> &'static str {
        match self {
            Contestant::Symcrete => "symcrete",
            Contestant::Random => "random mutation",
            Contestant::Afl => "AFL++",
        }
    }
}

/// One contestant on one program.
pub(super) struct Race<'a> {
    pub(super) wild: &'a Wild,
    pub(super) kit: &'a Kit<'a>,
    /// Where its files lie; emptied before.
    pub(super) folder: PathBuf,
    pub(super) judge: &'a Judge,
    pub(super) time: Duration,
    pub(super) seed: u64,
}

/// What came of it.
pub(super) struct Finish {
    pub(super) coverage: Coverage,
    pub(super) cpu: f64,
    pub(super) own: Option<Own>,
}

impl Race<'_> {
    /// Lets a contestant look for inputs, and judges them.
    pub(super) fn run(&self, contestant: Contestant) -> Result<Finish, Trouble> {
        let missing = |why: std::io::Error| Trouble::Missing(format!("{}: {why}", self.folder.display()));
        // It is there only after a race before.
        let _ = fs::remove_dir_all(&self.folder);
        let seeds = self.folder.join("seeds");
        fs::create_dir_all(&seeds).map_err(missing)?;
        fs::write(seeds.join("seed"), self.wild.seed).map_err(missing)?;
        match contestant {
            Contestant::Symcrete => self.symcrete(&seeds),
            Contestant::Random => self.random(),
            Contestant::Afl => self.afl(&seeds),
        }
    }

    fn symcrete(&self, seeds: &Path) -> Result<Finish, Trouble> {
        let program = self.kit.build(Flavour::Symcrete)?;
        let out = self.folder.join("out");
        let own = std::env::current_exe().map_err(|why| Trouble::Missing(why.to_string()))?;
        let mut command = Command::new(own);
        command.arg("test").arg(program).arg("--seeds").arg(seeds).arg("-o").arg(&out);
        command.args(["--quiet", "--seed", &self.seed.to_string(), "--"]);
        command.args(self.wild.arguments(self.judge_folder()));
        let cpu = self.budget().spend(&mut command)?;
        let report = fs::read_to_string(out.join("report.json")).ok().and_then(|text| serde_json::from_str(&text).ok());
        let report: Value = report.ok_or_else(|| {
            Trouble::Wrong(format!("{}: no report.json: {}", self.wild.name, self.budget().last_words()))
        })?;
        let coverage = self
            .judge
            .coverage_of(inputs(&out.join("tests"), |name| name.ends_with(".stdin")).iter().map(Vec::as_slice))?;
        Ok(Finish { coverage, cpu, own: Some(own_numbers(&report)) })
    }

    /// No feedback: every input is the first one, changed in a few places.
    fn random(&self) -> Result<Finish, Trouble> {
        let mut rng = Rng::new(self.seed);
        let mut hearing = self.judge.hear()?;
        hearing.run(self.wild.seed)?;
        let before = cpu_of_family();
        let start = Instant::now();
        let mut cpu = Duration::ZERO;
        while cpu < self.time && start.elapsed() < self.time * PATIENCE {
            hearing.run(&mutated(self.wild.seed, &mut rng))?;
            cpu = cpu_of_family().saturating_sub(before);
        }
        Ok(Finish { coverage: hearing.end()?, cpu: cpu.as_secs_f64(), own: None })
    }

    fn afl(&self, seeds: &Path) -> Result<Finish, Trouble> {
        let (launcher, cmplog) = (self.kit.launcher()?, self.kit.build(Flavour::Cmplog)?);
        let out = self.folder.join("out");
        let mut command = Command::new("afl-fuzz");
        command.arg("-i").arg(seeds).arg("-o").arg(&out).arg("-c").arg(cmplog);
        command.args(["-m", "none", "-s", &self.seed.to_string(), "--"]).arg(launcher);
        command.args(self.wild.arguments(self.judge_folder()));
        for (name, value) in AFL {
            command.env(name, value);
        }
        let cpu = self.budget().spend(&mut command)?;
        let found: Vec<Vec<u8>> = ["queue", "crashes", "hangs"]
            .iter()
            .flat_map(|part| inputs(&out.join("default").join(part), |name| name.starts_with("id")))
            .collect();
        if found.is_empty() {
            return Err(Trouble::Missing(format!("afl-fuzz found nothing: {}", self.budget().last_words())));
        }
        Ok(Finish { coverage: self.judge.coverage_of(found.iter().map(Vec::as_slice))?, cpu, own: None })
    }

    fn budget(&self) -> Budget<'_> {
        Budget { folder: &self.folder, time: self.time }
    }

    /// The judge's folder has the files that arguments name.
    fn judge_folder(&self) -> &Path {
        self.folder.parent().unwrap_or(&self.folder)
    }
}

/// So that afl-fuzz runs on any machine and asks nothing, and takes a launcher for the program.
const AFL: [(&str, &str); 6] = [
    ("AFL_NO_UI", "1"),
    ("AFL_SKIP_CPUFREQ", "1"),
    ("AFL_NO_AFFINITY", "1"),
    ("AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES", "1"),
    ("AFL_NO_COLOR", "1"),
    ("AFL_SKIP_BIN_CHECK", "1"),
];

/// One to sixteen changes: a bit, a byte, a byte more, a byte less, a piece again.
fn mutated(seed: &[u8], rng: &mut Rng) -> Vec<u8> {
    let mut bytes = seed.to_vec();
    for _ in 0..1 << rng.below(5) {
        let at = rng.below(bytes.len() as u64 + 1) as usize;
        match rng.below(5) {
            0 if at < bytes.len() => bytes[at] ^= 1 << rng.below(8),
            1 if at < bytes.len() => bytes[at] = rng.below(256) as u8,
            2 if at < bytes.len() => drop(bytes.remove(at)),
            3 if at < bytes.len() => {
                let piece = bytes[at..(at + 1 + rng.below(16) as usize).min(bytes.len())].to_vec();
                let to = rng.below(bytes.len() as u64 + 1) as usize;
                drop(bytes.splice(to..to, piece));
            }
            _ => bytes.insert(at, rng.below(256) as u8),
        }
    }
    bytes
}

fn own_numbers(report: &Value) -> Own {
    let number = |value: &Value| value.as_u64().unwrap_or(0);
    Own {
        covered: number(&report["branches"]["covered"]),
        branches: number(&report["branches"]["total"]),
        runs: number(&report["iterations"]),
        sat: number(&report["solver"]["sat"]),
        divergences: number(&report["divergences"]),
        findings: report["findings"].as_array().map_or(0, |findings| findings.len() as u64),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mutation_changes_and_repeats_itself_by_seed() {
        let (mut one, mut other) = (Rng::new(3), Rng::new(3));
        let inputs: Vec<Vec<u8>> = (0..50).map(|_| mutated(b"<a>b</a>", &mut one)).collect();
        assert!(inputs.iter().filter(|input| input.as_slice() != b"<a>b</a>").count() > 45);
        assert!(inputs.iter().any(|input| input.len() > 8) && inputs.iter().any(|input| input.len() < 8));
        assert!(inputs.iter().all(|input| *input == mutated(b"<a>b</a>", &mut other)));
        mutated(b"", &mut one);
    }
}
