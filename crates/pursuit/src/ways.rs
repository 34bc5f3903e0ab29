//! A proof with all ways to a target in one formula; where that finds a way instead, its input is run.

use crate::{Once, Pursuit};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;
use symcrete_build::failure::Failure;
use symcrete_engine::options::Length;
use symcrete_engine::setting::{ASKED, STDIN};
use symcrete_expr::Stop;
use symcrete_model::Program;
use symcrete_reach::{Answered, Ways, all_ways};
use symcrete_search::Input;

/// Time between two looks whether to stop.
const LOOK: Duration = Duration::from_millis(20);

impl Pursuit<'_> {
    /// Tries to prove the target unreachable, all ways at once. A way that was found is only a candidate: what the program does on it counts.
    pub(super) fn prove_all_ways(&mut self, index: usize) -> Result<(), Failure> {
        if self.watcher.is_over() || self.watcher.doubt().is_some() {
            return Ok(());
        }
        self.watcher.stage = "ways";
        match self.ways(index) {
            Ways::Refuted(means, contradictions) => self.confirm(index, &means, &contradictions),
            Ways::Way(answered) => {
                if let Some(input) = input(self.program, &answered).and_then(|input| self.allowed(input)) {
                    self.watcher.turn_ends = None;
                    self.forward(&mut Once(Some(input)))?;
                }
            }
            Ways::Open(why) => self.watcher.unproved = Some(why),
        }
        Ok(())
    }

    /// An input of a length that is allowed.
    fn allowed(&self, mut input: Input) -> Option<Input> {
        let options = self.session.options();
        // Arguments, variables and files are as they are at first.
        input.streams.extend(options.setting.zeros(0).streams.into_iter().skip(ASKED + 1));
        let most = options.most().first().map_or(0, |&most| most as usize);
        if options.length == Length::Fixed && input.streams[STDIN].len() < most {
            input.resize(STDIN, most);
        }
        (input.streams[STDIN].len() <= most).then_some(input)
    }

    fn ways(&self, index: usize) -> Ways {
        let share = self.allowance.time.map(|time| time * self.allowance.engine.share_of_ways() / 100);
        let watcher = &self.watcher;
        let (is_done, stop) = (AtomicBool::new(false), Stop::new());
        let (search, started) = (self.session.deadline().search().clone(), std::time::Instant::now());
        thread::scope(|scope| {
            let watch = scope.spawn(|| {
                while !is_done.load(Ordering::Relaxed) {
                    stop.set(search.is_set() || share.is_some_and(|share| started.elapsed() > share));
                    thread::park_timeout(LOOK);
                }
            });
            let goal = &watcher.wanted[index].goal;
            let rounds = self.allowance.rounds();
            let found = all_ways(self.program, goal, rounds, &stop, &mut || stop.is_set() || watcher.is_over());
            is_done.store(true, Ordering::Relaxed);
            watch.thread().unpark();
            found
        })
    }
}

/// The input that makes calls return these; `None` when none of them asks for input in a way that is understood here.
fn input(program: &Program, answered: &[Answered]) -> Option<Input> {
    let mut input = Input { streams: vec![Vec::new(), Vec::new()] };
    for Answered { call: (proc, inst), value: (value, width) } in answered {
        let module = program.proc(*proc).module;
        let callee = match program.function(*proc).instruction(*inst).callee()? {
            symcrete_model::Operand::Function(id) => program.resolve(module, *id),
            _ => return None,
        };
        let name = program.function(callee).name.as_str();
        let bytes = value.to_le_bytes();
        match name {
            _ if name.starts_with("__VERIFIER_nondet_") => {
                input.streams[ASKED].extend(&bytes[..width.div_ceil(8) as usize]);
            }
            // The end of the input comes where the bytes do.
            "getchar" | "fgetc" | "getc" if *value <= 255 => input.streams[STDIN].push(bytes[0]),
            _ => {}
        }
    }
    (input.n_bytes() > 0).then_some(input)
}
