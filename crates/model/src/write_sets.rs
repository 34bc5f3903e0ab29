//! Which global variables a function may write, itself or through what it calls.
//!
//! Refines the unknown writes of [`crate::ReachingDefinitions`]: a call matters for a flag only if a callee may write
//! it. A write through a pointer, and any call that leaves the program, may hit every *exposed* variable: one whose
//! address is taken in some module or that is defined outside.
//!
//! Conservative about pointers, exact about names. Local variables are not listed: they are seen inside one function.

use crate::bit_set::BitSet;
use crate::call_graph::{CallGraph, CallKind};
use crate::memory::{Base, Effect, Memory};
use crate::program::{ModuleId, ObjectId, ProcId, Program};

/// The write sets of a program.
#[derive(Clone, Debug)]
pub struct WriteSets {
    /// Per function its group of mutually recursive ones.
    group_of: Vec<u32>,
    /// Per group.
    groups: Vec<Writes>,
    exposed: BitSet,
}

/// What a function may write.
#[derive(Clone, Debug)]
struct Writes {
    /// By name.
    objects: BitSet,
    /// Through pointers: everything exposed.
    through_pointers: bool,
}

impl WriteSets {
    /// Computes the sets for all functions.
    pub fn new(program: &Program, calls: &CallGraph) -> WriteSets {
        let components = calls.components();
        let mut groups: Vec<Writes> = Vec::with_capacity(components.members.len());
        // Callees come first, so their sets are complete when a caller needs them.
        for (number, members) in components.members.iter().enumerate() {
            let mut writes = Writes { objects: BitSet::new(program.n_objects()), through_pointers: false };
            for proc in members.iter().map(|member| ProcId(member.0)) {
                writes.add_own(program, calls, proc);
                for callee in calls.callees_of(proc) {
                    let group = components.of_vertex[callee.index()] as usize;
                    if group != number {
                        writes.objects.union_with(&groups[group].objects);
                        writes.through_pointers |= groups[group].through_pointers;
                    }
                }
            }
            groups.push(writes);
        }
        WriteSets { group_of: components.of_vertex, groups, exposed: exposed(program) }
    }

    /// Whether calling this function may change this variable.
    pub fn may_write(&self, proc: ProcId, object: ObjectId) -> bool {
        let writes = &self.groups[self.group_of[proc.index()] as usize];
        writes.objects.contains(object.index()) || (writes.through_pointers && self.exposed.contains(object.index()))
    }
}

impl Writes {
    /// Adds what a function writes itself.
    fn add_own(&mut self, program: &Program, calls: &CallGraph, proc: ProcId) {
        let module = program.proc(proc).module;
        let function = program.function(proc);
        if !function.is_defined() {
            self.through_pointers |= !crate::memory::is_harmless(&function.name);
            return;
        }
        // An indirect call may leave the program too.
        self.through_pointers |= calls.calls_of(proc).iter().any(|call| call.kind == CallKind::Indirect);
        let memory = Memory::new(program.module(module), function);
        for (index, inst) in function.instructions.iter().enumerate() {
            match memory.effect(crate::InstId::new(index)) {
                Effect::Writes(region) => self.add_base(program, module, region.base),
                // Direct calls of functions we know are edges of the call graph.
                Effect::Clobbers if matches!(inst.callee(), Some(crate::Operand::Function(_))) => {}
                Effect::Clobbers => self.through_pointers = true,
                Effect::None => {}
            }
        }
    }

    fn add_base(&mut self, program: &Program, module: ModuleId, base: Base) {
        match base {
            Base::Alloca(_) => {}
            Base::Global(id) => {
                let object = program.resolve_global(module, id);
                self.objects.insert(object.index());
                // Somebody else's variable can be another name of one that is known.
                let (owner, id) = program.object(object);
                self.through_pointers |= !program.module(owner).global(id).is_defined;
            }
            Base::Pointer(_) | Base::Unknown => self.through_pointers = true,
        }
    }
}

/// The variables that pointers may point to.
fn exposed(program: &Program) -> BitSet {
    let mut exposed = BitSet::new(program.n_objects());
    for (module, objects) in program.modules().iter().zip(&program.object_of) {
        for (global, object) in module.globals.iter().zip(objects) {
            let (owner, id) = program.object(*object);
            if global.address_taken || !program.module(owner).global(id).is_defined {
                exposed.insert(object.index());
            }
        }
    }
    exposed
}

#[cfg(test)]
mod tests {
    use super::WriteSets;
    use crate::testing::parse_code;
    use crate::{CallGraph, GlobalId, Module, ModuleId, Program};

    /// Which of `@g` (exposed) and `@static` (not) each function of the first module may write.
    fn check(texts: &[&str], expected: &[(&str, bool, bool)]) {
        let rename = |text: &&str| -> Module { parse_code(text).module };
        let program = Program::link(texts.iter().map(rename).collect());
        let sets = WriteSets::new(&program, &CallGraph::new(&program));
        let [g, hidden] = [0, 2].map(|id| program.resolve_global(ModuleId(0), GlobalId(id)));
        for &(name, writes_g, writes_hidden) in expected {
            let proc = program.find_procs(name).next().expect("a function");
            assert_eq!((sets.may_write(proc, g), sets.may_write(proc, hidden)), (writes_g, writes_hidden), "{name}");
        }
    }

    #[test]
    fn direct_writes_pointers_and_the_outside() {
        check(&["f() a: store 1 @static; ret"], &[("f", false, true)]);
        check(&["f(%0) a: store 1 %0; ret"], &[("f", true, false)]);
        check(&["f() a: call @outside; ret"], &[("f", true, false), ("outside", true, false)]);
        check(&["f() a: call @llvm.dbg.value; ret"], &[("f", false, false)]);
        check(&["f() a: %0 = alloca 4; store 1 %0; ret"], &[("f", false, false)]);
    }

    #[test]
    fn callees_count_across_modules_and_recursion() {
        let texts = ["f() a: call @even; ret", "even() a: call @odd; ret", "odd() a: call @even; store 1 @g; ret"];
        check(&texts, &[("f", true, false), ("even", true, false), ("odd", true, false)]);
    }
}
