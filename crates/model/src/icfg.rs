//! The interprocedural control-flow graph and distances in it, counted in branches.
//!
//! A block with n calls is cut into n + 1 segments; each edge and each callee set gets vertices of its own:
//! ```text
//!   segment ──▶ calls(set) ──▶ entry of each callee … its return ──▶ returns(set) ──▶ next segment
//!   segment ──▶ next segment                     (the call returned, whatever it did)
//!   last segment ──▶ edge ──▶ first segment of the target block
//!   call of `longjmp` ──▶ jump ──▶ what follows each call of `setjmp`
//! ```
//! A step onto an edge costs 1 when its block has several successors, everything else 0: the weights of control-flow
//! directed search (CREST). Distances come from one breadth-first walk backwards with a double-ended queue (0-1 BFS),
//! linear in the size of the graph, so they may be recomputed whenever coverage grew.
//!
//! A distance is a lower bound: returns go to every caller, not only the one on the stack, jumps to every `setjmp`, and feasibility is ignored.
//! Exceptions are not followed.

use crate::call_graph::{Call, CallGraph, CallKind};
use crate::graph::{EdgeId, Graph, Vertex};
use crate::program::{ArcId, NodeId, Place, Program};
use crate::{Opcode, ProcId};
use std::collections::VecDeque;

/// The interprocedural control-flow graph of a program.
#[derive(Clone, Debug)]
pub struct Icfg {
    graph: Graph,
    /// By edge number, whether the step takes a branch.
    is_branch: Vec<bool>,
    numbering: Numbering,
    /// By number of a call, where it returns to.
    after_call: Vec<Vertex>,
    /// Where functions return.
    returns: Vec<Vertex>,
    /// Where jumps out of calls come together, if there are any.
    jump: Option<Vertex>,
}

/// Functions that jump to where the others were called.
const JUMPS: &[&str] = &["longjmp", "_longjmp", "siglongjmp", "__longjmp_chk"];
/// Functions that jumps return from once more.
const LANDINGS: &[&str] = &["setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp"];

/// How many branches a run has to take from each place to the nearest of some targets.
#[derive(Clone, Debug)]
pub struct Distances {
    /// By vertex; `u32::MAX` when no target can be reached.
    by_vertex: Vec<u32>,
    numbering: Numbering,
}

/// Where blocks, edges and callee sets stand among the vertices: segments, then arcs, then two per callee set.
#[derive(Clone, Debug)]
struct Numbering {
    /// Per node its first segment, and one more entry for the end.
    first_segment: Vec<u32>,
    first_arc: u32,
    first_set: u32,
}

impl Icfg {
    /// Builds the graph.
    pub fn new(program: &Program, calls: &CallGraph) -> Icfg {
        let numbering = Numbering::new(program, calls);
        let jump = Vertex(numbering.first_set + 2 * calls.n_callee_sets() as u32);
        let mut steps = Steps { numbering: &numbering, edges: Vec::new(), is_branch: Vec::new() };
        steps.inside_functions(program);
        let after_call = steps.between_functions(program, calls);
        let jump = steps.jumps(program, calls, &after_call, jump).then_some(jump);
        let Steps { edges, is_branch, .. } = steps;
        let n_vertices = numbering.first_set as usize + 2 * calls.n_callee_sets() + usize::from(jump.is_some());
        let graph = Graph::new(n_vertices, edges);
        let defined = program.proc_ids().filter(|&proc| program.function(proc).is_defined());
        let returns = defined.flat_map(|proc| returns(program, proc)).map(|node| numbering.last(node)).collect();
        Icfg { graph, is_branch, numbering, after_call, returns, jump }
    }

    /// Distances from everywhere to the nearest target.
    pub fn distances(&self, targets: impl IntoIterator<Item = Place>) -> Distances {
        self.walk(self.vertices(targets), |_| true)
    }

