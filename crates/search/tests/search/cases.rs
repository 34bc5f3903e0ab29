//! The numbered cases of the specification that tell a right implementation of context-guided search from a wrong one.

use crate::mock::{BruteForce, explore, explore_with, random_toy, view};
use crate::toy::{Statement, Toy};
use symcrete_expr::{Arena, Stop};
use symcrete_model::BranchId;
use symcrete_search::strategy::{Cgs, CgsOptions, Contexts};
use symcrete_search::{
    Answer, Budget, Candidate, Input, NodeId, Options, Outcome, PathId, Plan, Query, Solve, State, Strategy, Tree, View,
};

/// `if (prime) b1 else b2; if (total >= 50) b3 else b4; if (total >= 100) b5 else b6`, in bytes below 4: byte 0 is 0 for
/// prime, byte 1 is the total in fifties, so b3 is false of `total < 1` and b5 false of `total < 2`.
fn shopping() -> Toy {
    let test = |byte, limit| Statement::If(byte, limit, vec![], vec![]);
    Toy::new(2, &[vec![test(0, 1), test(1, 1), test(1, 2)]])
}

/// The branches of the publication's figure by number, from 1.
fn b(number: u32) -> BranchId {
    // Sites are numbered in order with false first; b1, b4 and b6 are the true branches here.
    BranchId([1, 0, 2, 3, 4, 5][number as usize - 1])
}

/// The three paths of the figure, in its order.
fn three_paths(toy: &Toy) -> (Tree, [PathId; 3], Arena) {
    let (mut arena, mut tree) = (Arena::new(), Tree::new(&toy.program));
    let paths = [[0, 0], [1, 0], [1, 1]].map(|bytes| {
        let input = Input::stdin(bytes);
        let run = toy.run(&mut arena, &input);
        tree.add(&run.turns, &input, 0, false).path
    });
    (tree, paths, arena)
}

fn branches(tree: &Tree, path: PathId) -> Vec<BranchId> {
    tree.prefix(path, tree.len(path)).iter().filter_map(|turn| turn.as_branch()).collect()
}

fn context(contexts: &mut Contexts, tree: &Tree, path: PathId, position: u32, k: u32) -> Vec<BranchId> {
    contexts.list(tree, NodeId { path, position }, k).iter().filter_map(|turn| turn.as_branch()).collect()
}

#[test]
fn case_1_contexts_of_the_shopping_example() {
    let toy = shopping();
    let (tree, paths, _) = three_paths(&toy);
    let taken = paths.map(|path| branches(&tree, path));
    assert_eq!(taken, [[1, 4, 6], [2, 4, 6], [2, 3, 6]].map(|path| path.map(b).to_vec()));
    let mut contexts = Contexts::new(&toy.program, true);
    let of_b6 = paths.map(|path| context(&mut contexts, &tree, path, 2, 2));
    assert_eq!(of_b6, [[4, 6], [4, 6], [3, 6]].map(|list| list.map(b).to_vec()));
    assert_eq!(context(&mut contexts, &tree, paths[0], 2, 1), [b(6)]);
    assert_eq!(context(&mut contexts, &tree, paths[0], 2, 9), [b(1), b(4), b(6)]);
}

#[test]
fn case_1_b6_is_selected_once_per_context() {
    let toy = shopping();
    let mut order_of_the_text = 0;
    for seed in 0..40 {
        let (mut tree, [p1, p2, p3], mut arena) = three_paths(&toy);
        let coverage = symcrete_search::Coverage::new(&toy.program);
        let options = CgsOptions { fixed_k: Some(2), no_dominators: false };
        let mut cgs = Cgs::new(&toy.program, options, seed);
        let mut selected = Vec::new();
        while let Some(Candidate::Flip { node, outcome, .. }) = cgs.next(&view(&tree, &coverage, &Stop::new())) {
            let answer = solve(&mut arena, &tree, node, outcome);
            tree.set_state(node, outcome, if answer { State::Explored } else { State::Infeasible });
            if node.position == 2 {
                selected.push((node.path, answer));
            }
        }
        // One of the two with context (b4, b6), where b5 is impossible; and p3, which reaches b5.
        assert_eq!(selected.len(), 2, "seed {seed}");
        assert!(selected.contains(&(p3, true)), "seed {seed}");
        assert!(selected.contains(&(p1, false)) != selected.contains(&(p2, false)), "seed {seed}");
        order_of_the_text += u32::from(selected == [(p1, false), (p3, true)]);
    }
    assert!(order_of_the_text > 0, "some seed takes them in the order of the text");
}

