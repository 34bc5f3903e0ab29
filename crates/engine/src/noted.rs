//! What was noted of a program and its runs that forbids to conclude anything from having explored all of it: addresses that
//! are looked at, code that is not followed, what comes in by other ways than as input, and differences between the explored program
//! and the plain one.
//!
//! Each has a place and a sentence. A place that no run came to is no reason: nothing that was explored depends on it.

mod addresses;
mod builds;
mod meetings;

pub(crate) use builds::Builds;
pub use builds::Difference;
pub use builds::is_same_end;

use crate::front::{Caveat, FrontEnd};
use crate::traced::Traced;
use addresses::Addresses;
use std::cell::OnceCell;
use std::sync::Arc;
use symcrete_build::program::nearby;
use symcrete_model::{BranchId, Program};
use symcrete_search::Coverage;

/// Why nothing may be concluded.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Noted {
    /// The word for it, as `report.json` has it: `address`, `foreign`, `beside`, `reader`, `environment`, `unknown`, `stack`, `builds`.
    pub kind: &'static str,
    /// The source file; empty when it is not a matter of one place.
    pub file: String,
    /// The line; 0 when it is not a matter of one place.
    pub line: u32,
    /// What is there or what happened.
    pub what: String,
}

impl std::fmt::Display for Noted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.line {
            0 => f.write_str(&self.what),
            line => write!(f, "{}:{line}: {}", nearby(&self.file), self.what),
        }
    }
}

/// What is looked up in a program when it is first asked for, and then kept.
pub(crate) struct Notes<'p> {
    program: &'p Program,
    front: Arc<dyn FrontEnd>,
    addresses: OnceCell<Addresses>,
    caveats: OnceCell<Vec<Caveat>>,
}

impl<'p> Notes<'p> {
    /// Of a program and its model.
    pub(crate) fn new(front: Arc<dyn FrontEnd>, program: &'p Program) -> Notes<'p> {
        Notes { program, front, addresses: OnceCell::new(), caveats: OnceCell::new() }
    }

    /// What runs came to, in order of the source: of the code, of the parts that are not followed, and of the runs themselves.
    pub(crate) fn met(&self, coverage: &Coverage, target: &Traced, differences: &[Difference]) -> Vec<Noted> {
        let branches = (0..self.program.n_branches()).map(BranchId::new);
        let covered: Vec<BranchId> = branches.filter(|&branch| coverage.is_covered(branch)).collect();
        let addresses = self.addresses.get_or_init(|| Addresses::of(self.program, &*self.front));
        let caveats = self.caveats.get_or_init(|| self.front.caveats(self.program));
        let mut noted = addresses.met(&covered);
        noted.extend(addresses.chosen(self.program, target));
        let may_hit: Vec<&Caveat> = caveats.iter().filter(|one| one.may_hit(&covered)).collect();
        noted.extend(meetings::noted(self.program, &*self.front, &may_hit, target.met()));
        noted.extend(target.taken_by_others().map(taken));
        noted.extend(target.exhausted().map(builds::exhausted));
        noted.extend(differences.iter().map(Difference::noted));
        // What has a place comes first.
        noted.sort_by_key(|one| (one.line == 0, one.clone()));
        noted.dedup();
        noted
    }
}

fn of_program(caveat: &Caveat) -> Noted {
    let (file, line) = caveat.at.as_ref().map_or((String::new(), 0), |at| (at.place.0.clone(), at.place.1));
    Noted { kind: caveat.kind, file, line, what: caveat.what.clone() }
}

/// Somebody else took bytes of standard input.
fn taken(bytes: u64) -> Noted {
    let bytes = if bytes == 1 { "1 byte".into() } else { format!("{bytes} bytes") };
    let what = format!(
        "a run consumed {bytes} of standard input through calls that are not followed, such as those of a library built without symcrete"
    );
    Noted { kind: "foreign", file: String::new(), line: 0, what }
}
