//! What only some instructions have (indices, masks, allocated types), and who uses a value.

use super::{Session, SourceLoc, Type, Value, llvm, text};
use llvm_sys::{LLVMAtomicRMWBinOp, core, debuginfo};

impl<'s> Value<'s> {
    /// The type whose fields and elements a `getelementptr`, instruction or constant, steps through.
    pub fn gep_source(self) -> Type<'s> {
        Type::from_raw(llvm!(core::LLVMGetGEPSourceElementType, self.raw()))
    }

    /// The element type of an `alloca`.
    pub fn allocated_type(self) -> Type<'s> {
        Type::from_raw(llvm!(core::LLVMGetAllocatedType, self.raw()))
    }

    /// How an `atomicrmw` combines.
    pub fn rmw_operation(self) -> LLVMAtomicRMWBinOp {
        llvm!(core::LLVMGetAtomicRMWBinOp, self.raw())
    }

    /// The indices of an `extractvalue` or `insertvalue`, from the outside in.
    pub fn member_indices(self) -> Vec<u32> {
        let n = llvm!(core::LLVMGetNumIndices, self.raw()) as usize;
        let first = llvm!(core::LLVMGetIndices, self.raw());
        // SAFETY: LLVM returned a pointer to `n` indices, at least one, that live as long as the instruction.
        unsafe { std::slice::from_raw_parts(first, n) }.to_vec()
    }

    /// The lanes a `shufflevector` picks; `None` for poison.
    pub fn shuffle_mask(self) -> Vec<Option<u32>> {
        let n = llvm!(core::LLVMGetNumMaskElements, self.raw());
        (0..n).map(|k| u32::try_from(llvm!(core::LLVMGetMaskValue, self.raw(), k)).ok()).collect()
    }

    /// Who uses the value, once per use: instructions and constants.
    pub fn users(self) -> Vec<Value<'s>> {
        let mut users = Vec::new();
        let mut each = llvm!(core::LLVMGetFirstUse, self.raw());
        while !each.is_null() {
            users.push(Value::from_raw(llvm!(core::LLVMGetUser, each)));
            each = llvm!(core::LLVMGetNextUse, each);
        }
        users
    }

    /// Takes back the promises that arithmetic does not overflow, divides without rest and stays inside its object, that nothing is lost by cutting, that
    /// what is read or counted is in a range. They hold where the program comes to the instruction only.
    pub fn drop_promises(self) {
        use llvm_sys::LLVMOpcode as O;
        match self.opcode() {
            Some(O::LLVMAdd | O::LLVMSub | O::LLVMMul | O::LLVMShl | O::LLVMTrunc) => {
                llvm!(core::LLVMSetNSW, self.raw(), 0);
                llvm!(core::LLVMSetNUW, self.raw(), 0);
            }
            Some(O::LLVMSDiv | O::LLVMUDiv | O::LLVMAShr | O::LLVMLShr) => {
                llvm!(core::LLVMSetExact, self.raw(), 0);
            }
            Some(O::LLVMGetElementPtr) => {
                llvm!(core::LLVMGEPSetNoWrapFlags, self.raw(), 0);
            }
            Some(O::LLVMZExt) => llvm!(core::LLVMSetNNeg, self.raw(), 0),
            Some(O::LLVMOr) => llvm!(core::LLVMSetIsDisjoint, self.raw(), 0),
            Some(O::LLVMICmp) => llvm!(core::LLVMSetICmpSameSign, self.raw(), 0),
            Some(O::LLVMLoad) => self.drop_metadata(),
            Some(O::LLVMCall) => self.drop_poison_flag(),
            _ => {}
        }
    }

    /// What front ends know of a value that is read.
    fn drop_metadata(self) {
        let context = llvm!(core::LLVMGetTypeContext, self.ty().raw());
        for name in ["range", "noundef", "nonnull", "align", "dereferenceable", "dereferenceable_or_null"] {
            let kind = llvm!(core::LLVMGetMDKindIDInContext, context, name.as_ptr().cast(), name.len() as u32);
            llvm!(core::LLVMSetMetadata, self.raw(), kind, std::ptr::null_mut());
        }
    }

    /// Counting the zeros of zero, and the absolute value of the least number, have a value where the program does not come.
    fn drop_poison_flag(self) {
        let has_flag = ["llvm.ctlz.", "llvm.cttz.", "llvm.abs."];
        let callee = self.callee();
        if callee.is_function() && has_flag.iter().any(|start| callee.name().starts_with(start)) {
            self.set_operand(1, self.operand(1).ty().zero());
        }
    }

    /// Where a function is defined, as its debug information says.
    pub fn subprogram_location(self) -> Option<SourceLoc> {
        let subprogram = llvm!(debuginfo::LLVMGetSubprogram, self.raw());
        if subprogram.is_null() {
            return None;
        }
        let file = llvm!(debuginfo::LLVMDIScopeGetFile, subprogram);
        if file.is_null() {
            return None;
        }
        let (mut n, mut m) = (0, 0);
        let directory = llvm!(debuginfo::LLVMDIFileGetDirectory, file, &mut n);
        let name = llvm!(debuginfo::LLVMDIFileGetFilename, file, &mut m);
        let line = llvm!(debuginfo::LLVMDISubprogramGetLine, subprogram);
        Some(SourceLoc { directory: text(directory, n as usize), file: text(name, m as usize), line, column: 0 })
    }
}

impl Session {
    /// Every alias.
    pub fn aliases(&self) -> Vec<Value<'_>> {
        let first = llvm!(core::LLVMGetFirstGlobalAlias, self.module());
        let next = |alias: &Value| Value::new(llvm!(core::LLVMGetNextGlobalAlias, alias.raw()));
        std::iter::successors(Value::new(first), next).collect()
    }
}
