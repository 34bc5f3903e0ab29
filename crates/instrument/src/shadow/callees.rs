//! How a call names its callee: by number where caller and callee are certainly in one module, by
//! address otherwise.
//!
//! A number costs nothing in code; an address must be handed to the runtime at each call. Certain
//! are functions with internal linkage, and strong definitions of a program (in a library another
//! one may take their place).

use crate::Options;
use crate::llvm::{Linkage, Session, Value};
use std::collections::{BTreeSet, HashMap, HashSet};

/// Most functions of a module that can be numbered.
const MOST: usize = 0xffff;

/// The numbered functions of a module.
pub(crate) struct Callees<'s> {
    numbers: HashMap<Value<'s>, u32>,
    certain: HashSet<Value<'s>>,
    private: HashSet<Value<'s>>,
    /// The module is a model of library functions: what it calls, it knows about.
    pub(crate) of_model: bool,
    /// Are denormal numbers flushed?
    pub(crate) flushes: bool,
    /// Functions of other objects that are instrumented too.
    followed: BTreeSet<String>,
}

impl<'s> Callees<'s> {
    pub(crate) fn of(session: &'s Session, options: &Options) -> Callees<'s> {
        let in_program = !session.is_for_library();
        let mut callees = Callees {
            numbers: HashMap::new(),
            certain: HashSet::new(),
            private: HashSet::new(),
            of_model: options.is_model,
            flushes: options.flushes,
            followed: options.followed.clone(),
        };
        let defined = session.functions().into_iter().filter(|f| !f.is_declaration()).take(MOST);
        for (number, function) in defined.enumerate() {
            callees.numbers.insert(function, number as u32);
            let internal = matches!(function.linkage(), Linkage::LLVMInternalLinkage | Linkage::LLVMPrivateLinkage);
            let strong = function.linkage() == Linkage::LLVMExternalLinkage;
            if internal || (strong && in_program) {
                callees.certain.insert(function);
            }
            if internal && function.is_only_called() {
                callees.private.insert(function);
            }
        }
        callees
    }

    /// The number of a defined function.
    pub(crate) fn number(&self, function: Value) -> u32 {
        self.numbers.get(&function).copied().unwrap_or(MOST as u32)
    }

    /// The number by which a direct call may name this callee.
    pub(crate) fn known(&self, callee: Value) -> Option<u32> {
        self.certain.contains(&callee).then(|| self.number(callee))
    }

    /// Is a function, which this module only declares, certainly not instrumented?
    pub(crate) fn is_stranger(&self, name: &str) -> bool {
        !self.followed.contains(name)
    }

    /// Is the function only ever called by number?
    pub(crate) fn is_private(&self, function: Value) -> bool {
        self.private.contains(&function)
    }
}
