//! Tests of the call graph on small programs.

use super::{CallGraph, CallKind};
use crate::testing::{call, calling, module_of};
use crate::{Function, FunctionId, Linkage, Module, Operand, Param, ProcId, Program, Type, ValueId};

/// main → even ⇄ odd, main → qsort(compare), lonely → main; `qsort` is outside.
fn recursive() -> Module {
    let [even, odd, qsort, compare] = [1, 2, 3, 4].map(FunctionId);
    let mut comparing = calling("compare", &[]);
    comparing.address_taken = true;
    let mut main = Function::new("main");
    let body = vec![call(even), call(even), call_with(qsort, vec![Operand::Function(compare)]), ret()];
    main.push_block(body, vec![]);
    let lonely = calling("lonely", &[FunctionId(0)]);
    let functions =
        vec![main, calling("even", &[odd]), calling("odd", &[even]), Function::new("qsort"), comparing, lonely];
    module_of("a.c", functions)
}

fn ret() -> crate::Instruction {
    crate::testing::terminator(0)
}

fn call_with(callee: FunctionId, args: Vec<Operand>) -> crate::Instruction {
    crate::Instruction { operands: args, ..call(callee) }
}

fn names(program: &Program, procs: impl Iterator<Item = ProcId>) -> Vec<&str> {
    procs.map(|proc| program.function(proc).name.as_str()).collect()
}

#[test]
fn callers_callees_components_and_reachability() {
    let program = Program::link(vec![recursive()]);
    let calls = CallGraph::new(&program);
    let [main, even, _, _, compare, lonely] = [0, 1, 2, 3, 4, 5].map(ProcId);
    assert_eq!(names(&program, calls.callees_of(main)), ["even", "qsort", "compare"]);
    assert_eq!(names(&program, calls.callers_of(even)), ["main", "odd"]);
    let kinds: Vec<_> = calls.calls_of(main).iter().map(|call| call.kind).collect();
    assert_eq!(kinds, [CallKind::Direct, CallKind::Direct, CallKind::Direct, CallKind::Callback]);
    assert_eq!(calls.calls_of(compare), []);

    let reached = calls.reachable([main]);
    assert_eq!(reached, [true, true, true, true, true, false]);
    assert!(calls.reachable([lonely])[lonely.index()]);
    let components = calls.components();
    assert!(components.members.iter().any(|group| group.len() == 2));
    assert!(components.of_vertex[main.index()] > components.of_vertex[even.index()]);
}

#[test]
fn indirect_calls_reach_address_taken_functions_of_fitting_arity() {
    let taking = |name: &str, n_params: u32, is_variadic: bool, address_taken: bool| {
        let mut function = calling(name, &[]);
        function.params = (0..n_params).map(|i| Param { value: ValueId(i), ty: Type::int(32), byval: None }).collect();
        function.is_variadic = is_variadic;
        function.address_taken = address_taken;
        function
    };
    let mut caller = Function::new("caller");
    caller.params = vec![Param { value: ValueId(0), ty: Type::POINTER, byval: None }];
    let mut indirect = call_with(FunctionId(0), vec![Operand::Null, Operand::Null]);
    indirect.detail = crate::Detail::Call { callee: Operand::Value(ValueId(0)) };
    caller.push_block(vec![indirect, ret()], vec![]);
    let functions = vec![
        caller,
        taking("two", 2, false, true),
        taking("two_not_taken", 2, false, false),
        taking("three", 3, false, true),
        taking("variadic", 1, true, true),
    ];
    let program = Program::link(vec![module_of("a.c", functions)]);
    let calls = CallGraph::new(&program);
    assert_eq!(calls.calls()[0].kind, CallKind::Indirect);
    assert_eq!(names(&program, calls.callees_of(ProcId(0))), ["two", "variadic"]);
}

#[test]
fn calls_cross_modules_and_addresses_taken_elsewhere_count() {
    let declared = Function { address_taken: true, ..Function::new("callee") };
    let first = module_of("a.c", vec![calling("main", &[FunctionId(1)]), declared]);
    let mut caller = calling("callee", &[]);
    let mut indirect = call(FunctionId(0));
    indirect.detail = crate::Detail::Call { callee: Operand::Null };
    caller.blocks.clear();
    caller.instructions.clear();
    caller.linkage = Linkage::External;
    caller.push_block(vec![indirect, ret()], vec![]);
    let program = Program::link(vec![first, module_of("b.c", vec![caller])]);
    let calls = CallGraph::new(&program);
    assert_eq!(names(&program, calls.callees_of(ProcId(0))), ["callee"]);
    assert_eq!(names(&program, calls.callees_of(ProcId(1))), ["callee"]);
}
