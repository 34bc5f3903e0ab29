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
    let mut rng = Rng::new(seed);
    let topics = (0..2).map(|_| TOPICS[rng.below(TOPICS.len() as u64) as usize]).collect();
    let (text, is_local) = (format!("{HEAD}{GLOBALS}"), seed.is_multiple_of(2));
    let mut writer = Writer { rng, topics, text, is_local };
    writer.steps();
    writer.body();
    writer.text + TAIL
}

/// Variables that belong together.
#[derive(Clone, Copy)]
enum Topic {
    Machine,
    Sum,
    Counters,
    Full,
    Most,
    Slots,
    Hash,
}

const TOPICS: &[Topic] =
    &[Topic::Machine, Topic::Sum, Topic::Counters, Topic::Full, Topic::Most, Topic::Slots, Topic::Hash];

struct Writer {
    rng: Rng,
    /// What the program is about.
    topics: Vec<Topic>,
    text: String,
    /// Are variables changed in the loop itself, too, not only in a function?
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

    /// A change to one of the variables that the program is about.
    fn change(&mut self) -> String {
        let (topic, small) = (self.topic(), self.rng.below(5));
        match (topic, self.rng.below(4)) {
            (Topic::Machine, 0) => "flag = !flag;".into(),
            (Topic::Machine, 1) => "if (!state) flag = 1; else clear(way);".into(),
            (Topic::Machine, 2) => {
                format!("state = state == {small} ? {} : {};", self.rng.below(4), self.rng.below(4))
            }
            (Topic::Machine, _) => format!("if (state < {} && !flag) state++;", small + 1),
            (Topic::Sum, 0) => format!("sum -= {};", 4 * small),
            (Topic::Sum, _) => format!("sum += {};", 2 + 2 * small),
            (Topic::Counters, 0 | 1) => "sent++;".into(),
            (Topic::Counters, _) => "if (got < sent) got++;".into(),
            (Topic::Full, 0) => "if (full > 0) full--;".into(),
            (Topic::Full, _) => format!("full = limit(full + {}, {});", small + 1, 6 + self.rng.below(6)),
            (Topic::Most, 0) => "last = way;".into(),
            (Topic::Most, _) => "if (way > most) { last = most; most = way; }".into(),
            (Topic::Slots, 0 | 1) => format!("slot[way & 3] = {small};"),
            (Topic::Slots, _) => format!("slot[i & 3] = limit(slot[i & 3] + 1, {});", small + 1),
            (Topic::Hash, _) => format!("hash = (hash * 4 + {small}) & 1023;"),
        }
    }

    /// What a line asks for; some of it is possible.
    fn question(&mut self) -> String {
        let (topic, small) = (self.topic(), self.rng.below(6));
        match (topic, self.rng.below(4)) {
            (Topic::Machine, 0) => "flag > 1".into(),
            (Topic::Machine, 1) => format!("flag && state == {small}"),
            (Topic::Machine, _) => format!("state == {small}"),
            (Topic::Sum, 0) => "sum & 1".into(),
            (Topic::Sum, _) => format!("sum == {}", 2 * small + self.rng.below(2)),
            (Topic::Counters, 0) => "got > sent".into(),
            (Topic::Counters, _) => format!("got == {} && sent - got < {}", small, self.rng.below(3)),
            (Topic::Full, 0) => "full < 0".into(),
            (Topic::Full, _) => format!("full > {}", 2 + 2 * small),
            (Topic::Most, 0) => format!("last > most + {}", small),
            (Topic::Most, _) => format!("most > {}", small + 1),
            (Topic::Slots, 0) => format!("slot[0] + slot[1] + slot[2] + slot[3] > {}", 4 * small),
            (Topic::Slots, _) => format!("slot[{}] > {small}", small & 3),
            (Topic::Hash, 0) => format!("hash > {}", 200 * small + 100),
            (Topic::Hash, _) => format!("(hash & 3) == {small}"),
        }
    }

    fn topic(&mut self) -> Topic {
        self.topics[self.rng.below(self.topics.len() as u64) as usize]
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
