//! Where the sites are: turns markers back into blocks and edges of the model.
//!
//! ```text
//! block: mark(K, %c); br i1 %c, T, F       outcome true = (block, 0), false = (block, 1)
//! block: switch %v [7: edge]               case 7 = (block, position of edge)
//! edge:  case(K, %v); br T
//! ```
//!
//! An edge is given only when taking it and the outcome are the same thing: the marker stands once,
//! and the jump decides on the marker's own value. Otherwise the outcome has a block or nothing.

use super::Tables;
use super::function::Body;
use crate::llvm::{Block, Value};
use crate::sites::{MARK, Site, SiteKind};
use llvm_sys::LLVMOpcode;
use std::collections::HashMap;
use symcrete_model::{BlockId, Edge, FunctionId, LocId};

/// The spots of all markers, by the number that the marker carries.
#[derive(Default)]
pub(super) struct Spots {
    by_outcome: HashMap<u32, Vec<Spot>>,
}

/// One marker: the block of its condition, and the edges of its outcome and of the one after it (two-way sites).
struct Spot {
    block: BlockId,
    edges: [Option<Edge>; 2],
}

impl Spots {
    /// Adds what the markers of one function say.
    pub(super) fn add(&mut self, body: &Body, marks: &[Value]) {
        let predecessors = Predecessors::of(body);
        for &mark in marks {
            let outcome = mark.operand(0).const_int().unwrap_or(u64::MAX) as u32;
            let is_two_way = mark.callee().name() == MARK;
            let spot = if is_two_way { two_way(body, mark) } else { case(body, &predecessors, mark) };
            self.by_outcome.entry(outcome).or_default().push(spot);
        }
    }

    fn of(&self, outcome: u32) -> &[Spot] {
        self.by_outcome.get(&outcome).map_or(&[], Vec::as_slice)
    }
}

/// The sites of a module, in the order of their outcomes.
pub(super) fn sites(tables: &Tables, sites: &[Site], spots: &Spots) -> Vec<symcrete_model::Site> {
    let by_name: HashMap<String, FunctionId> = tables.functions.iter().map(|(f, &id)| (f.name(), id)).collect();
    sites.iter().map(|site| one(tables, site, by_name[&site.function], spots)).collect()
}

fn one(tables: &Tables, site: &Site, function: FunctionId, spots: &Spots) -> symcrete_model::Site {
    let (kind, edges) = match site.kind {
        SiteKind::Branch => (symcrete_model::SiteKind::Branch, branch_edges(spots.of(site.first))),
        SiteKind::Select => (symcrete_model::SiteKind::Select, vec![None; 2]),
        SiteKind::Switch => {
            let cases = site.cases.iter().map(|&case| u128::from(case)).collect();
            let outcomes = site.first..site.first + site.n_outcomes();
            let edges = outcomes.map(|outcome| single(spots.of(outcome)).and_then(|spot| spot.edges[0])).collect();
            (symcrete_model::SiteKind::Switch { cases }, edges)
        }
    };
    let mut found = (site.first..site.first + site.n_outcomes()).flat_map(|outcome| spots.of(outcome));
    let of_edge = edges.iter().flatten().map(|edge: &Edge| edge.block).next();
    symcrete_model::Site {
        kind,
        function,
        block: of_edge.or_else(|| found.next().map(|spot| spot.block)),
        loc: site.location.as_ref().map(|place| LocId(tables.locations.place(place))),
        in_macro: None,
        first_outcome: site.first,
        edges,
    }
}

fn branch_edges(spots: &[Spot]) -> Vec<Option<Edge>> {
    single(spots).map_or(vec![None; 2], |spot| spot.edges.to_vec())
}

fn single(spots: &[Spot]) -> Option<&Spot> {
    if let [only] = spots { Some(only) } else { None }
}

/// The marker of a two-way site stands in the block of its jump.
fn two_way(body: &Body, mark: Value) -> Spot {
    let block = body.blocks[&mark.block()];
    let condition = mark.operand(1);
    let edge = |successor| Some(Edge { block, successor });
    let edges = match mark.block().terminator() {
        Some(jump) if jump.is_conditional_branch() && jump.condition() == condition => [edge(1), edge(0)],
        Some(jump) if jump.is_conditional_branch() && are_opposite(jump.condition(), condition) => [edge(0), edge(1)],
        Some(jump) if jump.successors().len() == 1 => match condition.const_int() {
            Some(0) => [edge(0), None],
            Some(_) => [None, edge(0)],
            None => [None; 2],
        },
        _ => [None; 2],
    };
    Spot { block, edges }
}

/// The marker of a case stands behind the only edge that leads to it.
fn case(body: &Body, predecessors: &Predecessors, mark: Value) -> Spot {
    let own = Spot { block: body.blocks[&mark.block()], edges: [None; 2] };
    let Some((from, successor)) = predecessors.only(mark.block()) else { return own };
    let decides = from.terminator().is_some_and(|jump| decides_on(jump, mark.operand(1)));
    if !decides {
        return own;
    }
    let block = body.blocks[&from];
    Spot { block, edges: [Some(Edge { block, successor }), None] }
}

/// Whether a jump chooses by this value: a switch, or the comparison that is left of a small one.
fn decides_on(jump: Value, value: Value) -> bool {
    if jump.opcode() == Some(LLVMOpcode::LLVMSwitch) {
        return jump.operand(0) == value;
    }
    let compares = |condition: Value| {
        let is_compare = condition.opcode() == Some(LLVMOpcode::LLVMICmp);
        condition == value || (is_compare && condition.operand(0) == value && condition.operand(1).is_constant())
    };
    jump.is_conditional_branch() && compares(jump.condition())
}

/// Whether one condition is the negation of the other.
fn are_opposite(a: Value, b: Value) -> bool {
    let negates = |not: Value, of: Value| {
        not.opcode() == Some(LLVMOpcode::LLVMXor) && not.operand(0) == of && not.operand(1).const_int() == Some(1)
    };
    negates(a, b) || negates(b, a)
}

/// The edges that lead to each block.
struct Predecessors(HashMap<Block, Vec<(Block, u32)>>);

impl Predecessors {
    fn of(body: &Body) -> Predecessors {
        let mut edges: HashMap<Block, Vec<(Block, u32)>> = HashMap::new();
        for block in body.block_list() {
            for (k, next) in block.successors().into_iter().enumerate() {
                edges.entry(next).or_default().push((block, k as u32));
            }
        }
        Predecessors(edges)
    }

    /// The edge to a block that has only one.
    fn only(&self, block: Block) -> Option<(Block, u32)> {
        match self.0.get(&block).map(Vec::as_slice) {
            Some(&[edge]) => Some(edge),
            _ => None,
        }
    }
}
