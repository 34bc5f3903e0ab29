//! Global variables: size, content and whether anybody else can reach them.

use super::{Tables, bytes, linkage, uses};
use crate::llvm::{Session, Value};
use symcrete_model::Global;

/// Largest content that is kept, in bytes: sqlite's and zlib's largest tables are below 16 KiB, and
/// reading a larger one at a symbolic index would make a term nobody solves.
const MAX_INITIALIZER: u64 = 64 * 1024;

/// A global variable in the model's form.
pub(super) fn global(tables: &Tables, global: Value) -> Global {
    let ty = global.value_type();
    let size = if ty.is_sized() { ty.alloc_size(tables.session) } else { 0 };
    Global {
        name: global.name(),
        linkage: linkage(global),
        is_defined: !global.is_declaration(),
        is_constant: global.is_constant_global(),
        // The linker gives every section of the program's a name at its start.
        address_taken: global.has_section() || uses::is_global_address_taken(global),
        size,
        initializer: content(tables.session, global),
    }
}

/// What a variable holds from the start, if all of it is known and that is not too much.
fn content(session: &Session, global: Value) -> Option<Vec<u8>> {
    let ty = global.value_type();
    let is_small = ty.is_sized() && ty.alloc_size(session) <= MAX_INITIALIZER;
    global.initializer().filter(|_| is_small).and_then(|content| bytes::image(session, content))
}

/// The same for whoever looks for a text in it.
pub(crate) fn text_of(session: &Session, global: Value) -> Vec<u8> {
    content(session, global).unwrap_or_default()
}
