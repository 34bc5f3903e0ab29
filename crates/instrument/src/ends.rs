//! Functions that run before `main` and after it: in the tables where clang has them.
//!
//! LLVM's C API makes code for targets with the tables `.ctors` and `.dtors`, and linkers bring these in another order than `.init_array` and
//! `.fini_array`: variables of C++ would be initialised in another order than in the plain program. So each entry is made a variable of its own.

use crate::llvm::{Linkage, Session, Value};

/// The priority of what has none.
const USUAL: u64 = 65_535;

/// Lists of LLVM, and the sections that their entries belong to.
const TABLES: [(&str, &str); 2] = [("llvm.global_ctors", ".init_array"), ("llvm.global_dtors", ".fini_array")];

/// Puts every entry into its section.
pub(crate) fn place(session: &Session) {
    for (name, section) in TABLES {
        let Some(list) = session.global(name) else { continue };
        let mut entries: Vec<Value> = list.initializer().into_iter().flat_map(Value::operands).collect();
        entries.sort_by_key(|entry| priority(*entry));
        for entry in entries.into_iter().filter(|entry| entry.n_operands() > 1 && !entry.operand(1).is_null()) {
            place_one(session, entry, section);
        }
        list.delete_global();
    }
}

fn priority(entry: Value) -> u64 {
    entry.operand(0).const_int().unwrap_or(USUAL)
}

/// One entry: its priority, the function, and what it belongs to, with which it is dropped where another object has the same.
fn place_one(session: &Session, entry: Value, section: &str) {
    let (function, owner) = (entry.operand(1), entry.operand(2));
    let is_owned = !owner.is_null();
    if is_owned && (owner.is_declaration() || owner.linkage() == Linkage::LLVMAvailableExternallyLinkage) {
        return;
    }
    let place = session.add_global("", function.ty());
    place.set_initializer(function);
    place.set_linkage(Linkage::LLVMPrivateLinkage);
    place.set_alignment(8);
    match priority(entry) {
        USUAL => place.set_section(section),
        priority => place.set_section(&format!("{section}.{priority}")),
    }
    if is_owned {
        place.set_group_of(owner);
    }
}
