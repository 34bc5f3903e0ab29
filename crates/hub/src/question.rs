//! Names of questions and paths: the same for everybody who asks the same and goes the same way, in whatever arena and order its terms were made.
//!
//! A question is named by a hash of the conditions along its prefix and of the flipped one. Terms are hashed by what they are, operands of
//! commutative operators in any order, since an arena orders them by age. Two names for one question cost a question; one name for
//! two would be a lie, so names have 128 bits of a cryptographic hash.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use symcrete_corpus::{hex, unhex};
use symcrete_expr::{Arena, ExprId};

/// The name of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct QuestionId([u8; SIZE]);

const SIZE: usize = 16;

/// A path by its hash, the same for everybody who comes to take it.
pub type PathName = [u8; SIZE];

impl QuestionId {
    /// The name with these bytes.
    pub fn new(bytes: [u8; SIZE]) -> QuestionId {
        QuestionId(bytes)
    }
}

impl std::fmt::Display for QuestionId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&hex(&self.0))
    }
}

impl Serialize for QuestionId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&hex(&self.0))
    }
}

impl<'de> Deserialize<'de> for QuestionId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<QuestionId, D::Error> {
        let text = String::deserialize(deserializer)?;
        let bytes = unhex(&text).and_then(|bytes| bytes.try_into().ok());
        bytes.map(QuestionId).ok_or_else(|| serde::de::Error::custom("not the name of a question"))
    }
}

/// The hashes of an arena's terms, as far as somebody asked.
#[derive(Debug, Default)]
pub struct Names {
    of: Vec<[u8; SIZE]>,
}

impl Names {
    /// The name of a question about terms of one arena, always the same one. `splits`: on a tree in which no ways are merged. Who has taken a question
    /// goes on from there in that tree only.
    pub fn question(&mut self, arena: &Arena, prefix: &[ExprId], flipped: ExprId, splits: bool) -> QuestionId {
        self.learn(arena);
        let mut hasher = blake3::Hasher::new();
        hasher.update(&[u8::from(splits)]);
        for term in prefix {
            hasher.update(&self.of[term.index()]);
        }
        hasher.update(b"flipped");
        hasher.update(&self.of[flipped.index()]);
        QuestionId(cut(hasher))
    }

    /// A number for a term that is the same in every arena.
    pub fn term(&mut self, arena: &Arena, term: ExprId) -> u64 {
        self.learn(arena);
        self.of[term.index()].first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes))
    }

    /// Hashes the terms that are new; operands come before their users.
    fn learn(&mut self, arena: &Arena) {
        while let Some(term) = arena.id_at(self.of.len()) {
            let name = self.name(arena, term);
            self.of.push(name);
        }
    }

    fn name(&self, arena: &Arena, term: ExprId) -> [u8; SIZE] {
        let mut hasher = blake3::Hasher::new();
        let op = arena.op(term);
        let bit = if let symcrete_expr::Op::Extract(bit) = op { bit } else { 0 };
        hasher.update(&[op.code() as u8, arena.width(term) as u8, bit]);
        if let Some(value) = arena.as_const(term) {
            hasher.update(&value.to_le_bytes());
        } else if let Some(at) = arena.as_input(term) {
            hasher.update(&at.stream.to_le_bytes()).update(&at.offset.to_le_bytes());
        } else {
            let mut operands: Vec<[u8; SIZE]> = arena.args(term).iter().map(|arg| self.of[arg.index()]).collect();
            if op.is_commutative() {
                operands.sort_unstable();
            }
            for operand in &operands {
                hasher.update(operand);
            }
        }
        cut(hasher)
    }
}

fn cut(hasher: blake3::Hasher) -> [u8; SIZE] {
    let mut bytes = [0; SIZE];
    bytes.copy_from_slice(&hasher.finalize().as_bytes()[..SIZE]);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use symcrete_expr::parse;

    fn name(texts: &[&str], prefix: &[&str], flipped: &str) -> QuestionId {
        let mut arena = Arena::new();
        for text in texts {
            parse(&mut arena, text).expect("a term");
        }
        let prefix: Vec<ExprId> = prefix.iter().map(|text| parse(&mut arena, text).expect("a term")).collect();
        let flipped = parse(&mut arena, flipped).expect("a term");
        Names::default().question(&arena, &prefix, flipped, false)
    }

    #[test]
    fn a_question_has_one_name_whatever_was_there_before() {
        let (sum, other) = ("(eq (add:8 in[0:0] in[0:1]) 3:8)", "(ult in[0:1] in[0:0])");
        let own = name(&[], &[sum], other);
        assert_eq!(own, name(&["in[0:1]", "in[0:7]", "in[0:0]"], &[sum], other));
        assert_eq!(own, name(&[other, "(eq (add:8 in[0:1] in[0:0]) 3:8)"], &[sum], other));
        let others = [
            name(&[], &[other], sum),
            name(&[], &[sum, sum], other),
            name(&[], &[], other),
            name(&[], &[sum], "(ult in[0:0] in[0:1])"),
            name(&[], &["(eq (add:8 in[0:0] in[0:1]) 4:8)"], other),
            name(&[], &["(eq (add:8 in[1:0] in[0:1]) 3:8)"], other),
        ];
        assert!(others.iter().all(|&name| name != own));
    }

    #[test]
    fn names_are_text_outside() {
        let name = QuestionId::new([0xab; 16]);
        let text = serde_json::to_string(&name).expect("text");
        assert_eq!(text, format!("\"{}\"", "ab".repeat(16)));
        assert_eq!(serde_json::from_str::<QuestionId>(&text).ok(), Some(name));
        for wrong in ["\"\"", "\"ab\"", "7", "\"zz\""] {
            assert!(serde_json::from_str::<QuestionId>(wrong).is_err(), "{wrong}");
        }
    }
}
