//! Bytes as C string literals that every compiler reads the same way.

/// Bytes per line of a string literal.
const PER_LINE: usize = 64;

/// A string literal; long ones and those of several lines are broken, with `indent` before each further part.
///
/// Escapes are octal with three digits, which end by themselves; `?` is escaped because of trigraphs.
pub(super) fn string(bytes: &[u8], indent: &str) -> String {
    let mut parts: Vec<String> = Vec::new();
    let mut part = String::new();
    for (at, &byte) in bytes.iter().enumerate() {
        escape(&mut part, byte);
        let is_last = at + 1 == bytes.len();
        if !is_last && (byte == b'\n' || part.len() >= PER_LINE) {
            parts.push(std::mem::take(&mut part));
        }
    }
    parts.push(part);
    let quoted: Vec<String> = parts.iter().map(|part| format!("\"{part}\"")).collect();
    quoted.join(&format!("\n{indent}"))
}

fn escape(out: &mut String, byte: u8) {
    match byte {
        b'\n' => out.push_str("\\n"),
        b'\t' => out.push_str("\\t"),
        b'"' | b'\\' | b'?' => {
            out.push('\\');
            out.push(byte as char);
        }
        b' '..=b'~' => out.push(byte as char),
        _ => out.push_str(&format!("\\{byte:03o}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_end_where_they_should() {
        assert_eq!(string(b"a\x001\"??=\xff", ""), r#""a\0001\"\?\?=\377""#);
        assert_eq!(string(b"a\nb\n", "  "), "\"a\\n\"\n  \"b\\n\"");
        assert_eq!(string(b"", ""), "\"\"");
    }
}
