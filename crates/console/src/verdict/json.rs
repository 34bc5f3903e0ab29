//! Verdicts as JSON: `{"version": 1, "targets": [{"target", "verdict", …}]}`.

use serde::Serialize;
use symcrete_pursuit::{Decision, Verdict};
use symcrete_reach::Target;

#[derive(Serialize)]
struct Answers<'v> {
    version: u32,
    targets: Vec<Answer<'v>>,
}

#[derive(Serialize)]
struct Answer<'v> {
    target: String,
    verdict: &'static str,
    engine: &'v str,
    iterations: u64,
    segments: u64,
    wall_s: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    test: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    means: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    proof: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    closest: Option<Closest>,
}

#[derive(Serialize)]
struct Closest {
    test: Option<String>,
    left: String,
    wanted: String,
    distance: u32,
}

/// The verdicts as one document.
pub fn text(verdicts: &[(Target, Verdict)]) -> String {
    let targets = verdicts.iter().map(|(target, verdict)| answer(target, verdict)).collect();
    serde_json::to_string_pretty(&Answers { version: 1, targets }).unwrap_or_default()
}

fn answer<'v>(target: &Target, verdict: &'v Verdict) -> Answer<'v> {
    let mut answer = Answer {
        target: target.to_string(),
        verdict: verdict.decision.name(),
        engine: &verdict.engine,
        iterations: verdict.iterations,
        segments: verdict.segments,
        wall_s: verdict.wall.as_secs_f64(),
        test: None,
        means: None,
        proof: None,
        why: None,
        closest: None,
    };
    match &verdict.decision {
        Decision::Reached { test, .. } => answer.test = Some(test.display().to_string()),
        Decision::Unreachable { proof } => {
            answer.means = Some(proof.means().to_string());
            answer.proof = Some(proof.conditions().iter().map(|one| format!("{}: {}", one.place, one.text)).collect());
        }
        Decision::NotFound { why, closest } => {
            answer.why = Some(why.clone());
            answer.closest = closest.as_ref().map(|at| Closest {
                test: at.test.as_ref().map(|test| test.display().to_string()),
                left: at.left.clone(),
                wanted: at.wanted.clone(),
                distance: at.distance,
            });
        }
    }
    answer
}
