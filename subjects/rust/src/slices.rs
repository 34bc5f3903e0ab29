// test: slices::shape --elements 3
// exit: 0
// findings: 0

pub fn shape(list: &[u8]) -> u32 {
    match list {
        [] => 0,
        [7] => 1,
        [first, .., last] if first == last => 2,
        [b'a'..=b'z', rest @ ..] => 3 + rest.len() as u32,
        _ => 9,
    }
}
