// test: orders::compare
// exit: 0
// says: every feasible path was explored
// branches: 3 of 3
// findings: 0
// in release: branches: 2 of 3

use std::cmp::Ordering;

// The compiler's own default, for a number that no `Ordering` has, is no branch.
pub fn compare(a: (u8, bool), b: (u8, bool)) -> u8 {
    match a.cmp(&b) {
        Ordering::Less => 0,
        Ordering::Equal => 1,
        Ordering::Greater => 2,
    }
}
