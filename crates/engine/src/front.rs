//! What a language must bring so that its programs can be explored: the front-end trait.
//!
//! A [`FrontEnd`] stands for one program. It knows the program's static model with its branch sites, starts the program so that
//! runs are followed ([`Followed`]: an input in, a record and a trace out), and starts its plain twin ([`Twin`]: the same program
//! without anything of ours, which has the last word on findings and witnesses). Everything else, the search, the
//! claims, the results, is the engine's and the same for all languages.
//!
//! C and C++ are crate `native`; `tests/toy` is a language of a few lines and shows the least that there is to bring.
//!
//! A front end is shared: plain programs are asked beside the search, by other threads. What it starts belongs to one thread.
//!
//! Invariant: two runs of one request do the same, as far as the program does; modules of traces are found in the model by their
//! hashes, and numbers of outcomes and locations mean the same in both.

use crate::end::End;
use crate::setting::Setting;
use crate::vector::Vector;
use std::path::Path;
use symcrete_build::failure::Failure;
use symcrete_exec::{Config, Record, Refusal, Request, Visit};
use symcrete_model::{BranchId, Program};
use symcrete_reach::{Mention, Seat, closed_world};
use symcrete_search::Turn;
use symcrete_trace::Trace;

/// One program of some language.
pub trait FrontEnd: Send + Sync {
    /// Its name, as reports have it.
    fn name(&self) -> &str;

    /// The file that it is kept in, as stored tests name it.
    fn program(&self) -> &Path;

    /// What the program is: its functions, blocks and branch sites.
    fn model(&self) -> Result<Program, Failure>;

    /// Gets the program ready for runs that are followed. How runs come into being ([`Config::mode`]) is up to the front end.
    fn start(&self, setting: &Setting, config: Config) -> Result<Box<dyn Followed>, Failure>;

    /// Gets the plain program ready, with as little in common with the followed one as can be: other processes, another loader.
    fn plain(&self, setting: &Setting, config: Config) -> Result<Box<dyn Twin>, Failure>;

    /// What the plain program checks itself for besides what the followed one does. Nothing, unless a front end says otherwise.
    fn checks(&self) -> Checks {
        Checks::Same
    }

    /// Was the plain program compiled otherwise, so that it may die of an access that the followed one is without? Yes, unless a front end says
    /// otherwise.
    fn is_compiled(&self) -> bool {
        true
    }

    /// What of the program forbids to conclude anything from having explored it, once a run came there: calls that are not
    /// followed, input that comes by other ways. Whatever a front end does not follow and no trace counts as lost belongs here.
    fn caveats(&self, model: &Program) -> Vec<Caveat>;

    /// Is it known that nothing a program decides depends on what this function tells when it is called in this file? Of none, unless a
    /// front end says otherwise.
    fn is_harmless(&self, function: &str, file: &str) -> bool {
        let _ = (function, file);
        false
    }

    /// Does what this function of the language's libraries tells depend on nothing but what it is given? Of none is that known, unless a front end
    /// says otherwise.
    fn tells_by_operands(&self, function: &str) -> bool {
        let _ = function;
        false
    }

    /// What the language itself bounds of a program's input, besides the lengths that the setting has. Nothing, unless a front end says
    /// otherwise.
    fn bounds(&self, model: &Program, setting: &Setting) -> Vec<Bound> {
        let _ = (model, setting);
        Vec::new()
    }

    /// Does the program compute with nothing but what is varied? Else what it uses besides; no line is then called unreachable because everything
    /// was explored. By what is known of the C library, unless a front end says otherwise.
    fn closed(&self, model: &Program) -> Result<(), String> {
        closed_world(model)
    }

    /// Does the model hold the program's instructions, so that something can be proved from them? Not unless a front end says so.
    fn is_provable(&self) -> bool {
        false
    }

