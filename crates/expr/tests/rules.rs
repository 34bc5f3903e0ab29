//! One example or more for every simplification rule, before and after.
//! A table, so that adding a rule means adding a line here; a test fails for a rule without a line.
//! Invariant checked: the named rule takes part, and the result is exactly the one shown.
//! Does not test values; `properties.rs` does that for random terms.

use std::collections::BTreeSet;

use symcrete_expr::{Arena, parse, print};

/// The names used below: two bytes, a word of four bytes, an opaque word, an opaque float, two conditions.
const NAMES: &str = "(x in[0:0]) (y in[0:1]) \
    (w (concat:32 in[0:5] (concat:24 in[0:4] (concat:16 in[0:3] in[0:2])))) \
    (m (mul:32 w w)) (f (fadd:32 w w)) (p (ult x y)) (o (uaddo x y))";

/// Rule, term before, term after.
const EXAMPLES: &[(&str, &str, &str)] = &[
    ("fold-constants", "(add:8 200:8 100:8)", "44:8"),
    ("commute", "(add:8 7:8 x)", "(add:8 x 7:8)"),
    ("compare-const-right", "(ult 7:8 x)", "(ugt x 7:8)"),
    ("greater-to-less", "(sgt x y)", "(slt y x)"),
    ("add-zero", "(add:8 x 0:8)", "x"),
    ("sub-zero", "(sub:8 x 0:8)", "x"),
    ("sub-self", "(sub:8 x x)", "0:8"),
    ("rem-self", "(urem:8 x x)", "0:8"),
    ("extreme-self", "(smax:8 x x)", "x"),
    ("add-sub-cancel", "(add:8 (sub:8 x y) y)", "x"),
    ("sub-add-cancel", "(sub:8 (add:8 x y) x)", "y"),
    ("sub-to-add", "(sub:8 x 48:8)", "(add:8 x 208:8)"),
    ("add-const-const", "(add:8 (add:8 x 3:8) 4:8)", "(add:8 x 7:8)"),
    ("add-of-const-sub", "(add:8 (sub:8 9:8 x) 1:8)", "(sub:8 10:8 x)"),
    ("const-sub-of-add", "(sub:8 9:8 (add:8 x 1:8))", "(sub:8 8:8 x)"),
    ("mul-zero", "(mul:8 x 0:8)", "0:8"),
    ("mul-one", "(mul:8 x 1:8)", "x"),
    ("mul-const-const", "(mul:8 (mul:8 x 3:8) 5:8)", "(mul:8 x 15:8)"),
    ("mul-power-of-two", "(mul:32 m 8:32)", "(shl:32 m 3:32)"),
    ("div-one", "(sdiv:8 x 1:8)", "x"),
    ("rem-one", "(srem:8 x 1:8)", "0:8"),
    ("udiv-power-of-two", "(udiv:32 m 8:32)", "(zext:32 (extract:29@3 m))"),
    ("urem-power-of-two", "(urem:32 m 8:32)", "(zext:32 (extract:3@0 m))"),
    (
        "sdiv-power-of-two",
        "(sdiv:32 m 8:32)",
        "(sext:32 (extract:29@3 (add:32 m (zext:32 (sext:3 (extract:1@31 m))))))",
    ),
    (
        "srem-power-of-two",
        "(srem:32 m 8:32)",
        "(sub:32 m (concat:32 (extract:29@3 (add:32 m (zext:32 (sext:3 (extract:1@31 m))))) 0:3))",
    ),
    ("overflow-of-small", "(saddo (zext:32 x) (zext:32 y))", "0:1"),
    ("and-zero", "(and:8 x 0:8)", "0:8"),
    ("and-ones", "(and:8 x 255:8)", "x"),
    ("and-self", "(and:8 x x)", "x"),
    ("or-zero", "(or:8 x 0:8)", "x"),
    ("or-ones", "(or:8 x 255:8)", "255:8"),
    ("or-self", "(or:8 x x)", "x"),
    ("xor-zero", "(xor:8 x 0:8)", "x"),
    ("xor-self", "(xor:8 x x)", "0:8"),
    ("logic-const-const", "(xor:8 (xor:8 x 1:8) 2:8)", "(xor:8 x 3:8)"),
    ("not-of-compare", "(xor:1 (ult x y) 1:1)", "(ule y x)"),
    ("not-of-compare", "(xor:1 (folt m f) 1:1)", "(fule f m)"),
    ("and-complement", "(and:8 x (xor:8 x 255:8))", "0:8"),
    ("or-complement", "(or:8 (xor:8 x 255:8) x)", "255:8"),
    ("logic-absorb", "(or:8 (or:8 x y) x)", "(or:8 x y)"),
    ("logic-of-zexts", "(xor:32 (zext:32 x) (zext:32 y))", "(zext:32 (xor:8 x y))"),
    ("logic-zext-const", "(or:32 (zext:32 x) 32:32)", "(zext:32 (or:8 x 32:8))"),
    ("and-mask-to-extract", "(and:32 m 255:32)", "(zext:32 (extract:8@0 m))"),
    ("and-mask-to-extract", "(and:32 m 0xff00:32)", "(zext:32 (concat:16 (extract:8@8 m) 0:8))"),
    ("join-to-concat", "(or:32 (shl:32 (zext:32 x) 8:32) (zext:32 y))", "(zext:32 (concat:16 x y))"),
    ("join-to-concat", "(add:32 (mul:32 (zext:32 x) 256:32) (zext:32 y))", "(zext:32 (concat:16 x y))"),
    ("shift-zero", "(shl:32 m 0:32)", "m"),
    ("shift-of-zero", "(lshr:8 0:8 x)", "0:8"),
    ("shift-past-width", "(shl:32 m 32:32)", "0:32"),
    ("shift-past-width", "(ashr:32 m 40:32)", "(sext:32 (extract:1@31 m))"),
    ("shl-shl", "(shl:32 (shl:32 m 3:32) 4:32)", "(shl:32 m 7:32)"),
    ("shl-of-slice", "(shl:32 (sext:32 x) 24:32)", "(concat:32 x 0:24)"),
    ("lshr-to-extract", "(lshr:32 m 7:32)", "(zext:32 (extract:25@7 m))"),
    ("ashr-to-extract", "(ashr:32 m 24:32)", "(sext:32 (extract:8@24 m))"),
    ("funnel-const", "(fshl:32 m m 8:32)", "(concat:32 (extract:24@0 m) (extract:8@24 m))"),
    ("bswap-to-concat", "(bswap:32 w)", "(concat:32 in[0:2] (concat:24 in[0:3] (concat:16 in[0:4] in[0:5])))"),
    ("bitreverse-twice", "(bitreverse:8 (bitreverse:8 x))", "x"),
    ("ctpop-of-zext", "(ctpop:32 (zext:32 x))", "(zext:32 (ctpop:8 x))"),
    ("trunc-to-extract", "(trunc:8 w)", "in[0:2]"),
    ("zext-of-zext", "(zext:32 (zext:16 x))", "(zext:32 x)"),
    ("sext-of-sext", "(sext:32 (sext:16 x))", "(sext:32 x)"),
    ("sext-of-zext", "(sext:32 (zext:16 x))", "(zext:32 x)"),
    ("slice-of-ite-const", "(zext:32 (ite:8 p 3:8 4:8))", "(ite:32 p 3:32 4:32)"),
    ("extract-whole", "(extract:8@0 x)", "x"),
    ("extract-of-extract", "(extract:4@2 (extract:16@8 m))", "(extract:4@10 m)"),
    ("extract-of-concat", "(extract:16@8 w)", "(concat:16 in[0:4] in[0:3])"),
    ("extract-of-concat", "(extract:8@4 (concat:16 x y))", "(concat:8 (extract:4@0 x) (extract:4@4 y))"),
    ("extract-of-zext", "(extract:8@0 (zext:32 x))", "x"),
    ("extract-of-zext", "(extract:16@8 (zext:32 x))", "0:16"),
    ("extract-of-sext", "(extract:8@24 (sext:32 x))", "(sext:8 (extract:1@7 x))"),
    ("extract-of-shl", "(extract:8@4 (shl:32 m 8:32))", "(concat:8 (extract:4@0 m) 0:4)"),
    ("extract-of-logic-const", "(extract:8@8 (xor:32 m 0x1234:32))", "(xor:8 (extract:8@8 m) 18:8)"),
    ("trunc-of-arith", "(trunc:8 (sub:32 (zext:32 x) 48:32))", "(add:8 x 208:8)"),
    ("concat-zero-high", "(concat:16 0:8 x)", "(zext:16 x)"),
    ("concat-of-zext-high", "(concat:40 (zext:32 x) y)", "(zext:40 (concat:16 x y))"),
    ("concat-lean-right", "(concat:24 (concat:16 x y) x)", "(concat:24 x (concat:16 y x))"),
    ("concat-of-adjacent-extracts", "(concat:16 (extract:8@8 m) (extract:8@0 m))", "(extract:16@0 m)"),
    (
        "concat-of-adjacent-extracts",
        "(concat:24 (extract:8@8 m) (concat:16 (extract:8@0 m) x))",
        "(concat:24 (extract:16@0 m) x)",
    ),
    ("concat-consts", "(concat:24 1:8 (concat:16 2:8 x))", "(concat:24 0x102:16 x)"),
    ("concat-const-zext", "(concat:24 1:8 (zext:16 x))", "(concat:24 0x100:16 x)"),
    ("compare-self", "(ule x x)", "1:1"),
    ("compare-of-bool", "(eq p 0:1)", "(ule y x)"),
    ("compare-of-bool", "(ne p 0:1)", "p"),
    ("unsigned-bound", "(ult x 1:8)", "(eq x 0:8)"),
    ("unsigned-bound", "(uge x 0:8)", "1:1"),
    ("unsigned-bound", "(ult x 255:8)", "(ne x 255:8)"),
    ("signed-bound", "(slt x 128:8)", "0:1"),
    ("signed-bound", "(sle x 128:8)", "(eq x 128:8)"),
    ("compare-of-zexts", "(slt (zext:32 x) (zext:32 y))", "p"),
    ("compare-of-zexts", "(eq (zext:32 x) (zext:32 (concat:16 x y)))", "(eq (concat:16 x y) (zext:16 x))"),
    ("compare-zext-const", "(eq (zext:32 x) 65:32)", "(eq x 65:8)"),
    ("compare-zext-const", "(slt (zext:32 x) 0xffffffff:32)", "0:1"),
    ("compare-of-sexts", "(ult (sext:32 x) (sext:32 y))", "p"),
    ("compare-sext-const", "(slt (sext:32 x) 0xffffffd0:32)", "(slt x 208:8)"),
    ("compare-sext-const", "(ult (sext:32 x) 0x1000:32)", "(sge x 0:8)"),
    ("sign-of-zext-difference", "(slt (sub:32 (zext:32 x) (zext:32 y)) 0:32)", "p"),
    ("eq-of-add-const", "(eq (add:8 x 3:8) 5:8)", "(eq x 2:8)"),
    ("eq-of-xor-const", "(ne (xor:8 x 3:8) 5:8)", "(ne x 6:8)"),
    ("eq-of-const-sub", "(eq (sub:8 9:8 x) 5:8)", "(eq x 4:8)"),
    ("eq-of-difference", "(eq (sub:8 x y) 0:8)", "(eq x y)"),
    ("eq-of-concat-const", "(eq (concat:16 x 7:8) 0x4107:16)", "(eq x 65:8)"),
    ("eq-of-concat-const", "(ne (and:32 m 4:32) 0:32)", "(extract:1@2 m)"),
    ("eq-of-product", "(eq (mul:32 f 33:32) 99:32)", "(eq f 3:32)"),
    ("eq-of-product", "(ne (mul:32 f 12:32) 36:32)", "(ne (extract:30@0 f) 3:30)"),
    ("eq-of-product", "(eq (mul:32 f 12:32) 38:32)", "0:1"),
    ("eq-of-product", "(eq (add:32 (shl:32 f 5:32) f) 66:32)", "(eq f 2:32)"),
    ("eq-of-product", "(eq (sub:32 (shl:32 f 5:32) f) 62:32)", "(eq f 2:32)"),
    ("eq-of-shift-mixed-in", "(eq (xor:32 f (lshr:32 f 12:32)) 0x80080080:32)", "(eq f 0x80000080:32)"),
    ("eq-of-shift-mixed-in", "(ne (xor:32 (shl:32 f 13:32) f) 0x4002001:32)", "(ne f 0x4000001:32)"),
    ("eq-of-rotation", "(eq (fshl:32 f f 8:32) 0x2030401:32)", "(eq f 0x1020304:32)"),
    ("compare-of-half-const-ite", "(eq (ite:8 p 3:8 x) 3:8)", "(or:1 p (eq x 3:8))"),
    ("compare-of-half-const-ite", "(ult (ite:8 p x 9:8) 3:8)", "(and:1 p (ult x 3:8))"),
    ("compare-of-ite-const", "(eq (ite:8 p 3:8 4:8) 4:8)", "(ule y x)"),
    ("ite-decided", "(ite:8 1:1 x y)", "x"),
    ("ite-same", "(ite:8 p x x)", "x"),
    ("ite-not-cond", "(ite:8 (xor:1 o 1:1) x y)", "(ite:8 o y x)"),
    ("ite-bool", "(ite:1 p o 0:1)", "(and:1 p o)"),
    ("ite-to-extension", "(ite:32 p 1:32 0:32)", "(zext:32 p)"),
    ("ite-to-extension", "(ite:32 p 0:32 0xffffffff:32)", "(sext:32 (ule y x))"),
    ("ite-nested-same", "(ite:8 p (ite:8 p x y) 0:8)", "(ite:8 p x 0:8)"),
    ("ite-of-equal", "(ite:8 (eq x y) x y)", "y"),
    ("fneg-fneg", "(fneg:32 (fneg:32 m))", "m"),
    ("fabs-of-sign", "(fabs:32 (fneg:32 m))", "(fabs:32 m)"),
    ("fpext-of-fpext", "(fpext:80 (fpext:64 m))", "(fpext:80 m)"),
    ("fcompare-of-fpexts", "(folt (fpext:64 m) 0x3ff8000000000000:64)", "(folt m 0x3fc00000:32)"),
    ("int-to-float-to-int", "(fptosi:32 (sitofp:64 m))", "m"),
];

/// Reads a term that uses the names.
fn read(arena: &mut Arena, text: &str) -> symcrete_expr::ExprId {
    parse(arena, &format!("(let ({NAMES}) {text})")).expect("the example is well formed")
}

#[test]
fn examples_simplify_as_shown() {
    for &(rule, before, after) in EXAMPLES {
        let mut arena = Arena::new();
        let raw = read(&mut arena, before);
        let simple = arena.simplify(raw);
        let expected = read(&mut arena, after);
        assert_eq!(print(&arena, simple), print(&arena, expected), "{rule}: {before}");
        let applied = arena.rule_counts().iter().any(|&(name, count)| name == rule && count > 0);
        assert!(applied, "{rule} did not apply to {before}");
    }
}

#[test]
fn every_rule_has_an_example() {
    let counts = Arena::new().rule_counts();
    let rules: BTreeSet<&str> = counts.iter().map(|&(name, _)| name).collect();
    let shown: BTreeSet<&str> = EXAMPLES.iter().map(|&(rule, ..)| rule).collect();
    assert_eq!(rules, shown);
    assert_eq!(rules.len(), counts.len(), "two rules share a name");
}
