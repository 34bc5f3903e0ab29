//! The body of one method: blocks of instructions over variables, and its sites.

use super::Symbols;
use crate::description::{Method, Step};
use std::collections::{BTreeMap, BTreeSet};
use symcrete_model::{
    BlockId, Detail, Edge, Function, FunctionId, Instruction, LocId, Opcode, Operand, Param, Predicate, Site, SiteKind,
    Type, ValueId,
};

/// Relations in the order that jumps are numbered in.
const RELATIONS: [Predicate; 6] =
    [Predicate::Eq, Predicate::Ne, Predicate::Slt, Predicate::Sge, Predicate::Sgt, Predicate::Sle];

/// Kinds of values.
const LETTERS: [char; 5] = ['I', 'J', 'F', 'D', 'A'];

/// A method under construction.
pub(super) struct Lowering<'m> {
    method: &'m Method,
    id: FunctionId,
    symbols: &'m mut Symbols,
    /// The block of each instruction that begins one.
    starts: BTreeMap<usize, BlockId>,
    blocks: Vec<(Vec<Instruction>, Vec<BlockId>)>,
    current: BlockId,
    n_values: u32,
    /// The variable of each slot, one for each kind of value: what holds references never holds numbers.
    slots: BTreeMap<(String, char), ValueId>,
    loc: Option<LocId>,
    sites: Vec<Site>,
    result: Type,
}

