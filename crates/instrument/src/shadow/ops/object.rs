//! Which object an address lies in, where the code says so: a global or local variable, however it is indexed.
//!
//! The runtime asks when an address is symbolic: a read may then be of any element, but of no neighbour of the object. In code
//! that is checked for bounds it also hears which pointer each access started from.

use crate::bounds::is_checked_function;
use crate::llvm::{Type, Value};
use crate::shadow::describe::{Local, NONE};
use crate::shadow::piece::Piece;
use crate::variable::{root, underlying};
use symcrete_abi::segment::Code;

/// Tells the runtime the object behind an address that could be symbolic.
pub(super) fn tell<'s>(piece: &mut Piece<'s>, pointer: Value<'s>) {
    if !piece.description.follows(pointer) {
        return;
    }
    let known = underlying(pointer, piece.description.parts.session());
    if known.is_some() || piece.has_object {
        // No bytes: it is not known.
        let (variable, bytes) = known.unwrap_or((pointer, 0));
        let local = piece.description.operand((variable, 0));
        piece.description.at(Code::Object, local, NONE, NONE, bytes);
        piece.has_object = known.is_some();
    }
}

/// In checked code: a value of this type is used at an address that could be symbolic.
pub(super) fn bound<'s>(piece: &mut Piece<'s>, by: Value<'s>, pointer: Value<'s>, ty: Type<'s>) {
    let session = piece.description.parts.session();
    if ty.is_sized() && is_wanted(piece, &[pointer]) {
        let bytes = piece.description.constant(64, u128::from(ty.store_size(session)));
        emit(piece, by, pointer, bytes);
    }
}

/// In checked code: so many bytes (the value, and its local) are used at an address, and either could be symbolic.
pub(super) fn bound_range<'s>(
    piece: &mut Piece<'s>,
    by: Value<'s>,
    pointer: Value<'s>,
    (length, bytes): (Value<'s>, Local),
) {
    if is_wanted(piece, &[pointer, length]) {
        emit(piece, by, pointer, bytes);
    }
}

fn is_wanted(piece: &Piece, values: &[Value]) -> bool {
    piece.description.follows_any(values) && is_checked_function(piece.description.parts.session(), piece.function)
}

fn emit<'s>(piece: &mut Piece<'s>, by: Value<'s>, pointer: Value<'s>, bytes: Local) {
    let location = piece.location(by);
    let known = underlying(pointer, piece.description.parts.session());
    let (root, size) = known.unwrap_or_else(|| (root(pointer), 0));
    let address = piece.description.operand((pointer, 0));
    let start = piece.description.number((root, 0));
    piece.description.at(Code::Bound, start, address, bytes, size);
    piece.description.word(location);
}
