//! Merging: what shares a node and what does not, and moving in the tree against a plain model of it.

use crate::mock::{paths, random_toy};
use crate::toy::{Statement, Toy, codes};
use std::collections::{BTreeMap, BTreeSet};
use symcrete_expr::Arena;
use symcrete_search::{Added, Fate, Flip, Input, NodeId, Outcome, PathId, Rng, State, Tree, Turn, Why};

struct Grown {
    arena: Arena,
    tree: Tree,
}

impl Grown {
    fn new(toy: &Toy) -> Grown {
        Grown { arena: Arena::new(), tree: Tree::new(&toy.program) }
    }

    fn add(&mut self, toy: &Toy, bytes: &[u8]) -> Added {
        let input = Input::stdin(bytes);
        let run = toy.run(&mut self.arena, &input);
        self.tree.add(&run.turns, &input, 0, false)
    }
}

fn test(byte: u32) -> Statement {
    Statement::If(byte, 1, vec![], vec![])
}

fn node(path: PathId, position: u32) -> NodeId {
    NodeId { path, position }
}

#[test]
fn formally_equal_blocks_in_sequence_are_different_nodes() {
    // for (i = 0; i < in[0]; i++) if (in[1] < 1): the body seen three times is three nodes.
    let toy = Toy::new(2, &[vec![Statement::Loop(0, vec![test(1)])]]);
    let mut grown = Grown::new(&toy);
    let first = grown.add(&toy, &[3, 0]);
    let tree = &mut grown.tree;
    let bodies: Vec<Flip> = tree.own_nodes(first.path).filter(|flip| flip.node.position % 2 == 1).collect();
    assert_eq!(bodies.iter().map(|flip| flip.depth).collect::<Vec<_>>(), [2, 4, 6]);
    assert!(bodies.iter().all(|flip| tree.turn(flip.node) == tree.turn(bodies[0].node)), "one site, one condition");
    tree.set_state(bodies[1].node, Outcome(0), State::Infeasible);
    let open: Vec<bool> = bodies.iter().map(|flip| tree.is_open(flip.node)).collect();
    assert_eq!(open, [true, false, true]);

    // A run that leaves the loop earlier merges with the first turns only; what follows is its own.
    let short = grown.add(&toy, &[1, 0]);
    assert!(short.is_new);
    assert_eq!(grown.tree.fork(short.path), 2);
    assert_eq!(grown.tree.node_at(short.path, 1), bodies[0].node);
    assert_eq!(grown.tree.state(node(first.path, 2), Outcome(0)), State::Explored);
}

/// What was stopped and went on in another run is no surprise; what ended by itself and went on is one.
#[test]
fn a_path_that_was_cut_may_go_on() {
    let toy = Toy::new(3, &[vec![test(0), test(1), test(2)]]);
    for is_cut in [true, false] {
        let (mut grown, input) = (Grown::new(&toy), Input::stdin([0, 0, 0]));
        let whole = toy.run(&mut grown.arena, &input).turns;
        let short = grown.tree.add(&whole[..1], &input, 0, is_cut);
        grown.tree.add(&whole[..2], &input, 0, is_cut);
        assert_eq!(grown.tree.n_surprises(), u64::from(!is_cut));
        let long = grown.tree.add(&whole, &input, 0, false);
        assert_eq!(grown.tree.n_surprises(), 2 * u64::from(!is_cut));
        assert_eq!((grown.tree.is_cut(short.path), grown.tree.is_cut(long.path)), (is_cut, false));
        // One that was stopped on a known way tells nothing, and one that ended there was not stopped.
        grown.tree.add(&whole[..1], &input, 0, true);
        assert_eq!(grown.tree.is_cut(short.path), is_cut);
        grown.tree.add(&whole[..1], &input, 0, false);
        assert!(!grown.tree.is_cut(short.path));
    }
}

#[test]
fn blocks_after_a_rejoined_difference_are_different_nodes() {
    // The case drawn for Kex: A B C D E F G H against K B C D L F G M, C and G alike.
    let toy = Toy::new(2, &[vec![test(0), Statement::Call(1), test(1), Statement::Call(1)], vec![test(1)]]);
    let mut grown = Grown::new(&toy);
    let (first, second) = (grown.add(&toy, &[0, 0]).path, grown.add(&toy, &[1, 0]).path);
    assert_eq!(grown.tree.fork(second), 0);
    for position in 1..4 {
        assert_eq!(grown.tree.node_at(second, position), node(second, position), "below another prefix");
        assert_eq!(grown.tree.turn(node(second, position)), grown.tree.turn(node(first, position)));
    }
    assert_eq!(grown.tree.n_nodes(), 4 + 3);
}

