//! Calls: shadows of arguments before, of the result after; entry of a function.

use super::{concrete, count_loss, lose_locals, object};
use crate::extract::text_of;
use crate::llvm::{IntPredicate, Opcode, Type, Value};
use crate::shadow::describe::{Local, NONE};
use crate::shadow::ops::memory::check_range;
use crate::shadow::piece::{Check, Piece};
use crate::shadow::taintable::is_only_started;
use crate::variable::{root, underlying};
use symcrete_abi::name;
use symcrete_abi::segment::Code;
use symcrete_abi::tls::{COPIED, MAX_EXTRA, MAX_PARTS};
use symcrete_libc::{Fact, Followed, Function, Reads, function};
use symcrete_trace::What;

/// How many bytes a function may read at a pointer of which nothing is known: as many as most structs have.
const POINTEE: u64 = 64;

/// The calling convention of `__attribute__((ms_abi))`, whose further arguments lie elsewhere (`CallingConv::Win64`).
const WINDOWS: u32 = 79;

/// A part of an argument: its local and its class for variadic calls.
struct Argument {
    local: Local,
    class: u8,
}

/// Describes the arguments of a call that is about to be made.
pub(crate) fn before_call<'s>(piece: &mut Piece<'s>, call: Value<'s>) {
    let arguments = call.arguments();
    if call.callee().is_inline_assembly() {
        return count_loss(piece, call, &arguments, What::Assembly);
    }
    let model = if call.callee().is_function() { call.callee().name() } else { String::new() };
    if model.starts_with(name::BIRTH) {
        return;
    }
    if let Some(modelled) = model.strip_prefix(name::LIBC) {
        let followed = function(modelled).and_then(Function::followed).unwrap_or(Followed::Nothing);
        bound_ranges(piece, call, modelled, &arguments);
        let numbers = arguments.iter().enumerate().filter(|(k, _)| !followed.contains(*k)).map(|(_, &value)| value);
        fix_arguments(piece, call, &numbers.collect::<Vec<_>>());
        if followed == Followed::Nothing {
            return;
        }
    }
    let is_stranger =
        call.callee().is_function() && call.callee().is_declaration() && piece.callees.is_stranger(&model);
    if is_stranger && symcrete_libc::is(&model, Fact::Output) {
        return before_output(piece, call, &model, &arguments);
    }
    count_reads(piece, call, &arguments);
    // Nobody takes up what these are given; and a call may be the last thing that a run does (`raise`), so what is lost is told before it.
    if is_stranger && function(&model).is_some() && !piece.callees.of_model {
        return count_loss(piece, call, &arguments, What::External);
    }
    if call.called_type().is_variadic() && call.calling_convention() == WINDOWS {
        return count_loss(piece, call, &arguments, What::Unsupported);
    }
    let mut by_value = by_value_arguments(piece, call, &arguments);
    let symbolic = piece.description.follows_any(&arguments) || piece.description.follows(call.callee());
    if !symbolic && by_value.is_empty() {
        return;
    }
    let ty = call.called_type();
    let mut n_fixed = 255;
    let mut parts = Vec::new();
    for (k, &argument) in arguments.iter().enumerate() {
        if ty.is_variadic() && k as u32 == ty.n_params() {
            n_fixed = parts.len();
        }
        let first = parts.len();
        flatten(piece, argument, &mut parts);
        if ty.is_variadic() && by_value.iter().any(|&(pointer, _)| pointer == argument) {
            let alignment = call.argument_alignment(k as u32).next_power_of_two();
            parts[first].class = COPIED.max(alignment.ilog2() as u8);
        }
    }
    if ty.is_variadic() && n_fixed == 255 {
        n_fixed = parts.len();
    }
    let further: Vec<Local> = parts.iter().skip(MAX_PARTS).map(|part| part.local).collect();
    lose_locals(piece, call, &further, What::TooWide);
    parts.truncate(MAX_PARTS);
    let location = piece.location(call);
    let (n, fixed) = (Local::Number(parts.len() as u8), Local::Number(n_fixed.min(255) as u8));
    name_callee(piece, call, (Code::Call, Code::CallLocal), n, fixed);
    piece.description.word(location);
    piece.description.list(&parts.iter().map(|part| part.local).collect::<Vec<_>>());
    if n_fixed < 255 {
        piece.description.list(&parts.iter().map(|part| Local::Number(part.class)).collect::<Vec<_>>());
    }
    for (pointer, bytes) in by_value.drain(by_value.len().min(MAX_EXTRA)..) {
        let length = Type::int(piece.description.parts.session(), 64).constant(bytes);
        lose_bytes(piece, call, pointer, length, location | (What::TooWide as u32) << 24);
    }
    for (which, (pointer, bytes)) in by_value.into_iter().enumerate() {
        let at = piece.description.operand((pointer, 0));
        piece.description.at(Code::CallByValue, at, NONE, NONE, bytes as u32 | (which as u32) << 24);
        check_range(piece, call, pointer, bytes);
    }
}