    /// The same without returning from the function that a place is in: into what it calls, not back to who called it, unless by a jump.
    pub fn distances_down(&self, targets: impl IntoIterator<Item = Place> + Clone) -> Distances {
        let jump = self.jump.and_then(|jump| Some((jump, self.distances(targets.clone()).at(jump)?)));
        let is_return =
            |vertex: Vertex| vertex.0.checked_sub(self.numbering.first_set).is_some_and(|number| number % 2 == 1);
        self.walk(self.vertices(targets).chain(jump), |vertex| !is_return(vertex))
    }

    /// Distances to the end of the function that a place is in.
    pub fn distances_out(&self) -> Distances {
        let returns = self.returns.iter().map(|&vertex| (vertex, 0));
        self.walk(returns, |vertex| vertex.0 < self.numbering.first_set)
    }

    fn vertices(&self, places: impl IntoIterator<Item = Place>) -> impl Iterator<Item = (Vertex, u32)> {
        places.into_iter().flat_map(|place| self.numbering.vertices(place)).map(|vertex| (vertex, 0))
    }

    /// Walks backwards from vertices with these distances, over those that are allowed.
    fn walk(&self, from: impl Iterator<Item = (Vertex, u32)>, is_allowed: impl Fn(Vertex) -> bool) -> Distances {
        let mut by_vertex = vec![u32::MAX; self.graph.n_vertices()];
        let mut queue = VecDeque::new();
        for (vertex, distance) in from {
            by_vertex[vertex.index()] = distance;
            queue.push_back((vertex, distance));
        }
        while let Some((vertex, distance)) = queue.pop_front() {
            if distance > by_vertex[vertex.index()] {
                continue;
            }
            for &edge in self.graph.in_edges(vertex) {
                let source = self.graph.source(edge);
                let longer = distance + u32::from(self.takes_branch(edge));
                if longer < by_vertex[source.index()] && is_allowed(source) {
                    by_vertex[source.index()] = longer;
                    if longer == distance {
                        queue.push_front((source, longer));
                    } else {
                        queue.push_back((source, longer));
                    }
                }
            }
        }
        Distances { by_vertex, numbering: self.numbering.clone() }
    }

    fn takes_branch(&self, edge: EdgeId) -> bool {
        self.is_branch[edge.index()]
    }
}

impl Distances {
    /// Branches still to take from this place, the target's own included; 0 at a target. From an edge: after it was
    /// taken; from a block: at its start. `None` when no target can be reached.
    pub fn of(&self, place: Place) -> Option<u32> {
        let vertex = match place {
            Place::Node(node) => self.numbering.entry(node),
            Place::Arc(arc) => self.numbering.arc(arc),
        };
        self.at(vertex)
    }

    /// The same from where a call returns to, by the call's number in the call graph.
    pub fn after_call(&self, icfg: &Icfg, call: usize) -> Option<u32> {
        self.at(icfg.after_call[call])
    }

    fn at(&self, vertex: Vertex) -> Option<u32> {
        Some(self.by_vertex[vertex.index()]).filter(|&distance| distance != u32::MAX)
    }
}

impl Numbering {
    fn new(program: &Program, calls: &CallGraph) -> Numbering {
        let mut n_segments = vec![1_u32; program.n_nodes()];
        for call in calls.calls() {
            n_segments[call.node.index()] += 1;
        }
        let mut first_segment = vec![0];
        let mut next = 0;
        for n in n_segments {
            next += n;
            first_segment.push(next);
        }
        let first_set = next + ArcId::new(program.n_arcs()).0;
        Numbering { first_segment, first_arc: next, first_set }
    }

    fn entry(&self, node: NodeId) -> Vertex {
        Vertex(self.first_segment[node.index()])
    }

    fn last(&self, node: NodeId) -> Vertex {
        Vertex(self.first_segment[node.index() + 1] - 1)
    }

    fn arc(&self, arc: ArcId) -> Vertex {
        Vertex(self.first_arc + arc.0)
    }

