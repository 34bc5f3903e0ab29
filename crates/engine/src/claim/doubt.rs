//! The reasons for which a claim is not made, each with a sentence for people.

use crate::noted::Noted;
use crate::traced::{LostAt, UnsetAt};
use std::fmt;
use symcrete_build::program::nearby;
use symcrete_search::StopReason;
use symcrete_trace::What;

/// A fact that speaks against having explored everything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Doubt {
    /// The campaign ended before it was done.
    Stopped(StopReason),
    /// So many sides of branches on explored paths were not tried.
    Untried(u64),
    /// Paths rely on so many values (sizes, addresses, targets of jumps) of which there may be others.
    Fixed(u64),
    /// So many inputs did not take the way they were made for.
    Diverged(u64),
    /// The solver did not answer so many questions.
    Undecided(u64),
    /// So many times two runs went different ways, and no condition says why.
    Parted(u64),
    /// So many runs were stopped by the limit on time.
    TimedOut(u64),
    /// So many runs were stopped by a limit on memory, output or processes.
    Limited(u64),
    /// A run crashed here, and the conditions that led to the crash are not all known.
    Untold(String),
    /// Two runs of one input differed here.
    Unsteady(String),
    /// Symbolic data was dropped.
    Lost(LostAt),
    /// A decision depends on memory that was never set, which can hold anything.
    Unset(UnsetAt),
    /// So many runs were not looked at for such decisions.
    Unwatched(u64),
    /// Memory that holds nothing yet is reserved here before `main`, or the outside is met, where nobody sees what becomes of it.
    Early(String),
    /// So many symbolic branches belong to objects without a model.
    Foreign(u64),
    /// The program may install a handler of signals by this function: what happens between a fault and its handler is not told.
    Handler(&'static str),
    /// What was explored may not be what the plain program does.
    Noted(Noted),
    /// Another solver was to agree, and did not.
    Uncertified(&'static str),
    /// An earlier part of the campaign, or another worker, met this.
    Elsewhere(String),
}

impl Doubt {
    /// The word for the kind of doubt, as `report.json` has it.
    pub fn name(&self) -> &'static str {
        match self {
            Doubt::Stopped(_) => "stopped",
            Doubt::Untried(_) => "untried",
            Doubt::Fixed(_) => "fixed",
            Doubt::Diverged(_) => "diverged",
            Doubt::Undecided(_) => "undecided",
            Doubt::Parted(_) => "parted",
            Doubt::TimedOut(_) => "timed out",
            Doubt::Limited(_) => "limited",
            Doubt::Untold(_) => "untold",
            Doubt::Unsteady(_) => "unsteady",
            Doubt::Lost(_) => "lost",
            Doubt::Unset(_) => "unset",
            Doubt::Unwatched(_) => "unwatched",
            Doubt::Early(_) => "early",
            Doubt::Foreign(_) => "foreign",
            Doubt::Handler(_) => "handler",
            Doubt::Noted(noted) => noted.kind,
            Doubt::Uncertified(_) => "uncertified",
            Doubt::Elsewhere(_) => "elsewhere",
        }
    }

    /// Was input read and then lost to code that is not followed: in threads, assembly or foreign code?
    pub(crate) fn is_loss(&self) -> bool {
        match self {
            Doubt::Lost(at) => at.is_outside(),
            other => other.name() == "beside" || other.is_reader(),
        }
    }

    /// May inputs that are changed blindly show what no path tells of, though nothing is left to solve for?
    pub(crate) fn leaves_more(&self) -> bool {
        let is_size = matches!(self, Doubt::Lost(at) if at.is(What::Size));
        is_size || self.is_loss() || self.name() == "unknown"
    }

    /// May something have read input that is not followed?
    pub(crate) fn is_reader(&self) -> bool {
        matches!(self.name(), "foreign" | "reader" | "channel")
    }

    /// Is it about memory that was never set? That is looked into when there is no other doubt.
    pub(crate) fn is_of_unset(&self) -> bool {
        matches!(self, Doubt::Unset(_) | Doubt::Unwatched(_) | Doubt::Early(_))
    }
}

/// `1 run was`, `3 runs were`.
fn count(n: u64, one: &str, many: &str) -> String {
    if n == 1 { format!("1 {one}") } else { format!("{n} {many}") }
}

impl fmt::Display for Doubt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Doubt::Stopped(reason) => write!(f, "the campaign was stopped: {}", reason.sentence()),
            Doubt::Untried(n) => write!(f, "{} not tried", count(*n, "side of a branch was", "sides of branches were")),
            Doubt::Fixed(n) => write!(
                f,
                "{}, such as a size or an address, and there may be others",
                count(*n, "value is relied on", "values are relied on")
            ),
            Doubt::Diverged(n) => {
                write!(f, "{} the way predicted", count(*n, "input did not take", "inputs did not take"))
            }
            Doubt::Undecided(n) => write!(f, "the solver did not answer {}", count(*n, "question", "questions")),
            Doubt::Parted(n) => write!(
                f,
                "runs took different paths without a condition at {}, for example because one of them crashed",
                count(*n, "place", "places")
            ),
            Doubt::TimedOut(n) => {
                let runs = count(*n, "run was", "runs were");
                write!(f, "{runs} stopped: many times as long as others, or as long as --run-time allows")
            }
            Doubt::Limited(n) => {
                write!(f, "{} stopped by a limit on memory, output or processes", count(*n, "run was", "runs were"))
            }
            Doubt::Untold(place) => write!(f, "the path to the crash at {place} is not fully known"),
            Doubt::Unsteady(place) => write!(f, "two runs of one input differed at {place}"),
            Doubt::Lost(at) if at.line == 0 => write!(f, "symbolic data was dropped: {}", at.what),
            Doubt::Lost(at) => write!(f, "symbolic data was dropped at {}:{}: {}", nearby(&at.file), at.line, at.what),
            Doubt::Unset(at) => write!(f, "{at}"),
            Doubt::Unwatched(n) => write!(
                f,
                "{} not checked for decisions that depend on memory that was never set",
                count(*n, "run was", "runs were")
            ),
            Doubt::Early(place) => {
                let what = "allocates memory or asks the system for something before main";
                write!(f, "{place} {what}: what becomes of that is not followed")
            }
            Doubt::Foreign(n) => {
                let branches = count(*n, "symbolic branch is", "symbolic branches are");
                write!(f, "{branches} in objects without a model")
            }
            Doubt::Noted(noted) => write!(f, "{noted}"),
            Doubt::Uncertified(why) => write!(f, "{why}"),
            Doubt::Elsewhere(what) => write!(f, "in an earlier part of the campaign or another worker, {what}"),
            Doubt::Handler(name) => {
                write!(f, "the program calls {name}: what a signal handler interrupts is not followed")
            }
        }
    }
}
