//! Checked constructors: one per shape of operator, all of them through the rules.
//! A constructor tries the rules of its operator in table order; the first that applies gives the result, otherwise the
//! term is interned. Rules build their results with these same constructors, so that results are simple too.
//! Invariant: the result has the width and the value of the term asked for. Rewrites inside rewrites are cut off at
//! [`MAX_DEPTH`], so the call stack never follows the depth of a term.

use crate::arena::{Arena, ExprId, Node};
use crate::cone::Cone;
use crate::op::Op;
use crate::rule;

/// How many rewrites may be nested before a term is interned as it is. Rules look one or two operators deep and shrink
/// what they look at, so ordinary nesting stays below 10; only pathological chains reach the limit.
const MAX_DEPTH: u32 = 32;

impl Arena {
    /// The term, simplified. Widths must fit [`Op::accepts`]; leaves have [`Arena::constant`] and [`Arena::input`].
    pub fn build(&mut self, op: Op, width: u32, args: &[ExprId]) -> ExprId {
        debug_assert!(self.accepts(op, width, args), "{op}:{width} of ill-fitting {args:?}");
        let mut stored = [Arena::FALSE; 3];
        stored[..args.len()].copy_from_slice(args);
        let node = Node { op, width: width as u8, args: stored };
        if self.depth == MAX_DEPTH {
            return self.insert(node);
        }
        self.depth += 1;
        let result = rule::rewrite(self, &node).unwrap_or_else(|| self.insert(node));
        self.depth -= 1;
        debug_assert_eq!(self.width(result), width, "a rule changed the width of {op}");
        result
    }

    /// An operator of one operand and of its width.
    pub fn unary(&mut self, op: Op, a: ExprId) -> ExprId {
        self.build(op, self.width(a), &[a])
    }

    /// An operator of two operands: arithmetic, logic, or a comparison with its one-bit result.
    pub fn binary(&mut self, op: Op, a: ExprId, b: ExprId) -> ExprId {
        match op.shape() {
            crate::Shape::Compare => self.build(op, 1, &[a, b]),
            _ => self.build(op, self.width(a), &[a, b]),
        }
    }

    /// An operator of three operands of one width: a funnel shift or `Fma`.
    pub fn ternary(&mut self, op: Op, a: ExprId, b: ExprId, c: ExprId) -> ExprId {
        self.build(op, self.width(a), &[a, b, c])
    }

    /// A conversion to another width. Of an integer to its own width: the operand itself.
    pub fn cast(&mut self, op: Op, a: ExprId, width: u32) -> ExprId {
        match op {
            Op::Trunc | Op::ZExt | Op::SExt if self.width(a) == width => a,
            _ => self.build(op, width, &[a]),
        }
    }

    /// `cond ? a : b`.
    pub fn ite(&mut self, cond: ExprId, a: ExprId, b: ExprId) -> ExprId {
        self.build(Op::Ite, self.width(a), &[cond, a, b])
    }

    /// `width` bits of `a` from bit `low` upwards.
    pub fn extract(&mut self, a: ExprId, low: u32, width: u32) -> ExprId {
        debug_assert!(low + width <= self.width(a), "bits {low}+{width} of {}", self.width(a));
        self.build(Op::Extract(low as u8), width, &[a])
    }

    /// `high` and `low` side by side.
    pub fn concat(&mut self, high: ExprId, low: ExprId) -> ExprId {
        self.build(Op::Concat, self.width(high) + self.width(low), &[high, low])
    }

    /// The complement of every bit; of a condition, its negation.
    pub fn not(&mut self, a: ExprId) -> ExprId {
        let ones = self.constant(self.width(a), u128::MAX);
        self.binary(Op::Xor, a, ones)
    }

    /// The term built anew through the constructors, operands first.
    pub fn simplify(&mut self, root: ExprId) -> ExprId {
        let cone = Cone::new(self, &[root]);
        let mut simple: Vec<ExprId> = Vec::with_capacity(cone.ids().len());
        for &id in cone.ids() {
            let mut args = [Arena::FALSE; 3];
            let n_args = self.args(id).len();
            for (arg, old) in args.iter_mut().zip(self.args(id)) {
                *arg = simple[cone.place(*old)];
            }
            simple.push(match n_args {
                0 => id,
                _ => self.build(self.op(id), self.width(id), &args[..n_args]),
            });
        }
        simple[cone.place(root)]
    }
}
