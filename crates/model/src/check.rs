//! Checks that a module hangs together: every id points into its table and every instruction has its family's shape.
//!
//! Run by the decoder on everything it reads and by the instrumenter's tests on everything it writes, so that all
//! other code may index without asking. It does not check types against each other, nor that definitions dominate
//! their uses: LLVM's verifier did.

use crate::{Block, BlockId, Detail, Error, Function, Instruction, LocId, Module, Opcode, Operand, Site, SiteKind};

impl Module {
    /// Proves the module consistent, or names the first thing that is not.
    pub fn check(&self) -> Result<(), Error> {
        self.first_fault().map_or(Ok(()), |what| Err(Error::Inconsistent { module: self.name.clone(), what }))
    }

    fn first_fault(&self) -> Option<String> {
        if self.locs.iter().any(|loc| loc.file.index() >= self.files.len()) {
            return Some("a location names a file that is not there".to_string());
        }
        let global = self.globals.iter().find(|g| g.initializer.as_ref().is_some_and(|i| i.len() as u64 != g.size));
        if let Some(global) = global {
            return Some(format!("initializer of {} has another size than the variable", global.name));
        }
        self.functions.iter().find_map(|f| self.function_fault(f)).or_else(|| self.sites_fault())
    }

    fn function_fault(&self, function: &Function) -> Option<String> {
        let scope = Scope { module: self, function, n_values: function.n_values() };
        let what = scope.layout_fault().or_else(|| scope.values_fault()).or_else(|| {
            let mut faults = function.blocks.iter().flat_map(|block| scope.block_faults(block));
            faults.next()
        })?;
        Some(format!("function {}: {what}", function.name))
    }

    fn sites_fault(&self) -> Option<String> {
        let mut n_outcomes = 0_usize;
        for (index, site) in self.sites.iter().enumerate() {
            if site.first_outcome as usize != n_outcomes || n_outcomes > u32::MAX as usize {
                return Some(format!("site {index} is not numbered densely"));
            }
            n_outcomes += site.n_outcomes();
            if let Some(what) = self.site_fault(site) {
                return Some(format!("site {index}: {what}"));
            }
        }
        None
    }

    fn site_fault(&self, site: &Site) -> Option<&'static str> {
        let Some(function) = self.functions.get(site.function.index()) else {
            return Some("its function is not there");
        };
        if site.block.is_some_and(|block| block.index() >= function.blocks.len()) {
            return Some("its block is not there");
        }
        if !self.has_loc(site.loc) {
            return Some("its location is not there");
        }
        if site.edges.len() != site.n_outcomes() {
            return Some("number of edges and of outcomes differ");
        }
        let mut edges = site.edges.iter().flatten();
        let is_edge = |block: BlockId, successor: u32| {
            function.blocks.get(block.index()).is_some_and(|b| (successor as usize) < b.successors.len())
        };
        if site.kind == SiteKind::Select && edges.next().is_some() {
            return Some("a select has no edges");
        }
        edges.any(|edge| !is_edge(edge.block, edge.successor)).then_some("an edge is not there")
    }

    fn has_loc(&self, loc: Option<LocId>) -> bool {
        loc.is_none_or(|loc| loc.index() < self.locs.len())
    }
}

/// What the instructions of one function may refer to.
struct Scope<'a> {
    module: &'a Module,
    function: &'a Function,
    n_values: usize,
}

