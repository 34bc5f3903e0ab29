//! Terms as text, so that tests are files and a term can be pasted into a report.
//!
//! ```text
//! term  = value ":" width                       constant: 7:32, 0xff00:16
//!       | "in[" stream ":" offset "]"           input byte, 8 bits wide: in[0:5]
//!       | "(" operator {term} ")"               (add:32 (zext:32 in[0:5]) 7:32), (ult in[0:0] 65:8)
//!       | "(let (" {"(" name term ")"} ")" term ")"   each name is known to the terms after it
//!       | name                                  $0, $1, ...
//! operator = name ":" width                     the result's width, left out where it is always 1
//!          | "extract:" width "@" low           (extract:8@16 x) is the third byte of x
//! ```
//!
//! White space separates; `;` starts a comment up to the end of the line. Invariant: `parse(print(t)) == t`, the same
//! id. Printing is linear in the number of distinct terms: what is used twice and is not tiny is named by a `let`.
//! Parsing applies no rules.

mod parse;
mod print;

pub use parse::{ParseError, parse};
pub use print::print;

#[cfg(test)]
mod tests {
    use super::{parse, print};
    use crate::arena::Arena;

    fn check(text: &str) {
        let mut arena = Arena::new();
        let id = parse(&mut arena, text).expect("the test's term is well formed");
        assert_eq!(print(&arena, id), text);
    }

    #[test]
    fn what_is_read_is_what_is_printed() {
        check("7:32");
        check("0xff00:16");
        check("in[3:70000]");
        check("(add:32 (zext:32 in[0:5]) 7:32)");
        check("(ult in[0:0] 65:8)");
        check("(extract:8@16 (concat:24 in[0:2] (concat:16 in[0:1] in[0:0])))");
        check("(ite:8 (eq in[0:0] 0:8) in[0:1] in[0:2])");
        check("(let (($0 (mul:8 in[0:0] in[0:1])) ($1 (add:8 $0 $0))) (xor:8 $1 (sub:8 $1 1:8)))");
    }

    #[test]
    fn comments_and_line_ends_separate() {
        let mut arena = Arena::new();
        let spread = parse(&mut arena, "; a sum\n(add:8\n  in[0:0] ; first\n  0x10:8)\n");
        let dense = parse(&mut arena, "(add:8 in[0:0] 16:8)");
        assert_eq!(spread, dense);
        assert!(dense.is_ok());
    }

    #[test]
    fn a_million_deep() {
        let mut arena = Arena::new();
        let byte = arena.input(0, 0);
        let mut term = byte;
        for _ in 0..1_000_000 {
            term = arena.intern(crate::Op::Add, 8, &[byte, term]);
        }
        let text = print(&arena, term);
        assert_eq!(parse(&mut arena, &text), Ok(term));
    }
}
