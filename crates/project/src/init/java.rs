//! Methods of Java sources that can be called with nothing but values: static, public, of their file's class.

use std::path::{Path, PathBuf};

/// Types of parameters that are values.
const VALUES: [&str; 12] =
    ["int", "long", "short", "byte", "char", "boolean", "float", "double", "String", "CharSequence", "Integer", "Long"];

/// The methods below a folder of sources, as `--method` names them; those first that decide most, and of these the ones with texts.
pub(super) fn methods(sources: &Path) -> Vec<String> {
    let mut files = Vec::new();
    walk(sources, &mut files);
    files.sort();
    let mut found: Vec<Method> = files.iter().flat_map(|file| of_file(file)).collect();
    found.sort_by_key(|method| (std::cmp::Reverse(method.n_decisions), !method.has_text()));
    found.into_iter().map(|method| method.name).collect()
}

fn walk(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            walk(&path, files);
        } else if path.extension().is_some_and(|ending| ending == "java") {
            files.push(path);
        }
    }
}

/// A method as it is declared; behind [`of_file`] with the name of its class.
struct Method {
    name: String,
    types: Vec<String>,
    /// Words in its body that decide something.
    n_decisions: usize,
}

impl Method {
    fn has_text(&self) -> bool {
        self.types.iter().any(|ty| ty == "String")
    }

    fn is_simple(&self) -> bool {
        !self.types.is_empty() && self.types.iter().all(|ty| VALUES.contains(&ty.trim_end_matches("[]")))
    }
}

fn of_file(file: &Path) -> Vec<Method> {
    let text = std::fs::read_to_string(file).unwrap_or_default();
    let package = text.lines().find_map(|line| line.trim().strip_prefix("package ")?.split(';').next());
    let class = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let class = package.map_or(class.clone(), |package| format!("{}.{class}", package.trim()));
    let is_public = text.contains(&format!("public final class {}", short(&class)))
        || text.contains(&format!("public class {}", short(&class)));
    if !is_public {
        return Vec::new();
    }
    let declared: Vec<Method> = text.split("public static ").skip(1).filter_map(declared).collect();
    let names: Vec<String> = declared.iter().map(|method| method.name.clone()).collect();
    let is_alone = |name: &str| names.iter().filter(|other| *other == name).count() == 1;
    let meant =
        declared.into_iter().filter(|method| is_alone(&method.name) && method.is_simple() && method.name != "main");
    meant.map(|method| Method { name: format!("{class}.{}", method.name), ..method }).collect()
}

fn short(class: &str) -> &str {
    class.rsplit('.').next().unwrap_or(class)
}

/// A method, from what stands behind `public static`.
fn declared(text: &str) -> Option<Method> {
    let (head, rest) = text.split_once('(')?;
    let head = head.trim_end();
    // A field, or something larger than a line.
    if head.contains(['=', ';', '{', '\n']) {
        return None;
    }
    let name = head.rsplit(char::is_whitespace).next()?;
    let (params, body) = rest.split_once(')')?;
    let ty = |param: &str| {
        let words: Vec<&str> = param.split_whitespace().filter(|word| *word != "final").collect();
        Some(words.first()?.to_string())
    };
    let types = params.split(',').filter(|param| !param.trim().is_empty()).map(ty).collect::<Option<Vec<String>>>()?;
    Some(Method { name: name.into(), types, n_decisions: decisions(body) })
}

/// How many words decide something, up to the end of the block that begins here.
fn decisions(text: &str) -> usize {
    let mut depth = 0;
    let end = text.char_indices().find(|(_, c)| {
        depth += i32::from(*c == '{') - i32::from(*c == '}');
        depth == 0 && *c == '}'
    });
    let body = &text[..end.map_or(text.len(), |(at, _)| at)];
    ["if (", "for (", "while (", "case ", " ? ", "&&", "||"].iter().map(|word| body.matches(word).count()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn methods_that_take_values_and_are_not_overloaded() {
        let folder = tempfile::tempdir().expect("a folder");
        let text = "package shop;\npublic class Cart {\n  public static int total(int a, final int[] b) { return 0; }\n  public static boolean ok(String s) { return s.isEmpty() ? true : false; }\n  public static boolean a(String s) {}\n\
                    public static int two(int a) {}\n  public static int two(long a) {}\n  public static void main(String[] a) {}\n  public static int of(Cart c) {}\n\
                    public static final int X = f(3);\n}\n";
        std::fs::write(folder.path().join("Cart.java"), text).expect("writable");
        assert_eq!(methods(folder.path()), ["shop.Cart.ok", "shop.Cart.a", "shop.Cart.total"]);
    }
}
