//! Where a merged value would end up: one that decides an address, or goes to code that is not followed, must not be merged.
//!
//! `if (s[i] == '-') i++;` merged would make `i` symbolic, and every later `s[i]` a read at a symbolic address: dearer than the split.
//! `if (c) n = 1; foreign(n);` merged would hand `foreign` something symbolic, which is lost there; split, each path hands it a number.
//! Looks through arithmetic and phis inside the function; what goes to memory or to code that is followed is not known, and merged.

use crate::Options;
use crate::llvm::Opcode;
use crate::llvm::{Session, Value};
use std::collections::HashSet;
use symcrete_abi::name;
use symcrete_libc::Fact;

/// Values looked at before it is given up, as if one of them were a reason.
const MOST: usize = 256;

/// Answers for the values of one function.
pub(super) struct Uses<'a> {
    session: &'a Session,
    options: &'a Options,
    /// May code that is not followed call the function? It then gets what is returned.
    is_called_back: bool,
}

impl<'a> Uses<'a> {
    pub(super) fn new(session: &'a Session, options: &'a Options, function: Value) -> Uses<'a> {
        Uses { session, options, is_called_back: !function.is_only_called() && function.name() != "main" }
    }

    /// Is there a use for which a value should be a number?
    pub(super) fn forbid(&self, value: Value) -> bool {
        reaches(value, is_offset, |_, user| is_address(user))
            || reaches(value, computes, |value, user| self.is_lost(value, user))
    }

    /// Does a use take a value out of what is followed?
    fn is_lost(&self, value: Value, user: Value) -> bool {
        match user.opcode() {
            Some(Opcode::LLVMRet) => self.is_called_back,
            Some(Opcode::LLVMCall | Opcode::LLVMInvoke) => !self.is_followed(user, value),
            _ => false,
        }
    }

    /// Does a call pass a value on with its expression, or to where nothing comes back from?
    fn is_followed(&self, call: Value, value: Value) -> bool {
        let callee = call.callee();
        if !callee.is_function() {
            return false;
        }
        let called = callee.name();
        // Calls of modelled functions have been sent to their models already.
        let name = called.strip_prefix(name::LIBC).unwrap_or(&called);
        let is_mark = name == called && name.starts_with("__symcrete_");
        if !callee.is_declaration() || name.starts_with("llvm.") || is_mark {
            return true;
        }
        let facts = || symcrete_libc::function(name).into_iter().flat_map(|row| row.facts);
        let is_passed_on = |fact: &Fact| match fact {
            Fact::Model(followed) => {
                let places = call.arguments().into_iter().enumerate().filter(|(_, argument)| *argument == value);
                places.into_iter().all(|(k, _)| followed.contains(k))
            }
            Fact::Body(_) | Fact::Output => true,
            _ => false,
        };
        self.options.followed.contains(name)
            || callee.is_attributed(self.session.attribute("noreturn"))
            || facts().any(is_passed_on)
    }
}

/// Does a value come to such a use, through instructions that pass it on?
fn reaches(value: Value, passes: fn(Opcode) -> bool, is_found: impl Fn(Value, Value) -> bool) -> bool {
    let (mut open, mut seen) = (vec![value], HashSet::from([value]));
    while let Some(value) = open.pop() {
        for user in value.users().into_iter().filter(|user| user.is_instruction()) {
            if is_found(value, user) {
                return true;
            }
            let chooses = user.opcode() == Some(Opcode::LLVMSelect) && user.operand(0) == value;
            if user.opcode().is_some_and(passes) && !chooses && seen.insert(user) {
                open.push(user);
            }
        }
        if seen.len() > MOST {
            return true;
        }
    }
    false
}

fn is_address(user: Value) -> bool {
    use Opcode::*;
    matches!(user.opcode(), Some(LLVMGetElementPtr | LLVMIntToPtr | LLVMAlloca))
}

/// What a number that says how far goes through. Bits that are cut out of a number are another matter: `table[crc & 255]`.
fn is_offset(opcode: Opcode) -> bool {
    use Opcode::*;
    matches!(
        opcode,
        LLVMAdd | LLVMSub | LLVMMul | LLVMShl | LLVMPHI | LLVMZExt | LLVMSExt | LLVMTrunc | LLVMSelect | LLVMFreeze
    )
}

fn computes(opcode: Opcode) -> bool {
    use Opcode::*;
    is_offset(opcode)
        || matches!(
            opcode,
            LLVMAnd | LLVMOr | LLVMXor | LLVMLShr | LLVMAShr | LLVMUDiv | LLVMSDiv | LLVMURem | LLVMSRem
        )
}
