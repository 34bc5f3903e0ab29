//! A scripted executor for the tests of other crates: no process, no clock, the same answers every time.
//!
//! The trace is a real region, so readers are tested on what they will meet.

use crate::inputs::Inputs;
use crate::region::Region;
use crate::{Error, Execute, Limits, Outcome, Run, Target};
use std::time::Duration;
use symcrete_trace::{
    COVERAGE_AT, EVENT_SIZE, EVENTS_AT, Event, Flags, MODULE_SIZE, MODULES_AT, ModuleEntry, RECORD_SIZE, RECORDS_AT,
    Record, Trace, word,
};

/// What one scripted run leaves behind.
#[derive(Clone, Debug)]
pub struct MockRun {
    /// What [`Execute::run`] returns.
    pub run: Run,
    /// The expressions; the first gets id 1.
    pub records: Vec<Record>,
    /// The path.
    pub events: Vec<Event>,
    /// The module table.
    pub modules: Vec<ModuleEntry>,
    /// How often each outcome of the program was taken.
    pub counts: Vec<u32>,
}

impl MockRun {
    /// A run that ends like this, prints nothing and has an empty trace.
    pub fn new(outcome: Outcome) -> MockRun {
        let run = Run {
            stack: Vec::new(),
            is_exhausted: false,
            is_told: true,
            around: Vec::new(),
            outcome,
            stdout: Vec::new(),
            stderr: Vec::new(),
            wall: Duration::from_millis(1),
            cpu: Duration::from_millis(1),
        };
        MockRun { run, records: Vec::new(), events: Vec::new(), modules: Vec::new(), counts: Vec::new() }
    }
}

/// Answers each input with what a function says.
pub struct MockExecutor<F> {
    script: F,
    region: Region,
    nothing: Inputs,
    /// The inputs that were run, in order.
    pub inputs: Vec<Vec<u8>>,
}

impl<F: FnMut(&[u8]) -> MockRun> MockExecutor<F> {
    /// An executor that follows this script.
    pub fn new(script: F) -> Result<MockExecutor<F>, Error> {
        let mut region = Region::new()?;
        let nothing = Inputs::new(&Target::new("mock"))?;
        region.forget(&Limits::default(), Flags::default(), &nothing);
        Ok(MockExecutor { script, region, nothing, inputs: Vec::new() })
    }

    fn write(&mut self, mock: &MockRun) {
        self.region.forget(&Limits::default(), Flags::default(), &self.nothing);
        for (k, record) in mock.records.iter().enumerate() {
            self.region.put(RECORDS_AT + (k + 1) * RECORD_SIZE, &record.write());
        }
        for (k, event) in mock.events.iter().enumerate() {
            self.region.put(EVENTS_AT + k * EVENT_SIZE, &event.write());
        }
        for (k, module) in mock.modules.iter().enumerate() {
            let words =
                [module.hash.to_le_bytes(), (module.base as u64 | (module.n_outcomes as u64) << 32).to_le_bytes()];
            self.region.put(MODULES_AT + k * MODULE_SIZE, words.as_flattened());
        }
        for (k, count) in mock.counts.iter().enumerate() {
            self.region.put(COVERAGE_AT + k * 4, &count.to_le_bytes());
        }
        let counts = [
            (word::N_RECORDS, mock.records.len()),
            (word::N_EVENTS, mock.events.len()),
            (word::N_MODULES, mock.modules.len()),
            (word::N_OUTCOMES, mock.counts.len()),
        ];
        counts.iter().for_each(|&(index, n)| self.region.put(index * 8, &(n as u64).to_le_bytes()));
    }
}

impl<F: FnMut(&[u8]) -> MockRun> Execute for MockExecutor<F> {
    fn run(&mut self, stdin: &[u8]) -> Result<Run, Error> {
        let mock = (self.script)(stdin);
        self.inputs.push(stdin.to_vec());
        self.write(&mock);
        Ok(mock.run)
    }

    fn trace(&self) -> Result<Trace<'_>, Error> {
        self.region.trace()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use symcrete_trace::{EventKind, Op};

    #[test]
    fn the_trace_is_the_last_runs() {
        let mut mock = MockExecutor::new(|input| {
            let mut run = MockRun::new(Outcome::Exit(input.len() as i32));
            let record = Record { op: Op::Input as u8, pad: 0, width: 8, a: 0, b: 0, c: 0, value: 0 };
            run.records = vec![record; input.len()];
            let event = Event { kind: EventKind::Branch as u8, taken: 1, pad: 0, outcome: 0, expr: 1, aux: 0 };
            run.events = vec![event; input.len()];
            run.modules = vec![ModuleEntry { hash: 5, base: 0, n_outcomes: 2, pad: [0; 2] }];
            run.counts = vec![input.len() as u32, 0];
            run
        })
        .unwrap();
        for n in [3, 1] {
            assert_eq!(mock.run(&vec![0; n]).unwrap().outcome, Outcome::Exit(n as i32));
            let trace = mock.trace().unwrap();
            assert_eq!((trace.n_records(), trace.events().count(), trace.count(0)), (n, n, n as u32));
            assert_eq!(trace.modules().next().unwrap().hash, 5);
        }
        assert_eq!(mock.inputs.len(), 2);
    }
}
