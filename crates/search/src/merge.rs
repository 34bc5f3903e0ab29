//! What is done about sites whose ways the instrumenter merged.
//!
//! Control does not split at such a *soft* site, so it need not be part of a path: values after it hold for both of its ways, as choices
//! between what both computed. A path then stands for all combinations of its soft turns. Splitting at them all the same takes the
//! choices as the run made them, and gives the paths of a program in which nothing was merged.

/// What soft sites are to the search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Merge {
    /// No part of the path. A question first keeps the ways that its parent took, and lets go of those that it contradicts.
    #[default]
    Auto,
    /// No part of the path, and no question keeps any way of them.
    Always,
    /// Branches like any other.
    Never,
}

impl Merge {
    /// All of them, by name.
    pub const ALL: [(&'static str, Merge); 3] =
        [("auto", Merge::Auto), ("always", Merge::Always), ("never", Merge::Never)];

    /// Are soft sites branches like any other?
    pub fn splits(self) -> bool {
        self == Merge::Never
    }
}
