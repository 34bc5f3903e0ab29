//! Questions as SMT-LIB 2 text: to feed an SMT solver, to file with a bug report, to try another solver by hand.
//! Every term is a bit vector and is defined once, in order, so the text is linear in the number of distinct terms. A
//! floating-point result is defined in its own sort and gets a bit vector only where bits are looked at, as a constant
//! that is constrained to be its encoding, because SMT-LIB has no function from floats to bits. Invariant: satisfiable
//! exactly when the question is, except that `frem` becomes unconstrained, since SMT-LIB has no C remainder: then only
//! "unsatisfiable" carries over. Never recurses over a term; does no I/O.

mod bits;
mod float;
mod format;

use std::fmt::Write;

use symcrete_expr::{Arena, Cone, ExprId, InputByte, Op, Stop};

use crate::query::Query;

/// The declarations, definitions and assertions of some conditions.
pub(crate) struct Script {
    pub(crate) text: String,
    /// The input bytes, ascending; [`byte_name`] is their name in the text.
    pub(crate) bytes: Vec<InputByte>,
    /// Does it speak of floats?
    pub(crate) has_floats: bool,
}

/// The question as a complete SMT-LIB 2 script that asks for the values of the input bytes.
pub fn smtlib(query: &Query<'_>) -> String {
    let conditions: Vec<ExprId> = query.prefix.iter().copied().chain([query.goal]).collect();
    let Some(script) = Script::unless(&Stop::new(), query.arena, &conditions) else { return String::new() };
    let logic = if script.has_floats { "QF_BVFP" } else { "QF_BV" };
    let names: Vec<String> = script.bytes.iter().map(|&at| byte_name(at)).collect();
    let values = if names.is_empty() { String::new() } else { format!("(get-value ({}))\n", names.join(" ")) };
    format!(
        "; {} conditions, the last one flipped\n(set-logic {logic})\n(set-option :produce-models true)\n{}(check-sat)\n{values}",
        conditions.len(),
        script.text
    )
}

/// Questions about one path as one script for a solver that keeps what it learnt: the prefix grows, each goal has a scope
/// of its own. A question is the length of its prefix, which never shrinks, and its goal.
pub fn smtlib_series(arena: &Arena, path: &[ExprId], questions: &[(usize, ExprId)]) -> String {
    let conditions: Vec<ExprId> = path.iter().copied().chain(questions.iter().map(|question| question.1)).collect();
    let Some(script) = Script::definitions(&Stop::new(), arena, &conditions) else { return String::new() };
    let holds = |id: ExprId| format!("(assert (= {} #b1))\n", bit_name(arena, id));
    let names: Vec<String> = script.bytes.iter().map(|&at| byte_name(at)).collect();
    let mut text = format!("(set-option :produce-models true)\n{}", script.text);
    let mut n_asserted = 0;
    for &(len, goal) in questions {
        path[n_asserted..len.max(n_asserted)].iter().for_each(|&condition| text += &holds(condition));
        n_asserted = n_asserted.max(len);
        let _ = write!(text, "(push)\n{}(check-sat)\n(get-value ({}))\n(pop)\n", holds(goal), names.join(" "));
    }
    text
}

/// What is written beside a term that the language has no meaning for.
const LEFT_OPEN: &str = "left open";

/// Does a script leave a term open? Then only "unsatisfiable" is true of the question.
pub(crate) fn has_open_terms(script: &str) -> bool {
    script.contains(LEFT_OPEN)
}

/// The name of an input byte.
pub(crate) fn byte_name(at: InputByte) -> String {
    format!("in_{}_{}", at.stream, at.offset)
}

impl Script {
    /// Of conditions that must all hold; nothing when it is stopped.
    pub(crate) fn unless(stop: &Stop, arena: &Arena, conditions: &[ExprId]) -> Option<Script> {
        let mut script = Script::definitions(stop, arena, conditions)?;
        for &condition in conditions {
            let _ = writeln!(script.text, "(assert (= {} #b1))", bit_name(arena, condition));
        }
        Some(script)
    }

    /// The terms of conditions, without saying that they hold.
    fn definitions(stop: &Stop, arena: &Arena, conditions: &[ExprId]) -> Option<Script> {
        let cone = Cone::new(arena, conditions);
        let mut writer = Writer { arena, text: String::new(), has_bits: vec![false; cone.ids().len()] };
        writer.find_bits(&cone, conditions);
        for (place, &id) in cone.ids().iter().enumerate() {
            if stop.is_set() {
                return None;
            }
            writer.define(id, writer.has_bits[place]);
        }
        let has_floats = cone.ids().iter().any(|&id| arena.op(id).reads_float() || arena.op(id).is_float_result());
        Some(Script { text: writer.text, bytes: arena.inputs_of(conditions), has_floats })
    }
}

