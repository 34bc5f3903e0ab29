//! Writes random small programs, one statement to a line, each with a mark that the oracle counts.
//!
//! A program computes with two bytes `a` and `b` through branches, switches, nested loops whose exits depend on the input,
//! early returns, calls, recursion, globals, static state, arrays, a struct, narrow integers and pointers to any of
//! them. Every program ends on every input (loops have fuel) and computes nothing that C leaves undefined.

use std::fmt::Write;

pub(super) struct Rng(u64);

impl Rng {
    pub(super) fn new(seed: u64) -> Rng {
        Rng(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// A number below a bound (xorshift64*).
    pub(super) fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) % bound
    }

    pub(super) fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len() as u64) as usize]
    }
}

/// Where a statement stands.
#[derive(Clone, Copy)]
struct At {
    depth: usize,
    /// How many statements may be around each other from here on.
    nesting: u32,
    /// What is called where this stands: the functions before it.
    calls: &'static [&'static str],
    /// How to leave: the function, and the loop if there is one.
    jumps: &'static [&'static str],
}

impl At {
    fn deeper(self) -> At {
        At { depth: self.depth + 1, nesting: self.nesting - 1, ..self }
    }

    fn in_loop(self) -> At {
        At { jumps: &["return x + y;", "break;", "continue;"], ..self.deeper() }
    }
}

struct Writer {
    rng: Rng,
    text: String,
    budget: u32,
    /// Counters of loops so far, and those around what is written.
    n_loops: u32,
    counters: Vec<String>,
    is_wild: bool,
}

/// What can be assigned to.
const VARIABLES: &[&str] =
    &["x", "y", "z", "flag", "u", "w", "global", "state", "s.field", "s.other", "*p", "table[1]", "local[2]"];
/// What a pointer can point to.
const PLACES: &[&str] = &["x", "y", "flag", "global", "s.other", "table[2]", "local[1]"];
const LEAVE: &[&str] = &["return x + y;"];

pub(super) const HEAD: &str = "extern unsigned char __VERIFIER_nondet_uchar(void);
extern int printf(const char *, ...);
#ifdef ORACLE
static char hit[4000];
#define H hit[__LINE__] = 1;
#else
#define H
#endif
";
const GLOBALS: &str = "struct pair { int field, other; };
static int global, state, table[8];
static struct pair s;
";
const LOCALS: &str = "    int x = 0, y = 3, z = 5, flag = 0, local[4] = {0};
    unsigned char u = 0;
    short w = 1;
