//! How far a condition is from holding: the branch distance of search-based testing, normalised to below 1.
//! Comparisons measure by how much they fail, conjunctions add, disjunctions take the nearer side (Korel 1990; Tracey
//! et al. 1998; d/(d+1) after Arcuri 2010). Floats are measured in units in the last place, where neighbouring numbers
//! are 1 apart at every magnitude. Invariant: 0 exactly when the condition holds. Flattened to a list in postfix
//! order when compiled, so that nothing recurses.

use symcrete_expr::{Arena, ExprId, Op, sign_extend};

/// The distance of a failing condition that says no more than that it fails.
const OPAQUE: f64 = 1.0;
/// The distance of an ordered comparison that fails for a NaN: farther than any number of doubles.
const NAN: f64 = 1e30;
/// A condition with more comparisons than this counts as opaque: it is a table or a loop, not a test someone wrote.
const MAX_LEAVES: usize = 64;

/// A condition as comparisons and how they are combined.
pub(super) struct Distance {
    postfix: Vec<Node>,
    /// The constants compared with, and their widths.
    pub(super) constants: Vec<(u32, u128)>,
}

#[derive(Clone, Copy)]
enum Node {
    Leaf(Leaf),
    /// A one-bit term, by root, that must have this value.
    Bit(usize, bool),
    Both,
    Either,
}

/// A comparison of two roots that must have this outcome.
#[derive(Clone, Copy)]
struct Leaf {
    op: Op,
    wants: bool,
    width: u32,
    left: usize,
    right: usize,
}

enum Work {
    Visit(ExprId, bool),
    Emit(Node),
}

impl Distance {
    /// The distance of a condition and the terms it needs the values of, the condition first.
    pub(super) fn new(arena: &Arena, condition: ExprId) -> (Distance, Vec<ExprId>) {
        let mut roots = vec![condition];
        let mut distance = Distance { postfix: Vec::new(), constants: Vec::new() };
        let mut work = vec![Work::Visit(condition, true)];
        while let Some(next) = work.pop() {
            match next {
                Work::Emit(node) => distance.postfix.push(node),
                Work::Visit(id, wants) => distance.visit(arena, id, wants, &mut roots, &mut work),
            }
            if roots.len() > 2 * MAX_LEAVES {
                let postfix = vec![Node::Bit(0, true)];
                return (Distance { postfix, constants: distance.constants }, vec![condition]);
            }
        }
        (distance, roots)
    }

    fn visit(&mut self, arena: &Arena, id: ExprId, wants: bool, roots: &mut Vec<ExprId>, work: &mut Vec<Work>) {
        let (op, args) = (arena.op(id), arena.args(id));
        let combine = |is_sum: bool| if is_sum { Node::Both } else { Node::Either };
        match (op, args) {
            (Op::Xor, &[a, b]) if b == Arena::TRUE => work.push(Work::Visit(a, !wants)),
            (Op::Xor, &[a, b]) if a == Arena::TRUE => work.push(Work::Visit(b, !wants)),
            (Op::And | Op::Or, &[a, b]) => {
                work.push(Work::Emit(combine((op == Op::And) == wants)));
                work.extend([Work::Visit(a, wants), Work::Visit(b, wants)]);
            }
            (_, &[a, b]) if is_measured(op) && arena.width(a) > 1 => {
                let (left, right) = (roots.len(), roots.len() + 1);
                roots.extend([a, b]);
                self.constants
                    .extend([a, b].iter().filter_map(|&side| Some((arena.width(side), arena.as_const(side)?))));
                let leaf = Leaf { op, wants, width: arena.width(a), left, right };
                self.postfix.push(Node::Leaf(leaf));
            }
            _ => {
                self.postfix.push(Node::Bit(roots.len(), wants));
                roots.push(id);
            }
        }
    }

