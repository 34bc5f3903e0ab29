// test: chars::third --string 6
// exit: 1
// says: not a char boundary
// findings: 1
// branches: 2 of 2

pub fn third(text: &str) -> usize {
    if text.len() > 3 {
        return text[3..].len();
    }
    0
}
