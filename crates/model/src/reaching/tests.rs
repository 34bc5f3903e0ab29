//! Tests of reaching definitions: each program has one load of interest and the writes it may see.

use super::ReachingDefinitions;
use crate::memory::Memory;
use crate::testing::parse_code;
use crate::{InstId, Opcode};

/// Checks the last load of a program. Numbers are positions of instructions, counted from 0 over the function.
fn check(text: &str, stores: &[u32], unknown: &[u32], initial: bool) {
    let parsed = parse_code(text);
    let function = &parsed.module.functions[0];
    let load = function.instructions.iter().rposition(|inst| inst.opcode == Opcode::Load).expect("a load");
    let answers = ReachingDefinitions::new(Memory::new(&parsed.module, function));
    let found = answers.of_load(InstId::new(load)).expect("a load");
    let numbers = |ids: &[InstId]| -> Vec<u32> { ids.iter().map(|id| id.0).collect() };
    assert_eq!(
        (numbers(&found.stores), numbers(&found.unknown), found.initial),
        (stores.into(), unknown.into(), initial)
    );
}

#[test]
fn the_last_covering_store_hides_earlier_ones() {
    check("f() a: %0 = alloca 4; store 1 %0; store 2 %0; %1 = load %0; ret", &[2], &[], false);
}

#[test]
fn stores_of_both_ways_meet() {
    check(
        "f(%0) a: %1 = alloca 4; br %0 -> b c
         b: store 1 %1; br -> d
         c: store 2 %1; br -> d
         d: %2 = load %1; ret",
        &[2, 4],
        &[],
        false,
    );
}

#[test]
fn one_way_without_a_store_leaves_the_initial_value() {
    check("f(%0) a: br %0 -> b c; b: store 1 @g; br -> c; c: %1 = load @g; ret", &[1], &[], true);
}

#[test]
fn a_loop_carries_its_own_store_round() {
    check("f(%0) a: store 0 @g; br -> h; h: %1 = load @g; store 1 @g; br %0 -> h x; x: ret", &[0, 3], &[], false);
}

#[test]
fn fields_of_one_object_are_kept_apart() {
    check(
        "f() a: %0 = alloca 16; %1 = gep %0 4; %2 = gep %0 8; store 1 %1; store 2 %2; %3 = load %1; ret",
        &[3],
        &[],
        false,
    );
}

#[test]
fn a_variable_index_may_hit_and_never_hides() {
    check(
        "f(%0) a: %1 = alloca 16; %2 = gep %1 4; store 1 %2; %3 = gep %1 0 %0*4; store 2 %3; %4 = load %2; ret",
        &[2, 4],
        &[],
        false,
    );
}

#[test]
fn calls_clobber_globals_and_escaped_locals_only() {
    check("f() a: store 1 @g; call @ext; %0 = load @g; ret", &[0], &[1], false);
    check("f() a: %0 = alloca 4; store 1 %0; call @ext; %1 = load %0; ret", &[1], &[], false);
    check("f() a: %0 = alloca 4; store 1 %0; call @ext %0; %1 = load %0; ret", &[1], &[2], false);
    check("f() a: store 1 @g; call @llvm.dbg.value; %0 = load @g; ret", &[0], &[], false);
    check("f() a: call @ext; %0 = load @constant; ret", &[], &[], true);
}

#[test]
fn writes_through_pointers_of_unknown_origin() {
    check("f(%0) a: store 1 @g; store 2 %0; %1 = load @g; ret", &[0], &[1], false);
    check("f(%0) a: store 1 %0; store 2 @g; %1 = load %0; ret", &[0], &[1], false);
    check("f(%0) a: %1 = gep %0 8; store 1 %1; store 2 %0; %2 = gep %0 8; %3 = load %2; ret", &[1], &[], false);
}

#[test]
fn a_static_global_whose_address_is_never_taken_is_hidden_from_pointers() {
    check("f(%0) a: store 1 @static; store 2 %0; %1 = load @static; ret", &[0], &[], false);
    check("f(%0) a: store 1 @static; call @ext; %1 = load @static; ret", &[0], &[1], false);
}

#[test]
fn a_pointer_computed_anew_in_a_loop_is_another_pointer() {
    // Each round loads p again; the store of the round before may or may not be to the same place.
    check(
        "f(%0) a: br -> h
         h: %1 = loadp @g; %2 = load %1; store 1 %1; br %0 -> h x
         x: ret",
        &[],
        &[3],
        true,
    );
}

#[test]
fn memset_and_memcpy_are_stores() {
    check("f() a: %0 = alloca 8; call @llvm.memset.p0.i64 %0 0 8; %1 = load %0; ret", &[1], &[], false);
    check("f(%0) a: %1 = alloca 8; call @llvm.memcpy.p0.p0.i64 %1 @g %0; %2 = load %1; ret", &[1], &[], true);
}

#[test]
fn an_address_in_a_phi_escapes() {
    check(
        "f(%0) a: %1 = alloca 4; %2 = alloca 4; store 1 %1; br %0 -> b c
         b: br -> c
         c: %3 = phi a:%1 b:%2; store 2 %3; %4 = load %1; ret",
        &[2],
        &[6],
        false,
    );
}

#[test]
fn cycles_of_addresses_in_unreachable_code_end() {
    check("f() a: ret; dead: %0 = gep %0 4; %1 = load %0; br -> dead", &[], &[], false);
}
