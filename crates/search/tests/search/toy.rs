//! Toy programs over small bytes: their static model, an interpreter, and all their paths by brute force.
//! Every byte is below [`DOMAIN`], for the interpreter, the solver and the brute force alike.

use std::collections::BTreeSet;
use std::convert::Infallible;
use symcrete_expr::{Arena, ExprId, InputByte, Op};
use symcrete_model::{
    BlockId, BranchId, Detail, Edge, Function, FunctionId, Instruction, Module, Opcode, Operand, Program, Site,
    SiteKind, Type,
};
use symcrete_search::{Ending, Input, PlaceId, Run, Scouted, Target, Turn};

/// Input bytes are below this.
pub(crate) const DOMAIN: u8 = 4;

/// A statement of a toy program.
#[derive(Clone, Debug)]
pub(crate) enum Statement {
    /// `if (in[byte] < limit)`.
    If(u32, u8, Vec<Statement>, Vec<Statement>),
    /// `if (in[a] + in[b] == sum)`.
    IfSum(u32, u32, u8, Vec<Statement>),
    /// `switch (in[byte])` with one arm per case, and the default last.
    Switch(u32, Vec<u8>, Vec<Vec<Statement>>),
    /// `for (i = 0; i < in[byte]; i++)`.
    Loop(u32, Vec<Statement>),
    /// An `if` on something that is not input.
    Concrete(bool),
    /// A branch of the optimiser on `in[byte] < limit`, with the same code on both sides.
    Implicit(u32, u8),
    /// `in[byte]` is used as this run's number.
    Fix(u32),
    /// A call of a function of the program.
    Call(usize),
    /// The program fails here.
    Bug(&'static str),
}

/// A statement with the number of its first branch.
#[derive(Clone, Debug)]
enum Code {
    Two { branch: u32, test: Test, then: Vec<Code>, otherwise: Vec<Code> },
    Switch { branch: u32, byte: u32, cases: Vec<u8>, arms: Vec<Vec<Code>> },
    Loop { branch: u32, byte: u32, body: Vec<Code> },
    Other(Statement),
}

#[derive(Clone, Copy, Debug)]
enum Test {
    Less(u32, u8),
    Sum(u32, u32, u8),
    Fixed(bool),
}

/// A toy program: its model and its code.
pub(crate) struct Toy {
    pub(crate) program: Program,
    functions: Vec<Vec<Code>>,
    pub(crate) n_bytes: usize,
}

impl Toy {
    /// A program of these functions; the first is called with the input.
    pub(crate) fn new(n_bytes: usize, functions: &[Vec<Statement>]) -> Toy {
        let mut module = Module { name: "toy.c".to_string(), ..Module::default() };
        let mut codes = Vec::new();
        for (number, body) in functions.iter().enumerate() {
            let mut lower =
                Lower { module: &mut module, function: FunctionId::new(number), blocks: vec![Block::default()] };
            let (code, _) = lower.statements(body, BlockId(0));
            let blocks = lower.blocks;
            codes.push(code);
            let mut function = Function::new(format!("f{number}"));
            for block in blocks {
                let end = terminator(block.successors.len());
                function.push_block(block.calls.into_iter().chain([end]).collect(), block.successors);
            }
            module.functions.push(function);
        }
        module.check().expect("a consistent module");
        Toy { program: Program::link(vec![module]), functions: codes, n_bytes }
    }

    /// Runs an input.
    pub(crate) fn run(&self, arena: &mut Arena, input: &Input) -> Run {
        let mut machine = Machine { toy: self, arena, input, turns: Vec::new(), finding: None };
        machine.statements(&self.functions[0]);
        let (turns, finding) = (machine.turns, machine.finding);
        let covered = turns.iter().filter_map(|turn| turn.as_branch()).collect();
        let ending = finding.map_or(Ending::Normal, |bug| Ending::Finding(bug.to_string()));
        Run { turns, covered, times: Vec::new(), ending, cut: None, completed: None, record: () }
    }

    /// Every input.
    pub(crate) fn inputs(&self) -> impl Iterator<Item = Input> + use<> {
        let n_bytes = self.n_bytes as u32;
        (0..u32::from(DOMAIN).pow(n_bytes)).map(move |number| {
            let byte = |at| (number / u32::from(DOMAIN).pow(n_bytes - 1 - at) % u32::from(DOMAIN)) as u8;
            Input::stdin((0..n_bytes).map(byte).collect::<Vec<u8>>())
        })
    }

    /// Every path, as codes of its turns.
    pub(crate) fn all_paths(&self) -> BTreeSet<Vec<u32>> {
        let mut arena = Arena::new();
        self.inputs().map(|input| codes(&self.run(&mut arena, &input).turns)).collect()
    }
}

/// What distinguishes paths.
pub(crate) fn codes(turns: &[Turn]) -> Vec<u32> {
    turns.iter().map(|turn| turn.code()).collect()
}

impl Target for &Toy {
    type Error = Infallible;
    type Record = ();

