//! Decisions in `report.json`: the conditions of each, the vectors that tests took through it, and what these show.

use serde::{Deserialize, Serialize};

/// What is shown of decisions with several conditions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Mcdc {
    /// what counts as shown: unique cause, masking
    pub criterion: String,
    /// conditions that two tests show to have an effect of their own
    pub shown: u64,
    /// conditions that no two inputs can show: a proof
    pub impossible: u64,
    /// all conditions of decisions with several
    pub total: u64,
    /// decisions of more conditions than can be followed; absent when there are none
    #[serde(skip_serializing_if = "is_zero")]
    pub left_out: u64,
    /// every such decision, in the order of the program
    pub decisions: Vec<Decision>,
}

fn is_zero(n: &u64) -> bool {
    *n == 0
}

/// Conditions that && and || join.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
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
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
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
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
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
        let left_out = match self.left_out {
            0 => String::new(),
            n => format!("; {n} more have too many conditions to be followed"),
        };
        format!(
            "MC/DC{criterion}: {} of {} conditions shown in {decisions}{impossible}{left_out}",
            self.shown, self.total
        )
    }

    /// What a test shows, a line for each condition that it is one of two tests for.
    pub fn of_test(&self, test: &str) -> Vec<String> {
        let shown = |(decision, place, no, yes): (&Decision, usize, &Vector, &Vector)| {
            let [own, other] = if no.test == test { [no, yes] } else { [yes, no] };
            let with = if other.test == test { "this test too" } else { &other.test };
            let (at, end) = (decision.place(), own.outcome);
            format!("MC/DC {at} C{}: {} is {end}, against {} of {with}", place + 1, own.values, other.values)
        };
        self.pairs().filter(|(_, _, no, yes)| no.test == test || yes.test == test).map(shown).collect()
    }

    /// The tests that show something, without endings; some of them several times.
    pub fn tests(&self) -> impl Iterator<Item = &str> {
        self.pairs().flat_map(|(_, _, no, yes)| [no.test.as_str(), yes.test.as_str()])
    }

    /// The decision, the place of the condition and the two vectors of every pair.
    fn pairs(&self) -> impl Iterator<Item = (&Decision, usize, &Vector, &Vector)> {
        self.decisions.iter().flat_map(|decision| {
            decision.conditions.iter().enumerate().filter_map(move |(place, condition)| {
                let [no, yes] = decision.pair(condition)?;
                Some((decision, place, no, yes))
            })
        })
    }
}

impl Decision {
    /// What is known about it, line by line: the vectors, then what shows each condition.
    pub fn lines(&self) -> Vec<String> {
        let vector = |vector: &Vector| format!("    {} is {} in {}", vector.values, vector.outcome, vector.test);
        let condition = |(place, one): (usize, &Condition)| {
            let what = match self.pair(one) {
                Some([no, yes]) => format!(" by {} ({}) and {} ({})", no.test, no.values, yes.test, yes.values),
                None => format!(": {}", one.why),
            };
            format!("    C{} at {}:{}: {}{what}", place + 1, one.line, one.column, one.state.name())
        };
        let head = format!("decision at column {} with {} conditions:", self.column, self.conditions.len());
        let conditions = self.conditions.iter().enumerate().map(condition);
        [head].into_iter().chain(self.vectors.iter().map(vector)).chain(conditions).collect()
    }

    /// The vectors that show a condition: in the first it is false, in the second true.
    pub fn pair(&self, condition: &Condition) -> Option<[&Vector; 2]> {
        let (no, yes) = condition.pair?;
        Some([self.vectors.get(no as usize)?, self.vectors.get(yes as usize)?])
    }

    /// `file:line`, without folders.
    pub fn place(&self) -> String {
        let file = self.file.rsplit('/').next().unwrap_or_default();
        format!("{file}:{}", self.line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mcdc() -> Mcdc {
        let vector = |values: &str, outcome, test: &str| Vector { values: values.into(), outcome, test: test.into() };
        let shown = |no, yes| Condition { state: ConditionState::Shown, pair: Some((no, yes)), ..Condition::default() };
        let decision = Decision {
            file: "/a/b.c".into(),
            line: 7,
            conditions: vec![shown(0, 2), Condition { why: "it is coupled".into(), ..Condition::default() }],
            vectors: vec![
                vector("F-", false, "tests/1"),
                vector("TF", false, "tests/2"),
                vector("TT", true, "tests/3"),
            ],
            ..Decision::default()
        };
        Mcdc { shown: 1, total: 2, decisions: vec![decision], ..Mcdc::default() }
    }

    #[test]
    fn a_test_says_what_it_shows() {
        assert_eq!(mcdc().of_test("tests/3"), ["MC/DC b.c:7 C1: TT is true, against F- of tests/1"]);
        assert_eq!(mcdc().of_test("tests/1"), ["MC/DC b.c:7 C1: F- is false, against TT of tests/3"]);
        assert!(mcdc().of_test("tests/2").is_empty());
        assert_eq!(mcdc().tests().collect::<Vec<_>>(), ["tests/1", "tests/3"]);
        assert_eq!(mcdc().sentence(), "MC/DC: 1 of 2 conditions shown in 1 decision");
    }

    #[test]
    fn a_decision_is_told_line_by_line() {
        let lines = mcdc().decisions[0].lines();
        assert!(lines.contains(&"    C1 at 0:0: shown by tests/1 (F-) and tests/3 (TT)".to_string()), "{lines:#?}");
        assert!(lines.contains(&"    C2 at 0:0: not shown: it is coupled".to_string()), "{lines:#?}");
    }
}
