//! Loops: so many rounds written out from the start, then any number of rounds, then the last ones written out again.
//!
//! After any number of rounds, what a round changes is a new symbol; what it does not change is what it was. That is found by writing a round
//! out and comparing, until nothing else changes. What is known of the new symbols besides are invariants, which are looked
//! for when everything is written out (`invariant.rs`); here it is only noted what they must hold for.
//!
//! No run is lost: one with few rounds is written out as it is; of a longer one, the symbols are its values before its last
//! rounds. A loop that was come to by a run is left in the last of these, so an earlier one need not lead out.

use super::super::value::{Object, Val};
use super::Halt;
use super::contents::Contents;
use super::encode::{Call, Encoder};
use super::state::State;
use std::collections::HashSet;
use std::rc::Rc;
use symcrete_expr::{Arena, ExprId, Op};
use symcrete_model::{BlockId, Instruction, Opcode, ProcId, Scalar, ValueId};

/// Rounds of a loop that is known to go on or to end in each of them.
const MOST_DECIDED: u32 = 300;
/// Times that a round is written out to see what it changes.
const MOST_LOOKS: u32 = 12;
/// Cells of an object that invariants are looked for.
const MOST_CELLS: usize = 16;

/// Something that rounds change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Spot {
    Value(ValueId),
    /// An offset and a number of bytes.
    Cell(Object, i64, i64),
}

/// Something that rounds change: its values after any number of rounds, before the first of these, and one round later.
pub(super) struct Variable {
    pub(super) spot: Spot,
    pub(super) any: ExprId,
    pub(super) first: ExprId,
    pub(super) next: Option<ExprId>,
}

/// Any number of rounds of a loop.
pub(super) struct Round {
    pub(super) proc: ProcId,
    pub(super) header: BlockId,
    /// When there are more rounds than were written out.
    pub(super) guard: ExprId,
    /// When the first round that the symbols stand for begins, and how many loops had any number of rounds before that.
    pub(super) first: (ExprId, usize),
    /// When one more round begins, and how many loops had any number of rounds before that, with this one.
    pub(super) next: (ExprId, usize),
    pub(super) variables: Vec<Variable>,
    /// Symbols that were there before the loop.
    pub(super) n_symbols: u32,
}

/// What was written down so far.
struct Mark {
    hits: usize,
    lost: usize,
    came: usize,
    rounds: usize,
    conditions: usize,
}

/// What rounds were found to change.
#[derive(Default)]
struct Changed {
    /// Nothing is known of these.
    free: HashSet<Spot>,
    /// Of these pointers only the offset.
    offsets: HashSet<ValueId>,
    /// Objects of which nothing is known.
    objects: HashSet<Object>,
    /// What they held.
    held: Vec<(Object, Rc<Contents>)>,
}