/// A libc model works on these numbers, not on their expressions: the path relies on them.
fn fix_arguments<'s>(piece: &mut Piece<'s>, call: Value<'s>, arguments: &[Value<'s>]) {
    let word = piece.location(call) | (What::Size as u32) << 24;
    for &argument in arguments {
        if piece.description.follows(argument) {
            let local = piece.description.operand((argument, 0));
            piece.description.at(Code::Fix, local, NONE, NONE, word);
        }
    }
}

/// Memory that a modelled function uses, where its length is an argument.
fn bound_ranges<'s>(piece: &mut Piece<'s>, call: Value<'s>, name: &str, arguments: &[Value<'s>]) {
    for (pointer, length) in function(name).into_iter().flat_map(Function::ranges) {
        if let (Some(&pointer), Some(&length)) = (arguments.get(pointer), arguments.get(length))
            && pointer.ty().is_pointer()
            && length.ty().is_int()
            && length.ty().int_width() == 64
        {
            let bytes = piece.description.operand((length, 0));
            object::bound_range(piece, call, pointer, (length, bytes));
        }
    }
}

/// Describes a call that puts something out: the path relies on where that is, and nobody follows how it is put.
fn before_output<'s>(piece: &mut Piece<'s>, call: Value<'s>, name: &str, arguments: &[Value<'s>]) {
    let location = piece.location(call);
    for &pointer in arguments.iter().filter(|argument| argument.ty().is_pointer()) {
        if piece.description.follows(pointer) {
            let at = piece.description.operand((pointer, 0));
            piece.description.at(Code::Fix, at, NONE, NONE, location | (What::ReadAddress as u32) << 24);
        }
    }
    let format = function(name).and_then(Function::format).and_then(|k| arguments.get(k));
    if let Some(&fixed) = format.filter(|format| format.is_constant())
        && symcrete_libc::format::counts(&text_of(piece.description.parts.session(), root(fixed)))
    {
        return lose_told(piece, call, arguments);
    }
    if let Some(&address) = format.filter(|format| !format.is_constant()) {
        let start = piece.description.operand((address, 0));
        piece.description.at(Code::LoseText, start, NONE, NONE, location | (What::External as u32) << 24);
        piece.check(Check::Text { after: call, address });
    }
    count_told(piece, call, name, arguments);
}

/// What was put out does not come back, but how much it was does, where the result is looked at for more than failure.
fn count_told<'s>(piece: &mut Piece<'s>, call: Value<'s>, function: &str, arguments: &[Value<'s>]) {
    if call.users().into_iter().all(is_check_for_failure) {
        return;
    }
    match symcrete_libc::is(function, Fact::TellsLength) {
        true => lose_told(piece, call, arguments),
        false => count_loss(piece, call, arguments, What::External),
    }
}

/// How much was put out of what is symbolic comes back: as a result, or where `%n` says.
fn lose_told<'s>(piece: &mut Piece<'s>, call: Value<'s>, arguments: &[Value<'s>]) {
    count_loss(piece, call, arguments, What::External);
    count_pointees(piece, call, arguments, piece.location(call) | (What::External as u32) << 24, false);
}

