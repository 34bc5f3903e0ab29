//! Four series of questions to measure solvers by: a parser, a sort, contradictions, tables. After the shapes that the
//! prototype was measured with; see the suite "solver" of `symcrete bench` and the example `series`.
//! Invariant: fixed seeds, so the same questions every time.

mod recorder;

use crate::{Answer, Pipeline, Query};
use symcrete_expr::{Arena, ExprId, InputByte, Op};

use recorder::Recorder;

/// Questions about one path.
pub struct Series {
    /// What it is like.
    pub name: &'static str,
    /// Its terms.
    pub arena: Arena,
    /// The input that took the path.
    pub input: Vec<u8>,
    /// The conditions of the path, in order.
    pub path: Vec<ExprId>,
    /// Each question is the length of its prefix and its goal.
    pub questions: Vec<(usize, ExprId)>,
}

impl Series {
    /// What a pipeline says to each question: yes, no, or nothing.
    pub fn ask(&self, pipeline: &mut Pipeline) -> Vec<Option<bool>> {
        let parent = |at: InputByte| self.input[at.offset as usize];
        let ask = |&(len, goal): &(usize, ExprId)| {
            let query = Query { arena: &self.arena, prefix: &self.path[..len], goal, parent: &parent };
            match pipeline.solve(&query) {
                Answer::Sat(_) => Some(true),
                Answer::Unsat(_) => Some(false),
                Answer::Unknown(_) => None,
            }
        };
        self.questions.iter().map(ask).collect()
    }
}

const TEXT: &[u8; 64] = b"{\"key\": 12345, \"ab\": [1, 22, true, null], \"name\": \"hello wor\"}  ";

/// xorshift, as in the prototype.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % limit
    }

    fn range(&mut self, low: i64, high: i64) -> i64 {
        low + self.below((high - low + 1) as u64) as i64
    }
}

/// All of them.
pub fn all() -> Vec<Series> {
    vec![parser(), bubble_sort(), unsatisfiable(), tables()]
}

/// Every branch of a path flipped, in order.
fn flipped(name: &'static str, mut recorder: Recorder, limit: usize) -> Series {
    recorder.path.truncate(limit);
    let path = recorder.path;
    let questions = path.iter().enumerate().map(|(place, &holds)| (place, recorder.arena.not(holds))).collect();
    Series { name, arena: recorder.arena, input: recorder.input, path, questions }
}

/// A tokenizer for JSON-like text, then passes that compare neighbouring bytes.
fn parser() -> Series {
    let mut recorder = Recorder::new();
    let bytes: Vec<ExprId> = TEXT.iter().map(|&byte| recorder.byte(byte)).collect();
    parse(&mut recorder, &bytes, 1000);
    flipped("parser", recorder, 1000)
}

fn parse(recorder: &mut Recorder, bytes: &[ExprId], limit: usize) {
    let chars: Vec<ExprId> = bytes.iter().map(|&byte| recorder.arena.cast(Op::SExt, byte, 32)).collect();
    for pass in 0..4 {
        let mut at = 0;
        while at < chars.len() && recorder.path.len() < limit {
            at = token(recorder, &chars, at);
        }
        for (index, &char) in chars.iter().enumerate() {
            if recorder.path.len() >= limit {
                return;
            }
            let other = chars[(index + 1 + pass) % chars.len()];
            let less = recorder.arena.binary(Op::Slt, char, other);
            recorder.branch(less);
            let letter = recorder.with(Op::Sub, char, 97);
            recorder.test(Op::Ule, letter, 25);
            let upper = recorder.with(Op::And, char, 0xdf);
            recorder.test(Op::Eq, upper, b'E'.into());
        }
    }
}

fn token(recorder: &mut Recorder, chars: &[ExprId], start: usize) -> usize {
    let char = chars[start];
    if b" \t\n\r{}[]:,".iter().any(|&single| recorder.test(Op::Eq, char, single.into())) {
        return start + 1;
    }
    if recorder.test(Op::Eq, char, b'"'.into()) {
        return string(recorder, chars, start + 1);
    }
    let digit = recorder.with(Op::Sub, char, 48);
    if recorder.test(Op::Ule, digit, 9) {
        return number(recorder, chars, start + 1, digit);
    }
    for word in [&b"true"[..], b"false", b"null"] {
        let rest = &chars[start..];
        let matches = |recorder: &mut Recorder| {
            word.iter().zip(rest).all(|(&letter, &char)| recorder.test(Op::Eq, char, letter.into()))
        };
        if rest.len() >= word.len() && matches(recorder) {
            return start + word.len();
        }
    }
    start + 1
}

fn string(recorder: &mut Recorder, chars: &[ExprId], start: usize) -> usize {
    let mut at = start;
    while at < chars.len() {
        let char = chars[at];
        if recorder.test(Op::Eq, char, b'"'.into()) {
            break;
        }
        if recorder.test(Op::Eq, char, b'\\'.into()) {
            at += 1;
        }
        if recorder.test(Op::Slt, char, 0x20) {
            break;
        }
        let high = recorder.with(Op::And, char, 0x80);
        recorder.test(Op::Eq, high, 0);
        at += 1;
    }
    at + 1
}

fn number(recorder: &mut Recorder, chars: &[ExprId], start: usize, first: ExprId) -> usize {
    let mut value = first;
    let mut at = start;
    while at < chars.len() {
        let digit = recorder.with(Op::Sub, chars[at], 48);
        if !recorder.test(Op::Ule, digit, 9) {
            break;
        }
        let shifted = recorder.with(Op::Mul, value, 10);
        value = recorder.arena.binary(Op::Add, shifted, digit);
        if recorder.test(Op::Sgt, value, 100_000) {
            break;
        }
        at += 1;
    }
    recorder.test(Op::Sgt, value, 255);
    at
}

