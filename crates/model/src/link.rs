//! Joins modules into a program: symbol resolution and numbering.
//!
//! Rules of a linker, as far as the model needs them: internal symbols stay in their module; of the others the first
//! external definition wins, else the first weak one, else the first declaration stands for code outside the program.
//! Functions and variables are resolved apart. Does not report duplicate definitions: the linker did.

use crate::program::{BranchId, ConditionId, ModuleId, NodeId, ObjectId, Proc, ProcId, Program};
use crate::{FunctionId, GlobalId, Linkage, Module, SiteId};
use std::collections::HashMap;
use std::collections::hash_map::Entry;

impl Program {
    /// Joins modules, in the order the linker put them. Each must pass [`Module::check`], as decoded ones do.
    pub fn link(modules: Vec<Module>) -> Program {
        let functions = resolve(&modules, |module| {
            let symbol = |f: &crate::Function| (f.name.clone(), f.linkage, f.is_defined());
            module.functions.iter().map(symbol).collect()
        });
        let globals = resolve(&modules, |module| {
            let symbol = |g: &crate::Global| (g.name.clone(), g.linkage, g.is_defined);
            module.globals.iter().map(symbol).collect()
        });
        let mut program = Program {
            procs: Vec::new(),
            objects: globals.owners.iter().map(|&(module, index)| (module, GlobalId(index))).collect(),
            proc_of: functions.ids.into_iter().map(|ids| ids.into_iter().map(ProcId).collect()).collect(),
            object_of: globals.ids.into_iter().map(|ids| ids.into_iter().map(ObjectId).collect()).collect(),
            modules,
            node_procs: Vec::new(),
            first_arcs: Vec::new(),
            arc_sources: Vec::new(),
            conditions: Vec::new(),
            branch_conditions: Vec::new(),
            first_branches: Vec::new(),
            stand_ins: Vec::new(),
            counted_as: None,
            first_of_module: Vec::new(),
        };
        program.number_code(&functions.owners);
        program.number_sites();
        program.stand_ins = program.find_stand_ins();
        program
    }

    /// Per condition, the one of the definition that won. A definition that lost has one when both have the same
    /// conditions at the same places: an inline function of a header.
    fn find_stand_ins(&self) -> Vec<ConditionId> {
        let mut by_function: HashMap<(ModuleId, FunctionId), Vec<ConditionId>> = HashMap::new();
        for id in (0..self.conditions.len()).map(ConditionId::new) {
            let (module, site) = self.site(id);
            by_function.entry((module, site.function)).or_default().push(id);
        }
        let mut stand_ins: Vec<ConditionId> = (0..self.conditions.len()).map(ConditionId::new).collect();
        for (&(module, function), conditions) in &by_function {
            let winner = self.proc(self.resolve(module, function));
            let winners = by_function.get(&(winner.module, winner.function)).map_or(&[][..], Vec::as_slice);
            let is_same = |(one, other): (&ConditionId, &ConditionId)| self.is_same_text(*one, *other);
            if conditions.len() == winners.len() && conditions.iter().zip(winners).all(is_same) {
                conditions.iter().zip(winners).for_each(|(one, winner)| stand_ins[one.index()] = *winner);
            }
        }
        stand_ins
    }

    fn is_same_text(&self, one: ConditionId, other: ConditionId) -> bool {
        let [(a, one), (b, other)] = [one, other].map(|id| self.site(id));
        let [one_at, other_at] =
            [(a, one.loc), (b, other.loc)].map(|(module, loc)| loc.map(|loc| self.location(module, loc)));
        one.kind == other.kind && one_at.is_some() && one_at == other_at
    }

    fn number_code(&mut self, owners: &[(ModuleId, u32)]) {
        for (index, &(module, function)) in owners.iter().enumerate() {
            let function = FunctionId(function);
            let body = &self.modules[module.index()].functions[function.index()];
            let first_node = NodeId::new(self.node_procs.len());
            let n_nodes = NodeId::new(body.blocks.len()).0;
            self.procs.push(Proc { module, function, first_node, n_nodes });
            for block in &body.blocks {
                let node = NodeId::new(self.node_procs.len());
                self.node_procs.push(ProcId::new(index));
                self.first_arcs.push(NodeId::new(self.arc_sources.len()).0);
                self.arc_sources.extend(block.successors.iter().map(|_| node));
            }
        }
        self.first_arcs.push(NodeId::new(self.arc_sources.len()).0);
    }

    fn number_sites(&mut self) {
        for (index, module) in self.modules.iter().enumerate() {
            let first = (ConditionId::new(self.conditions.len()), BranchId::new(self.branch_conditions.len()));
            self.first_of_module.push(first);
            for (site_index, site) in module.sites.iter().enumerate() {
                let condition = ConditionId::new(self.conditions.len());
                self.conditions.push((ModuleId::new(index), SiteId::new(site_index)));
                self.first_branches.push(BranchId::new(self.branch_conditions.len()).0);
                self.branch_conditions.extend((0..site.n_outcomes()).map(|_| condition));
            }
        }
    }
}

/// What the symbols of all modules resolved to.
struct Resolution {
    /// Per module and symbol the number it resolved to.
    ids: Vec<Vec<u32>>,
    /// Per number the module and the index there of the symbol that won.
    owners: Vec<(ModuleId, u32)>,
}