struct Writer<'a> {
    arena: &'a Arena,
    text: String,
    /// Is a floating-point result looked at as bits? By place in the cone.
    has_bits: Vec<bool>,
}

impl Writer<'_> {
    /// Finds the floating-point results that something other than a float operator reads.
    fn find_bits(&mut self, cone: &Cone, conditions: &[ExprId]) {
        for condition in conditions {
            self.has_bits[cone.place(*condition)] = true;
        }
        for &id in cone.ids() {
            if !float::reads_floats(self.arena.op(id)) {
                for &arg in self.arena.args(id) {
                    self.has_bits[cone.place(arg)] = true;
                }
            }
        }
    }

    fn define(&mut self, id: ExprId, has_bits: bool) {
        let (op, width) = (self.arena.op(id), self.arena.width(id));
        if let Some(at) = self.arena.as_input(id) {
            let _ = writeln!(self.text, "(declare-const {} (_ BitVec 8))", byte_name(at));
        } else if op == Op::Const {
        } else if let Some(value) = float::result(self.arena, id) {
            let sort = format::sort(width);
            let _ = writeln!(self.text, "(define-fun {} () {sort} {value})", float_name(id));
            if has_bits {
                self.encode(id);
            }
        } else if op == Op::FRem || op.is_libm() {
            let _ = writeln!(self.text, "(declare-const {} (_ BitVec {width})) ; {op}, {LEFT_OPEN}", inner_name(id));
        } else {
            let value = float::predicate(self.arena, id).unwrap_or_else(|| bits::value(self.arena, id));
            let _ = writeln!(self.text, "(define-fun {} () (_ BitVec {width}) {value})", inner_name(id));
        }
    }

    /// The bits of a floating-point result: a constant that decodes to it.
    fn encode(&mut self, id: ExprId) {
        let (name, float, width) = (inner_name(id), float_name(id), self.arena.width(id));
        let _ = writeln!(self.text, "(declare-const {name} (_ BitVec {width}))");
        let _ = writeln!(self.text, "(assert {})", format::encodes(width, &name, &float));
    }
}

/// The name or literal of a term as a bit vector.
fn bit_name(arena: &Arena, id: ExprId) -> String {
    match (arena.as_const(id), arena.as_input(id)) {
        (Some(value), _) => format!("(_ bv{value} {})", arena.width(id)),
        (_, Some(at)) => byte_name(at),
        _ => inner_name(id),
    }
}

fn inner_name(id: ExprId) -> String {
    format!("n{}", id.index())
}

fn float_name(id: ExprId) -> String {
    format!("f{}", id.index())
}

#[cfg(test)]
mod tests {
    use super::*;
    use symcrete_expr::parse;

    #[test]
    fn a_script_can_be_read_by_people() {
        let mut arena = Arena::new();
        let mut term = |text| parse(&mut arena, text).expect("the test's term is well formed");
        let prefix = [term("(ult in[0:0] 65:8)")];
        let goal = term("(eq (add:8 in[0:0] in[0:1]) 7:8)");
        let text = smtlib(&Query { arena: &arena, prefix: &prefix, goal, parent: &|_| 0 });
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[1], "(set-logic QF_BV)");
        assert!(lines.contains(&"(define-fun n4 () (_ BitVec 1) (ite (bvult in_0_0 (_ bv65 8)) #b1 #b0))"), "{text}");
        assert!(lines.contains(&"(assert (= n4 #b1))"));
        assert_eq!(lines.last(), Some(&"(get-value (in_0_0 in_0_1))"));
    }

    #[test]
    fn what_has_no_meaning_there_is_left_open() {
        let mut arena = Arena::new();
        for (op, is_open) in [("frem", true), ("fadd", false)] {
            let text = format!("(folt ({op}:64 (sitofp:64 in[0:0]) 4613937818241073152:64) 0:64)");
            let goal = parse(&mut arena, &text).expect("the test's term is well formed");
            let text = smtlib(&Query { arena: &arena, prefix: &[], goal, parent: &|_| 0 });
            assert_eq!(has_open_terms(&text), is_open, "{text}");
        }
    }
}
