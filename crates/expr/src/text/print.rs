//! The printer of the text form. Counts the users of each term in the cone first, then writes the named terms in id
//! order and the body last, each with an explicit stack. Invariant: every non-tiny term is written exactly once, so
//! the text is linear in the cone. Does not break lines.

use std::fmt::Write;

use crate::arena::{Arena, ExprId};
use crate::cone::Cone;
use crate::op::{Op, Shape};

/// The text of a term; `parse` gives back the same term.
pub fn print(arena: &Arena, root: ExprId) -> String {
    let cone = Cone::new(arena, &[root]);
    let names = named(arena, &cone, root);
    let mut printer = Printer { arena, cone: &cone, names: &names, out: String::new() };
    let defined: Vec<ExprId> = cone.ids().iter().copied().filter(|&id| printer.name(id).is_some()).collect();
    if defined.is_empty() {
        printer.term(root);
        return printer.out;
    }
    printer.out.push_str("(let (");
    for (index, &id) in defined.iter().enumerate() {
        let gap = if index == 0 { "" } else { " " };
        printer.word(format_args!("{gap}(${index} "));
        printer.term(id);
        printer.out.push(')');
    }
    printer.out.push_str(") ");
    printer.term(root);
    printer.out.push(')');
    printer.out
}

/// The number of the `let` name of each term of the cone, if it has one.
fn named(arena: &Arena, cone: &Cone, root: ExprId) -> Vec<Option<u32>> {
    let mut users = vec![0_u32; cone.ids().len()];
    for &id in cone.ids() {
        for &arg in arena.args(id) {
            users[cone.place(arg)] += 1;
        }
    }
    let mut next = 0..;
    let shared = |&id: &ExprId| id != root && users[cone.place(id)] > 1 && !is_tiny(arena, id);
    cone.ids().iter().map(|id| if shared(id) { next.next() } else { None }).collect()
}

/// Is the term so short that a name for it would not help? Leaves, and one operator of one leaf.
fn is_tiny(arena: &Arena, id: ExprId) -> bool {
    match arena.args(id) {
        [] => true,
        [arg] => arena.args(*arg).is_empty(),
        _ => false,
    }
}

struct Printer<'a> {
    arena: &'a Arena,
    cone: &'a Cone,
    names: &'a [Option<u32>],
    out: String,
}

enum Piece {
    Operand(ExprId),
    Close,
}

impl Printer<'_> {
    fn name(&self, id: ExprId) -> Option<u32> {
        self.names[self.cone.place(id)]
    }

    /// Writes the term's definition, its operands by name where they have one.
    fn term(&mut self, id: ExprId) {
        let mut stack = Vec::new();
        self.open(id, &mut stack);
        while let Some(piece) = stack.pop() {
            match piece {
                Piece::Close => self.out.push(')'),
                Piece::Operand(id) => {
                    self.out.push(' ');
                    match self.name(id) {
                        Some(number) => self.word(format_args!("${number}")),
                        None => self.open(id, &mut stack),
                    }
                }
            }
        }
    }

    fn open(&mut self, id: ExprId, stack: &mut Vec<Piece>) {
        let arena = self.arena;
        let width = arena.width(id);
        if let Some(value) = arena.as_const(id) {
            return self.constant(width, value);
        }
        if let Some(byte) = arena.as_input(id) {
            return self.word(format_args!("in[{}:{}]", byte.stream, byte.offset));
        }
        let op = arena.op(id);
        match (op, op.shape()) {
            (Op::Extract(low), _) => self.word(format_args!("({op}:{width}@{low}")),
            (_, Shape::Compare) => self.word(format_args!("({op}")),
            _ => self.word(format_args!("({op}:{width}")),
        }
        stack.push(Piece::Close);
        stack.extend(arena.args(id).iter().rev().map(|&arg| Piece::Operand(arg)));
    }

    fn constant(&mut self, width: u32, value: u128) {
        match value {
            0..256 => self.word(format_args!("{value}:{width}")),
            _ => self.word(format_args!("{value:#x}:{width}")),
        }
    }

    fn word(&mut self, text: std::fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = self.out.write_fmt(text);
    }
}
