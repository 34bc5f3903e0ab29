//! What the tests of this crate share: a seeded generator, graphs from text and at random, and the definition of
//! "every way passes" by brute force. Compiled for tests only.

pub(crate) mod code;
pub(crate) mod sample;

pub(crate) use code::parse_code;

use crate::graph::{Graph, Vertex};
use crate::{BlockId, Detail, Edge, Function, FunctionId, Instruction, Module, Opcode, Operand, Site, SiteKind, Type};

/// SplitMix64: small, seeded, the same on every machine.
pub(crate) struct Rng(pub(crate) u64);

impl Rng {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `bound`, which is not 0.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }
}

/// A graph from number pairs.
pub(crate) fn graph(n_vertices: usize, edges: &[(u32, u32)]) -> Graph {
    Graph::new(n_vertices, edges.iter().map(|&(a, b)| (Vertex(a), Vertex(b))).collect())
}

/// A graph with 0 to 2 edges per vertex: sparse enough for endless loops, dead ends and unreachable vertices.
pub(crate) fn random_graph(rng: &mut Rng, n_vertices: usize) -> Graph {
    let n_edges = rng.below(2 * n_vertices + 1);
    let edges = (0..n_edges).map(|_| (Vertex::new(rng.below(n_vertices)), Vertex::new(rng.below(n_vertices))));
    Graph::new(n_vertices, edges.collect())
}

/// A function whose control flow is this graph.
pub(crate) fn function_of(graph: &Graph) -> Function {
    let mut function = Function::new("f");
    for vertex in graph.vertices() {
        let successors: Vec<_> = graph.successors(vertex).map(|next| BlockId(next.0)).collect();
        function.push_block(vec![terminator(successors.len())], successors);
    }
    function
}

/// Whether there is a way from `from` to `to` that does not touch `avoided`.
pub(crate) fn reaches_without(graph: &Graph, from: Vertex, to: Vertex, avoided: Vertex) -> bool {
    let mut seen = vec![false; graph.n_vertices()];
    let mut stack = vec![from];
    while let Some(vertex) = stack.pop() {
        if vertex != avoided && !std::mem::replace(&mut seen[vertex.index()], true) {
            stack.extend(graph.successors(vertex));
        }
    }
    seen[to.index()]
}

/// A function given as text, with the names of its blocks.
pub(crate) struct NamedFunction {
    pub(crate) function: Function,
    names: Vec<String>,
}

/// Parses `"f: a -> b c; b -> d; c -> d; d"`: the first block is the entry, a block without `->` returns. Two
/// successors become a `br` (true first), more a `switch` (default first).
pub(crate) fn parse_cfg(text: &str) -> NamedFunction {
    let (name, body) = text.split_once(':').expect("a name and a colon");
    let lines = body.split(';').map(str::trim).filter(|line| !line.is_empty());
    let blocks: Vec<(&str, &str)> = lines.map(|line| line.split_once("->").unwrap_or((line, ""))).collect();
    let names: Vec<String> = blocks.iter().map(|(name, _)| name.trim().to_string()).collect();
    let mut function = Function::new(name.trim());
    for (_, targets) in blocks {
        let find = |target: &str| names.iter().position(|name| name == target).expect("a known block");
        let successors: Vec<_> = targets.split_whitespace().map(|target| BlockId::new(find(target))).collect();
        function.push_block(vec![terminator(successors.len())], successors);
    }
    NamedFunction { function, names }
}

impl NamedFunction {
    pub(crate) fn block(&self, name: &str) -> BlockId {
        BlockId::new(self.names.iter().position(|known| known == name).expect("a known block"))
    }

    pub(crate) fn name(&self, block: BlockId) -> &str {
        &self.names[block.index()]
    }

    /// The first edge from one block to another, written `"a b"`.
    pub(crate) fn edge(&self, text: &str) -> Edge {
        let (from, to) = text.split_once(' ').expect("two blocks");
        let (block, target) = (self.block(from), self.block(to));
        let position = self.function.block(block).successors.iter().position(|&next| next == target);
        Edge { block, successor: position.expect("an edge") as u32 }
    }
}

/// A terminator that fits this many successors.
pub(crate) fn terminator(n_successors: usize) -> Instruction {
    let condition = Operand::Undef(Type::int(1));
    match n_successors {
        0 => instruction(Opcode::Ret, vec![], Detail::None),
        1 => instruction(Opcode::Br, vec![], Detail::None),
        2 => instruction(Opcode::Br, vec![condition], Detail::None),
        n => instruction(Opcode::Switch, vec![condition], Detail::Switch((0..n as u128 - 1).collect())),
    }
}

/// An instruction without result and location.
pub(crate) fn instruction(opcode: Opcode, operands: Vec<Operand>, detail: Detail) -> Instruction {
    Instruction { opcode, result: None, ty: Type::Void, operands, detail, loc: None }
}

/// A module of these functions.
pub(crate) fn module_of(name: &str, functions: Vec<Function>) -> Module {
    let module = Module { name: name.to_string(), functions, ..Module::default() };
    module.check().expect("a consistent module");
    module
}

/// Adds a site for the last jump of a block: `br` goes to its true edge first, so outcome 1 is successor 0.
pub(crate) fn add_site(module: &mut Module, function: FunctionId, block: BlockId, kind: SiteKind) {
    let edge = |successor| Some(Edge { block, successor });
    let edges = match &kind {
        SiteKind::Branch => vec![edge(1), edge(0)],
        SiteKind::Select => vec![None, None],
        SiteKind::Switch { cases } => (1..=cases.len() as u32).chain([0]).map(edge).collect(),
    };
    let first_outcome = module.n_outcomes() as u32;
    let site = Site { kind, function, block: Some(block), loc: None, in_macro: None, first_outcome, edges };
    module.sites.push(site);
    module.check().expect("a consistent module");
}

/// A direct call without arguments.
pub(crate) fn call(callee: FunctionId) -> Instruction {
    instruction(Opcode::Call, vec![], Detail::Call { callee: Operand::Function(callee) })
}

/// A function of one block that makes these calls and returns.
pub(crate) fn calling(name: &str, callees: &[FunctionId]) -> Function {
    let mut function = Function::new(name);
    let body = callees.iter().map(|&callee| call(callee)).chain([terminator(0)]).collect();
    function.push_block(body, vec![]);
    function
}
