//! The whole program: several modules joined by name, with one numbering for everything.
//!
//! | module-local | program-wide | what it is |
//! |---|---|---|
//! | `FunctionId` | [`ProcId`] | a function after symbol resolution |
//! | `GlobalId` | [`ObjectId`] | a global variable after symbol resolution |
//! | `BlockId` | [`NodeId`] | a block of the definition that won |
//! | `Edge` | [`ArcId`] | a control-flow edge of such a block |
//! | `SiteId` | [`ConditionId`] | a source conditional, of losing definitions too |
//! | outcome number | [`BranchId`] | a conditional with one of its outcomes |
//!
//! Invariant: numbers are dense and follow module order, then function, block and successor order, so the same modules
//! in the same order always give the same numbers. Only definitions that won own nodes and arcs. Does not analyse.

use crate::ids::ids;
use crate::{BlockId, Edge, Function, FunctionId, GlobalId, LocId, Module, Site, SiteId};
use std::ops::Range;

ids! {
    /// A module of a program, in link order.
    ModuleId "module";
    /// A function of a program: internal ones per module, others one per name.
    ProcId "proc";
    /// A global variable of a program: internal ones per module, others one per name.
    ObjectId "object";
    /// A basic block of a program.
    NodeId "node";
    /// A control-flow edge of a program.
    ArcId "arc";
    /// A source conditional of a program.
    ConditionId "condition";
    /// An outcome of a conditional of a program; what coverage counts.
    BranchId "branch";
}

/// A linked program.
#[derive(Clone, Debug)]
pub struct Program {
    pub(crate) modules: Vec<Module>,
    pub(crate) procs: Vec<Proc>,
    pub(crate) objects: Vec<(ModuleId, GlobalId)>,
    /// Per module, what its functions and globals resolved to.
    pub(crate) proc_of: Vec<Vec<ProcId>>,
    pub(crate) object_of: Vec<Vec<ObjectId>>,
    /// Per node its function; per node the first arc, and one more entry for the end.
    pub(crate) node_procs: Vec<ProcId>,
    pub(crate) first_arcs: Vec<u32>,
    /// Per arc its source.
    pub(crate) arc_sources: Vec<NodeId>,
    pub(crate) conditions: Vec<(ModuleId, SiteId)>,
    /// Per branch its condition; per condition the first branch.
    pub(crate) branch_conditions: Vec<ConditionId>,
    pub(crate) first_branches: Vec<u32>,
    /// Per condition, the one that stands for it: itself, or of a definition that lost that of the one that won.
    pub(crate) stand_ins: Vec<ConditionId>,
    /// Per condition the one it is counted as, if only some count.
    pub(crate) counted_as: Option<Vec<Option<ConditionId>>>,
    /// Per module the first condition and the first branch.
    pub(crate) first_of_module: Vec<(ConditionId, BranchId)>,
}

/// A function of a linked program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proc {
    /// The module whose definition won, or whose declaration came first.
    pub module: ModuleId,
    /// The function there.
    pub function: FunctionId,
    /// Its entry block; its other blocks follow. Meaningless for a declaration.
    pub first_node: NodeId,
    /// How many blocks it has; 0 for a declaration.
    pub n_nodes: u32,
}

/// A place a run can come to: a block or an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// Anywhere in a block.
    Node(NodeId),
    /// On an edge.
    Arc(ArcId),
}

impl Program {
    /// The modules in link order; index with a [`ModuleId`].
    pub fn modules(&self) -> &[Module] {
        &self.modules
    }

    /// A module by number.
    pub fn module(&self, id: ModuleId) -> &Module {
        &self.modules[id.index()]
    }

    /// The first module with this hash: how a trace's module table finds its module.
    pub fn find_module(&self, hash: u64) -> Option<ModuleId> {
        self.modules.iter().position(|module| module.hash == hash).map(ModuleId::new)
    }

    /// The functions; index with a [`ProcId`].
    pub fn procs(&self) -> &[Proc] {
        &self.procs
    }

    /// Ids of all functions.
    pub fn proc_ids(&self) -> impl Iterator<Item = ProcId> + use<> {
        (0..self.procs.len()).map(ProcId::new)
    }

    /// A function by number.
    pub fn proc(&self, id: ProcId) -> &Proc {
        &self.procs[id.index()]
    }

    /// Body and signature of a function.
    pub fn function(&self, id: ProcId) -> &Function {
        let proc = self.proc(id);
        self.module(proc.module).function(proc.function)
    }

    /// The functions of this name; several when modules have internal ones alike.
    pub fn find_procs(&self, name: &str) -> impl Iterator<Item = ProcId> {
        self.proc_ids().filter(move |&id| self.function(id).name == name)
    }

    /// The functions whose address is taken somewhere, each once and in order: whoever has it may call them.
    pub fn address_taken(&self) -> Vec<ProcId> {
        let of = |(module, procs): (&Module, &Vec<ProcId>)| {
            let both = module.functions.iter().zip(procs).filter(|(function, _)| function.address_taken);
            both.map(|(_, &proc)| proc).collect::<Vec<_>>()
        };
        let mut taken: Vec<ProcId> = self.modules.iter().zip(&self.proc_of).flat_map(of).collect();
        taken.sort_unstable();
        taken.dedup();
        taken
    }

    /// What a function of a module resolved to.
    pub fn resolve(&self, module: ModuleId, function: FunctionId) -> ProcId {
        self.proc_of[module.index()][function.index()]
    }

    /// What a global of a module resolved to.
    pub fn resolve_global(&self, module: ModuleId, global: GlobalId) -> ObjectId {
        self.object_of[module.index()][global.index()]
    }

