//! Writes branchy programs of a chosen size, as the subjects of CarFast were: nested ifs, loops and calls over integers, in C or in Java.
//!
//! Functions call only functions written before them, and each knows the most steps that it can take, loops and calls
//! included; a loop or a call that would make a function slow is left out. So every program ends fast on every input.
//! Signed overflow is undefined in C, so sums and products wrap by macros; in Java they wrap by themselves. The same options and seed write the same text.

use std::fmt::Write;
use symcrete_search::Rng;

/// What is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Lines, roughly. Range: 30 up.
    pub lines: usize,
    /// Deepest nesting of statements in a function. Range: 1 up.
    pub depth: usize,
    /// Seed of every random choice.
    pub seed: u64,
    /// In which language. The same choices are made in both.
    pub language: Language,
}

/// What programs are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// A program that asks for its values as CREST's do.
    C,
    /// The class `generated.Program`, whose method `run` takes them.
    Java,
}

/// Lines of one function, roughly.
const FUNCTION_LINES: usize = 40;
/// Most steps of one function with all that it calls; thousands of functions then still end within milliseconds.
const MAX_STEPS: u64 = 20_000;
/// Inputs of the program, and parameters of each function.
const N_INPUTS: usize = 8;
const N_PARAMETERS: usize = 4;
const NAMES: [&str; N_PARAMETERS] = ["a", "b", "c", "d"];

const HEAD: &str = "#include <crest.h>\n\n\
    #define ADD(x, y) (int)((unsigned)(x) + (unsigned)(y))\n\
    #define SUB(x, y) (int)((unsigned)(x) - (unsigned)(y))\n\
    #define MUL(x, y) (int)((unsigned)(x) * (unsigned)(y))\n";

const JAVA_HEAD: &str = "package generated;\n\npublic final class Program {\n    private Program() {}\n";

/// The program's text.
pub fn program(shape: Shape) -> String {
    let Shape { depth, language, .. } = shape;
    let text: String = if language == Language::C { HEAD } else { JAVA_HEAD }.into();
    let n_lines = text.lines().count() + 1;
    let mut writer = Writer { rng: Rng::new(shape.seed), text, n_lines, depth, language, functions: Vec::new() };
    let last = shape.lines.saturating_sub(N_INPUTS + 6);
    while writer.n_lines < last || writer.functions.is_empty() {
        let left = last.saturating_sub(writer.n_lines).max(8);
        writer.function(left.min(FUNCTION_LINES));
    }
    match language {
        Language::C => writer.main(),
        Language::Java => writer.entry(),
    }
    writer.text
}

/// A function that was written.
struct Function {
    /// Most steps of a call.
    steps: u64,
    is_called: bool,
}

struct Writer {
    rng: Rng,
    text: String,
    n_lines: usize,
    depth: usize,
    language: Language,
    functions: Vec<Function>,
}

/// Where a statement stands.
#[derive(Clone, Copy)]
struct Place {
    /// Levels of nesting around it, the function's body included.
    level: usize,
    /// Loops around it.
    n_loops: usize,
    /// How often it may run in one call of its function.
    times: u64,
}

