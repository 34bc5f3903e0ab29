//! Invariants: what holds before every round of a loop.
//!
//! Candidates are made of the variables that rounds change: a few constants, bounds, remainders, and what ties two of them or one to
//! something that stays. Where from: the ranges that rounds come to ([`Ranges`]), and the numbers that the loop compares with. A
//! candidate is believed only when it holds before the first round and, with all that are believed, after one more.
//! A list of what several variables are together (a state and a counter that goes with it) begins with what they are at first,
//! and takes in what a round makes of them while it stays short.
//!
//! What is believed of a loop may be used only for what comes after it: a run that breaks something does so for the first time at some
//! point, and until then everything held. Were all of it assumed at once, two that contradict each other would prove everything.

use super::cycle::{Round, Spot};
use std::collections::{BTreeSet, HashMap};
use symcrete_expr::{Arena, Cone, ExprId, Op, Range, Ranges, eval_all, mask, sign_extend};

/// Variables of a loop that are looked at.
const MOST_VARIABLES: usize = 12;
/// Constants that a variable is compared with.
const MOST_CONSTANTS: usize = 8;
/// Variables that one comparison may be made of, to be looked at.
const MOST_COMPARED: u32 = 8;
/// The same, to tie them to each other.
const MOST_TOGETHER: u32 = 4;
/// Terms that variables of a loop are compared with and that it does not change.
const MOST_FIXED: usize = 16;
/// By how much a variable may grow in a round, to be looked at.
const GROWTH: [u128; 3] = [1, 2, 4];
/// What several variables are together, at most.
const MOST_TOGETHER_VALUES: usize = 24;
/// Lists of what several variables are together, for one loop.
const MOST_LISTS: usize = 8;
/// Rounds of the analysis before bounds that move are let go.
const PATIENCE: usize = 4;

/// The other side of a comparison.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Side {
    Constant(u128),
    Variable(usize),
    /// Something that the loop does not change.
    Fixed(ExprId),
}

/// What may hold of the variables of a loop, by their places.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Form {
    OneOf(usize, Vec<u128>),
    Remainder {
        of: usize,
        by: u128,
        is: u128,
    },
    Compare(Op, usize, Side),
    /// `a·x − b·y` is what it was before the first round.
    Tied {
        x: usize,
        a: u128,
        y: usize,
        b: u128,
    },
    /// A variable has grown by at most so much in each round since the first; `by` counts rounds, up or down.
    Grown {
        of: usize,
        by: usize,
        is_down: bool,
        most: u128,
    },
    /// Variables, with their widths, are together one of these.
    Together(Vec<(usize, u32)>, Vec<Vec<u128>>),
}

/// A candidate.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    /// The loop, by its place.
    pub(super) round: usize,
    pub(super) form: Form,
    /// That it holds after any number of rounds.
    pub(super) assumed: ExprId,
    /// That it does not hold before the first round.
    pub(super) not_first: ExprId,
    /// That it does not hold after one more.
    pub(super) not_next: ExprId,
}

/// Which candidates are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effort {
    /// Those of one variable and of constants.
    Single,
    /// Those that order variables, among each other and with what stays.
    Order,
    /// What several variables are together, where one of them has few values.
    Lists,
    /// Sums and differences of two variables, and how fast one grows; with that, those that order variables once more: what was dropped
    /// because a counter might wrap may hold now.
    Sums,
}

/// The candidates for all loops.
pub(super) fn candidates(arena: &mut Arena, rounds: &[Round], conditions: &[ExprId], effort: Effort) -> Vec<Candidate> {
    let mut found = Vec::new();
    let needs_ranges = matches!(effort, Effort::Single | Effort::Lists);
    let ranges = if needs_ranges { ranges(arena, rounds) } else { Vec::new() };
    for (at, round) in rounds.iter().enumerate() {
        let compared = Compared::of(arena, round, conditions);
        let forms = match effort {
            Effort::Single => of_one(arena, round, &ranges[at], &compared),
            Effort::Order => of_order(arena, round, &compared),
            Effort::Lists => of_lists(arena, round, &ranges[at], &compared),
            Effort::Sums => {
                let mut all = of_order(arena, round, &compared);
                all.extend(of_sums(arena, round, &compared));
                all.extend(of_growth(arena, round));
                all
            }
        };
        for form in forms {
            found.extend(candidate(arena, at, round, form));
        }
    }
    found
}

