//! What is known about the prefix at hand, kept from question to question.
//! The questions of a campaign walk along paths: the next prefix shares most conditions with the last one. So bytes
//! are numbered, conditions are indexed by byte, components for slicing and tapes for checking are kept, and a new
//! question only pays for the conditions in which it differs. Invariant: after [`Path::enter`] everything here speaks
//! of exactly the question's prefix and parent. One value of `Path` is used with one arena only. Does not solve.

mod check;
mod component;
mod definition;

use symcrete_expr::{Arena, ExprId, InputByte, InputSet, Inputs, Op, Stop};

use crate::byte::ByteId;
use crate::model::Model;
use crate::query::Query;
use check::Checker;
use component::Components;
use definition::{Definition, Solved};
use rustc_hash::FxHashMap;

/// A condition over more bytes than this is large. It is not indexed by byte: a checksum over the whole input would fill the
/// index with the square of its length, and no stage that uses the index can do much with such a condition.
const MAX_INDEXED: usize = 64;
/// Equations of a question that are looked at for what they define.
const MAX_EQUATIONS: usize = 64;
/// Large conditions before one that are looked at for bytes which it shares with them: sums in a row over a few arrays.
const LOOKED_AT: usize = 4;

/// The indexed prefix.
#[derive(Default)]
pub(crate) struct Path {
    inputs: Inputs,
    ids: FxHashMap<InputByte, ByteId>,
    bytes: Vec<InputByte>,
    /// The parent's values.
    parent: Vec<u8>,
    conditions: Vec<ExprId>,
    /// The bytes of each condition; of a large one those that no large one before it has, and one of those, too, which stands for
    /// all that they share: the square of a long sum's length would not fit into memory.
    bytes_of: Vec<Box<[ByteId]>>,
    /// The large conditions, by place, with their bytes.
    large: Vec<(usize, InputSet)>,
    /// How many conditions of the prefix each byte is in.
    n_uses: Vec<u32>,
    /// The conditions on each byte, ascending, except those over too many bytes.
    on_byte: Vec<Vec<u32>>,
    components: Components,
    checker: Checker,
    streak: u32,
    /// Conditions of the question that only define bytes, in the order in which they were found: an earlier one may use what a later one defines.
    definitions: Vec<Definition>,
}

impl Path {
    /// Turns to a question: keeps what it shares with the last one and reads the parent's bytes. The bytes of the goal;
    /// nothing when it was stopped, and then only the next question may be entered.
    pub(crate) fn enter(&mut self, query: &Query<'_>, stop: &Stop) -> Option<Box<[ByteId]>> {
        self.forget_definitions();
        let shared = self.conditions.iter().zip(query.prefix).take_while(|(old, new)| old == new).count();
        self.streak = if shared == self.conditions.len() { self.streak.saturating_add(1) } else { 0 };
        self.truncate(shared);
        for &condition in &query.prefix[shared..] {
            let set = self.inputs.unless(stop, query.arena, condition).filter(|_| !stop.is_set())?;
            self.push(condition, set);
        }
        let goal_set = self.inputs.unless(stop, query.arena, query.goal)?;
        let goal_bytes = self.bytes_of_set(goal_set);
        self.parent.clear();
        // Bytes of other questions may not exist in this parent, so they are not asked for.
        let known = self.bytes.iter().zip(&self.n_uses);
        self.parent.extend(known.map(|(&at, &n_uses)| if n_uses > 0 { (query.parent)(at) } else { 0 }));
        for byte in &goal_bytes {
            self.parent[byte.index()] = (query.parent)(self.bytes[byte.index()]);
        }
        Some(goal_bytes)
    }

    /// How many questions in a row had a prefix that continues the one before.
    pub(crate) fn streak(&self) -> u32 {
        self.streak
    }

    /// The numbers of the bytes of a set.
    fn bytes_of_set(&mut self, set: InputSet) -> Box<[ByteId]> {
        let bytes = self.inputs.bytes(set);
        bytes.into_iter().map(|at| self.id(at)).collect()
    }

    /// The places of the conditions that share bytes with these, directly or through others, ascending.
    pub(crate) fn slice(&mut self, bytes: &[ByteId]) -> Vec<usize> {
        self.components.members(bytes)
    }

