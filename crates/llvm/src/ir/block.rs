//! Basic blocks, and the two cuts that the C API lacks: splitting a block and splitting an edge.

use super::{Builder, Session, Value, llvm};
use llvm_sys::core;
use llvm_sys::prelude::LLVMBasicBlockRef;
use std::marker::PhantomData;

/// A basic block of the session's module; `'s` is a borrow of the session.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Block<'s>(LLVMBasicBlockRef, PhantomData<&'s Session>);

impl<'s> Block<'s> {
    /// The handle of what LLVM gave for a handle of this lifetime, or for the session itself.
    pub(super) fn from_raw(raw: LLVMBasicBlockRef) -> Block<'s> {
        Block(raw, PhantomData)
    }

    pub(super) fn raw(self) -> LLVMBasicBlockRef {
        self.0
    }

    /// Its instructions, in order.
    pub fn instructions(self) -> Vec<Value<'s>> {
        let first = llvm!(core::LLVMGetFirstInstruction, self.0);
        std::iter::successors(Value::new(first), |i| i.next()).collect()
    }

    /// The instruction that leaves it.
    pub fn terminator(self) -> Option<Value<'s>> {
        Value::new(llvm!(core::LLVMGetBasicBlockTerminator, self.0))
    }

    /// The block as an operand.
    pub fn as_value(self) -> Value<'s> {
        Value::from_raw(llvm!(core::LLVMBasicBlockAsValue, self.0))
    }

    /// A new empty block in front of it.
    pub fn insert_before(self, session: &Session) -> Block<'s> {
        Block::from_raw(llvm!(core::LLVMInsertBasicBlockInContext, session.context(), self.0, c"".as_ptr()))
    }

    /// The blocks that its terminator may go to.
    pub fn successors(self) -> Vec<Block<'s>> {
        self.terminator().map(|t| t.successors()).unwrap_or_default()
    }

    /// The blocks whose terminators lead here, each once.
    pub fn predecessors(self) -> Vec<Block<'s>> {
        let mut found = Vec::new();
        let mut at = llvm!(core::LLVMGetFirstUse, self.as_value().raw());
        while !at.is_null() {
            let user = Value::from_raw(llvm!(core::LLVMGetUser, at));
            if user.is_instruction() && !found.contains(&user.block()) {
                found.push(user.block());
            }
            at = llvm!(core::LLVMGetNextUse, at);
        }
        found
    }

    /// Splits before `at`: a new block takes everything above and falls through to this one.
    ///
    /// ```text
    /// block: A; B; br X       becomes     head: A; br block
    /// (at = B)                            block: B; br X
    /// ```
    ///
    /// The old block keeps its terminator, so phis in successors stay right. Branches to the
    /// block now reach `head`; the terminator is out of the block meanwhile so that LLVM does
    /// not rewrite the successors' phis.
    pub fn split_head(self, session: &Session, at: Value) -> Block<'s> {
        let builder = Builder::new(session);
        let head = self.insert_before(session);
        let terminator = self.terminator().expect("a complete block");
        let moved_terminator = terminator == at;
        terminator.detach();
        llvm!(core::LLVMReplaceAllUsesWith, self.as_value().raw(), head.as_value().raw());
        builder.at_end(self);
        builder.insert(terminator);
        builder.at_end(head);
        let stop = if moved_terminator { terminator } else { at };
        loop {
            let first = self.first().expect("the terminator at least");
            if first == stop {
                break;
            }
            first.detach();
            builder.insert(first);
        }
        builder.no_location();
        builder.branch(self);
        head
    }

    /// Is its address kept somewhere (`&&label`)?
    pub fn has_address(self) -> bool {
        !self.as_value().users().into_iter().all(Value::is_instruction)
    }

    /// Has phis of its successors name another block in its place.
    pub fn replace_in_phis(self, with: Block) {
        llvm!(core::LLVMReplaceAllUsesWith, self.as_value().raw(), with.as_value().raw());
    }

    /// Takes it out of its function for good, with its instructions: their handles and its own are dead.
    pub fn delete(self) {
        llvm!(core::LLVMDeleteBasicBlock, self.0);
    }

    /// Its first instruction.
    pub fn first(self) -> Option<Value<'s>> {
        Value::new(llvm!(core::LLVMGetFirstInstruction, self.0))
    }

    /// The phis at the start.
    pub fn phis(self) -> Vec<Value<'s>> {
        self.instructions().into_iter().take_while(|i| i.is_phi()).collect()
    }
}