#[test]
fn formally_equal_blocks_in_different_functions_are_different_nodes() {
    // if (in[0] < 1) f(); else g(); and both are `if (in[1] < 1)`: same text, same condition, same position.
    let main = vec![Statement::If(0, 1, vec![Statement::Call(1)], vec![Statement::Call(2)]), test(2)];
    let toy = Toy::new(3, &[main, vec![test(1)], vec![test(1)]]);
    let mut grown = Grown::new(&toy);
    let (f, g) = (grown.add(&toy, &[0, 0, 0]).path, grown.add(&toy, &[1, 0, 0]).path);
    let tree = &mut grown.tree;
    let turns = [f, g].map(|path| tree.turn(node(path, 1)));
    assert_eq!(turns[0].term(), turns[1].term());
    assert_ne!(turns[0].code(), turns[1].code());
    assert_ne!(tree.node_at(f, 1), tree.node_at(g, 1));
    tree.set_state(node(f, 1), Outcome(0), State::Infeasible);
    assert_eq!(tree.state(node(g, 1), Outcome(0)), State::NotTried);
    // What comes after the functions has returned is below another prefix too.
    assert_ne!(tree.node_at(f, 2), tree.node_at(g, 2));
}

#[test]
fn look_alikes_at_one_position_below_one_prefix_do_not_merge() {
    // The way to f or g is not recorded, as if it hung on something lost: two sites at the same position.
    let toy = Toy::new(2, &[vec![Statement::Call(1), Statement::Call(2)], vec![test(0)], vec![test(0)]]);
    let mut grown = Grown::new(&toy);
    let run = toy.run(&mut grown.arena, &Input::stdin([0, 0]));
    let input = Input::stdin([0, 0]);
    let f = grown.tree.add(&run.turns[..1], &input, 0, false);
    let g = grown.tree.add(&run.turns[1..], &input, 0, false);
    assert!(g.is_new && grown.tree.node_at(g.path, 0) != grown.tree.node_at(f.path, 0));
    assert_eq!(grown.tree.n_surprises(), 1);
    assert_eq!(grown.tree.n_open(), 2);
}

#[test]
fn a_switch_has_an_outcome_per_case() {
    let arms = vec![vec![], vec![], vec![test(1)]];
    let toy = Toy::new(2, &[vec![Statement::Switch(0, vec![2, 0], arms)]]);
    let mut grown = Grown::new(&toy);
    let path = grown.add(&toy, &[0, 0]).path;
    let root = node(path, 0);
    assert_eq!(grown.tree.untried(root).collect::<Vec<_>>(), [Outcome(0), Outcome(2)]);
    let default = grown.add(&toy, &[3, 0]);
    assert_eq!(grown.tree.state(root, Outcome(2)), State::Explored);
    assert_eq!(grown.tree.child(root, Outcome(2)), Some(default.path));
    assert_eq!(grown.tree.child(root, Outcome(1)), Some(path));
    assert_eq!(grown.tree.child(root, Outcome(0)), None);
    // Another value of the default is the same path.
    assert_eq!(grown.add(&toy, &[1, 0]), Added { path: default.path, is_new: false });
}

#[test]
fn fixed_values_are_part_of_the_path_and_others_are_asked_for() {
    let toy = Toy::new(2, &[vec![Statement::Fix(0), test(1)]]);
    let mut grown = Grown::new(&toy);
    let (first, second) = (grown.add(&toy, &[0, 0]), grown.add(&toy, &[2, 0]));
    assert!(second.is_new);
    assert_eq!(grown.tree.own_nodes(first.path).count(), 2);
    let root = node(first.path, 0);
    let n_values = grown.tree.turn(root).n_values() as usize;
    assert_eq!(grown.tree.untried(root).count(), n_values - 1, "the second run took one");
    assert_eq!(grown.tree.child(root, Outcome(1)), Some(second.path));
    assert_eq!((grown.tree.n_fixed(), grown.tree.n_surprises()), (1, 0));
    assert!(!grown.add(&toy, &[2, 0]).is_new);
    let third = grown.add(&toy, &[3, 0]);
    assert_eq!(grown.tree.child(root, Outcome(2)), Some(third.path));
    // One question stands for all that are left.
    grown.tree.set_state(root, Outcome(5), State::Infeasible);
    assert_eq!(grown.tree.untried(root).count(), 0);
    assert_eq!((grown.tree.n_fixed(), grown.tree.n_open()), (0, 3), "the tests behind each value are left");
}

