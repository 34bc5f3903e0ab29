//! Inputs just beside those of stored tests: where one more or one less makes the program decide otherwise, the two are at a limit.
//!
//! A campaign keeps one input on each side of `x > 100`, and the solver's choice may be far from the limit on either. Tests that people read, and that notice when `>` becomes `>=`, want both. Each
//! number of a test is changed by one; what decides otherwise is kept, once for each pair of paths.
//!
//! Where nothing is decided by a number, the solver leaves it zero, and a test of zeros does not tell `a + b` from `a - b`. For tests that took a branch first, one is added that goes the
//! same way with numbers that differ.

use crate::front::FrontEnd;
use crate::rerun::{Rerunning, decisions};
use std::collections::BTreeSet;
use symcrete_build::failure::Failure;
use symcrete_corpus::signature::{Shape, Signature};
use symcrete_corpus::{Bytes, Suite, TELLING, Test, Value};
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
    let enums = suite.signature.as_ref().map(enumerations).unwrap_or_default();
    for test in &suite.tests {
        let Some(here) = path(test)? else { continue };
        if is_first(suite, test) && kept.len() < MOST_KEPT {
            kept.extend(telling(test, &enums, |varied| Ok(path(varied)?.as_ref() == Some(&here)))?);
        }
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

/// Numbers that stand for zeros.
const NUMBERS: [u8; 8] = [3, 5, 7, 11, 13, 17, 19, 23];
/// Most numbers of a test that are tried one by one.
const MOST_TRIED: usize = 16;

/// Was a test the first to take a branch?
fn is_first(suite: &Suite, test: &Test) -> bool {
    let mut branches = suite.report.iter().flat_map(|report| &report.outcomes);
    branches.any(|branch| branch.test.rsplit('/').next() == Some(test.name.as_str()))
}

/// A test with other numbers where it has zeros, as far as it goes the same way; nothing where none may be another.
fn telling(
    test: &Test,
    enums: &BTreeSet<String>,
    mut goes_so: impl FnMut(&Test) -> Result<bool, Failure>,
) -> Result<Option<Test>, Failure> {
    let is_zero = |value: &Value| is_number(value) && value.bytes.0.iter().all(|&byte| byte == 0);
    let is_free = |value: &Value| is_zero(value) && !enums.contains(last_name(&value.name));
    let zeros: Vec<usize> = (0..test.values.len()).filter(|&k| is_free(&test.values[k])).collect();
    let name = format!("{}{TELLING}", test.name);
    let mut varied = Test { varies: Some(test.name.clone()), observed: None, name, ..test.clone() };
    let mut all = varied.clone();
    zeros.iter().enumerate().for_each(|(n, &k)| all.values[k] = told_apart(&test.values[k], n));
    if zeros.is_empty() || goes_so(&all)? {
        return Ok((!zeros.is_empty()).then_some(all));
    }
    let mut is_other = false;
    for (n, &k) in zeros.iter().enumerate().take(MOST_TRIED) {
        let before = std::mem::replace(&mut varied.values[k], told_apart(&test.values[k], n));
        if goes_so(&varied)? {
            is_other = true;
        } else {
            varied.values[k] = before;
        }
    }
    Ok(is_other.then_some(varied))
}

/// A zero as one of the numbers that tell things apart: letters for characters, halves for what has a fraction.
fn told_apart(value: &Value, n: usize) -> Value {
    let number = NUMBERS[n % NUMBERS.len()];
    let mut bytes = vec![0; value.bytes.0.len()];
    let bits = match value.ty.as_str() {
        "float" => (f32::from(number) / 2.0).to_le_bytes().to_vec(),
        "double" => (f64::from(number) / 2.0).to_le_bytes().to_vec(),
        "char" => vec![b'a' + number % 26],
        _ => vec![number],
    };
    let size = bits.len().min(bytes.len());
    bytes[..size].copy_from_slice(&bits[..size]);
    Value { bytes: Bytes(bytes), text: String::new(), ..value.clone() }
}

/// The last name in what a driver calls a place: `next` of `n[0].next[0]`.
fn last_name(path: &str) -> &str {
    let path = path.rsplit('.').next().unwrap_or(path);
    path.split('[').next().unwrap_or(path)
}

/// Parameters, variables and members that are enumerations, or lead to some: other values than those that have names are nothing to show.
fn enumerations(signature: &Signature) -> BTreeSet<String> {
    let leads = |ty: usize| {
        let mut ty = ty;
        for _ in 0..=signature.types.len() {
            match signature.bare(ty) {
                Some((_, Shape::Enum { .. })) => return true,
                Some((_, Shape::Pointer { to: Some(of) } | Shape::Array { of, .. } | Shape::Vector { of })) => ty = *of,
                _ => return false,
            }
        }
        false
    };
    let members = signature.types.iter().flat_map(|shape| match shape {
        Shape::Record { members, .. } => &members[..],
        _ => &[],
    });
    let all = signature.parameters.iter().chain(&signature.globals).chain(members);
    all.filter(|variable| leads(variable.ty)).map(|variable| variable.name.clone()).collect()
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

/// Is it a number, and not one that decides how many values are asked for behind it?
fn is_number(value: &Value) -> bool {
    if value.name.ends_with(".size()") {
        return false;
    }
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
        assert_eq!(told_apart(&value("int", &[0; 4]), 1).bytes.0, [5, 0, 0, 0]);
        assert_eq!(told_apart(&value("double", &[0; 8]), 0).bytes.0, 1.5f64.to_le_bytes());
        assert_eq!((last_name("n[0].next[0].v"), last_name("values[2]"), last_name("x")), ("v", "values", "x"));
        let next = moved(&value("double", &2.5f64.to_le_bytes()), 1).bytes.0;
        assert!(f64::from_le_bytes(next.try_into().expect("eight bytes")) > 2.5);
        assert!(
            is_number(&value("char", &[0])) && !is_number(&value("pointer", &[0])) && !is_number(&value("bytes", &[0]))
        );
    }
}
