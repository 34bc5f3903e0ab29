//! A module that holds every opcode, every kind of operand and every kind of site, for tests of the whole format.

use super::instruction;
use crate::check::exact_operands;
use crate::{
    BlockId, Decision, Detail, Edge, Element, FileId, Function, FunctionId, GepIndex, Global, GlobalId, Instruction,
    Layout, Leaf, Linkage, Loc, LocId, Module, Next, Opcode, Operand, Param, Predicate, RmwOp, Scalar, Site, SiteId,
    SiteKind, Type, ValueId,
};

/// The module. It passes `Module::check`.
pub(crate) fn module() -> Module {
    Module {
        hash: 0xfeed_face_cafe_f00d,
        name: "sample.c".to_string(),
        files: vec!["sample.c".to_string(), "ünïcode.h".to_string()],
        locs: vec![
            Loc { file: FileId(0), line: 3, column: 7 },
            Loc { file: FileId(1), line: 4_000_000_000, column: 0 },
        ],
        globals: vec![
            global("table", Linkage::Internal, Some(vec![1, 2, 0xff])),
            global("shared", Linkage::External, None),
            global("common", Linkage::Weak, None),
        ],
        functions: vec![everything(), declaration()],
        sites: sites(),
        lines: vec![crate::Line {
            loc: crate::LocId(0),
            function: crate::FunctionId(0),
            at_entry: true,
            outcomes: vec![1],
        }],
        births: vec![crate::Birth { name: "unset".to_string(), loc: crate::LocId(1), is_allocated: true }],
        meetings: vec![crate::Meeting { name: "time".to_string(), first: 2, locs: vec![crate::LocId(0)] }],
        decisions: vec![Decision {
            leaves: vec![
                Leaf { site: SiteId(0), next: [Next::False, Next::Leaf(1)] },
                Leaf { site: SiteId(2), next: [Next::False, Next::True] },
            ],
        }],
    }
}

/// A struct of an `i8` and a pointer.
pub(crate) fn pair() -> Type {
    let element = |offset, scalar| Element { offset, scalar };
    Type::Aggregate(Layout { size: 16, elements: vec![element(0, Scalar::Int(8)), element(8, Scalar::Pointer)] })
}

fn global(name: &str, linkage: Linkage, initializer: Option<Vec<u8>>) -> Global {
    let (is_defined, is_constant) = (initializer.is_some(), linkage == Linkage::Internal);
    Global { name: name.to_string(), linkage, is_defined, is_constant, address_taken: is_defined, size: 3, initializer }
}

fn declaration() -> Function {
    let params = vec![Param { value: ValueId(0), ty: Type::POINTER, byval: Some(24) }];
    let return_type = Type::float(80);
    Function { linkage: Linkage::Weak, is_variadic: true, params, return_type, ..Function::new("external") }
}

/// One block with every instruction that is no terminator, then one block per terminator.
fn everything() -> Function {
    let mut function = Function::new("everything");
    function.params = vec![Param { value: ValueId(0), ty: Type::int(32), byval: None }];
    function.loc = Some(LocId(0));
    function.address_taken = true;
    let mut body: Vec<_> = Opcode::ALL.iter().filter(|op| !op.is_terminator()).map(|&op| example(op)).collect();
    let types = [Type::int(1), Type::POINTER, Type::float(64), pair(), Type::Other];
    for (index, inst) in body.iter_mut().enumerate() {
        inst.result = Some(ValueId::new(index + 1));
        inst.ty = types[index % types.len()].clone();
        inst.loc = Some(LocId((index % 2) as u32));
    }
    body.push(example(Opcode::Br));
    function.push_block(body, vec![BlockId(1), BlockId(2)]);
    let terminators = Opcode::ALL.iter().filter(|op| op.is_terminator() && **op != Opcode::Br);
    for &op in terminators {
        let successors = match op {
            Opcode::Switch => vec![BlockId(2), BlockId(3), BlockId(3)],
            Opcode::Invoke => vec![BlockId(4), BlockId(5)],
            Opcode::IndirectBr | Opcode::CallBr => vec![BlockId(6)],
            _ => vec![],
        };
        function.push_block(vec![example(op)], successors);
    }
    function
}

fn example(opcode: Opcode) -> Instruction {
    let value = Operand::Value(ValueId(0));
    let detail = match opcode {
        Opcode::ICmp => Detail::Compare(Predicate::Slt),
        Opcode::FCmp => Detail::Compare(Predicate::FTrue),
        Opcode::Alloca => Detail::Alloca { element_size: 1 << 40 },
        Opcode::Store => Detail::Store { ty: Type::Vector(Layout { size: 16, elements: vec![] }) },
        Opcode::Gep => Detail::Gep { offset: -8, indices: vec![GepIndex { index: value.clone(), scale: 4 }] },
        Opcode::AtomicRmw => Detail::Rmw(RmwOp::UMin),
        Opcode::Phi => Detail::Phi(vec![BlockId(1), BlockId(2), BlockId(3)]),
        Opcode::Call => Detail::Call { callee: Operand::Function(FunctionId(1)) },
        Opcode::Invoke => Detail::Call { callee: value.clone() },
        Opcode::CallBr => Detail::Call { callee: Operand::Other },
        Opcode::Switch => Detail::Switch(vec![u128::MAX, 0]),
        Opcode::ExtractValue | Opcode::InsertValue => Detail::Member { offset: 8 },
        Opcode::ShuffleVector => Detail::Shuffle(vec![Some(3), None]),
        _ => Detail::None,
    };
    instruction(opcode, operands(opcode), detail)
}

fn operands(opcode: Opcode) -> Vec<Operand> {
    let value = Operand::Value(ValueId(0));
    match opcode {
        Opcode::Phi => vec![Operand::Int { width: 128, value: u128::MAX }, Operand::Null, Operand::Undef(pair())],
        Opcode::Select => vec![value, Operand::Float { width: 64, bits: 0x7ff8 << 48 }, Operand::Other],
        Opcode::Store => vec![Operand::Bytes(vec![0, 255]), Operand::Global { id: GlobalId(1), offset: -1 }],
        Opcode::IndirectBr => vec![Operand::Block(BlockId(6))],
        Opcode::Br | Opcode::Switch | Opcode::Alloca => vec![Operand::Int { width: 1, value: 1 }],
        _ => vec![value; exact_operands(opcode).unwrap_or(1)],
    }
}

fn sites() -> Vec<Site> {
    let edge = |block, successor| Some(Edge { block: BlockId(block), successor });
    let switch = SiteKind::Switch { cases: vec![u128::MAX, 0] };
    let site = |kind, block, first_outcome, edges| Site {
        kind,
        function: FunctionId(0),
        block,
        loc: Some(LocId(1)),
        in_macro: Some(first_outcome == 0),
        first_outcome,
        edges,
    };
    vec![
        site(SiteKind::Branch, Some(BlockId(0)), 0, vec![edge(0, 1), edge(0, 0)]),
        site(switch, Some(BlockId(2)), 2, vec![edge(2, 1), edge(2, 2), edge(2, 0)]),
        Site { in_macro: None, loc: None, ..site(SiteKind::Select, None, 5, vec![None, None]) },
    ]
}
