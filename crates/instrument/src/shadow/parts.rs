//! Takes values apart into scalars that can carry a shadow.
//!
//! An integer, pointer or float is one part; a struct, array or vector value is the parts of its
//! elements, as long as they are few. Everything after this works on parts alone.

use crate::llvm::{Builder, Session, Type, TypeKind, Value};
use crate::shadow::prepare::bits_together;
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

/// Most parts of a value that is followed: the bytes of a vector of AVX2. Wider ones are concrete and counted.
const MAX_PARTS: usize = 32;
/// Most bits of lanes that are no whole bytes: they go to memory as one number.
const MAX_BITS: u32 = 128;

/// Part `k` of a value.
pub(crate) type Scalar<'s> = (Value<'s>, u32);

/// The shape of one part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    /// Bits, 1 to 128.
    pub(crate) width: u32,
    /// A float's bit pattern.
    pub(crate) float: bool,
    /// Byte offset inside the value's memory image.
    pub(crate) offset: u64,
    /// How to get at it: indices from the outside in.
    pub(crate) path: Vec<u32>,
}

impl Part {
    /// Bytes that the part takes in memory.
    pub(crate) fn bytes(&self) -> u32 {
        self.width.div_ceil(8)
    }

    /// Does its concrete value need two words?
    pub(crate) fn is_wide(&self) -> bool {
        self.width > 64
    }
}

/// Remembers the parts of types.
pub(crate) struct Parts<'s> {
    session: &'s Session,
    known: RefCell<HashMap<Type<'s>, Rc<[Part]>>>,
}

impl<'s> Parts<'s> {
    pub(crate) fn new(session: &'s Session) -> Parts<'s> {
        Parts { session, known: RefCell::default() }
    }

    pub(crate) fn session(&self) -> &'s Session {
        self.session
    }

    /// The parts of a type; none when it cannot be followed.
    pub(crate) fn of(&self, ty: Type<'s>) -> Rc<[Part]> {
        if let Some(parts) = self.known.borrow().get(&ty) {
            return parts.clone();
        }
        let mut parts = Vec::new();
        let complete = self.flatten(ty, 0, &mut Vec::new(), &mut parts);
        let parts: Rc<[Part]> = if complete { parts.into() } else { [].into() };
        self.known.borrow_mut().insert(ty, parts.clone());
        parts
    }

    /// Appends the parts of a type; false when something in it cannot be followed.
    fn flatten(&self, ty: Type, offset: u64, path: &mut Vec<u32>, out: &mut Vec<Part>) -> bool {
        if let Some((width, float)) = scalar(ty) {
            out.push(Part { width, float, offset, path: path.clone() });
            return out.len() <= MAX_PARTS;
        }
        let Some(n) = ty.n_elements() else { return false };
        if n > MAX_PARTS as u64 || bits_together(ty).is_some_and(|bits| bits > MAX_BITS) {
            return false;
        }
        (0..n as u32).all(|k| {
            let element = ty.element(k);
            let at = match ty.kind() {
                TypeKind::LLVMStructTypeKind => ty.offset(self.session, k),
                TypeKind::LLVMVectorTypeKind => k as u64 * element.store_size(self.session),
                _ => k as u64 * element.alloc_size(self.session),
            };
            path.push(k);
            let fine = self.flatten(element, offset + at, path, out);
            path.pop();
            fine
        })
    }

    /// Builds code that yields a part as one or two words of at most 64 bits; the runtime ignores
    /// what lies above a narrower one.
    pub(crate) fn words(&self, builder: &Builder<'s>, value: Value, part: &Part) -> Vec<Value<'s>> {
        let i64t = Type::int(self.session, 64);
        let mut current = value;
        for &k in &part.path {
            current = if current.ty().is_vector() {
                builder.extract_element(current, i64t.constant(k as u64))
            } else {
                builder.extract_value(current, k)
            };
        }
        let bits = if current.ty().is_pointer() {
            builder.pointer_to_int(current, i64t)
        } else if part.float {
            builder.bitcast(current, Type::int(self.session, part.width))
        } else {
            current
        };
        if !part.is_wide() {
            // A whole word even of a byte: the runtime would wait for the cache if it read more than was stored.
            return vec![builder.resize(bits, i64t)];
        }
        vec![builder.resize(bits, i64t), builder.resize(builder.shift_right(bits, 64), i64t)]
    }
}

/// Width and floatness of a type that is one part.
fn scalar(ty: Type) -> Option<(u32, bool)> {
    if ty.is_int() {
        let width = ty.int_width();
        return (width <= 128).then_some((width, false));
    }
    if ty.is_pointer() {
        return Some((64, false));
    }
    ty.float_width().map(|width| (width, true))
}