impl Writer {
    fn line(&mut self, level: usize, text: &str) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.text, "{}{text}", "    ".repeat(level));
        self.n_lines += 1;
    }

    fn function(&mut self, n_lines: usize) {
        let number = self.functions.len();
        self.line(0, "");
        let parameters = NAMES.map(|name| format!("int {name}")).join(", ");
        self.line(0, &format!("static int f{number}({parameters}) {{"));
        let end = self.n_lines + n_lines.saturating_sub(3);
        let mut steps = 0;
        while self.n_lines < end {
            self.statement(Place { level: 1, n_loops: 0, times: 1 }, &mut steps);
        }
        let result = self.variable();
        self.line(1, &format!("return {result};"));
        self.line(0, "}");
        self.functions.push(Function { steps: steps + 2, is_called: false });
    }

    /// One statement; `steps` is what the function may take so far.
    fn statement(&mut self, place: Place, steps: &mut u64) {
        *steps += place.times;
        let may_nest = place.level <= self.depth;
        match self.rng.below(10) {
            0..=4 if may_nest => self.choice(place, steps),
            5 if may_nest && place.times * 4 <= MAX_STEPS / 8 => self.repetition(place, steps),
            6 => self.call(place, steps),
            _ => self.assignment(place.level),
        }
    }

    fn choice(&mut self, place: Place, steps: &mut u64) {
        let condition = self.condition();
        self.line(place.level, &format!("if ({condition}) {{"));
        self.block(Place { level: place.level + 1, ..place }, steps);
        if self.rng.below(3) > 0 {
            self.line(place.level, "} else {");
            self.block(Place { level: place.level + 1, ..place }, steps);
        }
        self.line(place.level, "}");
    }

    fn repetition(&mut self, place: Place, steps: &mut u64) {
        let (rounds, condition, counter) = (2 + self.rng.below(3), self.condition(), format!("i{}", place.n_loops));
        let head = format!("for (int {counter} = 0; {counter} < {rounds} && {condition}; {counter}++) {{");
        self.line(place.level, &head);
        let times = place.times * rounds;
        *steps += times;
        self.block(Place { level: place.level + 1, n_loops: place.n_loops + 1, times }, steps);
        self.line(place.level, "}");
    }

    fn block(&mut self, place: Place, steps: &mut u64) {
        for _ in 0..=self.rng.below(2) {
            self.statement(place, steps);
        }
    }

    /// A call of an earlier function that still fits; else an assignment.
    fn call(&mut self, place: Place, steps: &mut u64) {
        let chosen = self.rng.index(self.functions.len().max(1));
        let cost = self.functions.get(chosen).map_or(u64::MAX, |function| function.steps.saturating_mul(place.times));
        if cost.saturating_add(*steps) > MAX_STEPS {
            return self.assignment(place.level);
        }
        *steps += cost;
        self.functions[chosen].is_called = true;
        let target = self.variable();
        let arguments = NAMES.map(|_| self.value()).join(", ");
        self.line(place.level, &format!("{target} = f{chosen}({arguments});"));
    }

    fn assignment(&mut self, level: usize) {
        let (target, left, right) = (self.variable(), self.variable(), self.value());
        let chosen = self.rng.index(4);
        let text = match self.language {
            Language::C => format!("{target} = {}({left}, {right});", ["ADD", "SUB", "ADD", "MUL"][chosen]),
            Language::Java => format!("{target} = {left} {} {right};", ["+", "-", "+", "*"][chosen]),
        };
        self.line(level, &text);
    }

    fn condition(&mut self) -> String {
        let (left, right) = (self.variable(), self.value());
        // A comparison with itself would decide nothing.
        let right = if right == left { "0".to_string() } else { right };
        let operator = ["<", "<=", ">", ">=", "==", "!="][self.rng.index(6)];
        format!("{left} {operator} {right}")
    }

    fn variable(&mut self) -> &'static str {
        NAMES[self.rng.index(N_PARAMETERS)]
    }

    /// A variable or a number, mostly a small one.
    fn value(&mut self) -> String {
        match self.rng.below(4) {
            0 => self.variable().to_string(),
            1 => (self.rng.below(200_000) as i64 - 100_000).to_string(),
            _ => (self.rng.below(200) as i64 - 100).to_string(),
        }
    }

    /// Asks for the inputs and calls every function that no other one calls.
    fn main(&mut self) {
        self.line(0, "");
        self.line(0, "int main(void) {");
        self.line(1, &format!("int x[{N_INPUTS}], result = 0;"));
        self.line(1, &format!("for (int i = 0; i < {N_INPUTS}; i++)"));
        self.line(2, "CREST_int(x[i]);");
        self.calls(|input| format!("x[{input}]"));
        self.line(0, "}");
    }

    /// The same with the inputs as parameters.
    fn entry(&mut self) {
        let parameters: Vec<String> = (0..N_INPUTS).map(|input| format!("int x{input}")).collect();
        self.line(0, "");
        self.line(0, &format!("public static int run({}) {{", parameters.join(", ")));
        self.line(1, "int result = 0;");
        self.calls(|input| format!("x{input}"));
        self.line(0, "}");
        self.line(0, "}");
    }

    /// Calls every function that no other one calls.
    fn calls(&mut self, input: impl Fn(usize) -> String) {
        for number in (0..self.functions.len()).rev() {
            if !self.functions[number].is_called {
                let arguments = NAMES.map(|_| input(self.rng.index(N_INPUTS))).join(", ");
                self.line(1, &format!("result ^= f{number}({arguments});"));
            }
        }
        self.line(1, "return result & 1;");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_have_the_size_asked_for_and_repeat() {
        for (lines, depth, seed) in [(30, 1, 1), (300, 3, 1), (3000, 6, 2), (30_000, 4, 3)] {
            for language in [Language::C, Language::Java] {
                let shape = Shape { lines, depth, seed, language };
                let text = program(shape);
                assert_eq!(text, program(shape));
                let n_lines = text.lines().count();
                assert!(n_lines * 10 >= lines * 9 && n_lines * 4 <= lines * 5, "{n_lines} lines for {lines}");
                let deepest = text.lines().map(|line| (line.len() - line.trim_start().len()) / 4).max();
                assert!(deepest <= Some(depth + 2), "{deepest:?}");
            }
        }
        let of = |seed| program(Shape { lines: 300, depth: 3, seed, language: Language::Java });
        assert_ne!(of(1), of(2));
    }
}
