//! Types of values: what a backward symbolic executor needs to know about size and layout, and no more.
//!
//! Pointers are opaque and 64 bits wide, as in the LLVM IR the model comes from. Nested structs and arrays are
//! flattened to a list of scalars with byte offsets. Names, signedness and address spaces are not kept.

/// A value that fits one bit-vector, float or pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scalar {
    /// An integer of this many bits.
    Int(u32),
    /// A pointer of 64 bits.
    Pointer,
    /// An IEEE float of 16, 32, 64 or 128 bits, or the x87 extended format at 80.
    Float(u32),
}

/// The type of a value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// No value: the result of `store`, `br`, a `void` call.
    Void,
    /// One scalar.
    Scalar(Scalar),
    /// A struct or array held as one value.
    Aggregate(Layout),
    /// A SIMD vector; its elements are the lanes in order.
    Vector(Layout),
    /// A type without a meaning here: token, metadata, bfloat, scalable vector.
    Other,
}

/// Size and content of an aggregate or a vector.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Layout {
    /// Allocation size in bytes, padding included.
    pub size: u64,
    /// The scalars in order of offset. Empty when listing them was not cheap: then only `size` is known.
    pub elements: Vec<Element>,
}

/// One scalar inside a [`Layout`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Element {
    /// Byte offset from the start of the aggregate.
    pub offset: u64,
    /// What stands there.
    pub scalar: Scalar,
}

impl Scalar {
    /// Width in bits.
    pub fn bits(self) -> u32 {
        match self {
            Scalar::Int(width) | Scalar::Float(width) => width,
            Scalar::Pointer => 64,
        }
    }

    /// Bytes a load or store of this scalar touches (an `i1` takes one byte, an 80-bit float ten).
    pub fn store_size(self) -> u64 {
        u64::from(self.bits()).div_ceil(8)
    }
}

impl Type {
    /// A pointer.
    pub const POINTER: Type = Type::Scalar(Scalar::Pointer);

    /// An integer of `width` bits.
    pub const fn int(width: u32) -> Type {
        Type::Scalar(Scalar::Int(width))
    }

    /// A float of `width` bits.
    pub const fn float(width: u32) -> Type {
        Type::Scalar(Scalar::Float(width))
    }

    /// Bytes a load or store of this type touches, where it is known.
    pub fn store_size(&self) -> Option<u64> {
        match self {
            Type::Void => Some(0),
            Type::Scalar(scalar) => Some(scalar.store_size()),
            Type::Aggregate(layout) | Type::Vector(layout) => Some(layout.size),
            Type::Other => None,
        }
    }
}
