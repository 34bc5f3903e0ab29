//! The static model of a script: one block for each line, variables in memory, each `if` a site.

use crate::language::{Operand, Operation, Script, Statement};
use std::collections::{BTreeMap, BTreeSet};
use symcrete_model::{
    BlockId, Detail, Edge, FileId, Function, FunctionId, Instruction, Line, Loc, LocId, Module, Opcode,
    Operand as Value, Predicate, Program, Scalar, Site, SiteKind, Type, ValueId,
};

/// What the only module of a script is known by in traces.
pub(crate) const HASH: u64 = 0x70f;

const MAIN: FunctionId = FunctionId(0);
/// Brings a value of the input, and ends the program badly: as the engine knows such functions from C.
const ASK: (FunctionId, &str) = (FunctionId(1), "__VERIFIER_nondet_uchar");
const FAIL: (FunctionId, &str) = (FunctionId(2), "abort");
const BYTE: Type = Type::Scalar(Scalar::Int(8));

/// The model of a script that is kept in this file.
pub(crate) fn model(script: &Script, file: &str) -> Program {
    let n_lines = script.statements.len();
    let locs = (1..=n_lines as u32).map(|line| Loc { file: FileId(0), line, column: 1 }).collect();
    let mut main = Lowering::new(script).function();
    main.loc = Some(LocId(0));
    let declared = [ASK, FAIL].map(|(_, name)| Function::new(name));
    let mut module = Module { hash: HASH, name: file.into(), files: vec![file.into()], locs, ..Module::default() };
    module.functions = [main].into_iter().chain(declared).collect();
    module.functions[1].return_type = BYTE;
    module.sites = sites(script);
    module.lines = lines(script);
    assert_eq!(module.check(), Ok(()));
    Program::link(vec![module])
}

/// The block of a line; block 0 makes the variables, and the last one ends the program well.
fn block(line: usize) -> BlockId {
    BlockId::new(line + 1)
}

fn behind(script: &Script, line: usize) -> BlockId {
    block(script.behind(line).unwrap_or(script.statements.len()))
}

fn sites(script: &Script) -> Vec<Site> {
    let ifs = script.statements.iter().enumerate().filter(|(_, one)| matches!(one, Statement::If(..)));
    let site = |(number, (line, _)): (u32, (usize, &Statement))| {
        let block = block(line);
        let edge = |successor| Some(Edge { block, successor });
        Site {
            kind: SiteKind::Branch,
            function: MAIN,
            block: Some(block),
            loc: Some(LocId::new(line)),
            in_macro: None,
            first_outcome: 2 * number,
            // The jump's successors are true, false; the outcomes are false, true.
            edges: vec![edge(1), edge(0)],
        }
    };
    (0..).zip(ifs).map(site).collect()
}

/// Each line with the outcomes that lead straight to it.
fn lines(script: &Script) -> Vec<Line> {
    let mut starts = vec![(None, Some(0))];
    let mut first = 0;
    for (line, statement) in script.statements.iter().enumerate() {
        if let Statement::If(.., target) = statement {
            starts.extend([(Some(first), script.behind(line)), (Some(first + 1), Some(*target))]);
            first += 2;
        }
    }
    let mut led: BTreeMap<usize, BTreeSet<Option<u32>>> = BTreeMap::new();
    for (outcome, mut next) in starts {
        while let Some(line) = next.filter(|line| led.entry(*line).or_default().insert(outcome)) {
            next = match &script.statements[line] {
                Statement::If(..) | Statement::Fail | Statement::End => None,
                Statement::Goto(target) => Some(*target),
                Statement::Ask(_) | Statement::Set(..) => script.behind(line),
            };
        }
    }
    let line = |(line, from): (usize, BTreeSet<Option<u32>>)| Line {
        loc: LocId::new(line),
        function: MAIN,
        at_entry: from.contains(&None),
        outcomes: from.into_iter().flatten().collect(),
    };
    led.into_iter().map(line).collect()
}

/// The function under construction.
struct Lowering<'s> {
    script: &'s Script,
    function: Function,
    n_values: u32,
    variables: BTreeMap<&'s str, ValueId>,
    block: Vec<Instruction>,
    loc: Option<LocId>,
}

