//! Values: constants, arguments, functions, instructions.

use super::{AtomicOperation, Block, Session, Type, llvm, text};
use llvm_sys::prelude::LLVMValueRef;
use llvm_sys::{
    LLVMAtomicOrdering, LLVMFastMathAllowContract, LLVMFastMathNoNaNs, LLVMIntPredicate, LLVMLinkage, LLVMOpcode,
    LLVMRealPredicate, core, debuginfo,
};
use std::marker::PhantomData;

/// A value of the session's module; `'s` is a borrow of the session.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Value<'s>(LLVMValueRef, PhantomData<&'s Session>);

/// Where an instruction comes from.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SourceLoc {
    /// Where the compiler ran.
    pub directory: String,
    /// The source file as the compiler was told it.
    pub file: String,
    /// From one; zero for none.
    pub line: u32,
    /// From one; zero for none.
    pub column: u32,
}

impl<'s> Value<'s> {
    pub(super) fn new(raw: LLVMValueRef) -> Option<Value<'s>> {
        (!raw.is_null()).then(|| Value::from_raw(raw))
    }

    /// The handle of what LLVM gave for a handle of this lifetime, or for the session itself.
    pub(super) fn from_raw(raw: LLVMValueRef) -> Value<'s> {
        Value(raw, PhantomData)
    }

    pub(super) fn raw(self) -> LLVMValueRef {
        self.0
    }

    /// The number of the intrinsic that this function is; 0 for none.
    pub fn intrinsic_id(self) -> u32 {
        llvm!(core::LLVMGetIntrinsicID, self.0)
    }

    /// The indices of an `extractvalue` or `insertvalue`.
    pub fn indices(self) -> Vec<u32> {
        let n = llvm!(core::LLVMGetNumIndices, self.0) as usize;
        let first = llvm!(core::LLVMGetIndices, self.0);
        // SAFETY: LLVM keeps `n` indices at this address while the instruction lives.
        unsafe { std::slice::from_raw_parts(first, n) }.to_vec()
    }

    /// The lane that lane `k` of a `shufflevector` takes; negative for none.
    pub fn mask_lane(self, k: u32) -> i32 {
        llvm!(core::LLVMGetMaskValue, self.0, k)
    }

    /// The type that a `getelementptr` steps through.
    pub fn element_type(self) -> Type<'s> {
        Type::from_raw(llvm!(core::LLVMGetGEPSourceElementType, self.0))
    }

    /// What an `atomicrmw` does.
    pub fn atomic_operation(self) -> AtomicOperation {
        llvm!(core::LLVMGetAtomicRMWBinOp, self.0)
    }

    /// Element `k` of a constant aggregate.
    pub fn element(self, k: u32) -> Option<Value<'s>> {
        Value::new(llvm!(core::LLVMGetAggregateElement, self.0, k))
    }

    /// Its type.
    pub fn ty(self) -> Type<'s> {
        Type::from_raw(llvm!(core::LLVMTypeOf, self.0))
    }

    /// Its name; empty for none.
    pub fn name(self) -> String {
        let mut length = 0;
        let name = llvm!(core::LLVMGetValueName2, self.0, &mut length);
        text(name, length)
    }

    /// Names it.
    pub fn set_name(self, name: &str) {
        llvm!(core::LLVMSetValueName2, self.0, name.as_ptr().cast(), name.len());
    }

    /// The instruction behind it in its block.
    pub fn next(self) -> Option<Value<'s>> {
        Value::new(llvm!(core::LLVMGetNextInstruction, self.0))
    }

    /// Takes the instruction out of its block and keeps it, for [`Builder::insert`](super::Builder::insert).
    pub fn detach(self) {
        llvm!(core::LLVMInstructionRemoveFromParent, self.0);
    }

    /// Takes the instruction out of its block for good: its handles are dead.
    pub fn delete_instruction(self) {
        llvm!(core::LLVMInstructionEraseFromParent, self.0);
    }

    /// Whoever uses it uses the other value instead.
    pub fn replace_uses(self, with: Value) {
        llvm!(core::LLVMReplaceAllUsesWith, self.0, with.0);
    }

    /// The block that the instruction is in.
    pub fn block(self) -> Block<'s> {
        Block::from_raw(llvm!(core::LLVMGetInstructionParent, self.0))
    }

    /// The function that an instruction is in.
    pub fn function(self) -> Value<'s> {
        Value::from_raw(llvm!(core::LLVMGetBasicBlockParent, self.block().raw()))
    }

    /// Is it an instruction?
    pub fn is_instruction(self) -> bool {
        !llvm!(core::LLVMIsAInstruction, self.0).is_null()
    }

    /// Is it a constant, the address of a symbol included?
    pub fn is_constant(self) -> bool {
        llvm!(core::LLVMIsConstant, self.0) != 0
    }

    /// Is it a constant integer?
    pub fn is_const_int(self) -> bool {
        !llvm!(core::LLVMIsAConstantInt, self.0).is_null()
    }

    /// Is it a function?
    pub fn is_function(self) -> bool {
        !llvm!(core::LLVMIsAFunction, self.0).is_null()
    }

    /// Is it a global variable?
    pub fn is_global_variable(self) -> bool {
        !llvm!(core::LLVMIsAGlobalVariable, self.0).is_null()
    }

    /// A function, a variable, or another name of one.
    pub fn is_global(self) -> bool {
        !llvm!(core::LLVMIsAGlobalValue, self.0).is_null()
    }

    /// The text of inline assembly.
    pub fn assembly(self) -> String {
        let mut n = 0;
        let text = llvm!(core::LLVMGetInlineAsmAsmString, self.0, &mut n);
        // SAFETY: LLVM's own text, of so many bytes.
        let bytes = unsafe { std::slice::from_raw_parts(text.cast::<u8>(), n) };
        String::from_utf8_lossy(bytes).into_owned()
    }

    /// Is it `undef` or `poison`?
    pub fn is_undef(self) -> bool {
        llvm!(core::LLVMIsUndef, self.0) != 0
    }

    /// Is it zero or a null pointer?
    pub fn is_null(self) -> bool {
        llvm!(core::LLVMIsNull, self.0) != 0
    }

    /// Is it inline assembly?
    pub fn is_inline_assembly(self) -> bool {
        !llvm!(core::LLVMIsAInlineAsm, self.0).is_null()
    }

    /// Is it a call of inline assembly without any instructions, which only keeps the optimiser from looking through it?
    pub fn is_barrier(self) -> bool {
        self.is_call() && self.callee().is_inline_assembly() && self.callee().assembly().trim().is_empty()
    }

    /// Is it a phi?
    pub fn is_phi(self) -> bool {
        self.opcode() == Some(LLVMOpcode::LLVMPHI)
    }

    /// A constant integer of up to 64 bits.
    pub fn const_int(self) -> Option<u64> {
        let fits = self.is_const_int() && self.ty().int_width() <= 64;
        fits.then(|| llvm!(core::LLVMConstIntGetZExtValue, self.0))
    }

    /// What the instruction does; none for other values.
    pub fn opcode(self) -> Option<LLVMOpcode> {
        self.is_instruction().then(|| llvm!(core::LLVMGetInstructionOpcode, self.0))
    }

    /// The opcode of a constant expression.
    pub fn const_opcode(self) -> Option<LLVMOpcode> {
        let is = !llvm!(core::LLVMIsAConstantExpr, self.0).is_null();
        is.then(|| llvm!(core::LLVMGetConstOpcode, self.0))
    }

    /// How many operands it has.
    pub fn n_operands(self) -> u32 {
        llvm!(core::LLVMGetNumOperands, self.0).max(0) as u32
    }

    /// Operand `k`.
    pub fn operand(self, k: u32) -> Value<'s> {
        Value::from_raw(llvm!(core::LLVMGetOperand, self.0, k))
    }

    /// Its operands, in order.
    pub fn operands(self) -> Vec<Value<'s>> {
        (0..self.n_operands()).map(|k| self.operand(k)).collect()
    }

    /// Exchanges operand `k`.
    pub fn set_operand(self, k: u32, value: Value) {
        llvm!(core::LLVMSetOperand, self.0, k, value.0);
    }

    /// How an `icmp` compares.
    pub fn int_predicate(self) -> LLVMIntPredicate {
        llvm!(core::LLVMGetICmpPredicate, self.0)
    }

    /// May the compiler make something else of this arithmetic?
    pub fn is_fast_math(self) -> bool {
        if llvm!(core::LLVMCanValueUseFastMathFlags, self.0) == 0 {
            return false;
        }
        // LLVM itself says of the remainder that it makes of `fmod` that it is a number, where its operands tell.
        let is_known = self.opcode() == Some(LLVMOpcode::LLVMFRem);
        let flags = llvm!(core::LLVMGetFastMathFlags, self.0);
        flags != 0 && !(is_known && flags == LLVMFastMathNoNaNs)
    }

    /// May it take this arithmetic for other arithmetic, not only fuse it?
    pub fn is_loose_math(self) -> bool {
        self.is_fast_math() && llvm!(core::LLVMGetFastMathFlags, self.0) & !LLVMFastMathAllowContract != 0
    }

    /// How an `fcmp` compares.
    pub fn float_predicate(self) -> LLVMRealPredicate {
        llvm!(core::LLVMGetFCmpPredicate, self.0)
    }

    // Terminators.

    /// The blocks that a terminator may go to.
    pub fn successors(self) -> Vec<Block<'s>> {
        let n = llvm!(core::LLVMGetNumSuccessors, self.0);
        (0..n).map(|k| Block::from_raw(llvm!(core::LLVMGetSuccessor, self.0, k))).collect()
    }

    /// Exchanges the way `k` out of a terminator.
    pub fn set_successor(self, k: u32, block: Block) {
        llvm!(core::LLVMSetSuccessor, self.0, k, block.raw());
    }

    /// Is it a branch with two ways?
    pub fn is_conditional_branch(self) -> bool {
        self.opcode() == Some(LLVMOpcode::LLVMBr) && llvm!(core::LLVMIsConditional, self.0) != 0
    }

    /// What a conditional branch asks.
    pub fn condition(self) -> Value<'s> {
        Value::from_raw(llvm!(core::LLVMGetCondition, self.0))
    }

    /// The value of case `k` (successor `k`, which is not the default 0).
    pub fn case_value(self, k: u32) -> Value<'s> {
        Value::from_raw(llvm!(core::LLVMGetSwitchCaseValue, self.0, k))
    }

    // Phis.

    /// What a phi takes from which block.
    pub fn incoming(self) -> Vec<(Value<'s>, Block<'s>)> {
        let n = llvm!(core::LLVMCountIncoming, self.0);
        let one = |k| {
            let value = Value::from_raw(llvm!(core::LLVMGetIncomingValue, self.0, k));
            (value, Block::from_raw(llvm!(core::LLVMGetIncomingBlock, self.0, k)))
        };
        (0..n).map(one).collect()
    }

    /// Gives a phi further values.
    pub fn add_incoming(self, incoming: &[(Value, Block)]) {
        for &(value, block) in incoming {
            let (mut value, mut block) = (value.0, block.raw());
            llvm!(core::LLVMAddIncoming, self.0, &mut value, &mut block, 1);
        }
    }

    // Calls.

    /// A call, also one that may end in a landing pad.
    pub fn is_call(self) -> bool {
        matches!(self.opcode(), Some(LLVMOpcode::LLVMCall | LLVMOpcode::LLVMInvoke))
    }

    /// What a call calls.
    pub fn callee(self) -> Value<'s> {
        Value::from_raw(llvm!(core::LLVMGetCalledValue, self.0))
    }

    /// The callee of a call is its last operand.
    pub fn set_callee(self, callee: Value) {
        self.set_operand(self.n_operands() - 1, callee);
    }

    /// The type of function that a call calls.
    pub fn called_type(self) -> Type<'s> {
        Type::from_raw(llvm!(core::LLVMGetCalledFunctionType, self.0))
    }

    /// The arguments of a call.
    pub fn arguments(self) -> Vec<Value<'s>> {
        let n = llvm!(core::LLVMGetNumArgOperands, self.0);
        (0..n).map(|k| self.operand(k)).collect()
    }

    /// A call after which nothing but the return may stand.
    pub fn is_must_tail(self) -> bool {
        use llvm_sys::LLVMTailCallKind;
        self.opcode() == Some(LLVMOpcode::LLVMCall)
            && llvm!(core::LLVMGetTailCallKind, self.0) == LLVMTailCallKind::LLVMTailCallKindMustTail
    }

    /// Makes it a call like any other.
    pub fn loosen_tail(self) {
        llvm!(core::LLVMSetTailCallKind, self.0, llvm_sys::LLVMTailCallKind::LLVMTailCallKindNone);
    }

    /// Has the call this enum attribute at this index (0 result, k + 1 argument k, !0 function)?
    pub fn call_has_attribute(self, index: u32, kind: u32) -> bool {
        !llvm!(core::LLVMGetCallSiteEnumAttribute, self.0, index, kind).is_null()
    }

    /// The type that a `byval`-like attribute of a call's argument names.
    pub fn call_type_attribute(self, index: u32, kind: u32) -> Option<Type<'s>> {
        let found = llvm!(core::LLVMGetCallSiteEnumAttribute, self.0, index, kind);
        (!found.is_null()).then(|| Type::from_raw(llvm!(core::LLVMGetTypeAttributeValue, found)))
    }

    /// The alignment that a call promises of its argument `k`, 1 if none.
    pub fn argument_alignment(self, k: u32) -> u32 {
        let kind = llvm!(core::LLVMGetEnumAttributeKindForName, c"align".as_ptr(), 5);
        let found = llvm!(core::LLVMGetCallSiteEnumAttribute, self.0, k + 1, kind);
        if found.is_null() { 1 } else { llvm!(core::LLVMGetEnumAttributeValue, found) as u32 }
    }

    /// Gives a call an enum attribute of the function.
    pub fn add_call_attribute(self, session: &Session, kind: u32) {
        let attribute = llvm!(core::LLVMCreateEnumAttribute, session.context(), kind, 0);
        llvm!(core::LLVMAddCallSiteAttribute, self.0, llvm_sys::LLVMAttributeFunctionIndex, attribute);
    }

    /// Takes an attribute from a call, its result or an argument.
    pub fn remove_call_attribute(self, index: u32, kind: u32) {
        llvm!(core::LLVMRemoveCallSiteEnumAttribute, self.0, index, kind);
    }

    /// How a call passes its arguments.
    pub fn calling_convention(self) -> u32 {
        llvm!(core::LLVMGetInstructionCallConv, self.0)
    }

    /// Sets how a call passes its arguments.
    pub fn set_calling_convention(self, convention: u32) {
        llvm!(core::LLVMSetInstructionCallConv, self.0, convention);
    }

    // Functions and globals.

    /// Is it a symbol without a body or value?
    pub fn is_declaration(self) -> bool {
        llvm!(core::LLVMIsDeclaration, self.0) != 0
    }

    /// The blocks of a function, the entry first.
    pub fn blocks(self) -> Vec<Block<'s>> {
        let first = llvm!(core::LLVMGetFirstBasicBlock, self.0);
        let next = |raw: &_| {
            let next = llvm!(core::LLVMGetNextBasicBlock, *raw);
            (!next.is_null()).then_some(next)
        };
        let first = (!first.is_null()).then_some(first);
        std::iter::successors(first, next).map(Block::from_raw).collect()
    }

    /// The parameters of a function.
    pub fn params(self) -> Vec<Value<'s>> {
        let n = llvm!(core::LLVMCountParams, self.0);
        (0..n).map(|k| Value::from_raw(llvm!(core::LLVMGetParam, self.0, k))).collect()
    }

    /// The type of a function or global variable itself, not of its address.
    pub fn value_type(self) -> Type<'s> {
        Type::from_raw(llvm!(core::LLVMGlobalGetValueType, self.0))
    }

    /// How the linker sees the symbol.
    pub fn linkage(self) -> LLVMLinkage {
        llvm!(core::LLVMGetLinkage, self.0)
    }

    /// Sets how the linker sees the symbol.
    pub fn set_linkage(self, linkage: LLVMLinkage) {
        llvm!(core::LLVMSetLinkage, self.0, linkage);
    }

    /// Is it a variable that never changes?
    pub fn is_constant_global(self) -> bool {
        llvm!(core::LLVMIsGlobalConstant, self.0) != 0
    }

    /// Did the source choose its section?
    pub fn has_section(self) -> bool {
        let name = llvm!(core::LLVMGetSection, self.0);
        // SAFETY: a string of LLVM's, or null.
        !name.is_null() && unsafe { *name } != 0
    }

    /// What a global variable holds at the start.
    pub fn initializer(self) -> Option<Value<'s>> {
        Value::new(llvm!(core::LLVMGetInitializer, self.0))
    }

    /// Sets what a global variable holds at the start.
    pub fn set_initializer(self, value: Value) {
        llvm!(core::LLVMSetInitializer, self.0, value.0);
    }

    /// The global variable never changes.
    pub fn set_constant(self) {
        llvm!(core::LLVMSetGlobalConstant, self.0, 1);
    }

    /// The section of the object file that it lies in.
    pub fn set_section(self, section: &str) {
        let section = std::ffi::CString::new(section).expect("sections of ours hold no NUL");
        llvm!(core::LLVMSetSection, self.0, section.as_ptr());
    }

    /// Puts it into the group of sections that another symbol is in, if that is in one: linkers keep or drop a group as a whole.
    pub fn set_group_of(self, other: Value) {
        let group = llvm!(llvm_sys::comdat::LLVMGetComdat, other.0);
        if !group.is_null() {
            llvm!(llvm_sys::comdat::LLVMSetComdat, self.0, group);
        }
    }

    /// Its alignment in bytes.
    pub fn set_alignment(self, bytes: u32) {
        llvm!(core::LLVMSetAlignment, self.0, bytes);
    }

    /// Does nothing use the value?
    pub fn is_unused(self) -> bool {
        llvm!(core::LLVMGetFirstUse, self.0).is_null()
    }

    /// The access happens, whatever becomes of its value.
    pub fn set_volatile(self) {
        llvm!(core::LLVMSetVolatile, self.0, 1);
    }

    /// The alignment in bytes that an access promises or a symbol has.
    pub fn alignment(self) -> u32 {
        llvm!(core::LLVMGetAlignment, self.0)
    }

    /// Is a load or store neither volatile nor atomic?
    pub fn is_plain_access(self) -> bool {
        let ordering = llvm!(core::LLVMGetOrdering, self.0);
        llvm!(core::LLVMGetVolatile, self.0) == 0 && ordering == LLVMAtomicOrdering::LLVMAtomicOrderingNotAtomic
    }

    /// One for each thread, at a fixed distance from the thread pointer.
    pub fn set_initial_exec_tls(self) {
        llvm!(core::LLVMSetThreadLocalMode, self.0, llvm_sys::LLVMThreadLocalMode::LLVMInitialExecTLSModel);
    }

    /// Is a function used as the callee of calls and nothing else?
    pub fn is_only_called(self) -> bool {
        self.users()
            .into_iter()
            .all(|user| user.is_call() && user.callee() == self && !user.arguments().contains(&self))
    }

    /// Takes the function out of the module for good: its handles and those of what is in it are dead.
    pub fn delete_function(self) {
        llvm!(core::LLVMDeleteFunction, self.0);
    }

    /// Takes the variable out of the module for good: its handles are dead.
    pub fn delete_global(self) {
        llvm!(core::LLVMDeleteGlobal, self.0);
    }

    /// A string attribute of a function, empty when it has none.
    pub fn string_attribute(self, name: &str) -> String {
        let (index, at, n) = (llvm_sys::LLVMAttributeFunctionIndex, name.as_ptr().cast(), name.len() as u32);
        let found = llvm!(core::LLVMGetStringAttributeAtIndex, self.0, index, at, n);
        if found.is_null() {
            return String::new();
        }
        let mut length = 0;
        let value = llvm!(core::LLVMGetStringAttributeValue, found, &mut length);
        text(value, length as usize)
    }

    /// Gives the function a string attribute, in the place of one of that name.
    pub fn set_string_attribute(self, session: &Session, name: &str, value: &str) {
        let ((key, n), (text, length)) = ((name.as_ptr().cast(), name.len()), (value.as_ptr().cast(), value.len()));
        let made = llvm!(core::LLVMCreateStringAttribute, session.context(), key, n as u32, text, length as u32);
        llvm!(core::LLVMAddAttributeAtIndex, self.0, llvm_sys::LLVMAttributeFunctionIndex, made);
    }

    /// Has the function itself, not a parameter or its result, this attribute?
    pub fn is_attributed(self, kind: u32) -> bool {
        self.function_has_attribute(llvm_sys::LLVMAttributeFunctionIndex, kind)
    }

    /// Has the function, its result or a parameter this attribute?
    pub fn function_has_attribute(self, index: u32, kind: u32) -> bool {
        !llvm!(core::LLVMGetEnumAttributeAtIndex, self.0, index, kind).is_null()
    }

    /// The type that an attribute of the function names.
    pub fn function_type_attribute(self, index: u32, kind: u32) -> Option<Type<'s>> {
        let found = llvm!(core::LLVMGetEnumAttributeAtIndex, self.0, index, kind);
        (!found.is_null()).then(|| Type::from_raw(llvm!(core::LLVMGetTypeAttributeValue, found)))
    }

    /// Takes an attribute from the function, its result or a parameter.
    pub fn remove_function_attribute(self, index: u32, kind: u32) {
        llvm!(core::LLVMRemoveEnumAttributeAtIndex, self.0, index, kind);
    }

    /// Gives the function an attribute.
    pub fn add_function_attribute(self, session: &Session, kind: u32, value: u64) {
        let attribute = llvm!(core::LLVMCreateEnumAttribute, session.context(), kind, value);
        llvm!(core::LLVMAddAttributeAtIndex, self.0, llvm_sys::LLVMAttributeFunctionIndex, attribute);
    }

    // Locations.

    /// What tells source locations apart without reading any text: file, line, column.
    pub fn location_key(self) -> Option<(usize, u32, u32)> {
        let raw = llvm!(debuginfo::LLVMInstructionGetDebugLoc, self.0);
        if raw.is_null() {
            return None;
        }
        let scope = llvm!(debuginfo::LLVMDILocationGetScope, raw);
        let file = llvm!(debuginfo::LLVMDIScopeGetFile, scope);
        let line = llvm!(debuginfo::LLVMDILocationGetLine, raw);
        Some((file as usize, line, llvm!(debuginfo::LLVMDILocationGetColumn, raw)))
    }

    /// The source location of an instruction.
    pub fn location(self) -> Option<SourceLoc> {
        let raw = llvm!(debuginfo::LLVMInstructionGetDebugLoc, self.0);
        if raw.is_null() {
            return None;
        }
        let scope = llvm!(debuginfo::LLVMDILocationGetScope, raw);
        let file = llvm!(debuginfo::LLVMDIScopeGetFile, scope);
        let (mut n, mut m) = (0, 0);
        let (directory, name) = if file.is_null() {
            (String::new(), String::new())
        } else {
            let directory = llvm!(debuginfo::LLVMDIFileGetDirectory, file, &mut n);
            let name = llvm!(debuginfo::LLVMDIFileGetFilename, file, &mut m);
            (text(directory, n as usize), text(name, m as usize))
        };
        let line = llvm!(debuginfo::LLVMDILocationGetLine, raw);
        let column = llvm!(debuginfo::LLVMDILocationGetColumn, raw);
        Some(SourceLoc { directory, file: name, line, column })
    }
}
