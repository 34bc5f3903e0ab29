//! A model: new values for some input bytes, to be laid over the parent's input.
//! Bytes that are not in it keep the parent's value, so a model of a slice is a model of the whole prefix.
//! Invariant: bytes are ascending and each is there once. Does not know which question it answers.

use symcrete_expr::InputByte;

/// New values for some input bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Model {
    bytes: Vec<(InputByte, u8)>,
}

impl Model {
    /// The bytes with their values, ascending.
    pub fn bytes(&self) -> &[(InputByte, u8)] {
        &self.bytes
    }

    /// The value of a byte, if the model has one.
    pub fn get(&self, at: InputByte) -> Option<u8> {
        let place = self.bytes.binary_search_by_key(&at, |&(byte, _)| byte).ok()?;
        Some(self.bytes[place].1)
    }

    /// The value of a byte: the model's, else the parent's.
    pub fn over(&self, parent: &dyn Fn(InputByte) -> u8, at: InputByte) -> u8 {
        self.get(at).unwrap_or_else(|| parent(at))
    }
}

impl FromIterator<(InputByte, u8)> for Model {
    /// Of a byte that comes twice, the last value counts.
    fn from_iter<I: IntoIterator<Item = (InputByte, u8)>>(bytes: I) -> Model {
        let mut bytes: Vec<(InputByte, u8)> = bytes.into_iter().collect();
        bytes.reverse();
        bytes.sort_by_key(|&(at, _)| at);
        bytes.dedup_by_key(|&mut (at, _)| at);
        Model { bytes }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_value_counts_and_others_are_the_parents() {
        let at = |offset| InputByte { stream: 0, offset };
        let model: Model = [(at(5), 1), (at(2), 7), (at(5), 3)].into_iter().collect();
        assert_eq!(model.bytes(), [(at(2), 7), (at(5), 3)]);
        assert_eq!(model.over(&|_| 9, at(5)), 3);
        assert_eq!(model.over(&|_| 9, at(4)), 9);
    }
}
