// test: narrow::size
// exit: 1
// says: attempt to negate with overflow
// says: every feasible path was explored
// findings: 1
// in release: exit: 0
// in release: findings: 0
// in release: says: every feasible path was explored

// `as` drops bits without a word; `abs` of the least number is an overflow, where that is checked.
pub fn size(n: i16) -> i8 {
    let low = n as i8;
    if n == -1 { low } else { low.abs() }
}
