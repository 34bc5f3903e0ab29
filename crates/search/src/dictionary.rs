//! Words that a program may look for in its input: its own texts and numbers, and those that the user names.
//!
//! Blind changes do not hit upon `Content-Length`, nor upon `0xcafebabe`; both stand in the program. Where comparisons with them are
//! followed, solving finds them in any case; where input is lost on its way to them, nothing else does.
//!
//! Invariant: the same program and words give the same dictionary, in the same order.

use rustc_hash::FxHashSet;
use std::collections::BTreeSet;
use std::fmt;
use symcrete_model::{Detail, Instruction, Module, ModuleId, Opcode, Operand, Program};

/// Most words of a program: more would only hide each other.
const MOST_WORDS: usize = 1024;
/// A text of at least and at most so many bytes is a word: a single letter needs no dictionary, and what is longer is told to people.
const LENGTHS: std::ops::RangeInclusive<usize> = 2..=32;
/// Cases of a `switch` are taken for numbers of four bytes, which nearly all are.
const MOST_CASE: u128 = u32::MAX as u128;

/// Words to put into inputs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dictionary {
    words: Vec<Vec<u8>>,
}

impl Dictionary {
    /// These words, and those of the program: constant texts, and numbers that something is compared with.
    pub fn new(named: &[Vec<u8>], program: &Program) -> Dictionary {
        let mut seen = FxHashSet::default();
        let own = first_counted(program).flat_map(|module| texts(module).chain(numbers(module)));
        let fresh = named.iter().cloned().chain(own.take(MOST_WORDS)).filter(|word| seen.insert(word.clone()));
        Dictionary { words: fresh.collect() }
    }

    /// The words.
    pub fn words(&self) -> &[Vec<u8>] {
        &self.words
    }
}

/// A line of a dictionary's file that is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadLine {
    /// Its number, from 1.
    pub number: usize,
}

impl fmt::Display for BadLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "line {} is no word of a dictionary: write NAME=\"WORD\" or \"WORD\", other bytes as \\xNN",
            self.number
        )
    }
}

/// The words of a dictionary as AFL and libFuzzer read it: `name="word"` or `"word"` in each line, with `\\`, `\"` and `\xNN`; `#` begins
/// a comment. A level behind a name (`name@3="word"`) says nothing here.
pub fn read_words(text: &[u8]) -> Result<Vec<Vec<u8>>, BadLine> {
    let lines = text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii).enumerate();
    let filled = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with(b"#"));
    filled.map(|(at, line)| word(line).ok_or(BadLine { number: at + 1 })).collect()
}

/// The word of a line: what is between its first and its last quotation mark.
fn word(line: &[u8]) -> Option<Vec<u8>> {
    let begin = line.iter().position(|&byte| byte == b'"')?;
    let mut rest = line.get(begin + 1..line.len() - 1).filter(|_| line.ends_with(b"\""))?;
    let mut word = Vec::new();
    while let Some((&byte, behind)) = rest.split_first() {
        rest = behind;
        word.push(match byte {
            b'\\' => escaped(&mut rest)?,
            b'"' => return None,
            byte => byte,
        });
    }
    (!word.is_empty()).then_some(word)
}

/// The byte that an escape stands for.
fn escaped(rest: &mut &[u8]) -> Option<u8> {
    let (&kind, behind) = rest.split_first()?;
    *rest = behind;
    match kind {
        b'\\' | b'"' => Some(kind),
        b'n' => Some(b'\n'),
        b'r' => Some(b'\r'),
        b't' => Some(b'\t'),
        b'x' => {
            let (digits, behind) = rest.split_at_checked(2)?;
            *rest = behind;
            let is_number = digits.iter().all(u8::is_ascii_hexdigit);
            is_number.then(|| u8::from_str_radix(str::from_utf8(digits).ok()?, 16).ok())?
        }
        _ => None,
    }
}

