//! The local variables of a function: where each is born, and where it is set, read or let out.
//!
//! A variable is born where control passes its declaration, again in each round of a loop around it, and where the front end says that its
//! lifetime begins; without either, with the call of its function. A parameter is stored before its declaration and has no birth there.

use crate::extract::address::steps;
use crate::llvm::{Block, Declared, Opcode, Session, Type, Value};
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// What an instruction does with an object.
#[derive(Clone)]
pub(super) enum Use<'s> {
    /// Sets these bytes.
    Set(Range<u64>),
    /// Reads these bytes, as a value of this type if it is one.
    Read(Range<u64>, Option<Type<'s>>),
    /// Lets its address go, or reads at an unknown offset: anything may be read from here on.
    Out,
    /// It is born, before this instruction.
    Born,
}

/// A local variable.
pub(super) struct Object<'s> {
    /// Its stack slot.
    pub(super) slot: Value<'s>,
    /// Its bytes; of one whose size is computed, those of an element.
    pub(super) bytes: u64,
    /// How many elements, where that is computed.
    pub(super) count: Option<Value<'s>>,
    pub(super) name: String,
    pub(super) function: Value<'s>,
    pub(super) declared: Option<Declared<'s>>,
    /// The instructions before which it is born.
    pub(super) births: Vec<Value<'s>>,
    /// The blocks of the function, the entry first, with what follows each.
    pub(super) blocks: Vec<(Vec<usize>, Vec<Use<'s>>)>,
}

/// A function's blocks by number, and where each instruction stands.
struct Layout<'s> {
    blocks: Vec<Block<'s>>,
    numbers: HashMap<Block<'s>, usize>,
    positions: HashMap<Value<'s>, (usize, usize)>,
    /// Declarations with the instruction that each stands before.
    declared: HashMap<Value<'s>, Vec<(Value<'s>, Declared<'s>)>>,
    /// The first instruction that is no stack slot.
    begin: Value<'s>,
}

impl<'s> Layout<'s> {
    fn of(session: &'s Session, function: Value<'s>) -> Option<Layout<'s>> {
        let blocks = function.blocks();
        let numbers = blocks.iter().enumerate().map(|(k, &block)| (block, k)).collect();
        let mut positions = HashMap::new();
        let mut declared: HashMap<Value, Vec<(Value, Declared)>> = HashMap::new();
        for (b, block) in blocks.iter().enumerate() {
            for (k, instruction) in block.instructions().into_iter().enumerate() {
                positions.insert(instruction, (b, k));
                for one in instruction.declarations(session) {
                    declared.entry(one.slot).or_default().push((instruction, one));
                }
            }
        }
        let entry = blocks.first()?.instructions();
        let begin = entry.into_iter().find(|i| i.opcode() != Some(Opcode::LLVMAlloca))?;
        Some(Layout { blocks, numbers, positions, declared, begin })
    }
}

/// The local variables of a function.
pub(super) fn objects<'s>(session: &'s Session, function: Value<'s>) -> Vec<Object<'s>> {
    let Some(layout) = Layout::of(session, function) else { return Vec::new() };
    let instructions = layout.blocks.iter().flat_map(|block| block.instructions());
    let slots = instructions.filter(|i| i.opcode() == Some(Opcode::LLVMAlloca));
    slots.map(|slot| object(session, &layout, slot, function)).collect()
}

fn object<'s>(session: &'s Session, layout: &Layout<'s>, slot: Value<'s>, function: Value<'s>) -> Object<'s> {
    let element = slot.allocated_type().alloc_size(session);
    let count = slot.operand(0);
    let (bytes, count) = match count.const_int() {
        Some(n) => (element.saturating_mul(n), None),
        None => (element, Some(count)),
    };
    let declared = layout.declared.get(&slot).and_then(|all| all.first()).map(|(_, declared)| declared.clone());
    let name = match &declared {
        Some(declared) if !declared.name.is_empty() => declared.name.clone(),
        _ if count.is_some() => "alloca".into(),
        _ if slot.name() == "retval" => format!("the result of {}", function.name()),
        _ => slot.name(),
    };
    let mut uses = Uses { session, slot, bytes, found: HashMap::new(), starts: Vec::new() };
    uses.follow();
    let births = births(layout, &uses);
    let blocks = by_block(layout, &uses, &births, count.is_some());
    Object { slot, bytes, count, name, function, declared, births, blocks }
}

/// Where an object is born.
fn births<'s>(layout: &Layout<'s>, uses: &Uses<'s>) -> Vec<Value<'s>> {
    let slot = layout.positions[&uses.slot];
    if slot.0 != 0 || layout.positions[&layout.begin] < slot {
        return uses.slot.next().into_iter().collect();
    }
    let is_set = |found: &[Use]| found.iter().any(|one| matches!(one, Use::Set(_)));
    let set: Vec<(usize, usize)> =
        uses.found.iter().filter(|(_, found)| is_set(found)).map(|(user, _)| layout.positions[user]).collect();
    let declared = layout.declared.get(&uses.slot).into_iter().flatten();
    let is_parameter = |at: (usize, usize)| at.0 == 0 && set.iter().any(|&before| before.0 == 0 && before < at);
    // rustc also declares variables among the stack slots, where some of them are not there yet.
    let begun = |at: Value<'s>| if layout.positions[&at] < layout.positions[&layout.begin] { layout.begin } else { at };
    let places = declared.map(|(at, _)| begun(*at));
    let mut places: Vec<Value> = places.filter(|at| !is_parameter(layout.positions[at])).collect();
    places.extend(uses.starts.iter().filter_map(|start| start.next()));
    if !places.iter().any(|place| layout.positions[place].0 == 0) {
        places.push(layout.begin);
    }
    places.sort_by_key(|place| layout.positions[place]);
    places.dedup();
    places
}

