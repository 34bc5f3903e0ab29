//! Bytes as C string literals that every compiler reads the same way, and people too.
//!
//! Text stays text, in UTF-8 as well, one line of it to a line; what is no text is written by its hexadecimal digits.

/// Bytes per line of a string literal.
const PER_LINE: usize = 64;

/// A string literal; long ones and those of several lines are broken, with `indent` before each further part.
pub(super) fn string(bytes: &[u8], indent: &str) -> String {
    let mut parts: Vec<String> = Vec::new();
    let mut part = String::new();
    let mut rest = bytes;
    while let Some(&byte) = rest.first() {
        let n = character(rest);
        match n {
            1 => escape(&mut part, byte, rest.get(1).copied()),
            n => part.push_str(&String::from_utf8_lossy(&rest[..n])),
        }
        rest = &rest[n..];
        if !rest.is_empty() && (byte == b'\n' || part.len() >= PER_LINE) {
            parts.push(std::mem::take(&mut part));
        }
    }
    parts.push(part);
    let quoted: Vec<String> = parts.iter().map(|part| format!("\"{part}\"")).collect();
    quoted.join(&format!("\n{indent}"))
}

/// How many bytes the first character takes: more than one for a letter or a digit beyond ASCII.
fn character(bytes: &[u8]) -> usize {
    let decoded = (2..=4).find_map(|n| std::str::from_utf8(bytes.get(..n)?).ok()?.chars().next());
    decoded.filter(|c| !c.is_ascii() && c.is_alphanumeric()).map_or(1, char::len_utf8)
}

fn escape(out: &mut String, byte: u8, next: Option<u8>) {
    match byte {
        b'\n' => out.push_str("\\n"),
        b'\t' => out.push_str("\\t"),
        b'\r' => out.push_str("\\r"),
        // More digits would belong to it.
        0 if !next.is_some_and(|next| next.is_ascii_digit()) => out.push_str("\\0"),
        b'"' | b'\\' => {
            out.push('\\');
            out.push(byte as char);
        }
        // Two question marks may begin a trigraph.
        b'?' if out.ends_with('?') => out.push_str("\\?"),
        b' '..=b'~' => out.push(byte as char),
        _ => {
            out.push_str(&format!("\\x{byte:02x}"));
            out.push_str(if next.is_some_and(|next| next.is_ascii_hexdigit()) { "\" \"" } else { "" });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_end_where_they_should() {
        assert_eq!(string(b"a\x001\"??=\xff", ""), r#""a\x00" "1\"?\?=\xff""#);
        assert_eq!(string(b"a\nb\n", "  "), "\"a\\n\"\n  \"b\\n\"");
        assert_eq!(string(b"", ""), "\"\"");
        assert_eq!(string(b"k=\0\0\r\n", ""), r#""k=\0\0\r\n""#);
        assert_eq!(string(b"\x01g\x02f\x80", ""), r#""\x01g\x02" "f\x80""#);
    }

    #[test]
    fn letters_beyond_ascii_are_letters() {
        assert_eq!(string("gr\u{fc}n \u{2028}".as_bytes(), ""), "\"gr\u{fc}n \\xe2\\x80\\xa8\"");
    }
}
