//! Addresses that become text: `%p` in a format whose text the program can read again.
//!
//! What goes to standard output and standard error is not read back. A format that is not a constant may be any that the program has.

use symcrete_model::{Instruction, Module, Operand, ProcId, Program};

/// Functions that print into memory or a file, and which argument the format is.
const PRINTING: &[(&str, usize)] = &[
    ("sprintf", 1),
    ("snprintf", 2),
    ("asprintf", 1),
    ("vsprintf", 1),
    ("vsnprintf", 2),
    ("vasprintf", 1),
    ("__sprintf_chk", 3),
    ("__snprintf_chk", 4),
    ("__asprintf_chk", 2),
    ("__vsprintf_chk", 3),
    ("__vsnprintf_chk", 4),
    ("__vasprintf_chk", 2),
    ("dprintf", 1),
    ("vdprintf", 1),
    ("fprintf", 1),
    ("vfprintf", 1),
    ("__fprintf_chk", 2),
    ("__vfprintf_chk", 2),
];
/// Of these, those whose first argument is a stream; the usual ones are not read back.
const TO_STREAM: &[&str] = &["fprintf", "vfprintf", "__fprintf_chk", "__vfprintf_chk"];
const NOT_READ: &[&str] = &["stdout", "stderr"];

/// Does a call print an address where the program may read it?
pub(super) fn prints_address(program: &Program, proc: ProcId, name: &str, call: &Instruction) -> bool {
    let Some(&(_, position)) = PRINTING.iter().find(|(known, _)| *known == name) else { return false };
    let module = program.module(program.proc(proc).module);
    if TO_STREAM.contains(&name) && is_not_read(program, proc, module, call) {
        return false;
    }
    match text(module, call.operands.get(position)) {
        Some(format) => has_address(format),
        None => program.modules().iter().any(any_format),
    }
}

/// Is the stream of a call standard output or standard error?
fn is_not_read(program: &Program, proc: ProcId, module: &Module, call: &Instruction) -> bool {
    let Some(Operand::Value(stream)) = call.operands.first() else { return false };
    let made = program.function(proc).instructions.iter().find(|inst| inst.result == Some(*stream));
    let address = made.and_then(|inst| inst.operands.first());
    matches!(address, Some(Operand::Global { id, .. }) if NOT_READ.contains(&module.global(*id).name.as_str()))
}

/// The text behind a constant address.
fn text<'m>(module: &'m Module, operand: Option<&Operand>) -> Option<&'m [u8]> {
    let Some(Operand::Global { id, offset }) = operand else { return None };
    let global = module.global(*id);
    let bytes = global.initializer.as_deref().filter(|_| global.is_constant)?;
    bytes.get(usize::try_from(*offset).ok()?..)
}

/// Has a module a text that would print an address if it were a format?
fn any_format(module: &Module) -> bool {
    let texts =
        module.globals.iter().filter(|global| global.is_constant).filter_map(|global| global.initializer.as_deref());
    texts.into_iter().any(has_address)
}

/// Does a format have `%p`?
fn has_address(format: &[u8]) -> bool {
    let mut rest = format;
    while let Some(at) = rest.iter().position(|&byte| byte == b'%') {
        rest = &rest[at + 1..];
        let end = rest.iter().position(|byte| !b"0123456789-+ #'.*$hlLqjzt".contains(byte));
        match end.map(|end| rest[end]) {
            Some(b'p') => return true,
            Some(b'%') => rest = &rest[end.unwrap_or(0) + 1..],
            _ => {}
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::has_address;

    #[test]
    fn formats_with_addresses_are_told_from_others() {
        assert!(has_address(b"at %p") && has_address(b"%-20p|") && has_address(b"%d %1$p") && has_address(b"%%%p"));
        assert!(!has_address(b"100%") && !has_address(b"%%p") && !has_address(b"%d people") && !has_address(b"%sp"));
    }
}
