//! LLVM types as model types: nested structs and arrays become scalars at byte offsets.
//!
//! Asked for every value, so answers are remembered by type.

use crate::llvm::{Session, Type as LlvmType, TypeKind};
use std::cell::RefCell;
use std::collections::HashMap;
use symcrete_model::{Element, Layout, Scalar, Type};

/// Most scalars listed for one type. Structs returned by value have a handful; an array of
/// thousands would only fill the section.
const MAX_ELEMENTS: usize = 64;

/// Converts types and remembers them.
pub(super) struct Types<'s> {
    session: &'s Session,
    known: RefCell<HashMap<LlvmType<'s>, Type>>,
}

impl<'s> Types<'s> {
    pub(super) fn new(session: &'s Session) -> Types<'s> {
        Types { session, known: RefCell::default() }
    }

    /// The model's view of a type.
    pub(super) fn of(&self, ty: LlvmType<'s>) -> Type {
        if let Some(known) = self.known.borrow().get(&ty) {
            return known.clone();
        }
        let made = self.convert(ty);
        self.known.borrow_mut().insert(ty, made.clone());
        made
    }

    fn convert(&self, ty: LlvmType<'s>) -> Type {
        if let Some(scalar) = scalar(ty) {
            return Type::Scalar(scalar);
        }
        match ty.kind() {
            TypeKind::LLVMVoidTypeKind => Type::Void,
            TypeKind::LLVMStructTypeKind | TypeKind::LLVMArrayTypeKind if ty.is_sized() => {
                Type::Aggregate(self.layout(ty))
            }
            TypeKind::LLVMVectorTypeKind => Type::Vector(self.layout(ty)),
            _ => Type::Other,
        }
    }

    fn layout(&self, ty: LlvmType) -> Layout {
        let mut elements = Vec::new();
        if !self.flatten(ty, 0, &mut elements) {
            elements.clear();
        }
        Layout { size: ty.alloc_size(self.session), elements }
    }

    /// Appends the scalars of a type; false when one has no byte offset or no meaning, or they are too many.
    fn flatten(&self, ty: LlvmType, offset: u64, out: &mut Vec<Element>) -> bool {
        if let Some(scalar) = scalar(ty) {
            out.push(Element { offset, scalar });
            return out.len() <= MAX_ELEMENTS;
        }
        let Some(n_elements) = ty.n_elements() else { return false };
        // An array of empty structs has elements without ever adding a scalar.
        n_elements <= MAX_ELEMENTS as u64
            && (0..n_elements as u32).all(|k| {
                let at = element_offset(self.session, ty, k);
                at.is_some_and(|at| self.flatten(ty.element(k), offset + at, out))
            })
    }
}

/// Byte offset of element `k` of a struct, array or vector; `None` for lanes that are no whole bytes.
pub(super) fn element_offset(session: &Session, ty: LlvmType, k: u32) -> Option<u64> {
    match ty.kind() {
        TypeKind::LLVMStructTypeKind => Some(ty.offset(session, k)),
        TypeKind::LLVMVectorTypeKind => {
            let lane = scalar(ty.element(0))?;
            (lane.bits() % 8 == 0).then(|| u64::from(k) * lane.store_size())
        }
        _ => Some(u64::from(k) * ty.element(0).alloc_size(session)),
    }
}

fn scalar(ty: LlvmType) -> Option<Scalar> {
    if ty.is_int() {
        return Some(Scalar::Int(ty.int_width()));
    }
    if ty.is_pointer() {
        return Some(Scalar::Pointer);
    }
    ty.any_float_width().map(Scalar::Float)
}