impl<'m> Lowering<'m> {
    pub(super) fn new(method: &'m Method, id: FunctionId, symbols: &'m mut Symbols) -> Lowering<'m> {
        Lowering {
            method,
            id,
            symbols,
            starts: BTreeMap::new(),
            blocks: vec![(Vec::new(), Vec::new())],
            current: BlockId(0),
            n_values: 0,
            slots: BTreeMap::new(),
            loc: None,
            sites: Vec::new(),
            result: Type::Void,
        }
    }

    pub(super) fn lower(mut self) -> (Function, Vec<Site>) {
        let mut function = Function::new(self.method.name.clone());
        for &(letter, _) in &self.method.parameters {
            let param = Param { value: ValueId(self.n_values), ty: ty(letter), byval: None };
            self.n_values += 1;
            function.params.push(param);
        }
        function.loc = self.method.code.first().map(|step| LocId(step.location));
        self.begin();
        for (at, step) in self.method.code.iter().enumerate() {
            if let Some(&block) = self.starts.get(&at) {
                self.fall_into(block);
                self.current = block;
            }
            self.loc = Some(LocId(step.location));
            self.step(at, step);
        }
        self.close_all();
        for (instructions, successors) in std::mem::take(&mut self.blocks) {
            function.push_block(instructions, successors);
        }
        function.return_type = self.result;
        (function, self.sites)
    }

    /// The first block makes the variables and gives parameters theirs.
    fn begin(&mut self) {
        for leader in leaders(self.method) {
            let block = self.new_block();
            self.starts.insert(leader, block);
        }
        let mut names: BTreeSet<String> = self.method.parameters.iter().map(|(_, local)| format!("l{local}")).collect();
        let is_slot = |word: &&String| word.starts_with(['l', 's']) && word[1..].parse::<u32>().is_ok();
        let words = self.method.code.iter().flat_map(|step| &step.words);
        names.extend(words.filter(is_slot).cloned());
        for (name, letter) in names.into_iter().flat_map(|name| LETTERS.map(|letter| (name.clone(), letter))) {
            let detail = Detail::Alloca { element_size: 8 };
            let one = vec![Operand::Int { width: 64, value: 1 }];
            let slot = self.value(Opcode::Alloca, Type::POINTER, one, detail);
            self.slots.insert((name, letter), slot);
        }
        for (k, &(letter, local)) in self.method.parameters.iter().enumerate() {
            self.store(&format!("l{local}"), Operand::Value(ValueId::new(k)), letter);
        }
    }

    fn new_block(&mut self) -> BlockId {
        self.blocks.push((Vec::new(), Vec::new()));
        BlockId::new(self.blocks.len() - 1)
    }

    fn is_open(&self) -> bool {
        let (instructions, _) = &self.blocks[self.current.index()];
        !instructions.last().is_some_and(|last| last.opcode.is_terminator())
    }

    /// The code goes on with this block, unless it went elsewhere.
    fn fall_into(&mut self, block: BlockId) {
        if self.is_open() {
            self.end(Opcode::Br, Vec::new(), Detail::None, vec![block]);
        }
    }

    /// Code does not run past its end, and a block that nothing is in is not come to.
    fn close_all(&mut self) {
        for k in 0..self.blocks.len() {
            self.current = BlockId::new(k);
            if self.is_open() {
                self.end(Opcode::Unreachable, Vec::new(), Detail::None, Vec::new());
            }
        }
    }

    fn step(&mut self, at: usize, step: &Step) {
        let words: Vec<&str> = step.words.iter().map(String::as_str).collect();
        let catches = if step.may_throw { self.handlers(at) } else { Vec::new() };
        match words.as_slice() {
            ["set", to, letter, name, operands @ ..] => self.set(to, first(letter), name, operands),
            ["br", relation, letter, x, y, target, when_true, site] => {
                self.branch(at, relation, first(letter), [x, y], target, *when_true == "1", site);
            }
            ["goto", target] => {
                let target = self.target(target);
                self.end(Opcode::Br, Vec::new(), Detail::None, vec![target]);
            }
            ["switch", value, site, cases @ ..] => self.switch(value, site, cases),
            ["call", to, letter, n, rest @ ..] => self.call(to, first(letter), n, rest),
            ["lambda", to, letter, names @ ..] => self.lambda(to, first(letter), names),
            ["load", to, letter, name] => {
                let global = Operand::Global { id: self.symbols.global(name), offset: 0 };
                let value = self.value(Opcode::Load, ty(first(letter)), vec![global], Detail::None);
                self.store(to, Operand::Value(value), first(letter));
            }
            ["store", from, letter, name] => {
                let global = Operand::Global { id: self.symbols.global(name), offset: 0 };
                let value = self.operand(from, first(letter));
                let detail = Detail::Store { ty: ty(first(letter)) };
                self.push(Opcode::Store, None, Type::Void, vec![value, global], detail);
            }
            ["ret", value, letter] => self.leave(value, first(letter)),
            ["throw"] => {
                self.throw(catches);
                return;
            }
            ["other", to, letter] => self.anything(to, first(letter)),
            // Unknown words would be a mistake of ours; what they set is not known then.
            _ => self.anything("*", 'V'),
        }
        if !catches.is_empty() && self.is_open() {
            self.may_throw(at, catches);
        }
    }

    /// The handlers that an exception of this instruction may come to.
    fn handlers(&self, at: usize) -> Vec<BlockId> {
        let covers = |&&(from, to, _): &&(usize, usize, usize)| (from..to).contains(&at);
        let handlers = self.method.tries.iter().filter(covers);
        handlers.filter_map(|(_, _, handler)| self.starts.get(handler).copied()).collect()
    }

    /// Goes on, or to a handler.
    fn may_throw(&mut self, at: usize, catches: Vec<BlockId>) {
        let Some(&next) = self.starts.get(&(at + 1)) else { return };
        let ways = std::iter::once(next).chain(catches).collect();
        self.end(Opcode::IndirectBr, vec![Operand::Other], Detail::None, ways);
    }

    fn throw(&mut self, catches: Vec<BlockId>) {
        match catches.is_empty() {
            true => self.end(Opcode::Resume, vec![Operand::Other], Detail::None, Vec::new()),
            false => self.end(Opcode::IndirectBr, vec![Operand::Other], Detail::None, catches),
        }
    }

    fn set(&mut self, to: &str, letter: char, name: &str, operands: &[&str]) {
        let from = match name {
            "sext" => 'I',
            "trunc" => 'J',
            _ => letter,
        };
        let is_shift = matches!(name, "shl" | "ashr" | "lshr");
        let mut values: Vec<Operand> = operands.iter().map(|word| self.operand(word, from)).collect();
        let is_float = matches!(letter, 'F' | 'D');
        let opcode = match name {
            "mov" => {
                let value = values.pop().unwrap_or(Operand::Other);
                return self.store(to, value, letter);
            }
            "add" if is_float => Opcode::FAdd,
            "sub" if is_float => Opcode::FSub,
            "mul" if is_float => Opcode::FMul,
            "div" if is_float => Opcode::FDiv,
            "rem" if is_float => Opcode::FRem,
            "neg" if is_float => Opcode::FNeg,
            "add" => Opcode::Add,
            "sub" | "neg" => Opcode::Sub,
            "mul" => Opcode::Mul,
            "div" => Opcode::SDiv,
            "rem" => Opcode::SRem,
            "and" => Opcode::And,
            "or" => Opcode::Or,
            "xor" => Opcode::Xor,
            "sext" => Opcode::SExt,
            "trunc" => Opcode::Trunc,
            // Counts are taken modulo the width, and are ints for longs: said by the values of runs, not here.
            _ if is_shift => return self.anything(to, letter),
            _ => return self.anything(to, letter),
        };
        if name == "neg" && !is_float {
            values.insert(0, zero(letter));
        }
        let value = self.value(opcode, ty(letter), values, Detail::None);
        self.store(to, Operand::Value(value), letter);
    }

    #[expect(clippy::too_many_arguments, reason = "the words of one line")]
    fn branch(
        &mut self,
        at: usize,
        relation: &str,
        letter: char,
        operands: [&str; 2],
        target: &str,
        when_true: bool,
        site: &str,
    ) {
        let values = operands.map(|word| self.operand(word, letter)).to_vec();
        let predicate = relation.parse::<usize>().ok().and_then(|k| RELATIONS.get(k)).copied().unwrap_or(Predicate::Eq);
        let condition = self.value(Opcode::ICmp, Type::int(1), values, Detail::Compare(predicate));
        let jump = self.target(target);
        let next = self.starts.get(&(at + 1)).copied().unwrap_or(jump);
        let successors = if when_true { vec![jump, next] } else { vec![next, jump] };
        let block = self.current;
        self.end(Opcode::Br, vec![Operand::Value(condition)], Detail::None, successors);
        if let Ok(first) = site.parse() {
            let edge = |successor| Some(Edge { block, successor });
            // The jump's successors are true, false; the outcomes are false, true.
            self.site(SiteKind::Branch, block, first, vec![edge(1), edge(0)]);
        }
    }

    fn switch(&mut self, value: &str, site: &str, cases: &[&str]) {
        let condition = self.operand(value, 'I');
        let mut values = Vec::new();
        let mut targets = Vec::new();
        for case in cases {
            let (value, target) = case.split_once(':').unwrap_or((case, "0"));
            values.extend(value.parse::<i32>().ok().map(|value| u128::from(value as u32)));
            targets.push(self.target(target));
        }
        let block = self.current;
        let n = values.len() as u32;
        targets.rotate_right(1);
        self.end(Opcode::Switch, vec![condition], Detail::Switch(values.clone()), targets);
        // The jump's successors are the default, then the cases; the outcomes are the cases, then the default.
        let edges = (1..=n).chain([0]).map(|successor| Some(Edge { block, successor })).collect();
        self.site(SiteKind::Switch { cases: values }, block, site.parse().unwrap_or(0), edges);
    }

    fn site(&mut self, kind: SiteKind, block: BlockId, first_outcome: u32, edges: Vec<Option<Edge>>) {
        let (function, loc) = (self.id, self.loc);
        self.sites.push(Site { kind, function, block: Some(block), loc, in_macro: None, first_outcome, edges });
    }

    /// A call; of several methods, each in a block of its own.
    fn call(&mut self, to: &str, letter: char, n: &str, rest: &[&str]) {
        let n: usize = n.parse().unwrap_or(0);
        let (operands, names) = rest.split_at((2 * n).min(rest.len()));
        let operands: Vec<Operand> = operands.chunks(2).map(|one| self.operand(one[1], first(one[0]))).collect();
        if let [name] = names {
            return self.call_one(to, letter, operands, name);
        }
        let calls: Vec<BlockId> = names.iter().map(|_| self.new_block()).collect();
        let join = self.new_block();
        self.end(Opcode::IndirectBr, vec![Operand::Other], Detail::None, calls.clone());
        for (block, name) in calls.into_iter().zip(names) {
            self.current = block;
            self.call_one(to, letter, operands.clone(), name);
            self.end(Opcode::Br, Vec::new(), Detail::None, vec![join]);
        }
        self.current = join;
    }

    /// An object whose methods call these, with whatever they are given: here for all that the model knows.
    fn lambda(&mut self, to: &str, letter: char, names: &[&str]) {
        for name in names {
            let detail = Detail::Call { callee: Operand::Function(self.symbols.function(name)) };
            self.push(Opcode::Call, None, Type::Void, Vec::new(), detail);
        }
        self.anything(to, letter);
    }

    fn call_one(&mut self, to: &str, letter: char, operands: Vec<Operand>, name: &str) {
        let detail = Detail::Call { callee: Operand::Function(self.symbols.function(name)) };
        if letter == 'V' {
            return self.push(Opcode::Call, None, Type::Void, operands, detail);
        }
        let value = self.value(Opcode::Call, ty(letter), operands, detail);
        self.store(to, Operand::Value(value), letter);
    }

    fn leave(&mut self, value: &str, letter: char) {
        self.result = ty(letter);
        let operands = if letter == 'V' { Vec::new() } else { vec![self.operand(value, letter)] };
        self.end(Opcode::Ret, operands, Detail::None, Vec::new());
    }

    /// Sets a slot, or all of the stack, to a value that is not known.
    fn anything(&mut self, to: &str, letter: char) {
        if to == "*" {
            let all: Vec<(String, char)> =
                self.slots.keys().filter(|(name, _)| name.starts_with('s')).cloned().collect();
            all.iter().for_each(|(name, letter)| self.store(name, Operand::Undef(ty(*letter)), *letter));
        } else if to != "-" {
            self.store(to, Operand::Undef(ty(letter)), letter);
        }
    }

    fn target(&self, word: &str) -> BlockId {
        word.parse().ok().and_then(|at: usize| self.starts.get(&at)).copied().unwrap_or(BlockId(0))
    }

    /// A slot's value, or a constant.
    fn operand(&mut self, word: &str, letter: char) -> Operand {
        if let Some(&slot) = self.slots.get(&(word.to_string(), letter)) {
            let value = self.value(Opcode::Load, ty(letter), vec![Operand::Value(slot)], Detail::None);
            return Operand::Value(value);
        }
        let number = word.split_once(':').and_then(|(_, number)| number.parse::<i64>().ok());
        match (letter, number) {
            ('I', Some(number)) => Operand::Int { width: 32, value: (number as u32).into() },
            ('J', Some(number)) => Operand::Int { width: 64, value: (number as u64).into() },
            ('F', Some(number)) => Operand::Float { width: 32, bits: (number as u32).into() },
            ('D', Some(number)) => Operand::Float { width: 64, bits: (number as u64).into() },
            ('A', Some(_)) => Operand::Null,
            _ => Operand::Undef(ty(letter)),
        }
    }

    fn store(&mut self, slot: &str, value: Operand, letter: char) {
        let Some(&place) = self.slots.get(&(slot.to_string(), letter)) else { return };
        let detail = Detail::Store { ty: ty(letter) };
        self.push(Opcode::Store, None, Type::Void, vec![value, Operand::Value(place)], detail);
    }

    fn value(&mut self, opcode: Opcode, ty: Type, operands: Vec<Operand>, detail: Detail) -> ValueId {
        let result = ValueId(self.n_values);
        self.n_values += 1;
        self.push(opcode, Some(result), ty, operands, detail);
        result
    }

    fn push(&mut self, opcode: Opcode, result: Option<ValueId>, ty: Type, operands: Vec<Operand>, detail: Detail) {
        let instruction = Instruction { opcode, result, ty, operands, detail, loc: self.loc };
        self.blocks[self.current.index()].0.push(instruction);
    }

    fn end(&mut self, opcode: Opcode, operands: Vec<Operand>, detail: Detail, successors: Vec<BlockId>) {
        self.push(opcode, None, Type::Void, operands, detail);
        self.blocks[self.current.index()].1 = successors;
    }
}

