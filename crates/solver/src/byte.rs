//! The number of an input byte among those that a path has met, by which its tables are indexed.

/// An input byte, numbered in the order of appearance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct ByteId(pub(crate) u32);

impl ByteId {
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}