/// Does an instruction only ask whether a result is negative? Every failure is, and no number of bytes.
fn is_check_for_failure(user: Value) -> bool {
    use IntPredicate::*;
    if user.opcode() != Some(Opcode::LLVMICmp) {
        return false;
    }
    let minus_one = u64::MAX >> (64 - user.operand(0).ty().int_width().clamp(1, 64));
    match (user.int_predicate(), user.operand(1).const_int()) {
        (LLVMIntSLT | LLVMIntSGE, Some(0)) => true,
        (LLVMIntSGT | LLVMIntSLE | LLVMIntEQ | LLVMIntNE, Some(bound)) => bound == minus_one,
        _ => false,
    }
}

/// A libc function without a model reads memory: if that is symbolic, something is lost here.
fn count_reads<'s>(piece: &mut Piece<'s>, call: Value<'s>, arguments: &[Value<'s>]) {
    let callee = call.callee();
    if !callee.is_function() || !callee.is_declaration() || piece.callees.of_model {
        return;
    }
    let word = piece.location(call) | (What::External as u32) << 24;
    let name = callee.name();
    if !piece.callees.is_stranger(&name) {
        return;
    }
    let reads: Vec<Reads> = function(&name).into_iter().flat_map(Function::reads).collect();
    if reads.is_empty() && !symcrete_libc::is(&name, Fact::Indifferent) {
        let is_cxx = name.starts_with("_Z");
        return count_pointees(piece, call, arguments, word, is_cxx);
    }
    for read in reads {
        let (Reads::Text(at) | Reads::Bytes(at, _)) = read;
        let Some(&address) = arguments.get(at).filter(|a| a.ty().is_pointer()) else { continue };
        match read {
            Reads::Text(_) => {
                let start = piece.description.operand((address, 0));
                piece.description.at(Code::LoseText, start, NONE, NONE, word);
                piece.check(Check::Text { after: call, address });
            }
            Reads::Bytes(_, n) => {
                let Some(&length) = arguments.get(n).filter(|n| n.ty().is_int()) else { continue };
                lose_bytes(piece, call, address, length, word);
            }
        }
    }
}

/// A function of which nothing is known: where a pointer leads to symbolic bytes, something is lost. It may read all of a variable. Those of
/// C++ are handed parts of larger objects, and count by their first byte.
fn count_pointees<'s>(piece: &mut Piece<'s>, call: Value<'s>, arguments: &[Value<'s>], word: u32, is_cxx: bool) {
    let session = piece.description.parts.session();
    let number = Type::int(session, 64);
    for &argument in arguments.iter().filter(|argument| argument.ty().is_pointer()) {
        let known = underlying(argument, session).map(|(variable, bytes)| (variable, u64::from(bytes)));
        let is_fixed =
            known.map_or(argument.is_constant(), |(it, _)| it.is_global_variable() && it.is_constant_global());
        if is_fixed {
            continue;
        }
        let (address, bytes) = if is_cxx { (argument, 1) } else { known.unwrap_or((argument, POINTEE)) };
        lose_bytes(piece, call, address, number.constant(bytes), word);
    }
}

/// Counts a loss if some of these bytes are symbolic.
fn lose_bytes<'s>(piece: &mut Piece<'s>, call: Value<'s>, address: Value<'s>, length: Value<'s>, word: u32) {
    let (start, bytes) = (piece.description.operand((address, 0)), piece.description.operand((length, 0)));
    piece.description.at(Code::LoseRange, start, bytes, NONE, word);
    piece.check(Check::Range { after: call, address, length });
}

fn flatten<'s>(piece: &mut Piece<'s>, argument: Value<'s>, parts: &mut Vec<Argument>) {
    let shape = piece.description.parts.of(argument.ty());
    for (k, part) in shape.iter().enumerate() {
        let local = match piece.description.follows(argument) {
            true => piece.description.operand((argument, k as u32)),
            false => piece.description.constant(part.width.min(64), 0),
        };
        let class = match (part.float, part.width) {
            (true, 80) => 2,
            (true, _) => 1,
            _ => 0,
        };
        parts.push(Argument { local, class });
    }
}

