//! Writes hostile programs: two to five constructs, one after the other and within each other, over three inputs with few values.

use super::constructs::Construct;
use std::fmt::Write;

/// What inputs are and what is compared with them: constants come from the same few numbers, so that comparisons can hold.
const INTS: &str = "0 1 -1 2 3 5 7 14 100 -2147483648 2147483647";
const BYTES: &str = "0 1 2 3 5 7 255";
const STREAMS: &str = "- 61 30 ff 3061 6130";
const CONSTANTS: &[&str] = &["0", "1", "2", "3", "5", "7", "14", "100", "-1"];
const OPERANDS: &[&str] = &["a", "a", "b", "b", "c", "r"];

const HEAD: &str = "#include \"truth.h\"
volatile int sink;
int r, g = 1, h = 2, *p = &g, table[4] = {1, 2, 3, 4};
char big[1 << 16];
";
/// What stands in an innermost body.
const LEAF: &str = "H sink = 7;";

struct Rng(u64);

impl Rng {
    /// A number below a bound (xorshift64*).
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % bound
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len())]
    }
}

struct Writer<'a> {
    rng: Rng,
    constructs: &'a [&'static Construct],
    before: String,
    main: String,
    n_used: usize,
    budget: usize,
}

/// The program of a seed, made of these constructs, the first of which is plain choice.
pub(crate) fn program(seed: u64, constructs: &[&'static Construct]) -> String {
    let mut rng = Rng(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    rng.below(2);
    let budget = 2 + rng.below(4);
    let mut writer = Writer { rng, constructs, before: String::new(), main: String::new(), n_used: 0, budget };
    while writer.budget > 0 {
        writer.construct(1);
    }
    let Writer { before, main, .. } = writer;
    let is_any =
        ["UNSET(", "FRESH(", "GROWN(", "EITHER("].iter().any(|word| main.contains(word) || before.contains(word));
    let is_foreign = before.contains("foreign_");
    let mut text = format!("// int: {INTS}\n// uchar: {BYTES}\n// stdin: {STREAMS}\n");
    if is_any {
        text += "// any\n";
    }
    if is_foreign {
        text += if seed.is_multiple_of(2) { "// shared\n" } else { "// foreign\n" };
    }
    let _ = write!(
        text,
        "{HEAD}{before}// construct: plain\nint main(void) {{\n    int a = __VERIFIER_nondet_int();\n    int b = __VERIFIER_nondet_uchar();\n    \
         int c = getchar();\n    int argument = a;\n{main}    // construct: plain\n    H return sink & 1;\n}}\n"
    );
    text
}

impl Writer<'_> {
    fn construct(&mut self, depth: usize) {
        self.budget = self.budget.saturating_sub(1);
        self.n_used += 1;
        // Every fourth is a plain choice: faults come after branches and within them.
        let which = if self.rng.below(4) == 0 { 0 } else { self.rng.below(self.constructs.len()) };
        let construct = self.constructs[which];
        let number = self.n_used.to_string();
        let x = self.rng.pick(OPERANDS);
        let others: Vec<&str> = OPERANDS.iter().copied().filter(|&other| other != x).collect();
        let y = self.rng.pick(&others);
        let (k, j) = (self.rng.pick(CONSTANTS), self.rng.pick(CONSTANTS));
        let fill = |text: &str| {
            text.replace("@body", "\0")
                .replace("@x", x)
                .replace("@y", y)
                .replace("@k", k)
                .replace("@j", j)
                .replace("@n", &number)
        };
        let _ = writeln!(self.before, "// construct: {}{}", construct.name, fill(construct.before));
        let indent = "    ".repeat(depth);
        let title = format!("{indent}// construct: {}\n", construct.name);
        self.main += &title;
        for line in fill(construct.text).lines().filter(|line| !line.is_empty()) {
            match line.trim_end().strip_suffix('\0') {
                Some(inner) if self.has_more(depth) => {
                    self.construct(depth + inner.len() / 4);
                    self.main += &title;
                }
                Some(inner) => drop(writeln!(self.main, "{indent}{inner}{LEAF}")),
                None => drop(writeln!(self.main, "{indent}{line}")),
            }
        }
    }

    /// Does another construct stand in this body?
    fn has_more(&mut self, depth: usize) -> bool {
        self.budget > 0 && depth < 5 && self.rng.below(2) == 0
    }
}
