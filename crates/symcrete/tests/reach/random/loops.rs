//! Writes random programs whose lines are behind loops with several ways a round: flags, machines, counters, arrays, sums, and calls
//! inside each other that change them. What a line asks for is sometimes possible and sometimes not; all inputs are tried to know which.
//!
//! Two bytes of input decide how often loops run and which way each round goes. Every program ends on every input and computes nothing
//! that C leaves undefined.

use super::writer::{HEAD, Rng};
use std::fmt::Write;

const GLOBALS: &str = "static int flag, state, sum, sent, got, full, most, last, slot[4];
static unsigned hash;
";
const TAIL: &str = "#ifdef ORACLE
int main(void) {
    for (int a = 0; a < 256; a++)
        for (int b = 0; b < 256; b++) {
            flag = state = sum = sent = got = full = most = last = 0;
            hash = 0;
            for (int k = 0; k < 4; k++) slot[k] = 0;
            program(a, b);
        }
    for (int k = 0; k < 4000; k++)
        if (hit[k]) printf(\"%d\\n\", k);
    return 0;
}
#else
int main(void) {
    int a = __VERIFIER_nondet_uchar();
    int b = __VERIFIER_nondet_uchar();
    program(a, b);
    return 0;
}
#endif
";

/// The program of a seed. Lines that begin with `H` are the targets.
pub(super) fn program(seed: u64) -> String {
    let mut writer = Writer { rng: Rng::new(seed), text: format!("{HEAD}{GLOBALS}"), is_local: seed.is_multiple_of(2) };
    writer.steps();
    writer.body();
    writer.text + TAIL
}

struct Writer {
    rng: Rng,
    text: String,
    /// Are the changing variables of `program` its own?
    is_local: bool,
}

impl Writer {
    fn line(&mut self, depth: usize, text: &str) {
        let _ = writeln!(self.text, "{}{text}", "    ".repeat(depth));
    }

    /// Functions that change the variables, each calling the one before.
    fn steps(&mut self) {
        self.line(0, "static void clear(int way) {");
        self.line(1, "if (way & 1) flag = 0; else state = 0;");
        self.line(0, "}");
        self.line(0, "static int limit(int v, int to) {");
        self.line(1, "if (v > to) return to;");
        self.line(1, "return v < 0 ? 0 : v;");
        self.line(0, "}");
        self.line(0, "static void step(int way, int i) {");
        let n = 2 + self.rng.below(3);
        self.line(1, "switch (way) {");
        for k in 0..n {
            self.line(1, &format!("case {k}:"));
            self.changes(2);
            self.line(2, "break;");
        }
        self.line(1, "default:");
        self.changes(2);
        self.line(2, "break;");
        self.line(1, "}");
        self.line(0, "}");
    }

    fn changes(&mut self, depth: usize) {
        for _ in 0..=self.rng.below(2) {
            let change = self.change();
            self.line(depth, &change);
        }
    }

    fn change(&mut self) -> String {
        let small = self.rng.below(5);
        match self.rng.below(16) {
            0 => "flag = !flag;".into(),
            1 => "if (!state) flag = 1;".into(),
            2 => format!("state = state == {small} ? {} : {};", self.rng.below(4), self.rng.below(4)),
            3 => format!("if (state < {}) state++;", small + 2),
            4 => format!("sum += {};", 2 + 2 * small),
            5 => format!("sum -= {};", 4 * small),
            6 => "sent++;".into(),
            7 => "if (got < sent) got++;".into(),
            8 => format!("full = limit(full + {}, {});", small + 1, 6 + self.rng.below(6)),
            9 => "if (way > most) most = way;".into(),
            10 => format!("slot[way & 3] = {small};"),
            11 => format!("slot[i & 3] = limit(slot[i & 3] + 1, {});", small + 1),
            12 => "last = way;".into(),
            13 => "clear(way);".into(),
            14 => format!("hash = (hash * 4 + {small}) & 1023;"),
            _ => "if (flag && state) state--;".into(),
        }
    }

    /// A line that something must hold for. Half of them are about to be impossible.
    fn question(&mut self) -> String {
        let small = self.rng.below(6);
        match self.rng.below(15) {
            0 => "flag > 1".into(),
            1 => format!("flag && state == {small}"),
            2 => format!("state == {}", small + 3),
            3 => "sum & 1".into(),
            4 => format!("sum == {}", 2 * small + 6),
            5 => "got > sent".into(),
            6 => format!("sent - got > {}", small + 3),
            7 => format!("full > {}", 4 + 2 * small),
            8 => format!("most > {}", small),
            9 => format!("slot[{}] > {}", small & 3, small),
            10 => format!("slot[0] + slot[1] + slot[2] + slot[3] > {}", 4 * small),
            11 => format!("last == {small} && flag"),
            12 => format!("(hash & 3) == {}", small),
            13 => format!("hash > {}", 200 * small + 100),
            _ => "state < 0 || full < 0".into(),
        }
    }

    fn target(&mut self, depth: usize) {
        let question = self.question();
        self.line(depth, &format!("if ({question}) {{"));
        self.line(depth + 1, "H seen++;");
        self.line(depth, "}");
    }

    fn body(&mut self) {
        self.line(0, "static int program(int a, int b) {");
        self.line(1, "int seen = 0;");
        for _ in 0..=self.rng.below(2) {
            self.repetition();
            for _ in 0..=self.rng.below(2) {
                self.target(1);
            }
        }
        self.line(1, "return seen;");
        self.line(0, "}");
    }

    fn repetition(&mut self) {
        let way =
            self.rng.pick(&["(a >> (i & 7)) & 3", "(b + i) & 3", "(a ^ (b * i)) & 7", "((a & b) >> (i & 3)) & 3"]);
        let head = match self.rng.below(4) {
            0 => format!("for (int i = 0; i < {}; i++) {{", 4 + self.rng.below(9)),
            1 => "for (int i = 0; i < b; i++) {".into(),
            2 => "for (int i = a & 31; i > 0; i--) {".into(),
            _ => "for (int i = 0, n = a; n > b; n -= 3, i++) {".to_string(),
        };
        self.line(1, &head);
        if self.is_local {
            self.line(2, &format!("int way = {way};"));
            self.line(2, "if (way & 1) {");
            self.changes(3);
            self.line(2, "} else if (way == 2) {");
            self.changes(3);
            self.line(2, "} else step(way, i);");
        } else {
            self.line(2, &format!("step({way}, i);"));
        }
        if self.rng.below(4) == 0 {
            self.line(2, "for (int k = 0; k < (i & 3); k++) {");
            self.line(3, "int way = k;");
            self.changes(3);
            self.line(3, "sent += way & 0;");
            self.line(2, "}");
        }
        if self.rng.below(3) == 0 {
            self.target(2);
        }
        self.line(1, "}");
    }
}
