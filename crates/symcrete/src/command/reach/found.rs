//! The targets of one call: those that were typed, and those that tools named.

use super::pursuit::{PursuitOptions, Verdicts};
use std::path::Path;
use symcrete_build::failure::Failure;
use symcrete_console::verdict::sarif;
use symcrete_model::Program;
use symcrete_project::{git, uncovered};
use symcrete_pursuit::{Verdict, Wanted};
use symcrete_reach::Target;

/// Targets that a tool named, not the user.
pub(super) struct Found {
    changed: Vec<Target>,
    results: Vec<sarif::Place>,
}

impl Found {
    pub(super) fn read(args: &PursuitOptions) -> Result<Found, Failure> {
        let changed = args.diff.as_deref().map(git::targets).transpose()?.unwrap_or_default();
        let results = args.sarif.as_deref().map(sarif::places).transpose()?.unwrap_or_default();
        Ok(Found { changed, results })
    }

    /// Adds them to the targets that were typed. Changed lines without code are no targets; a result without code is not
    /// found, with that reason.
    pub(super) fn resolve(
        self,
        args: &PursuitOptions,
        file: &Path,
        program: &Program,
        typed: Vec<Target>,
    ) -> Result<(Vec<Wanted>, Verdicts), Failure> {
        let mut nowhere = Vec::new();
        let mut wanted = typed.into_iter().map(|target| one(program, target)).collect::<Result<Vec<_>, Failure>>()?;
        let uncovered =
            args.uncovered.as_deref().map(|folder| uncovered::targets(folder, file, program)).transpose()?;
        let quiet = self.changed.into_iter().chain(uncovered.unwrap_or_default());
        wanted.extend(quiet.filter_map(|target| Some(Wanted::new(target.clone(), target.resolve(program).ok()?))));
        for place in self.results {
            match place.target.resolve(program) {
                Ok(goal) => {
                    // A step of the code flow that is no place of the program leads nowhere.
                    let via =
                        place.via.into_iter().filter_map(|step| step.resolve(program).ok().map(|goal| (step, goal)));
                    wanted.push(Wanted::new(place.target, goal).through(via.collect()));
                }
                Err(why) => nowhere.push((place.target, Verdict::nowhere(why.to_string()))),
            }
        }
        Ok((wanted, nowhere))
    }
}

fn one(program: &Program, target: Target) -> Result<Wanted, Failure> {
    match target.resolve(program) {
        Ok(goal) => Ok(Wanted::new(target, goal)),
        Err(why) => Err(Failure::usage(why.to_string())),
    }
}