/// Where blocks begin: at targets, handlers, and behind whatever may go elsewhere.
fn leaders(method: &Method) -> BTreeSet<usize> {
    let mut leaders = BTreeSet::from([0]);
    let number = |word: &String| word.rsplit(':').next().and_then(|target| target.parse::<usize>().ok());
    for (at, step) in method.code.iter().enumerate() {
        let is_caught = step.may_throw && method.tries.iter().any(|&(from, to, _)| (from..to).contains(&at));
        match step.words.first().map(String::as_str) {
            Some("br") => leaders.extend(step.words.get(5).and_then(number).into_iter().chain([at + 1])),
            Some("goto") => leaders.extend(step.words.get(1).and_then(number).into_iter().chain([at + 1])),
            Some("switch") => leaders.extend(step.words.iter().skip(3).filter_map(number).chain([at + 1])),
            Some("ret" | "throw") => leaders.extend([at + 1]),
            _ if is_caught => leaders.extend([at + 1]),
            _ => {}
        }
    }
    leaders.extend(method.tries.iter().map(|&(_, _, handler)| handler));
    leaders.retain(|&at| at < method.code.len());
    leaders
}

fn first(word: &str) -> char {
    word.chars().next().unwrap_or('V')
}

fn zero(letter: char) -> Operand {
    Operand::Int { width: if letter == 'J' { 64 } else { 32 }, value: 0 }
}

/// The type that a letter stands for.
fn ty(letter: char) -> Type {
    match letter {
        'I' => Type::int(32),
        'J' => Type::int(64),
        'F' => Type::float(32),
        'D' => Type::float(64),
        'A' => Type::POINTER,
        _ => Type::Void,
    }
}
