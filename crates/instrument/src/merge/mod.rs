//! Merges the arms of branches that only compute, so that one path stands for all their ways.
//!
//! `if (v > max) max = v;` splits the path of a run, and every later question repeats the decision, though nothing but a value depends on
//! it. Such a *region* (`region`), a piece of a function with one entry and one exit whose blocks only compute (`speculate`), becomes
//! straight code: both arms are computed, and what differs is selected. Its sites become *soft* (`sites::SOFT`): told with their
//! condition and with their guard, that is whether the program comes there at all, but no part of the path.
//!
//! ```text
//! H: mark(K, %c);  br %c, T, J           H: %w = 2 + %c;  soft(K, %w, %c, true)
//! T: %x = add %m, 1;  store %x, %p   →      %x = add %m, 1
//!    br J                                   %old = load %p;  %new = select %c, %x, %old;  store %new, %p
//! J: %n = phi [%m, H], [%x, T]              %n = select %c, %x, %m;  br J
//! ```
//!
//! The store of `%new` is what shadows are told; the processor is to store in the taken arm only, so when all is described its address
//! becomes one of ours where the guard does not hold ([`Merged::settle`]).
//! `docs/design/merging.md` says why each kind of instruction may or may not be merged.
//!
//! Invariant: the program computes what it computed; what is added reads only memory that is known to be readable.

mod convert;
mod guard;
mod pointers;
mod region;
mod speculate;
mod uses;

use crate::Options;
use crate::llvm::Opcode;
use crate::llvm::{Block, Builder, Session, Type, Value, opposite};
use crate::sites::{self, MARK, SOFT};
use convert::Converter;
use std::collections::HashSet;
use uses::Uses;

/// What was merged in a module, as far as the following passes must know.
#[derive(Default)]
pub(crate) struct Merged<'s> {
    /// Selects that stand for branches which soft marks tell.
    selects: HashSet<Value<'s>>,
    /// Stores of an arm, with the guard of the arm.
    stores: Vec<(Value<'s>, Value<'s>)>,
    /// What soft marks are handed as a number only.
    numbers: HashSet<Value<'s>>,
    /// What is never symbolic of the function at hand. Of values that merging makes nothing is known: they are as symbolic as what
    /// they were made of.
    concrete: HashSet<Value<'s>>,
}

impl<'s> Merged<'s> {
    /// Does a select choose between the arms of branches that soft marks tell?
    pub(crate) fn is_choice(&self, select: Value) -> bool {
        self.selects.contains(&select)
    }

    /// Is a value computed for the runtime, so that nothing symbolic has to be followed there?
    pub(crate) fn is_number(&self, value: Value) -> bool {
        self.numbers.contains(&value)
    }

    /// Takes an instruction out of the function, and out of what is known: LLVM may make the next one in its place in memory.
    fn delete(&mut self, instruction: Value<'s>) {
        for known in [&mut self.selects, &mut self.numbers, &mut self.concrete] {
            known.remove(&instruction);
        }
        instruction.delete_instruction();
    }

    /// Takes the stores of arms that the program does not run elsewhere. To be called when all is described.
    pub(crate) fn settle(&self, session: &Session, function: Value) {
        let builder = Builder::new(session);
        let own: Vec<&(Value, Value)> = self.stores.iter().filter(|(store, _)| store.function() == function).collect();
        if own.is_empty() {
            return;
        }
        let entry = function.blocks()[0].first().expect("a complete block");
        builder.before(entry);
        builder.location_of(entry);
        let nowhere = builder.alloca(Type::int(session, 64).array(WIDEST / 8));
        for &(store, guard) in own {
            builder.before(store);
            builder.location_of(store);
            store.set_operand(1, builder.select(guard, store.operand(1), nowhere));
        }
    }
}

/// Bytes of the widest value that an arm may store.
const WIDEST: u64 = 16;

/// Merges what can be merged, in every function.
///
/// `concrete` tells the values of a function that are never symbolic, or that nothing of it may be merged.
pub(crate) fn merge<'s>(
    session: &'s Session,
    options: &Options,
    concrete: impl Fn(Value<'s>) -> Option<HashSet<Value<'s>>>,
) -> Merged<'s> {
    let mut merged = Merged::default();
    // Models are written for paths that split: what a comparison of `qsort` returns goes to the C library.
    if options.is_model {
        return merged;
    }
    for function in session.functions().into_iter().filter(|function| !function.is_declaration()) {
        if let Some(concrete) = concrete(function) {
            merged.concrete = concrete;
            pointers::split(session, function, &mut merged);
            merge_function(session, function, options, &mut merged);
            soften_rest(session, function, &mut merged);
        }
    }
    merged
}