/// Can the outcome be taken along the node's prefix?
fn solve(arena: &mut Arena, tree: &Tree, node: NodeId, outcome: Outcome) -> bool {
    let prefix: Vec<_> = tree.prefix(node.path, node.position as usize).iter().filter_map(|turn| turn.term()).collect();
    let flipped = arena.not(tree.turn(node).term().expect("a symbolic branch"));
    assert_ne!(tree.outcome(tree.turn(node)), outcome);
    let query = Query { prefix: &prefix, flipped, parent: tree.input(node.path), is_quick: false, splits: false };
    matches!(BruteForce.solve(arena, &query), Answer::Sat(_))
}

#[test]
fn case_1_the_campaign_reaches_b5() {
    let toy = shopping();
    let budget = Budget { target: Some(b(5)), ..Budget::default() };
    let finished = explore(&toy, Plan::Cgs, &Options::default(), 1, budget);
    assert_eq!(finished.reason.name(), "target");
}

/// `if (in[0] < 2) b1 else b2`, then b3 ⊃ b5 ⊃ b7 ⊃ b9 ⊃ b11 on the bytes 1 to 5; the true branch of site n is 2n + 1.
fn nested() -> Toy {
    let mut body = Vec::new();
    for byte in (1..=5).rev() {
        body = vec![Statement::If(byte, 2, body, vec![])];
    }
    body.insert(0, Statement::If(0, 2, vec![], vec![]));
    Toy::new(6, &[body])
}

#[test]
fn case_2_dominators_are_left_out_of_contexts() {
    let toy = nested();
    let (mut arena, mut tree) = (Arena::new(), Tree::new(&toy.program));
    let [first, second] = [0, 3].map(|byte| {
        let input = Input::stdin([byte, 0, 0, 0, 0, 0]);
        let run = toy.run(&mut arena, &input);
        tree.add(&run.turns, &input, 0, false).path
    });
    let (b1, b2, b9, b11) = (BranchId(1), BranchId(0), BranchId(9), BranchId(11));
    let mut with = Contexts::new(&toy.program, true);
    assert_eq!(context(&mut with, &tree, first, 5, 2), [b1, b11]);
    assert_eq!(context(&mut with, &tree, second, 5, 2), [b2, b11]);
    let mut without = Contexts::new(&toy.program, false);
    assert_eq!(context(&mut without, &tree, first, 5, 2), [b9, b11]);
    assert_eq!(context(&mut without, &tree, second, 5, 2), [b9, b11]);
    // At level 1 dominators make no difference.
    assert_eq!(context(&mut with, &tree, first, 5, 1), context(&mut without, &tree, second, 5, 1));
}

#[test]
fn callers_branches_stay_in_the_context() {
    // main: if (in[0] < 2) call f; f: if (in[1] < 2) if (in[2] < 2).
    let inner = Statement::If(2, 2, vec![], vec![]);
    let f = vec![Statement::If(1, 2, vec![inner], vec![])];
    let main = vec![Statement::If(0, 2, vec![Statement::Call(1)], vec![])];
    let toy = Toy::new(3, &[main, f]);
    let (mut arena, mut tree) = (Arena::new(), Tree::new(&toy.program));
    let input = Input::stdin([0, 0, 0]);
    let run = toy.run(&mut arena, &input);
    let path = tree.add(&run.turns, &input, 0, false).path;
    let mut contexts = Contexts::new(&toy.program, true);
    // The outer test of f dominates the inner one; main's does not.
    assert_eq!(context(&mut contexts, &tree, path, 2, 2), [BranchId(1), BranchId(5)]);
}

#[test]
fn earlier_occurrences_of_a_branch_count() {
    let toy = Toy::new(1, &[vec![Statement::Loop(0, vec![])]]);
    let (mut arena, mut tree) = (Arena::new(), Tree::new(&toy.program));
    let input = Input::stdin([3]);
    let run = toy.run(&mut arena, &input);
    let path = tree.add(&run.turns, &input, 0, false).path;
    let mut contexts = Contexts::new(&toy.program, true);
    let on = BranchId(1);
    let of_loop: Vec<_> = (0..3).map(|position| context(&mut contexts, &tree, path, position, 9)).collect();
    assert_eq!(of_loop, [vec![on], vec![on, on], vec![on, on, on]]);
}

