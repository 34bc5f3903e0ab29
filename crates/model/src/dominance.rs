//! Dominance between the branches of a whole program, by their program-wide numbers.
//!
//! The question context-guided search asks at each step of a path. A branch without an edge (a `?:`) dominates nothing
//! but is dominated by what dominates its block. Branches of different functions never dominate each other.

use crate::program::{BranchId, NodeId, Place, Program};
use crate::{BranchDominators, Cfg};

/// Edge dominance of every function of a program.
#[derive(Clone, Debug)]
pub struct BranchDominance<'p> {
    program: &'p Program,
    /// By function number.
    functions: Vec<BranchDominators>,
}

impl<'p> BranchDominance<'p> {
    /// Computes edge dominance for all functions.
    pub fn new(program: &'p Program) -> BranchDominance<'p> {
        let of_function = |proc| BranchDominators::new(Cfg::new(program.function(proc)));
        BranchDominance { program, functions: program.proc_ids().map(of_function).collect() }
    }

    /// Whether every way from the function's entry to `y` passes `x`. A branch dominates itself.
    pub fn dominates(&self, x: BranchId, y: BranchId) -> bool {
        if x == y {
            return true;
        }
        match (self.program.place(x), self.program.place(y)) {
            (Some(Place::Arc(x)), Some(Place::Arc(y))) => {
                let ((proc, x), (owner, y)) = (self.program.edge_of(x), self.program.edge_of(y));
                owner == proc && self.functions[proc.index()].dominates(x, y)
            }
            (_, Some(Place::Node(y))) => self.dominates_block(x, y),
            _ => false,
        }
    }

    /// Whether every way from the function's entry to a block passes `x`.
    pub fn dominates_block(&self, x: BranchId, y: NodeId) -> bool {
        let Some(Place::Arc(x)) = self.program.place(x) else { return false };
        let ((proc, x), (owner, y)) = (self.program.edge_of(x), self.program.block_of(y));
        owner == proc && self.functions[proc.index()].dominates_block(x, y)
    }
}

#[cfg(test)]
mod tests {
    use super::BranchDominance;
    use crate::testing::{add_site, module_of, parse_cfg};
    use crate::{BranchId, FunctionId, Program, SiteKind};

    #[test]
    fn branches_of_one_function_and_of_two() {
        let f = parse_cfg("f: a -> b x; b -> c x; c -> x; x");
        let g = parse_cfg("g: a -> b x; b -> x; x");
        let mut module = module_of("a.c", vec![f.function.clone(), g.function.clone()]);
        add_site(&mut module, FunctionId(0), f.block("a"), SiteKind::Branch);
        add_site(&mut module, FunctionId(0), f.block("b"), SiteKind::Branch);
        add_site(&mut module, FunctionId(0), f.block("c"), SiteKind::Select);
        add_site(&mut module, FunctionId(1), g.block("a"), SiteKind::Branch);
        let program = Program::link(vec![module]);
        let found = BranchDominance::new(&program);
        let dominators =
            |y: u32| -> Vec<u32> { (0..8).filter(|&x| found.dominates(BranchId(x), BranchId(y))).collect() };
        // Outcomes: 0/1 of a, 2/3 of b, 4/5 of the select in c, 6/7 of g's; odd ones are the true ways inward.
        assert_eq!(dominators(2), [1, 2]);
        assert_eq!(dominators(3), [1, 3]);
        assert_eq!(dominators(5), [1, 3, 5]);
        assert_eq!(dominators(7), [7]);
    }
}
