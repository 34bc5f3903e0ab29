//! From the numbers of a trace to the numbers of the program: outcomes become branches, locations become places.
//!
//! A trace numbers outcomes in the order its objects came up; the static model in link order. Objects are matched by
//! hash. What matches nothing (an object without a model) can't be a turn and is counted in [`Numbering::n_foreign`].

use crate::path::{Path, Step};
use crate::turn::{PlaceId, Turn};
use std::collections::{BTreeMap, BTreeSet};
use symcrete_expr::{Arena, ExprId, Op};
use symcrete_model::{BranchId, ModuleId, Program, SiteKind};
use symcrete_trace::{EventKind, MAX_OUTCOMES, ModuleEntry};

/// The numbering of one target's traces.
#[derive(Clone, Debug, Default)]
pub struct Numbering {
    /// First outcome, number of outcomes and module, by first outcome.
    modules: Vec<(u32, u32, ModuleId)>,
    /// The branch of each of the first outcomes: long paths ask for millions.
    branches: Vec<Option<BranchId>>,
    /// The trace's module numbers as the program's.
    by_index: Vec<Option<ModuleId>>,
    places: Vec<(u32, u32)>,
    place_ids: BTreeMap<(u32, u32), PlaceId>,
    n_foreign: u64,
}

impl Numbering {
    /// The numbering of a trace with this module table.
    pub fn new(program: &Program, table: impl IntoIterator<Item = ModuleEntry>) -> Numbering {
        let mut numbering = Numbering::default();
        for entry in table {
            let module = program.find_module(entry.hash);
            numbering.by_index.push(module);
            numbering.modules.extend(module.map(|module| (entry.base, entry.n_outcomes, module)));
        }
        numbering.modules.sort_unstable_by_key(|&(base, ..)| base);
        let end = numbering.modules.iter().map(|&(base, n, _)| base.saturating_add(n)).max().unwrap_or(0);
        let first = 0..end.min(MAX_OUTCOMES as u32);
        numbering.branches = first.map(|outcome| numbering.look_up(program, outcome)).collect();
        numbering
    }

    /// The branch that an outcome of the trace is; of copies that were inlined, that of the definition which won.
    #[inline]
    pub fn branch(&self, program: &Program, outcome: u32) -> Option<BranchId> {
        self.branches.get(outcome as usize).copied().unwrap_or_else(|| self.look_up(program, outcome))
    }

    /// The branches of the first outcomes, in their order.
    pub fn branches(&self) -> impl Iterator<Item = Option<BranchId>> {
        self.branches.iter().copied()
    }

    fn look_up(&self, program: &Program, outcome: u32) -> Option<BranchId> {
        let after = self.modules.partition_point(|&(base, ..)| base <= outcome);
        let &(base, n_outcomes, module) = self.modules.get(after.checked_sub(1)?)?;
        let branch = program.branch(module, outcome - base);
        let is_one = outcome - base < n_outcomes && branch.index() < program.n_branches();
        is_one.then(|| program.stand_in(branch))
    }

    /// The outcome of the trace that a branch is; for branches that stand for no other the inverse of
    /// [`branch`](Numbering::branch).
    pub fn outcome(&self, program: &Program, branch: BranchId) -> Option<u32> {
        let (condition, _) = program.condition_of(branch);
        let (module, _) = program.site(condition);
        let &(base, ..) = self.modules.iter().find(|&&(.., of)| of == module)?;
        Some(base + (branch.0 - program.branch(module, 0).0))
    }

    /// The module and the location behind a place.
    pub fn place(&self, place: PlaceId) -> Option<(ModuleId, u32)> {
        let &(module, location) = self.places.get(place.0 as usize)?;
        Some((self.by_index.get(module as usize).copied()??, location))
    }

    /// Symbolic branches dropped because no module of the program has them.
    pub fn n_foreign(&self) -> u64 {
        self.n_foreign
    }

    /// The turns of a path.
    pub fn turns(&mut self, program: &Program, arena: &mut Arena, path: &Path) -> Vec<Turn> {
        let mut turns = Vec::with_capacity(path.steps.len());
        // What the path relies on already need not be said again: asking for another value would have no answer.
        let mut relied = BTreeSet::new();
        for step in &path.steps {
            // Rules may have found that a condition does not depend on the input after all.
            let term = step.term.filter(|&term| arena.as_const(term).is_none());
            match (step.kind, term) {
                (EventKind::Branch | EventKind::Switch, _) => match self.branch(program, step.event.outcome) {
                    Some(branch) => turns.push(Turn::branch(branch, branch_term(program, arena, branch, step, term))),
                    None => self.n_foreign += u64::from(term.is_some()),
                },
                (EventKind::Soft, term) => match self.branch(program, step.event.outcome) {
                    Some(branch) => turns.extend(soft_turn(branch, step, term)),
                    None => self.n_foreign += u64::from(term.is_some()),
                },
                (_, None) | (EventKind::Compared | EventKind::Tried, _) => {}
                (EventKind::Implicit | EventKind::Assumed, Some(term)) => {
                    let taken = step.event.taken == 1;
                    let held = if taken { term } else { arena.not(term) };
                    turns.push(Turn::implicit(self.place_of(step), taken, held));
                }
                (EventKind::Within, Some(term)) => {
                    turns.extend(relied.insert(term).then(|| Turn::fixed(self.place_of(step), term)));
                }
                (EventKind::Fixed | EventKind::Target, Some(term)) => {
                    let value = arena.constant(arena.width(term), step.value);
                    let held = arena.binary(Op::Eq, term, value);
                    let turn = if step.kind == EventKind::Target { Turn::target } else { Turn::fixed };
                    turns.extend(relied.insert(held).then(|| turn(self.place_of(step), held)));
                }
            }
        }
        turns
    }

