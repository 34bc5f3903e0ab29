// test: wide::scale
// exit: 1
// says: attempt to multiply with overflow
// findings: 1

pub fn scale(n: u128) -> i32 {
    let m = (n >> 100) as u32 as i32;
    m.checked_abs().map_or(i32::MAX, |m| m * 7)
}
