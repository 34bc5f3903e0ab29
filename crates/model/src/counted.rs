//! Which branches coverage counts: all that can run, unless told that only some sources count.
//!
//! A program carries code that its author did not write: a standard library, libraries from elsewhere. Its branches are means, not
//! ends, so they are left out of the count. So are conditionals that the compiler put into the user's own lines, to check an index or a sum: each leads
//! to a function that only reports. And one text may be there several times: a generic function has a copy for each type it is used
//! with. Copies keep their own numbers, since each is code of its own with its own paths; they are counted as one branch, by the first of
//! them.
//!
//! Invariant: who counts for others counts for itself, can run, and has as many outcomes as they.

use crate::program::{BranchId, ConditionId, Program};
use crate::{BlockId, FunctionId, ModuleId, Opcode, Operand, SiteKind};
use std::collections::HashMap;

/// What tells copies of one conditional from other conditionals: file, line, column, kind, and the how-many-th of these it is in its function.
type Text<'p> = (&'p str, u32, u32, &'p SiteKind, usize);

impl Program {
    /// From here on only branches at these places (file, line, column) count, and of copies of one text only the first; conditionals one side of which calls
    /// one of these functions at once do not.
    pub fn count_only(&mut self, is_counted: impl Fn(&str, u32, u32) -> bool, is_report: impl Fn(&str) -> bool) {
        let mut first: HashMap<Text, ConditionId> = HashMap::new();
        let mut nth: HashMap<(ModuleId, FunctionId, u32), usize> = HashMap::new();
        let mut counted_as = vec![None; self.conditions.len()];
        for id in (0..self.conditions.len()).map(ConditionId::new) {
            let (module, site) = self.site(id);
            let Some(loc) = site.loc.filter(|_| self.proc_of_condition(id).is_some()) else { continue };
            let (file, line, column) = self.location(module, loc);
            if is_counted(file, line, column) && !self.only_checks(id, &is_report) {
                let nth = nth.entry((module, site.function, loc.0)).or_default();
                let text = (file, line, column, &site.kind, *nth);
                *nth += 1;
                counted_as[id.index()] = Some(*first.entry(text).or_insert(id));
            }
        }
        self.counted_as = Some(counted_as);
    }

    /// Does one side of a conditional begin with a call of a function that reports?
    fn only_checks(&self, id: ConditionId, is_report: impl Fn(&str) -> bool) -> bool {
        let (module, site) = self.site(id);
        let module = self.module(module);
        let function = &module.functions[site.function.index()];
        let reports = |block: BlockId| {
            let block = &function.blocks[block.index()];
            let instructions = &function.instructions[block.first.index()..][..block.len as usize];
            instructions.iter().any(|instruction| match instruction.callee() {
                Some(Operand::Function(callee)) => is_report(&module.functions[callee.index()].name),
                _ => false,
            })
        };
        site.edges.iter().flatten().any(|&edge| reports(function.edge_target(edge)))
    }

    /// Did the compiler say that a conditional never goes this way: does it lead to nothing but `unreachable`?
    fn is_dead(&self, id: ConditionId, outcome: u32) -> bool {
        let (module, site) = self.site(id);
        let function = &self.module(module).functions[site.function.index()];
        let Some(edge) = site.edges.get(outcome as usize).copied().flatten() else { return false };
        let mut at = function.edge_target(edge);
        // Blocks that only jump on are as good as none; a circle of them never ends, which is not the same.
        for _ in 0..function.blocks.len() {
            let block = &function.blocks[at.index()];
            let last = &function.instructions[block.first.index()..][..block.len as usize];
            match last {
                [only] if only.opcode == Opcode::Unreachable => return true,
                [only] if only.opcode == Opcode::Br && block.successors.len() == 1 => at = block.successors[0],
                _ => return false,
            }
        }
        false
    }

    /// The branch that this one is counted as: itself, the first of its copies, or none.
    pub fn counted_as(&self, branch: BranchId) -> Option<BranchId> {
        let (condition, outcome) = self.condition_of(branch);
        match &self.counted_as {
            Some(counted_as) => {
                let first = counted_as[condition.index()].filter(|first| !self.is_dead(*first, outcome))?;
                Some(BranchId(self.first_branches[first.index()] + outcome))
            }
            None => self.proc_of_condition(condition).map(|_| branch),
        }
    }

    /// Does a branch count for itself? Those of definitions that lost at link time run under others, or never.
    pub fn counts(&self, branch: BranchId) -> bool {
        self.counted_as(branch) == Some(branch)
    }

    /// The branches that count, in order: what coverage is measured by.
    pub fn counted(&self) -> impl Iterator<Item = BranchId> {
        (0..self.n_branches()).map(BranchId::new).filter(|&branch| self.counts(branch))
    }

    /// The branches that are counted as others, in order.
    pub fn copies(&self) -> impl Iterator<Item = BranchId> {
        let is_copy = |&branch: &BranchId| self.counted_as(branch).is_some_and(|first| first != branch);
        (0..self.n_branches()).map(BranchId::new).filter(is_copy)
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::sample;
    use crate::{Module, Program};

    fn twice() -> Program {
        let mut second = Module { name: "b.c".to_string(), hash: 7, ..sample::module() };
        second.functions.iter_mut().for_each(|function| function.name += "2");
        Program::link(vec![sample::module(), second])
    }

    #[test]
    fn without_being_told_everything_that_can_run_counts() {
        let program = twice();
        assert_eq!(program.counted().count(), program.n_branches());
        assert_eq!(program.copies().count(), 0);
    }

    #[test]
    fn copies_of_one_text_are_counted_once_and_keep_their_numbers() {
        let mut program = twice();
        program.count_only(|_, _, _| true, |_| false);
        let located = program.counted().count();
        assert!(located > 0);
        assert_eq!(program.copies().count(), located, "each branch with a place is there twice");
        for copy in program.copies() {
            let first = program.counted_as(copy).expect("counted");
            assert!(program.counts(first) && first < copy);
            let place = |branch| {
                let (module, site) = program.site(program.condition_of(branch).0);
                (program.location(module, site.loc.expect("located")), program.condition_of(branch).1)
            };
            assert_eq!(place(first), place(copy));
        }
    }

    #[test]
    fn other_files_do_not_count() {
        let mut program = twice();
        program.count_only(|_, _, _| false, |_| false);
        assert_eq!((program.counted().count(), program.copies().count()), (0, 0));
    }
}
