//! Types, with the questions an instrumenter asks of them.

use super::{Session, Value, llvm};
use llvm_sys::prelude::LLVMTypeRef;
use llvm_sys::{LLVMTypeKind, core, target};

/// A type of the session's context.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Type(LLVMTypeRef);

pub(crate) use llvm_sys::LLVMTypeKind as TypeKind;

impl Type {
    pub(super) fn from_raw(raw: LLVMTypeRef) -> Type {
        Type(raw)
    }

    pub(super) fn raw(self) -> LLVMTypeRef {
        self.0
    }

    pub(crate) fn kind(self) -> TypeKind {
        llvm!(core::LLVMGetTypeKind, self.0)
    }

    pub(crate) fn int(session: &Session, bits: u32) -> Type {
        Type(llvm!(core::LLVMIntTypeInContext, session.context(), bits))
    }

    pub(crate) fn pointer(session: &Session, space: u32) -> Type {
        Type(llvm!(core::LLVMPointerTypeInContext, session.context(), space))
    }

    pub(crate) fn void(session: &Session) -> Type {
        Type(llvm!(core::LLVMVoidTypeInContext, session.context()))
    }

    pub(crate) fn array(self, n: u64) -> Type {
        Type(llvm!(core::LLVMArrayType2, self.0, n))
    }

    pub(crate) fn structure(session: &Session, fields: &[Type], packed: bool) -> Type {
        let mut raw: Vec<LLVMTypeRef> = fields.iter().map(|field| field.0).collect();
        Type(llvm!(core::LLVMStructTypeInContext, session.context(), raw.as_mut_ptr(), raw.len() as u32, packed as i32))
    }

    pub(crate) fn function(result: Type, params: &[Type]) -> Type {
        let mut raw: Vec<LLVMTypeRef> = params.iter().map(|param| param.0).collect();
        Type(llvm!(core::LLVMFunctionType, result.0, raw.as_mut_ptr(), raw.len() as u32, 0))
    }

    pub(crate) fn is_variadic(self) -> bool {
        llvm!(core::LLVMIsFunctionVarArg, self.0) != 0
    }

    pub(crate) fn n_params(self) -> u32 {
        llvm!(core::LLVMCountParamTypes, self.0)
    }

    pub(crate) fn result(self) -> Type {
        Type(llvm!(core::LLVMGetReturnType, self.0))
    }

    pub(crate) fn int_width(self) -> u32 {
        llvm!(core::LLVMGetIntTypeWidth, self.0)
    }

    pub(crate) fn is_int(self) -> bool {
        self.kind() == LLVMTypeKind::LLVMIntegerTypeKind
    }

    pub(crate) fn is_pointer(self) -> bool {
        self.kind() == LLVMTypeKind::LLVMPointerTypeKind
    }

    pub(crate) fn is_struct(self) -> bool {
        self.kind() == LLVMTypeKind::LLVMStructTypeKind
    }

    /// The name of a struct that has one.
    pub(crate) fn name(self) -> Option<String> {
        if !self.is_struct() {
            return None;
        }
        let name = llvm!(core::LLVMGetStructName, self.0);
        // SAFETY: LLVM keeps the name of a struct, and ends it with a zero.
        (!name.is_null()).then(|| unsafe { std::ffi::CStr::from_ptr(name) }.to_string_lossy().into_owned())
    }

    /// Width of a float that expressions know, else `None`.
    pub(crate) fn float_width(self) -> Option<u32> {
        match self.kind() {
            LLVMTypeKind::LLVMFloatTypeKind => Some(32),
            LLVMTypeKind::LLVMDoubleTypeKind => Some(64),
            LLVMTypeKind::LLVMX86_FP80TypeKind => Some(80),
            _ => None,
        }
    }

    /// Number of elements of a struct, an array or a fixed vector.
    pub(crate) fn n_elements(self) -> Option<u64> {
        match self.kind() {
            LLVMTypeKind::LLVMStructTypeKind => Some(llvm!(core::LLVMCountStructElementTypes, self.0) as u64),
            LLVMTypeKind::LLVMArrayTypeKind => Some(llvm!(core::LLVMGetArrayLength2, self.0)),
            LLVMTypeKind::LLVMVectorTypeKind => Some(llvm!(core::LLVMGetVectorSize, self.0) as u64),
            _ => None,
        }
    }

    /// The type of element `k` of an aggregate or vector.
    pub(crate) fn element(self, k: u32) -> Type {
        match self.kind() {
            LLVMTypeKind::LLVMStructTypeKind => Type(llvm!(core::LLVMStructGetTypeAtIndex, self.0, k)),
            _ => Type(llvm!(core::LLVMGetElementType, self.0)),
        }
    }

    pub(crate) fn is_vector(self) -> bool {
        self.kind() == LLVMTypeKind::LLVMVectorTypeKind
    }

    pub(crate) fn is_sized(self) -> bool {
        llvm!(core::LLVMTypeIsSized, self.0) != 0
    }

    /// Bytes that a load or store of the type touches.
    pub(crate) fn store_size(self, session: &Session) -> u64 {
        llvm!(target::LLVMStoreSizeOfType, session.layout(), self.0)
    }

    /// Bytes from one array element to the next.
    pub(crate) fn alloc_size(self, session: &Session) -> u64 {
        llvm!(target::LLVMABISizeOfType, session.layout(), self.0)
    }

    /// Byte offset of a struct's field.
    pub(crate) fn offset(self, session: &Session, field: u32) -> u64 {
        llvm!(target::LLVMOffsetOfElement, session.layout(), self.0, field)
    }

    pub(crate) fn constant(self, value: u64) -> Value {
        Value::from_raw(llvm!(core::LLVMConstInt, self.0, value, 0))
    }

    pub(crate) fn float_constant(self, value: f64) -> Value {
        Value::from_raw(llvm!(core::LLVMConstReal, self.0, value))
    }

    pub(crate) fn zero(self) -> Value {
        Value::from_raw(llvm!(core::LLVMConstNull, self.0))
    }
}
