//! Where the sites are: turns markers back into blocks and edges of the model.
//!
//! ```text
//! block: mark(K, %c); br i1 %c, T, F       outcome true = (block, 0), false = (block, 1)
//! block: switch %v [7: edge]               case 7 = (block, position of edge)
//! edge:  case(K, %v); br T
//! ```
//!
//! An edge is given only when taking it and the outcome are the same thing: the jump decides on the
//! marker's own value, and no other copy of the marker (clean-up threads jumps over blocks whose
//! condition is known) can have that outcome. Otherwise the outcome has a block or nothing.

use super::Tables;
use super::function::Body;
use crate::llvm::{Block, Opcode, Value};
use crate::sites::{MARK, Site, SiteKind};
use std::collections::HashMap;
use symcrete_model::{BlockId, Edge, FunctionId, LocId};

/// The spots of all markers, by the number that the marker carries.
#[derive(Default)]
pub(super) struct Spots {
    by_outcome: HashMap<u32, Vec<Spot>>,
}

/// One copy of a marker: the block of its condition, and its outcome and the one after it (two-way sites).
struct Spot {
    block: BlockId,
    ways: [Way; 2],
}

/// How one outcome of a marker leaves its block.
#[derive(Clone, Copy)]
enum Way {
    /// By this edge and no other.
    Edge(Edge),
    /// It can't happen here: the condition is the other constant.
    Never,
    /// It happens, but is no jump, or not one of its own.
    Somehow,
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
    let outcomes = site.first..site.first + site.n_outcomes();
    let (kind, edges) = match site.kind {
        SiteKind::Branch => {
            let spots = spots.of(site.first);
            (symcrete_model::SiteKind::Branch, vec![only_edge(spots, 0), only_edge(spots, 1)])
        }
        SiteKind::Select => (symcrete_model::SiteKind::Select, vec![None; 2]),
        SiteKind::Switch => {
            let cases = site.cases.iter().map(|&case| u128::from(case)).collect();
            let edges = outcomes.clone().map(|outcome| only_edge(spots.of(outcome), 0)).collect();
            (symcrete_model::SiteKind::Switch { cases }, edges)
        }
    };
    let of_edge = edges.iter().flatten().map(|edge| edge.block).next();
    let found = outcomes.flat_map(|outcome| spots.of(outcome)).min_by_key(|spot| spot.n_never());
    symcrete_model::Site {
        kind,
        function,
        block: of_edge.or(found.map(|spot| spot.block)),
        loc: site.location.as_ref().map(|place| LocId(tables.locations.place(place))),
        in_macro: None,
        first_outcome: site.first,
        edges,
    }
}

/// The edge that an outcome stands for, when there is one and no second way to the same outcome.
fn only_edge(spots: &[Spot], k: usize) -> Option<Edge> {
    let mut ways = spots.iter().map(|spot| spot.ways[k]).filter(|way| !matches!(way, Way::Never));
    match (ways.next(), ways.next()) {
        (Some(Way::Edge(edge)), None) => Some(edge),
        _ => None,
    }
}

impl Spot {
    /// How many of its outcomes can't happen: a copy without such is where the decision is made.
    fn n_never(&self) -> usize {
        self.ways.iter().filter(|way| matches!(way, Way::Never)).count()
    }
}

/// The right operand of `&&` or `||` in a loop's test is joined with the left one before the jump; one way of the jump is
/// its own.
///
/// ```text
/// b: mark(K, %c); br join          join: %p = phi i1 [false, %a], [%c, %b];  br i1 %p, T, F
///                                  true = (join, 0); false is shared with the left operand
/// ```
fn joined(body: &Body, mark: Value, jump: Value) -> Option<[Way; 2]> {
    let [join] = jump.successors().try_into().ok()?;
    let decides = join.terminator().filter(|jump| jump.is_conditional_branch())?;
    let phi = decides.condition();
    if !phi.is_phi() || phi.block() != join {
        return None;
    }
    let (own, others): (Vec<_>, Vec<_>) = phi.incoming().into_iter().partition(|(_, from)| *from == mark.block());
    if own.iter().any(|(value, _)| *value != mark.operand(1)) || own.is_empty() {
        return None;
    }
    let constants: Vec<u64> = others.into_iter().map(|(value, _)| value.const_int()).collect::<Option<_>>()?;
    let edge = |successor| Way::Edge(Edge { block: body.blocks[&join], successor });
    match constants.as_slice() {
        [0, rest @ ..] if rest.iter().all(|&other| other == 0) => Some([Way::Somehow, edge(0)]),
        [first, rest @ ..] if *first != 0 && rest.iter().all(|&other| other != 0) => Some([edge(1), Way::Somehow]),
        _ => None,
    }
}