    /// All vertices that count as being at a place.
    fn vertices(&self, place: Place) -> impl Iterator<Item = Vertex> + use<> {
        let (first, last) = match place {
            Place::Node(node) => (self.entry(node), self.last(node)),
            Place::Arc(arc) => (self.arc(arc), self.arc(arc)),
        };
        (first.0..=last.0).map(Vertex)
    }
}

/// The edges of the graph under construction.
struct Steps<'a> {
    numbering: &'a Numbering,
    edges: Vec<(Vertex, Vertex)>,
    is_branch: Vec<bool>,
}

impl Steps<'_> {
    fn push(&mut self, from: Vertex, to: Vertex, is_branch: bool) {
        self.edges.push((from, to));
        self.is_branch.push(is_branch);
    }

    fn inside_functions(&mut self, program: &Program) {
        for node in (0..program.n_nodes()).map(NodeId::new) {
            let (entry, last) = (self.numbering.entry(node), self.numbering.last(node));
            for segment in entry.0..last.0 {
                self.push(Vertex(segment), Vertex(segment + 1), false);
            }
            let is_branch = program.arcs_of(node).count() > 1;
            for arc in program.arcs_of(node) {
                let target = self.numbering.entry(program.arc_target(arc));
                let middle = self.numbering.arc(arc);
                self.push(last, middle, is_branch);
                self.push(middle, target, false);
            }
        }
    }

    /// The steps of calls and returns. By number of a call, where it returns to.
    fn between_functions(&mut self, program: &Program, calls: &CallGraph) -> Vec<Vertex> {
        let set_vertices = |set: u32| {
            let vertex = self.numbering.first_set + 2 * set;
            (Vertex(vertex), Vertex(vertex + 1))
        };
        let (mut steps, mut after_call) = (Vec::new(), Vec::new());
        let mut segment = Vertex(0);
        let mut node = None;
        for call in calls.calls() {
            segment = if node == Some(call.node) { Vertex(segment.0 + 1) } else { self.numbering.entry(call.node) };
            node = Some(call.node);
            let (going, coming) = set_vertices(call.callees.0);
            let after = Vertex(segment.0 + 1);
            steps.extend([(segment, going), (coming, after)]);
            after_call.push(after);
        }
        for set in (0..calls.n_callee_sets()).map(crate::CalleeSet::new) {
            let (going, coming) = set_vertices(set.0);
            for &callee in calls.callees(set) {
                if program.function(callee).is_defined() {
                    steps.push((going, self.numbering.entry(program.proc(callee).first_node)));
                    steps.extend(returns(program, callee).map(|node| (self.numbering.last(node), coming)));
                }
            }
        }
        for (from, to) in steps {
            self.push(from, to, false);
        }
        after_call
    }

    /// The steps of jumps, by way of one vertex. Are there any?
    fn jumps(&mut self, program: &Program, calls: &CallGraph, after_call: &[Vertex], jump: Vertex) -> bool {
        let after = |names: &'static [&str]| {
            let places = calls.calls().iter().zip(after_call);
            places.filter(move |(call, _)| is_of(program, calls, call, names)).map(|(_, &after)| after)
        };
        let (jumps, landings): (Vec<Vertex>, Vec<Vertex>) = (after(JUMPS).collect(), after(LANDINGS).collect());
        if jumps.is_empty() || landings.is_empty() {
            return false;
        }
        // The segment that ends with a call is the one before.
        jumps.iter().for_each(|after| self.push(Vertex(after.0 - 1), jump, false));
        landings.into_iter().for_each(|to| self.push(jump, to, false));
        true
    }
}

/// Does a call go to one of these functions, by name?
fn is_of(program: &Program, calls: &CallGraph, call: &Call, names: &[&str]) -> bool {
    call.kind == CallKind::Direct
        && calls.callees(call.callees).iter().any(|&callee| names.contains(&program.function(callee).name.as_str()))
}

/// The blocks of a function that return to its caller.
fn returns(program: &Program, proc: ProcId) -> impl Iterator<Item = NodeId> {
    let function = program.function(proc);
    let returning = move |block: &crate::BlockId| {
        function.block_instructions(*block).last().is_some_and(|inst| inst.opcode == Opcode::Ret)
    };
    function.block_ids().filter(returning).map(move |block| program.node(proc, block))
}

