//! Typed indices. Every table of the model is indexed by a type of its own, so a block number can't be mistaken for
//! a value number.
//!
//! Invariant: an id is a dense index, counted from 0, into exactly one table of its owner (a module, a function or a
//! linked program). It carries no pointer to that owner.

/// Declares newtypes over `u32` that index one table each.
macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident $prefix:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u32);

        impl $name {
            /// The id of the `index`-th entry. Tables never hold more than `u32::MAX` entries; larger indices saturate.
            pub fn new(index: usize) -> Self {
                Self(u32::try_from(index).unwrap_or(u32::MAX))
            }

            /// The position in the table this id belongs to.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }
    )*};
}

pub(crate) use ids;

ids! {
    /// A function of one module, declared or defined: index into `Module::functions`.
    FunctionId "fn";
    /// A basic block of one function: index into `Function::blocks`. Block 0 is the entry.
    BlockId "bb";
    /// An instruction of one function: index into `Function::instructions`.
    InstId "inst";
    /// An SSA value of one function: a parameter or an instruction's result, numbered densely over both.
    ValueId "%";
    /// A source conditional of one module: index into `Module::sites`.
    SiteId "site";
    /// A source location of one module: index into `Module::locs`.
    LocId "loc";
    /// A source file of one module: index into `Module::files`.
    FileId "file";
    /// A global variable of one module: index into `Module::globals`.
    GlobalId "global";
}

/// A CFG edge of one function. The position, not the target, names it: two cases of a switch may share a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Edge {
    /// The block it leaves.
    pub block: BlockId,
    /// Position in that block's successors.
    pub successor: u32,
}
