//! Why a target is unreachable: what `reach` must hold in its hands to say so.

use super::Everything;
use symcrete_reach::Target;

/// A proof that no input executes a target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    means: String,
    conditions: Vec<Condition>,
}

/// A condition of a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    /// `file:line` of the condition.
    pub place: String,
    /// The condition in words.
    pub text: String,
}

impl Proof {
    /// Everything was explored, in so many paths, and none meets the target.
    pub fn by_exploration(everything: Everything, n_paths: usize, target: &Target) -> Proof {
        let does = if matches!(target, Target::Crash { .. }) { "crashes there" } else { "executes it" };
        let agrees = if everything.is_certified() { "; the SMT solver confirms that there are no others" } else { "" };
        let text = format!("every feasible path was explored ({n_paths}), and none {does}{agrees}");
        Proof { means: "by exploring every path".into(), conditions: vec![Condition { place: "program".into(), text }] }
    }

    /// The ways to the target contradict themselves, which was found so, and a second solver agreed.
    pub(crate) fn by_contradiction(means: String, conditions: Vec<Condition>) -> Proof {
        Proof { means, conditions }
    }

    /// One that a worker elsewhere held in its hands, and told.
    pub fn told(means: String, conditions: Vec<Condition>) -> Proof {
        Proof { means, conditions }
    }

    /// The same, resting on this too.
    pub fn with_premise(mut self, premise: Option<String>) -> Proof {
        self.conditions.extend(premise.map(|text| Condition { place: "driver".into(), text }));
        self
    }

    /// By what it was proved: "by unrolling loops 12 times".
    pub fn means(&self) -> &str {
        &self.means
    }

    /// What was shown.
    pub fn conditions(&self) -> &[Condition] {
        &self.conditions
    }
}
