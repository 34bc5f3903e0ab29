//! A script run with shadows: what each variable is as an expression over the values asked for goes into a trace.

use crate::language::{Operand, Operation, Script, Statement};
use crate::lowered::HASH;
use crate::plain::{MOST_STEPS, record};
use std::collections::HashMap;
use std::time::Instant;
use symcrete_build::failure::Failure;
use symcrete_engine::front::Followed;
use symcrete_engine::setting::ASKED;
use symcrete_exec::{Record as Ran, Request};
use symcrete_trace::{
    ASKED_AT, Asked, COVERAGE_AT, CType, EVENT_SIZE, EVENTS_AT, Event, EventKind, MAGIC, MODULE_SIZE, MODULES_AT, Op,
    RECORD_SIZE, RECORDS_AT, Record, Trace, VERSION, word,
};

/// Most records of a run; one that needs more is endless long before.
const RECORDS: usize = 4 * MOST_STEPS;

/// A script whose runs are followed.
pub(crate) struct Interpreter {
    script: Script,
    file: String,
    /// By line, the number of its first outcome.
    outcomes: HashMap<usize, u32>,
    bytes: Vec<u8>,
}

/// A byte and the expression that it is; 0 for none.
#[derive(Clone, Copy, Default)]
struct Value {
    byte: u8,
    shadow: u32,
}

impl Interpreter {
    pub(crate) fn new(script: Script, file: String) -> Interpreter {
        let is_if = |(_, statement): &(usize, &Statement)| matches!(statement, Statement::If(..));
        let ifs = script.statements.iter().enumerate().filter(is_if).map(|(line, _)| line);
        let outcomes = ifs.zip(0..).map(|(line, number)| (line, 2 * number)).collect();
        // Pages that nobody touches take no memory.
        Interpreter { script, file, outcomes, bytes: vec![0; RECORDS_AT + RECORDS * RECORD_SIZE] }
    }

    fn interpret(&mut self, asked: &[u8]) -> Result<Option<usize>, ()> {
        let mut variables: HashMap<String, Value> = HashMap::new();
        let (mut n_asked, mut next) = (0, Some(0));
        for _ in 0..MOST_STEPS {
            let Some(line) = next else { return Ok(None) };
            next = self.script.behind(line);
            match self.script.statements[line].clone() {
                Statement::Ask(name) => {
                    let byte = asked.get(n_asked).copied().unwrap_or(0);
                    variables.insert(name, self.ask(n_asked, byte));
                    n_asked += 1;
                }
                Statement::Set(name, a, operation, b) => {
                    let result = self.compute(operation, value(&variables, &a), value(&variables, &b));
                    variables.insert(name, result);
                }
                Statement::If(a, operation, b, target) => {
                    let condition = self.compute(operation, value(&variables, &a), value(&variables, &b));
                    self.branch(line, condition);
                    if condition.byte == 1 {
                        next = Some(target);
                    }
                }
                Statement::Goto(target) => next = Some(target),
                Statement::Fail => return Ok(Some(line)),
                Statement::End => return Ok(None),
            }
        }
        Err(())
    }

    fn ask(&mut self, number: usize, byte: u8) -> Value {
        let head = Asked::head(CType::UChar, 1, 0);
        self.bytes[ASKED_AT + number * head.len()..][..head.len()].copy_from_slice(&head);
        self.put(word::ASKED_BYTES, ((number + 1) * head.len()) as u64);
        Value { byte, shadow: self.record(Op::Input, 8, [ASKED as u32, number as u32], byte) }
    }

    fn compute(&mut self, operation: Operation, a: Value, b: Value) -> Value {
        let byte = operation.apply(a.byte, b.byte);
        if a.shadow == 0 && b.shadow == 0 {
            return Value { byte, shadow: 0 };
        }
        let operands = [a, b].map(|one| match one.shadow {
            0 => self.record(Op::Const, 8, [0, 0], one.byte),
            known => known,
        });
        let (op, width) = match operation {
            Operation::Add => (Op::Add, 8),
            Operation::Sub => (Op::Sub, 8),
            Operation::Mul => (Op::Mul, 8),
            Operation::And => (Op::And, 8),
            Operation::Equal => (Op::Eq, 1),
            Operation::Less => (Op::Ult, 1),
        };
        Value { byte, shadow: self.record(op, width, operands, byte) }
    }

    fn branch(&mut self, line: usize, condition: Value) {
        let outcome = self.outcomes[&line] + u32::from(condition.byte);
        let at = COVERAGE_AT + outcome as usize * 4;
        self.bytes[at..at + 4].copy_from_slice(&1_u32.to_le_bytes());
        let (kind, taken) = (EventKind::Branch as u8, condition.byte);
        let event = Event { kind, taken, pad: 0, outcome, expr: condition.shadow, aux: 0 };
        let n = self.word(word::N_EVENTS);
        self.bytes[EVENTS_AT + n as usize * EVENT_SIZE..][..EVENT_SIZE].copy_from_slice(&event.write());
        self.put(word::N_EVENTS, n + 1);
    }

    fn record(&mut self, op: Op, width: u16, [a, b]: [u32; 2], value: u8) -> u32 {
        let id = self.word(word::N_RECORDS) + 1;
        let record = Record { op: op as u8, pad: 0, width, a, b, c: 0, value: value.into() };
        self.bytes[RECORDS_AT + id as usize * RECORD_SIZE..][..RECORD_SIZE].copy_from_slice(&record.write());
        self.put(word::N_RECORDS, id);
        id as u32
    }

    fn word(&self, index: usize) -> u64 {
        self.bytes[index * 8..].first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes))
    }

    fn put(&mut self, index: usize, value: u64) {
        self.bytes[index * 8..][..8].copy_from_slice(&value.to_le_bytes());
    }

    /// Begins a trace: of one module, with nothing taken.
    fn reset(&mut self) {
        let n_outcomes = 2 * self.outcomes.len();
        self.bytes[..word::COUNT * 8].fill(0);
        self.bytes[COVERAGE_AT..][..4 * n_outcomes].fill(0);
        for (index, value) in [
            (word::MAGIC, MAGIC),
            (word::VERSION, VERSION),
            (word::N_MODULES, 1),
            (word::N_OUTCOMES, n_outcomes as u64),
        ] {
            self.put(index, value);
        }
        let entry = &mut self.bytes[MODULES_AT..][..MODULE_SIZE];
        entry[..8].copy_from_slice(&HASH.to_le_bytes());
        entry[12..16].copy_from_slice(&(n_outcomes as u32).to_le_bytes());
    }
}

impl Followed for Interpreter {
    fn run(&mut self, request: &Request) -> Result<Ran, Failure> {
        let begun = Instant::now();
        self.reset();
        let ended = self.interpret(request.asked);
        Ok(record(ended, &self.file, begun))
    }

    fn trace(&self) -> Result<Trace<'_>, Failure> {
        Trace::new(&self.bytes).map_err(|why| Failure::Program(why.into()))
    }

    fn stdin_taken(&self) -> Result<u64, Failure> {
        Ok(0)
    }
}

fn value(variables: &HashMap<String, Value>, operand: &Operand) -> Value {
    match operand {
        Operand::Variable(name) => variables.get(name).copied().unwrap_or_default(),
        Operand::Number(number) => Value { byte: *number, shadow: 0 },
    }
}
