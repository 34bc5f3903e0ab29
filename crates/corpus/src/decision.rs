//! Decisions in `report.json`: the conditions of each, the vectors that tests took through it, and what these show.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What is shown of decisions with several conditions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(deny_unknown_fields)]
pub struct Mcdc {
    /// what counts as shown: unique cause, masking
    pub criterion: String,
    /// conditions that two tests show to have an effect of their own
    pub shown: u64,
    /// conditions that no two inputs can show: a proof
    pub impossible: u64,
    /// all conditions of decisions with several
    pub total: u64,
    /// every such decision, in the order of the program
    pub decisions: Vec<Decision>,
}

/// Conditions that && and || join.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(deny_unknown_fields)]
pub struct Decision {
    /// source file of the first condition; empty when not known
    pub file: String,
    /// its line from 1; 0 when not known
    pub line: u32,
    /// its column from 1; 0 when not known
    pub column: u32,
    /// the function that it is in
    pub function: String,
    /// the conditions, C1 first, in the order in which they are evaluated
    pub conditions: Vec<Condition>,
    /// what tests made of the conditions, each once
    pub vectors: Vec<Vector>,
}

/// A condition of a decision.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(deny_unknown_fields)]
pub struct Condition {
    /// line from 1; 0 when not known
    pub line: u32,
    /// column from 1; 0 when not known
    pub column: u32,
    /// what is known about it
    pub state: ConditionState,
    /// two of the vectors that show it, by their places from 0: in the first it is false, in the second true
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pair: Option<(u32, u32)>,
    /// why nothing shows it
    #[serde(skip_serializing_if = "String::is_empty")]
    pub why: String,
}

/// What is known about a condition of a decision.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ConditionState {
    /// two tests show that it has an effect of its own
    Shown,
    /// no two inputs show that: a proof
    Impossible,
    /// no two tests show that; there may be inputs that do
    #[default]
    #[serde(rename = "not shown", other)]
    NotShown,
}

/// What a test made of the conditions of a decision.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(deny_unknown_fields)]
pub struct Vector {
    /// a letter for each condition: T true, F false, - not evaluated
    pub values: String,
    /// what the decision was
    pub outcome: bool,
    /// the first test that took it, without an ending
    pub test: String,
}

impl ConditionState {
    /// The word for it, as in `report.json`.
    pub fn name(self) -> &'static str {
        match self {
            ConditionState::Shown => "shown",
            ConditionState::Impossible => "impossible",
            ConditionState::NotShown => "not shown",
        }
    }
}

impl Mcdc {
    /// One line about it: `MC/DC: 7 of 9 conditions shown in 4 decisions, 2 impossible`.
    pub fn sentence(&self) -> String {
        if self.decisions.is_empty() {
            return "MC/DC: the program has no decisions of several conditions that could be followed (C and C++ have them)".into();
        }
        let decisions = match self.decisions.len() {
            1 => "1 decision".to_string(),
            n => format!("{n} decisions"),
        };
        let impossible = if self.impossible > 0 { format!(", {} impossible", self.impossible) } else { String::new() };
        let criterion = if self.criterion == "masking" { " (masking)" } else { "" };
        format!("MC/DC{criterion}: {} of {} conditions shown in {decisions}{impossible}", self.shown, self.total)
    }

    /// What a test shows, a sentence for each condition: which it is one of two vectors for.
    pub fn of_test(&self, test: &str) -> Vec<String> {
        let mut said = Vec::new();
        for decision in &self.decisions {
            for (place, condition) in decision.conditions.iter().enumerate() {
                let Some((no, yes)) = condition.pair else { continue };
                for (own, other) in [(no, yes), (yes, no)] {
                    let vector = |at: u32| decision.vectors.get(at as usize);
                    let (Some(own), Some(other)) = (vector(own), vector(other)) else { continue };
                    if own.test == test {
                        said.push(format!(
                            "{}: {} is {}; with {} of {} it shows C{} (column {})",
                            decision.place(),
                            own.values,
                            own.outcome,
                            other.values,
                            if other.test == test { "itself" } else { &other.test },
                            place + 1,
                            condition.column
                        ));
                    }
                }
            }
        }
        said
    }
}

impl Decision {
    /// `file:line`, without folders.
    pub fn place(&self) -> String {
        let file = self.file.rsplit('/').next().unwrap_or_default();
        format!("{file}:{}", self.line)
    }
}