    /// The distance, given the values of the roots.
    pub(super) fn measure(&self, is_true: bool, value: impl Fn(usize) -> u128) -> f64 {
        if is_true {
            return 0.0;
        }
        let mut stack: Vec<f64> = Vec::with_capacity(8);
        for node in &self.postfix {
            let distance = match *node {
                Node::Leaf(leaf) => leaf.measure(value(leaf.left), value(leaf.right)),
                Node::Bit(root, wants) => f64::from(u8::from((value(root) != 0) != wants)) * OPAQUE,
                Node::Both => stack.pop().unwrap_or(0.0) + stack.pop().unwrap_or(0.0),
                Node::Either => stack.pop().unwrap_or(0.0).min(stack.pop().unwrap_or(0.0)),
            };
            stack.push(distance);
        }
        // Rounding of large values may hide a difference, so a failing condition is at least a little away.
        let total = stack.pop().unwrap_or(OPAQUE).max(f64::EPSILON);
        total / (total + 1.0)
    }

    /// The signed difference of the sides of the first comparison that fails.
    pub(super) fn residual(&self, value: impl Fn(usize) -> u128) -> Option<f64> {
        let leaves = self.postfix.iter().filter_map(|node| if let Node::Leaf(leaf) = node { Some(leaf) } else { None });
        let mut failing = leaves.filter(|leaf| leaf.measure(value(leaf.left), value(leaf.right)) > 0.0);
        failing.next().map(|leaf| leaf.residual(value(leaf.left), value(leaf.right)))
    }

    /// The width and the two sides, if the condition is a single equation that must hold.
    pub(super) fn equation(&self) -> Option<(u32, usize, usize)> {
        match self.postfix[..] {
            [Node::Leaf(leaf)] if leaf.op == Op::Eq && leaf.wants => Some((leaf.width, leaf.left, leaf.right)),
            _ => None,
        }
    }
}

/// Comparisons whose failure can be measured.
fn is_measured(op: Op) -> bool {
    use Op::{Eq, Ne, Sge, Sgt, Sle, Slt, Uge, Ugt, Ule, Ult};
    matches!(op, Eq | Ne | Ult | Ule | Ugt | Uge | Slt | Sle | Sgt | Sge) || order(op).is_some()
}

/// A comparison of floats as one of numbers: the integer operator and whether a NaN satisfies it.
fn order(op: Op) -> Option<(Op, bool)> {
    Some(match op {
        Op::FOeq => (Op::Eq, false),
        Op::FUeq => (Op::Eq, true),
        Op::FOne => (Op::Ne, false),
        Op::FUne => (Op::Ne, true),
        Op::FOlt => (Op::Slt, false),
        Op::FUlt => (Op::Slt, true),
        Op::FOle => (Op::Sle, false),
        Op::FUle => (Op::Sle, true),
        Op::FOgt => (Op::Sgt, false),
        Op::FUgt => (Op::Sgt, true),
        Op::FOge => (Op::Sge, false),
        Op::FUge => (Op::Sge, true),
        _ => return None,
    })
}

impl Leaf {
    fn measure(&self, a: u128, b: u128) -> f64 {
        if let Some((op, of_nan)) = order(self.op) {
            if symcrete_expr::is_nan(self.width, a) || symcrete_expr::is_nan(self.width, b) {
                return if of_nan == self.wants { 0.0 } else { NAN };
            }
            return far(gap(op, self.wants, (ulps(self.width, a) - ulps(self.width, b)) as f64));
        }
        far(gap(self.op, self.wants, self.difference(a, b)))
    }

    /// The signed difference of two integers as the comparison sees them.
    fn difference(&self, a: u128, b: u128) -> f64 {
        match self.op {
            Op::Ult | Op::Ule | Op::Ugt | Op::Uge => {
                if a >= b {
                    (a - b) as f64
                } else {
                    -((b - a) as f64)
                }
            }
            // Equality does not care for the way around; the shorter one is nearer.
            Op::Eq | Op::Ne => sign_extend(self.width, a.wrapping_sub(b)) as f64,
            _ => match sign_extend(self.width, a).checked_sub(sign_extend(self.width, b)) {
                Some(difference) => difference as f64,
                None => sign_extend(self.width, a) as f64 - sign_extend(self.width, b) as f64,
            },
        }
    }

    fn residual(&self, a: u128, b: u128) -> f64 {
        match (order(self.op).is_some(), self.width) {
            (true, 32) => f64::from(f32::from_bits(a as u32)) - f64::from(f32::from_bits(b as u32)),
            (true, 64) => f64::from_bits(a as u64) - f64::from_bits(b as u64),
            (true, _) => (ulps(self.width, a) - ulps(self.width, b)) as f64,
            (false, _) => self.difference(a, b),
        }
    }
}

