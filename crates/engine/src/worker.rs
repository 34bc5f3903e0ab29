//! One who works at a campaign with a hub: recalls what others know, and tells what it learns.
//!
//! Stands between a session and its hub. The solver asks it first, and each run passes it on the way to whoever follows the campaign:
//! the test is stored first and the fact told then, so a fact never speaks of a test that is not there.
//! What others say is checked where that is possible: an input that is to answer a question must satisfy it, or the question is asked.

use crate::traced::Ran;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;
use symcrete_build::failure::Failure;
use symcrete_corpus::Bytes;
use symcrete_exec::Outcome;
use symcrete_expr::{Arena, ExprId, Stop, eval_all};
use symcrete_hub::fact::{End, Fact, Run, WorkerId};
use symcrete_hub::hub::{Hub, Taken};
use symcrete_hub::known::Answered;
use symcrete_hub::question::{Names, QuestionId};
use symcrete_search::{Answer, Brought, Coverage, Divergence, Input, Iteration, Numbered, Observer, Query, Statistics};

/// Outcomes not tried that are enough for two.
const ENOUGH: u64 = 8;

/// A worker.
pub(crate) struct Worker {
    id: WorkerId,
    hub: Arc<dyn Hub>,
    names: Rc<RefCell<Names>>,
    /// The question answered last, with the input that is to be run for it.
    question: Option<(QuestionId, Input)>,
    /// The last run, until it is known what became of it.
    ran: Option<Run>,
    /// The last run of a path that nobody took before, unless it was offered to others; and such runs since the last offer.
    newest: Option<Arc<Run>>,
    n_since: u64,
    /// Whether it has taken questions on a tree with merged ways, and on one without.
    has_taken: [bool; 2],
    /// Doubts that were told.
    doubts: BTreeSet<String>,
    n_recalled: u64,
    /// Branches that its own runs covered first, as far as it had heard.
    n_gained: u64,
    /// The first time that something could not be told.
    trouble: Option<Failure>,
}

/// What is known of a question.
pub(crate) enum Recalled {
    /// The answer.
    Answer(Answer),
    /// Nothing: the solver is to be asked.
    Ask(QuestionId),
}

impl Worker {
    /// One that names its questions by these names, which its paths may have, too.
    pub(crate) fn new(id: WorkerId, hub: Arc<dyn Hub>, names: Rc<RefCell<Names>>) -> Worker {
        Worker {
            id,
            hub,
            names,
            question: None,
            ran: None,
            newest: None,
            n_since: 0,
            has_taken: [false; 2],
            doubts: BTreeSet::new(),
            n_recalled: 0,
            n_gained: 0,
            trouble: None,
        }
    }

    /// Do others work at the same campaign?
    pub(crate) fn has_company(&self) -> bool {
        self.hub.is_shared()
    }

    /// What others know of a question.
    pub(crate) fn recall(&mut self, arena: &Arena, query: &Query) -> Recalled {
        let question = self.names.borrow_mut().question(arena, query.prefix, query.flipped, query.splits);
        let known = match self.hub.claim(self.id, question) {
            Taken::Own => {
                self.has_taken[usize::from(query.splits)] = true;
                return Recalled::Ask(question);
            }
            Taken::Other => return Recalled::Answer(Answer::Elsewhere),
            Taken::Known(known) => known,
        };
        self.has_taken[usize::from(query.splits)] |= matches!(known, Answered::Ran(_));
        let answer = match known {
            Answered::Ran(run) => Some(run.input()).filter(|input| satisfies(arena, query, input)).map(Answer::Sat),
            Answered::Refuted(core) => {
                let core: Vec<usize> = core.iter().map(|&at| at as usize).collect();
                core.iter().all(|&at| at < query.prefix.len()).then_some(Answer::Unsat(core))
            }
            Answered::Undecided(end) => end.why().map(Answer::Unknown),
        };
        let Some(answer) = answer else { return Recalled::Ask(question) };
        self.n_recalled += 1;
        self.expect(question, &answer);
        Recalled::Answer(answer)
    }

    /// The solver has answered a question.
    pub(crate) fn answered(&mut self, question: QuestionId, answer: &Answer) {
        self.expect(question, answer);
        match answer {
            Answer::Unsat(core) => {
                let core = core.iter().map(|&at| at as u32).collect();
                self.tell(Fact::Refuted { question, core });
            }
            Answer::Unknown(why) => {
                if let Some(end) = End::of(*why) {
                    self.tell(Fact::Done { question, end });
                }
            }
            Answer::Sat(_) | Answer::Stopped | Answer::Elsewhere => {}
        }
    }

    /// A number for a term that is the same for all workers.
    pub(crate) fn term(&mut self, arena: &Arena, term: ExprId) -> u64 {
        self.names.borrow_mut().term(arena, term)
    }

    /// Whether it has taken questions on a tree with merged ways, and on one without.
    pub(crate) fn has_taken(&self) -> [bool; 2] {
        self.has_taken
    }

    /// Branches that runs of this worker covered before it had heard of them.
    pub(crate) fn n_gained(&self) -> u64 {
        self.n_gained
    }

    /// Answers that were recalled.
    pub(crate) fn n_recalled(&self) -> u64 {
        self.n_recalled
    }

    /// What speaks against every claim of completeness, by whoever saw it in whatever part of the campaign.
    pub(crate) fn doubts(&self) -> Vec<String> {
        self.hub.doubts().into_iter().filter(|doubt| !self.doubts.contains(doubt)).collect()
    }

