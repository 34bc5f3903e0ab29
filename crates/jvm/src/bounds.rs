//! Bounds of arguments, defined once: the build writes them for Java too (`Layout.java`), and claims name them.

/// Elements of a string, array or collection: a power of two less one, so that a few bits of the input are the length.
pub(crate) const MAX_LENGTH: usize = 7;
/// Objects inside objects; deeper ones are null.
pub(crate) const MAX_DEPTH: usize = 3;
/// Classes that are tried for an interface or abstract class.
pub(crate) const MAX_CLASSES: usize = 4;
