//! Z3 through its own terms, as a user of it would write it: conditions are Booleans, words are bit vectors, terms are
//! translated once and kept. Two modes: a fresh solver per question, and one solver along the path with a scope per
//! question. Covers the operators of the series only. Invariant: models are read for every byte, as any user must.

use symcrete_expr::{Arena, Cone, ExprId, Op};
use z3::ast::{BV, Bool};
use z3::{SatResult, Solver};

use symcrete_solver::series::Series;

/// How to use Z3.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Mode {
    Fresh,
    Incremental,
}

/// Z3 on one series.
pub(crate) struct Native<'a> {
    series: &'a Series,
    mode: Mode,
    terms: Vec<Option<Term>>,
    bytes: Vec<BV>,
    solver: Solver,
    n_asserted: usize,
}

#[derive(Clone)]
enum Term {
    Condition(Bool),
    Word(BV),
}

impl<'a> Native<'a> {
    pub(crate) fn new(series: &'a Series, mode: Mode) -> Native<'a> {
        let bytes = (0..series.input.len()).map(|offset| BV::new_const(format!("in_{offset}"), 8)).collect();
        Native { series, mode, terms: Vec::new(), bytes, solver: Solver::new(), n_asserted: 0 }
    }

    /// Is there a model? Reads it if there is.
    pub(crate) fn ask(&mut self, question: usize) -> Option<bool> {
        let (len, goal) = self.series.questions[question];
        if self.mode == Mode::Fresh {
            self.solver = Solver::new();
            self.n_asserted = 0;
        }
        for place in self.n_asserted..len {
            let condition = self.condition(self.series.path[place]);
            self.solver.assert(&condition);
        }
        self.n_asserted = self.n_asserted.max(len);
        let goal = self.condition(goal);
        self.solver.push();
        self.solver.assert(&goal);
        let answer = match self.solver.check() {
            SatResult::Sat => Some(true),
            SatResult::Unsat => Some(false),
            SatResult::Unknown => None,
        };
        if answer == Some(true) {
            self.read();
        }
        self.solver.pop(1);
        answer
    }

    fn read(&self) -> Vec<u64> {
        let model = self.solver.get_model().expect("a satisfiable check has a model");
        let value = |byte| model.eval(byte, true).and_then(|value: BV| value.as_u64()).unwrap_or(0);
        self.bytes.iter().map(value).collect()
    }

    fn condition(&mut self, id: ExprId) -> Bool {
        let arena = &self.series.arena;
        self.terms.resize(arena.len(), None);
        if self.terms[id.index()].is_none() {
            for &id in Cone::new(arena, &[id]).ids() {
                if self.terms[id.index()].is_none() {
                    self.terms[id.index()] = Some(self.term(arena, id));
                }
            }
        }
        self.boolean(id)
    }

    fn boolean(&self, id: ExprId) -> Bool {
        match &self.terms[id.index()] {
            Some(Term::Condition(condition)) => condition.clone(),
            Some(Term::Word(word)) => word.eq(BV::from_u64(1, 1)),
            None => unreachable!("operands are translated first"),
        }
    }

    fn word(&self, id: ExprId) -> BV {
        match &self.terms[id.index()] {
            Some(Term::Word(word)) => word.clone(),
            Some(Term::Condition(condition)) => condition.ite(&BV::from_u64(1, 1), &BV::from_u64(0, 1)),
            None => unreachable!("operands are translated first"),
        }
    }

    fn term(&self, arena: &Arena, id: ExprId) -> Term {
        let width = arena.width(id);
        if let Some(value) = arena.as_const(id) {
            return match width {
                1 => Term::Condition(Bool::from_bool(value == 1)),
                _ => Term::Word(BV::from_u64(value as u64, width)),
            };
        }
        if let Some(at) = arena.as_input(id) {
            return Term::Word(self.bytes[at.offset as usize].clone());
        }
        let args = arena.args(id);
        if width == 1
            && let Some(condition) = self.logic(arena, id)
        {
            return Term::Condition(condition);
        }
        let a = self.word(args[if arena.op(id) == Op::Ite { 1 } else { 0 }]);
        let more = width.saturating_sub(arena.width(args[0]));
        Term::Word(match arena.op(id) {
            Op::ZExt => a.zero_ext(more),
            Op::SExt => a.sign_ext(more),
            Op::Trunc => a.extract(width - 1, 0),
            Op::Extract(low) => a.extract(u32::from(low) + width - 1, low.into()),
            Op::Ite => self.boolean(args[0]).ite(&a, &self.word(args[2])),
            op => binary(op, &a, &self.word(args[1])),
        })
    }

    fn logic(&self, arena: &Arena, id: ExprId) -> Option<Bool> {
        let args = arena.args(id);
        let is_bit = arena.width(args[0]) == 1;
        Some(match arena.op(id) {
            Op::And => Bool::and(&[self.boolean(args[0]), self.boolean(args[1])]),
            Op::Or => Bool::or(&[self.boolean(args[0]), self.boolean(args[1])]),
            Op::Xor => self.boolean(args[0]).xor(self.boolean(args[1])),
            Op::Eq if is_bit => self.boolean(args[0]).iff(self.boolean(args[1])),
            Op::Eq => self.word(args[0]).eq(self.word(args[1])),
            Op::Ne => self.word(args[0]).eq(self.word(args[1])).not(),
            Op::Ult => self.word(args[0]).bvult(self.word(args[1])),
            Op::Ule => self.word(args[0]).bvule(self.word(args[1])),
            Op::Ugt => self.word(args[0]).bvugt(self.word(args[1])),
            Op::Uge => self.word(args[0]).bvuge(self.word(args[1])),
            Op::Slt => self.word(args[0]).bvslt(self.word(args[1])),
            Op::Sle => self.word(args[0]).bvsle(self.word(args[1])),
            Op::Sgt => self.word(args[0]).bvsgt(self.word(args[1])),
            Op::Sge => self.word(args[0]).bvsge(self.word(args[1])),
            _ => return None,
        })
    }
}

fn binary(op: Op, a: &BV, b: &BV) -> BV {
    match op {
        Op::Add => a.bvadd(b),
        Op::Sub => a.bvsub(b),
        Op::Mul => a.bvmul(b),
        Op::And => a.bvand(b),
        Op::Or => a.bvor(b),
        Op::Xor => a.bvxor(b),
        Op::Shl => a.bvshl(b),
        Op::LShr => a.bvlshr(b),
        Op::Concat => a.concat(b),
        _ => unreachable!("{op} is not in the series"),
    }
}
