//! One step from a frame to its caller, by DWARF call frame information.
//!
//! Registers are numbered as the x86-64 ABI does for DWARF. A register whose value is not known any more stays unknown; a step
//! that needs it gives no caller. Does not evaluate expressions: only trampolines and signal frames use them.

use addr2line::gimli::{CfaRule, Register, RegisterRule, UnwindTableRow};

/// DWARF's number of the stack pointer.
const SP: usize = 7;
/// DWARF's number of the return address.
const RETURN: usize = 16;

/// The registers of one frame; the last is the address in the code.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Registers([Option<u64>; 17]);

impl Registers {
    /// As the kernel gives them.
    pub(crate) fn new(user: &libc::user_regs_struct) -> Registers {
        let low = [user.rax, user.rdx, user.rcx, user.rbx, user.rsi, user.rdi, user.rbp, user.rsp];
        let high = [user.r8, user.r9, user.r10, user.r11, user.r12, user.r13, user.r14, user.r15, user.rip];
        let mut registers = [None; 17];
        low.iter().chain(&high).zip(&mut registers).for_each(|(&value, slot)| *slot = Some(value));
        Registers(registers)
    }

    /// The address in the code.
    pub(crate) fn pc(&self) -> u64 {
        self.0[RETURN].unwrap_or(0)
    }

    /// The stack pointer; 0 when it is not known.
    pub(crate) fn sp(&self) -> u64 {
        self.0[SP].unwrap_or(0)
    }

    /// The caller, if nothing has happened since the call but the call.
    pub(crate) fn after_call(&self, stack: &Stack) -> Option<Registers> {
        let sp = self.0[SP]?;
        let mut caller = *self;
        caller.0[RETURN] = Some(stack.word(sp)?);
        caller.0[SP] = Some(sp.wrapping_add(8));
        Some(caller)
    }

    /// The caller, by a row of the unwind table; `None` at the end of the stack.
    pub(crate) fn caller(&self, row: &UnwindTableRow<usize>, stack: &Stack) -> Option<Registers> {
        let CfaRule::RegisterAndOffset { register, offset } = row.cfa() else { return None };
        let cfa = self.get(*register)?.wrapping_add_signed(*offset);
        let mut caller = *self;
        for (number, slot) in caller.0.iter_mut().enumerate() {
            match row.register(Register(number as u16)) {
                None | Some(RegisterRule::SameValue) => {}
                Some(RegisterRule::Offset(offset)) => *slot = stack.word(cfa.wrapping_add_signed(offset)),
                Some(RegisterRule::ValOffset(offset)) => *slot = Some(cfa.wrapping_add_signed(offset)),
                Some(RegisterRule::Register(other)) => *slot = self.get(other),
                Some(_) => *slot = None,
            }
        }
        caller.0[SP] = Some(cfa);
        // A frame lies above its callee, so that this ends.
        let grows = self.0[SP].is_none_or(|sp| cfa > sp);
        (grows && caller.pc() != 0).then_some(caller)
    }

    fn get(&self, register: Register) -> Option<u64> {
        self.0.get(register.0 as usize).copied().flatten()
    }
}

/// A copy of the upper part of a stack.
pub(crate) struct Stack {
    base: u64,
    bytes: Vec<u8>,
}

impl Stack {
    /// These bytes were found at this address.
    pub(crate) fn new(base: u64, bytes: Vec<u8>) -> Stack {
        Stack { base, bytes }
    }

    fn word(&self, address: u64) -> Option<u64> {
        let at = usize::try_from(address.checked_sub(self.base)?).ok()?;
        Some(u64::from_le_bytes(self.bytes.get(at..at.checked_add(8)?)?.try_into().ok()?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_outside_the_stack_are_unknown() {
        let stack = Stack::new(0x1000, (0..16).collect());
        assert_eq!(stack.word(0x1008), Some(0x0f0e_0d0c_0b0a_0908));
        for address in [0, 0xfff, 0x1009, 0x1010, u64::MAX] {
            assert_eq!(stack.word(address), None);
        }
    }
}