impl Candidate {
    /// Does it say the same?
    pub(super) fn is_same(&self, other: &Candidate) -> bool {
        (self.round, &self.form) == (other.round, &other.form)
    }

    /// The variables of a list: before the first round, and after one more.
    pub(super) fn listed(&self, round: &Round) -> Option<[Vec<ExprId>; 2]> {
        let Form::Together(of, _) = &self.form else { return None };
        let firsts = of.iter().map(|&(at, _)| round.variables[at].first).collect();
        // Where no round comes after, the first values are the only ones.
        let nexts = of.iter().map(|&(at, _)| round.variables[at].next.unwrap_or(round.variables[at].first));
        Some([firsts, nexts.collect()])
    }

    /// A list with more, while it is short.
    pub(super) fn with(&self, arena: &mut Arena, round: &Round, more: Vec<Vec<u128>>) -> Option<Candidate> {
        let Form::Together(of, list) = &self.form else { return None };
        let mut list = list.clone();
        for one in more {
            if !list.contains(&one) {
                list.push(one);
            }
        }
        (list.len() <= MOST_TOGETHER_VALUES).then_some(())?;
        candidate(arena, self.round, round, Form::Together(of.clone(), list))
    }
}

fn candidate(arena: &mut Arena, at: usize, round: &Round, form: Form) -> Option<Candidate> {
    let firsts: Vec<Option<ExprId>> = round.variables.iter().map(|one| Some(one.first)).collect();
    let any: Vec<Option<ExprId>> = round.variables.iter().map(|one| Some(one.any)).collect();
    let nexts: Vec<Option<ExprId>> = round.variables.iter().map(|one| one.next).collect();
    let holds = form.holds(arena, &any, &firsts)?;
    let not_first = {
        let holds = form.holds(arena, &firsts, &firsts)?;
        let not = arena.not(holds);
        arena.binary(Op::And, round.first.0, not)
    };
    let not_next = match round.next.0 {
        Arena::FALSE => Arena::FALSE,
        next => {
            let holds = form.holds(arena, &nexts, &firsts)?;
            let not = arena.not(holds);
            arena.binary(Op::And, next, not)
        }
    };
    let outside = arena.not(round.guard);
    let assumed = arena.binary(Op::Or, outside, holds);
    let is_wrong = [not_first, not_next].contains(&Arena::TRUE);
    let is_idle = holds == Arena::TRUE || is_wrong || assumed == Arena::TRUE;
    (!is_idle).then_some(Candidate { round: at, form, assumed, not_first, not_next })
}

impl Form {
    /// That it holds for these values; `firsts` are those before the first round.
    fn holds(&self, arena: &mut Arena, values: &[Option<ExprId>], firsts: &[Option<ExprId>]) -> Option<ExprId> {
        match self {
            Form::OneOf(at, list) => {
                let term = values[*at]?;
                let mut any = Arena::FALSE;
                for &value in list {
                    let value = arena.constant(arena.width(term), value);
                    let is = arena.binary(Op::Eq, term, value);
                    any = arena.binary(Op::Or, any, is);
                }
                Some(any)
            }
            Form::Remainder { of, by, is } => {
                let term = values[*of]?;
                let width = arena.width(term);
                let (by, is) = (arena.constant(width, *by), arena.constant(width, *is));
                let rest = arena.binary(Op::URem, term, by);
                Some(arena.binary(Op::Eq, rest, is))
            }
            Form::Compare(op, at, side) => {
                let term = values[*at]?;
                let other = match side {
                    Side::Constant(value) => arena.constant(arena.width(term), *value),
                    Side::Variable(other) => values[*other]?,
                    Side::Fixed(other) => *other,
                };
                (arena.width(term) == arena.width(other)).then(|| arena.binary(*op, term, other))
            }
            Form::Tied { x, a, y, b } => {
                let mut sum = |values: &[Option<ExprId>]| {
                    let (x, y) = (values[*x]?, values[*y]?);
                    let width = arena.width(x);
                    let (a, b) = (arena.constant(width, *a), arena.constant(width, *b));
                    let (ax, by) = (arena.binary(Op::Mul, a, x), arena.binary(Op::Mul, b, y));
                    Some(arena.binary(Op::Sub, ax, by))
                };
                let (now, then) = (sum(values)?, sum(firsts)?);
                Some(arena.binary(Op::Eq, now, then))
            }
            Form::Grown { of, by, is_down, most } => {
                let (now, then) = ((values[*of]?, values[*by]?), (firsts[*of]?, firsts[*by]?));
                let (later, earlier) = if *is_down { (then.1, now.1) } else { (now.1, then.1) };
                let n_rounds = arena.binary(Op::Sub, later, earlier);
                let most = arena.constant(arena.width(now.0), *most);
                let growth = arena.binary(Op::Mul, most, n_rounds);
                let bound = arena.binary(Op::Add, then.0, growth);
                Some(arena.binary(Op::Ule, now.0, bound))
            }
            Form::Together(of, list) => {
                let terms: Option<Vec<ExprId>> = of.iter().map(|&(at, _)| values[at]).collect();
                let terms = terms?;
                let mut any = Arena::FALSE;
                for one in list {
                    let mut all = Arena::TRUE;
                    for (&term, &value) in terms.iter().zip(one) {
                        let value = arena.constant(arena.width(term), value);
                        let is = arena.binary(Op::Eq, term, value);
                        all = arena.binary(Op::And, all, is);
                    }
                    any = arena.binary(Op::Or, any, all);
                }
                Some(any)
            }
        }
    }

