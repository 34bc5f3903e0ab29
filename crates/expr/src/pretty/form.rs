//! How one term looks: pieces of text, and operands still to be shown.
//! Each function here says the form of one family; the loop that puts pieces together is in the parent.
//! Invariant: parentheses are written exactly where an operand binds weaker than its place.
//! Does not descend: operands are returned, not shown.

use std::borrow::Cow;

use super::sign::Binding;
use super::{Pretty, bytes, sign};
use crate::apply::sign_extend;
use crate::arena::{Arena, ExprId, InputByte};
use crate::op::Op;

/// What a constant stands for at its place.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Reading {
    Unsigned,
    Signed,
    /// One side of a comparison whose other side is a byte.
    Character,
    Float,
}

pub(super) enum Piece {
    Text(Cow<'static, str>),
    Term { id: ExprId, binding: Binding, depth: u32, reading: Reading },
}

impl Piece {
    pub(super) fn text(text: impl Into<Cow<'static, str>>) -> Piece {
        Piece::Text(text.into())
    }

    /// An operand whose constants are unsigned numbers.
    pub(super) fn plain(id: ExprId, binding: Binding, depth: u32) -> Piece {
        Piece::Term { id, binding, depth, reading: Reading::Unsigned }
    }
}

pub(super) struct Form<'a> {
    pub(super) arena: &'a Arena,
    pub(super) pretty: &'a Pretty,
}

