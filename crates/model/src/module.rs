//! One compiled object: its functions, globals, source locations and sites.
//!
//! Blocks and instructions are stored flat per function, in layout order, so that an analysis is a loop over an array.
//! [`Function::push_block`] keeps the two lists in step; `Module::check` (run by the decoder too) proves every id in
//! range, so that no reader has to.
//!
//! Ids are local to the module or the function; [`crate::Program`] gives program-wide ones.

use crate::{
    Birth, BlockId, Decision, Edge, FileId, FunctionId, GlobalId, InstId, Instruction, Line, LocId, Meeting, Site,
    Type, ValueId,
};
use std::ops::Range;

/// The model of one compiled object.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Module {
    /// Identifies the object: the same number the runtime writes into traces.
    pub hash: u64,
    /// The main source file.
    pub name: String,
    /// Source files, as the debug information names them.
    pub files: Vec<String>,
    /// Source locations.
    pub locs: Vec<Loc>,
    /// Global variables, declared and defined.
    pub globals: Vec<Global>,
    /// Functions, declared and defined; intrinsics (`llvm.memcpy…`) too when called.
    pub functions: Vec<Function>,
    /// The source conditionals.
    pub sites: Vec<Site>,
    /// Source lines with code.
    pub lines: Vec<Line>,
    /// Objects that may be read before they are set.
    pub births: Vec<Birth>,
    /// Where it meets the outside.
    pub meetings: Vec<Meeting>,
    /// Conditions that decide together.
    pub decisions: Vec<Decision>,
}

/// A place in the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Loc {
    /// The file.
    pub file: FileId,
    /// Line, from 1; 0 when unknown.
    pub line: u32,
    /// Column, from 1; 0 when unknown.
    pub column: u32,
}

/// Who sees a symbol and which definition wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Linkage {
    /// Visible to all modules, defined at most once.
    External,
    /// Visible in its module only (`static`).
    Internal,
    /// Visible to all, may be defined many times; an external definition beats it (`weak`, `linkonce`, `common`).
    Weak,
}

/// A global variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Global {
    /// Symbol name.
    pub name: String,
    /// Who sees it.
    pub linkage: Linkage,
    /// Whether this module defines it.
    pub is_defined: bool,
    /// Whether the program never writes it.
    pub is_constant: bool,
    /// Whether its address goes anywhere but into direct loads, stores and `getelementptr`s of them: passed, stored,
    /// compared as a value, or part of an initializer. True when that was not looked into.
    pub address_taken: bool,
    /// Bytes; 0 when unknown.
    pub size: u64,
    /// The initial bytes, `size` of them, when every one is known (no addresses in it).
    pub initializer: Option<Vec<u8>>,
}

/// A function, declared or defined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// Symbol name.
    pub name: String,
    /// Who sees it.
    pub linkage: Linkage,
    /// Whether its address is used other than as the callee of a direct call.
    pub address_taken: bool,
    /// Whether it takes further arguments (`...`).
    pub is_variadic: bool,
    /// The fixed parameters.
    pub params: Vec<Param>,
    /// Type of the returned value.
    pub return_type: Type,
    /// Where it is defined in the source.
    pub loc: Option<LocId>,
    /// The basic blocks; the first is the entry. Empty for a declaration.
    pub blocks: Vec<Block>,
    /// The instructions of all blocks, in block order.
    pub instructions: Vec<Instruction>,
}

/// A parameter of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Param {
    /// The value that holds it.
    pub value: ValueId,
    /// Its type.
    pub ty: Type,
    /// For `byval` pointers: the callee sees a fresh copy of this many bytes.
    pub byval: Option<u64>,
}

/// A basic block: a run of instructions, the last of which is the terminator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// Its first instruction.
    pub first: InstId,
    /// How many there are, at least 1.
    pub len: u32,
    /// Where the terminator may go, in LLVM's order (`br`: true, false; `switch`: default, cases; `invoke`: normal,
    /// unwind). The same block may stand there several times: each position is an edge of its own.
    pub successors: Vec<BlockId>,
}

impl Module {
    /// How many outcomes all sites have together.
    pub fn n_outcomes(&self) -> usize {
        self.sites.iter().map(Site::n_outcomes).sum()
    }

    /// The function behind an id.
    pub fn function(&self, id: FunctionId) -> &Function {
        &self.functions[id.index()]
    }

    /// The global behind an id.
    pub fn global(&self, id: GlobalId) -> &Global {
        &self.globals[id.index()]
    }
}

impl Function {
    /// A function without parameters and body; fill in the fields and push blocks.
    pub fn new(name: impl Into<String>) -> Function {
        Function {
            name: name.into(),
            linkage: Linkage::External,
            address_taken: false,
            is_variadic: false,
            params: Vec::new(),
            return_type: Type::Void,
            loc: None,
            blocks: Vec::new(),
            instructions: Vec::new(),
        }
    }

    /// Whether this module holds its body.
    pub fn is_defined(&self) -> bool {
        !self.blocks.is_empty()
    }

    /// Appends a block and its instructions; successors may name blocks that are pushed later.
    pub fn push_block(&mut self, instructions: Vec<Instruction>, successors: Vec<BlockId>) -> BlockId {
        let id = BlockId::new(self.blocks.len());
        let first = InstId::new(self.instructions.len());
        let len = InstId::new(instructions.len()).0;
        self.instructions.extend(instructions);
        self.blocks.push(Block { first, len, successors });
        id
    }

    /// The block behind an id.
    pub fn block(&self, id: BlockId) -> &Block {
        &self.blocks[id.index()]
    }

    /// The instruction behind an id.
    pub fn instruction(&self, id: InstId) -> &Instruction {
        &self.instructions[id.index()]
    }

    /// Ids of all blocks, entry first.
    pub fn block_ids(&self) -> impl DoubleEndedIterator<Item = BlockId> + use<> {
        (0..self.blocks.len()).map(BlockId::new)
    }

    /// Ids of the instructions of a block.
    pub fn block_inst_ids(&self, id: BlockId) -> impl DoubleEndedIterator<Item = InstId> + use<> {
        self.range(id).map(InstId::new)
    }

    /// Instructions of a block; the last one is its terminator.
    pub fn block_instructions(&self, id: BlockId) -> &[Instruction] {
        &self.instructions[self.range(id)]
    }

    /// The block that holds an instruction.
    pub fn block_of(&self, id: InstId) -> BlockId {
        BlockId::new(self.blocks.partition_point(|block| block.first <= id).saturating_sub(1))
    }

    /// The block an edge leads to.
    pub fn edge_target(&self, edge: Edge) -> BlockId {
        self.block(edge.block).successors[edge.successor as usize]
    }

    /// How many values the function has: parameters and results together.
    pub fn n_values(&self) -> usize {
        self.params.len() + self.instructions.iter().filter(|inst| inst.result.is_some()).count()
    }

    fn range(&self, id: BlockId) -> Range<usize> {
        let block = self.block(id);
        block.first.index()..block.first.index() + block.len as usize
    }
}
