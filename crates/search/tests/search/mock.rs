//! A brute-force solver, a strategy that keeps a diary, and campaigns made of them.

use crate::toy::{DOMAIN, Toy, codes};
use std::collections::BTreeSet;
use std::time::Duration;
use symcrete_expr::{Arena, Stop, Tape};
use symcrete_search::{
    Answer, Budget, Campaign, Candidate, Coverage, Input, News, Observer, Options, PathId, Plan, Query, Rng, Solve,
    StopReason, Strategy, Tree, View,
};

/// What a strategy sees of a target whose scouts have a process each.
pub(crate) fn view<'a>(tree: &'a Tree, coverage: &'a Coverage, stop: &'a Stop) -> View<'a> {
    View { tree, coverage, handful: 16, is_swift: false, kept: &[], stop }
}

/// Tries the parent's bytes, then every input in order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BruteForce;

impl Solve for BruteForce {
    fn solve(&mut self, arena: &mut Arena, query: &Query) -> Answer {
        let roots: Vec<_> = query.prefix.iter().copied().chain([query.flipped]).collect();
        let tape = Tape::new(arena, &roots);
        let mut slots = tape.slots();
        let used: Vec<u32> = tape.inputs().iter().map(|at| at.offset).collect();
        for number in 0..u32::from(DOMAIN).pow(used.len() as u32) {
            let digit = |place: usize| (number / u32::from(DOMAIN).pow(place as u32) % u32::from(DOMAIN)) as u8;
            (0..used.len()).for_each(|place| slots.set(place, digit(place)));
            if tape.first_false(&mut slots).is_none() {
                let mut input = query.parent.clone();
                used.iter().zip(0..).for_each(|(&offset, place)| {
                    input.set(symcrete_expr::InputByte { stream: 0, offset }, digit(place));
                });
                return Answer::Sat(input);
            }
        }
        Answer::Unsat((0..query.prefix.len()).collect())
    }
}

/// Passes everything on, keeps the candidates, and asks random inputs to stay in the domain.
pub(crate) struct Diary<'s> {
    pub(crate) strategy: Box<dyn Strategy + 's>,
    pub(crate) candidates: Vec<Candidate>,
    pub(crate) news: Vec<News>,
}

impl<'s> Diary<'s> {
    pub(crate) fn new(strategy: Box<dyn Strategy + 's>) -> Diary<'s> {
        Diary { strategy, candidates: Vec::new(), news: Vec::new() }
    }
}

impl Strategy for Diary<'_> {
    fn next(&mut self, view: &View) -> Option<Candidate> {
        let candidate = match self.strategy.next(view)? {
            Candidate::Fresh(mut input) => {
                input.streams.iter_mut().flatten().for_each(|byte| *byte %= DOMAIN);
                Candidate::Fresh(input)
            }
            Candidate::Scouts(mut inputs) => {
                let streams = inputs.iter_mut().flat_map(|input| &mut input.streams);
                streams.flatten().for_each(|byte| *byte %= DOMAIN);
                Candidate::Scouts(inputs)
            }
            Candidate::Flip { node, outcome, via } => {
                assert!(view.tree.untried(node).any(|open| open == outcome), "{node:?} {outcome:?} was tried");
                assert_eq!(view.tree.node_at(via, node.position), node, "{via:?} does not pass the node");
                Candidate::Flip { node, outcome, via }
            }
        };
        self.candidates.push(candidate.clone());
        Some(candidate)
    }

    fn told(&mut self, news: &News) {
        self.news.push(*news);
        self.strategy.told(news);
    }

    fn n_fallbacks(&self) -> u64 {
        self.strategy.n_fallbacks()
    }

    fn notes(&self) -> Vec<(String, u64)> {
        self.strategy.notes()
    }
}

/// Does not look.
pub(crate) struct Blind;

impl<R> Observer<R> for Blind {}

/// A clock that moves on by a millisecond each time it is read.
pub(crate) fn ticking() -> impl FnMut() -> Duration {
    let mut now = Duration::ZERO;
    move || {
        now += Duration::from_millis(1);
        now
    }
}

/// A finished campaign.
pub(crate) struct Finished<'t> {
    pub(crate) campaign: Campaign<'t, &'t Toy, BruteForce>,
    pub(crate) candidates: Vec<Candidate>,
    pub(crate) reason: StopReason,
}

/// Explores a toy from zeros with a strategy.
pub(crate) fn explore_with<'t>(toy: &'t Toy, strategy: Box<dyn Strategy + 't>, budget: Budget) -> Finished<'t> {
    let mut diary = Diary::new(strategy);
    let solver = BruteForce;
    let mut campaign = Campaign::new(&toy.program, toy, solver, budget);
    let seed = Input::stdin(vec![0; toy.n_bytes]);
    let reason = campaign.explore(&[seed], &mut diary, &mut ticking(), &mut Blind);
    Finished { campaign, candidates: diary.candidates, reason: reason.expect("toys always run") }
}

/// Explores a toy by a plan.
pub(crate) fn explore<'t>(toy: &'t Toy, plan: Plan, options: &Options, seed: u64, budget: Budget) -> Finished<'t> {
    explore_with(toy, plan.build(&toy.program, options, seed), budget)
}

/// At most this many runs.
pub(crate) fn runs(iterations: u64) -> Budget {
    Budget { iterations: Some(iterations), ..Budget::default() }
}

/// Every path of a tree, as codes of its turns.
pub(crate) fn paths(tree: &Tree) -> BTreeSet<Vec<u32>> {
    tree.paths_from(0).map(|path| path_codes(tree, path)).collect()
}

/// A path as codes of its turns.
pub(crate) fn path_codes(tree: &Tree, path: PathId) -> Vec<u32> {
    codes(&tree.prefix(path, tree.len(path)))
}

/// A random program: nested tests, switches, loops and calls over a few bytes.
pub(crate) fn random_toy(seed: u64) -> Toy {
    let mut rng = Rng::new(seed);
    let n_bytes = 2 + rng.index(3);
    let mut helper = Vec::new();
    for _ in 0..2 {
        helper.push(random_statement(&mut rng, n_bytes, 2, false));
    }
    let main = (0..2 + rng.index(3)).map(|_| random_statement(&mut rng, n_bytes, 0, true)).collect();
    Toy::new(n_bytes, &[main, helper])
}

fn random_statement(rng: &mut Rng, n_bytes: usize, depth: u32, may_call: bool) -> crate::toy::Statement {
    use crate::toy::Statement;
    let byte = rng.index(n_bytes) as u32;
    let value = 1 + rng.below(u64::from(DOMAIN) - 1) as u8;
    let body = |rng: &mut Rng| -> Vec<Statement> {
        let n = if depth > 2 { 0 } else { rng.index(3) };
        (0..n).map(|_| random_statement(rng, n_bytes, depth + 1, may_call)).collect()
    };
    match rng.below(9) {
        0 => Statement::Concrete(rng.coin()),
        1 => Statement::Implicit(byte, value),
        2 => Statement::Loop(byte, body(rng)),
        3 => Statement::Switch(byte, vec![2, 0], vec![body(rng), body(rng), body(rng)]),
        4 => Statement::IfSum(byte, rng.index(n_bytes) as u32, value, body(rng)),
        5 if may_call => Statement::Call(1),
        _ => Statement::If(byte, value, body(rng), body(rng)),
    }
}