fn bubble_sort() -> Series {
    let mut random = Random(0x0123_4567);
    let mut recorder = Recorder::new();
    let mut ints: Vec<ExprId> = (0..30).map(|_| recorder.int(random.range(-1000, 1000) as i32)).collect();
    sort(&mut recorder, &mut ints, 300);
    flipped("bubble sort", recorder, 300)
}

fn sort(recorder: &mut Recorder, ints: &mut [ExprId], limit: usize) {
    for done in 0..ints.len() {
        for at in 0..ints.len() - 1 - done {
            if recorder.path.len() >= limit {
                return;
            }
            let greater = recorder.arena.binary(Op::Slt, ints[at + 1], ints[at]);
            if recorder.branch(greater) {
                ints.swap(at, at + 1);
            }
        }
    }
}

/// Goals after a prefix of 300 conditions, most of which contradict it.
fn unsatisfiable() -> Series {
    let mut random = Random(0x4242);
    let mut recorder = Recorder::new();
    let bytes: Vec<ExprId> = TEXT[..40].iter().map(|&byte| recorder.byte(byte)).collect();
    let mut ints: Vec<ExprId> = (0..20).map(|_| recorder.int(random.range(-1000, 1000) as i32)).collect();
    parse(&mut recorder, &bytes, 150);
    recorder.path.truncate(150);
    sort(&mut recorder, &mut ints, 300);
    let path = std::mem::take(&mut recorder.path);
    let mut questions = Vec::new();
    while questions.len() < 200 {
        let goal = match random.below(3) {
            0 => out_of_order(&mut recorder, &mut random, &ints),
            1 => Some(other_multiple(&mut recorder, &mut random, &bytes)),
            _ => Some(not_both(&mut recorder, &mut random, &path)),
        };
        questions.extend(goal.map(|goal| (path.len(), goal)));
    }
    Series { name: "unsatisfiable", arena: recorder.arena, input: recorder.input, path, questions }
}

/// The sorted tail is in order.
fn out_of_order(recorder: &mut Recorder, random: &mut Random, ints: &[ExprId]) -> Option<ExprId> {
    let low = random.range(12, 17) as usize;
    let high = (low + 1 + random.below(2) as usize).min(19);
    let goal = recorder.arena.binary(Op::Slt, ints[high], ints[low]);
    (recorder.value(goal) == 0).then_some(goal)
}

/// A byte that is known to be one character is it in another form, too.
fn other_multiple(recorder: &mut Recorder, random: &mut Random, bytes: &[ExprId]) -> ExprId {
    let byte = recorder.arena.cast(Op::ZExt, bytes[random.below(12) as usize], 32);
    let multiple = recorder.with(Op::Mul, byte, random.range(1, 7));
    let value = recorder.value(multiple) as i64;
    recorder.with(Op::Ne, multiple, value)
}

fn not_both(recorder: &mut Recorder, random: &mut Random, path: &[ExprId]) -> ExprId {
    let [a, b] = [(); 2].map(|()| path[random.below(path.len() as u64) as usize]);
    let both = recorder.arena.binary(Op::And, a, b);
    recorder.arena.not(both)
}

/// Character classes, a state machine and a checksum, all by tables.
fn tables() -> Series {
    let mut random = Random(0x5555);
    let mut recorder = Recorder::new();
    let class: [u128; 256] = std::array::from_fn(|index| class_of(index as u8));
    let next: [u128; 256] = std::array::from_fn(|_| random.below(16).into());
    let crc: [u128; 256] = std::array::from_fn(|index| {
        (0..8).fold(index as u32, |crc, _| if crc & 1 != 0 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 }).into()
    });
    let bytes: Vec<ExprId> = TEXT[..40].iter().map(|&byte| recorder.byte(byte)).collect();
    let mut state = recorder.constant(8, 0);
    for (index, &byte) in bytes.iter().enumerate() {
        let kind = recorder.table(&class, 8, byte);
        recorder.test(Op::Eq, kind, index as i64 % 6 + 1);
        let shifted = recorder.with(Op::Shl, state, 4);
        let entry = recorder.arena.binary(Op::Or, shifted, kind);
        state = if index % 8 == 0 { recorder.constant(8, index as i64 / 8) } else { recorder.table(&next, 8, entry) };
        recorder.test(Op::Eq, state, 3);
        recorder.test(Op::Ult, state, 11);
    }
    checksum(&mut recorder, &mut random, &crc, &bytes);
    flipped("tables", recorder, 130)
}

fn checksum(recorder: &mut Recorder, random: &mut Random, crc: &[u128; 256], bytes: &[ExprId]) {
    let mut sum = recorder.constant(32, 0xffff_ffff);
    for index in 0..4 {
        let byte = recorder.arena.cast(Op::ZExt, bytes[index * 5], 32);
        let mixed = recorder.arena.binary(Op::Xor, sum, byte);
        let entry = recorder.arena.cast(Op::Trunc, mixed, 8);
        let value = recorder.table(crc, 32, entry);
        let shifted = recorder.with(Op::LShr, sum, 8);
        sum = recorder.arena.binary(Op::Xor, value, shifted);
        let low = recorder.with(Op::And, sum, 0xff);
        recorder.test(Op::Eq, low, random.below(256) as i64);
    }
}

fn class_of(byte: u8) -> u128 {
    match byte {
        b'0'..=b'9' => 1,
        b'a'..=b'z' | b'A'..=b'Z' => 2,
        b' ' => 3,
        b'"' => 4,
        0..32 => 5,
        128.. => 6,
        _ => u128::from(byte % 9) + 7,
    }
}