    fn run(&mut self, arena: &mut Arena, input: &Input) -> Result<Run, Infallible> {
        Ok(Toy::run(self, arena, input))
    }

    fn scout(&mut self, input: &Input) -> Result<Scouted, Infallible> {
        let run = Toy::run(self, &mut Arena::new(), input);
        let covered = run.covered.iter().copied().chain(run.turns.iter().filter_map(|turn| turn.as_branch())).collect();
        let is_crash = matches!(run.ending, Ending::Finding(_));
        Ok(Scouted { covered, is_crash, ..Scouted::default() })
    }
}

/// Blocks and sites of a function under construction.
struct Lower<'m> {
    module: &'m mut Module,
    function: FunctionId,
    blocks: Vec<Block>,
}

#[derive(Default)]
struct Block {
    calls: Vec<Instruction>,
    successors: Vec<BlockId>,
}

impl Lower<'_> {
    /// Adds statements to a block; gives their code and the block after them.
    fn statements(&mut self, body: &[Statement], mut at: BlockId) -> (Vec<Code>, BlockId) {
        let mut codes = Vec::new();
        for statement in body {
            let (code, after) = self.statement(statement, at);
            codes.push(code);
            at = after;
        }
        (codes, at)
    }

    fn statement(&mut self, statement: &Statement, at: BlockId) -> (Code, BlockId) {
        match statement {
            Statement::If(byte, limit, then, otherwise) => self.two(Test::Less(*byte, *limit), then, otherwise, at),
            Statement::IfSum(a, b, sum, then) => self.two(Test::Sum(*a, *b, *sum), then, &[], at),
            Statement::Concrete(holds) => self.two(Test::Fixed(*holds), &[], &[], at),
            Statement::Switch(byte, cases, arms) => {
                let values = cases.iter().map(|&case| u128::from(case)).collect();
                let branch = self.site(at, SiteKind::Switch { cases: values });
                let (arms, ends): (Vec<_>, Vec<_>) = arms.iter().map(|arm| self.arm(arm, at)).unzip();
                // LLVM's order has the default first.
                self.blocks[at.index()].successors.rotate_right(1);
                let after = self.join(&ends);
                (Code::Switch { branch, byte: *byte, cases: cases.clone(), arms }, after)
            }
            Statement::Loop(byte, body) => {
                let head = self.block();
                self.blocks[at.index()].successors.push(head);
                let branch = self.site(head, SiteKind::Branch);
                let (body, end) = self.arm(body, head);
                self.blocks[end.index()].successors.push(head);
                let after = self.block();
                self.blocks[head.index()].successors.push(after);
                (Code::Loop { branch, byte: *byte, body }, after)
            }
            Statement::Call(callee) => {
                let callee = Operand::Function(FunctionId::new(*callee));
                self.blocks[at.index()].calls.push(instruction(Opcode::Call, vec![], Detail::Call { callee }));
                (Code::Other(statement.clone()), at)
            }
            Statement::Implicit(..) | Statement::Fix(_) | Statement::Bug(_) => (Code::Other(statement.clone()), at),
        }
    }

    fn two(&mut self, test: Test, then: &[Statement], otherwise: &[Statement], at: BlockId) -> (Code, BlockId) {
        let branch = self.site(at, SiteKind::Branch);
        let (then, end) = self.arm(then, at);
        let (otherwise, other_end) = self.arm(otherwise, at);
        let after = self.join(&[end, other_end]);
        (Code::Two { branch, test, then, otherwise }, after)
    }

    fn block(&mut self) -> BlockId {
        self.blocks.push(Block::default());
        BlockId::new(self.blocks.len() - 1)
    }

    /// A new successor of a block with these statements; gives the block at their end.
    fn arm(&mut self, body: &[Statement], from: BlockId) -> (Vec<Code>, BlockId) {
        let block = self.block();
        self.blocks[from.index()].successors.push(block);
        self.statements(body, block)
    }

    fn join(&mut self, ends: &[BlockId]) -> BlockId {
        let after = self.block();
        ends.iter().for_each(|end| self.blocks[end.index()].successors.push(after));
        after
    }

    fn site(&mut self, block: BlockId, kind: SiteKind) -> u32 {
        let edge = |successor| Some(Edge { block, successor });
        let edges = match &kind {
            SiteKind::Switch { cases } => (1..=cases.len() as u32).chain([0]).map(edge).collect(),
            _ => vec![edge(1), edge(0)],
        };
        let first_outcome = self.module.sites.iter().map(|site| site.n_outcomes() as u32).sum();
        let function = self.function;
        let site = Site { kind, function, block: Some(block), loc: None, in_macro: None, first_outcome, edges };
        self.module.sites.push(site);
        first_outcome
    }
}

