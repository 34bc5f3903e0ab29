//! Numbers as the runtime makes them: which kind of value a type of C asks for.

use super::super::debug::Holds;
use symcrete_trace::CType;

/// How a number is made.
#[derive(Clone, Copy)]
pub(super) struct Kind {
    pub(super) ty: CType,
    /// Only these bytes of it count.
    pub(super) bytes: Option<u64>,
}

impl Kind {
    pub(super) fn of(ty: CType) -> Kind {
        Kind { ty, bytes: None }
    }
}

/// The kind of a basic type; `None` for what is none.
pub(super) fn number(holds: Holds, name: &str, bytes: u64) -> Option<Kind> {
    Some(match (holds, bytes) {
        (Holds::Bool, _) => Kind::of(CType::Bool),
        (Holds::Character, _) if name.starts_with("unsigned") => Kind::of(CType::UChar),
        (Holds::Character, _) => Kind::of(CType::Char),
        (Holds::Signed, _) => integer(bytes, true),
        (Holds::Unsigned, _) => integer(bytes, false),
        (Holds::Float, 4) => Kind::of(CType::Float),
        (Holds::Float, 8) => Kind::of(CType::Double),
        (Holds::Float, 16) => Kind { ty: CType::LongDouble, bytes: Some(CType::LongDouble.bytes() as u64) },
        (Holds::Float, _) => Kind::of(CType::Bytes),
        (Holds::Other, _) => return None,
    })
}

/// The kind of an integer.
pub(super) fn integer(bytes: u64, is_signed: bool) -> Kind {
    Kind::of(match (bytes, is_signed) {
        (1, true) => CType::Char,
        (1, false) => CType::UChar,
        (2, true) => CType::Short,
        (2, false) => CType::UShort,
        (4, true) => CType::Int,
        (4, false) => CType::UInt,
        (8, true) => CType::Long,
        (8, false) => CType::ULong,
        _ => CType::Bytes,
    })
}

/// The statement that makes a value.
pub(super) fn value(lvalue: &str, kind: Kind) -> String {
    let ty = kind.ty as u32;
    match (kind.ty, kind.bytes) {
        (CType::Bool, _) => format!("  *(unsigned char *)&({lvalue}) = symcrete_driver_bit({ty});\n"),
        (_, Some(bytes)) => format!("  symcrete_value((void *)&({lvalue}), {bytes}, {ty});\n"),
        (_, None) => format!("  symcrete_value((void *)&({lvalue}), sizeof({lvalue}), {ty});\n"),
    }
}
