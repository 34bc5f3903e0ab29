//! Inputs just beside those of stored tests: where one more or one less makes the program decide otherwise, the two are at a limit.
//!
//! A campaign keeps one input on each side of `x > 100`, and the solver's choice may be far from the limit on either. Tests that people read, and that notice when `>` becomes `>=`, want both. Each
//! number of a test is changed by one; what decides otherwise is kept, once for each pair of paths.

use crate::front::FrontEnd;
use crate::rerun::{Rerunning, decisions};
use std::collections::BTreeSet;
use symcrete_build::failure::Failure;
use symcrete_corpus::{Bytes, Suite, Test, Value};
use symcrete_exec::{Config, Outcome};
use symcrete_expr::Stop;
use symcrete_model::{BranchId, Program};
use symcrete_trace::{CType, Flags};

/// Runs in all.
const MOST_RUNS: usize = 2000;
/// Tests that are kept.
const MOST_KEPT: usize = 200;

/// The tests beside those of a suite that decide otherwise.
pub fn neighbours(front: &dyn FrontEnd, suite: &Suite, model: &Program, stop: &Stop) -> Result<Vec<Test>, Failure> {
    let mut kept = Vec::new();
    if suite.tests.is_empty() {
        return Ok(kept);
    }
    let flags = Flags { symbolic_stdin: true, count: true, ..Flags::default() };
    let mut program = front.start(&Rerunning::setting(suite)?, Config { flags, ..Rerunning::config() })?;
    let mut rerunning = Rerunning::new(suite, stop.clone());
    let mut path = |test: &Test| -> Result<Option<Vec<BranchId>>, Failure> {
        let ended = rerunning.run(program.as_mut(), test)?.outcome;
        let decided = decisions(&program.trace()?, model);
        Ok(matches!(ended, Outcome::Exit(_)).then_some(decided))
    };
    let (mut n_runs, mut seen) = (0, BTreeSet::new());
    for test in &suite.tests {
        let Some(here) = path(test)? else { continue };
        for varied in beside(test) {
            if stop.is_set() || n_runs >= MOST_RUNS || kept.len() >= MOST_KEPT {
                return Ok(kept);
            }
            n_runs += 1;
            let Some(there) = path(&varied)? else { continue };
            if here != there && seen.insert((here.clone(), there)) {
                kept.push(varied);
            }
        }
    }
    Ok(kept)
}

/// The tests in which one number is one more or one less.
fn beside(test: &Test) -> impl Iterator<Item = Test> {
    let numbers = test.values.iter().enumerate().filter(|(_, value)| is_number(value));
    numbers.flat_map(|(k, value)| {
        [(1, "more"), (-1, "less")].map(|(by, word)| {
            let mut varied = Test { varies: Some(test.name.clone()), observed: None, ..test.clone() };
            // What is asked for again has the same name.
            let again = test.values[..k].iter().filter(|other| other.name == value.name).count();
            let again = if again == 0 { String::new() } else { format!("-{}", again + 1) };
            varied.name = format!("{}-{}{again}-{word}", test.name, value.name);
            varied.values[k] = moved(value, by);
            varied
        })
    })
}

fn is_number(value: &Value) -> bool {
    let numbers = CType::ALL.iter().filter(|ty| !matches!(ty, CType::Bool | CType::Pointer | CType::LongDouble));
    numbers.filter(|ty| !matches!(ty, CType::Object | CType::Bytes)).any(|ty| ty.text() == value.ty)
}

/// The next number in one direction; of those with a fraction, the next that there is.
fn moved(value: &Value, by: i64) -> Value {
    let mut word = [0; 8];
    let n = value.bytes.0.len().min(8);
    word[..n].copy_from_slice(&value.bytes.0[..n]);
    let bits = u64::from_le_bytes(word).wrapping_add_signed(by).to_le_bytes();
    Value { bytes: Bytes(bits[..n].to_vec()), text: String::new(), ..value.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_move_by_one() {
        let value = |ty: &str, bytes: &[u8]| Value {
            name: "x".into(),
            ty: ty.into(),
            text: String::new(),
            bytes: Bytes(bytes.into()),
        };
        assert_eq!(moved(&value("short", &[0xff, 0]), 1).bytes.0, [0, 1]);
        assert_eq!(moved(&value("int", &[0; 4]), -1).bytes.0, [0xff; 4]);
        let next = moved(&value("double", &2.5f64.to_le_bytes()), 1).bytes.0;
        assert!(f64::from_le_bytes(next.try_into().expect("eight bytes")) > 2.5);
        assert!(
            is_number(&value("char", &[0])) && !is_number(&value("pointer", &[0])) && !is_number(&value("bytes", &[0]))
        );
    }
}