    /// Finds what of a slice only defines bytes; the places of the others. Until the next question these bytes follow from the others.
    pub(crate) fn define(&mut self, query: &Query<'_>, slice: Vec<usize>, stop: &Stop) -> Vec<usize> {
        let Some(goal) = self.inputs.unless(stop, query.arena, query.goal) else { return slice };
        let is_equation = |place: &&usize| query.arena.op(query.prefix[**place]) == Op::Eq;
        let mut equations: Vec<usize> = slice.iter().filter(is_equation).take(MAX_EQUATIONS).copied().collect();
        loop {
            let n_before = equations.len();
            equations.retain(|&place| !self.is_definition(query, (place, goal), stop));
            if equations.len() == n_before {
                break;
            }
        }
        let is_left = |place: &usize| self.definitions.iter().all(|definition| definition.place != *place);
        slice.into_iter().filter(is_left).collect()
    }

    /// Makes a condition a definition, if it is one.
    fn is_definition(&mut self, query: &Query<'_>, (place, goal): (usize, InputSet), stop: &Stop) -> bool {
        for solved in Solved::of(query.arena, query.prefix[place]) {
            if self.is_free(query.arena, (place, goal), &solved, stop)
                && let Some(definition) = solved.definition(place, (query.arena, stop), |at| self.id(at))
            {
                for byte in &self.bytes_of[place] {
                    self.on_byte[byte.index()].retain(|&other| other as usize != place);
                }
                self.definitions.push(definition);
                return true;
            }
        }
        false
    }

    /// Does nothing else ask about the word of an equation: not what it is equal to, no other condition that is left, not the goal?
    fn is_free(&mut self, arena: &Arena, (place, goal): (usize, InputSet), solved: &Solved, stop: &Stop) -> bool {
        let ids: Vec<ByteId> = solved.bytes.iter().map(|&at| self.id(at)).collect();
        let is_asked = |byte: &ByteId| self.on_byte[byte.index()].iter().any(|&other| other as usize != place);
        if ids.iter().any(is_asked) {
            return false;
        }
        let Some(word) = self.inputs.unless(stop, arena, solved.word) else { return false };
        let roots: Option<Vec<InputSet>> =
            solved.roots.iter().map(|&root| self.inputs.unless(stop, arena, root)).collect();
        let is_defined = |at: usize| self.definitions.iter().any(|definition| definition.place == at);
        let large = self.large.iter().filter(|&&(at, _)| at != place && !is_defined(at)).map(|&(_, set)| set);
        roots.is_some_and(|roots| large.chain(roots).chain([goal]).all(|other| !self.inputs.overlap(word, other)))
    }

    /// Conditions that were definitions are conditions again.
    fn forget_definitions(&mut self) {
        for definition in std::mem::take(&mut self.definitions) {
            let place = definition.place;
            if self.large.binary_search_by_key(&place, |&(large, _)| large).is_ok() {
                continue;
            }
            for byte in &self.bytes_of[place] {
                let on_byte = &mut self.on_byte[byte.index()];
                let at = on_byte.partition_point(|&other| (other as usize) < place);
                on_byte.insert(at, place as u32);
            }
        }
    }

    /// Gives bytes that are defined the values that follow from the others.
    fn repair(&mut self, values: &mut [u8]) {
        self.definitions.iter_mut().rev().for_each(|definition| definition.repair(values));
    }

    /// A model with what it defines.
    pub(crate) fn completed(&mut self, model: Model) -> Model {
        if self.definitions.is_empty() {
            return model;
        }
        let changes = self.changes(&model);
        let values = self.values(&changes);
        let defined = self.definitions.iter().flat_map(|definition| &definition.bytes);
        let defined: Vec<(InputByte, u8)> = defined.map(|&byte| (self.byte(byte), values[byte.index()])).collect();
        let is_defined = |at: InputByte| defined.iter().any(|&(other, _)| other == at);
        let others = model.bytes().iter().copied().filter(|&(at, _)| !is_defined(at));
        others.chain(defined.iter().copied()).collect()
    }

    /// The parent's values with some changes, and what these define.
    fn values(&mut self, changes: &[(ByteId, u8)]) -> Vec<u8> {
        let mut values = self.parent.clone();
        values.resize(self.bytes.len(), 0);
        for &(byte, value) in changes {
            values[byte.index()] = value;
        }
        self.repair(&mut values);
        values
    }

    /// Which bytes are in a component of one of these? One that is not keeps the parent's value.
    pub(crate) fn related(&self, bytes: &[ByteId]) -> impl Fn(InputByte) -> bool {
        let is_joined = self.components.joined(bytes);
        move |at| self.ids.get(&at).is_some_and(|&id| is_joined(id))
    }