    /// In words of the source's language, with names for the variables and for what is fixed.
    pub(super) fn text(&self, width: u32, name: &dyn Fn(usize) -> String, first: &dyn Fn(usize) -> String) -> String {
        let number = |value: u128| sign_extend(width, value).to_string();
        match self {
            Form::OneOf(at, list) => {
                let all: Vec<String> = list.iter().map(|&value| number(value)).collect();
                match all.as_slice() {
                    [one] => format!("{} == {one}", name(*at)),
                    _ => format!("{} one of {}", name(*at), all.join(", ")),
                }
            }
            Form::Remainder { of, by, is } => format!("{} % {by} == {is}", name(*of)),
            Form::Compare(op, at, side) => {
                let (sign, is_signed) = match op {
                    Op::Ule => ("<=", false),
                    Op::Uge => (">=", false),
                    Op::Sle => ("<=", true),
                    Op::Sge => (">=", true),
                    Op::Ne => ("!=", true),
                    _ => ("==", true),
                };
                let other = match side {
                    Side::Constant(value) if is_signed => number(*value),
                    Side::Constant(value) => format!("{value}u"),
                    Side::Variable(other) => name(*other),
                    Side::Fixed(_) => "what it is compared with".into(),
                };
                format!("{} {sign} {other}", name(*at))
            }
            Form::Tied { x, a: 1, y, b: 1 } => {
                format!("{0} - {1} == {2} - {3}", name(*x), name(*y), first(*x), first(*y))
            }
            Form::Tied { x, a, y, b } => {
                let (a, b) = (number(*a), number(*b));
                format!("{a}*{0} - {b}*{1} == {a}*{2} - {b}*{3}", name(*x), name(*y), first(*x), first(*y))
            }
            Form::Grown { of, by, most, .. } => {
                format!("{} at most {} and {most} for each round that {} counts", name(*of), first(*of), name(*by))
            }
            Form::Together(of, list) => {
                let names: Vec<String> = of.iter().map(|&(at, _)| name(at)).collect();
                let one = |values: &Vec<u128>| {
                    let numbers =
                        of.iter().zip(values).map(|(&(_, width), &value)| sign_extend(width, value).to_string());
                    format!("({})", numbers.collect::<Vec<_>>().join(", "))
                };
                let all: Vec<String> = list.iter().map(one).collect();
                format!("({}) one of {}", names.join(", "), all.join(", "))
            }
        }
    }

    /// The variables that it speaks of.
    pub(super) fn variables(&self) -> Vec<usize> {
        match self {
            Form::OneOf(at, _) | Form::Remainder { of: at, .. } => vec![*at],
            Form::Compare(_, at, Side::Variable(other)) => vec![*at, *other],
            Form::Compare(_, at, _) => vec![*at],
            Form::Tied { x, y, .. } => vec![*x, *y],
            Form::Grown { of, by, .. } => vec![*of, *by],
            Form::Together(of, _) => of.iter().map(|&(at, _)| at).collect(),
        }
    }
}

