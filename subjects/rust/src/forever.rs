// test: forever::count --run-time 500ms --time 20s
// exit: 1
// says: time limit
// findings: 1

pub fn count(n: u32) -> u32 {
    let mut k = 0u32;
    while k != n && n != 5 || n == 1000 {
        k = if k == 20 { return 20 } else { k + u32::from(n != 1000) };
    }
    k
}
