//! A program with a small world of inputs. Its first comments say what that world is:
//!
//! ```text
//! // int: 0 1 14             values of the first, second … value that it asks for, with their type
//! // uchar: 0 255
//! // stdin: - 61 6162        standard inputs in hexadecimal, `-` for none
//! // any                     something in it can be anything: memory that was never set, an address
//! // foreign                 linked with `foreign.c`, which gcc builds; `// shared`: as a shared library
//! // covered                 tests that crash take the branches that they are named for, too
//! // construct: NAME         whatever follows, up to the next such line, was written for this
//! ```
//!
//! Every combination is tried. Statements that begin with `H` are targets.

use super::oracle::Input;

/// What memory that was never set holds, in each word: 0, 1, 5 and -1; the last bit also decides what hangs on addresses.
const FILLS: [u8; 4] = [0, 1, 5, 255];

/// A program's text.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    pub(crate) text: String,
}

impl Program {
    pub(crate) fn new(text: String) -> Program {
        Program { text }
    }

    /// The lines that are statements with a mark.
    pub(crate) fn targets(&self) -> Vec<u64> {
        self.lines().filter(|(_, line)| line.trim_start().starts_with("H ")).map(|(number, _)| number).collect()
    }

    /// Does it do what a compiler may take for impossible, and go on: catch a fault, leave an array?
    pub(crate) fn is_undefined(&self) -> bool {
        ["signal(SIG", "PAST("].iter().any(|word| self.text.contains(word))
    }

    fn lines(&self) -> impl Iterator<Item = (u64, &str)> {
        (1..).zip(self.text.lines())
    }

    pub(crate) fn line(&self, number: u64) -> &str {
        self.text.lines().nth(number.saturating_sub(1) as usize).unwrap_or_default()
    }

    /// What a line was written for.
    pub(crate) fn construct(&self, number: u64) -> &str {
        let before = self.lines().take_while(|(line, _)| *line <= number);
        before.filter_map(|(_, line)| line.trim().strip_prefix("// construct: ")).last().unwrap_or("plain")
    }

    /// The texts behind `// key: `, or an empty one behind `// key`.
    pub(crate) fn values<'a>(&'a self, key: &'a str) -> impl Iterator<Item = &'a str> {
        let comments = self.text.lines().filter_map(|line| line.strip_prefix("// "));
        comments.filter_map(move |line| line.strip_prefix(key)).filter_map(|rest| match rest.strip_prefix(": ") {
            Some(value) => Some(value.trim()),
            None => rest.is_empty().then_some(rest),
        })
    }

    pub(crate) fn has(&self, key: &str) -> bool {
        self.values(key).next().is_some()
    }

    /// Every input of the program's world.
    pub(crate) fn inputs(&self) -> Vec<Input> {
        let mut all = vec![Input::default()];
        for line in self.text.lines() {
            let number = |word: &str| word.parse::<i64>().unwrap_or_else(|why| panic!("{line}: {why}"));
            if let Some(words) = line.strip_prefix("// int: ") {
                all = each(&all, words, |input, word| input.values.extend((number(word) as i32).to_le_bytes()));
            } else if let Some(words) = line.strip_prefix("// uchar: ") {
                all = each(&all, words, |input, word| input.values.push(number(word) as u8));
            } else if let Some(words) = line.strip_prefix("// stdin: ") {
                all = each(&all, words, |input, word| input.stdin = bytes(word));
            }
        }
        if self.has("any") {
            let filled = all.iter().flat_map(|input| FILLS.map(|fill| Input { fill, ..input.clone() }));
            all = filled.collect();
        }
        all
    }
}

/// Each input with each word.
fn each(inputs: &[Input], words: &str, add: impl Fn(&mut Input, &str)) -> Vec<Input> {
    let with = |input: &Input, word: &str| {
        let mut input = input.clone();
        add(&mut input, word);
        input
    };
    inputs.iter().flat_map(|input| words.split_whitespace().map(|word| with(input, word)).collect::<Vec<_>>()).collect()
}

fn bytes(hex: &str) -> Vec<u8> {
    let hex = hex.trim_start_matches('-');
    let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).unwrap_or_default(), 16);
    hex.as_bytes().chunks(2).map(|pair| byte(pair).unwrap_or_else(|why| panic!("{hex}: {why}"))).collect()
}