fn of_one(arena: &Arena, round: &Round, ranges: &[Range], compared: &Compared) -> Vec<Form> {
    let mut found = Vec::new();
    for (at, range) in ranges.iter().enumerate().take(MOST_VARIABLES) {
        let (first, width) = (round.variables[at].first, arena.width(round.variables[at].any));
        found.extend(of_range(at, range, width));
        let mut constants: BTreeSet<u128> = arena.as_const(first).into_iter().collect();
        constants.insert(0);
        let others = compared.constants.iter().filter(|(of, _, _)| *of == at);
        constants.extend(others.filter_map(|&(_, wide, value)| fitting(value, wide, width)));
        for value in constants.into_iter().take(MOST_CONSTANTS) {
            let ops = [Op::Sle, Op::Sge, Op::Ule, Op::Uge];
            found.extend(ops.map(|op| Form::Compare(op, at, Side::Constant(value))));
        }
    }
    found
}

fn of_order(arena: &Arena, round: &Round, compared: &Compared) -> Vec<Form> {
    let n = round.variables.len().min(MOST_VARIABLES);
    let mut found = Vec::new();
    for at in 0..n {
        let (first, width) = (round.variables[at].first, arena.width(round.variables[at].any));
        for &(_, fixed) in compared.fixed.iter().filter(|&&(of, term)| of == at && arena.width(term) == width) {
            found.extend([Op::Sle, Op::Sge, Op::Ule, Op::Uge].map(|op| Form::Compare(op, at, Side::Fixed(fixed))));
        }
        // A variable that does not change after all, and one that goes up or down from where it began.
        if arena.as_const(first).is_none() {
            found.extend([Op::Eq, Op::Sle, Op::Sge].map(|op| Form::Compare(op, at, Side::Fixed(first))));
        }
    }
    let is_counter = |at: usize| matches!(round.variables[at].spot, Spot::Value(_));
    for (x, y) in pairs(arena, round) {
        let ops: &[Op] = match compared.pairs.contains(&(x, y)) {
            true => &[Op::Sle, Op::Ule, Op::Sge, Op::Uge],
            // What counts rounds bounds what is counted in them.
            false if is_counter(x) != is_counter(y) => &[Op::Sle, Op::Sge],
            false => &[],
        };
        found.extend(ops.iter().map(|&op| Form::Compare(op, x, Side::Variable(y))));
    }
    found
}

/// Variables of one width, the lower first.
fn pairs(arena: &Arena, round: &Round) -> Vec<(usize, usize)> {
    let n = round.variables.len().min(MOST_VARIABLES);
    let width = |at: usize| arena.width(round.variables[at].any);
    let all = (0..n).flat_map(|x| (x + 1..n).map(move |y| (x, y)));
    all.filter(|&(x, y)| width(x) == width(y)).collect()
}

fn of_sums(arena: &mut Arena, round: &Round, compared: &Compared) -> Vec<Form> {
    let mut found = Vec::new();
    for (x, y) in pairs(arena, round) {
        let mut by = |at: usize| {
            let variable = &round.variables[at];
            let step = arena.binary(Op::Sub, variable.next?, variable.any);
            arena.as_const(step).filter(|&step| step != 0)
        };
        let steps = (by(x), by(y));
        if let (Some(a), Some(b)) = steps {
            found.push(Form::Tied { x, a: b, y, b: a });
        } else if compared.pairs.contains(&(x, y)) {
            found.push(Form::Tied { x, a: 1, y, b: 1 });
            found.push(Form::Tied { x, a: 1, y, b: mask(arena.width(round.variables[x].any)) });
        }
    }
    found
}

