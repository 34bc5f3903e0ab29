//! Labels of shelves, such as `B-07`: a letter, a dash and a number of two digits.

/// Which place of 260 a label means, if it is one.
pub fn label(text: &str) -> Option<u8> {
    let (row, number) = text.split_once('-')?;
    let row = match row.as_bytes() {
        [row @ b'A'..=b'Z'] => row - b'A',
        _ => return None,
    };
    if number.len() != 2 {
        return None;
    }
    let number: u8 = number.parse().ok()?;
    if number >= 10 {
        return None;
    }
    // The last row ends at 259, which is no u8.
    Some(row * 10 + number)
}
