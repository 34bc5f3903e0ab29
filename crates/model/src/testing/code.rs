//! A small text form of functions with memory, so that tests of data flow are programs.
//!
//! `f(%0 %1) a: %2 = load @g; br %2 -> b c; b: ret`. Instructions: `alloca N`, `load P` (4 bytes), `loadp P` (a
//! pointer), `store V P` (4 bytes), `storep V P`, `gep P OFFSET [V*SCALE]`, `icmp V V`, `phi BLOCK:V …`, `call @F V…`,
//! `br [V] -> B…`, `ret`. `@g` is a global, `@constant` a constant one,
//! `@static` an internal one whose address is not taken, any other `@name` a declared function; values
//! are numbered densely, parameters first.

use super::instruction;
use crate::{
    BlockId, Detail, Function, FunctionId, GepIndex, Global, GlobalId, Instruction, Linkage, Module, Opcode, Operand,
    Param, Predicate, Type, ValueId,
};

/// A module whose first function is the one parsed.
pub(crate) struct Parsed {
    pub(crate) module: Module,
}

/// Parses a function; panics on anything else.
pub(crate) fn parse_code(text: &str) -> Parsed {
    let (head, body) = text.split_once(')').expect("a parameter list");
    let (name, params) = head.split_once('(').expect("a parameter list");
    let mut function = Function::new(name);
    let param = |text: &str| Param { value: value_id(text), ty: Type::POINTER, byval: None };
    function.params = params.split_whitespace().map(param).collect();
    let lines: Vec<&str> = body.split([';', '\n']).map(str::trim).filter(|line| !line.is_empty()).collect();
    let label = |line: &&str| -> Option<String> {
        line.split_once(": ").filter(|(name, _)| !name.contains(' ')).map(|(name, _)| name.to_string())
    };
    let mut parser = Parser { labels: lines.iter().filter_map(label).collect(), functions: vec![function] };
    let mut block = Vec::new();
    for line in lines {
        let code = if label(&line).is_some() { line.split_once(": ").map_or("", |(_, code)| code) } else { line };
        let (inst, successors) = parser.instruction(code);
        let ends = inst.opcode.is_terminator();
        block.push(inst);
        if ends {
            parser.functions[0].push_block(std::mem::take(&mut block), successors);
        }
    }
    let globals = vec![global("g", false), global("constant", true), global("static", false)];
    let module = Module { name: "test.c".to_string(), functions: parser.functions, globals, ..Module::default() };
    module.check().expect("a consistent module");
    Parsed { module }
}

fn global(name: &str, is_constant: bool) -> Global {
    let linkage = if name == "static" { Linkage::Internal } else { Linkage::External };
    let (is_defined, address_taken) = (true, name == "g");
    Global { name: name.to_string(), linkage, is_defined, is_constant, address_taken, size: 8, initializer: None }
}

fn value_id(text: &str) -> ValueId {
    ValueId(text.trim_start_matches('%').parse().expect("a value"))
}

struct Parser {
    labels: Vec<String>,
    functions: Vec<Function>,
}

impl Parser {
    fn instruction(&mut self, text: &str) -> (Instruction, Vec<BlockId>) {
        let (result, text) = match text.split_once(" = ") {
            Some((result, rest)) => (Some(value_id(result)), rest),
            None => (None, text),
        };
        let (text, successors) = match text.split_once("->") {
            Some((rest, targets)) => (rest, targets.split_whitespace().map(|target| self.block(target)).collect()),
            None => (text, vec![]),
        };
        let words: Vec<&str> = text.split_whitespace().collect();
        let (name, args) = words.split_first().expect("an instruction");
        let inst = self.plain(name, args);
        let ty = if inst.ty == Type::Void && result.is_some() { Type::POINTER } else { inst.ty };
        (Instruction { result, ty, ..inst }, successors)
    }

    fn plain(&mut self, name: &str, args: &[&str]) -> Instruction {
        let operands = |parser: &mut Parser| args.iter().map(|arg| parser.operand(arg)).collect::<Vec<_>>();
        match name {
            "alloca" => {
                let element_size = args[0].parse().expect("a size");
                let count = Operand::Int { width: 32, value: 1 };
                instruction(Opcode::Alloca, vec![count], Detail::Alloca { element_size })
            }
            "load" => Instruction { ty: Type::int(32), ..instruction(Opcode::Load, operands(self), Detail::None) },
            "loadp" => Instruction { ty: Type::POINTER, ..instruction(Opcode::Load, operands(self), Detail::None) },
            "store" => instruction(Opcode::Store, operands(self), Detail::Store { ty: Type::int(32) }),
            "storep" => instruction(Opcode::Store, operands(self), Detail::Store { ty: Type::POINTER }),
            "gep" => self.gep(args),
            "icmp" => instruction(Opcode::ICmp, operands(self), Detail::Compare(Predicate::Eq)),
            "phi" => self.phi(args),
            "call" => {
                let mut operands = operands(self);
                let callee = operands.remove(0);
                instruction(Opcode::Call, operands, Detail::Call { callee })
            }
            "br" => instruction(Opcode::Br, operands(self), Detail::None),
            "ret" => instruction(Opcode::Ret, vec![], Detail::None),
            other => unreachable!("unknown instruction {other}"),
        }
    }

    fn gep(&mut self, args: &[&str]) -> Instruction {
        let base = self.operand(args[0]);
        let index = |parser: &mut Parser, text: &str| {
            let (index, scale) = text.split_once('*').expect("value*scale");
            GepIndex { index: parser.operand(index), scale: scale.parse().expect("a scale") }
        };
        let indices = args[2..].iter().map(|text| index(self, text)).collect();
        instruction(Opcode::Gep, vec![base], Detail::Gep { offset: args[1].parse().expect("an offset"), indices })
    }

    fn phi(&mut self, args: &[&str]) -> Instruction {
        let pairs: Vec<(&str, &str)> = args.iter().map(|arg| arg.split_once(':').expect("block:value")).collect();
        let blocks = pairs.iter().map(|(block, _)| self.block(block)).collect();
        let operands = pairs.iter().map(|(_, value)| self.operand(value)).collect();
        instruction(Opcode::Phi, operands, Detail::Phi(blocks))
    }

    fn block(&self, name: &str) -> BlockId {
        BlockId::new(self.labels.iter().position(|label| label == name).expect("a known block"))
    }

    fn operand(&mut self, text: &str) -> Operand {
        match text {
            "@g" => Operand::Global { id: GlobalId(0), offset: 0 },
            "@constant" => Operand::Global { id: GlobalId(1), offset: 0 },
            "@static" => Operand::Global { id: GlobalId(2), offset: 0 },
            _ if text.starts_with('%') => Operand::Value(value_id(text)),
            _ if text.starts_with('@') => {
                self.functions.push(Function::new(&text[1..]));
                Operand::Function(FunctionId::new(self.functions.len() - 1))
            }
            _ => Operand::Int { width: 32, value: text.parse().expect("a number") },
        }
    }
}