    /// The module and global that define an object, or declare it first.
    pub fn object(&self, id: ObjectId) -> (ModuleId, GlobalId) {
        self.objects[id.index()]
    }

    /// How many global variables there are.
    pub fn n_objects(&self) -> usize {
        self.objects.len()
    }

    /// How many blocks there are.
    pub fn n_nodes(&self) -> usize {
        self.node_procs.len()
    }

    /// Blocks of a function, entry first.
    pub fn nodes_of(&self, id: ProcId) -> impl Iterator<Item = NodeId> + use<> {
        let proc = self.proc(id);
        (proc.first_node.0..proc.first_node.0 + proc.n_nodes).map(NodeId)
    }

    /// The program-wide number of a block.
    pub fn node(&self, proc: ProcId, block: BlockId) -> NodeId {
        NodeId(self.proc(proc).first_node.0 + block.0)
    }

    /// The function and block behind a node.
    pub fn block_of(&self, node: NodeId) -> (ProcId, BlockId) {
        let proc = self.node_procs[node.index()];
        (proc, BlockId(node.0 - self.proc(proc).first_node.0))
    }

    /// How many edges there are.
    pub fn n_arcs(&self) -> usize {
        self.arc_sources.len()
    }

    /// Edges that leave a block, in successor order.
    pub fn arcs_of(&self, node: NodeId) -> impl Iterator<Item = ArcId> + use<> {
        let range: Range<u32> = self.first_arcs[node.index()]..self.first_arcs[node.index() + 1];
        range.map(ArcId)
    }

    /// The program-wide number of an edge.
    pub fn arc(&self, proc: ProcId, edge: Edge) -> ArcId {
        ArcId(self.first_arcs[self.node(proc, edge.block).index()] + edge.successor)
    }

    /// The function and edge behind an arc.
    pub fn edge_of(&self, arc: ArcId) -> (ProcId, Edge) {
        let source = self.arc_source(arc);
        let (proc, block) = self.block_of(source);
        (proc, Edge { block, successor: arc.0 - self.first_arcs[source.index()] })
    }

    /// Where an arc starts.
    pub fn arc_source(&self, arc: ArcId) -> NodeId {
        self.arc_sources[arc.index()]
    }

    /// Where an arc ends.
    pub fn arc_target(&self, arc: ArcId) -> NodeId {
        let (proc, edge) = self.edge_of(arc);
        self.node(proc, self.function(proc).edge_target(edge))
    }

    /// How many source conditionals there are.
    pub fn n_conditions(&self) -> usize {
        self.conditions.len()
    }

    /// The program-wide number of a site.
    pub fn condition(&self, module: ModuleId, site: SiteId) -> ConditionId {
        ConditionId(self.first_of_module[module.index()].0.0 + site.0)
    }

    /// The site behind a condition, and its module.
    pub fn site(&self, id: ConditionId) -> (ModuleId, &Site) {
        let (module, site) = self.conditions[id.index()];
        (module, &self.module(module).sites[site.index()])
    }

    /// The function a condition belongs to; `None` when another module's definition of that function won, so that
    /// this one can never run.
    pub fn proc_of_condition(&self, id: ConditionId) -> Option<ProcId> {
        let (module, site) = self.site(id);
        let proc = self.resolve(module, site.function);
        let winner = self.proc(proc);
        ((winner.module, winner.function) == (module, site.function)).then_some(proc)
    }

    /// How many branches there are.
    pub fn n_branches(&self) -> usize {
        self.branch_conditions.len()
    }

    /// The branch with this outcome number in its module.
    pub fn branch(&self, module: ModuleId, outcome: u32) -> BranchId {
        BranchId(self.first_of_module[module.index()].1.0 + outcome)
    }

    /// The branches of a condition, outcome 0 first.
    pub fn branches_of(&self, id: ConditionId) -> impl Iterator<Item = BranchId> + use<> {
        let first = self.first_branches[id.index()];
        let n_outcomes = self.site(id).1.n_outcomes() as u32;
        (first..first + n_outcomes).map(BranchId)
    }

    /// The condition of a branch and which of its outcomes it is.
    pub fn condition_of(&self, branch: BranchId) -> (ConditionId, u32) {
        let condition = self.branch_conditions[branch.index()];
        (condition, branch.0 - self.first_branches[condition.index()])
    }

    /// The branch that stands for this one: of a definition that lost at link time, but whose copies were inlined before, the same branch of
    /// the definition that won. Itself where that has another text.
    pub fn stand_in(&self, branch: BranchId) -> BranchId {
        let (condition, outcome) = self.condition_of(branch);
        BranchId(self.first_branches[self.stand_ins[condition.index()].index()] + outcome)
    }

    /// Where a branch is in the control flow: its edge; else the block of its condition; `None` when optimisation
    /// removed it or its function's definition lost.
    pub fn place(&self, branch: BranchId) -> Option<Place> {
        let (condition, outcome) = self.condition_of(branch);
        let proc = self.proc_of_condition(condition)?;
        let site = self.site(condition).1;
        match site.edges[outcome as usize] {
            Some(edge) => Some(Place::Arc(self.arc(proc, edge))),
            None => site.block.map(|block| Place::Node(self.node(proc, block))),
        }
    }

    /// File, line and column of a location.
    pub fn location(&self, module: ModuleId, loc: LocId) -> (&str, u32, u32) {
        let module = self.module(module);
        let loc = module.locs[loc.index()];
        (&module.files[loc.file.index()], loc.line, loc.column)
    }
}