#[test]
fn implicit_branches_are_flipped_but_cover_nothing() {
    let toy = Toy::new(1, &[vec![Statement::Implicit(0, 2)]]);
    let mut grown = Grown::new(&toy);
    let path = grown.add(&toy, &[0]).path;
    let turn = grown.tree.turn(node(path, 0));
    assert_eq!(grown.tree.untried(node(path, 0)).collect::<Vec<_>>(), [Outcome(0)]);
    assert_eq!(grown.tree.branch_of(turn, Outcome(0)), None);
    let other = grown.add(&toy, &[3]);
    assert!(other.is_new && grown.tree.n_open() == 0);
    assert_eq!(grown.tree.child(node(path, 0), Outcome(0)), Some(other.path));
}

#[test]
fn runs_cut_short_are_paths_of_their_own() {
    let toy = Toy::new(3, &[vec![test(0), test(1), test(2)]]);
    let mut grown = Grown::new(&toy);
    let input = Input::stdin([0, 0, 0]);
    let run = toy.run(&mut grown.arena, &input);
    let add = |tree: &mut Tree, turns: &[Turn]| tree.add(turns, &input, 0, false);
    let middle = add(&mut grown.tree, &run.turns[..2]);
    let longer = add(&mut grown.tree, &run.turns);
    let shorter = add(&mut grown.tree, &run.turns[..1]);
    assert!(middle.is_new && longer.is_new && shorter.is_new);
    for (turns, added) in [(&run.turns[..2], middle), (&run.turns[..], longer), (&run.turns[..1], shorter)] {
        assert_eq!(add(&mut grown.tree, turns), Added { is_new: false, ..added });
        assert_eq!(grown.tree.prefix(added.path, turns.len()), turns);
    }
    assert_eq!((grown.tree.n_open(), grown.tree.n_nodes()), (3, 3));
}

#[test]
fn states_are_counted() {
    let toy = Toy::new(2, &[vec![test(0), test(1)]]);
    let mut grown = Grown::new(&toy);
    let path = grown.add(&toy, &[0, 0]).path;
    let tree = &mut grown.tree;
    let (at, other) = (node(path, 1), Outcome(0));
    assert_eq!(
        (tree.n_open(), tree.state(at, other), tree.state(at, Outcome(1))),
        (2, State::NotTried, State::Explored)
    );
    for state in [State::InFlight, State::Unknown(Why::TimeOut), State::Infeasible, State::Diverged] {
        tree.set_state(at, other, state);
        assert_eq!((tree.n_open(), tree.state(at, other)), (1, state));
    }
    tree.set_state(at, other, State::NotTried);
    assert_eq!((tree.n_open(), tree.n_open_of(path)), (2, 2));
    tree.set_state(at, other, State::Explored);
    tree.set_state(at, other, State::Diverged);
    assert_eq!(tree.state(at, other), State::Explored, "explored stays explored");
}

/// The tree as a map from prefixes to the outcomes taken there and the other outcomes of the site.
type Plain = BTreeMap<Vec<u32>, (BTreeSet<u32>, BTreeSet<u32>)>;

fn enter(plain: &mut Plain, tree: &Tree, turns: &[Turn]) {
    for (position, &turn) in turns.iter().enumerate().filter(|(_, turn)| turn.is_flippable()) {
        let entry = plain.entry(codes(&turns[..position])).or_default();
        entry.0.insert(tree.outcome(turn).0);
        entry.1.extend(tree.other_outcomes(turn).map(|outcome| outcome.0).chain([tree.outcome(turn).0]));
    }
}

#[test]
fn agrees_with_a_plain_model_on_random_programs() {
    for seed in 0..40 {
        let toy = random_toy(seed);
        let mut rng = Rng::new(seed);
        let mut grown = Grown::new(&toy);
        let (mut plain, mut runs) = (Plain::new(), Vec::new());
        for _ in 0..60 {
            let input = Input::stdin(vec![0; toy.n_bytes]).random_like(&mut rng);
            let bytes: Vec<u8> = input.streams[0].iter().map(|byte| byte % 4).collect();
            let turns = toy.run(&mut grown.arena, &Input::stdin(bytes.clone())).turns;
            let added = grown.add(&toy, &bytes);
            enter(&mut plain, &grown.tree, &turns);
            runs.push((added.path, turns));
        }
        check_paths(&grown.tree, &runs);
        let n_open: usize = plain.values().map(|(taken, all)| all.len() - taken.len()).sum();
        assert_eq!((grown.tree.n_nodes(), grown.tree.n_open()), (plain.len() as u64, n_open as u64), "program {seed}");
        assert_eq!(grown.tree.n_surprises(), 0);
        check_walks(&grown.tree, &mut rng);
        try_some(&mut grown.tree, &mut rng);
        check_fates(&grown.tree, toy.program.n_branches());
    }
}

