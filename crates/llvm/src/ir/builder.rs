//! Builds instructions. Every built instruction needs a debug location inside a function that
//! has one, so the builder is always told which instruction's location to take.

use super::{Block, Session, Type, Value, llvm};
use llvm_sys::core;
use llvm_sys::debuginfo;
use llvm_sys::prelude::{LLVMBuilderRef, LLVMMetadataRef, LLVMValueRef};
use llvm_sys::{LLVMIntPredicate, LLVMOpcode, LLVMRealPredicate};

/// An insertion point.
pub struct Builder<'s> {
    raw: LLVMBuilderRef,
    session: &'s Session,
}

impl Drop for Builder<'_> {
    fn drop(&mut self) {
        llvm!(core::LLVMDisposeBuilder, self.raw);
    }
}

const NO_NAME: *const std::ffi::c_char = c"".as_ptr();

impl<'s> Builder<'s> {
    pub(super) fn raw(&self) -> LLVMBuilderRef {
        self.raw
    }

    /// A builder that stands nowhere yet.
    pub fn new(session: &'s Session) -> Builder<'s> {
        let raw = llvm!(core::LLVMCreateBuilderInContext, session.context());
        Builder { raw, session }
    }

    /// Stands at the end of a block.
    pub fn at_end(&self, block: Block) {
        llvm!(core::LLVMPositionBuilderAtEnd, self.raw, block.raw());
    }

    /// Stands before an instruction.
    pub fn before(&self, instruction: Value) {
        llvm!(core::LLVMPositionBuilderBefore, self.raw, instruction.raw());
        // Positioning copies the instruction's location; a caller that wants another sets it after.
    }

    /// Takes over the location of an instruction, or a line-0 location of its function.
    pub fn location_of(&self, instruction: Value) {
        let own = llvm!(debuginfo::LLVMInstructionGetDebugLoc, instruction.raw());
        if !own.is_null() {
            return llvm!(core::LLVMSetCurrentDebugLocation2, self.raw, own);
        }
        let function = llvm!(core::LLVMGetBasicBlockParent, instruction.block().raw());
        let subprogram = llvm!(debuginfo::LLVMGetSubprogram, function);
        if subprogram.is_null() {
            return self.no_location();
        }
        self.at_location(self.made_location(0, subprogram));
    }

    /// A location in a function.
    pub(super) fn made_location(&self, line: u32, scope: LLVMMetadataRef) -> LLVMMetadataRef {
        let none = std::ptr::null_mut();
        llvm!(debuginfo::LLVMDIBuilderCreateDebugLocation, self.session.context(), line, 0, scope, none)
    }

    pub(super) fn at_location(&self, location: LLVMMetadataRef) {
        llvm!(core::LLVMSetCurrentDebugLocation2, self.raw, location);
    }

    /// What is built from now on has no place in the source.
    pub fn no_location(&self) {
        llvm!(core::LLVMSetCurrentDebugLocation2, self.raw, std::ptr::null_mut());
    }

    /// Inserts a detached instruction.
    pub fn insert(&self, instruction: Value) {
        llvm!(core::LLVMInsertIntoBuilder, self.raw, instruction.raw());
    }

    /// A jump.
    pub fn branch(&self, to: Block) -> Value<'s> {
        Value::from_raw(llvm!(core::LLVMBuildBr, self.raw, to.raw()))
    }

