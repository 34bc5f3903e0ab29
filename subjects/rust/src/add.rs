// test: add::total --elements 3
// exit: 1
// says: finding: panic at
// says: src/add.rs:12
// says: attempt to add with overflow
// findings: 1
// branches: 2 of 2

pub fn total(xs: &[u8]) -> u8 {
    let mut sum = 0u8;
    for x in xs {
        sum += x;
    }
    sum
}