/// Inner regions first: merged, they are straight code for those around them.
fn merge_function<'s>(session: &'s Session, function: Value<'s>, options: &Options, merged: &mut Merged<'s>) {
    let uses = Uses::new(session, options, function);
    for entry in post_order(function) {
        // A block may end with another branch when its first one is merged.
        while let Some(region) = region::of(session, entry, &uses, merged) {
            Converter::new(session, merged).convert(&region);
        }
    }
}

/// The blocks of a function, each after those that it leads to, loops aside.
fn post_order(function: Value) -> Vec<Block> {
    let Some(&entry) = function.blocks().first() else { return Vec::new() };
    let (mut order, mut seen) = (Vec::new(), HashSet::from([entry]));
    let mut open = vec![(entry, entry.successors())];
    while let Some((block, successors)) = open.last_mut() {
        match successors.pop() {
            Some(next) if seen.insert(next) => open.push((next, next.successors())),
            Some(_) => {}
            None => {
                order.push(*block);
                open.pop();
            }
        }
    }
    order
}

/// A mark whose condition is not what its block branches on decides nothing: the value of a `?:` or of `a && b`.
fn soften_rest<'s>(session: &'s Session, function: Value<'s>, merged: &mut Merged<'s>) {
    for block in function.blocks() {
        let decides = block.terminator().filter(|t| t.is_conditional_branch()).map(|t| t.condition());
        for mark in block.instructions().into_iter().filter(|&i| is_mark(i)) {
            let condition = mark.operand(1);
            if !condition.is_constant() && decides != Some(condition) {
                soften(session, mark, None, merged);
            }
        }
    }
}

/// Makes a mark soft, or a soft one depend on one condition more; `guard` says whether the program comes there, without one it does.
fn soften<'s>(session: &'s Session, mark: Value<'s>, guard: Option<Value<'s>>, merged: &mut Merged<'s>) {
    let builder = Builder::new(session);
    builder.before(mark);
    builder.location_of(mark);
    let (i8t, i1t) = (Type::int(session, 8), Type::int(session, 1));
    let first = mark.operand(0);
    let is_soft = mark.callee().name() == SOFT;
    let (condition, own) = if is_soft { (mark.operand(2), Some(mark.operand(3))) } else { (mark.operand(1), None) };
    let own = own.filter(|guard| !guard.is_constant());
    let comes = match (guard, own) {
        (Some(outer), Some(own)) => builder.and(outer, own),
        (guard, own) => guard.or(own).unwrap_or_else(|| i1t.constant(1)),
    };
    let (held, came) = (builder.resize(condition, i8t), builder.resize(comes, i8t));
    let doubled = builder.shift_left(came, 1);
    let way = builder.or(held, doubled);
    merged.numbers.extend([held, came, doubled, way].into_iter().filter(|number| number.is_instruction()));
    sites::soft(session, &builder, &[first, way, condition, comes]);
    merged.delete(mark);
}

/// Is it the mark of a branch? Optimisations may have turned the branch round.
fn tells(mark: Value, branch: Value) -> bool {
    is_mark(mark) && {
        let (told, jumps) = (mark.operand(1), branch.condition());
        told == jumps || is_opposite(told, jumps) || is_opposite(jumps, told)
    }
}

fn is_opposite(one: Value, other: Value) -> bool {
    match (one.opcode(), other.opcode()) {
        (Some(Opcode::LLVMXor), _) => one.operand(0) == other && one.operand(1).const_int() == Some(1),
        (Some(Opcode::LLVMICmp), Some(Opcode::LLVMICmp)) => {
            one.operands() == other.operands() && one.int_predicate() == opposite(other.int_predicate())
        }
        _ => false,
    }
}

fn is_mark(instruction: Value) -> bool {
    is_call_of(instruction, MARK)
}

fn is_soft(instruction: Value) -> bool {
    is_call_of(instruction, SOFT)
}

fn is_call_of(instruction: Value, name: &str) -> bool {
    let is_call = instruction.opcode() == Some(Opcode::LLVMCall) && instruction.callee().is_function();
    is_call && instruction.callee().name() == name
}
