//! Workers that share the targets of one program: each has a campaign of its own, and takes the next target that nobody has.
//!
//! What one of them meets on its way is decided for all; a target that is decided elsewhere is given up at once. A proof rests on what one worker
//! saw by itself, so it is as good as that of a worker alone.

use crate::board::Board;
use crate::elsewhere::Elsewhere;
use crate::gathered::Gatherer;
use crate::{Allowance, Pursuit, Verdict, Wanted};
use std::collections::BTreeSet;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::Builder;
use symcrete_build::failure::Failure;
use symcrete_engine::crew::STACK;
use symcrete_engine::deadline::Deadline;
use symcrete_engine::folder::Folder;
use symcrete_engine::front::FrontEnd;
use symcrete_engine::options::Options;
use symcrete_model::Program;
use symcrete_reach::Target;

/// What the workers share.
pub struct Squad<'p> {
    /// The program.
    pub front: Arc<dyn FrontEnd>,
    /// Its model.
    pub program: &'p Program,
    /// How it is explored.
    pub options: Options,
    /// What each target may use.
    pub allowance: Allowance,
    /// Where tests are written.
    pub folder: Folder,
    /// The targets.
    pub wanted: Vec<Wanted>,
    /// What interrupts all of them.
    pub deadline: Deadline,
    /// Workers of other processes that pursue the same targets.
    pub elsewhere: Option<Arc<dyn Elsewhere>>,
}

/// What came of it.
pub struct Pursued {
    /// A verdict for each target, in order.
    pub verdicts: Vec<(Target, Verdict)>,
    /// Did any run satisfy all assumptions that it met, if there was a run?
    pub is_allowed: bool,
    /// The limits of a trace that some run met, in words.
    pub limits_met: BTreeSet<String>,
    /// Targets that were decided by this process.
    pub n_own: usize,
}

/// What came of one worker's campaign.
struct Ended {
    is_allowed: bool,
    limits_met: Vec<String>,
}

/// A squad whose first worker is ready to run.
pub struct Ready<'p> {
    squad: Squad<'p>,
    board: Arc<Board>,
    first: Pursuit<'p>,
}

impl<'p> Squad<'p> {
    /// Prepares the first worker; nothing is run yet.
    pub fn prepare(self) -> Result<Ready<'p>, Failure> {
        let board = Arc::new(Board::new(self.wanted.len(), self.elsewhere.clone(), self.deadline.clone()));
        let first = self.folder.unless_failed(Pursuit::new(&self, board.clone(), self.deadline.clone()))?;
        Ok(Ready { squad: self, board, first })
    }
}

impl Ready<'_> {
    /// Pursues every target with so many workers. The first failure of any, if there was one.
    pub fn run(self, n_workers: u32) -> Result<Pursued, Failure> {
        let Ready { squad, board, mut first } = self;
        let n_others = (n_workers as usize).min(squad.wanted.len()).saturating_sub(1);
        let (squad, shared) = (&squad, &board);
        let other = move || ended(&mut Pursuit::new(squad, shared.clone(), squad.deadline.beside())?);
        let is_finished = AtomicBool::new(false);
        let (ends, trouble) = std::thread::scope(|scope| {
            let is_finished = &is_finished;
            let listening = shared.elsewhere().map(|others| {
                let Squad { front, options, wanted, folder, .. } = squad;
                let listener = move || Gatherer::new(front, options, wanted, folder, shared.clone(), others.gathers());
                scope.spawn(move || match listener() {
                    Ok(gatherer) => gatherer.listen(others, is_finished),
                    Err(why) => {
                        squad.deadline.interrupt();
                        Some(why)
                    }
                })
            });
            let begin = |_| Builder::new().stack_size(STACK).spawn_scoped(scope, other);
            let others: Vec<_> = (0..n_others).map(begin).collect();
            let own = ended(&mut first);
            let end = |other: std::io::Result<std::thread::ScopedJoinHandle<_>>| match other {
                Ok(thread) => thread.join().unwrap_or_else(|panic| resume_unwind(panic)),
                Err(why) => Err(Failure::System(why.into())),
            };
            let ends: Vec<Result<Ended, Failure>> = std::iter::once(own).chain(others.into_iter().map(end)).collect();
            let unheard = shared.elsewhere().and_then(Elsewhere::finish);
            is_finished.store(true, Ordering::Release);
            let trouble = listening.map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic)));
            // What nobody heard may be that a run met it.
            unheard.iter().for_each(|why| shared.doubt_all(why));
            (ends, trouble.flatten())
        });
        let ends = ends.into_iter().collect::<Result<Vec<_>, Failure>>()?;
        if let Some(trouble) = trouble {
            return Err(trouble);
        }
        if board.elsewhere().is_some() {
            board.leave_open("interrupted");
        }
        let named = squad.wanted.iter().map(|wanted| wanted.target.clone()).zip(board.verdicts());
        Ok(Pursued {
            verdicts: named.filter_map(|(target, verdict)| Some((target, verdict?))).collect(),
            is_allowed: ends.iter().any(|end| end.is_allowed),
            limits_met: ends.into_iter().flat_map(|end| end.limits_met).collect(),
            n_own: board.n_own(),
        })
    }
}

fn ended(pursuit: &mut Pursuit) -> Result<Ended, Failure> {
    pursuit.run()?;
    Ok(Ended { is_allowed: pursuit.is_allowed(), limits_met: pursuit.limits_met() })
}