impl<'s> Lowering<'s> {
    fn new(script: &'s Script) -> Lowering<'s> {
        let function = Function::new("main");
        Lowering { script, function, n_values: 0, variables: BTreeMap::new(), block: Vec::new(), loc: None }
    }

    fn function(mut self) -> Function {
        self.function.return_type = Type::Scalar(Scalar::Int(32));
        for name in self.script.variables() {
            let one = Value::Int { width: 64, value: 1 };
            let detail = Detail::Alloca { element_size: 1 };
            let place = self.value(Opcode::Alloca, Type::Scalar(Scalar::Pointer), vec![one], detail);
            self.variables.insert(name, place);
            self.store(name, number(0));
        }
        self.end_block(Opcode::Br, Vec::new(), vec![block(0)]);
        for (line, statement) in self.script.statements.iter().enumerate() {
            self.loc = Some(LocId::new(line));
            self.statement(line, statement);
        }
        self.leave();
        self.function
    }

    fn statement(&mut self, line: usize, statement: &Statement) {
        let next = behind(self.script, line);
        match statement {
            Statement::Ask(name) => {
                let callee = Value::Function(ASK.0);
                let asked = self.value(Opcode::Call, BYTE, Vec::new(), Detail::Call { callee });
                self.store(name, Value::Value(asked));
                self.end_block(Opcode::Br, Vec::new(), vec![next]);
            }
            Statement::Set(name, a, operation, b) => {
                let result = self.compute(a, *operation, b);
                self.store(name, result);
                self.end_block(Opcode::Br, Vec::new(), vec![next]);
            }
            Statement::If(a, operation, b, target) => {
                let condition = self.compute(a, *operation, b);
                self.end_block(Opcode::Br, vec![condition], vec![block(*target), next]);
            }
            Statement::Goto(target) => self.end_block(Opcode::Br, Vec::new(), vec![block(*target)]),
            Statement::Fail => {
                let callee = Value::Function(FAIL.0);
                self.push(Opcode::Call, None, Type::Void, Vec::new(), Detail::Call { callee });
                self.end_block(Opcode::Unreachable, Vec::new(), Vec::new());
            }
            Statement::End => self.leave(),
        }
    }

    fn leave(&mut self) {
        self.end_block(Opcode::Ret, vec![Value::Int { width: 32, value: 0 }], Vec::new());
    }

    fn compute(&mut self, a: &Operand, operation: Operation, b: &Operand) -> Value {
        let operands = vec![self.load(a), self.load(b)];
        let (opcode, detail) = match operation {
            Operation::Add => (Opcode::Add, Detail::None),
            Operation::Sub => (Opcode::Sub, Detail::None),
            Operation::Mul => (Opcode::Mul, Detail::None),
            Operation::And => (Opcode::And, Detail::None),
            Operation::Equal => (Opcode::ICmp, Detail::Compare(Predicate::Eq)),
            Operation::Less => (Opcode::ICmp, Detail::Compare(Predicate::Ult)),
        };
        let ty = if opcode == Opcode::ICmp { Type::Scalar(Scalar::Int(1)) } else { BYTE };
        Value::Value(self.value(opcode, ty, operands, detail))
    }

    fn load(&mut self, operand: &Operand) -> Value {
        match operand {
            Operand::Number(value) => number(*value),
            // One that is never set is 0.
            Operand::Variable(name) => match self.variables.get(name.as_str()).copied() {
                Some(place) => Value::Value(self.value(Opcode::Load, BYTE, vec![Value::Value(place)], Detail::None)),
                None => number(0),
            },
        }
    }

    fn store(&mut self, name: &str, value: Value) {
        let place = Value::Value(self.variables[name]);
        self.push(Opcode::Store, None, Type::Void, vec![value, place], Detail::Store { ty: BYTE });
    }

    fn value(&mut self, opcode: Opcode, ty: Type, operands: Vec<Value>, detail: Detail) -> ValueId {
        let result = ValueId(self.n_values);
        self.n_values += 1;
        self.push(opcode, Some(result), ty, operands, detail);
        result
    }

    fn push(&mut self, opcode: Opcode, result: Option<ValueId>, ty: Type, operands: Vec<Value>, detail: Detail) {
        self.block.push(Instruction { opcode, result, ty, operands, detail, loc: self.loc });
    }

    fn end_block(&mut self, opcode: Opcode, operands: Vec<Value>, successors: Vec<BlockId>) {
        self.push(opcode, None, Type::Void, operands, Detail::None);
        let instructions = std::mem::take(&mut self.block);
        self.function.push_block(instructions, successors);
    }
}

fn number(value: u8) -> Value {
    Value::Int { width: 8, value: value.into() }
}
