//! Makes functions ready to be cut: drops promises that instrumentation breaks, gives every
//! invoke a block of its own for its result, loads what a constant is going to overwrite, moves vectors of bits as numbers, asks about
//! formats that may come from input, and gives functions with `va_start` one at their entry.

use crate::llvm::{Builder, FUNCTION_ATTRIBUTES, Opcode, Session, Type, Value};
use crate::sites::split_edge;
use symcrete_abi::name;

/// Promises about memory and side effects that no longer hold once shadows travel with calls.
const BROKEN: [&str; 5] = ["memory", "nosync", "nofree", "speculatable", "norecurse"];

/// Drops broken promises from all functions and their declarations.
pub(crate) fn module(session: &Session) {
    for function in session.functions() {
        if !function.name().starts_with("llvm.") {
            for attribute in BROKEN {
                function.remove_function_attribute(FUNCTION_ATTRIBUTES, session.attribute(attribute));
            }
        }
    }
}

/// Prepares one function.
pub(crate) fn function(session: &Session, function: Value) {
    if !function.string_attribute("target-features").contains("+fma") {
        expand_multiply_add(session, function);
    }
    move_bits_as_numbers(session, function);
    load_overwritten(session, function);
    ask_about_formats(session, function);
    begin_list(session, function);
    let kinds: Vec<u32> = BROKEN.iter().map(|name| session.attribute(name)).collect();
    for block in function.blocks() {
        for instruction in block.instructions() {
            if is_plain_call(instruction) {
                for &kind in &kinds {
                    instruction.remove_call_attribute(FUNCTION_ATTRIBUTES, kind);
                }
            }
        }
        if let Some(invoke) = block.terminator().filter(|t| t.opcode() == Some(Opcode::LLVMInvoke)) {
            own_block(session, invoke);
        }
    }
}

fn is_plain_call(instruction: Value) -> bool {
    instruction.is_call() && !(instruction.callee().is_function() && instruction.callee().name().starts_with("llvm."))
}

/// The result of an invoke is described where it returns; nobody else may come there.
fn own_block(session: &Session, invoke: Value) {
    split_edge(session, invoke, 0);
}

/// Without fused hardware `fmuladd` rounds twice, so it is said as two operators.
///
/// ```text
/// %r = call @llvm.fmuladd(a, b, c)   →   %p = fmul a, b;  %r = fadd %p, c
/// ```
fn expand_multiply_add(session: &Session, function: Value) {
    let builder = Builder::new(session);
    for instruction in function.blocks().into_iter().flat_map(|block| block.instructions()) {
        let is = instruction.is_call() && instruction.callee().is_function();
        if is && instruction.callee().name().starts_with("llvm.fmuladd.") {
            let [a, b, c] = [0, 1, 2].map(|k| instruction.operand(k));
            builder.before(instruction);
            builder.location_of(instruction);
            let sum = builder.float_add(builder.float_multiply(a, b), c);
            instruction.replace_uses(sum);
            instruction.delete_instruction();
        }
    }
}

/// Lanes of a vector in memory that are no whole bytes lie in bytes together, so they have no addresses.
///
/// ```text
/// store <32 x i1> %bits, %p      →   %number = bitcast %bits to i32;  store i32 %number, %p
/// %bits = load <32 x i1>, %p     →   %number = load i32, %p;  %bits = bitcast %number to <32 x i1>
/// ```
fn move_bits_as_numbers(session: &Session, function: Value) {
    let builder = Builder::new(session);
    for access in function.blocks().into_iter().flat_map(|block| block.instructions()) {
        let is_store = access.opcode() == Some(Opcode::LLVMStore);
        if !is_store && access.opcode() != Some(Opcode::LLVMLoad) {
            continue;
        }
        let ty = if is_store { access.operand(0).ty() } else { access.ty() };
        let Some(bits) = bits_together(ty) else { continue };
        let number = Type::int(session, bits);
        builder.before(access);
        builder.location_of(access);
        if is_store {
            access.set_operand(0, builder.bitcast(access.operand(0), number));
        } else {
            let loaded = builder.load(number, access.operand(0), access.alignment());
            if !access.is_plain_access() {
                loaded.set_volatile();
            }
            access.replace_uses(builder.bitcast(loaded, ty));
            access.delete_instruction();
        }
    }
}

/// How many bits a vector has whose lanes are no whole bytes.
pub(crate) fn bits_together(ty: Type) -> Option<u32> {
    let lane = Some(ty).filter(|ty| ty.is_vector()).map(|ty| ty.element(0)).filter(|lane| lane.is_int())?;
    (lane.int_width() % 8 != 0).then(|| lane.int_width() * ty.n_elements().unwrap_or(0) as u32)
}

/// Where something is stored at an address that may be symbolic (`seen[c] = 1`, `line[n] = 0`, `at[key % 8] = value`), the runtime has to know
/// what was there, and the segment is over when it is asked. So a look at the place is put before the store.
fn load_overwritten(session: &Session, function: Value) {
    let builder = Builder::new(session);
    for store in function.blocks().into_iter().flat_map(|block| block.instructions()) {
        if store.opcode() == Some(Opcode::LLVMStore) && store.is_plain_access() && is_varied(store) {
            builder.before(store);
            builder.location_of(store);
            builder.load(store.operand(0).ty(), store.operand(1), store.alignment());
        }
    }
}