fn resolve(modules: &[Module], symbols: impl Fn(&Module) -> Vec<(String, Linkage, bool)>) -> Resolution {
    let mut found = Resolution { ids: Vec::new(), owners: Vec::new() };
    let mut ranks: Vec<u8> = Vec::new();
    let mut by_name: HashMap<String, u32> = HashMap::new();
    for (index, module) in modules.iter().enumerate() {
        let mut ids = Vec::new();
        for (position, (name, linkage, is_defined)) in symbols(module).into_iter().enumerate() {
            let owner = (ModuleId::new(index), GlobalId::new(position).0);
            let rank = rank(linkage, is_defined);
            let fresh = GlobalId::new(found.owners.len()).0;
            let id = match by_name.entry(name) {
                _ if linkage == Linkage::Internal => fresh,
                Entry::Occupied(known) => *known.get(),
                Entry::Vacant(vacant) => *vacant.insert(fresh),
            };
            if id == fresh {
                found.owners.push(owner);
                ranks.push(rank);
            } else if rank > ranks[id as usize] {
                found.owners[id as usize] = owner;
                ranks[id as usize] = rank;
            }
            ids.push(id);
        }
        found.ids.push(ids);
    }
    found
}

fn rank(linkage: Linkage, is_defined: bool) -> u8 {
    match (is_defined, linkage) {
        (false, _) => 0,
        (true, Linkage::Weak) => 1,
        (true, Linkage::External | Linkage::Internal) => 2,
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{module_of, parse_cfg, sample};
    use crate::{Edge, FunctionId, GlobalId, Linkage, ModuleId, Place, Program, SiteId};

    #[test]
    fn external_beats_weak_beats_declaration_and_internal_stays_apart() {
        let body = |text, linkage| {
            let mut function = parse_cfg(text).function;
            function.linkage = linkage;
            function
        };
        let declared = crate::Function::new("f");
        let first = module_of("a.c", vec![declared, body("g: a -> b; b", Linkage::Internal)]);
        let weak = body("f: a", Linkage::Weak);
        let second = module_of("b.c", vec![body("g: a", Linkage::Internal), weak]);
        let third = module_of("c.c", vec![body("f: a -> b c; b; c", Linkage::External)]);
        let program = Program::link(vec![first, second, third]);

        let [a, b, c] = [0, 1, 2].map(ModuleId);
        let f = program.resolve(a, FunctionId(0));
        assert_eq!(program.resolve(b, FunctionId(1)), f);
        assert_eq!(program.resolve(c, FunctionId(0)), f);
        assert_eq!(program.proc(f).module, c);
        assert_ne!(program.resolve(a, FunctionId(1)), program.resolve(b, FunctionId(0)));
        assert_eq!(program.find_procs("g").count(), 2);
        assert_eq!((program.n_nodes(), program.n_arcs()), (3 + 2 + 1, 2 + 1));
    }

    #[test]
    fn globals_resolve_like_functions() {
        let module = |linkage, is_defined| {
            let mut module = sample::module();
            module.globals[1].linkage = linkage;
            module.globals[1].is_defined = is_defined;
            module
        };
        let first = module(Linkage::External, false);
        let modules = vec![first, module(Linkage::Weak, true), module(Linkage::External, true)];
        let program = Program::link(modules);
        let shared = program.resolve_global(ModuleId(0), GlobalId(1));
        assert_eq!(program.resolve_global(ModuleId(1), GlobalId(1)), shared);
        assert_eq!(program.object(shared), (ModuleId(2), GlobalId(1)));
        let internal = |module| program.resolve_global(ModuleId(module), GlobalId(0));
        assert_ne!(internal(0), internal(1));
    }

    #[test]
    fn nodes_and_arcs_translate_both_ways() {
        let module = module_of(
            "a.c",
            vec![parse_cfg("f: a -> b c; b -> c; c").function, parse_cfg("g: a -> a b b; b").function],
        );
        let program = Program::link(vec![module]);
        for proc in program.proc_ids() {
            for node in program.nodes_of(proc) {
                let (owner, block) = program.block_of(node);
                assert_eq!((owner, program.node(owner, block)), (proc, node));
                for (successor, arc) in program.arcs_of(node).enumerate() {
                    let edge = Edge { block, successor: successor as u32 };
                    assert_eq!((program.arc(proc, edge), program.edge_of(arc)), (arc, (proc, edge)));
                    assert_eq!(program.arc_source(arc), node);
                    let target = program.function(proc).edge_target(edge);
                    assert_eq!(program.arc_target(arc), program.node(proc, target));
                }
            }
        }
    }

    #[test]
    fn branches_are_numbered_over_all_modules() {
        let second = crate::Module { name: "b.c".to_string(), hash: 7, ..sample::module() };
        let program = Program::link(vec![sample::module(), second]);
        let n_outcomes = sample::module().n_outcomes() as u32;
        assert_eq!(program.n_branches() as u32, 2 * n_outcomes);
        assert_eq!(program.find_module(7), Some(ModuleId(1)));
        assert_eq!(program.find_module(8), None);
        let condition = program.condition(ModuleId(1), SiteId(1));
        let branches: Vec<_> = program.branches_of(condition).collect();
        assert_eq!(branches[0], program.branch(ModuleId(1), 2));
        assert_eq!(program.condition_of(branches[2]), (condition, 2));
        // Both modules define `everything` externally: the first wins, the second's branches can't run.
        assert_eq!(program.proc_of_condition(condition), None);
        assert_eq!(program.place(branches[0]), None);
        assert!(matches!(program.place(program.branch(ModuleId(0), 0)), Some(Place::Arc(_))));
        assert_eq!(program.place(program.branch(ModuleId(0), 5)), None);
    }
}
