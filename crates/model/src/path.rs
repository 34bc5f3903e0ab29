//! Names of source files, the same wherever they come from: builds in a folder of their own call a source `/project/build/../src/a.c`, people and version control call it `/project/src/a.c`.
//!
//! Models and debug information both pass through here, since findings, branches and changed lines are matched by these names. By its text alone: a folder on the way that is a link is taken for what its name says.

/// A path without parts that say nothing: empty ones, `.`, and folders that `..` leaves at once.
pub fn direct(path: &str) -> String {
    let is_whole = path.starts_with('/');
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/').filter(|part| !part.is_empty() && *part != ".") {
        match (part, parts.last()) {
            ("..", Some(&last)) if last != ".." => {
                parts.pop();
            }
            ("..", None) if is_whole => {}
            _ => parts.push(part),
        }
    }
    format!("{}{}", if is_whole { "/" } else { "" }, parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::direct;

    #[test]
    fn paths_are_named_without_ways_back() {
        assert_eq!(direct("/a/./b//c.c"), "/a/b/c.c");
        assert_eq!(direct("./c.c"), "c.c");
        assert_eq!(direct("/p/out/build/../../src/a.c"), "/p/src/a.c");
        assert_eq!(direct("../../src/./x/../a.c"), "../../src/a.c");
        assert_eq!(direct("/../a.c"), "/a.c");
        assert_eq!(direct(""), "");
    }
}