/// By how much a variable grows in a round, beside one that counts rounds.
fn of_growth(arena: &mut Arena, round: &Round) -> Vec<Form> {
    let n = round.variables.len().min(MOST_VARIABLES);
    let mut step = |at: usize| {
        let variable = &round.variables[at];
        let step = arena.binary(Op::Sub, variable.next?, variable.any);
        arena.as_const(step)
    };
    let steps: Vec<Option<u128>> = (0..n).map(&mut step).collect();
    let width = |at: usize| arena.width(round.variables[at].any);
    let mut found = Vec::new();
    for (by, of) in (0..n).flat_map(|by| (0..n).map(move |of| (by, of))) {
        let is_down = match steps[by] {
            Some(1) => false,
            Some(step) if step == mask(width(by)) => true,
            _ => continue,
        };
        if steps[of].is_none() && width(of) == width(by) {
            found.extend(GROWTH.map(|most| Form::Grown { of, by, is_down, most }));
        }
    }
    found
}

/// Lists that begin with what the variables are when all input is 0: a variable of few values with another one that jumps look at,
/// and all variables of few values.
fn of_lists(arena: &Arena, round: &Round, ranges: &[Range], compared: &Compared) -> Vec<Form> {
    let n = round.variables.len().min(MOST_VARIABLES);
    let is_state = |at: usize| matches!(&ranges[at], Range::Values(values) if values.len() > 1);
    let is_asked = |at: usize| compared.constants.iter().any(|&(of, _, _)| of == at);
    let states: Vec<usize> = (0..n).filter(|&at| is_state(at)).collect();
    let others = (0..n).filter(|&at| is_asked(at) && !is_state(at));
    let mut lists: Vec<Vec<usize>> = Vec::new();
    if states.len() > 2 {
        lists.push(states.clone());
    }
    for at in states.iter().copied().chain(others) {
        lists.extend(states.iter().filter(|&&state| state < at || !is_state(at)).map(|&state| vec![state, at]));
    }
    lists.truncate(MOST_LISTS);
    let firsts: Vec<ExprId> = round.variables.iter().map(|one| one.first).collect();
    let values = eval_all(arena, &firsts, |_| 0);
    let form = |list: Vec<usize>| {
        let first = list.iter().map(|&at| values[at]).collect();
        let of = list.into_iter().map(|at| (at, arena.width(round.variables[at].any))).collect();
        Form::Together(of, vec![first])
    };
    lists.into_iter().map(form).collect()
}

fn of_range(at: usize, range: &Range, width: u32) -> Vec<Form> {
    match range {
        Range::Values(list) => vec![Form::OneOf(at, list.clone())],
        Range::Steps { low, high, step } => {
            let mut found = Vec::new();
            if *low > 0 {
                found.push(Form::Compare(Op::Uge, at, Side::Constant(*low)));
            }
            if *high < mask(width) {
                found.push(Form::Compare(Op::Ule, at, Side::Constant(*high)));
            }
            if *step > 1 {
                found.push(Form::Remainder { of: at, by: *step, is: low % step });
                let power = step & step.wrapping_neg();
                if power > 1 && power != *step {
                    found.push(Form::Remainder { of: at, by: power, is: low % power });
                }
            }
            found
        }
    }
}

/// A constant in another width, if it means the same there.
fn fitting(value: u128, from: u32, to: u32) -> Option<u128> {
    let same = if from <= to { sign_extend(from, value) as u128 & mask(to) } else { value & mask(to) };
    let is_same = from <= to || value <= mask(to) || sign_extend(to, same) == sign_extend(from, value);
    is_same.then_some(same)
}

/// What jumps compare the variables of a loop with, in the loop and behind it.
#[derive(Default)]
struct Compared {
    /// Variables with constants and their widths.
    constants: BTreeSet<(usize, u32, u128)>,
    /// Variables with terms that the loop does not change.
    fixed: BTreeSet<(usize, ExprId)>,
    /// Two variables, the lower first.
    pairs: BTreeSet<(usize, usize)>,
}