";
const TAIL: &str = "#ifdef ORACLE
int main(void) {
    for (int a = 0; a < 256; a++)
        for (int b = 0; b < 256; b++) {
            int own = 0;
            global = 0; state = 0; s.field = 0; s.other = 0;
            for (int k = 0; k < 8; k++) table[k] = 0;
            program(a, b, &own);
        }
    for (int k = 0; k < 4000; k++)
        if (hit[k]) printf(\"%d\\n\", k);
    return 0;
}
#else
int main(void) {
    int own = 0;
    int a = __VERIFIER_nondet_uchar();
    int b = __VERIFIER_nondet_uchar();
    program(a, b, &own);
    return 0;
}
#endif
";

/// Does the program of a seed use input as an index? One in five does. What is written there is beyond the search, so that such
/// programs show whether it knows that, not how much it finds.
pub(super) fn is_wild(seed: u64) -> bool {
    seed.is_multiple_of(5)
}

/// The program of a seed.
pub(super) fn program(seed: u64) -> String {
    let rng = Rng::new(seed);
    let (text, counters, is_wild) = (format!("{HEAD}{GLOBALS}"), Vec::new(), is_wild(seed));
    let mut writer = Writer { rng, text, budget: 0, n_loops: 0, counters, is_wild };
    writer.machine();
    writer.recursion();
    writer.function("helper", 6, &["step(u ^ a);"]);
    let calls = &["step(b);", "w = descend(b & 3, x) & 255;", "y = helper(x & 255, z & 255, &flag);"];
    writer.function("program", 18, calls);
    writer.text + TAIL
}

impl Writer {
    /// A machine with static state.
    fn machine(&mut self) {
        self.text += "static void step(int c) {\n    H switch (state) {\n";
        for (from, to) in [(0, 1), (1, 2), (2, 3)] {
            let (relation, bound, else_to) =
                (self.rng.pick(&["==", "<", ">", "!="]), self.rng.below(200), self.rng.below(3));
            let _ = writeln!(self.text, "    case {from}:");
            self.line(2, &format!("state = c {relation} {bound} ? {to} : {else_to};"));
            let _ = writeln!(self.text, "        break;");
        }
        self.text += "    default:\n        H state = 1;\n    }\n}\n";
    }

    /// A function that calls itself.
    fn recursion(&mut self) {
        let (bound, factor) = (self.rng.below(40), self.rng.below(5) + 1);
        self.text += "static int descend(int n, int v) {\n";
        self.line(1, &format!("if (v == {bound}) {{"));
        self.line(2, "global = n;");
        self.text += "    }\n    if (n <= 0) {\n";
        self.line(2, "return v;");
        self.text += "    }\n";
        self.line(1, &format!("return descend(n - 1, (v + {factor}) & 255) + n;"));
        self.text += "}\n";
    }

    fn function(&mut self, name: &str, budget: u32, calls: &'static [&'static str]) {
        self.budget = budget;
        let _ = write!(self.text, "static int {name}(int a, int b, int *p) {{\n{LOCALS}");
        // The front end drops what nothing calls.
        for call in calls {
            self.line(1, call);
        }
        let at = At { depth: 1, nesting: 3, calls, jumps: LEAVE };
        while self.budget > 0 {
            self.statement(at);
        }
        self.text += "    if (x + y + z + flag + u + w + *p + local[1] == 12345) printf(\"%d\", s.other);\n";
        self.text += "    return x + y;\n}\n";
    }

    fn line(&mut self, depth: usize, text: &str) {
        let _ = writeln!(self.text, "{}H {text}", "    ".repeat(depth));
    }

    fn unmarked(&mut self, depth: usize, text: &str) {
        let _ = writeln!(self.text, "{}{text}", "    ".repeat(depth));
    }

    fn block(&mut self, at: At) {
        for _ in 0..=self.rng.below(2) {
            self.statement(at);
        }
    }

    fn statement(&mut self, at: At) {
        self.budget = self.budget.saturating_sub(1);
        match if at.nesting == 0 { self.rng.below(5) } else { self.rng.below(15) } {
            0..=2 => self.assignment(at.depth),
            3 => {
                let call = self.rng.pick(at.calls);
                self.line(at.depth, call);
            }
            4 => {
                let place = self.rng.pick(PLACES);
                self.line(at.depth, &format!("p = &{place};"));
            }
            5..=8 => self.choice(at),
            9 => self.leave(at),
            10 => self.switch(at),
            _ => self.repetition(at),
        }
    }

    fn choice(&mut self, at: At) {
        let condition = self.condition();
        self.line(at.depth, &format!("if ({condition}) {{"));
        self.block(at.deeper());
        if self.rng.below(2) == 0 {
            self.unmarked(at.depth, "} else {");
            self.block(at.deeper());
        }
        self.unmarked(at.depth, "}");
    }

    /// Under a condition only: the front end drops what follows a jump.
    fn leave(&mut self, at: At) {
        let (condition, jump) = (self.condition(), self.rng.pick(at.jumps));
        self.line(at.depth, &format!("if ({condition}) {{"));
        self.line(at.depth + 1, jump);
        self.unmarked(at.depth, "}");
    }

    fn switch(&mut self, at: At) {
        let value = self.value();
        self.line(at.depth, &format!("switch (({value}) & 7) {{"));
        for k in 0..2 + self.rng.below(3) {
            self.unmarked(at.depth, &format!("case {}:", 2 * k));
            self.block(At { jumps: LEAVE, ..at.deeper() });
            if self.rng.below(3) > 0 {
                self.unmarked(at.depth + 1, "break;");
            }
        }
        if self.rng.below(2) == 0 {
            self.unmarked(at.depth, "default:");
            self.block(At { jumps: LEAVE, ..at.deeper() });
        }
        self.unmarked(at.depth, "}");
    }

    fn repetition(&mut self, at: At) {
        self.n_loops += 1;
        let (i, rounds) = (format!("i{}", self.n_loops), self.rng.below(3) + 1);
        let head = match self.rng.below(3) {
            0 => format!("for (int {i} = 0; {i} < {rounds}; {i}++) {{"),
            1 => format!("for (int {i} = 0; {i} < (({}) & 3); {i}++) {{", self.rng.pick(&["a", "b", "a + b", "a ^ 5"])),
            _ => format!("for (int {i} = 0; {i} < {} && {}; {i}++) {{", rounds + 2, self.comparison()),
        };
        self.line(at.depth, &head);
        self.counters.push(i);
        self.block(at.in_loop());
        self.counters.pop();
        self.unmarked(at.depth, "}");
    }

    fn assignment(&mut self, depth: usize) {
        let to = match self.rng.below(4) {
            0 => self.element(),
            _ => self.rng.pick(VARIABLES).to_string(),
        };
        let value = match self.rng.below(3) {
            0 => self.rng.below(8).to_string(),
            _ => format!("({}) & 255", self.expression()),
        };
        self.line(depth, &format!("{to} = {value};"));
    }

    /// An element of an array, at an index that depends on something.
    fn element(&mut self) -> String {
        let (array, mask) = if self.rng.below(2) == 0 { ("table", 7) } else { ("local", 3) };
        let index = match self.counters.last() {
            Some(counter) if !self.is_wild || self.rng.below(2) == 0 => counter.clone(),
            _ if self.is_wild => self.rng.pick(&["a", "b", "x", "u", "global"]).to_string(),
            _ => self.rng.below(8).to_string(),
        };
        format!("{array}[{index} & {mask}]")
    }

    fn value(&mut self) -> String {
        match self.rng.below(6) {
            0 | 1 => self.rng.pick(&["a", "b"]).to_string(),
            2 => self.element(),
            _ => self.rng.pick(VARIABLES).to_string(),
        }
    }

    /// Two constants would be folded by the front end, and what hangs on them dropped.
    fn expression(&mut self) -> String {
        let left = self.value();
        let right = if self.rng.below(4) == 0 { self.rng.below(100).to_string() } else { self.value() };
        format!("{left} {} {right}", self.rng.pick(&["+", "-", "^", "&", "*", "|"]))
    }

    fn comparison(&mut self) -> String {
        let left = match self.rng.below(3) {
            0 => format!("(({}) & 255)", self.expression()),
            _ => self.value(),
        };
        format!("{left} {} {}", self.rng.pick(&["==", "!=", "<", ">"]), self.rng.below(12))
    }

    fn condition(&mut self) -> String {
        let one = self.comparison();
        match self.rng.below(5) {
            0 => format!("{one} && a {} {}", self.rng.pick(&["<", ">"]), self.rng.below(256)),
            1 => format!("{one} || {}", self.comparison()),
            _ => one,
        }
    }
}