impl Form<'_> {
    /// The pieces of a term standing where `place` binds.
    pub(super) fn pieces(&self, id: ExprId, place: Binding, depth: u32, reading: Reading) -> Vec<Piece> {
        let width = self.arena.width(id);
        if let Some(value) = self.arena.as_const(id) {
            return vec![Piece::text(constant(width, value, reading))];
        }
        let op = self.arena.op(id);
        if reading == Reading::Float && !op.is_float_result() && op != Op::Ite {
            return call(format!("f{width}"), vec![Piece::plain(id, Binding::Any, depth)]);
        }
        if let Some(name) = self.bytes(id) {
            return vec![Piece::text(name)];
        }
        if op == Op::ZExt && self.shifted(id).is_none() {
            // Silent: the operand takes this place.
            return vec![Piece::Term { id: self.arena.args(id)[0], binding: place, depth, reading }];
        }
        let (binding, pieces) = self.operator(id, depth + 1);
        if binding >= place { pieces } else { parentheses("(", pieces) }
    }

    fn operator(&self, id: ExprId, depth: u32) -> (Binding, Vec<Piece>) {
        let named = || {
            let op = self.arena.op(id);
            let name = if op.reads_float() { &op.name()[1..] } else { op.name() };
            let operands = self.arena.args(id).iter();
            let reading = operand_reading(op);
            let operand = |&id: &ExprId| Piece::Term { id, binding: Binding::Any, depth, reading };
            (Binding::Atom, call(name.to_owned(), operands.map(operand).collect()))
        };
        self.shift(id, depth)
            .or_else(|| self.compare(id, depth))
            .or_else(|| self.choice(id, depth))
            .or_else(|| self.prefix(id, depth))
            .or_else(|| self.infix(id, depth))
            .unwrap_or_else(named)
    }

    fn shift(&self, id: ExprId, depth: u32) -> Option<(Binding, Vec<Piece>)> {
        let (x, by) = self.shifted(id)?;
        Some((Binding::Shift, vec![Piece::plain(x, Binding::Shift, depth), Piece::text(format!(" >> {by}"))]))
    }

    /// The operands of `x >> k`, which is stored as the upper bits of `x`, extended.
    fn shifted(&self, id: ExprId) -> Option<(ExprId, u32)> {
        let arena = self.arena;
        if arena.op(id) != Op::ZExt {
            return None;
        }
        let slice = arena.args(id)[0];
        let Op::Extract(low) = arena.op(slice) else {
            return None;
        };
        let x = arena.args(slice)[0];
        let whole_top = u32::from(low) + arena.width(slice) == arena.width(x);
        (whole_top && arena.width(x) == arena.width(id)).then_some((x, low.into()))
    }

    fn choice(&self, id: ExprId, depth: u32) -> Option<(Binding, Vec<Piece>)> {
        let (Op::Ite, &[cond, yes, no]) = (self.arena.op(id), self.arena.args(id)) else {
            return None;
        };
        let side = |id| Piece::plain(id, Binding::LogicOr, depth);
        let pieces = vec![side(cond), Piece::text(" ? "), side(yes), Piece::text(" : "), side(no)];
        Some((Binding::Choice, pieces))
    }

    fn prefix(&self, id: ExprId, depth: u32) -> Option<(Binding, Vec<Piece>)> {
        let (op, args, width) = (self.arena.op(id), self.arena.args(id), self.arena.width(id));
        let text = match (op, args) {
            (Op::Xor, [_, ones]) if self.is_ones(*ones) && width == 1 => "!".to_owned(),
            (Op::Xor, [_, ones]) if self.is_ones(*ones) => "~".to_owned(),
            _ => sign::prefix(op, width)?,
        };
        let x = *args.first()?;
        if op.low() > 0 {
            let shifted = vec![Piece::plain(x, Binding::Shift, depth), Piece::text(format!(" >> {}", op.low()))];
            return Some((Binding::Prefix, parentheses(format!("{text}("), shifted)));
        }
        let operand = Piece::Term { id: x, binding: Binding::Prefix, depth, reading: operand_reading(op) };
        Some((Binding::Prefix, vec![Piece::text(text), operand]))
    }

    fn infix(&self, id: ExprId, depth: u32) -> Option<(Binding, Vec<Piece>)> {
        let (op, args, width) = (self.arena.op(id), self.arena.args(id), self.arena.width(id));
        let (sign, binding) = sign::infix(op, width)?;
        let reading = operand_reading(op);
        let left = Piece::Term { id: args[0], binding, depth, reading };
        // C's operators lean to the left: an equal one on the right needs parentheses, unless order does not matter.
        let leaning = if op.is_commutative() { binding } else { binding.tighter() };
        let subtracted = self.arena.as_const(args[1]).map(|value| sign_extend(width, value));
        let (sign, right) = match subtracted {
            Some(value) if op == Op::Add && value < 0 => ("-", Piece::text(value.unsigned_abs().to_string())),
            _ => (sign, Piece::Term { id: args[1], binding: leaning, depth, reading }),
        };
        Some((binding, vec![left, Piece::text(format!(" {sign} ")), right]))
    }

    fn compare(&self, id: ExprId, depth: u32) -> Option<(Binding, Vec<Piece>)> {
        let (op, args) = (self.arena.op(id), self.arena.args(id));
        let (sign, negated) = sign::comparison(op)?;
        let binding = if matches!(sign, "==" | "!=") { Binding::Equal } else { Binding::Order };
        let reading = if op.reads_float() {
            Reading::Float
        } else if args.iter().any(|&arg| self.is_byte(arg)) {
            Reading::Character
        } else if matches!(op, Op::Slt | Op::Sle | Op::Sgt | Op::Sge) {
            Reading::Signed
        } else {
            Reading::Unsigned
        };
        let side = |id| Piece::Term { id, binding: binding.tighter(), depth, reading };
        let mark = self.mark(op, args);
        let pieces = vec![side(args[0]), Piece::text(format!(" {sign}{mark} ")), side(args[1])];
        Some(if negated { (Binding::Prefix, parentheses("!(", pieces)) } else { (binding, pieces) })
    }

    /// The mark of an order that is not the one expected at this width, if the two orders can differ.
    fn mark(&self, op: Op, args: &[ExprId]) -> &'static str {
        let is_byte = self.arena.width(args[0]) == 8;
        let agree = args.iter().all(|&arg| self.has_no_sign(arg));
        match op {
            _ if agree => "",
            Op::Ult | Op::Ule | Op::Ugt | Op::Uge if !is_byte => "u",
            Op::Slt | Op::Sle | Op::Sgt | Op::Sge if is_byte => "s",
            _ => "",
        }
    }

    fn has_no_sign(&self, id: ExprId) -> bool {
        match self.arena.as_const(id) {
            Some(value) => sign_extend(self.arena.width(id), value) >= 0,
            None => self.arena.op(id) == Op::ZExt,
        }
    }

    fn is_byte(&self, id: ExprId) -> bool {
        let inner = if self.arena.op(id) == Op::ZExt { self.arena.args(id)[0] } else { id };
        self.arena.op(inner) == Op::Input
    }

    fn is_ones(&self, id: ExprId) -> bool {
        self.arena.as_const(id).is_some_and(|value| sign_extend(self.arena.width(id), value) == -1)
    }

    fn bytes(&self, id: ExprId) -> Option<String> {
        if let Some(InputByte { stream, offset }) = self.arena.as_input(id) {
            return Some(format!("{}[{offset}]", self.stream(stream)));
        }
        let run = bytes::run(self.arena, id)?;
        let (start, end) = (run.first.offset, u64::from(run.first.offset) + u64::from(run.n_bytes));
        let range = format!("{}[{start}..{end}]", self.stream(run.first.stream));
        Some(if run.big_endian { format!("be({range})") } else { range })
    }

    fn stream(&self, stream: u16) -> Cow<'_, str> {
        match self.pretty.streams.get(usize::from(stream)) {
            Some(name) => name.into(),
            None => format!("in{stream}").into(),
        }
    }
}

fn operand_reading(op: Op) -> Reading {
    if op.reads_float() { Reading::Float } else { Reading::Unsigned }
}

fn constant(width: u32, value: u128, reading: Reading) -> String {
    match (reading, width) {
        (_, 1) => (value == 1).to_string(),
        (Reading::Float, 32) => format!("{:?}", f32::from_bits(value as u32)),
        (Reading::Float, 64) => format!("{:?}", f64::from_bits(value as u64)),
        (Reading::Float, _) => format!("f80({value:#x})"),
        (Reading::Character, _) => bytes::character(value).unwrap_or_else(|| value.to_string()),
        (Reading::Signed, _) => sign_extend(width, value).to_string(),
        (Reading::Unsigned, _) => value.to_string(),
    }
}

fn parentheses(open: impl Into<Cow<'static, str>>, pieces: Vec<Piece>) -> Vec<Piece> {
    let mut wrapped = vec![Piece::text(open)];
    wrapped.extend(pieces);
    wrapped.push(Piece::text(")"));
    wrapped
}

fn call(name: String, operands: Vec<Piece>) -> Vec<Piece> {
    let mut pieces = Vec::new();
    for operand in operands {
        if !pieces.is_empty() {
            pieces.push(Piece::text(", "));
        }
        pieces.push(operand);
    }
    parentheses(format!("{name}("), pieces)
}