/// Pointers and sizes of structs that the machine copies for the callee.
fn by_value_arguments<'s>(piece: &Piece<'s>, call: Value<'s>, arguments: &[Value<'s>]) -> Vec<(Value<'s>, u64)> {
    let session = piece.description.parts.session();
    let kind = session.attribute("byval");
    let one = |(k, &argument): (usize, &Value<'s>)| {
        let ty = call.call_type_attribute(k as u32 + 1, kind)?;
        Some((argument, ty.store_size(session)))
    };
    arguments.iter().enumerate().filter_map(one).collect()
}

/// A call's code with its callee: by number if that is certain, else by address.
fn name_callee<'s>(piece: &mut Piece<'s>, call: Value<'s>, (by_address, by_number): (Code, Code), y: Local, z: Local) {
    match piece.callees.known(call.callee()) {
        Some(number) => piece.description.at(by_number, NONE, y, z, number),
        None => {
            let callee = piece.description.operand((call.callee(), 0));
            piece.description.plain(by_address, callee, y, z);
        }
    }
}

/// The function's own address, where anybody may call it by that.
pub(crate) fn own_address(piece: &mut Piece) -> Local {
    match piece.callees.is_private(piece.function) {
        true => Local::Number(255),
        false => piece.description.operand((piece.function, 0)),
    }
}

/// Describes the result of a call that came back.
pub(crate) fn after_call<'s>(piece: &mut Piece<'s>, call: Value<'s>) {
    let assembly = call.callee().is_inline_assembly();
    let n = if assembly { 0 } else { piece.description.parts.of(call.ty()).len().min(MAX_PARTS) };
    let leaves: Vec<Local> = (0..n as u32).map(|k| piece.description.fresh_leaf((call, k))).collect();
    if assembly {
        return concrete(piece, call);
    }
    if n == 0 && !piece.description.follows_any(&call.arguments()) {
        return;
    }
    let location = piece.location(call);
    name_callee(piece, call, (Code::Return, Code::ReturnLocal), Local::Number(n as u8), NONE);
    piece.description.word(location);
    piece.description.list(&leaves);
    if n > 0 {
        piece.check(Check::Result);
    }
}

/// Describes the entry of a function: parameters take the shadows that the caller passed.
pub(crate) fn enter<'s>(piece: &mut Piece<'s>, first: Value<'s>) {
    let function = piece.function;
    let params = function.params();
    let parts: usize = params.iter().map(|p| piece.description.parts.of(p.ty()).len()).sum();
    let variadic = function.value_type().is_variadic();
    // A callback of the driver is called with what it does not look at, which is not lost.
    let takes_any = variadic || function.name().starts_with(name::DRIVER);
    if is_only_started(function) || (parts == 0 && !takes_any) {
        return;
    }
    let me = own_address(piece);
    let mut leaves = Vec::new();
    for &param in &params {
        for k in 0..piece.description.parts.of(param.ty()).len() as u32 {
            leaves.push(piece.description.fresh_leaf((param, k)));
        }
    }
    leaves.truncate(MAX_PARTS);
    let n = Local::Number(leaves.len() as u8);
    piece.description.plain(Code::Enter, me, n, Local::Number(variadic as u8));
    piece.description.list(&leaves);
    piece.check(Check::Arguments);
    let session = piece.description.parts.session();
    let kind = session.attribute("byval");
    let copied = params
        .iter()
        .enumerate()
        .filter_map(|(k, &p)| Some((p, function.function_type_attribute(k as u32 + 1, kind)?)));
    let copied: Vec<(Value, Type)> = copied.take(MAX_EXTRA).collect();
    for (which, (param, ty)) in copied.into_iter().enumerate() {
        let bytes = ty.store_size(session);
        let at = piece.description.operand((param, 0));
        piece.description.at(Code::EnterByValue, at, NONE, Local::Number(which as u8), bytes as u32);
        check_range(piece, first, param, bytes);
    }
}