/// All modules, those with branches that count before libraries: there are so many words in these that no room would be left for the program's own.
fn first_counted(program: &Program) -> impl Iterator<Item = &Module> {
    let module = |branch| program.site(program.condition_of(branch).0).0;
    let counted: BTreeSet<ModuleId> = program.counted().map(module).collect();
    let all = || program.modules().iter().enumerate().map(|(at, module)| (ModuleId::new(at), module));
    let (own, others) = (all().filter(|(id, _)| counted.contains(id)).collect::<Vec<_>>(), all());
    let others = others.filter(move |(id, _)| !counted.contains(id));
    own.into_iter().chain(others).map(|(_, module)| module)
}

/// Texts that the program never writes, without the zero behind those of C; those of Rust have none.
fn texts(module: &Module) -> impl Iterator<Item = Vec<u8>> {
    let constant = module.globals.iter().filter(|global| global.is_constant);
    constant.filter_map(|global| {
        let content = global.initializer.as_deref()?;
        let text = content.strip_suffix(b"\0").unwrap_or(content);
        let is_text = |byte: &u8| byte.is_ascii_graphic() || byte.is_ascii_whitespace();
        (LENGTHS.contains(&text.len()) && text.iter().all(is_text)).then(|| text.to_vec())
    })
}

/// Numbers of more than a byte that something is compared with, lowest byte first and last.
fn numbers(module: &Module) -> impl Iterator<Item = Vec<u8>> {
    let instructions = module.functions.iter().flat_map(|function| &function.instructions);
    instructions.flat_map(compared).flat_map(|(width, value)| {
        let low = &value.to_le_bytes()[..width as usize / 8];
        [low.to_vec(), low.iter().rev().copied().collect()]
    })
}

/// Width and value of what an instruction compares something with.
fn compared(instruction: &Instruction) -> Vec<(u32, u128)> {
    let of = |operand: &Operand| match operand {
        &Operand::Int { width, value } => Some((width, value)),
        _ => None,
    };
    let is_worth_it = |&(width, value): &(u32, u128)| matches!(width, 16 | 32 | 64) && value > 0xff;
    let constants: Vec<(u32, u128)> = match (&instruction.opcode, &instruction.detail) {
        (Opcode::ICmp, _) => instruction.operands.iter().filter_map(of).collect(),
        (_, Detail::Switch(cases)) => cases.iter().filter(|&&case| case <= MOST_CASE).map(|&case| (32, case)).collect(),
        _ => Vec::new(),
    };
    constants.into_iter().filter(is_worth_it).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use symcrete_model::{Global, Linkage};

    #[test]
    fn a_dictionary_of_afl_is_read() {
        let text = b"# comment\n\n  kw1=\"GET \"\nkw2@4=\"a\\x00\\\\\\\"b\\n\"\r\n\"bare=\"\n";
        let words: [&[u8]; 3] = [b"GET ", b"a\0\\\"b\n", b"bare="];
        assert_eq!(read_words(text).as_deref(), Ok(&words.map(<[u8]>::to_vec)[..]));
        assert_eq!(read_words(b""), Ok(Vec::new()));
    }

    #[test]
    fn texts_of_rust_are_words_as_those_of_c_are() {
        let text = |bytes: &[u8]| Global {
            name: "text".into(),
            linkage: Linkage::Internal,
            is_defined: true,
            is_constant: true,
            address_taken: true,
            size: bytes.len() as u64,
            initializer: Some(bytes.to_vec()),
        };
        let globals = [&b"Host\0"[..], b"Content", b"x\0", b"\x01\x02\x03"].map(text).to_vec();
        let program = Program::link(vec![Module { globals, ..Module::default() }]);
        assert_eq!(Dictionary::new(&[], &program).words(), [b"Host".to_vec(), b"Content".to_vec()]);
    }

    #[test]
    fn a_line_that_is_no_word_is_named() {
        for line in
            ["word", "\"", "\"\"", "a=\"b", "\"a\\x0\"", "\"a\\x+1\"", "\"a\\q\"", "\"a\\\"", "\"a\"b\"", "\"a\" # b"]
        {
            assert_eq!(read_words(format!("\"x\"\n{line}\n").as_bytes()), Err(BadLine { number: 2 }), "{line}");
        }
    }
}