/// Notes the level and the branch of each node that cgs selects.
struct Levels<'p> {
    cgs: Cgs<'p>,
    selected: std::rc::Rc<std::cell::RefCell<Vec<(u32, u32, NodeId)>>>,
}

impl Strategy for Levels<'_> {
    fn next(&mut self, view: &View) -> Option<Candidate> {
        let candidate = self.cgs.next(view)?;
        if let Candidate::Flip { node, .. } = candidate {
            let entry = (self.cgs.level(), view.tree.turn(node).code(), node);
            let mut selected = self.selected.borrow_mut();
            if selected.last() != Some(&entry) {
                selected.push(entry);
            }
        }
        Some(candidate)
    }
}

fn selections(toy: &Toy, options: CgsOptions, seed: u64) -> Vec<(u32, u32, NodeId)> {
    let selected = std::rc::Rc::default();
    let levels = Levels { cgs: Cgs::new(&toy.program, options, seed), selected: std::rc::Rc::clone(&selected) };
    explore_with(toy, Box::new(levels), Budget::default());
    selected.take()
}

#[test]
fn case_3_level_1_selects_every_branch_at_most_once() {
    for seed in 0..30 {
        let toy = random_toy(seed);
        let fixed = CgsOptions { fixed_k: Some(1), no_dominators: false };
        for (options, all_levels) in [(CgsOptions::default(), false), (fixed, true)] {
            let selected = selections(&toy, options, seed);
            let mut of_level_1: Vec<u32> =
                selected.iter().filter(|(level, ..)| *level == 1).map(|&(_, branch, _)| branch).collect();
            assert!(!all_levels || of_level_1.len() == selected.len());
            let n_selected = of_level_1.len();
            of_level_1.sort_unstable();
            of_level_1.dedup();
            assert_eq!(of_level_1.len(), n_selected, "program {seed}");
        }
    }
}

#[test]
fn case_3_an_unbounded_level_selects_what_bfs_selects() {
    for seed in 0..30 {
        let toy = random_toy(seed);
        for no_dominators in [false, true] {
            let options = CgsOptions { fixed_k: Some(u32::MAX), no_dominators };
            let options = Options { cgs: options, ..Options::default() };
            let [cgs, bfs] = [Plan::Cgs, Plan::Bfs].map(|plan| {
                let finished = explore(&toy, plan, &options, seed, Budget::default());
                let tree = finished.campaign.tree();
                let mut asked = Vec::new();
                for candidate in &finished.candidates {
                    let Candidate::Flip { node, outcome, .. } = candidate else { continue };
                    let prefix = tree.prefix(node.path, node.position as usize);
                    let n_flips = prefix.iter().filter(|turn| turn.is_flippable()).count();
                    let symbolic: Vec<_> = prefix.iter().copied().filter(|turn| turn.is_flippable()).collect();
                    assert_eq!(tree.symbolic_prefix(node.path, node.position as usize), symbolic, "program {seed}");
                    asked.push((n_flips, crate::toy::codes(&prefix), *outcome));
                }
                assert!(asked.is_sorted_by_key(|(depth, ..)| *depth), "by depth");
                asked.sort();
                asked
            });
            assert_eq!(cgs, bfs, "program {seed}");
        }
    }
}

/// Each pair of a `switch` is a branch of its own: at k = 1 it is tried once, however many nodes lead to it.
#[test]
fn a_pair_of_a_switch_is_tried_once_per_context() {
    let test = Statement::If(0, 1, vec![], vec![]);
    let toy = Toy::new(2, &[vec![test, Statement::Switch(1, vec![2, 0, 1], vec![vec![]; 4])]]);
    let (mut arena, mut tree) = (Arena::new(), Tree::new(&toy.program));
    for bytes in [[0, 0], [1, 3]] {
        let input = Input::stdin(bytes);
        let run = toy.run(&mut arena, &input);
        tree.add(&run.turns, &input, 0, false);
    }
    let coverage = symcrete_search::Coverage::new(&toy.program);
    let mut cgs = Cgs::new(&toy.program, CgsOptions { fixed_k: Some(1), no_dominators: false }, 1);
    let mut tried = Vec::new();
    while let Some(Candidate::Flip { node, outcome, .. }) = cgs.next(&view(&tree, &coverage, &Stop::new())) {
        tree.set_state(node, outcome, State::Infeasible);
        tried.push(outcome.0);
    }
    tried.sort_unstable();
    assert_eq!(tried, [0, 1, 2, 3]);
    assert!(tree.n_open() > 0, "the same pairs are open at the other node");
}
