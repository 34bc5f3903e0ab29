//! Checks that a module hangs together: every id points into its table and every instruction has its family's shape.
//!
//! Run by the decoder on everything it reads and by the instrumenter's tests on everything it writes, so that all
//! other code may index without asking. It does not check types against each other, nor that definitions dominate
//! their uses: LLVM's verifier did.

use crate::{
    Block, BlockId, Detail, Error, Function, Instruction, Line, LocId, Meeting, Module, Opcode, Operand, Site, SiteId,
    SiteKind,
};

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
        self.functions
            .iter()
            .find_map(|f| self.function_fault(f))
            .or_else(|| self.sites_fault())
            .or_else(|| self.line_fault())
            .or_else(|| self.birth_fault())
            .or_else(|| self.meeting_fault())
            .or_else(|| self.decision_fault())
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

    fn line_fault(&self) -> Option<String> {
        let n_outcomes = self.n_outcomes();
        let is_good = |line: &Line| {
            self.has_loc(Some(line.loc))
                && line.function.index() < self.functions.len()
                && line.outcomes.iter().all(|&outcome| (outcome as usize) < n_outcomes)
        };
        let bad = self.lines.iter().position(|line| !is_good(line))?;
        Some(format!("line {bad} names something that is not there"))
    }

    fn birth_fault(&self) -> Option<String> {
        let bad = self.births.iter().position(|birth| !self.has_loc(Some(birth.loc)))?;
        Some(format!("birth {bad} is nowhere"))
    }

    fn meeting_fault(&self) -> Option<String> {
        let is_bad = |meeting: &Meeting| meeting.locs.iter().any(|&loc| !self.has_loc(Some(loc)));
        let bad = self.meetings.iter().find(|meeting| is_bad(meeting))?;
        Some(format!("a meeting with {} is nowhere", bad.name))
    }

    fn decision_fault(&self) -> Option<String> {
        let is_two_way =
            |id: SiteId| self.sites.get(id.index()).is_some_and(|s| !matches!(s.kind, SiteKind::Switch { .. }));
        let faults = self.decisions.iter().map(|decision| decision.fault(is_two_way));
        faults.enumerate().find_map(|(index, fault)| Some(format!("decision {index}: {}", fault?)))
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
        if !shape_fits(inst) {
            return Some("it does not have the shape of its family");
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

/// Whether an instruction carries its family's detail and as many operands as the family has.
fn shape_fits(inst: &Instruction) -> bool {
    let detail_fits = match inst.opcode {
        Opcode::ICmp | Opcode::FCmp => matches!(inst.detail, Detail::Compare(_)),
        Opcode::Alloca => matches!(inst.detail, Detail::Alloca { .. }),
        Opcode::Store => matches!(inst.detail, Detail::Store { .. }),
        Opcode::Gep => matches!(inst.detail, Detail::Gep { .. }),
        Opcode::AtomicRmw => matches!(inst.detail, Detail::Rmw(_)),
        Opcode::Phi => matches!(inst.detail, Detail::Phi(_)),
        Opcode::Call | Opcode::Invoke | Opcode::CallBr => matches!(inst.detail, Detail::Call { .. }),
        Opcode::Switch => matches!(inst.detail, Detail::Switch(_)),
        Opcode::ExtractValue | Opcode::InsertValue => matches!(inst.detail, Detail::Member { .. }),
        Opcode::ShuffleVector => matches!(inst.detail, Detail::Shuffle(_)),
        _ => inst.detail == Detail::None,
    };
    detail_fits && exact_operands(inst.opcode).is_none_or(|n_operands| n_operands == inst.operands.len())
}

/// How many operands an instruction has; `None` where that varies or does not matter.
pub(crate) fn exact_operands(opcode: Opcode) -> Option<usize> {
    match opcode {
        Opcode::Unreachable | Opcode::Fence => Some(0),
        Opcode::Alloca | Opcode::Load | Opcode::Gep | Opcode::FNeg | Opcode::Freeze | Opcode::VaArg => Some(1),
        Opcode::Switch | Opcode::IndirectBr | Opcode::Resume | Opcode::ExtractValue => Some(1),
        Opcode::ICmp | Opcode::FCmp | Opcode::Store | Opcode::AtomicRmw | Opcode::InsertValue => Some(2),
        Opcode::ExtractElement | Opcode::ShuffleVector => Some(2),
        Opcode::CmpXchg | Opcode::Select | Opcode::InsertElement => Some(3),
        _ if (Opcode::Add..=Opcode::Xor).contains(&opcode) => Some(2),
        _ if (Opcode::Trunc..=Opcode::AddrSpaceCast).contains(&opcode) => Some(1),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::sample;
    use crate::{
        BlockId, Detail, Edge, Error, FileId, FunctionId, Instruction, LocId, Module, Next, Operand, SiteId, ValueId,
    };

    /// Damages the sample and checks what is found.
    fn check(damage: impl FnOnce(&mut Module), expected: &str) {
        let mut module = sample::module();
        damage(&mut module);
        let what = expected.to_string();
        assert_eq!(module.check(), Err(Error::Inconsistent { module: "sample.c".to_string(), what }));
    }

    /// Damages the first instruction with this name.
    fn check_inst(name: &str, damage: impl FnOnce(&mut Instruction), expected: &str) {
        let damage = |module: &mut Module| {
            let insts = &mut module.functions[0].instructions;
            damage(insts.iter_mut().find(|inst| inst.opcode.name() == name).expect("an instruction"));
        };
        check(damage, &format!("function everything: {expected}"));
    }

    #[test]
    fn tables() {
        check(|m| m.locs[0].file = FileId(9), "a location names a file that is not there");
        check(|m| m.globals[0].size = 4, "initializer of table has another size than the variable");
        check(|m| m.functions[0].loc = Some(LocId(9)), "function everything: its location is not there");
    }

    #[test]
    fn blocks() {
        let tiles = "function everything: blocks do not tile the instructions";
        check(|m| m.functions[0].blocks[1].len = 0, tiles);
        check(|m| drop(m.functions[0].instructions.pop()), tiles);
        let target = |m: &mut Module| m.functions[0].blocks[0].successors[0] = BlockId(99);
        check(target, "function everything: a successor is not there");
        let extra = |m: &mut Module| m.functions[0].blocks[1].successors.push(BlockId(0));
        check(extra, "function everything: terminator and successors do not fit");
        let inner = |m: &mut Module| m.functions[0].instructions.swap(0, 53);
        check(inner, "function everything: terminator and successors do not fit");
    }

    #[test]
    fn values() {
        let twice = |inst: &mut Instruction| inst.result = Some(ValueId(5));
        check_inst("add", twice, "value %5 is defined twice");
        check_inst("add", |inst| inst.result = Some(ValueId(500)), "value %500 is not numbered densely");
    }

    #[test]
    fn instructions() {
        check_inst("add", |i| i.operands[1] = Operand::Value(ValueId(99)), "add: an operand is not there");
        check_inst("add", |i| i.operands[1] = Operand::Int { width: 8, value: 256 }, "add: an operand is not there");
        check_inst("add", |i| i.operands[1] = Operand::Function(FunctionId(7)), "add: an operand is not there");
        check_inst("add", |i| drop(i.operands.pop()), "add: it does not have the shape of its family");
        check_inst("icmp", |i| i.detail = Detail::None, "icmp: it does not have the shape of its family");
        check_inst("phi", |i| drop(i.operands.pop()), "phi: its incoming blocks are not there");
        check_inst("add", |i| i.loc = Some(LocId(2)), "add: its location is not there");
    }

    #[test]
    fn sites() {
        check(|m| m.sites[1].first_outcome = 7, "site 1 is not numbered densely");
        check(|m| m.sites[0].function = FunctionId(9), "site 0: its function is not there");
        check(|m| m.sites[0].block = Some(BlockId(99)), "site 0: its block is not there");
        check(|m| m.sites[0].loc = Some(LocId(9)), "site 0: its location is not there");
        check(|m| m.sites[0].edges.truncate(1), "site 0: number of edges and of outcomes differ");
        let edge = Some(Edge { block: BlockId(0), successor: 2 });
        check(|m| m.sites[0].edges[0] = edge, "site 0: an edge is not there");
        check(|m| m.sites[2].edges[0] = edge, "site 2: a select has no edges");
    }

    #[test]
    fn decisions() {
        let leaf = |m: &mut Module, place: usize, next| m.decisions[0].leaves[place].next = next;
        check(|m| m.decisions[0].leaves.truncate(1), "decision 0: it has fewer than two conditions");
        check(|m| m.decisions[0].leaves[0].site = SiteId(1), "decision 0: a condition is no two-way site");
        check(|m| m.decisions[0].leaves[1].site = SiteId(0), "decision 0: two conditions are one site");
        check(|m| leaf(m, 1, [Next::Leaf(1), Next::True]), "decision 0: a condition leads to none behind it");
        check(|m| leaf(m, 0, [Next::False, Next::True]), "decision 0: nothing leads to a condition");
    }
}
