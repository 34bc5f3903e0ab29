// test: add::total --elements 3
// exit: 1
// says: finding: panic at
// says: src/add.rs:16
// says: attempt to add with overflow
// findings: 1
// branches: 2 of 2
// in release: exit: 0
// in release: says: every feasible path
// in release: findings: 0
// in release: branches: 0 of 0

pub fn total(xs: &[u8]) -> u8 {
    let mut sum = 0u8;
    for x in xs {
        sum += x;
    }
    sum
}