fn check_paths(tree: &Tree, runs: &[(PathId, Vec<Turn>)]) {
    for (path, turns) in runs {
        assert_eq!(tree.prefix(*path, tree.len(*path)), *turns);
        let flips: Vec<u32> = (0..).zip(turns).filter(|(_, turn)| turn.is_flippable()).map(|(at, _)| at).collect();
        assert_eq!(tree.n_flips(*path) as usize, flips.len());
        let nodes: Vec<NodeId> = flips.iter().map(|&at| tree.node_at(*path, at)).collect();
        let walked = tree.nodes_of(*path);
        assert_eq!(walked.iter().map(|flip| flip.node).collect::<Vec<_>>(), nodes);
        assert_eq!(
            walked.iter().map(|flip| flip.depth).collect::<Vec<_>>(),
            (1..=flips.len() as u32).collect::<Vec<_>>()
        );
        for flip in walked {
            assert_eq!(tree.at_depth(*path, flip.depth), Some(flip));
        }
        assert_eq!(tree.at_depth(*path, 0), None);
        assert_eq!(tree.at_depth(*path, flips.len() as u32 + 1), None);
    }
    assert_eq!(paths(tree).len(), tree.n_paths());
}

fn check_walks(tree: &Tree, rng: &mut Rng) {
    for path in tree.paths_from(0) {
        let own: Vec<Flip> = tree.own_nodes(path).collect();
        assert!(own.iter().all(|flip| flip.node.path == path && tree.node_at(path, flip.node.position) == flip.node));
        assert_eq!(tree.last_own(path), own.last().copied());
        let back: Vec<Flip> = std::iter::successors(tree.last_own(path), |&flip| tree.own_before(flip)).collect();
        assert!(back.iter().eq(own.iter().rev()));
        for flip in &own {
            assert_eq!(tree.own_at_depth(path, flip.depth), Some(*flip));
        }
        let open: usize = own.iter().map(|flip| tree.untried(flip.node).count()).sum();
        assert_eq!(tree.n_open_of(path) as usize, open);
    }
    for _ in 0..20 {
        let found = tree.random_open(rng);
        assert_eq!(found.is_some(), tree.n_open() > 0);
        assert!(found.is_none_or(|flip| tree.is_open(flip.node) && tree.nodes_of(flip.node.path).contains(&flip)));
    }
}

/// Tries about half of what is open, with all kinds of results.
fn try_some(tree: &mut Tree, rng: &mut Rng) {
    let states = [State::Infeasible, State::Unknown(Why::TimeOut), State::Diverged, State::InFlight];
    for _ in 0..tree.n_open() / 2 {
        let node = tree.random_open(rng).expect("something is open").node;
        let outcome = tree.untried(node).next().expect("an open node");
        tree.set_state(node, outcome, states[rng.index(states.len())]);
    }
}

/// Fates against a look at every node.
fn check_fates(tree: &Tree, n_branches: usize) {
    let mut expected = vec![Fate::default(); n_branches];
    for flip in tree.paths_from(0).flat_map(|path| tree.own_nodes(path)) {
        let turn = tree.turn(flip.node);
        for outcome in tree.other_outcomes(turn) {
            let Some(branch) = tree.branch_of(turn, outcome) else { continue };
            let fate = &mut expected[branch.index()];
            match tree.state(flip.node, outcome) {
                State::NotTried | State::InFlight => fate.untried += 1,
                State::Explored => fate.explored += 1,
                State::Infeasible => fate.infeasible += 1,
                State::Unknown(why) => {
                    fate.unknown += 1;
                    fate.why = fate.why.into_iter().chain([why]).min();
                }
                State::Diverged => fate.diverged += 1,
            }
        }
    }
    assert_eq!(tree.fates(), expected);
}

/// Branches taken without a condition are found at their first place, and those on a path that a limit cut short with it.
#[test]
fn concrete_turns_and_paths_cut_short_are_found() {
    let toy = Toy::new(2, &[vec![test(0), test(1)]]);
    let mut grown = Grown::new(&toy);
    let input = Input::stdin([0, 0]);
    let mut turns = toy.run(&mut grown.arena, &input).turns;
    let concrete = turns[0].as_branch().expect("a branch");
    turns[0] = Turn::branch(concrete, None);
    let path = grown.tree.add(&turns, &input, 0, false).path;
    assert_eq!(grown.tree.concrete(), BTreeMap::from([(concrete, node(path, 0))]));
    assert!(grown.tree.cut_short().is_empty());
    let symbolic = node(path, 1);
    let other = grown.tree.untried(symbolic).next().expect("one more outcome");
    grown.tree.set_state(symbolic, other, State::Unknown(Why::TooLong(7)));
    assert_eq!(grown.tree.too_long(), BTreeSet::from([(7, path)]));
    let taken = turns.iter().filter_map(|turn| turn.as_branch());
    assert_eq!(grown.tree.cut_short(), taken.map(|branch| (branch, 7)).collect());
}
