//! Whether a result folder still tells of what is there: its program, and the sources that it was made of.
//!
//! A program that is newer than the results is compared with the one that the journal names. A source is judged by its time alone, so it is only said
//! to be newer. What cannot be known is passed over: this warns, and decides nothing.

use super::observe::unit_of;
use crate::part::hash_of_program;
use std::collections::BTreeSet;
use std::path::Path;
use std::time::SystemTime;
use symcrete_build::program::nearby;
use symcrete_corpus::Suite;
use symcrete_hub::journal::Journaled;

/// What has changed since the campaign, in a sentence.
pub fn changed(suite: &Suite) -> Option<String> {
    let unit = unit_of(suite).ok()?;
    let built = written(&unit.program)?;
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
    let files: BTreeSet<&str> =
        suite.report.iter().flat_map(|report| &report.outcomes).map(|one| one.file.as_str()).collect();
    let newer = files.into_iter().find(|file| written(Path::new(file)).is_some_and(|at| at > built))?;
    Some(format!(
        "{} is newer than the program that was tested, and results are those of the program as it was; {again}",
        nearby(newer)
    ))
}

fn written(path: &Path) -> Option<SystemTime> {
    std::fs::metadata(path).and_then(|data| data.modified()).ok()
}
