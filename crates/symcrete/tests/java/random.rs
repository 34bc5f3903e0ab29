//! Random arguments: woven and plain classes end alike, and every record evaluates to what happened.

use crate::case::Case;
use symcrete_engine::front::FrontEnd;
use symcrete_engine::setting::{Setting, request};
use symcrete_exec::{Config, Outcome};
use symcrete_search::{Input, check as replay};
use symcrete_trace::{Flags, word};

/// Inputs of each method, at most.
const INPUTS: u64 = 40;
/// Bytes that are random; arguments that take more have zeros there.
const BYTES: usize = 96;

/// Runs a method on random arguments, woven and plain.
pub(crate) fn check(case: &Case, method: &dyn FrontEnd) -> Result<(), String> {
    let fail = |why: symcrete_build::failure::Failure| format!("{}: {why}", case.method);
    let flags = Flags { symbolic_stdin: true, whole_path: true, ..Flags::default() };
    let mut woven = method.start(&Setting::default(), Config { flags, ..Config::default() }).map_err(fail)?;
    let mut plain = method.plain(&Setting::default(), Config::default()).map_err(fail)?;
    for seed in 0..case.runs.min(INPUTS) {
        let input = Input { streams: vec![Vec::new(), bytes(seed)] };
        let one = woven.run(&request(&input)).map_err(fail)?;
        let trace = woven.trace().map_err(fail)?;
        let verdict = replay(&trace, &input);
        let stale = trace.header().words[word::STALE];
        if !verdict.faults.is_empty() || stale != 0 {
            return Err(format!("{} seed {seed}: {stale} stale, {:?}", case.method, verdict.faults));
        }
        let other = plain.run(&request(&input)).map_err(fail)?;
        // Where the stack ends is chance.
        let is_chance = one.is_exhausted && other.is_exhausted;
        if !is_chance && (!is_same(&one.outcome, &other.outcome) || one.stack != other.stack) {
            return Err(format!("{} seed {seed}: woven {:?}, plain {:?}", case.method, one.outcome, other.outcome));
        }
    }
    Ok(())
}

/// Do two runs end alike? What virtual machines say of a missing object names the field that is asked for, and ours come first.
fn is_same(one: &Outcome, other: &Outcome) -> bool {
    match (one, other) {
        (Outcome::Thrown { class: a, place: p, .. }, Outcome::Thrown { class: b, place: q, .. }) => a == b && p == q,
        _ => one == other,
    }
}

/// Some bytes; small numbers and letters are more frequent than others.
fn bytes(seed: u64) -> Vec<u8> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 24) as u8
    };
    let mut one = || match next() % 8 {
        0..=3 => 0,
        4 => next() % 8,
        5 => b'a' + next() % 26,
        6 => b'0' + next() % 10,
        _ => next(),
    };
    (0..BYTES).map(|_| one()).collect()
}
