//! Branches of definitions that lost at link time: inlined copies of them still run, under the numbers of the definition that won.

use symcrete_model::{
    BlockId, BranchId, Detail, FileId, Function, FunctionId, Instruction, Linkage, Loc, LocId, Module, Opcode, Operand,
    Program, Site, SiteKind, Type,
};

fn instruction(opcode: Opcode, operands: Vec<Operand>) -> Instruction {
    Instruction { opcode, result: None, ty: Type::Void, operands, detail: Detail::None, loc: None }
}

/// A module with a weak function `f` that has one condition, at this line of a header.
fn module(name: &str, line: u32) -> Module {
    let mut function = Function { linkage: Linkage::Weak, ..Function::new("f") };
    let truth = Operand::Int { width: 1, value: 1 };
    function.push_block(vec![instruction(Opcode::Br, vec![truth])], vec![BlockId::new(1), BlockId::new(1)]);
    function.push_block(vec![instruction(Opcode::Ret, Vec::new())], Vec::new());
    let site = Site {
        kind: SiteKind::Branch,
        function: FunctionId::new(0),
        block: Some(BlockId::new(0)),
        loc: Some(LocId::new(0)),
        in_macro: None,
        first_outcome: 0,
        edges: vec![None, None],
    };
    Module {
        name: name.into(),
        files: vec!["shared.h".into()],
        locs: vec![Loc { file: FileId::new(0), line, column: 5 }],
        functions: vec![function],
        sites: vec![site],
        ..Module::default()
    }
}

fn stand_ins(program: &Program) -> Vec<usize> {
    (0..program.n_branches()).map(|k| program.stand_in(BranchId::new(k)).index()).collect()
}

#[test]
fn the_definition_that_won_stands_for_the_same_text() {
    let program = Program::link(vec![module("a.c", 3), module("b.c", 3)]);
    assert_eq!(stand_ins(&program), [0, 1, 0, 1]);
    assert_eq!(program.counted().map(|branch| branch.index()).collect::<Vec<_>>(), [0, 1]);
}

#[test]
fn another_text_stands_for_itself_and_does_not_count() {
    let program = Program::link(vec![module("a.c", 3), module("b.c", 4)]);
    assert_eq!(stand_ins(&program), [0, 1, 2, 3]);
    assert_eq!(program.counted().count(), 2);
}

#[test]
fn a_function_of_one_module_alone_counts() {
    let mut other = module("b.c", 3);
    other.functions[0].linkage = Linkage::Internal;
    let program = Program::link(vec![module("a.c", 3), other]);
    assert_eq!(stand_ins(&program), [0, 1, 2, 3]);
    assert_eq!(program.counted().count(), 4);
}
