//! HTML: escaping, the frame of a page, bytes as people read them.

use std::fmt::Write;

/// Text for content and attributes.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\0' => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

/// A whole page.
pub(crate) fn page(title: &str, body: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
         content=\"width=device-width, initial-scale=1\">\n<meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>{}</title>\n<link rel=\"stylesheet\" href=\"style.css\">\n</head>\n<body>\n{body}</body>\n</html>\n",
        escape(title)
    )
}

/// A section of a page, with a name that links can use.
pub(crate) fn section(id: &str, title: &str, body: &str) -> String {
    format!("<section id=\"{id}\">\n<h2>{}</h2>\n{body}</section>\n", escape(title))
}

/// A table; cells are HTML already. The class of each column says how it is shown.
pub(crate) fn table(columns: &[(&str, &str)], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let head: String =
        columns.iter().map(|(name, class)| format!("<th class=\"{class}\">{}</th>", escape(name))).collect();
    let mut body = String::new();
    for row in rows {
        let cells = row.iter().zip(columns);
        let cells: String = cells.map(|(cell, (_, class))| format!("<td class=\"{class}\">{cell}</td>")).collect();
        let _ = writeln!(body, "<tr>{cells}</tr>");
    }
    format!("<div class=\"scroll\"><table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{body}</tbody>\n</table></div>\n")
}

/// A box in which the rows of an element can be searched; without JavaScript it is not shown.
pub(crate) fn search(id: &str, label: &str) -> String {
    format!(
        "<p class=\"search\" hidden><input type=\"search\" data-for=\"{id}\" placeholder=\"{label}\" aria-label=\"{label}\"> <span class=\"quiet\"></span></p>\n"
    )
}

/// Characters of a source line that are shown beside other things.
const A_CONDITION: usize = 110;

/// A line of source, without the space around it and no longer than there is room for.
pub(crate) fn condition_text(line: &str) -> String {
    let text = line.trim();
    match text.char_indices().nth(A_CONDITION) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.into(),
    }
}

/// Bytes on a line of a dump: as many as a phone has room for.
const A_LINE: usize = 8;

/// Bytes as a dump, in hexadecimal and as text.
pub(crate) fn dump(bytes: &[u8], most: usize) -> String {
    let mut out = String::new();
    for (index, line) in bytes[..bytes.len().min(most)].chunks(A_LINE).enumerate() {
        let hex: Vec<String> = line.iter().map(|byte| format!("{byte:02x}")).collect();
        let text: String = line.iter().map(|&byte| printable(byte)).collect();
        let _ = writeln!(out, "{:04x}  {:<23}  {text}", index * A_LINE, hex.join(" "));
    }
    if bytes.len() > most {
        let _ = writeln!(out, "… {} more bytes", bytes.len() - most);
    }
    out
}

/// The first bytes as text in one line.
pub(crate) fn preview(bytes: &[u8], most: usize) -> String {
    let text: String = bytes.iter().take(most).map(|&byte| printable(byte)).collect();
    if bytes.len() > most { text + "…" } else { text }
}

fn printable(byte: u8) -> char {
    if (0x20..0x7f).contains(&byte) { byte as char } else { '·' }
}

/// A number with thin spaces between groups of three digits.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push('\u{202f}');
        }
        out.push(digit);
    }
    out
}

/// A share in percent, without claiming a whole that is not there.
pub(crate) fn percent(part: u64, whole: u64) -> String {
    match (part, whole) {
        (_, 0) => "–".into(),
        (part, whole) if part >= whole => "100 %".into(),
        (part, whole) => format!("{:.1} %", (part as f64 / whole as f64 * 1000.0).floor() / 10.0),
    }
}

/// The name of the page of the n-th file.
pub(crate) fn page_name(index: usize) -> String {
    format!("file-{}.html", index + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hostile_text_stays_text() {
        assert_eq!(escape("<b a='\"'>&\0"), "&lt;b a=&#39;&quot;&#39;&gt;&amp;\u{fffd}");
    }

    #[test]
    fn bytes_and_numbers() {
        assert_eq!(dump(b"AB\n", 2), "0000  41 42                    AB\n… 1 more bytes\n");
        assert_eq!(preview(b"a\x00bc", 3), "a·b…");
        assert_eq!(grouped(1234567), "1\u{202f}234\u{202f}567");
        assert_eq!([percent(999, 1000), percent(9999, 10000), percent(3, 3)], ["99.9 %", "99.9 %", "100 %"]);
    }
}