    /// A function by which the program lets itself be interrupted, if it calls one: what is interrupted then, no trace tells.
    fn interrupts(&self, model: &Program) -> Option<&'static str> {
        let _ = model;
        None
    }

    /// Can a program look at where its objects are? Else comparisons of pointers, as the model has them, ask which object is meant, and runs tell that.
    fn has_addresses(&self) -> bool {
        true
    }

    /// Is this source file a part of the front end, such as a model of a library? Its lines are not the program's.
    fn is_support(&self, file: &str) -> bool {
        let _ = file;
        false
    }

    /// By which conditionals a program of this language gives itself up ([`symcrete_exec::Outcome::Panic`]), where it has such an end.
    fn giving_up(&self, model: &Program) -> Option<GivingUp> {
        let _ = model;
        None
    }

    /// Commands that run, debug and keep a stored test by hand, each under its heading; whole lines.
    fn by_hand(&self, test: &Path, vector: &Vector) -> String;
}

/// A program whose runs are followed.
pub trait Followed {
    /// Runs it once. An error means that the run could not be made; what the program does is in the record.
    fn run(&mut self, request: &Request) -> Result<Record, Failure>;

    /// The trace of the last run.
    fn trace(&self) -> Result<Trace<'_>, Failure>;

    /// How many bytes of standard input the last run took, followed or not; asked for only after an exit.
    fn stdin_taken(&self) -> Result<u64, Failure>;
}

/// The plain program.
pub trait Twin {
    /// Runs it once, as [`Followed::run`] does.
    fn run(&mut self, request: &Request) -> Result<Record, Failure>;

    /// The bad end of a run in the words of the language: what happened, where, and what was said about it.
    fn named(&self, run: Record) -> End;

    /// Did a [check](FrontEnd::checks) end the run that only the plain program makes?
    fn is_checked(&self, run: &Record) -> bool {
        let _ = run;
        false
    }

    /// Runs it and says whether it comes to this place.
    fn visits(&mut self, request: &Request, seat: &Seat) -> Result<Visit, Failure>;

    /// Runs it and says what it was first kept from, if it was kept from anything.
    fn refused(&mut self, request: &Request) -> Result<Option<Refusal>, Failure> {
        let _ = request;
        Ok(None)
    }
}

/// What a plain program checks itself for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Checks {
    /// What the followed one checks, and says it alike.
    #[default]
    Same,
    /// The same, and has its own words for it.
    Named,
    /// More: it finds fault with runs that the followed program ends well.
    More,
}

/// The part that conditionals have in giving up, by their numbers. What is decided after a program began to give up, inside of the language's
/// own library to the end, decides how the end is told and nothing else: paths end before.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GivingUp {
    /// Those of functions that run only when a program has given up.
    pub begins: Vec<bool>,
    /// Those of the language's own library, these included.
    pub library: Vec<bool>,
}

impl GivingUp {
    /// How many of the turns of a run that gave up come before it did.
    pub(crate) fn before(&self, program: &Program, turns: &[Turn]) -> usize {
        let is = |list: &[bool], turn: &Turn| {
            let condition = turn.of_site().map(|branch| program.condition_of(branch).0);
            condition.map(|condition| list.get(condition.index()).copied().unwrap_or(false))
        };
        let others = turns.iter().rposition(|turn| is(&self.library, turn) == Some(false)).map_or(0, |last| last + 1);
        let begun = turns[others..].iter().position(|turn| is(&self.begins, turn) == Some(true));
        begun.map_or(turns.len(), |at| others + at)
    }
}

/// A bound on what a program is given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bound {
    /// What is bounded: `4096 bytes of the buffer`, `the sizes and shapes of the objects that pointers point to`.
    pub what: String,
    /// What to do about it, in words.
    pub remedy: String,
    /// Do proofs name it among their premises? One that they do not name allows no proof from having explored everything.
    pub is_premise: bool,
}

/// Something of a program that forbids conclusions.
#[derive(Clone, Debug)]
pub struct Caveat {
    /// The word for it, as `report.json` has it.
    pub kind: &'static str,
    /// What is there, in a sentence.
    pub what: String,
    /// Where; what is said of every run has no place.
    pub at: Option<Mention>,
    /// What of the outside it is about, if runs may tell whether they met it: a function, a file.
    pub outside: Option<String>,
}

impl Caveat {
    /// May runs that took these branches have come there?
    pub fn may_hit(&self, covered: &[BranchId]) -> bool {
        self.at.as_ref().is_none_or(|at| at.may_hit(covered))
    }
}