/// Distances beyond this grow by their logarithm: d / (d + 1) tells no two apart that are larger than 2^53, and from zero to
/// one there are 2^62 doubles. Small ones, as of bytes and counters, stay as they are.
const FAR: f64 = 1e6;

fn far(gap: f64) -> f64 {
    if gap <= FAR { gap } else { FAR * (1.0 + (gap / FAR).ln()) }
}

/// By how much `difference` fails to be what the comparison wants.
fn gap(op: Op, wants: bool, difference: f64) -> f64 {
    let fails = |holds: bool, by: f64| if holds { 0.0 } else { by.abs() };
    match (op, wants) {
        (Op::Eq, true) | (Op::Ne, false) => difference.abs(),
        (Op::Eq, false) | (Op::Ne, true) => fails(difference != 0.0, 1.0),
        (Op::Slt | Op::Ult, true) | (Op::Sge | Op::Uge, false) => fails(difference < 0.0, difference + 1.0),
        (Op::Sle | Op::Ule, true) | (Op::Sgt | Op::Ugt, false) => fails(difference <= 0.0, difference),
        (Op::Sgt | Op::Ugt, true) | (Op::Sle | Op::Ule, false) => fails(difference > 0.0, difference - 1.0),
        (_, _) => fails(difference >= 0.0, difference),
    }
}

/// The rank of a floating-point number among all of its format: neighbours are 1 apart, both zeros are 0.
pub(super) fn ulps(width: u32, bits: u128) -> i128 {
    let sign = 1_u128 << (width - 1);
    let magnitude = (bits & (sign - 1)) as i128;
    if bits & sign == 0 { magnitude } else { -magnitude }
}

#[cfg(test)]
mod tests {
    use super::*;
    use symcrete_expr::{Tape, parse};

    fn distance(text: &str, byte: u8) -> f64 {
        let mut arena = Arena::new();
        let id = parse(&mut arena, text).expect("the test's term is well formed");
        let (distance, roots) = Distance::new(&arena, id);
        let tape = Tape::new(&arena, &roots);
        let mut slots = tape.slots();
        tape.load(&mut slots, |_| byte);
        tape.run(&mut slots);
        let normal = distance.measure(tape.value(&slots, 0) != 0, |root| tape.value(&slots, root));
        normal / (1.0 - normal)
    }

    #[test]
    fn distances_tell_how_far() {
        let near = |a: f64, b: f64| assert!((a - b).abs() < 1e-6, "{a} is not {b}");
        near(distance("(ult in[0:0] 10:8)", 15), 6.0);
        near(distance("(eq in[0:0] 250:8)", 2), 8.0);
        near(distance("(xor:1 (sle in[0:0] 3:8) 1:1)", 0xff), 5.0);
        near(distance("(and:1 (ugt in[0:0] 9:8) (ne in[0:0] 4:8))", 4), 7.0);
        near(distance("(or:1 (ugt in[0:0] 9:8) (ne in[0:0] 4:8))", 4), 1.0);
        near(distance("(ule in[0:0] 10:8)", 10), 0.0);
    }

    #[test]
    fn large_distances_are_told_apart() {
        let leaf = Leaf { op: Op::FOeq, wants: true, width: 64, left: 0, right: 1 };
        let normal = |x: f64| {
            let distance = leaf.measure(x.to_bits().into(), 27.0_f64.to_bits().into());
            distance / (distance + 1.0)
        };
        assert!(normal(0.0) > normal(1e-300) && normal(1e-300) > normal(1.0) && normal(1.0) > normal(26.0));
        assert!(normal(27.0_f64.next_up().next_up()) > normal(27.0_f64.next_up()) && normal(27.0) == 0.0);
        assert!(normal(f64::NAN) > normal(f64::NEG_INFINITY));
    }

    #[test]
    fn neighbouring_doubles_are_one_apart() {
        let rank = |value: f64| ulps(64, value.to_bits().into());
        assert_eq!(rank(0.0), rank(-0.0));
        assert_eq!(rank(f64::from_bits(1)) - rank(-f64::from_bits(1)), 2);
        assert!(rank(-1.0) < rank(-0.5) && rank(0.5) < rank(1.0));
    }
}
