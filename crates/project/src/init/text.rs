//! `symcrete.toml` as `init` writes it.

use super::Wanted;
use crate::file::Build;
use crate::key::Language;
use std::fmt::Write;

/// Time of a campaign.
pub(super) const TIME: &str = "60s";

/// The file. The first target is the default.
pub(super) fn file(found: &str, build: &Build, targets: &[Wanted]) -> String {
    let mut text = String::from(
        "# What symcrete tests here. `symcrete test` explores the default target, `symcrete test NAME` another one.\n\
         # Every option of `symcrete test` is a key of the same name; an option on the command line wins. Paths begin at this folder.\n\n",
    );
    // Writing to a string cannot fail.
    if let [first, _, ..] = targets {
        let _ = writeln!(text, "default = {}\n", quoted(&first.name));
    }
    if !build.command.is_empty() {
        let _ = writeln!(
            text,
            "# {found}. The commands run in a shell, with symcrete's compilers as $CC and $CXX.\n[build]"
        );
        let _ = writeln!(text, "command = {}", listed(&build.command));
        if !build.clean.is_empty() {
            let _ = writeln!(text, "clean = {}", listed(&build.clean));
        }
        text.push('\n');
    }
    let _ = writeln!(text, "[defaults]\ntime = {}", quoted(TIME));
    for target in targets {
        let _ = writeln!(text, "\n# {}\n[target.{}]", target.what, key(&target.name));
        if let Some((name, _)) = Language::ALL.iter().find(|(_, one)| *one == target.language && *one != Language::C) {
            let _ = writeln!(text, "language = {}", quoted(name));
        }
        target.lines.iter().for_each(|line| {
            let _ = writeln!(text, "{line}");
        });
    }
    text
}

/// A text as TOML has it.
pub(super) fn quoted(text: &str) -> String {
    match text.contains(['\'', '\n', '\r', '\t']) || text.chars().any(char::is_control) {
        false if text.contains(['"', '\\']) => format!("'{text}'"),
        false => format!("\"{text}\""),
        true => {
            let mut quoted = String::from("\"");
            for c in text.chars() {
                match c {
                    '"' | '\\' => quoted.extend(['\\', c]),
                    c if c.is_control() => {
                        let _ = write!(quoted, "\\u{:04X}", c as u32);
                    }
                    c => quoted.push(c),
                }
            }
            quoted + "\""
        }
    }
}

/// One text, or a list of several.
pub(super) fn listed(texts: &[String]) -> String {
    match texts {
        [one] => quoted(one),
        many => format!("[{}]", many.iter().map(|text| quoted(text)).collect::<Vec<_>>().join(", ")),
    }
}

fn key(name: &str) -> String {
    let is_bare = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
    if is_bare { name.into() } else { quoted(name) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use toml::de::DeTable;

    #[test]
    fn what_is_written_is_read_back() {
        for text in ["plain", "with \"quotes\" and \\", "it's", "both ' and \"", "a\nb\u{1}"] {
            let whole = format!("x = {}\n[target.{}]\n", quoted(text), key(text));
            let read = DeTable::parse(&whole).unwrap_or_else(|why| panic!("{whole}: {why}"));
            assert_eq!(read.get_ref().get("x").and_then(|x| x.get_ref().as_str()), Some(text));
            assert!(read.get_ref()["target"].get_ref().get(text).is_some(), "{whole}");
        }
    }
}
