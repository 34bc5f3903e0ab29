//! A second way to check what a campaign claims: what blind changes of its tests cover.
//!
//! Where a campaign says `complete`, no input takes a branch that it did not cover; none takes one that it calls infeasible. Inputs made
//! without any solver, by changing the stored tests at random, are run as seeds: what they cover must not be what was denied.

use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Inputs that are tried; with `SLOW=1`, and without.
const INPUTS: (usize, usize) = (200, 50);
/// Bytes that programs like to compare with.
const BYTES: &[u8] = b"\0\x01\x7f\x80\xff \n-+09aAzZ";

/// Random numbers (xorshift64*), always the same ones.
struct Rng(u64);

impl Rng {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % bound
    }
}

fn n_inputs() -> usize {
    if super::machine::is_slow() { INPUTS.0 } else { INPUTS.1 }
}

/// Does a campaign deny anything?
pub(crate) fn has_claims(report: &Value) -> bool {
    report["complete"] == true || !denied(report).is_empty()
}

/// Branches that other inputs take although the campaign in `folder/out` denies it.
pub(crate) fn missed(folder: &Path, program: &Path, options: &[&str], report: &Value) -> Vec<String> {
    let seeds = folder.join("seeds");
    if let Err(why) = change_tests(&folder.join("out/tests"), &seeds, Length::of(options)) {
        return vec![format!("no seeds for a second look: {why}")];
    }
    let iterations = (n_inputs() + 1).to_string();
    let done = Command::new(env!("CARGO_BIN_EXE_symcrete"))
        .args(["test", "--quiet", "-o", "second", "--time", "20", "--seeds", "seeds"])
        .args(["--iterations", &iterations])
        .arg(program)
        .args(options_of_input(options))
        .current_dir(folder)
        .env("SYMCRETE_CACHE", folder.join("../symcrete-c-cache"))
        .output();
    let second = std::fs::read(folder.join("second/report.json")).ok();
    let Some(second) = second.and_then(|text| serde_json::from_slice::<Value>(&text).ok()) else {
        return vec![format!("no second look: {done:?}")];
    };
    let denied = denied(report);
    let strange = branches(&second, |state| state == "covered").into_iter().filter(|branch| denied.contains(branch));
    strange.map(|branch| format!("denied, but another input takes {branch}")).collect()
}

/// Which lengths of standard input a campaign with these options speaks of.
#[derive(Clone, Copy)]
struct Length {
    is_free: bool,
    most: usize,
}

impl Length {
    fn of(options: &[&str]) -> Length {
        let given = |name: &str| {
            let at = options.iter().position(|&word| word == name)?;
            options.get(at + 1)?.parse().ok()
        };
        let most = given("--stdin-max").or_else(|| given("--stdin")).unwrap_or(4096);
        Length { is_free: !options.contains(&"--stdin-fixed"), most }
    }
}

/// The options without limits, which are the second look's own; what follows `--` stays behind it.
fn options_of_input<'a>(options: &[&'a str]) -> Vec<&'a str> {
    let mut kept = Vec::new();
    let mut words = options.iter();
    while let Some(&word) = words.next() {
        if ["--time", "--iterations", "--coverage", "--seeds"].contains(&word) {
            words.next();
        } else {
            kept.push(word);
        }
    }
    kept
}

/// The branches that no input takes, as a campaign says.
fn denied(report: &Value) -> BTreeSet<String> {
    let is_complete = report["complete"] == true;
    branches(report, |state| state == "infeasible" || is_complete && state != "covered")
}

/// The branches of a campaign in such a state.
fn branches(report: &Value, is_wanted: impl Fn(&Value) -> bool) -> BTreeSet<String> {
    let outcomes = report["outcomes"].as_array().into_iter().flatten();
    let wanted = outcomes.filter(|outcome| is_wanted(&outcome["state"]));
    wanted.map(|o| format!("{}:{}:{} {}", o["file"], o["line"], o["column"], o["outcome"])).collect()
}

/// Writes changed copies of the stored tests, with all their parts.
fn change_tests(tests: &Path, seeds: &Path, length: Length) -> std::io::Result<()> {
    std::fs::create_dir_all(seeds)?;
    let mut inputs: Vec<PathBuf> = std::fs::read_dir(tests)?.filter_map(|entry| Some(entry.ok()?.path())).collect();
    inputs.retain(|path| path.extension().is_some_and(|ending| ending == "stdin"));
    inputs.sort();
    let mut rng = Rng(0x9e37_79b9_7f4a_7c15);
    for number in 0..if inputs.is_empty() { 0 } else { n_inputs() } {
        let chosen = &inputs[rng.below(inputs.len())];
        let seed = seeds.join(format!("{number:03}"));
        let mut bytes = changed(&std::fs::read(chosen)?, &mut rng, length.is_free);
        bytes.truncate(length.most);
        std::fs::write(&seed, bytes)?;
        for ending in ["values", "arg1", "arg2", "file1", "file2"] {
            if let Ok(bytes) = std::fs::read(chosen.with_extension(ending)) {
                std::fs::write(seed.with_extension(ending), changed(&bytes, &mut rng, false))?;
            }
        }
    }
    Ok(())
}

/// A few bytes changed; where the length is free, now and then one more or fewer.
fn changed(bytes: &[u8], rng: &mut Rng, is_free: bool) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..=rng.below(3) {
        let byte = if rng.below(2) == 0 { BYTES[rng.below(BYTES.len())] } else { rng.below(256) as u8 };
        let at = rng.below(bytes.len() + 1);
        match rng.below(4) {
            0 if is_free => bytes.insert(at, byte),
            1 if is_free => drop((at < bytes.len()).then(|| bytes.remove(at))),
            _ if at < bytes.len() => bytes[at] = byte,
            _ => {}
        }
    }
    bytes
}