#[cfg(test)]
mod tests {
    use super::Icfg;
    use crate::testing::{Rng, call, function_of, module_of, parse_cfg, random_graph, terminator};
    use crate::{ArcId, CallGraph, FunctionId, NodeId, Place, ProcId, Program};

    fn single(text: &str) -> (Program, Icfg) {
        program(Program::link(vec![module_of("a.c", vec![parse_cfg(text).function])]))
    }

    fn program(program: Program) -> (Program, Icfg) {
        let icfg = Icfg::new(&program, &CallGraph::new(&program));
        (program, icfg)
    }

    #[test]
    fn only_branch_edges_cost() {
        let (program, icfg) = single("f: a -> b x; b -> c; c -> d x; d -> e; e; x");
        let e = Place::Node(NodeId(4));
        let found = icfg.distances([e]);
        let by_node: Vec<_> = (0..6).map(|node| found.of(Place::Node(NodeId(node)))).collect();
        assert_eq!(by_node, [Some(2), Some(1), Some(1), Some(0), Some(0), None]);
        let by_arc: Vec<_> = (0..program.n_arcs() as u32).map(|arc| found.of(Place::Arc(ArcId(arc)))).collect();
        assert_eq!(by_arc, [Some(1), None, Some(1), Some(0), None, Some(0)]);
    }

    #[test]
    fn a_target_edge_is_paid_for() {
        let (_, icfg) = single("f: a -> b x; b -> c x; c; x");
        let found = icfg.distances([Place::Arc(ArcId(2))]);
        assert_eq!(found.of(Place::Arc(ArcId(2))), Some(0));
        assert_eq!(found.of(Place::Arc(ArcId(0))), Some(1));
        assert_eq!(found.of(Place::Node(NodeId(0))), Some(2));
        assert_eq!(found.of(Place::Arc(ArcId(3))), None);
        assert_eq!(icfg.distances([]).of(Place::Node(NodeId(0))), None);
    }

    /// `main: a (calls f, then g) -> b x`; `f: p -> q r`, all returning; `g: u -> v w`.
    fn calling() -> (Program, Icfg) {
        let mut main = crate::Function::new("main");
        let body = vec![call(FunctionId(1)), call(FunctionId(2)), terminator(2)];
        main.push_block(body, vec![crate::BlockId(1), crate::BlockId(2)]);
        main.push_block(vec![terminator(0)], vec![]);
        main.push_block(vec![terminator(0)], vec![]);
        let f = parse_cfg("f: p -> q r; q; r").function;
        let g = parse_cfg("g: u -> v w; v; w").function;
        program(Program::link(vec![module_of("a.c", vec![main, f, g])]))
    }

    #[test]
    fn callees_are_entered_and_left_in_order() {
        let (program, icfg) = calling();
        let node = |proc, block| Place::Node(program.node(ProcId(proc), crate::BlockId(block)));
        let to_v = icfg.distances([node(2, 1)]);
        assert_eq!(to_v.of(node(0, 0)), Some(1));
        assert_eq!(to_v.of(node(1, 1)), Some(1), "from f back to main and into g");
        assert_eq!(to_v.of(node(0, 1)), None);
        let to_q = icfg.distances([node(1, 1)]);
        assert_eq!(to_q.of(node(2, 0)), None, "g is called after f, never before");
        let to_b = icfg.distances([node(0, 1)]);
        assert_eq!(to_b.of(node(1, 1)), Some(1));
        assert_eq!(to_b.of(node(1, 0)), Some(2));
    }

