//! Proofs written for Kani, as its documentation teaches them (`subjects/kani`): the comment above each says what must come out.

use crate::{cargo, copied, is_slow, says, text, turn};
use std::path::Path;

/// What must be said of a proof.
#[derive(Debug)]
enum Verdict {
    /// Every path is explored, and none fails.
    Holds,
    /// It panics with this message for some values.
    Refuted(String),
    /// It fails for this reason, although nothing panics.
    Fails(String),
}

/// The proofs of a source with their verdicts.
fn proofs(source: &str) -> Vec<(String, Verdict)> {
    let (mut found, mut verdict) = (Vec::new(), None);
    for line in source.lines().map(str::trim) {
        if line == "// holds" {
            verdict = Some(Verdict::Holds);
        } else if let Some(message) = line.strip_prefix("// refuted: ") {
            verdict = Some(Verdict::Refuted(message.into()));
        } else if let Some(reason) = line.strip_prefix("// fails: ") {
            verdict = Some(Verdict::Fails(reason.into()));
        } else if let Some((_, rest)) = line.split_once("fn ")
            && let (Some((name, _)), Some(verdict)) = (rest.split_once('('), verdict.take())
        {
            found.push((name.into(), verdict));
        }
    }
    found
}

fn fault(folder: &Path, name: &str, verdict: &Verdict) -> Option<String> {
    let output = cargo(folder, &["test", name, "--force", "--time", "60s", "--quiet"]);
    let (text, code) = (text(&output), output.status.code());
    let is_right = match verdict {
        Verdict::Holds => code == Some(0) && text.contains("every feasible path was explored"),
        Verdict::Refuted(message) => code == Some(1) && text.contains(&format!("It says: {message}")),
        Verdict::Fails(reason) => code == Some(1) && text.contains(&format!("the proof fails: {reason}")),
    };
    (!is_right).then(|| format!("{name} {verdict:?}: exit {code:?}\n{text}"))
}

/// Two by default and those that fail without a panic, all with SLOW=1.
#[test]
fn proofs_of_kani_are_refuted_or_hold() {
    let _turn = turn();
    let folder = copied("rust-proofs", "kani");
    let all = proofs(&std::fs::read_to_string(folder.join("src/lib.rs")).expect("read"));
    assert!(all.len() >= 10, "{all:?}");
    let listed = says(&folder, 0, &["list"]);
    assert!(all.iter().all(|(name, _)| listed.contains(&format!("proof: verification::{name}\n"))), "{listed}");
    let is_taken =
        |(n, proof): &(usize, &(String, Verdict))| *n < 2 || is_slow() || matches!(proof.1, Verdict::Fails(_));
    let taken = all.iter().enumerate().filter(is_taken).map(|(_, proof)| proof);
    let faults: Vec<String> = taken.filter_map(|(name, verdict)| fault(&folder, name, verdict)).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
}
