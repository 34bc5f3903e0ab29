//! Words of a command line, as a shell reads them back.

use std::path::Path;

/// A word for a shell: as it is, in quotes, or escaped as bash reads it.
pub fn word(bytes: &[u8]) -> String {
    let plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_./=+:,@%".contains(byte);
    let printable = |byte: &u8| (b' '..=b'~').contains(byte);
    let text = || bytes.iter().map(|&byte| char::from(byte)).collect::<String>();
    if !bytes.is_empty() && bytes.iter().all(plain) {
        text()
    } else if bytes.iter().all(printable) {
        format!("'{}'", text().replace('\'', r"'\''"))
    } else {
        format!("$'{}'", bytes.iter().map(|&byte| escaped(byte)).collect::<String>())
    }
}

/// A path as a word.
pub fn quoted(path: &Path) -> String {
    word(path.as_os_str().as_encoded_bytes())
}

fn escaped(byte: u8) -> String {
    match byte {
        b'\'' | b'\\' => format!("\\{}", char::from(byte)),
        b' '..=b'~' => char::from(byte).to_string(),
        b'\n' => "\\n".to_string(),
        _ => format!("\\x{byte:02x}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stay_words() {
        assert_eq!(word(b"/a/b.c"), "/a/b.c");
        assert_eq!(word(b"my file$"), "'my file$'");
        assert_eq!(word(b""), "''");
        assert_eq!(word(b"it's"), r"'it'\''s'");
        assert_eq!(word(b"it's\\\n\xff"), "$'it\\'s\\\\\\n\\xff'");
    }
}
