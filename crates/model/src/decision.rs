//! Decisions: conditions of the source that `&&`, `||` and `!` join, and how one leads to the next.
//!
//! A decision is what MC/DC is about. Its conditions are sites of their own; what makes them one is their order and where each side of a condition
//! leads: to a later condition, or to the decision's outcome. That is the short-circuit evaluation of C, drawn as a graph:
//!
//! ```text
//! a && (b || c)        0: a  true → 1      false → False
//!                      1: b  true → True   false → 2
//!                      2: c  true → True   false → False
//! ```
//!
//! Invariant: a decision has at least two conditions, each of a two-way site, no site twice; a condition leads to later ones only, and each but the first
//! is led to. Conditions that the compiler folded are left out.

use crate::SiteId;

/// Several conditions that decide together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The conditions, in the order in which they are evaluated.
    pub leaves: Vec<Leaf>,
}

/// One condition of a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leaf {
    /// Its site.
    pub site: SiteId,
    /// Where its sides lead, false first.
    pub next: [Next; 2],
}

/// Where a side of a condition leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// The decision is false.
    False,
    /// The decision is true.
    True,
    /// The condition at this place of the decision is evaluated.
    Leaf(u32),
}

impl Decision {
    /// What is wrong with it, given which sites of the module are two-way.
    pub(crate) fn fault(&self, is_two_way: impl Fn(SiteId) -> bool) -> Option<&'static str> {
        if self.leaves.len() < 2 {
            return Some("it has fewer than two conditions");
        }
        let mut is_led_to = vec![false; self.leaves.len()];
        let mut sites = Vec::with_capacity(self.leaves.len());
        for (place, leaf) in self.leaves.iter().enumerate() {
            if !is_two_way(leaf.site) {
                return Some("a condition is no two-way site");
            }
            sites.push(leaf.site);
            for next in leaf.next {
                match next {
                    Next::Leaf(to) if to as usize <= place || to as usize >= self.leaves.len() => {
                        return Some("a condition leads to none behind it");
                    }
                    Next::Leaf(to) => is_led_to[to as usize] = true,
                    Next::False | Next::True => {}
                }
            }
        }
        sites.sort_unstable();
        let n_sites = sites.len();
        sites.dedup();
        match is_led_to[1..].iter().all(|&led| led) {
            _ if sites.len() < n_sites => Some("two conditions are one site"),
            true => None,
            false => Some("nothing leads to a condition"),
        }
    }
}