/// A format that is no constant is shown to the runtime before it is used.
fn ask_about_formats(session: &Session, function: Value) {
    let builder = Builder::new(session);
    let ty = Type::function(Type::void(session), &[Type::pointer(session, 0)]);
    for call in function.blocks().into_iter().flat_map(|block| block.instructions()).filter(|it| it.is_call()) {
        let callee = call.callee();
        let name = if callee.is_function() { callee.name() } else { String::new() };
        let function = symcrete_libc::function(name.strip_prefix(name::LIBC).unwrap_or(&name));
        let position = function.and_then(|function| function.format());
        let format = position.and_then(|position| call.arguments().get(position).copied());
        if let Some(format) = format.filter(|format| !format.is_constant() && format.ty().is_pointer()) {
            builder.before(call);
            builder.location_of(call);
            builder.call(ty, session.declare(&format!("{}format", name::LIBC), ty), &[format]);
        }
    }
}

/// A function may begin its list of arguments several times, late, or after calls that have such lists too. What was passed is known
/// at the entry, so a list of its own is begun there.
///
/// ```text
/// entry:                →   entry:
///   …                         %own = alloca [24 x i8]; call @llvm.va_start(%own)
///   …                         …
/// ```
fn begin_list(session: &Session, function: Value) {
    let mut starts = function.blocks().into_iter().flat_map(|block| block.instructions()).filter(|&i| is_start(i));
    let Some(start) = starts.next().map(|call| call.callee()) else { return };
    let entry = function.blocks()[0].instructions();
    let Some(first) = entry.into_iter().find(|i| i.opcode() != Some(Opcode::LLVMAlloca)) else { return };
    let builder = Builder::new(session);
    builder.before(first);
    builder.location_of(first);
    let list = builder.alloca(Type::int(session, 64).array(LIST_BYTES / 8));
    builder.call(start.value_type(), start, &[list]);
}

/// Bytes of a `va_list` on x86-64.
pub(crate) const LIST_BYTES: u64 = 24;

/// Is it the `va_start` that was put at the entry of a function?
pub(crate) fn begins_list(function: Value, start: Value) -> bool {
    let first = function.blocks()[0].instructions().into_iter().find(|&instruction| is_start(instruction));
    first == Some(start)
}

fn is_start(instruction: Value) -> bool {
    let is_direct = instruction.is_call() && instruction.callee().is_function();
    is_direct && instruction.callee().name().starts_with("llvm.va_start")
}

/// Is the load a look at what the store behind it overwrites?
pub(crate) fn is_look(load: Value) -> bool {
    let is_same = |store: Value| {
        store.opcode() == Some(Opcode::LLVMStore)
            && store.operand(1) == load.operand(0)
            && store.operand(0).ty() == load.ty()
    };
    load.is_unused() && load.is_plain_access() && load.next().is_some_and(is_same)
}

/// Is a number stored at an index that no counter gives? A constant also where one does, and a constant byte at any address that was
/// computed: the end of a text.
fn is_varied(store: Value) -> bool {
    let (value, pointer) = (store.operand(0), store.operand(1));
    let (ty, is_constant) = (value.ty(), value.is_const_int());
    let is_whole = ty.is_int() && ty.int_width() <= 64;
    if !is_whole && ty.float_width().is_none_or(|width| width > 64) {
        return false;
    }
    let is_end = is_constant && ty.int_width() == 8;
    match pointer.opcode() {
        Some(Opcode::LLVMGetElementPtr) => is_end || is_indexed(pointer, is_constant, STEPS),
        Some(Opcode::LLVMLoad | Opcode::LLVMPHI | Opcode::LLVMCall) => is_end,
        _ => false,
    }
}

/// Is one of the indices of an address no constant and, unless counters count as well, no counter?
fn is_indexed(address: Value, counters_count: bool, steps: u32) -> bool {
    let mut indices = (1..address.n_operands()).map(|k| address.operand(k));
    let base = address.operand(0);
    indices.any(|index| !index.is_constant() && (counters_count || !is_counter(index, STEPS)))
        || steps > 0 && base.opcode() == Some(Opcode::LLVMGetElementPtr) && is_indexed(base, counters_count, steps - 1)
}

/// Is an index a number of rounds, give or take a constant? Such are rarely symbolic, and what they lead to is written in every round.
fn is_counter(index: Value, steps: u32) -> bool {
    match index.opcode() {
        Some(Opcode::LLVMPHI) => true,
        Some(Opcode::LLVMSExt | Opcode::LLVMZExt | Opcode::LLVMTrunc) => {
            steps > 0 && is_counter(index.operand(0), steps - 1)
        }
        Some(Opcode::LLVMAdd | Opcode::LLVMSub | Opcode::LLVMMul | Opcode::LLVMShl | Opcode::LLVMOr) => {
            let is_fixed = |k| index.operand(k).is_constant();
            steps > 0 && [0, 1].into_iter().all(|k| is_fixed(k) || is_counter(index.operand(k), steps - 1))
        }
        _ => false,
    }
}

/// Steps from an index to what it is made of.
const STEPS: u32 = 6;

/// Does the function call something like `setjmp`, which can return again?
pub(crate) fn returns_twice(session: &Session, function: Value) -> bool {
    let kind = session.attribute("returns_twice");
    let again = |call: Value| {
        let callee = call.callee();
        call.call_has_attribute(FUNCTION_ATTRIBUTES, kind)
            || (callee.is_function() && callee.function_has_attribute(FUNCTION_ATTRIBUTES, kind))
    };
    function.blocks().into_iter().flat_map(|block| block.instructions()).any(|i| i.is_call() && again(i))
}