    /// The input byte of a number.
    pub(crate) fn byte(&self, id: ByteId) -> InputByte {
        self.bytes[id.index()]
    }

    /// The number of an input byte, given out if it has none yet.
    pub(crate) fn id(&mut self, at: InputByte) -> ByteId {
        let next = ByteId(self.bytes.len() as u32);
        let id = *self.ids.entry(at).or_insert(next);
        if id == next {
            self.bytes.push(at);
            self.on_byte.push(Vec::new());
            self.n_uses.push(0);
            self.components.add_byte();
        }
        id
    }

    /// The parent's values, by number.
    pub(crate) fn parent(&self) -> &[u8] {
        &self.parent
    }

    /// The bytes of the condition at a place.
    pub(crate) fn bytes_at(&self, place: usize) -> &[ByteId] {
        &self.bytes_of[place]
    }

    /// The places of the conditions on a byte, ascending, except those over too many bytes.
    pub(crate) fn on_byte(&self, byte: ByteId) -> &[u32] {
        &self.on_byte[byte.index()]
    }

    /// Are all conditions among these places indexed by byte?
    pub(crate) fn is_indexed(&self, places: &[usize]) -> bool {
        let is_large = |place: &usize| self.large.binary_search_by_key(place, |&(large, _)| large).is_ok();
        self.large.is_empty() || !places.iter().any(is_large)
    }

    /// The first condition of the prefix that new values for some bytes violate.
    pub(crate) fn first_violated(&mut self, arena: &Arena, changes: &[(ByteId, u8)], stop: &Stop) -> Option<usize> {
        self.violated(arena, changes, 1, stop).pop()
    }

    /// The first conditions of the prefix that new values for some bytes violate, at most `limit` of them, ascending. When
    /// it is stopped, a condition that was not looked at counts as violated.
    pub(crate) fn violated(
        &mut self,
        arena: &Arena,
        changes: &[(ByteId, u8)],
        limit: usize,
        stop: &Stop,
    ) -> Vec<usize> {
        let values = self.values(changes);
        let Path { checker, conditions, ids, .. } = self;
        checker.violated((arena, stop), conditions, &values, |at| ids[&at], limit)
    }

    /// The changes a model makes, by number.
    pub(crate) fn changes(&mut self, model: &Model) -> Vec<(ByteId, u8)> {
        model.bytes().iter().map(|&(at, value)| (self.id(at), value)).collect()
    }

    /// The model that makes these changes.
    pub(crate) fn model(&self, changes: &[(ByteId, u8)]) -> Model {
        changes.iter().map(|&(byte, value)| (self.byte(byte), value)).collect()
    }

    fn push(&mut self, condition: ExprId, set: InputSet) {
        let place = self.conditions.len();
        let is_large = self.inputs.size(set) > MAX_INDEXED;
        let bytes = if is_large { self.bytes_of_large(set) } else { self.bytes_of_set(set) };
        self.components.push(&bytes);
        bytes.iter().for_each(|byte| self.n_uses[byte.index()] += 1);
        if is_large {
            self.large.push((place, set));
        } else {
            bytes.iter().for_each(|byte| self.on_byte[byte.index()].push(place as u32));
        }
        self.bytes_of.push(bytes);
        self.conditions.push(condition);
    }

    /// The bytes by which a large condition hangs together with others. The bytes of one before it are joined already.
    fn bytes_of_large(&mut self, set: InputSet) -> Box<[ByteId]> {
        let mut fewest: Option<Vec<InputByte>> = None;
        for &(_, before) in self.large.iter().rev().take(LOOKED_AT) {
            let most = fewest.as_ref().map_or(self.inputs.size(set), Vec::len);
            let Some(shared) = self.inputs.shared(set, before) else { continue };
            if let Some(mut bytes) = self.inputs.beyond(set, before, most.saturating_sub(1)) {
                bytes.push(shared);
                fewest = Some(bytes);
            }
        }
        match fewest {
            Some(bytes) => bytes.into_iter().map(|at| self.id(at)).collect(),
            None => self.bytes_of_set(set),
        }
    }

    fn truncate(&mut self, len: usize) {
        while self.conditions.len() > len {
            self.conditions.pop();
            self.components.pop();
            for byte in self.bytes_of.pop().iter().flatten() {
                self.n_uses[byte.index()] -= 1;
                self.on_byte[byte.index()].pop_if(|&mut place| place as usize == self.conditions.len());
            }
        }
        while self.large.pop_if(|&mut (place, _)| place >= len).is_some() {}
        self.checker.truncate(len);
    }
}