impl Scope<'_> {
    fn layout_fault(&self) -> Option<String> {
        let mut next = 0_usize;
        for block in &self.function.blocks {
            if block.first.index() != next || block.len == 0 {
                return Some("blocks do not tile the instructions".to_string());
            }
            next += block.len as usize;
        }
        if next != self.function.instructions.len() {
            return Some("blocks do not tile the instructions".to_string());
        }
        (!self.module.has_loc(self.function.loc)).then(|| "its location is not there".to_string())
    }

    /// Values must be numbered densely and defined once.
    fn values_fault(&self) -> Option<String> {
        let mut is_defined = vec![false; self.n_values];
        let params = self.function.params.iter().map(|param| param.value);
        let results = self.function.instructions.iter().filter_map(|inst| inst.result);
        for value in params.chain(results) {
            match is_defined.get_mut(value.index()) {
                Some(seen) if !*seen => *seen = true,
                Some(_) => return Some(format!("value {value:?} is defined twice")),
                None => return Some(format!("value {value:?} is not numbered densely")),
            }
        }
        None
    }

    fn block_faults<'b>(&'b self, block: &'b Block) -> impl Iterator<Item = String> + 'b {
        let first = block.first.index();
        let last = first + block.len as usize - 1;
        let targets = (!block.successors.iter().all(|&b| self.has_block(b))).then_some("a successor is not there");
        let ends = self.terminator_fault(block, &self.function.instructions[last]);
        let inner = self.function.instructions[first..last].iter().any(|inst| inst.opcode.is_terminator());
        let early = inner.then_some("a terminator stands inside a block");
        let shapes = self.function.instructions[first..=last]
            .iter()
            .filter_map(move |inst| self.instruction_fault(inst).map(|what| format!("{}: {what}", inst.opcode.name())));
        [targets, ends, early].into_iter().flatten().map(str::to_string).chain(shapes)
    }

    fn terminator_fault(&self, block: &Block, last: &Instruction) -> Option<&'static str> {
        let n_successors = block.successors.len();
        let fits = match (last.opcode, &last.detail) {
            (Opcode::Br, _) => n_successors == last.operands.len() + 1 && n_successors <= 2,
            (Opcode::Switch, Detail::Switch(cases)) => n_successors == cases.len() + 1,
            (Opcode::Ret | Opcode::Resume | Opcode::Unreachable, _) => n_successors == 0,
            (Opcode::Invoke, _) => n_successors == 2,
            (Opcode::Other | Opcode::CallBr | Opcode::IndirectBr, _) => true,
            _ => false,
        };
        (!fits).then_some("terminator and successors do not fit")
    }

    fn instruction_fault(&self, inst: &Instruction) -> Option<&'static str> {
        if !detail_fits(inst) {
            return Some("it has the detail of another family");
        }
        if !inst.uses().all(|operand| self.operand_fits(operand)) {
            return Some("an operand is not there");
        }
        if let Detail::Phi(blocks) = &inst.detail
            && (blocks.len() != inst.operands.len() || !blocks.iter().all(|&b| self.has_block(b)))
        {
            return Some("its incoming blocks are not there");
        }
        (!self.module.has_loc(inst.loc)).then_some("its location is not there")
    }

    fn operand_fits(&self, operand: &Operand) -> bool {
        match operand {
            Operand::Value(id) => id.index() < self.n_values,
            Operand::Function(id) => id.index() < self.module.functions.len(),
            Operand::Global { id, .. } => id.index() < self.module.globals.len(),
            Operand::Block(id) => self.has_block(*id),
            Operand::Int { width, value } => {
                (1..=128).contains(width) && value.checked_shr(*width).is_none_or(|high| high == 0)
            }
            Operand::Float { width, .. } => [16, 32, 64, 80, 128].contains(width),
            Operand::Null | Operand::Undef(_) | Operand::Bytes(_) | Operand::Other => true,
        }
    }

    fn has_block(&self, block: BlockId) -> bool {
        block.index() < self.function.blocks.len()
    }
}

/// Whether an instruction carries its family's detail and enough operands for it.
fn detail_fits(inst: &Instruction) -> bool {
    let (detail, n_operands) = match inst.opcode {
        Opcode::ICmp | Opcode::FCmp => (matches!(inst.detail, Detail::Compare(_)), 2),
        Opcode::Alloca => (matches!(inst.detail, Detail::Alloca { .. }), 1),
        Opcode::Store => (matches!(inst.detail, Detail::Store { .. }), 2),
        Opcode::Gep => (matches!(inst.detail, Detail::Gep { .. }), 1),
        Opcode::AtomicRmw => (matches!(inst.detail, Detail::Rmw(_)), 2),
        Opcode::Phi => (matches!(inst.detail, Detail::Phi(_)), 0),
        Opcode::Call | Opcode::Invoke | Opcode::CallBr => (matches!(inst.detail, Detail::Call { .. }), 0),
        Opcode::Switch => (matches!(inst.detail, Detail::Switch(_)), 1),
        Opcode::ExtractValue => (matches!(inst.detail, Detail::Member { .. }), 1),
        Opcode::InsertValue => (matches!(inst.detail, Detail::Member { .. }), 2),
        Opcode::ShuffleVector => (matches!(inst.detail, Detail::Shuffle(_)), 2),
        _ => (inst.detail == Detail::None, n_plain_operands(inst.opcode)),
    };
    detail && inst.operands.len() >= n_operands
}

/// The least number of operands of instructions without a detail.
fn n_plain_operands(opcode: Opcode) -> usize {
    match opcode {
        Opcode::CmpXchg | Opcode::Select | Opcode::InsertElement => 3,
        Opcode::ExtractElement => 2,
        Opcode::Load | Opcode::FNeg | Opcode::Freeze | Opcode::VaArg | Opcode::IndirectBr | Opcode::Resume => 1,
        _ if (Opcode::Add..=Opcode::Xor).contains(&opcode) => 2,
        _ if (Opcode::Trunc..=Opcode::AddrSpaceCast).contains(&opcode) => 1,
        _ => 0,
    }
}
