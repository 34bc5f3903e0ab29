// test: recursion::depth
// exit: 1
// says: stack overflow
// findings: 1
// in release: says: time limit

#[allow(unconditional_recursion)]
fn down(n: u64) -> u64 {
    let room = [n; 64];
    down(n + 1) + room[(n % 64) as usize]
}

pub fn depth(n: u8) -> u64 {
    if n == 200 { down(1) } else { 0 }
}
