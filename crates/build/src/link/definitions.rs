//! Which functions the instrumented inputs of a link define: what is handed to them is followed there, and nothing is lost.

use super::input::{is_archive, members};
use crate::bitcode::{self, section};
use object::{Object, ObjectSymbol, SymbolKind};
use std::collections::BTreeSet;
use std::path::Path;
use symcrete_abi::name;
use symcrete_libc::streams::is_of_streams;

/// Functions by name.
#[derive(Default)]
pub(crate) struct Definitions {
    defined: BTreeSet<String>,
    /// Does one of the inputs use C++'s input streams?
    pub(crate) use_streams: bool,
    /// Does one of them catch exceptions, or clean up when one passes through?
    pub(crate) has_handlers: bool,
}

impl Definitions {
    /// Takes note of what an input defines, if it is or will be instrumented: an object, an archive or a shared library.
    pub(crate) fn add(&mut self, path: &Path, bytes: &[u8]) {
        if is_archive(bytes) {
            members(path, bytes).iter().for_each(|(name, member)| self.add_object(name, member));
        } else {
            self.add_object(path, bytes);
        }
    }

    fn add_object(&mut self, path: &Path, bytes: &[u8]) {
        let Ok(file) = object::File::parse(bytes) else { return };
        let mut names = file.symbols().chain(file.dynamic_symbols()).filter_map(|symbol| symbol.name().ok());
        self.has_handlers |= names.any(is_personality);
        let is_instrumented = section(bytes, name::MODEL).is_some();
        if !is_instrumented && bitcode::modules(bytes).is_empty() && !bitcode::is_beside(path) {
            return;
        }
        let all = file.symbols().chain(file.dynamic_symbols());
        for symbol in all.filter(|symbol| symbol.is_global()) {
            let Ok(name) = symbol.name() else { continue };
            // The runtime in a finished library names them as well.
            self.use_streams |= !is_instrumented && is_of_streams(name);
            if symbol.is_definition() && symbol.kind() == SymbolKind::Text {
                self.defined.insert(name.to_string());
            }
        }
    }

    /// Those of them that an object leaves to others.
    pub(crate) fn wanted_by(&self, object: &[u8]) -> BTreeSet<String> {
        bitcode::undefined(object).into_iter().filter(|name| self.defined.contains(name)).collect()
    }
}

/// Does this function look for handlers on behalf of frames? Each language has one of its own, and frames without handlers have none.
fn is_personality(name: &str) -> bool {
    name.ends_with("_personality_v0") || name.ends_with("eh_personality")
}
