// test: wide::product
// exit: 1
// says: round
// says: every feasible path was explored
// branches: 2 of 2
// findings: 1

pub fn product(a: u64, b: u32) -> u128 {
    let product = u128::from(a) * u128::from(b);
    if product == 1 << 70 {
        panic!("round");
    }
    product
}
