//! Arguments as Java writes them, from the bytes that they are made of.
//!
//! The order and size of the values are those of `java/symcrete/rt/Arguments.java`. Each type has a fixed number of bytes, whatever it holds.

use std::collections::BTreeMap;

/// Longest string or array: lengths are the low bits of a byte.
const MAX_LENGTH: usize = 7;
/// Objects inside objects; deeper ones are null.
const MAX_DEPTH: usize = 3;

/// How arguments are read from bytes.
pub(crate) struct Reader<'b> {
    bytes: &'b [u8],
    at: usize,
    may_be_null: bool,
    /// By class, the types of its constructor.
    shapes: &'b BTreeMap<String, Vec<String>>,
    depth: usize,
}

impl<'b> Reader<'b> {
    pub(crate) fn new(bytes: &'b [u8], may_be_null: bool, shapes: &'b BTreeMap<String, Vec<String>>) -> Reader<'b> {
        Reader { bytes, at: 0, may_be_null, shapes, depth: 0 }
    }

    /// A new object of a class, as an expression.
    pub(crate) fn object(&mut self, class: &str) -> String {
        if self.depth == MAX_DEPTH {
            return "null".into();
        }
        self.depth += 1;
        let types: &[String] = self.shapes.get(class).map_or(&[], Vec::as_slice);
        let parts: Vec<String> = types.iter().map(|ty| self.argument(ty)).collect();
        self.depth -= 1;
        format!("new {}({})", class.replace('$', "."), parts.join(", "))
    }

    /// The next argument, of this type, as an expression.
    pub(crate) fn argument(&mut self, ty: &str) -> String {
        if let Some(text) = self.primitive(ty) {
            return text;
        }
        let is_null = self.number(1) & 1 == 1 && self.may_be_null;
        let text = match ty {
            "java.lang.String" => self.string(),
            _ if ty.ends_with("[]") => self.array(&ty[..ty.len() - 2]),
            _ => match inside(ty).and_then(|inside| self.primitive(inside)) {
                Some(text) => text,
                None if self.shapes.contains_key(ty) => self.object(ty),
                None => self.constant(ty),
            },
        };
        if is_null { "null".into() } else { text }
    }

    fn number(&mut self, n: usize) -> u64 {
        let byte = |k: usize| u64::from(self.bytes.get(self.at + k).copied().unwrap_or(0));
        let whole = (0..n).map(|k| byte(k) << (8 * k)).sum();
        self.at += n;
        whole
    }

    fn primitive(&mut self, ty: &str) -> Option<String> {
        Some(match ty {
            "boolean" => (self.number(1) & 1 == 1).to_string(),
            "byte" => format!("(byte) {}", self.number(1) as i8),
            "short" => format!("(short) {}", self.number(2) as i16),
            "char" => character(self.number(2) as u16),
            "int" => integer(self.number(4) as i32),
            "long" => long(self.number(8) as i64),
            "float" => float(self.number(4) as u32),
            "double" => double(self.number(8)),
            _ => return None,
        })
    }

    fn string(&mut self) -> String {
        let length = self.number(1) as usize & MAX_LENGTH;
        let units: Vec<u16> = (0..MAX_LENGTH).map(|_| self.number(2) as u16).collect();
        let text: String = units[..length].iter().map(|&unit| escaped(unit, '"')).collect();
        format!("\"{text}\"")
    }

    fn array(&mut self, element: &str) -> String {
        let length = self.number(1) as usize & MAX_LENGTH;
        let outer = std::mem::replace(&mut self.may_be_null, false);
        let all: Vec<String> = (0..MAX_LENGTH).map(|_| self.argument(element)).collect();
        self.may_be_null = outer;
        format!("new {element}[] {{{}}}", all[..length].join(", "))
    }

    /// A constant of an enum by its number.
    fn constant(&mut self, ty: &str) -> String {
        let which = self.number(1);
        format!("{0}.values()[{which} % {0}.values().length]", ty.replace('$', "."))
    }
}

