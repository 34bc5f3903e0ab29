//! Terms for people: C-like infix on one line, cut off before it becomes unreadable.
//!
//! - `stdin[3]` is an input byte, `stdin[0..4]` four of them as a little-endian number, `be(stdin[0..4])` as a
//!   big-endian one.
//! - Numbers are decimal, negative ones in signed comparisons; compared with a byte, a printable constant is shown as
//!   a character: `stdin[0] == 'A'`.
//! - An unmarked `<` on a byte is unsigned, on anything wider signed, as C programmers read them. The other order is
//!   marked `<u` or `<s`, but only where it matters: not when both sides are known to have no sign bit. `/u`, `%u`
//!   and `>>s` mark division and shift in the same way.
//! - Zero extension is silent (the number is the same), `(i32)x` extends the sign, `(u8)x` keeps low bits, `x ++ y`
//!   puts bits side by side. Floats use the same operators; a bit pattern read as a float is `f64(x)`.
//! - `…` stands for what did not fit.
//!
//! Invariant: no recursion, and the work is bounded by the limit, not by the term. Does not parse back; use `print`
//! for that.

mod bytes;
mod form;
mod sign;

use crate::arena::{Arena, ExprId};
use form::{Form, Piece};
use sign::Binding;

/// Terms deeper than this are cut off: nobody counts more than a dozen parentheses.
const MAX_DEPTH: u32 = 12;

/// How to show terms.
#[derive(Clone, Debug)]
pub struct Pretty {
    /// The names of the streams, from stream 0 on; further ones are called `in3` and so on. Default: `stdin`.
    pub streams: Vec<String>,
    /// After this many characters only closing parentheses and `…` are written. Default: 160.
    pub limit: usize,
}

impl Default for Pretty {
    fn default() -> Pretty {
        Pretty { streams: vec!["stdin".to_owned()], limit: 160 }
    }
}

impl Pretty {
    /// The term as one readable line.
    pub fn show(&self, arena: &Arena, id: ExprId) -> String {
        let form = Form { arena, pretty: self };
        let mut out = String::new();
        let mut n_chars = 0;
        let mut stack = vec![Piece::plain(id, Binding::Any, 0)];
        while let Some(piece) = stack.pop() {
            let text = match piece {
                Piece::Text(text) => text,
                Piece::Term { depth, .. } if depth > MAX_DEPTH || n_chars > self.limit => "…".into(),
                Piece::Term { id, binding, depth, reading } => {
                    let pieces = form.pieces(id, binding, depth, reading);
                    stack.extend(pieces.into_iter().rev());
                    continue;
                }
            };
            n_chars += text.chars().count();
            out.push_str(&text);
        }
        out
    }
}