    /// A branch.
    pub fn conditional(&self, condition: Value, then: Block, otherwise: Block) -> Value<'s> {
        Value::from_raw(llvm!(core::LLVMBuildCondBr, self.raw, condition.raw(), then.raw(), otherwise.raw()))
    }

    /// A call of a function of type `ty`.
    pub fn call(&self, ty: Type, callee: Value, args: &[Value]) -> Value<'s> {
        let mut raw: Vec<LLVMValueRef> = args.iter().map(|arg| arg.raw()).collect();
        Value::from_raw(llvm!(
            core::LLVMBuildCall2,
            self.raw,
            ty.raw(),
            callee.raw(),
            raw.as_mut_ptr(),
            raw.len() as u32,
            NO_NAME
        ))
    }

    /// A slot on the stack.
    pub fn alloca(&self, ty: Type) -> Value<'s> {
        Value::from_raw(llvm!(core::LLVMBuildAlloca, self.raw, ty.raw(), NO_NAME))
    }

    /// A load, aligned to `align` bytes.
    pub fn load(&self, ty: Type, from: Value, align: u32) -> Value<'s> {
        let load = Value::from_raw(llvm!(core::LLVMBuildLoad2, self.raw, ty.raw(), from.raw(), NO_NAME));
        load.set_alignment(align);
        load
    }

    /// A store, aligned to `align` bytes.
    pub fn store(&self, value: Value, to: Value, align: u32) -> Value<'s> {
        let store = Value::from_raw(llvm!(core::LLVMBuildStore, self.raw, value.raw(), to.raw()));
        store.set_alignment(align);
        store
    }

    /// The address `offset` bytes behind a pointer.
    pub fn offset(&self, byte: Type, base: Value, offset: Value) -> Value<'s> {
        let mut index = offset.raw();
        Value::from_raw(llvm!(core::LLVMBuildGEP2, self.raw, byte.raw(), base.raw(), &mut index, 1, NO_NAME))
    }

    /// `a | b`.
    pub fn or(&self, a: Value, b: Value) -> Value<'s> {
        Value::from_raw(llvm!(core::LLVMBuildOr, self.raw, a.raw(), b.raw(), NO_NAME))
    }

    /// `a & b`.
    pub fn and(&self, a: Value, b: Value) -> Value<'s> {
        Value::from_raw(llvm!(core::LLVMBuildAnd, self.raw, a.raw(), b.raw(), NO_NAME))
    }

    /// `a ^ b`.
    pub fn xor(&self, a: Value, b: Value) -> Value<'s> {
        Value::from_raw(llvm!(core::LLVMBuildXor, self.raw, a.raw(), b.raw(), NO_NAME))
    }

    /// `condition ? yes : no`.
    pub fn select(&self, condition: Value, yes: Value, no: Value) -> Value<'s> {
        Value::from_raw(llvm!(core::LLVMBuildSelect, self.raw, condition.raw(), yes.raw(), no.raw(), NO_NAME))
    }

    /// `a / b`.
    pub fn divide(&self, a: Value, b: Value, is_signed: bool) -> Value<'s> {
        let build = if is_signed { core::LLVMBuildSDiv } else { core::LLVMBuildUDiv };
        Value::from_raw(llvm!(build, self.raw, a.raw(), b.raw(), NO_NAME))
    }

    /// `a * b`, wrapping.
    pub fn multiply(&self, a: Value, b: Value) -> Value<'s> {
        Value::from_raw(llvm!(core::LLVMBuildMul, self.raw, a.raw(), b.raw(), NO_NAME))
    }

    /// `value != 0`.
    pub fn is_not_zero(&self, value: Value) -> Value<'s> {
        let predicate = llvm_sys::LLVMIntPredicate::LLVMIntNE;
        let zero = value.ty().zero();
        Value::from_raw(llvm!(core::LLVMBuildICmp, self.raw, predicate, value.raw(), zero.raw(), NO_NAME))
    }

    /// `value >> by`, filled with zeros.
    pub fn shift_right(&self, value: Value, by: u64) -> Value<'s> {
        let by = value.ty().constant(by);
        Value::from_raw(llvm!(core::LLVMBuildLShr, self.raw, value.raw(), by.raw(), NO_NAME))
    }

    /// `value << by`.
    pub fn shift_left(&self, value: Value, by: u64) -> Value<'s> {
        let by = value.ty().constant(by);
        Value::from_raw(llvm!(core::LLVMBuildShl, self.raw, value.raw(), by.raw(), NO_NAME))
    }

    /// Zero-extends or cuts an integer to a type.
    pub fn resize(&self, value: Value, ty: Type) -> Value<'s> {
        Value::from_raw(llvm!(core::LLVMBuildIntCast2, self.raw, value.raw(), ty.raw(), 0, NO_NAME))
    }

    /// The address as a number.
    pub fn pointer_to_int(&self, value: Value, ty: Type) -> Value<'s> {
        Value::from_raw(llvm!(core::LLVMBuildPtrToInt, self.raw, value.raw(), ty.raw(), NO_NAME))
    }

    /// The number as an address.
    pub fn int_to_pointer(&self, value: Value, ty: Type) -> Value<'s> {
        Value::from_raw(llvm!(core::LLVMBuildIntToPtr, self.raw, value.raw(), ty.raw(), NO_NAME))
    }

    /// The same bits as another type of that size.
    pub fn bitcast(&self, value: Value, ty: Type) -> Value<'s> {
        Value::from_raw(llvm!(core::LLVMBuildBitCast, self.raw, value.raw(), ty.raw(), NO_NAME))
    }

    /// Element `k` of a struct or array.
    pub fn extract_value(&self, aggregate: Value, k: u32) -> Value<'s> {
        Value::from_raw(llvm!(core::LLVMBuildExtractValue, self.raw, aggregate.raw(), k, NO_NAME))
    }

    /// Lane `k` of a vector.
    pub fn extract_element(&self, vector: Value, k: Value) -> Value<'s> {
        Value::from_raw(llvm!(core::LLVMBuildExtractElement, self.raw, vector.raw(), k.raw(), NO_NAME))
    }

    /// A phi without incoming values.
    pub fn phi(&self, ty: Type) -> Value<'s> {
        Value::from_raw(llvm!(core::LLVMBuildPhi, self.raw, ty.raw(), NO_NAME))
    }

    /// Tells LLVM that a conditional branch almost never takes its first way.
    pub fn rarely(&self, branch: Value) {
        let text = c"branch_weights";
        let name = llvm!(core::LLVMMDStringInContext2, self.session.context(), text.as_ptr(), 14);
        let number = |n: u64| {
            let i32t = llvm!(core::LLVMInt32TypeInContext, self.session.context());
            let constant = llvm!(core::LLVMConstInt, i32t, n, 0);
            llvm!(core::LLVMValueAsMetadata, constant)
        };
        let mut parts = [name, number(1), number(1 << 20)];
        let node = llvm!(core::LLVMMDNodeInContext2, self.session.context(), parts.as_mut_ptr(), parts.len());
        let value = llvm!(core::LLVMMetadataAsValue, self.session.context(), node);
        let kind = llvm!(core::LLVMGetMDKindIDInContext, self.session.context(), c"prof".as_ptr(), 4);
        llvm!(core::LLVMSetMetadata, branch.raw(), kind, value);
    }

    /// What is true when a condition is false: the opposite comparison, or `xor %c, true`.
    pub fn opposite(&self, condition: Value) -> Value<'s> {
        let raw = match condition.opcode() {
            Some(LLVMOpcode::LLVMICmp) => {
                let (a, b) = (condition.operand(0).raw(), condition.operand(1).raw());
                llvm!(core::LLVMBuildICmp, self.raw, opposite(condition.int_predicate()), a, b, NO_NAME)
            }
            Some(LLVMOpcode::LLVMFCmp) => {
                let (a, b) = (condition.operand(0).raw(), condition.operand(1).raw());
                llvm!(core::LLVMBuildFCmp, self.raw, opposite_float(condition.float_predicate()), a, b, NO_NAME)
            }
            _ => llvm!(core::LLVMBuildNot, self.raw, condition.raw(), NO_NAME),
        };
        Value::from_raw(raw)
    }

    /// `a + b` of floats.
    pub fn float_add(&self, a: Value, b: Value) -> Value<'s> {
        Value::from_raw(llvm!(core::LLVMBuildFAdd, self.raw, a.raw(), b.raw(), NO_NAME))
    }

    /// `a * b` of floats.
    pub fn float_multiply(&self, a: Value, b: Value) -> Value<'s> {
        Value::from_raw(llvm!(core::LLVMBuildFMul, self.raw, a.raw(), b.raw(), NO_NAME))
    }

    /// A comparison of floats.
    pub fn float_compare(&self, predicate: LLVMRealPredicate, a: Value, b: Value) -> Value<'s> {
        Value::from_raw(llvm!(core::LLVMBuildFCmp, self.raw, predicate, a.raw(), b.raw(), NO_NAME))
    }

    /// The integer part of a float that is in range.
    pub fn float_to_int(&self, float: Value, ty: Type, is_signed: bool) -> Value<'s> {
        let build = if is_signed { core::LLVMBuildFPToSI } else { core::LLVMBuildFPToUI };
        Value::from_raw(llvm!(build, self.raw, float.raw(), ty.raw(), NO_NAME))
    }

    /// Fills memory with zero bytes.
    pub fn clear(&self, at: Value, bytes: Value) {
        let context = self.session.context();
        let i8t = llvm!(core::LLVMInt8TypeInContext, context);
        let zero = llvm!(core::LLVMConstInt, i8t, 0, 0);
        llvm!(core::LLVMBuildMemSet, self.raw, at.raw(), zero, bytes.raw(), 8);
    }
}