impl<'p> Encoder<'_, 'p> {
    fn mark(&self) -> Mark {
        Mark {
            hits: self.hits.len(),
            lost: self.lost.len(),
            came: self.came.len(),
            rounds: self.rounds.len(),
            conditions: self.conditions.len(),
        }
    }

    fn reset(&mut self, mark: &Mark) {
        self.hits.truncate(mark.hits);
        self.lost.truncate(mark.lost);
        self.came.truncate(mark.came);
        self.rounds.truncate(mark.rounds);
        self.conditions.truncate(mark.conditions);
    }

    /// A loop from its header on: the ways out of it.
    pub(super) fn cycle(
        &mut self,
        call: &Call<'p>,
        header: BlockId,
        state: State,
    ) -> Result<Vec<(BlockId, State)>, Halt> {
        let was_decided = std::mem::take(&mut self.is_decided);
        let ways = self.rounds(call, header, state);
        self.is_decided = was_decided;
        ways
    }

    fn rounds(&mut self, call: &Call<'p>, header: BlockId, state: State) -> Result<Vec<(BlockId, State)>, Halt> {
        let mut ways = Vec::new();
        let mut visits = vec![(state, self.rounds.len())];
        loop {
            let n_rounds = visits.len() as u32 - 1;
            let goes_on = self.is_decided && n_rounds < MOST_DECIDED;
            if n_rounds >= self.extent.rounds && !goes_on {
                break;
            }
            self.is_decided = false;
            let state = visits[visits.len() - 1].0.clone();
            let flow = self.scope(call, Some(header), header, state)?;
            ways.extend(flow.exits);
            match self.meet(call, header, flow.back) {
                Some(state) => visits.push((state, self.rounds.len())),
                None => return Ok(ways),
            }
            self.most_rounds = self.most_rounds.max(n_rounds + 1);
        }
        // The symbols stand for a round before the last ones, so for one before the end of those written out.
        let at = visits.len().saturating_sub(self.extent.last as usize);
        ways.extend(self.any_rounds(call, header, &visits[at], visits[visits.len() - 1].0.guard)?);
        Ok(ways)
    }

    /// More rounds than were written out; `first` is the earliest state that the symbols stand for.
    fn any_rounds(
        &mut self,
        call: &Call<'p>,
        header: BlockId,
        (first, n_before): &(State, usize),
        guard: super::guard::Guard,
    ) -> Result<Vec<(BlockId, State)>, Halt> {
        let n_symbols = self.symbols.n_symbols();
        let mut state = first.under(guard);
        self.drop_values(call, header, &mut state);
        let mut changed = Changed::default();
        let mut is_stable = false;
        for _ in 0..MOST_LOOKS {
            let mark = self.mark();
            let flow = self.scope(call, Some(header), header, state.clone())?;
            let back = self.meet(call, header, flow.back);
            self.reset(&mark);
            is_stable = back.is_none_or(|back| !self.widen(call, header, &mut state, &back, &mut changed));
            if is_stable {
                break;
            }
        }
        if !is_stable {
            let last = self.scene.program.function(call.proc).block(header).first;
            self.lose(guard, call, last, "a loop changes too much");
            return Ok(Vec::new());
        }
        let variables = self.variables(&state, first, &changed);
        let at = self.rounds.len();
        let guard = self.guards.term(guard);
        let (first, next) = ((self.guards.term(first.guard), *n_before), (Arena::FALSE, at + 1));
        let proc = call.proc;
        self.rounds.push(Round { proc, header, guard, first, next, variables, n_symbols });
        self.last_rounds(call, header, state, at)
    }

    /// The last rounds; the goal was not met in those before the very last.
    fn last_rounds(
        &mut self,
        call: &Call<'p>,
        header: BlockId,
        mut state: State,
        at: usize,
    ) -> Result<Vec<(BlockId, State)>, Halt> {
        for k in 1..=self.extent.last {
            let mark = self.mark();
            let flow = self.scope(call, Some(header), header, state)?;
            let back = self.meet(call, header, flow.back);
            if k == 1 {
                self.note_next(at, back.as_ref());
            }
            if k == self.extent.last {
                return Ok(flow.exits);
            }
            let met =
                self.hits.drain(mark.hits..).fold(Arena::FALSE, |all, one| self.symbols.arena.binary(Op::Or, all, one));
            self.lost.truncate(mark.lost);
            let Some(back) = back else { break };
            let not_met = self.symbols.arena.not(met);
            let guard = self.guards.and(&mut self.symbols.arena, back.guard, not_met);
            state = back.under(guard);
        }
        Ok(Vec::new())
    }

    /// Values of the loop are those of earlier rounds, except what its header takes from them.
    fn drop_values(&mut self, call: &Call<'p>, header: BlockId, state: &mut State) {
        let function = self.scene.program.function(call.proc);
        let Some(cycle) = call.shape.of_header(header) else { return };
        for &block in &cycle.blocks {
            for inst in function.block_instructions(block) {
                let is_kept = block == header && inst.opcode == Opcode::Phi;
                inst.result.filter(|_| !is_kept).into_iter().for_each(|result| state.set(result, None));
            }
        }
    }

    fn phis_of(&self, call: &Call<'p>, header: BlockId) -> impl Iterator<Item = &'p Instruction> + use<'p> {
        let function = self.scene.program.function(call.proc);
        function.block_instructions(header).iter().filter(|inst| inst.opcode == Opcode::Phi)
    }

    /// Frees what one more round changed. Says whether there was anything.
    fn widen(
        &mut self,
        call: &Call<'p>,
        header: BlockId,
        state: &mut State,
        back: &State,
        changed: &mut Changed,
    ) -> bool {
        let mut is_new = false;
        for phi in self.phis_of(call, header) {
            let Some(value) = phi.result else { continue };
            let (here, there) = (state.get(value), back.get(value));
            if here == there || changed.free.contains(&Spot::Value(value)) {
                continue;
            }
            let freed = match (here, there) {
                (Some(Val::Pointer(a, _)), Some(Val::Pointer(b, _))) if a == b => {
                    if !changed.offsets.insert(value) {
                        continue;
                    }
                    Val::Pointer(a, self.symbols.symbol(64))
                }
                _ => {
                    changed.free.insert(Spot::Value(value));
                    self.symbols.anything(&phi.ty)
                }
            };
            is_new = true;
            state.set(value, Some(freed));
        }
        self.widen_memory(state, back, changed) || is_new
    }

    fn widen_memory(&mut self, state: &mut State, back: &State, changed: &mut Changed) -> bool {
        let mut is_new = false;
        let objects: Vec<(Object, Rc<Contents>)> = state.memory.iter().map(|(at, held)| (*at, held.clone())).collect();
        for (object, here) in objects {
            let Some(there) = back.memory.get(&object) else {
                Rc::make_mut(&mut state.memory).remove(&object);
                is_new = true;
                continue;
            };
            if changed.objects.contains(&object) || here == *there {
                continue;
            }
            match self.widen_cells(object, &here, there, changed) {
                Some(freed) if *here == freed => {}
                Some(freed) => {
                    is_new = true;
                    Rc::make_mut(&mut state.memory).insert(object, Rc::new(freed));
                }
                None => {
                    is_new = true;
                    changed.objects.insert(object);
                    changed.held.push((object, there.clone()));
                    let freed = Rc::new(Contents::new(self.bases.any()));
                    Rc::make_mut(&mut state.memory).insert(object, freed);
                }
            }
        }
        is_new
    }

    /// The cells that changed, freed; `None` when more changed than single cells.
    fn widen_cells(
        &mut self,
        object: Object,
        here: &Contents,
        there: &Contents,
        changed: &mut Changed,
    ) -> Option<Contents> {
        let mut freed = here.clone();
        if here.base != there.base || here.cells.len() != there.cells.len() {
            return None;
        }
        for ((&at, &(len, val)), (&other, &(size, new))) in here.cells.iter().zip(&there.cells) {
            if (at, len) != (other, size) {
                return None;
            }
            let spot = Spot::Cell(object, at, len);
            if val != new && !changed.free.contains(&spot) {
                let symbol = match (val, new) {
                    (Val::Bits(_), Val::Bits(_)) => Val::Bits(self.symbols.symbol(8 * len as u32)),
                    (Val::Pointer(..), Val::Pointer(..)) => self.symbols.pointer(),
                    _ => Val::Opaque,
                };
                changed.free.insert(spot);
                freed.cells.insert(at, (len, symbol));
            }
        }
        Some(freed)
    }

    fn variables(&mut self, state: &State, first: &State, changed: &Changed) -> Vec<Variable> {
        let mut spots: Vec<Spot> = changed.free.iter().copied().collect();
        spots.extend(changed.offsets.iter().map(|&value| Spot::Value(value)));
        for (object, held) in &changed.held {
            let bits = held.cells.iter().filter(|(_, (_, val))| matches!(val, Val::Bits(_)));
            spots.extend(bits.take(MOST_CELLS).map(|(&at, &(len, _))| Spot::Cell(*object, at, len)));
        }
        spots.sort_by_key(|spot| match spot {
            Spot::Value(value) => (None, value.0.into(), 0),
            Spot::Cell(object, at, len) => (Some(*object), *at, *len),
        });
        spots.dedup();
        let mut found = Vec::new();
        for spot in spots {
            if let (Some(any), Some(first)) = (self.at(state, spot), self.at(first, spot))
                && self.symbols.arena.width(any) == self.symbols.arena.width(first)
            {
                found.push(Variable { spot, any, first, next: None });
            }
        }
        found
    }

    /// What stands at a spot, as a number; of a pointer its offset.
    fn at(&mut self, state: &State, spot: Spot) -> Option<ExprId> {
        let val = match spot {
            Spot::Value(value) => state.get(value)?,
            Spot::Cell(object, at, len) => {
                if len > 8 {
                    return None;
                }
                let contents = state.memory.get(&object)?.clone();
                contents.read(&mut self.tools(), at, Scalar::Int(8 * len as u32))
            }
        };
        match val {
            Val::Bits(term) => Some(term),
            Val::Pointer(_, offset) => Some(offset),
            Val::Opaque => None,
        }
    }

    /// Writes down what one more round makes of the variables.
    fn note_next(&mut self, at: usize, back: Option<&State>) {
        let Some(back) = back else { return };
        self.rounds[at].next = (self.guards.term(back.guard), self.rounds.len());
        let mut variables = std::mem::take(&mut self.rounds[at].variables);
        for variable in &mut variables {
            variable.next = self.at(back, variable.spot);
        }
        self.rounds[at].variables = variables;
    }
}
