//! The targets of a pursuit as they travel to other machines, and what must be the same there.

use serde::{Deserialize, Serialize};
use std::path::Path;
use symcrete_build::failure::Failure;
use symcrete_corpus::hex;
use symcrete_engine::folder::Folder;
use symcrete_engine::part::Subject;
use symcrete_hub::fact::Begun;
use symcrete_model::Program;
use symcrete_pursuit::{Allowance, Wanted};
use symcrete_reach::Target;

/// What is pursued, and under which premise.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sought {
    targets: Vec<Aim>,
    /// What every proof rests on besides the program.
    pub premise: Option<String>,
}

/// A target with the places on the way to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Aim {
    target: Place,
    via: Vec<Place>,
}

/// A target.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
enum Place {
    Line { file: String, line: u32 },
    Crash { file: String, line: u32 },
    Function(String),
}

impl From<&Target> for Place {
    fn from(target: &Target) -> Place {
        match target.clone() {
            Target::Line { file, line } => Place::Line { file, line },
            Target::Crash { file, line } => Place::Crash { file, line },
            Target::Function(name) => Place::Function(name),
        }
    }
}

impl From<&Place> for Target {
    fn from(place: &Place) -> Target {
        match place.clone() {
            Place::Line { file, line } => Target::Line { file, line },
            Place::Crash { file, line } => Target::Crash { file, line },
            Place::Function(name) => Target::Function(name),
        }
    }
}

impl Sought {
    /// These targets.
    pub fn of(wanted: &[Wanted], premise: Option<String>) -> Sought {
        let aim = |one: &Wanted| Aim { target: (&one.target).into(), via: one.via().map(Place::from).collect() };
        Sought { targets: wanted.iter().map(aim).collect(), premise }
    }

    /// How many there are.
    pub(crate) fn n_targets(&self) -> usize {
        self.targets.len()
    }

    /// The targets in a program.
    pub fn wanted(&self, program: &Program) -> Result<Vec<Wanted>, Failure> {
        let resolve = |place: &Place| {
            let target = Target::from(place);
            let goal = target.resolve(program).map_err(|why| Failure::usage(why.to_string()))?;
            Ok((target, goal))
        };
        let one = |aim: &Aim| {
            let (target, goal) = resolve(&aim.target)?;
            let via = aim.via.iter().map(resolve).collect::<Result<_, Failure>>()?;
            Ok(Wanted::new(target, goal).through(via))
        };
        self.targets.iter().map(one).collect()
    }

    /// How a pursuit begins: what must be the same for whoever joins, with what it may use.
    pub(crate) fn begun(&self, subject: &Subject, folder: &Folder, allowance: &Allowance) -> Result<Begun, Failure> {
        let begun = subject.begun(folder.path(), &[], Path::new(""))?;
        let options = blake3::hash(format!("{} {self:?} {allowance:?}", begun.options).as_bytes());
        Ok(Begun { options: hex(&options.as_bytes()[..16]), ..begun })
    }
}