/// The predicate that holds where this one does not.
pub fn opposite(predicate: LLVMIntPredicate) -> LLVMIntPredicate {
    use LLVMIntPredicate::*;
    match predicate {
        LLVMIntEQ => LLVMIntNE,
        LLVMIntNE => LLVMIntEQ,
        LLVMIntUGT => LLVMIntULE,
        LLVMIntUGE => LLVMIntULT,
        LLVMIntULT => LLVMIntUGE,
        LLVMIntULE => LLVMIntUGT,
        LLVMIntSGT => LLVMIntSLE,
        LLVMIntSGE => LLVMIntSLT,
        LLVMIntSLT => LLVMIntSGE,
        LLVMIntSLE => LLVMIntSGT,
    }
}

/// The opposite of an ordered comparison is unordered: `!(a < b)` holds when one is not a number.
fn opposite_float(predicate: LLVMRealPredicate) -> LLVMRealPredicate {
    use LLVMRealPredicate::*;
    match predicate {
        LLVMRealPredicateFalse => LLVMRealPredicateTrue,
        LLVMRealPredicateTrue => LLVMRealPredicateFalse,
        LLVMRealOEQ => LLVMRealUNE,
        LLVMRealUNE => LLVMRealOEQ,
        LLVMRealONE => LLVMRealUEQ,
        LLVMRealUEQ => LLVMRealONE,
        LLVMRealOGT => LLVMRealULE,
        LLVMRealULE => LLVMRealOGT,
        LLVMRealOGE => LLVMRealULT,
        LLVMRealULT => LLVMRealOGE,
        LLVMRealOLT => LLVMRealUGE,
        LLVMRealUGE => LLVMRealOLT,
        LLVMRealOLE => LLVMRealUGT,
        LLVMRealUGT => LLVMRealOLE,
        LLVMRealORD => LLVMRealUNO,
        LLVMRealUNO => LLVMRealORD,
    }
}