impl Compared {
    fn of(arena: &Arena, round: &Round, conditions: &[ExprId]) -> Compared {
        let mut found = Compared::default();
        let cone = Cone::new(arena, conditions);
        let made_of = variables_of(arena, round, &cone);
        let of = |term: ExprId| made_of[cone.place(term)];
        let is_fixed = |term: ExprId| {
            let cone = Cone::new(arena, &[term]);
            cone.ids().iter().filter_map(|&id| arena.as_input(id)).all(|at| at.offset < round.n_symbols)
        };
        for &id in cone.ids().iter().filter(|&&id| is_comparison(arena.op(id))) {
            let (a, b) = (arena.args(id)[0], arena.args(id)[1]);
            let all = of(a) | of(b);
            if all == 0 || all.count_ones() > MOST_COMPARED {
                continue;
            }
            let members: Vec<usize> = (0..MOST_VARIABLES).filter(|at| all >> at & 1 == 1).collect();
            for (side, other) in [(a, b), (b, a)] {
                for &at in members.iter().filter(|&&at| of(side) >> at & 1 == 1) {
                    match arena.as_const(other) {
                        Some(value) => drop(found.constants.insert((at, arena.width(other), value))),
                        None if of(other) == 0 && found.fixed.len() < MOST_FIXED && is_fixed(other) => {
                            found.fixed.insert((at, other));
                        }
                        None => {}
                    }
                }
            }
            if all.count_ones() > MOST_TOGETHER {
                continue;
            }
            let pairs = members.iter().flat_map(|&x| members.iter().map(move |&y| (x, y)));
            found.pairs.extend(pairs.filter(|(x, y)| x < y));
        }
        found
    }
}

/// By term of a cone, which variables of a loop it is made of: bits.
fn variables_of(arena: &Arena, round: &Round, cone: &Cone) -> Vec<u32> {
    let mut bits: HashMap<ExprId, u32> = HashMap::new();
    for (at, variable) in round.variables.iter().take(MOST_VARIABLES).enumerate() {
        let inputs = Cone::new(arena, &[variable.any]);
        for &id in inputs.ids().iter().filter(|&&id| arena.as_input(id).is_some()) {
            *bits.entry(id).or_default() |= 1 << at;
        }
    }
    let mut all = vec![0; cone.ids().len()];
    for (place, &id) in cone.ids().iter().enumerate() {
        let below = arena.args(id).iter().fold(0, |all_bits, &arg| all_bits | all[cone.place(arg)]);
        all[place] = below | bits.get(&id).copied().unwrap_or(0);
    }
    all
}

fn is_comparison(op: Op) -> bool {
    matches!(op, Op::Eq | Op::Ne | Op::Ult | Op::Ule | Op::Ugt | Op::Uge | Op::Slt | Op::Sle | Op::Sgt | Op::Sge)
}

/// By loop and variable, the ranges that they come to, whatever the loops ask on the way.
fn ranges(arena: &Arena, rounds: &[Round]) -> Vec<Vec<Range>> {
    let mut all: Vec<Vec<Range>> = Vec::new();
    // What comes before a loop has the ranges that loops before it begin with.
    let mut ranges = Ranges::default();
    for round in rounds {
        let first: Vec<Range> = round.variables.iter().map(|one| ranges.of(arena, one.first)).collect();
        ranges =
            round.variables.iter().zip(&first).fold(ranges, |known, (one, range)| known.with(one.any, range.clone()));
        all.push(first);
    }
    for k in 0..6 * PATIENCE {
        let known = rounds.iter().zip(&all).flat_map(|(round, ranges)| round.variables.iter().zip(ranges));
        let mut ranges = known.fold(Ranges::default(), |known, (one, range)| known.with(one.any, range.clone()));
        let mut is_stable = true;
        for (variable, range) in
            rounds.iter().zip(&mut all).flat_map(|(round, ranges)| round.variables.iter().zip(ranges))
        {
            let mut next = ranges.of(arena, variable.first);
            if let Some(later) = variable.next {
                next = next.join(&ranges.of(arena, later));
            }
            let wider = match k {
                k if k < PATIENCE => range.join(&next),
                k if k < 4 * PATIENCE => range.widen(&next, arena.width(variable.any)),
                _ if range.join(&next) == *range => range.clone(),
                _ => Range::any(arena.width(variable.any)),
            };
            is_stable &= wider == *range;
            *range = wider;
        }
        if is_stable {
            return all;
        }
    }
    rounds.iter().map(|round| round.variables.iter().map(|one| Range::any(arena.width(one.any))).collect()).collect()
}

/// Where a variable stands, for whoever names it.
pub(super) fn spots(round: &Round, form: &Form) -> Vec<(usize, Spot)> {
    form.variables().into_iter().map(|at| (at, round.variables[at].spot)).collect()
}