/// The term as one readable line, with the default names and length.
pub fn pretty(arena: &Arena, id: ExprId) -> String {
    Pretty::default().show(arena, id)
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::pretty;
    use crate::arena::Arena;
    use crate::op::Op;
    use crate::text::parse;

    fn check(text: &str, expected: Expect) {
        let mut arena = Arena::new();
        let names = "(w (concat:32 in[0:3] (concat:24 in[0:2] (concat:16 in[0:1] in[0:0])))) \
            (d (concat:64 in[0:7] (concat:56 in[0:6] (concat:48 in[0:5] (concat:40 in[0:4] w)))))";
        let id = parse(&mut arena, &format!("(let ({names}) {text})")).expect("the test's term is well formed");
        expected.assert_eq(&pretty(&arena, id));
    }

    #[test]
    fn bytes_and_words() {
        check("(eq in[0:0] 65:8)", expect!["stdin[0] == 'A'"]);
        check("(eq in[0:0] 10:8)", expect![[r"stdin[0] == '\n'"]]);
        check("(ne in[0:0] 200:8)", expect!["stdin[0] != 200"]);
        check("(eq in[2:7] 0:8)", expect!["in2[7] == 0"]);
        check("(slt w 10:32)", expect!["stdin[0..4] < 10"]);
        check("(eq (concat:16 in[0:4] in[0:5]) 0x4142:16)", expect!["be(stdin[4..6]) == 16706"]);
        check("(eq (concat:16 in[0:4] in[0:9]) 1:16)", expect!["stdin[4] ++ stdin[9] == 1"]);
        check("(eq (concat:24 in[0:7] (concat:16 in[0:4] in[0:3])) 1:24)", expect!["stdin[7] ++ stdin[3..5] == 1"]);
    }

    #[test]
    fn order_is_marked_where_it_matters() {
        check("(ult in[0:0] 65:8)", expect!["stdin[0] < 'A'"]);
        check("(slt in[0:0] 65:8)", expect!["stdin[0] <s 'A'"]);
        check("(ult w 10:32)", expect!["stdin[0..4] <u 10"]);
        check("(slt w 0xfffffffb:32)", expect!["stdin[0..4] < -5"]);
        check("(ult (zext:32 in[0:0]) 65:32)", expect!["stdin[0] < 'A'"]);
        check("(slt (zext:32 in[0:0]) (zext:32 in[0:1]))", expect!["stdin[0] < stdin[1]"]);
        check("(eq (udiv:32 w 3:32) (sdiv:32 w 3:32))", expect!["stdin[0..4] /u 3 == stdin[0..4] / 3"]);
    }

    #[test]
    fn arithmetic_binds_as_in_c() {
        check("(slt (add:32 (mul:32 w 3:32) 7:32) 0:32)", expect!["stdin[0..4] * 3 + 7 < 0"]);
        check("(slt (mul:32 (add:32 w 7:32) 3:32) 0:32)", expect!["(stdin[0..4] + 7) * 3 < 0"]);
        check("(eq (sub:8 in[0:0] (sub:8 in[0:1] 1:8)) 2:8)", expect!["stdin[0] - (stdin[1] - 1) == 2"]);
        check("(ult (add:8 in[0:0] 208:8) 10:8)", expect!["stdin[0] - 48 < 10"]);
        check("(eq (zext:32 (extract:25@7 w)) 1:32)", expect!["stdin[0..4] >> 7 == 1"]);
        check("(eq (extract:8@7 w) 1:8)", expect!["(u8)(stdin[0..4] >> 7) == 1"]);
        check("(eq (sext:32 in[0:0]) 1:32)", expect!["(i32)stdin[0] == 1"]);
        check("(eq (xor:8 in[0:0] 255:8) 1:8)", expect!["~stdin[0] == 1"]);
        check("(eq (ctpop:8 in[0:0]) 3:8)", expect!["ctpop(stdin[0]) == 3"]);
        check("(uaddo w 3:32)", expect!["uaddo(stdin[0..4], 3)"]);
    }

    #[test]
    fn conditions_are_logic() {
        let (p, q) = ("(eq in[0:0] 97:8)", "(ult in[0:1] 5:8)");
        check(&format!("(and:1 {p} (or:1 {q} {p}))"), expect!["stdin[0] == 'a' && (stdin[1] < 5 || stdin[0] == 'a')"]);
        check(&format!("(xor:1 (and:1 {p} {q}) 1:1)"), expect!["!(stdin[0] == 'a' && stdin[1] < 5)"]);
        check(&format!("(eq (ite:8 {p} 1:8 in[0:2]) 3:8)"), expect!["(stdin[0] == 'a' ? 1 : stdin[2]) == 3"]);
        check("1:1", expect!["true"]);
    }

    #[test]
    fn floats() {
        check("(folt d 0x3ff8000000000000:64)", expect!["f64(stdin[0..8]) < 1.5"]);
        check("(fult d 0x3ff8000000000000:64)", expect!["!(f64(stdin[0..8]) >= 1.5)"]);
        check("(foeq (fmul:64 d d) (fneg:64 d))", expect!["f64(stdin[0..8]) * f64(stdin[0..8]) == -f64(stdin[0..8])"]);
        check("(fogt (sitofp:64 w) 0x4024000000000000:64)", expect!["(double)stdin[0..4] > 10.0"]);
        check("(eq (fptosi:32 (fsqrt:64 d)) 3:32)", expect!["(i32)sqrt(f64(stdin[0..8])) == 3"]);
    }

    #[test]
    fn long_terms_are_cut() {
        let mut arena = Arena::new();
        let mut sum = arena.input(0, 0);
        let mut product = sum;
        for offset in 1..1_000_000 {
            let byte = arena.input(0, offset % 5000);
            sum = arena.intern(Op::Add, 8, &[sum, byte]);
            product = arena.intern(Op::Mul, 8, &[sum, product]);
        }
        for deep in [sum, product] {
            let line = pretty(&arena, deep);
            assert!(line.contains('…') && line.chars().count() < 400, "{line}");
        }
    }
}