/// What happens to the object, block by block and in order.
fn by_block<'s>(
    layout: &Layout<'s>,
    uses: &Uses<'s>,
    births: &[Value<'s>],
    is_computed: bool,
) -> Vec<(Vec<usize>, Vec<Use<'s>>)> {
    let mut found: Vec<Vec<((usize, usize), Use)>> = vec![Vec::new(); layout.blocks.len()];
    for place in births {
        let (block, k) = layout.positions[place];
        found[block].push(((k, 0), Use::Born));
    }
    for (user, all) in &uses.found {
        let (block, k) = layout.positions[user];
        let all = all.iter().map(|one| if is_computed { Use::Out } else { one.clone() });
        // What is copied is read before it is written.
        let order = |one: &Use| if matches!(one, Use::Set(_)) { 2 } else { 1 };
        found[block].extend(all.map(|one| ((k, order(&one)), one)));
    }
    let next = |block: &Block| block.successors().iter().map(|next| layout.numbers[next]).collect();
    let blocks = layout.blocks.iter().zip(found);
    blocks
        .map(|(block, mut found)| {
            found.sort_by_key(|(at, _)| *at);
            (next(block), found.into_iter().map(|(_, one)| one).collect())
        })
        .collect()
}

/// Finds the uses of a slot through addresses computed from it.
struct Uses<'s> {
    session: &'s Session,
    slot: Value<'s>,
    bytes: u64,
    found: HashMap<Value<'s>, Vec<Use<'s>>>,
    /// Where the front end says that its lifetime starts.
    starts: Vec<Value<'s>>,
}

impl<'s> Uses<'s> {
    fn follow(&mut self) {
        let mut pending = vec![(self.slot, Some(0_u64))];
        let mut seen = HashSet::new();
        while let Some((pointer, offset)) = pending.pop() {
            if !seen.insert(pointer) {
                continue;
            }
            for user in pointer.users() {
                if let Some(further) = self.add(user, pointer, offset) {
                    pending.push((user, further));
                }
            }
        }
    }

    /// Adds what one user does; the offset of the address that it computes, if it does.
    fn add(&mut self, user: Value<'s>, pointer: Value, offset: Option<u64>) -> Option<Option<u64>> {
        use Opcode as O;
        let found = match user.opcode() {
            Some(O::LLVMGetElementPtr) if user.ty().is_pointer() && user.operand(0) == pointer => {
                return Some(self.behind(user, offset));
            }
            Some(O::LLVMLoad) => vec![self.read(offset, self.size(user.ty()), Some(user.ty()))],
            Some(O::LLVMStore) if user.operand(0) != pointer => {
                self.set(offset, self.size(user.operand(0).ty())).into_iter().collect()
            }
            Some(O::LLVMICmp) => Vec::new(),
            Some(O::LLVMCall) => self.call(user, pointer, offset),
            _ => vec![Use::Out],
        };
        self.found.entry(user).or_default().extend(found);
        None
    }

    fn behind(&self, gep: Value, offset: Option<u64>) -> Option<u64> {
        let steps = steps(self.session, gep);
        let at = offset?.checked_add_signed(steps.offset)?;
        (steps.indices.is_empty() && at <= self.bytes).then_some(at)
    }

    fn call(&mut self, call: Value<'s>, pointer: Value, offset: Option<u64>) -> Vec<Use<'s>> {
        let callee = call.callee();
        let name = if callee.is_function() { callee.name() } else { String::new() };
        if name.starts_with("llvm.lifetime.start") {
            self.starts.push(call);
            return Vec::new();
        }
        if name.starts_with("llvm.lifetime.") || name.starts_with("llvm.dbg.") {
            return Vec::new();
        }
        let is_copy = name.starts_with("llvm.memcpy.") || name.starts_with("llvm.memmove.");
        if !is_copy && !name.starts_with("llvm.memset.") {
            return vec![Use::Out];
        }
        let length = call.operand(2).const_int();
        let mut found = Vec::new();
        if is_copy && call.operand(1) == pointer {
            found.push(length.map_or(Use::Out, |length| self.read(offset, length, None)));
        }
        if call.operand(0) == pointer {
            found.extend(length.and_then(|length| self.set(offset, length)));
        }
        found
    }

    fn size(&self, ty: Type) -> u64 {
        ty.store_size(self.session)
    }

    fn range(&self, offset: Option<u64>, bytes: u64) -> Option<Range<u64>> {
        let from = offset?;
        from.checked_add(bytes).filter(|&to| to <= self.bytes).map(|to| from..to)
    }

    fn read(&self, offset: Option<u64>, bytes: u64, ty: Option<Type<'s>>) -> Use<'s> {
        self.range(offset, bytes).map_or(Use::Out, |range| Use::Read(range, ty))
    }

    fn set(&self, offset: Option<u64>, bytes: u64) -> Option<Use<'s>> {
        self.range(offset, bytes).map(Use::Set)
    }
}
