//! Volleys: what many inputs in one process tell only chooses which of them are run on their own.

use crate::mock::{Blind, BruteForce, ticking};
use crate::toy::{Statement, Toy};
use std::convert::Infallible;
use symcrete_expr::Arena;
use symcrete_model::BranchId;
use symcrete_search::{Budget, Campaign, Candidate, Input, Run, Scouted, StopReason, Strategy, Target, View, Volley};

/// A toy whose processes try many inputs. Each input behind the first of a volley seems to take `fleeting`.
struct Battery<'t> {
    toy: &'t Toy,
    fleeting: Option<BranchId>,
    /// Bytes with which the process ends.
    deadly: Option<u8>,
    n_scouted: usize,
    n_volleys: usize,
}

impl<'t> Battery<'t> {
    fn new(toy: &'t Toy) -> Battery<'t> {
        Battery { toy, fleeting: None, deadly: None, n_scouted: 0, n_volleys: 0 }
    }
}

impl Target for &mut Battery<'_> {
    type Error = Infallible;
    type Record = ();

    fn run(&mut self, arena: &mut Arena, input: &Input) -> Result<Run, Infallible> {
        Ok(self.toy.run(arena, input))
    }

    fn scout(&mut self, input: &Input) -> Result<Scouted, Infallible> {
        self.n_scouted += 1;
        let is_crash = self.deadly == Some(input.streams[0][0]);
        Ok(Scouted { is_crash, ..(&mut &*self.toy).scout(input)? })
    }

    fn fires(&self) -> bool {
        true
    }

    fn volley(&mut self, inputs: &[Input], _: &[u8]) -> Result<Volley, Infallible> {
        self.n_volleys += 1;
        let mut volley = Volley::default();
        for (index, input) in inputs.iter().enumerate() {
            volley.n_tried += 1;
            let run = self.toy.run(&mut Arena::new(), input);
            let fleeting = self.fleeting.filter(|_| index > 0);
            for branch in run.covered.into_iter().chain(fleeting) {
                if volley.covered.iter().all(|&(_, told, _)| told != branch) {
                    volley.covered.push((index, branch, 1));
                }
            }
            volley.is_cut = self.deadly == Some(input.streams[0][0]);
            if volley.is_cut {
                break;
            }
        }
        Ok(volley)
    }
}

/// Scouts, turn by turn; the last ones first.
struct Turns(Vec<Vec<Input>>);

impl Strategy for Turns {
    fn next(&mut self, _: &View) -> Option<Candidate> {
        self.0.pop().map(Candidate::Scouts)
    }
}

fn fire(battery: &mut Battery, turns: &[&[[u8; 2]]]) -> (u64, u64, usize) {
    let toy = battery.toy;
    let mut campaign = Campaign::new(&toy.program, battery, BruteForce, Budget::default());
    let inputs = |turn: &&[[u8; 2]]| turn.iter().map(|bytes| Input::stdin(*bytes)).collect();
    let mut strategy = Turns(turns.iter().map(inputs).collect());
    let reason = campaign.explore(&[Input::stdin([0, 0])], &mut strategy, &mut ticking(), &mut Blind);
    assert_eq!(reason, Ok(StopReason::Exhausted));
    let statistics = campaign.statistics();
    (statistics.iterations, statistics.scouted, statistics.covered)
}

fn two_tests() -> Toy {
    Toy::new(2, &[vec![Statement::If(0, 1, vec![], vec![]), Statement::If(1, 1, vec![], vec![])]])
}

#[test]
fn only_what_seems_to_cover_something_gets_a_process() {
    let toy = two_tests();
    let mut battery = Battery::new(&toy);
    let (iterations, scouted, covered) = fire(&mut battery, &[&[[0, 0], [1, 0], [2, 0], [0, 1], [3, 3]]]);
    // The seed, and the first input on each side that the seed did not take.
    assert_eq!((iterations, covered), (3, 4));
    assert_eq!((battery.n_volleys, battery.n_scouted, scouted), (1, 2, 7));
}

#[test]
fn a_branch_that_only_volleys_take_is_soon_no_reason() {
    let toy = two_tests();
    // No input has another first byte than the seed, so none takes the other side of the first test.
    let taken = toy.run(&mut Arena::new(), &Input::stdin([0, 0])).covered[0];
    let mut battery = Battery { fleeting: Some(BranchId(1 - taken.0)), ..Battery::new(&toy) };
    let pairs: Vec<[[u8; 2]; 2]> = (1..=50).map(|second| [[0, 0], [0, second]]).collect();
    fire(&mut battery, &pairs.iter().map(|pair| &pair[..]).collect::<Vec<_>>());
    assert_eq!(battery.n_volleys, 50);
    // One for the other side of the second test, and four for what is not there.
    assert!((2..=5).contains(&battery.n_scouted), "{} scouts", battery.n_scouted);
}

#[test]
fn behind_a_crash_the_rest_is_tried() {
    let toy = two_tests();
    let mut battery = Battery { deadly: Some(2), ..Battery::new(&toy) };
    let (_, scouted, covered) = fire(&mut battery, &[&[[0, 0], [2, 0], [0, 0], [0, 1]]]);
    assert_eq!(covered, 4, "the input behind the crash covered what it covers");
    assert_eq!(battery.n_volleys, 2);
    assert_eq!(scouted, 4 + battery.n_scouted as u64);
}