/// The marker of a two-way site stands in the block of its jump.
fn two_way(body: &Body, mark: Value) -> Spot {
    let block = body.blocks[&mark.block()];
    let condition = mark.operand(1);
    let jump = mark.block().terminator();
    let edge = |successor| Way::Edge(Edge { block, successor });
    let by = |jump: Value, is_wanted: fn(Value, Value) -> bool| {
        jump.is_conditional_branch() && is_wanted(jump.condition(), condition)
    };
    let ways = match (jump, condition.const_int()) {
        (Some(jump), None) if by(jump, |a, b| a == b) => [edge(1), edge(0)],
        (Some(jump), None) if by(jump, are_opposite) => [edge(0), edge(1)],
        (Some(jump), None) => joined(body, mark, jump).unwrap_or([Way::Somehow; 2]),
        (None, None) => [Way::Somehow; 2],
        (jump, Some(constant)) => {
            let is_straight = jump.is_some_and(|jump| jump.successors().len() == 1);
            let taken = if is_straight { edge(0) } else { Way::Somehow };
            if constant == 0 { [taken, Way::Never] } else { [Way::Never, taken] }
        }
    };
    Spot { block, ways }
}

/// The marker of a case stands behind the only edge that leads to it.
fn case(body: &Body, predecessors: &Predecessors, mark: Value) -> Spot {
    let own = Spot { block: body.blocks[&mark.block()], ways: [Way::Somehow; 2] };
    let Some((from, successor)) = predecessors.only(mark.block()) else { return own };
    let decides = from.terminator().is_some_and(|jump| decides_on(jump, mark.operand(1)));
    if !decides {
        return own;
    }
    let block = body.blocks[&from];
    Spot { block, ways: [Way::Edge(Edge { block, successor }), Way::Somehow] }
}

/// Whether a jump chooses by this value: a switch, or the comparison that is left of a small one.
fn decides_on(jump: Value, value: Value) -> bool {
    if jump.opcode() == Some(Opcode::LLVMSwitch) {
        return jump.operand(0) == value;
    }
    let compares = |condition: Value| {
        let is_compare = condition.opcode() == Some(Opcode::LLVMICmp);
        condition == value || (is_compare && condition.operand(0) == value && condition.operand(1).is_constant())
    };
    jump.is_conditional_branch() && compares(jump.condition())
}

/// Whether one condition is the negation of the other.
fn are_opposite(a: Value, b: Value) -> bool {
    let negates = |not: Value, of: Value| {
        not.opcode() == Some(Opcode::LLVMXor) && not.operand(0) == of && not.operand(1).const_int() == Some(1)
    };
    negates(a, b) || negates(b, a)
}

/// The edges that lead to each block.
struct Predecessors<'s>(HashMap<Block<'s>, Vec<(Block<'s>, u32)>>);

impl<'s> Predecessors<'s> {
    fn of(body: &Body<'s>) -> Predecessors<'s> {
        let mut edges: HashMap<Block, Vec<(Block, u32)>> = HashMap::new();
        for block in body.block_list() {
            for (k, next) in block.successors().into_iter().enumerate() {
                edges.entry(next).or_default().push((block, k as u32));
            }
        }
        Predecessors(edges)
    }

    /// The edge to a block that has only one.
    fn only(&self, block: Block) -> Option<(Block<'s>, u32)> {
        match self.0.get(&block).map(Vec::as_slice) {
            Some(&[edge]) => Some(edge),
            _ => None,
        }
    }
}
