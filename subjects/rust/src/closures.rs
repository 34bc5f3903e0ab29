// test: closures::pick --elements 3
// exit: 1
// says: three of a kind
// findings: 1

pub fn pick(list: &[u8]) -> usize {
    let even = |one: &&u8| *one % 2 == 0;
    let found = list
        .iter()
        .filter(even)
        .map(|one| one / 2)
        .skip_while(|one| *one < 10)
        .take(3)
        .filter(|one| *one == 33)
        .count();
    if found == 3 {
        panic!("three of a kind");
    }
    found
}
