//! Types, with the questions an instrumenter asks of them.

use super::{Session, Value, llvm};
use llvm_sys::prelude::LLVMTypeRef;
use llvm_sys::{LLVMTypeKind, core, target};
use std::marker::PhantomData;

/// A type of the session's context; `'s` is a borrow of the session.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Type<'s>(LLVMTypeRef, PhantomData<&'s Session>);

pub use llvm_sys::LLVMTypeKind as TypeKind;

impl<'s> Type<'s> {
    /// The handle of what LLVM gave for a handle of this lifetime, or for the session itself.
    pub(super) fn from_raw(raw: LLVMTypeRef) -> Type<'s> {
        Type(raw, PhantomData)
    }

    pub(super) fn raw(self) -> LLVMTypeRef {
        self.0
    }

    /// What LLVM calls its kind.
    pub fn kind(self) -> TypeKind {
        llvm!(core::LLVMGetTypeKind, self.0)
    }

    /// An integer of so many bits.
    pub fn int(session: &'s Session, bits: u32) -> Type<'s> {
        Type::from_raw(llvm!(core::LLVMIntTypeInContext, session.context(), bits))
    }

    /// A pointer into an address space.
    pub fn pointer(session: &'s Session, space: u32) -> Type<'s> {
        Type::from_raw(llvm!(core::LLVMPointerTypeInContext, session.context(), space))
    }

    /// No value.
    pub fn void(session: &'s Session) -> Type<'s> {
        Type::from_raw(llvm!(core::LLVMVoidTypeInContext, session.context()))
    }

    /// `n` of it in a row.
    pub fn array(self, n: u64) -> Type<'s> {
        Type::from_raw(llvm!(core::LLVMArrayType2, self.0, n))
    }

    /// A structure of these fields, without padding if packed.
    pub fn structure(session: &'s Session, fields: &[Type<'s>], packed: bool) -> Type<'s> {
        let mut raw: Vec<LLVMTypeRef> = fields.iter().map(|field| field.0).collect();
        Type::from_raw(llvm!(
            core::LLVMStructTypeInContext,
            session.context(),
            raw.as_mut_ptr(),
            raw.len() as u32,
            packed as i32
        ))
    }

    /// A function with fixed parameters.
    pub fn function(result: Type<'s>, params: &[Type<'s>]) -> Type<'s> {
        let mut raw: Vec<LLVMTypeRef> = params.iter().map(|param| param.0).collect();
        Type::from_raw(llvm!(core::LLVMFunctionType, result.0, raw.as_mut_ptr(), raw.len() as u32, 0))
    }

    /// Does a function of this type take further arguments (`...`)?
    pub fn is_variadic(self) -> bool {
        llvm!(core::LLVMIsFunctionVarArg, self.0) != 0
    }

    /// Parameters of a function type.
    pub fn n_params(self) -> u32 {
        llvm!(core::LLVMCountParamTypes, self.0)
    }

    /// What a function of this type returns.
    pub fn result(self) -> Type<'s> {
        Type::from_raw(llvm!(core::LLVMGetReturnType, self.0))
    }

    /// Bits of an integer type.
    pub fn int_width(self) -> u32 {
        llvm!(core::LLVMGetIntTypeWidth, self.0)
    }

    /// Is it an integer?
    pub fn is_int(self) -> bool {
        self.kind() == LLVMTypeKind::LLVMIntegerTypeKind
    }

    /// Is it a pointer?
    pub fn is_pointer(self) -> bool {
        self.kind() == LLVMTypeKind::LLVMPointerTypeKind
    }

    /// Is it a structure?
    pub fn is_struct(self) -> bool {
        self.kind() == LLVMTypeKind::LLVMStructTypeKind
    }

    /// The name of a struct that has one.
    pub fn name(self) -> Option<String> {
        if !self.is_struct() {
            return None;
        }
        let name = llvm!(core::LLVMGetStructName, self.0);
        // SAFETY: LLVM keeps the name of a struct, and ends it with a zero.
        (!name.is_null()).then(|| unsafe { std::ffi::CStr::from_ptr(name) }.to_string_lossy().into_owned())
    }

    /// Width of a float that expressions know, else `None`.
    pub fn float_width(self) -> Option<u32> {
        match self.kind() {
            LLVMTypeKind::LLVMFloatTypeKind => Some(32),
            LLVMTypeKind::LLVMDoubleTypeKind => Some(64),
            LLVMTypeKind::LLVMX86_FP80TypeKind => Some(80),
            _ => None,
        }
    }

    /// Number of elements of a struct, an array or a fixed vector.
    pub fn n_elements(self) -> Option<u64> {
        match self.kind() {
            LLVMTypeKind::LLVMStructTypeKind => Some(llvm!(core::LLVMCountStructElementTypes, self.0) as u64),
            LLVMTypeKind::LLVMArrayTypeKind => Some(llvm!(core::LLVMGetArrayLength2, self.0)),
            LLVMTypeKind::LLVMVectorTypeKind => Some(llvm!(core::LLVMGetVectorSize, self.0) as u64),
            _ => None,
        }
    }

    /// The type of element `k` of an aggregate or vector.
    pub fn element(self, k: u32) -> Type<'s> {
        match self.kind() {
            LLVMTypeKind::LLVMStructTypeKind => Type::from_raw(llvm!(core::LLVMStructGetTypeAtIndex, self.0, k)),
            _ => Type::from_raw(llvm!(core::LLVMGetElementType, self.0)),
        }
    }

    /// Is it a vector of fixed length?
    pub fn is_vector(self) -> bool {
        self.kind() == LLVMTypeKind::LLVMVectorTypeKind
    }

    /// Is its size known?
    pub fn is_sized(self) -> bool {
        llvm!(core::LLVMTypeIsSized, self.0) != 0
    }

    /// Bytes that a load or store of the type touches.
    pub fn store_size(self, session: &Session) -> u64 {
        llvm!(target::LLVMStoreSizeOfType, session.layout(), self.0)
    }

    /// Bytes from one array element to the next.
    pub fn alloc_size(self, session: &Session) -> u64 {
        llvm!(target::LLVMABISizeOfType, session.layout(), self.0)
    }

    /// Byte offset of a struct's field.
    pub fn offset(self, session: &Session, field: u32) -> u64 {
        llvm!(target::LLVMOffsetOfElement, session.layout(), self.0, field)
    }

    /// A constant of this integer type.
    pub fn constant(self, value: u64) -> Value<'s> {
        Value::from_raw(llvm!(core::LLVMConstInt, self.0, value, 0))
    }

    /// A constant of this float type.
    pub fn float_constant(self, value: f64) -> Value<'s> {
        Value::from_raw(llvm!(core::LLVMConstReal, self.0, value))
    }

    /// All bits zero, a null pointer.
    pub fn zero(self) -> Value<'s> {
        Value::from_raw(llvm!(core::LLVMConstNull, self.0))
    }
}