    /// The first time that something could not be told, if it was not taken before.
    pub(crate) fn take_trouble(&mut self) -> Option<Failure> {
        self.trouble.take()
    }

    /// If the answer is an input, it is run next.
    fn expect(&mut self, question: QuestionId, answer: &Answer) {
        self.question = match answer {
            Answer::Sat(input) => Some((question, input.clone())),
            _ => None,
        };
    }

    fn tell(&mut self, fact: Fact) {
        if let Err(why) = self.hub.tell(self.id, fact) {
            self.trouble.get_or_insert(why);
        }
    }

    /// Tells of the last run, of which everything is known now.
    pub(crate) fn finish_run(&mut self) {
        if let Some(run) = self.ran.take() {
            if run.is_kept {
                self.newest = Some(Arc::new(run.clone()));
                self.n_since += 1;
            }
            self.tell(Fact::Ran(run));
        }
    }

    /// Gives others something to go on from, if they have nothing and there is enough for two.
    fn share(&mut self, statistics: &Statistics) {
        if statistics.untried >= ENOUGH
            && self.hub.is_wanted(self.n_since)
            && let Some(run) = self.newest.take()
        {
            self.n_since = 0;
            self.hub.offer(self.id, run);
        }
    }

    /// Waits until there is something to do again; whether there is.
    pub(crate) fn rest(&self, stop: &Stop) -> bool {
        self.hub.rest(self.id, stop)
    }

    /// Tells what speaks against claims, once.
    fn doubt(&mut self, why: String) {
        if self.doubts.insert(why.clone()) {
            self.tell(Fact::Doubted { why });
        }
    }

    fn doubt_run(&mut self, step: &Iteration<Ran>) {
        match &step.run.record.outcome {
            // Of a run that was stopped with its campaign nothing is known.
            Outcome::Exit(_) | Outcome::Signal { .. } | Outcome::Stopped => {}
            other => self.doubt(format!("a run ended with: {other}")),
        }
        if step.statistics.surprises > 0 {
            self.doubt("runs took different paths without a condition that says why".into());
        }
        for lost in &step.run.record.lost {
            self.doubt(format!("symbolic data was dropped at {}:{}: {}", lost.file, lost.line, lost.what));
        }
    }

    fn ran(&mut self, step: &Iteration<Ran>) {
        self.doubt_run(step);
        let question = self.question.take().filter(|(_, input)| is_made_of(step.input, input));
        if step.is_known {
            return;
        }
        self.n_gained += u64::from(step.gain);
        let input = step.input.streams.iter().map(|stream| Bytes(stream.clone())).collect();
        let taken = || step.run.taken().into_iter().map(|branch| branch.0).collect();
        let gained = if step.gain > 0 { taken() } else { Vec::new() };
        let question = question.map(|(question, _)| question);
        self.ran = Some(Run { number: step.number, input, question, gained, is_kept: step.gain > 0 });
    }
}

/// Is an input another one, or what a run made of it that asked for more?
fn is_made_of(input: &Input, other: &Input) -> bool {
    let is_longer = |(whole, part): (&Vec<u8>, &Vec<u8>)| whole.starts_with(part);
    input.streams.len() >= other.streams.len() && input.streams.iter().zip(&other.streams).all(is_longer)
}

/// Does an input hold everything that a question asks for?
fn satisfies(arena: &Arena, query: &Query, input: &Input) -> bool {
    let terms: Vec<ExprId> = query.prefix.iter().copied().chain([query.flipped]).collect();
    eval_all(arena, &terms, |at| input.get(at).unwrap_or(0)).into_iter().all(|value| value == 1)
}

/// Tells a hub what an observer sees.
pub(crate) struct Teller<'a> {
    pub(crate) worker: Rc<RefCell<Worker>>,
    pub(crate) inner: &'a mut dyn Observer<Ran>,
}

impl Observer<Ran> for Teller<'_> {
    fn ran(&mut self, step: &Iteration<Ran>) {
        self.worker.borrow_mut().finish_run();
        self.inner.ran(step);
        self.worker.borrow_mut().ran(step);
    }

    fn kept(&mut self, step: &Iteration<Ran>) {
        self.inner.kept(step);
        if let Some(run) = &mut self.worker.borrow_mut().ran {
            run.is_kept = true;
        }
    }

    fn found(&mut self, step: &Iteration<Ran>, finding: &str) {
        self.inner.found(step, finding);
    }

    fn diverged(&mut self, step: &Iteration<Ran>, divergence: &Divergence) {
        self.worker.borrow_mut().doubt("an input did not take the way predicted".into());
        self.inner.diverged(step, divergence);
    }

    fn brought(&mut self) -> Option<Brought> {
        let worker = self.worker.borrow();
        let run = worker.hub.brought(worker.id);
        drop(worker);
        run.map(|run| Brought::Run(run.input())).or_else(|| self.inner.brought())
    }

    fn numbered(&mut self, input: &Input, run: &symcrete_search::Run<Ran>, _: u64) -> Numbered {
        let worker = self.worker.borrow();
        worker.hub.number(worker.id, input, run.record.path)
    }

    fn n_runs(&mut self, _: u64) -> u64 {
        let worker = self.worker.borrow();
        worker.hub.n_runs(worker.id)
    }

    fn is_reached(&mut self, coverage: &Coverage) -> bool {
        self.inner.is_reached(coverage)
    }

    fn is_interrupted(&mut self, statistics: &Statistics) -> bool {
        let mut worker = self.worker.borrow_mut();
        worker.finish_run();
        worker.share(statistics);
        drop(worker);
        self.inner.is_interrupted(statistics)
    }
}
