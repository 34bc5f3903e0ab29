//! From a described program to the static model: one module for each class, one function for each method.
//!
//! Slots of the stack and locals are variables in memory, as an unoptimising C compiler has them. An instruction that may throw ends its block
//! where something catches it. A call that may run one of several methods is a jump to one call each. What the model has no use for sets its
//! slot to anything: strategies and distances need control flow, calls and numbers, and nothing is proved from this model.

mod body;
mod lines;

use crate::description::{Class, Description};
use body::Lowering;
use std::collections::BTreeMap;
use symcrete_model::{
    BlockId, Detail, FileId, Function, FunctionId, Global, GlobalId, Instruction, Linkage, Loc, Module, Opcode,
    Operand, Program, Site, SiteKind, Type, ValueId,
};

/// What calls the method under test: where analyses begin.
const MAIN: &str = "main";

/// The model of a program.
pub(crate) fn lower(program: &Description) -> Program {
    let entry = &program.entry;
    let signature: Vec<&str> = entry.parameters.iter().map(|(ty, _)| ty.as_str()).collect();
    let wanted = format!("{}.{}({})", entry.class, entry.name, signature.join(","));
    Program::link(program.classes.iter().map(|class| module(class, &wanted, &program.open)).collect())
}

fn module(class: &Class, wanted: &str, open: &[String]) -> Module {
    let locs = class.lines.iter().map(|&line| Loc { file: FileId(0), line, column: 0 }).collect();
    let files = vec![class.file.clone()];
    let mut symbols = Symbols::default();
    for method in &class.methods {
        symbols.function(&method.name);
    }
    let (mut module, mut sites) =
        (Module { hash: class.hash, name: class.file.clone(), files, locs, ..Module::default() }, Vec::new());
    let mut bodies = Vec::new();
    for method in &class.methods {
        let id = symbols.function(&method.name);
        let (function, mut own) = Lowering::new(method, id, &mut symbols).lower();
        module.lines.extend(lines::of(&function, id, &own));
        sites.append(&mut own);
        bodies.push(function);
    }
    let entry = class.methods.iter().position(|method| method.name == wanted).map(FunctionId::new);
    let others: Vec<FunctionId> = entry.iter().flat_map(|_| open).map(|name| symbols.function(name)).collect();
    let declared = symbols.functions.iter().skip(class.methods.len()).map(Function::new);
    module.functions = bodies.into_iter().chain(declared).collect();
    if let Some(id) = entry {
        let caller = caller(id, &module.functions[id.index()], &others);
        module.functions.push(caller);
    }
    module.globals = symbols.globals.iter().map(|name| global(name)).collect();
    module.sites = whole(sites, class.n_outcomes);
    debug_assert_eq!(module.check(), Ok(()));
    module
}

/// Names of a module, numbered as they come.
#[derive(Default)]
struct Symbols {
    functions: Vec<String>,
    by_name: BTreeMap<String, FunctionId>,
    globals: Vec<String>,
}

impl Symbols {
    fn function(&mut self, name: &str) -> FunctionId {
        if let Some(&id) = self.by_name.get(name) {
            return id;
        }
        let id = FunctionId::new(self.functions.len());
        self.functions.push(name.into());
        self.by_name.insert(name.into(), id);
        id
    }

    fn global(&mut self, name: &str) -> GlobalId {
        let known = self.globals.iter().position(|other| other == name);
        GlobalId::new(known.unwrap_or_else(|| {
            self.globals.push(name.into());
            self.globals.len() - 1
        }))
    }
}

fn global(name: &str) -> Global {
    Global {
        name: name.into(),
        linkage: Linkage::Weak,
        is_defined: true,
        is_constant: false,
        address_taken: true,
        size: 8,
        initializer: None,
    }
}

/// Sites of code that never runs have no place in the control flow, but their outcomes are numbered too.
fn whole(sites: Vec<Site>, n_outcomes: u32) -> Vec<Site> {
    let mut all: Vec<Site> = Vec::new();
    let mut next = 0;
    let dead = |from: u32, to: u32| Site {
        kind: SiteKind::Switch { cases: (0..u128::from(to - from - 1)).collect() },
        function: FunctionId(0),
        block: None,
        loc: None,
        in_macro: None,
        first_outcome: from,
        edges: vec![None; (to - from) as usize],
    };
    for site in sites {
        if site.first_outcome > next {
            all.push(dead(next, site.first_outcome));
        }
        next = site.first_outcome + site.n_outcomes() as u32;
        all.push(site);
    }
    if n_outcomes > next {
        all.push(dead(next, n_outcomes));
    }
    all
}

/// A function that calls the method under test and ends; or one of those that run without being called by name.
fn caller(id: FunctionId, method: &Function, others: &[FunctionId]) -> Function {
    let mut main = Function::new(MAIN);
    let ty = method.return_type.clone();
    let undefined = method.params.iter().map(|param| Operand::Undef(param.ty.clone())).collect();
    let call = Instruction {
        opcode: Opcode::Call,
        result: (ty != Type::Void).then_some(ValueId(0)),
        ty,
        operands: undefined,
        detail: Detail::Call { callee: Operand::Function(id) },
        loc: None,
    };
    let (operands, detail) = (Vec::new(), Detail::None);
    let ret = Instruction { opcode: Opcode::Ret, result: None, ty: Type::Void, operands, detail, loc: None };
    let choice = Instruction { opcode: Opcode::IndirectBr, operands: vec![Operand::Other], ..ret.clone() };
    main.push_block(vec![choice], (1..=others.len() + 1).map(BlockId::new).collect());
    main.push_block(vec![call, ret.clone()], Vec::new());
    for &other in others {
        let detail = Detail::Call { callee: Operand::Function(other) };
        let call = Instruction { opcode: Opcode::Call, detail, ..ret.clone() };
        main.push_block(vec![call, ret.clone()], Vec::new());
    }
    main
}
