//! Whether a result folder still tells of what is there: its program, and the sources that it was made of.
//!
//! Times alone say nothing, since a fresh checkout is new: a program that is newer than the results is compared with the one that the journal names, a source that is newer than
//! the program with its digest in the report. What cannot be known is passed over: this warns, and decides nothing.

use super::observe::unit_of;
use std::collections::BTreeSet;
use std::path::Path;
use symcrete_build::program::nearby;
use symcrete_corpus::Suite;
use symcrete_engine::part::hash_of_program;
use symcrete_engine::report::{built, digest, written};
use symcrete_hub::journal::Journaled;

/// What has changed since the campaign, in a sentence.
pub fn changed(suite: &Suite) -> Option<String> {
    let unit = unit_of(suite).ok()?;
    let built = built(&unit.program)?;
    let again = format!("run `symcrete test` again, with --from {} to keep its tests", suite.folder.display());
    if written(&suite.folder.join("report.json")).is_none_or(|ended| built > ended) {
        let begun = Journaled::begun(&suite.folder);
        let now = unit.model().ok().and_then(|model| hash_of_program(&unit.program, &model).ok());
        if begun.zip(now).is_some_and(|(begun, now)| begun.program != now) {
            let program = unit.program.display().to_string();
            let program = nearby(&program);
            return Some(format!(
                "{program} has changed since this campaign, which may no longer be true of it; {again}"
            ));
        }
    }
    let report = suite.report.as_ref()?;
    let files: BTreeSet<&str> = report.outcomes.iter().map(|one| one.file.as_str()).collect();
    let is_newer = |file: &str| written(Path::new(file)).is_some_and(|at| at > built);
    let is_same =
        |file: &str| report.sources.get(file).is_some_and(|was| digest(Path::new(file)).as_ref() == Some(was));
    let other = files.into_iter().find(|file| is_newer(file) && !is_same(file))?;
    let what = if report.sources.contains_key(other) {
        "has changed since the program was built"
    } else {
        "is newer than the program that was tested"
    };
    Some(format!("{} {what}, and results are those of the program as it was; {again}", nearby(other)))
}