    fn place_of(&mut self, step: &Step) -> PlaceId {
        let at = (step.event.outcome, step.event.aux);
        let next = PlaceId(self.places.len() as u32);
        let place = *self.place_ids.entry(at).or_insert(next);
        if place == next {
            self.places.push(at);
        }
        place
    }
}

/// The turn of a soft site. What does not depend on the input after all is a branch, or nothing where the program does not come.
fn soft_turn(branch: BranchId, step: &Step, term: Option<ExprId>) -> Option<Turn> {
    let way = step.event.taken;
    match term {
        Some(term) => Some(Turn::soft(BranchId(branch.0 - u32::from(way & 1)), way, term)),
        None => (way & 2 != 0).then(|| Turn::branch(branch, None)),
    }
}

/// The value of a symbolic switch; the held condition of a symbolic two-way branch. A term of a width that its site
/// can't have counts as concrete.
fn branch_term(
    program: &Program,
    arena: &mut Arena,
    branch: BranchId,
    step: &Step,
    term: Option<ExprId>,
) -> Option<ExprId> {
    let term = term?;
    let is_switch = matches!(program.site(program.condition_of(branch).0).1.kind, SiteKind::Switch { .. });
    match (is_switch, step.kind == EventKind::Switch) {
        (true, true) => Some(term),
        (false, false) if arena.width(term) == 1 => Some(if step.event.taken == 1 { term } else { arena.not(term) }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::turn::Way;
    use symcrete_model::{Function, FunctionId, Module, Site};
    use symcrete_trace::Event;

    /// A module of one two-way site and one switch on 3 and 5: outcomes 0 and 1, then 2 to 4.
    fn module(hash: u64) -> Module {
        let site = |kind, first_outcome, n: usize| Site {
            kind,
            function: FunctionId(0),
            block: None,
            loc: None,
            in_macro: None,
            first_outcome,
            edges: vec![None; n],
        };
        let sites = vec![site(SiteKind::Branch, 0, 2), site(SiteKind::Switch { cases: vec![3, 5] }, 2, 3)];
        Module { hash, functions: vec![Function::new("f")], sites, ..Module::default() }
    }

    fn entry(hash: u64, base: u32) -> ModuleEntry {
        ModuleEntry { hash, base, n_outcomes: 5, pad: [0; 2] }
    }

    fn step(kind: EventKind, taken: u8, outcome: u32, term: Option<ExprId>, value: u128) -> Step {
        let event = Event { kind: kind as u8, taken, pad: 0, outcome, expr: 1, aux: 77 };
        Step { event, kind, term, value }
    }

    #[test]
    fn objects_are_matched_by_hash_in_whatever_order_they_came_up() {
        let program = Program::link(vec![module(10), module(20)]);
        let numbering = Numbering::new(&program, [entry(20, 0), entry(99, 5), entry(10, 10)]);
        let branches = [0, 4, 5, 9, 10, 14, 15].map(|outcome| numbering.branch(&program, outcome).map(|b| b.0));
        assert_eq!(branches, [Some(5), Some(9), None, None, Some(0), Some(4), None]);
    }

    #[test]
    fn every_kind_of_event_becomes_its_turn() {
        let program = Program::link(vec![module(10)]);
        let mut numbering = Numbering::new(&program, [entry(10, 0)]);
        let mut arena = Arena::new();
        let byte = arena.input(0, 0);
        let limit = arena.constant(8, 9);
        let less = arena.binary(Op::Ult, byte, limit);
        let steps = vec![
            step(EventKind::Branch, 0, 0, Some(less), 0),
            step(EventKind::Branch, 1, 1, None, 0),
            step(EventKind::Branch, 1, 1, Some(Arena::TRUE), 1),
            step(EventKind::Switch, 0, 3, Some(byte), 5),
            step(EventKind::Implicit, 1, 0, Some(less), 1),
            step(EventKind::Fixed, 0, 0, Some(byte), 200),
            step(EventKind::Fixed, 0, 0, None, 0),
            step(EventKind::Branch, 1, 1, Some(byte), 1),
            step(EventKind::Branch, 1, 50, Some(less), 1),
        ];
        let turns = numbering.turns(&program, &mut arena, &Path { steps });
        let value = arena.constant(8, 200);
        let (not_less, fixed) = (arena.not(less), arena.binary(Op::Eq, byte, value));
        let expected = [
            (Way::Branch(BranchId(0)), Some(not_less)),
            (Way::Branch(BranchId(1)), None),
            (Way::Branch(BranchId(1)), None),
            (Way::Branch(BranchId(3)), Some(byte)),
            (Way::Implicit(PlaceId(0), true), Some(less)),
            (Way::Fixed(PlaceId(0)), Some(fixed)),
            (Way::Branch(BranchId(1)), None),
        ];
        assert_eq!(turns.iter().map(|turn| (turn.way(), turn.term())).collect::<Vec<_>>(), expected);
        assert_eq!(numbering.n_foreign(), 1);
        assert_eq!(numbering.place(PlaceId(0)), Some((ModuleId(0), 77)));
        assert_eq!(numbering.place(PlaceId(1)), None);
    }
}
