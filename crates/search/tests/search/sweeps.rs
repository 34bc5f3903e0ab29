//! Sweeps of context-guided search on paths of many stretches, against the rule itself: what is selected has a context
//! not met before, and when a level ends no open branch is left whose context was not met.

use crate::long::{Long, OneByte, model};
use crate::mock::{Blind, runs, ticking, view};
use crate::toy::{Statement, Toy};
use std::collections::BTreeSet;
use symcrete_expr::{Arena, Stop};
use symcrete_search::strategy::{Cgs, CgsOptions, Contexts};
use symcrete_search::{Budget, Campaign, Candidate, Coverage, Input, NodeId, State, StopReason, Strategy, Tree, View};

/// Checks each choice of cgs.
struct Checked<'p> {
    cgs: Cgs<'p>,
    contexts: Contexts<'p>,
    met: BTreeSet<Vec<u32>>,
    last: Option<NodeId>,
    n_levels: u32,
}

impl Checked<'_> {
    fn context(&mut self, tree: &Tree, node: NodeId, k: u32) -> Vec<u32> {
        self.contexts.list(tree, node, k).iter().map(|turn| turn.code()).collect()
    }

    /// Every open branch was met at this level.
    fn end_of_level(&mut self, tree: &Tree, k: u32) {
        self.n_levels += 1;
        for flip in tree.paths_from(0).flat_map(|path| tree.own_nodes(path)).filter(|flip| tree.is_open(flip.node)) {
            let context = self.context(tree, flip.node, k);
            assert!(self.met.contains(&context), "{flip:?} was passed over at level {k}");
        }
    }
}

impl Strategy for Checked<'_> {
    fn next(&mut self, view: &View) -> Option<Candidate> {
        let before = self.cgs.level();
        let candidate = self.cgs.next(view);
        if self.cgs.level() != before || candidate.is_none() {
            self.end_of_level(view.tree, before);
        }
        if let Some(&Candidate::Flip { node, .. }) = candidate.as_ref()
            && self.last != Some(node)
        {
            let context = self.context(view.tree, node, self.cgs.level());
            assert!(self.met.insert(context), "{node:?} has a context that was met");
            self.last = Some(node);
        }
        candidate
    }
}

#[test]
fn nothing_is_passed_over_and_nothing_selected_twice() {
    let toy = model();
    for (seed, no_dominators) in [(1, false), (2, true), (3, false)] {
        let options = CgsOptions { fixed_k: None, no_dominators };
        let cgs = Cgs::new(&toy.program, options, seed);
        let contexts = Contexts::new(&toy.program, !no_dominators);
        let mut checked = Checked { cgs, contexts, met: BTreeSet::new(), last: None, n_levels: 0 };
        let mut campaign = Campaign::new(&toy.program, Long, OneByte, runs(120));
        let seed = Input::stdin(vec![100; 25]);
        campaign.explore(&[seed], &mut checked, &mut ticking(), &mut Blind).expect("always runs");
        assert!(checked.n_levels > 3, "{} levels", checked.n_levels);
    }
}

#[test]
fn contexts_longer_than_two_stretches_are_not_passed_over() {
    let toy = model();
    let cgs = Cgs::new(&toy.program, CgsOptions { fixed_k: Some(60), no_dominators: false }, 1);
    let contexts = Contexts::new(&toy.program, true);
    let mut checked = Checked { cgs, contexts, met: BTreeSet::new(), last: None, n_levels: 0 };
    let mut campaign = Campaign::new(&toy.program, Long, OneByte, Budget::default());
    let reason = campaign.explore(&[Input::stdin([100; 5])], &mut checked, &mut ticking(), &mut Blind);
    assert_eq!((reason, checked.n_levels), (Ok(StopReason::Exhausted), 1));
    assert!(campaign.tree().n_open() > 0, "the level is too small to tell all apart");
}

#[test]
fn nodes_at_depths_already_passed_wait_for_the_next_sweep() {
    let tests = (0..6).map(|byte| Statement::If(byte, 1, vec![], vec![])).collect();
    let toy = Toy::new(6, &[tests]);
    let (mut arena, mut tree) = (Arena::new(), Tree::new(&toy.program));
    let coverage = Coverage::new(&toy.program);
    let mut add = |tree: &mut Tree, bytes: [u8; 6]| {
        let run = toy.run(&mut arena, &Input::stdin(bytes));
        tree.add(&run.turns, &Input::stdin(bytes), 0, false);
    };
    add(&mut tree, [0; 6]);
    let mut cgs = Cgs::new(&toy.program, CgsOptions::default(), 0);
    let mut depths = Vec::new();
    while let Some(Candidate::Flip { node, outcome, .. }) = cgs.next(&view(&tree, &coverage, &Stop::new())) {
        if cgs.level() > 1 {
            break;
        }
        tree.set_state(node, outcome, State::Infeasible);
        depths.push(node.position + 1);
        // At depth 4 somebody else adds a path that leaves the first at depth 1, with branches not met so far.
        if node.position == 3 {
            add(&mut tree, [1, 1, 1, 1, 1, 1]);
        }
    }
    assert_eq!(depths, [1, 2, 3, 4, 5, 5, 6, 6]);
}
