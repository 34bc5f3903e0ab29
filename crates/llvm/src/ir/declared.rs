//! Variables as the debug information declares them: which stack slot, from where on, by what name.

use super::{Builder, Session, Value, llvm, text};
use llvm_sys::prelude::{LLVMMetadataRef, LLVMValueRef};
use llvm_sys::{LLVMDbgRecordKind, core, debuginfo};

/// A declaration of a local variable.
#[derive(Clone)]
pub struct Declared<'s> {
    /// The stack slot.
    pub slot: Value<'s>,
    /// The variable's name.
    pub name: String,
    /// Where it is declared in the source.
    location: LLVMMetadataRef,
}

/// Position of the name among the operands of a `DILocalVariable`: behind the scope.
const NAME: usize = 1;

impl<'s> Value<'s> {
    /// The declarations that stand directly before an instruction, but for those that came by inlining: rustc's own inlining lets a parameter share its slot.
    pub fn declarations(self, session: &'s Session) -> Vec<Declared<'s>> {
        let mut found = Vec::new();
        let mut record = llvm!(core::LLVMGetFirstDbgRecord, self.raw());
        while !record.is_null() {
            if llvm!(core::LLVMDbgRecordGetKind, record) == LLVMDbgRecordKind::LLVMDbgRecordDeclare {
                let slot = llvm!(core::LLVMDbgVariableRecordGetValue, record, 0);
                let variable = llvm!(core::LLVMDbgVariableRecordGetVariable, record);
                let location = llvm!(core::LLVMDbgRecordGetDebugLoc, record);
                let is_own = !location.is_null() && llvm!(debuginfo::LLVMDILocationGetInlinedAt, location).is_null();
                if let Some(slot) = Value::new(slot).filter(|_| is_own) {
                    found.push(Declared { slot, name: name_of(session, variable), location });
                }
            }
            record = llvm!(core::LLVMGetNextDbgRecord, record);
        }
        found
    }
}

fn name_of(session: &Session, variable: LLVMMetadataRef) -> String {
    let node = llvm!(core::LLVMMetadataAsValue, session.context(), variable);
    let n = llvm!(core::LLVMGetMDNodeNumOperands, node) as usize;
    let mut operands: Vec<LLVMValueRef> = vec![std::ptr::null_mut(); n];
    llvm!(core::LLVMGetMDNodeOperands, node, operands.as_mut_ptr());
    let Some(&name) = operands.get(NAME).filter(|name| !name.is_null()) else { return String::new() };
    let mut length = 0;
    text(llvm!(core::LLVMGetMDString, name, &mut length), length as usize)
}

impl<'s> Builder<'s> {
    /// What is built from here on stands where the function begins.
    pub fn location_of_function(&self, function: Value) {
        let subprogram = llvm!(debuginfo::LLVMGetSubprogram, function.raw());
        if subprogram.is_null() {
            return self.no_location();
        }
        let line = llvm!(debuginfo::LLVMDISubprogramGetLine, subprogram);
        self.at_location(self.made_location(line, subprogram));
    }

    /// What is built from here on stands where the variable is declared.
    pub fn location_of_declaration(&self, declared: &Declared) {
        self.at_location(declared.location);
    }
}
