//! Inputs that come from elsewhere while a campaign runs: the tests of an earlier one (`--from`), and those of a fuzzer beside it (`--sync`), which gets ours.
//!
//! All of them are tried without symbols first, and run in full if they cover something. The first worker takes them in, and all give.

use crate::payload::Payload;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use symcrete_build::failure::Failure;
use symcrete_expr::Stop;
use symcrete_hub::beside::Beside;
use symcrete_hub::fact::WorkerId;
use symcrete_model::Program;
use symcrete_search::{Brought, Input};

/// Time between two looks for what a fuzzer has, when nothing else is left to do.
const PAUSE: Duration = Duration::from_millis(200);

/// Inputs from elsewhere, for all workers.
pub struct Guests {
    state: Mutex<State>,
    payload: Payload,
    /// Most bytes that an input may have.
    most: u64,
}

struct State {
    tests: Vec<Input>,
    beside: Option<Beside>,
    waiting: Vec<Input>,
    n_too_long: u64,
}

impl Guests {
    /// These tests, and whoever writes to a folder. A fuzzer's inputs are what `payload` says, of so many bytes at most.
    pub fn new(tests: Vec<Input>, sync: Option<&Path>, payload: Payload, most: u64) -> Result<Guests, Failure> {
        let beside = sync.map(Beside::new).transpose()?;
        let state = State { tests, beside, waiting: Vec::new(), n_too_long: 0 };
        Ok(Guests { state: Mutex::new(state), payload, most })
    }

    /// None at all.
    pub fn none(program: &Program) -> Guests {
        let state = State { tests: Vec::new(), beside: None, waiting: Vec::new(), n_too_long: 0 };
        let zeros = Input { streams: vec![Vec::new(); 2] };
        Guests { state: Mutex::new(state), payload: Payload::new(zeros, 0, program), most: 0 }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Whoever panicked left whole inputs.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What a worker is to try.
    pub fn bring(&self, worker: WorkerId) -> Option<Brought> {
        if worker != WorkerId::default() {
            return None;
        }
        let mut state = self.state();
        let tests = std::mem::take(&mut state.tests);
        if !tests.is_empty() {
            return Some(Brought::Scouts(tests));
        }
        self.look(&mut state);
        let waiting = std::mem::take(&mut state.waiting);
        (!waiting.is_empty()).then_some(Brought::Scouts(waiting))
    }

    /// Takes in what a fuzzer has.
    fn look(&self, state: &mut State) {
        let appeared = state.beside.as_mut().map_or_else(Vec::new, Beside::appeared);
        for bytes in appeared {
            match bytes.len() as u64 <= self.most {
                true => state.waiting.push(self.payload.input(&bytes)),
                false => state.n_too_long += 1,
            }
        }
    }

    /// Gives an input to the fuzzer.
    pub fn give(&self, input: &Input) {
        if let Some(beside) = &mut self.state().beside {
            beside.give(&self.payload.bytes(input));
        }
    }

    /// Waits for the first worker, which has nothing left to do, until a fuzzer has something; whether it has.
    pub fn wait(&self, worker: WorkerId, stop: &Stop) -> bool {
        let is_beside = worker == WorkerId::default() && self.state().beside.is_some();
        while is_beside && !stop.is_set() {
            let mut state = self.state();
            self.look(&mut state);
            if !state.waiting.is_empty() {
                return true;
            }
            drop(state);
            std::thread::sleep(PAUSE);
        }
        false
    }

    /// What is to be said at the end.
    pub fn remarks(&self) -> Vec<String> {
        let state = self.state();
        let Some(beside) = &state.beside else { return Vec::new() };
        let (n_taken, n_given) = beside.n_exchanged();
        let mut remarks = vec![format!("{n_taken} inputs came from the fuzzer, {n_given} went to it")];
        if state.n_too_long > 0 {
            let (n, most) = (state.n_too_long, self.most);
            remarks.push(format!("{n} inputs of the fuzzer were left out: they have more than {most} bytes; raise --stdin-max, --file or --max-len"));
        }
        remarks
    }

    /// The first time that something could not be given.
    pub fn take_trouble(&self) -> Option<Failure> {
        self.state().beside.as_mut()?.take_trouble()
    }
}
