//! Parts of a program that are linked as they are: what they call and use of the rest, and what they define in its place.
//!
//! Nothing in them is followed, so whatever has a name that they mention may be called and written at any time, and a weak function that
//! they define is not the one that runs. Static functions and variables stay out of their reach.

use object::{Object, ObjectSection, ObjectSymbol};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::path::Path;
use symcrete_model::{Function, FunctionId, Linkage, Module};

/// Names that such parts mention.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Strangers {
    /// What they leave to others.
    pub uses: BTreeSet<String>,
    /// What they define.
    pub defines: BTreeSet<String>,
    /// Each by itself.
    #[serde(default)]
    pub parts: Vec<Part>,
}

/// One such part: an object, or a shared library.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// Its file.
    pub name: String,
    /// The functions and variables that it defines for others.
    pub defines: BTreeSet<String>,
    /// It has code that runs before `main`.
    pub begins: bool,
}

/// What the start-up code of a compiler adds to the beginnings of a shared library.
const USUAL_BEGINNINGS: u64 = 8;

impl Part {
    /// An object; `None` for a file of another kind.
    fn of_object(name: &str, bytes: &[u8]) -> Option<Part> {
        let file = object::File::parse(bytes).ok()?;
        let defines = file.symbols().filter(|symbol| symbol.is_global() && symbol.is_definition());
        let defines = defines.filter_map(|symbol| Some(symbol.name().ok()?.to_string())).collect();
        Some(Part { name: name.into(), defines, begins: beginnings(&file) > 0 })
    }

    /// A shared library; `None` for a file of another kind.
    pub fn of_library(name: &str, bytes: &[u8]) -> Option<Part> {
        let file = object::File::parse(bytes).ok()?;
        let defines = file.dynamic_symbols().filter(|symbol| symbol.is_definition());
        let defines = defines.filter_map(|symbol| Some(symbol.name().ok()?.to_string())).collect();
        Some(Part { name: name.into(), defines, begins: beginnings(&file) > USUAL_BEGINNINGS })
    }
}

/// Bytes of the tables of functions that run before `main`.
fn beginnings(file: &object::File) -> u64 {
    let is_table = |name: &str| [".init_array", ".preinit_array", ".ctors"].iter().any(|table| name.starts_with(table));
    file.sections().filter(|section| section.name().is_ok_and(is_table)).map(|section| section.size()).sum()
}

impl Strangers {
    /// Adds the symbols of an object; nothing of a file of another kind.
    pub(super) fn add(&mut self, name: &Path, object: &[u8]) {
        let Ok(file) = object::File::parse(object) else { return };
        self.parts.extend(Part::of_object(&name.display().to_string(), object));
        for symbol in file.symbols().filter(|symbol| symbol.is_global()) {
            let list = if symbol.is_undefined() { &mut self.uses } else { &mut self.defines };
            list.extend(symbol.name().ok().filter(|name| !name.is_empty()).map(String::from));
        }
    }

    /// Adds what a program shows to shared libraries, which call it by name: its own `malloc`, say.
    pub fn add_shown(&mut self, program: &Path) {
        let bytes = std::fs::read(program).unwrap_or_default();
        let Ok(file) = object::File::parse(bytes.as_slice()) else { return };
        let shown = file.dynamic_symbols().filter(|symbol| symbol.is_definition());
        self.uses.extend(shown.filter_map(|symbol| Some(symbol.name().ok()?.to_string())));
    }

    /// Tells the models of a program about them.
    pub fn mark(&self, modules: &mut [Module]) {
        for module in modules {
            for function in module.functions.iter_mut().filter(|function| self.may_use(&function.name)) {
                function.address_taken |= function.linkage != Linkage::Internal && function.name != "main";
            }
            for global in module.globals.iter_mut().filter(|global| self.may_use(&global.name)) {
                if global.linkage != Linkage::Internal {
                    global.address_taken = true;
                    global.initializer = global.initializer.take().filter(|_| global.is_constant);
                }
            }
            self.replace_weak(module);
        }
    }

    fn may_use(&self, name: &str) -> bool {
        self.uses.contains(name) || self.defines.contains(name)
    }

    /// A weak function that is defined elsewhere stands for that one; its own body, which nothing calls, gets another number and name.
    fn replace_weak(&self, module: &mut Module) {
        for index in 0..module.functions.len() {
            let function = &module.functions[index];
            if function.linkage != Linkage::Weak || !function.is_defined() || !self.defines.contains(&function.name) {
                continue;
            }
            let declared = Function {
                blocks: Vec::new(),
                instructions: Vec::new(),
                linkage: Linkage::External,
                ..function.clone()
            };
            let mut body = std::mem::replace(&mut module.functions[index], declared);
            body.name += " (replaced)";
            let (old, new) = (FunctionId::new(index), FunctionId::new(module.functions.len()));
            module.functions.push(body);
            let of_sites = module.sites.iter_mut().map(|site| &mut site.function);
            let of_lines = module.lines.iter_mut().map(|line| &mut line.function);
            of_sites.chain(of_lines).filter(|id| **id == old).for_each(|id| *id = new);
        }
    }
}
