//! The state at a point of the program: when it is come to, the values of the call that runs, and memory.

use super::super::scene::Body;
use super::super::value::Val;
use super::contents::{Contents, Memory, Tools};
use super::guard::{Guard, Guards};
use std::collections::BTreeMap;
use std::rc::Rc;
use symcrete_expr::ExprId;
use symcrete_model::{BlockId, ValueId, Vertex};

/// A state.
#[derive(Clone)]
pub(super) struct State {
    pub(super) guard: Guard,
    /// By value, what it is, if it was computed on this way.
    values: Rc<Vec<Option<Val>>>,
    pub(super) memory: Memory,
}

impl State {
    /// Nothing was computed yet.
    pub(super) fn new(guard: Guard, n_values: usize, memory: Memory) -> State {
        State { guard, values: Rc::new(vec![None; n_values]), memory }
    }

    /// The same, come to under another condition.
    pub(super) fn under(&self, guard: Guard) -> State {
        State { guard, ..self.clone() }
    }

    pub(super) fn get(&self, value: ValueId) -> Option<Val> {
        self.values[value.index()]
    }

    pub(super) fn set(&mut self, value: ValueId, val: Option<Val>) {
        Rc::make_mut(&mut self.values)[value.index()] = val;
    }

    /// The state where two ways meet at a block: a value is one or the other.
    pub(super) fn join(
        tools: &mut Tools,
        guards: &mut Guards,
        body: &Body<'_>,
        block: BlockId,
        a: State,
        b: State,
    ) -> State {
        let (guard, by_a) = guards.join(&mut tools.symbols.arena, a.guard, b.guard);
        let values = match Rc::ptr_eq(&a.values, &b.values) {
            true => a.values.clone(),
            false => Rc::new(values(tools, body, block, by_a, &a.values, &b.values)),
        };
        State { guard, values, memory: memory(tools, by_a, &a.memory, &b.memory) }
    }
}

/// Values that do not dominate the block are not used there or later.
fn values(
    tools: &mut Tools,
    body: &Body<'_>,
    block: BlockId,
    by_a: ExprId,
    a: &[Option<Val>],
    b: &[Option<Val>],
) -> Vec<Option<Val>> {
    let one = |(at, pair): (usize, (&Option<Val>, &Option<Val>))| match pair {
        (Some(a), Some(b)) if a == b => Some(*a),
        (Some(a), Some(b)) => {
            let home = body.blocks[at].unwrap_or(BlockId(0));
            if !body.dominators.dominates(Vertex(home.0), Vertex(block.0)) {
                return None;
            }
            let ty = &body.types[at];
            Some(tools.symbols.choice(by_a, *a, *b).unwrap_or_else(|| tools.symbols.anything(ty)))
        }
        _ => None,
    };
    a.iter().zip(b).enumerate().map(one).collect()
}

/// An object that one side does not know holds anything.
pub(super) fn memory(tools: &mut Tools, by_a: ExprId, a: &Memory, b: &Memory) -> Memory {
    if Rc::ptr_eq(a, b) {
        return a.clone();
    }
    let mut merged = BTreeMap::new();
    for (object, x) in a.iter() {
        let Some(y) = b.get(object) else { continue };
        let both = match Rc::ptr_eq(x, y) || x == y {
            true => x.clone(),
            false => Rc::new(Contents::merge(tools, by_a, x, y)),
        };
        merged.insert(*object, both);
    }
    Rc::new(merged)
}