    #[test]
    fn without_going_back_only_callees_are_near() {
        let (program, icfg) = calling();
        let node = |proc, block| Place::Node(program.node(ProcId(proc), crate::BlockId(block)));
        let to_v = icfg.distances_down([node(2, 1)]);
        assert_eq!([node(0, 0), node(2, 0)].map(|place| to_v.of(place)), [Some(1), Some(1)]);
        assert_eq!(to_v.of(node(1, 1)), None, "f returns before g is called");
        assert_eq!([0, 1].map(|call| to_v.after_call(&icfg, call)), [Some(1), None]);
        let out = icfg.distances_out();
        assert_eq!([node(0, 0), node(1, 0), node(1, 1)].map(|place| out.of(place)), [Some(1), Some(1), Some(0)]);
    }

    /// `main: a (calls setjmp) -> b c`, `c (calls f)`; `f: p -> q r`, `q` calls longjmp.
    #[test]
    fn jumps_go_to_where_they_return() {
        let mut main = crate::Function::new("main");
        main.push_block(vec![call(FunctionId(2)), terminator(2)], [1, 2].map(crate::BlockId).to_vec());
        main.push_block(vec![terminator(0)], vec![]);
        main.push_block(vec![call(FunctionId(1)), terminator(0)], vec![]);
        let mut f = crate::Function::new("f");
        f.push_block(vec![terminator(2)], [1, 2].map(crate::BlockId).to_vec());
        f.push_block(vec![call(FunctionId(3)), terminator(0)], vec![]);
        f.push_block(vec![terminator(0)], vec![]);
        let [setjmp, longjmp] = ["_setjmp", "longjmp"].map(crate::Function::new);
        let (program, icfg) = program(Program::link(vec![module_of("a.c", vec![main, f, setjmp, longjmp])]));
        let node = |proc, block| Place::Node(program.node(ProcId(proc), crate::BlockId(block)));
        let (to_b, down) = (icfg.distances([node(0, 1)]), icfg.distances_down([node(0, 1)]));
        for found in [to_b, down] {
            assert_eq!([node(0, 2), node(1, 0), node(1, 1)].map(|place| found.of(place)), [Some(2), Some(2), Some(1)]);
            assert_eq!(found.of(node(1, 2)), None, "what returns does not jump");
        }
    }

    #[test]
    fn recursion_goes_down_and_comes_back() {
        // f: a -> b c; b calls f, then goes to d; c and d return.
        let mut f = crate::Function::new("f");
        let [b, c, d] = [1, 2, 3].map(crate::BlockId);
        f.push_block(vec![terminator(2)], vec![b, c]);
        f.push_block(vec![call(FunctionId(0)), terminator(1)], vec![d]);
        f.push_block(vec![terminator(0)], vec![]);
        f.push_block(vec![terminator(0)], vec![]);
        let (_, icfg) = program(Program::link(vec![module_of("a.c", vec![f])]));
        let node = |block| Place::Node(NodeId(block));
        assert_eq!(icfg.distances([node(2)]).of(node(1)), Some(1), "down and to the other side");
        assert_eq!(icfg.distances([node(3)]).of(node(2)), Some(0), "up to the caller");
    }

    #[test]
    fn agrees_with_repeated_relaxation_on_random_graphs() {
        let mut rng = Rng(5);
        for _ in 0..200 {
            let n_blocks = rng.below(9) + 1;
            let graph = random_graph(&mut rng, n_blocks);
            let (program, icfg) = program(Program::link(vec![module_of("a.c", vec![function_of(&graph)])]));
            let target = NodeId::new(rng.below(n_blocks));
            let found = icfg.distances([Place::Node(target)]);
            let mut expected = vec![None; n_blocks];
            expected[target.index()] = Some(0);
            for _ in 0..=n_blocks {
                for arc in (0..program.n_arcs()).map(ArcId::new) {
                    let source = program.arc_source(arc);
                    let cost = u32::from(program.arcs_of(source).count() > 1);
                    let through = expected[program.arc_target(arc).index()].map(|d: u32| d + cost);
                    let known = expected[source.index()];
                    expected[source.index()] = [known, through].into_iter().flatten().min();
                }
            }
            for node in (0..n_blocks).map(NodeId::new) {
                assert_eq!(found.of(Place::Node(node)), expected[node.index()], "{graph:?} {target:?}");
            }
        }
    }
}
