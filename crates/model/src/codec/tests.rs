//! Tests of the binary form: round trips, concatenation, and totality on damaged bytes.

use super::{HEADER_LEN, VERSION, decode_all, encode};
use crate::testing::{Rng, sample};
use crate::{
    BranchDominance, BranchId, CallGraph, ControlledStatements, Error, Icfg, InstId, Memory, Module, Program,
    ReachingDefinitions, Slice, WriteSets, dump,
};

#[test]
fn decoding_gives_the_module_back() {
    let module = sample::module();
    assert_eq!(module.check(), Ok(()));
    assert_eq!(decode_all(&encode(&module)), Ok(vec![module]));
}

#[test]
fn the_documented_example_is_exact() {
    let module = Module { hash: 1, name: "a".to_string(), ..Module::default() };
    let expected = b"SYMM\x05\x0c\0\0\0\0\0\0\0\x01\x01a\0\0\0\0\0\0\0\0\0";
    assert_eq!(encode(&module), expected);
}

#[test]
fn blobs_may_be_padded_and_concatenated() {
    let first = sample::module();
    let second = Module { hash: u64::MAX, ..Module::default() };
    let mut section = vec![0; 3];
    section.extend(encode(&first));
    section.extend([0; 16]);
    section.extend(encode(&second));
    section.extend(encode(&first));
    section.extend([0; 7]);
    assert_eq!(decode_all(&section), Ok(vec![first.clone(), second, first]));
    assert_eq!(decode_all(&[]), Ok(vec![]));
    assert_eq!(decode_all(&[0; 64]), Ok(vec![]));
}

#[test]
fn headers_are_checked() {
    let blob = encode(&sample::module());
    let with = |position: usize, byte: u8| {
        let mut blob = blob.clone();
        blob[position] = byte;
        decode_all(&blob)
    };
    assert_eq!(with(0, b'X'), Err(Error::Magic { offset: 0 }));
    assert_eq!(with(4, 99), Err(Error::Version { offset: 0, found: 99 }));
    assert_eq!(with(12, 0xff), Err(Error::Truncated { offset: HEADER_LEN }));
    assert_eq!(decode_all(&blob[..7]), Err(Error::Truncated { offset: 0 }));
}

#[test]
fn every_prefix_is_an_error() {
    let blob = encode(&sample::module());
    for length in 1..blob.len() {
        assert!(decode_all(&blob[..length]).is_err(), "{length}");
        // With the length field corrected the reader meets the end inside the payload.
        if let Some(payload) = length.checked_sub(HEADER_LEN) {
            let mut cut = blob[..length].to_vec();
            cut[5..HEADER_LEN].copy_from_slice(&(payload as u64).to_le_bytes());
            assert!(decode_all(&cut).is_err(), "{length}");
        }
    }
}

#[test]
fn mutated_bytes_never_panic_and_what_is_read_is_consistent() {
    let blob = encode(&sample::module());
    let mut rng = Rng(11);
    let mut n_accepted = 0;
    for _ in 0..20_000 {
        let mut mutated = blob.clone();
        for _ in 0..=rng.below(3) {
            let position = HEADER_LEN + rng.below(blob.len() - HEADER_LEN);
            mutated[position] = rng.next() as u8;
        }
        if let Ok(modules) = decode_all(&mutated) {
            n_accepted += 1;
            let again: Vec<u8> = modules.iter().flat_map(encode).collect();
            assert_eq!(decode_all(&again), Ok(modules));
        }
    }
    assert!(n_accepted > 0, "no mutation survived, so the check above never ran");
}

#[test]
fn random_bytes_never_panic() {
    let mut rng = Rng(12);
    for _ in 0..20_000 {
        let payload: Vec<u8> = (0..rng.below(64)).map(|_| rng.next() as u8 >> rng.below(8)).collect();
        let mut blob = [b"SYMM".as_slice(), &[VERSION]].concat();
        blob.extend((payload.len() as u64).to_le_bytes());
        blob.extend(&payload);
        // Whether it is a module does not matter; that it returns does.
        let _ = decode_all(&blob);
        let _ = decode_all(&payload);
    }
}

#[test]
fn a_huge_count_is_refused_before_allocating() {
    let mut blob = [b"SYMM".as_slice(), &[VERSION]].concat();
    let payload = [0, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f];
    blob.extend((payload.len() as u64).to_le_bytes());
    blob.extend(payload);
    assert_eq!(decode_all(&blob), Err(Error::Truncated { offset: blob.len() }));
}

#[test]
fn whatever_is_accepted_can_be_analysed() {
    let blob = encode(&sample::module());
    let mut rng = Rng(13);
    for _ in 0..3_000 {
        let mut mutated = blob.clone();
        let position = HEADER_LEN + rng.below(blob.len() - HEADER_LEN);
        mutated[position] = rng.next() as u8;
        if let Ok(modules) = decode_all(&mutated) {
            analyse(modules);
        }
    }
}

/// Runs every analysis; the results do not matter, that they end does.
fn analyse(modules: Vec<Module>) {
    for module in &modules {
        dump(module);
        for function in &module.functions {
            let definitions = ReachingDefinitions::new(Memory::new(module, function));
            for inst in (0..function.instructions.len()).map(InstId::new) {
                Slice::backward(&definitions, inst);
            }
        }
    }
    let program = Program::link(modules);
    let calls = CallGraph::new(&program);
    let branches: Vec<_> = (0..program.n_branches()).map(BranchId::new).collect();
    Icfg::new(&program, &calls).distances(branches.iter().filter_map(|&branch| program.place(branch)));
    ControlledStatements::new(&program, &calls);
    WriteSets::new(&program, &calls);
    let dominance = BranchDominance::new(&program);
    for &x in &branches {
        for &y in &branches {
            dominance.dominates(x, y);
        }
    }
}
