//! Statements that make the arguments of one call, and the arguments themselves.
//!
//! Numbers stand in the call. Everything else is a variable with the parameter's name; what pointers lead to stands before what holds them. Where the unit may free what
//! it is given, objects are on the heap.

use super::declare::declared;
use super::dialect::Callee;
use super::literal;
use super::tree::{Elements, Object, Tree, Values};
use crate::signature::{NumberKind, Shape, Variable};
use std::collections::BTreeMap;

/// How an object is called in the test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Named {
    /// A variable that is one object: `p`, led to by `&p`.
    One(String),
    /// An array or a pointer: `p`, `p[1]`.
    Many(String),
}

/// The arguments of one call.
pub(super) struct Arguments<'a> {
    signature: Callee<'a>,
    /// Declarations, in order.
    pub(super) statements: Vec<String>,
    /// The arguments.
    pub(super) list: Vec<String>,
    /// Objects by what the driver calls the pointers to them, and variables by their names.
    pub(super) named: BTreeMap<String, Named>,
    /// Objects are copied to the heap.
    pub(super) uses_heap: bool,
}

impl<'a> Arguments<'a> {
    /// Those of a test; the error says what tests cannot be written with.
    pub(super) fn of(signature: Callee<'a>, values: &Values) -> Result<Arguments<'a>, String> {
        let mut made = Arguments {
            signature,
            statements: Vec::new(),
            list: Vec::new(),
            named: BTreeMap::new(),
            uses_heap: signature.may_free,
        };
        for global in &signature.globals {
            let tree = values.tree(global.ty, &global.name)?;
            made.global(&global.name, global.ty, &tree)?;
        }
        for parameter in &signature.parameters {
            let tree = values.parameter(parameter)?;
            let argument = made.argument(&parameter.name, parameter.ty, &tree)?;
            made.list.push(argument);
        }
        Ok(made)
    }

    fn global(&mut self, name: &str, ty: usize, tree: &Tree) -> Result<(), String> {
        self.named.insert(name.into(), Named::One(name.into()));
        match tree {
            Tree::Record(_) => {
                let value = self.initial(ty, tree)?;
                let ty = if self.signature.is_cpp() { String::new() } else { format!("({})", self.spelled(ty, "")?) };
                self.statements.push(format!("{name} = {ty}{value};"));
            }
            Tree::Bytes(_) | Tree::Array(..) => {
                let value = self.initial(ty, tree)?;
                let declared = self.spelled(ty, &format!("{name}_value"))?;
                self.statements.push(format!("{declared} = {value};"));
                self.statements.push(format!("memcpy({name}, {name}_value, sizeof {name});"));
            }
            _ => {
                let value = self.initial(ty, tree)?;
                self.statements.push(format!("{name} = {value};"));
            }
        }
        Ok(())
    }

    fn argument(&mut self, name: &str, ty: usize, tree: &Tree) -> Result<String, String> {
        match tree {
            tree if self.is_variable(ty, tree) => {
                let value = self.viewed(name, ty, tree)?;
                let variable = self.signature.variable(name);
                let reference = self.signature.reference(ty);
                let declared = self.spelled(reference.map_or(ty, |(to, _)| to), &variable)?;
                self.statements.push(format!("{declared} = {value};"));
                // The name of a pointer is that of the object that it leads to.
                if !matches!(tree, Tree::Object(_) | Tree::Into(..)) {
                    self.named.insert(name.into(), Named::One(variable.clone()));
                }
                let is_given_up = reference.is_some_and(|(_, is_rvalue)| is_rvalue);
                Ok(if is_given_up { format!("std::move({variable})") } else { variable })
            }
            tree => {
                let value = self.initial(ty, tree)?;
                Ok(match self.is_ambiguous(ty, tree) {
                    true => self.signature.cast(&self.spelled(ty, "")?, &value),
                    false => value,
                })
            }
        }
    }

    /// The initial value of a variable. What a view shows has to last as long as the view.
    fn viewed(&mut self, name: &str, ty: usize, tree: &Tree) -> Result<String, String> {
        let value = self.initial(ty, tree)?;
        let is_view =
            matches!(self.signature.signature().bare(ty), Some((_, Shape::Text { name })) if name != "std::string");
        if !is_view || value.starts_with('"') {
            return Ok(value);
        }
        let text = format!("{}_text", self.signature.variable(name));
        self.statements.push(format!("const std::string {text} = {value};"));
        Ok(text)
    }

    /// Is an argument a variable of the test: what has no literal, or what the function may change?
    fn is_variable(&self, ty: usize, tree: &Tree) -> bool {
        let changes =
            self.signature.reference(ty).is_some_and(|(to, is_rvalue)| !is_rvalue && !self.signature.is_const(to));
        let is_made = matches!(tree, Tree::Record(_) | Tree::Array(..) | Tree::Bytes(_) | Tree::Vector(..));
        is_made || changes
    }

    /// Would a literal choose another function of the same name?
    fn is_ambiguous(&self, ty: usize, tree: &Tree) -> bool {
        let is_seen = self.signature.is_overloaded && self.signature.is_included();
        let is_other = match self.signature.signature().bare(ty) {
            Some((_, Shape::Number { number: NumberKind::Bool | NumberKind::Float, .. })) => false,
            Some((_, Shape::Number { name, bytes: 1, .. })) => {
                name != "char" || !matches!(tree, Tree::Number(b) if b.iter().all(u8::is_ascii_graphic))
            }
            Some((_, Shape::Number { bytes, .. })) => *bytes < 4,
            _ => *tree == Tree::Null,
        };
        is_seen && is_other
    }

    fn spelled(&self, ty: usize, name: &str) -> Result<String, String> {
        declared(self.signature, ty, name).ok_or_else(|| format!("{name} has a type that cannot be written down"))
    }

    /// The initial value of a place.
    fn initial(&mut self, ty: usize, tree: &Tree) -> Result<String, String> {
        Ok(match tree {
            Tree::Number(bytes) => literal::number(self.signature, ty, bytes).ok_or("a number without a type")?,
            Tree::Bytes(bytes) => self.array_of_bytes(ty, bytes)?,
            Tree::Null => self.signature.null().into(),
            Tree::Object(object) => self.object(object)?,
            Tree::Into(other, n) => match (self.named.get(other), n) {
                (None, _) => self.signature.null().into(),
                (Some(Named::One(other)), 0) => format!("&{other}"),
                (Some(Named::One(other)), n) => format!("&{other} + {n}"),
                (Some(Named::Many(other)), 0) => other.clone(),
                (Some(Named::Many(other)), n) => format!("{other} + {n}"),
            },
            // Of the library's arrays nobody writes the member.
            Tree::Record(members) if self.is_std_array(ty) && !is_zero(tree) => {
                let list =
                    members.iter().map(|(_, ty, tree)| self.initial(*ty, tree)).collect::<Result<Vec<_>, _>>()?;
                self.in_braces(&list)
            }
            Tree::Record(members) => {
                let mut list = Vec::new();
                // In C++ compilers warn of members that are left out, unless all are.
                let is_full = self.signature.is_cpp() && !is_zero(tree);
                for (name, ty, tree) in members {
                    if is_full || !is_zero(tree) {
                        list.push(format!(".{name} = {}", self.initial(*ty, tree)?));
                    }
                }
                self.in_braces(&list)
            }
            Tree::Array(of, elements) => self.list(*of, elements)?,
            Tree::Text(bytes) => literal::cxx_text(bytes, false),
            Tree::Vector(of, elements) => {
                let list = elements.iter().map(|tree| self.initial(*of, tree)).collect::<Result<Vec<_>, String>>()?;
                self.in_braces(&list)
            }
        })
    }

    fn is_std_array(&self, ty: usize) -> bool {
        matches!(self.signature.signature().bare(ty), Some((_, Shape::Record { tag: Some(tag), .. })) if tag.starts_with("std::array<"))
    }

    /// Elements without the zeros at their end.
    fn list(&mut self, of: usize, elements: &[Tree]) -> Result<String, String> {
        let n = elements.iter().rposition(|tree| !is_zero(tree)).map_or(0, |last| last + 1);
        let list = elements[..n].iter().map(|tree| self.initial(of, tree)).collect::<Result<Vec<_>, String>>()?;
        Ok(self.in_braces(&list))
    }

    fn in_braces(&self, list: &[String]) -> String {
        match list {
            [] if self.signature.is_cpp() => "{}".into(),
            [] => "{ 0 }".into(),
            list => format!("{{ {} }}", list.join(", ")),
        }
    }

    /// An array that was made at once: characters, or numbers one after the other.
    fn array_of_bytes(&mut self, ty: usize, bytes: &[u8]) -> Result<String, String> {
        let Some((_, Shape::Array { of, .. })) = self.signature.signature().bare(ty) else {
            return Err("an array".into());
        };
        match self.signature.signature().bare(*of) {
            Some((_, Shape::Number { name, bytes: 1, .. })) => {
                Ok(literal::characters(bytes, name.starts_with("unsigned")))
            }
            Some((_, Shape::Number { bytes: size, .. })) => {
                let size = usize::try_from(*size).map_err(|why| why.to_string())?;
                let elements: Vec<Tree> = bytes.chunks(size).map(|chunk| Tree::Number(chunk.to_vec())).collect();
                self.list(*of, &elements)
            }
            _ => Err("an array of something else".into()),
        }
    }

    /// Declares an object, and gives a pointer to it.
    fn object(&mut self, object: &Object) -> Result<String, String> {
        // A pointer that the function may change is a variable with the parameter's name.
        let is_taken = |one: &&Variable| one.name == object.path && self.signature.reference(one.ty).is_some();
        let is_taken = self.signature.parameters.iter().find(is_taken).is_some();
        let path = if is_taken { format!("{}[0]", object.path) } else { object.path.clone() };
        let name = self.signature.variable(&identifier(&path));
        let (n, value) = match &object.elements {
            Elements::Bytes(bytes) => (bytes.len(), literal::characters(bytes, object.of.is_none())),
            Elements::List(elements) => {
                let of = object.of.ok_or("elements of no type")?;
                let value = match &elements[..] {
                    [one] => self.initial(of, one)?,
                    elements => self.list(of, elements)?,
                };
                (elements.len(), value)
            }
        };
        let is_one = n == 1 && matches!(object.elements, Elements::List(_));
        let many = if is_one { String::new() } else { format!("[{n}]") };
        let declared = |what: &str| match object.of {
            Some(of) => self.mutable(of, what),
            None => Ok(format!("unsigned char {what}")),
        };
        let pointer = match object.of.and_then(|of| self.signature.signature().bare(of)) {
            Some((_, Shape::Array { .. })) => declared(&format!("(*{name})"))?,
            _ => declared(&format!("*{name}"))?,
        };
        let statements = match (self.uses_heap, self.signature.is_cpp()) {
            (true, true) => vec![
                format!("{} = {value};", declared(&format!("{name}_value{many}"))?),
                format!("{pointer} = copied({name}_value);"),
            ],
            (true, false) => {
                let (ty, value) = (declared(&many)?, braced(&value));
                let at = if is_one { "&" } else { "" };
                vec![format!("{pointer} = copied({at}({ty}){value}, sizeof({ty}));")]
            }
            (false, _) => vec![format!("{} = {value};", declared(&format!("{name}{many}"))?)],
        };
        self.statements.extend(statements);
        let is_one = is_one && !self.uses_heap;
        self.named
            .insert(object.path.clone(), if is_one { Named::One(name.clone()) } else { Named::Many(name.clone()) });
        Ok(if is_one { format!("&{name}") } else { name })
    }

    /// A type that the test may write.
    fn mutable(&self, ty: usize, name: &str) -> Result<String, String> {
        match self.signature.types.get(ty) {
            Some(Shape::Const { of: Some(of) }) => self.mutable(*of, name),
            _ => self.spelled(ty, name),
        }
    }
}

/// A compound literal takes a text only in braces.
fn braced(value: &str) -> String {
    if value.starts_with('{') { value.into() } else { format!("{{ {value} }}") }
}

fn is_zero(tree: &Tree) -> bool {
    match tree {
        Tree::Number(bytes) | Tree::Bytes(bytes) => bytes.iter().all(|&byte| byte == 0),
        Tree::Record(members) => members.iter().all(|(_, _, tree)| is_zero(tree)),
        Tree::Array(_, elements) => elements.iter().all(is_zero),
        Tree::Null => true,
        Tree::Text(bytes) => bytes.is_empty(),
        Tree::Vector(_, elements) => elements.is_empty(),
        Tree::Object(_) | Tree::Into(..) => false,
    }
}

/// A name for an object that the driver calls so: `n[0].next` is `n_next`, and `n[0]`, which is not `n`, is `n_0`.
pub(super) fn identifier(path: &str) -> String {
    let parts = path.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter(|part| !part.is_empty());
    let parts: Vec<&str> = parts.collect();
    let is_index = |part: &&str| part.bytes().all(|byte| byte.is_ascii_digit());
    let n_inner = parts.iter().rposition(|part| !is_index(part)).unwrap_or(0);
    let mut name = String::new();
    for (k, part) in parts.into_iter().enumerate() {
        if part != "0" || k > n_inner {
            name.push_str(if name.is_empty() { "" } else { "_" });
            name.push_str(part);
        }
    }
    name
}

#[cfg(test)]
mod tests {
    use super::identifier;

    #[test]
    fn objects_have_names_of_their_own() {
        for (path, name) in
            [("v", "v"), ("v[0]", "v_0"), ("v[0][1]", "v_0_1"), ("n[0].next", "n_next"), ("n[1].next[0]", "n_1_next_0")]
        {
            assert_eq!(identifier(path), name);
        }
    }
}
