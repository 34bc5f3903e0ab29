//! All paths of a campaign at once, for somebody who does not believe the tree.
//!
//! What a campaign that explored everything says is that each input takes one of its paths. Here the paths are laid together anew, by the conditions that
//! held on them alone, and whatever they leave out becomes a *gap*: a place from which no path goes on for some values of the input, if there are such
//! values. Another solver can say that there are none. So can it of a side of a merged branch that no run took: that a path comes there
//! and takes it is a gap too.
//!
//! What was asked and refuted while exploring is not looked at, and neither is what the tree says of outcomes: a second opinion rests on neither.

use crate::condition::Conditions;
use crate::coverage::Coverage;
use crate::tree::Tree;
use crate::turn::Turn;
use rustc_hash::{FxHashMap, FxHashSet};
use symcrete_expr::{Arena, ExprId, Op};
use symcrete_model::{BranchId, Program};

/// Most conditions of all paths together: of more, another solver would say nothing in any time that people wait.
const MOST: usize = 1 << 20;

/// A beginning that some paths have in common.
#[derive(Clone, Debug)]
struct Beginning {
    /// All of its conditions together.
    held: ExprId,
    /// The conditions by which paths go on from it.
    onward: Vec<ExprId>,
    /// Whether a path ends here.
    is_end: bool,
}

impl Beginning {
    fn new(held: ExprId) -> Beginning {
        Beginning { held, onward: Vec::new(), is_end: false }
    }
}

/// Paths by what they have in common.
struct Whole {
    beginnings: Vec<Beginning>,
    after: FxHashMap<(usize, ExprId), usize>,
    /// Ways to a side of a merged branch that no run took.
    missed: Vec<ExprId>,
    known: FxHashSet<ExprId>,
}

/// What no input must satisfy if each takes one of the tree's paths, and none takes a side that is still wanted; nothing where that is too much.
pub(crate) fn gaps(
    arena: &mut Arena,
    program: &Program,
    conditions: &mut Conditions,
    tree: &Tree,
    coverage: &Coverage,
) -> Option<Vec<ExprId>> {
    let mut whole = Whole {
        beginnings: vec![Beginning::new(Arena::TRUE)],
        after: FxHashMap::default(),
        missed: Vec::new(),
        known: FxHashSet::default(),
    };
    let mut n_conditions = 0;
    for path in tree.paths_from(0).filter(|&path| !tree.is_cut(path)) {
        let turns = tree.symbolic_prefix(path, tree.len(path));
        n_conditions += turns.len();
        if n_conditions > MOST {
            return None;
        }
        let mut at = 0;
        for turn in turns {
            if turn.is_soft() {
                whole.miss(arena, at, turn, coverage);
            } else if let Some(held) = conditions.held(arena, program, turn) {
                at = whole.go_on(arena, at, held);
            }
        }
        whole.beginnings[at].is_end = true;
    }
    Some(whole.gaps(arena))
}

impl Whole {
    /// The beginning with one more condition.
    fn go_on(&mut self, arena: &mut Arena, at: usize, held: ExprId) -> usize {
        if let Some(&next) = self.after.get(&(at, held)) {
            return next;
        }
        let next = self.beginnings.len();
        self.beginnings[at].onward.push(held);
        let all = arena.binary(Op::And, self.beginnings[at].held, held);
        self.beginnings.push(Beginning::new(all));
        self.after.insert((at, held), next);
        next
    }

    /// The sides of a merged branch that are wanted still.
    fn miss(&mut self, arena: &mut Arena, at: usize, turn: Turn, coverage: &Coverage) {
        let (Some(first), Some(term)) = (turn.of_site(), turn.term()) else { return };
        for side in [0, 1].into_iter().filter(|side| coverage.is_wanted(BranchId(first.0 + side))) {
            // Whether the program comes there, and its condition: a bit each.
            let way = arena.constant(2, u128::from(2 | side));
            let takes = arena.binary(Op::Eq, term, way);
            let gap = arena.binary(Op::And, self.beginnings[at].held, takes);
            if self.known.insert(gap) {
                self.missed.push(gap);
            }
        }
    }

    fn gaps(self, arena: &mut Arena) -> Vec<ExprId> {
        let mut gaps = self.missed;
        for beginning in self.beginnings.iter().filter(|beginning| !beginning.is_end) {
            let gap = beginning.onward.iter().fold(beginning.held, |gap, &held| {
                let other = arena.not(held);
                arena.binary(Op::And, gap, other)
            });
            gaps.push(gap);
        }
        gaps.retain(|&gap| gap != Arena::FALSE);
        gaps
    }
}
