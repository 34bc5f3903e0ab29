//! Global variables: size, content and whether anybody else can reach them.

use super::{Tables, bytes, linkage, uses};
use crate::llvm::Value;
use symcrete_model::Global;

/// Largest content that is kept, in bytes: sqlite's and zlib's largest tables are below 16 KiB, and
/// reading a larger one at a symbolic index would make a term nobody solves.
const MAX_INITIALIZER: u64 = 64 * 1024;

/// A global variable in the model's form.
pub(super) fn global(tables: &Tables, global: Value) -> Global {
    let ty = global.value_type();
    let size = if ty.is_sized() { ty.alloc_size(tables.session) } else { 0 };
    let content = global.initializer().filter(|_| size <= MAX_INITIALIZER);
    Global {
        name: global.name(),
        linkage: linkage(global),
        is_defined: !global.is_declaration(),
        is_constant: global.is_constant_global(),
        // The linker gives every section of the program's a name at its start.
        address_taken: global.has_section() || uses::is_global_address_taken(global),
        size,
        initializer: content.and_then(|content| bytes::image(tables.session, content)),
    }
}
