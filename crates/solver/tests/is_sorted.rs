//! The worked example of the IPPC publication: depth-first search over `isSorted(a, b, c)` from [0, 0, 0].
//! With full path constraints the solver is called three times with 3, 2 and 1 conditions; with partial ones three
//! times with one condition each. Stages 2 to 4 are off, as in the publication. The sizes are exact.

use symcrete_expr::{Arena, ExprId, InputByte, Op, eval};
use symcrete_solver::{Answer, Config, Pipeline, Query, Solving};

/// A 32-bit integer of the input, lowest byte first.
fn integer(arena: &mut Arena, index: u32) -> ExprId {
    let bytes: Vec<ExprId> = (0..4).map(|byte| arena.input(0, index * 4 + byte)).collect();
    bytes[1..].iter().fold(bytes[0], |low, &high| arena.concat(high, low))
}

/// `if (a > b) return 0; if (a > c) return 0; return b <= c;` as the conditions that hold on an input.
fn run(arena: &mut Arena, input: &[u8]) -> Vec<ExprId> {
    let [a, b, c] = [0, 1, 2].map(|index| integer(arena, index));
    let mut path = Vec::new();
    for (x, y) in [(a, b), (a, c), (b, c)] {
        let sorted = arena.binary(Op::Sle, x, y);
        let holds = eval(arena, sorted, |at| input[at.offset as usize]) == 1;
        path.push(if holds { sorted } else { arena.not(sorted) });
        if !holds {
            break;
        }
    }
    path
}

/// Algorithm 1 of the publication: always negates the last condition that was not negated before.
fn explore(solving: Solving) -> (usize, Pipeline) {
    let mut pipeline = Pipeline::standard(Config { blast: true, solving, ..Config::bare() });
    let mut arena = Arena::new();
    let mut input = vec![0; 12];
    let mut path = run(&mut arena, &input);
    let mut is_negated = vec![false; path.len()];
    let mut n_paths = 1;
    while let Some(place) = is_negated.iter().rposition(|&done| !done) {
        let goal = arena.not(path[place]);
        let parent = |at: InputByte| input[at.offset as usize];
        let query = Query { arena: &arena, prefix: &path[..place], goal, parent: &parent };
        is_negated.truncate(place);
        is_negated.push(true);
        if let Answer::Sat(model) = pipeline.solve(&query) {
            input = (0..12).map(|offset| model.over(&parent, InputByte { stream: 0, offset })).collect();
            path = run(&mut arena, &input);
            assert_eq!(path[place], goal, "the predicted branch is taken");
            is_negated.resize(path.len(), false);
            n_paths += 1;
        }
    }
    (n_paths, pipeline)
}

#[test]
fn full_constraints_have_3_2_and_1_conditions() {
    let (n_paths, pipeline) = explore(Solving::Full);
    assert_eq!(pipeline.stats().calls.sizes, [3, 2, 1]);
    assert_eq!(n_paths, 4);
}

#[test]
fn partial_constraints_have_1_condition_each() {
    let (n_paths, pipeline) = explore(Solving::Ippc);
    assert_eq!(pipeline.stats().calls.sizes, [1, 1, 1]);
    assert_eq!(n_paths, 4);
}
