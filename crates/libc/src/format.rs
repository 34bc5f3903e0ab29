//! Formats of `printf` and `scanf`, as far as whoever follows data must know them.

/// What follows each `%` that begins a conversion: `%%` is none.
pub fn conversions(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rests = text.split(|&byte| byte == b'%').skip(1);
    std::iter::from_fn(move || {
        loop {
            let rest = rests.next()?;
            if !rest.is_empty() {
                return Some(rest);
            }
            // Behind the second one stands text.
            rests.next()?;
        }
    })
}

/// Does a format of `printf`'s say `%n`?
pub fn counts(text: &[u8]) -> bool {
    conversions(text).any(|rest| rest.iter().find(|byte| !b"0123456789-+ #'.*$hlLqjztI".contains(byte)) == Some(&b'n'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counting_conversions_are_told_from_others() {
        assert!(counts(b"%n") && counts(b"a %hhn") && counts(b"%d%1$n"));
        assert!(!counts(b"%d\n") && !counts(b"%snow") && !counts(b"n") && !counts(b"100%") && !counts(b"%%n %%%d"));
        assert!(counts(b"%%%n"));
    }
}