fn instruction(opcode: Opcode, operands: Vec<Operand>, detail: Detail) -> Instruction {
    Instruction { opcode, result: None, ty: Type::Void, operands, detail, loc: None }
}

fn terminator(n_successors: usize) -> Instruction {
    let condition = Operand::Undef(Type::int(1));
    match n_successors {
        0 => instruction(Opcode::Ret, vec![], Detail::None),
        1 => instruction(Opcode::Br, vec![], Detail::None),
        2 => instruction(Opcode::Br, vec![condition], Detail::None),
        n => {
            let cases = (0..n as u128 - 1).collect();
            instruction(Opcode::Switch, vec![Operand::Undef(Type::int(8))], Detail::Switch(cases))
        }
    }
}

/// One run.
struct Machine<'a> {
    toy: &'a Toy,
    arena: &'a mut Arena,
    input: &'a Input,
    turns: Vec<Turn>,
    finding: Option<&'static str>,
}

impl Machine<'_> {
    fn statements(&mut self, body: &[Code]) {
        for code in body {
            if self.finding.is_none() {
                self.statement(code);
            }
        }
    }

    fn statement(&mut self, code: &Code) {
        match code {
            Code::Two { branch, test, then, otherwise } => {
                let holds = self.test(*branch, *test);
                self.statements(if holds { then } else { otherwise });
            }
            Code::Switch { branch, byte, cases, arms } => {
                let value = self.value(*byte);
                let arm = cases.iter().position(|&case| case == value).unwrap_or(cases.len());
                let term = self.arena.input(0, *byte);
                self.turns.push(Turn::branch(BranchId(branch + arm as u32), Some(term)));
                self.statements(&arms[arm]);
            }
            Code::Loop { branch, byte, body } => {
                for count in 0.. {
                    let (at, count) = (self.arena.input(0, *byte), self.arena.constant(8, count));
                    let goes_on = self.arena.binary(Op::Ult, count, at);
                    if !self.branch(*branch, goes_on) || self.finding.is_some() {
                        break;
                    }
                    self.statements(body);
                }
            }
            Code::Other(statement) => self.other(statement),
        }
    }

    fn other(&mut self, statement: &Statement) {
        match statement {
            Statement::Implicit(byte, limit) => {
                let condition = self.less(*byte, *limit);
                let (taken, held) = self.held(condition);
                self.turns.push(Turn::implicit(PlaceId(*byte), taken, held));
            }
            Statement::Fix(byte) => {
                let (at, value) = (self.arena.input(0, *byte), self.value(*byte));
                let value = self.arena.constant(8, value.into());
                let held = self.arena.binary(Op::Eq, at, value);
                self.turns.push(Turn::fixed(PlaceId(*byte), held));
            }
            Statement::Call(callee) => self.statements(&self.toy.functions[*callee]),
            Statement::Bug(bug) => self.finding = Some(bug),
            _ => unreachable!("has code of its own"),
        }
    }

    fn test(&mut self, branch: u32, test: Test) -> bool {
        let condition = match test {
            Test::Fixed(holds) => {
                self.turns.push(Turn::branch(BranchId(branch + u32::from(holds)), None));
                return holds;
            }
            Test::Less(byte, limit) => self.less(byte, limit),
            Test::Sum(a, b, sum) => {
                let (a, b) = (self.arena.input(0, a), self.arena.input(0, b));
                let (left, right) = (self.arena.binary(Op::Add, a, b), self.arena.constant(8, sum.into()));
                self.arena.binary(Op::Eq, left, right)
            }
        };
        self.branch(branch, condition)
    }

    fn less(&mut self, byte: u32, limit: u8) -> ExprId {
        let (at, limit) = (self.arena.input(0, byte), self.arena.constant(8, limit.into()));
        self.arena.binary(Op::Ult, at, limit)
    }

    /// Whether a condition holds, and the condition that does.
    fn held(&mut self, condition: ExprId) -> (bool, ExprId) {
        let holds = symcrete_expr::eval(self.arena, condition, |at| self.value(at.offset)) == 1;
        (holds, if holds { condition } else { self.arena.not(condition) })
    }

    fn branch(&mut self, branch: u32, condition: ExprId) -> bool {
        let (holds, held) = self.held(condition);
        let term = self.arena.as_const(held).is_none().then_some(held);
        self.turns.push(Turn::branch(BranchId(branch + u32::from(holds)), term));
        holds
    }

    fn value(&self, offset: u32) -> u8 {
        self.input.get(InputByte { stream: 0, offset }).unwrap_or(0)
    }
}