/// The primitive type in a box.
fn inside(ty: &str) -> Option<&'static str> {
    Some(match ty.strip_prefix("java.lang.")? {
        "Boolean" => "boolean",
        "Byte" => "byte",
        "Short" => "short",
        "Character" => "char",
        "Integer" => "int",
        "Long" => "long",
        "Float" => "float",
        "Double" => "double",
        _ => return None,
    })
}

fn integer(value: i32) -> String {
    if value == i32::MIN { "Integer.MIN_VALUE".into() } else { value.to_string() }
}

fn long(value: i64) -> String {
    if value == i64::MIN { "Long.MIN_VALUE".into() } else { format!("{value}L") }
}

fn float(bits: u32) -> String {
    match f32::from_bits(bits) {
        value if value.is_nan() => "Float.NaN".into(),
        value if value.is_infinite() => infinite("Float", value > 0.0),
        value => format!("{value:e}f"),
    }
}

fn double(bits: u64) -> String {
    match f64::from_bits(bits) {
        value if value.is_nan() => "Double.NaN".into(),
        value if value.is_infinite() => infinite("Double", value > 0.0),
        value => format!("{value:e}"),
    }
}

fn infinite(class: &str, is_positive: bool) -> String {
    format!("{class}.{}_INFINITY", if is_positive { "POSITIVE" } else { "NEGATIVE" })
}

fn character(unit: u16) -> String {
    format!("'{}'", escaped(unit, '\''))
}

/// A UTF-16 unit between these quotes.
fn escaped(unit: u16, quote: char) -> String {
    match char::from_u32(unit.into()) {
        Some('\n') => "\\n".into(),
        Some('\r') => "\\r".into(),
        Some('\t') => "\\t".into(),
        Some('\\') => "\\\\".into(),
        Some(c) if c == quote => format!("\\{c}"),
        Some(c) if (' '..='~').contains(&c) => c.to_string(),
        _ => format!("\\u{unit:04x}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(ty: &str, bytes: &[u8]) -> String {
        Reader::new(bytes, true, &BTreeMap::new()).argument(ty)
    }

    #[test]
    fn values_are_what_java_reads() {
        assert_eq!(shown("int", &[0, 0, 0, 0x80]), "Integer.MIN_VALUE");
        assert_eq!(shown("long", &[5]), "5L");
        assert_eq!(shown("char", b"'"), "'\\''");
        assert_eq!(shown("char", &[0xac, 0x20]), "'\\u20ac'");
        assert_eq!(shown("byte", &[0xff]), "(byte) -1");
        assert_eq!(shown("boolean", &[3]), "true");
        assert_eq!(shown("float", &[0, 0, 0xc0, 0x7f]), "Float.NaN");
        assert_eq!(shown("double", &[0, 0, 0, 0, 0, 0, 0xf8, 0x3f]), "1.5e0");
    }

    #[test]
    fn references_are_null_or_hold_their_values() {
        assert_eq!(shown("java.lang.String", &[1]), "null");
        assert_eq!(shown("java.lang.String", &[0, 2, b'a', 0, b'"', 0]), "\"a\\\"\"");
        assert_eq!(shown("int[]", &[0, 9, 7]), "new int[] {7}");
        assert_eq!(shown("java.lang.Integer", &[0, 7]), "7");
        assert_eq!(Reader::new(&[1, 0], false, &BTreeMap::new()).argument("java.lang.String"), "\"\"");
    }

    #[test]
    fn objects_are_made_of_what_their_constructors_take() {
        let node = vec!["int".to_string(), "Node".to_string()];
        let shapes = BTreeMap::from([("Node".to_string(), node)]);
        let bytes = [7, 0, 0, 0, 0, 8, 0, 0, 0, 1];
        assert_eq!(Reader::new(&bytes, true, &shapes).object("Node"), "new Node(7, new Node(8, null))");
    }

    #[test]
    fn each_type_has_its_room() {
        let shapes = BTreeMap::new();
        let mut reader = Reader::new(&[0; 64], true, &shapes);
        reader.argument("java.lang.String");
        assert_eq!(reader.at, 2 + 2 * MAX_LENGTH);
        reader.argument("long[]");
        assert_eq!(reader.at, 4 + 10 * MAX_LENGTH);
    }
}
