//! The text of a driver: C or C++ that makes each parameter, checks the assumptions and calls the function.
//!
//! One function per struct (`symcrete_driver_fill_K`) and one per kind of object a pointer leads to (`symcrete_driver_make_K`), so
//! that types may refer to themselves. Branches of functions with that prefix are no branches of the program
//! (`instrument::sites`). Every name begins with `symcrete_`, lest a macro of the program changes it.

mod called;
mod kind;

pub(super) use called::is_character;

use super::Entry;
use super::cxx;
use super::debug::{Debug, Function, Holds, Member, Standard, Type, TypeId, Variable};
use super::pointers;
use super::refused::Refused;
use super::related;
use super::show::RETURN;
use super::spelled;
use kind::{Kind, integer, number, value};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;
use symcrete_trace::CType;

/// Arrays of more elements are one value.
const LISTED: u64 = 64;
/// Elements of a number type that a pointer points to.
const ELEMENTS: u64 = 4;
/// Objects that a driver cannot make by their members.
const HIDES: &str = "an object that only its constructors can make";
/// Structs that only the library which made them can read.
const OPAQUE: &[&str] = &["_IO_FILE", "__va_list_tag"];

/// A stream, without the name that a header gives it.
const STREAM: &str = "struct _IO_FILE *";

/// What stands before the driver's own functions, whose names have to stay as they are in C++ too.
const OPEN: [&str; 2] = ["#define symcrete_own static\n", "#define symcrete_own\nextern \"C\" {\n"];

/// What the runtime supplies, and what the driver makes of it.
fn head() -> String {
    let (object, bit) = (CType::Object as u32, CType::Bool as u32);
    format!(
        "extern unsigned long symcrete_enter(const char *), symcrete_enter_element(unsigned long);
extern void symcrete_leave(unsigned long), symcrete_value(void *, unsigned long, unsigned);
extern void symcrete_assume(int, unsigned long);
extern char *getenv(const char *);
extern struct _IO_FILE *stdin, *stdout;

symcrete_own inline unsigned char symcrete_driver_bit(unsigned symcrete_type) {{
  unsigned char symcrete_byte = 0;
  symcrete_value(&symcrete_byte, 1, symcrete_type);
  return symcrete_byte & 1;
}}

symcrete_own inline int symcrete_driver_object(void) {{ return symcrete_driver_bit({object}); }}

symcrete_own inline int symcrete_driver_same(const char *symcrete_part) {{
  unsigned long symcrete_was = symcrete_enter(symcrete_part);
  int symcrete_same = symcrete_driver_bit({bit});
  symcrete_leave(symcrete_was);
  return symcrete_same;
}}
"
    )
}

/// A finished driver.
pub(super) struct Generated {
    pub(super) text: String,
    pub(super) notes: Vec<String>,
}

/// The lines that include the program, with its `main` renamed.
pub(super) fn include(source: &Path) -> String {
    let path = source.display().to_string().replace('\\', "\\\\").replace('"', "\\\"");
    format!("#define main symcrete_original_main\n#include \"{path}\"\n#undef main\n")
}

/// A use of a function that other files see, so that a compiler does not leave the function out. A function of C++ may be one of several.
pub(super) fn used(function: &str, cast: &str) -> String {
    format!(
        "__attribute__((visibility(\"default\"))) void *symcrete_driver_use(void) {{ return (void *){cast}{function}; }}\n"
    )
}

/// Writes the driver of a function, or says why it cannot be called.
pub(super) fn generate(
    entry: &Entry,
    source: &Path,
    debug: &Debug,
    function: &Function,
    state: &[&Variable],
) -> Result<Generated, Refused> {
    if function.is_method {
        return Err(Refused::Method(function.name.clone()));
    }
    let mut generator = Generator::new(entry, debug, state);
    let run = generator.run(function)?;
    let mut text = format!("/* Made by symcrete for --entry {}. */\n{}", function.name, include(source));
    text += if debug.is_cxx { cxx::INCLUDES } else { "" };
    text += OPEN[usize::from(debug.is_cxx)];
    text += &format!("{}{}\n", head(), pointers::HEAD);
    text += if debug.is_cxx { cxx::HEAD } else { "" };
    text += &generator.declarations;
    text += &generator.functions;
    text += &run;
    text += if debug.is_cxx { "}\n" } else { "" };
    text += "\nint main(void) {\n  symcrete_driver_run();\n  return 0;\n}\n";
    Ok(Generated { text, notes: generator.notes })
}

/// What a pointer may lead to.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Object {
    /// Characters and a zero byte.
    String,
    /// Memory of no type.
    Bytes(u64),
    /// Elements of a type that can be written down.
    Elements { of: String, ty: TypeId, n: u64 },
}

struct Generator<'a> {
    entry: &'a Entry,
    debug: &'a Debug,
    /// Variables that are shown before and behind the call.
    state: &'a [&'a Variable],
    declarations: String,
    functions: String,
    /// Numbers of the functions that fill structs.
    fillers: BTreeMap<TypeId, usize>,
    /// Numbers of the functions that make objects.
    makers: BTreeMap<Object, usize>,
    /// The functions that make objects of the C++ library.
    standards: Vec<String>,
    /// Functions that stand for callbacks, so far.
    n_callbacks: usize,
    notes: Vec<String>,
}

impl<'a> Generator<'a> {
    fn new(entry: &'a Entry, debug: &'a Debug, state: &'a [&'a Variable]) -> Generator<'a> {
        Generator {
            entry,
            debug,
            state,
            declarations: String::new(),
            functions: String::new(),
            fillers: BTreeMap::new(),
            makers: BTreeMap::new(),
            standards: Vec::new(),
            n_callbacks: 0,
            notes: Vec::new(),
        }
    }

    /// The function that makes everything and calls, and `main`.
    fn run(&mut self, function: &Function) -> Result<String, Refused> {
        let mut body = String::new();
        for name in &self.entry.globals {
            let found = self.debug.variables.iter().find(|variable| variable.name == *name);
            let ty = found.and_then(|variable| variable.ty);
            let ty = ty.ok_or_else(|| Refused::NoGlobal(name.clone()))?;
            if self.debug.is_const(ty) {
                return Err(Refused::ConstantGlobal(name.clone()));
            }
            let fill = self.fill(name, ty, name);
            enter(&mut body, name, &fill);
        }
        if function.is_variadic {
            return Err(Refused::Variadic(function.name.clone()));
        }
        let mut parameters = Vec::new();
        for (k, parameter) in function.parameters.iter().enumerate() {
            parameters.push(self.parameter(k, parameter, function, &parameters, &mut body)?);
        }
        let arguments: Vec<String> = (0..parameters.len()).map(|k| format!("symcrete_p{k}")).collect();
        let arguments = arguments.join(", ");
        let mut text = self.assumptions(&parameters);
        if !self.entry.assume.is_empty() {
            let _ = writeln!(
                body,
                "  symcrete_assume(symcrete_driver_assume({arguments}), (unsigned long)symcrete_assume);"
            );
        }
        let _ = write!(
            text,
            "symcrete_own void symcrete_driver_run(void) {{\n  const char *symcrete_level = getenv(\"{RETURN}\");\n  \
             unsigned symcrete_depth = {};\n  (void)symcrete_depth;\n  \
             symcrete_driver_ready(symcrete_level, __builtin_frame_address(0));\n{body}  \
             {}\n}}\n",
            self.entry.depth,
            self.call(function, &parameters)
        );
        Ok(text)
    }

    /// Declares a parameter and makes it.
    fn parameter(
        &mut self,
        k: usize,
        variable: &Variable,
        function: &Function,
        before: &[Parameter],
        body: &mut String,
    ) -> Result<Parameter, Refused> {
        let name = if variable.name.is_empty() { format!("symcrete_a{k}") } else { variable.name.clone() };
        let refuse = |why| Refused::Parameter { name: name.clone(), function: function.name.clone(), why };
        let ty = variable.ty.ok_or_else(|| refuse("a value of unknown type"))?;
        if let Some(parameter) = self.of_driver(k, &name, ty, before, body) {
            return Ok(parameter);
        }
        let spelled = self
            .spell(Some(ty))
            .ok_or_else(|| refuse(self.unsupported(ty).unwrap_or("a value of a type without a name")))?;
        if let Some(why) = self.unsupported(ty) {
            return Err(refuse(why));
        }
        let lvalue = format!("symcrete_p{k}");
        let _ = match self.debug.bare(Some(ty)) {
            Some((_, Type::Standard { .. })) => writeln!(body, "  {spelled} {lvalue};"),
            _ => writeln!(body, "  {spelled} {lvalue};\n  __builtin_memset(&{lvalue}, 0, sizeof {lvalue});"),
        };
        let object = self.object_of(ty, true);
        if let Some(end) = object.as_ref().and_then(|object| self.end_of(k, &name, object, before)) {
            body.push_str(&end);
            return Ok(Parameter { cast: cxx::cast(self.debug, ty), ..Parameter::without_object(name, spelled) });
        }
        let n_elements = object.as_ref().map(|object| self.n_elements(object));
        let made = self.fill_top(&lvalue, ty, &name, object.as_ref());
        let alias = object.as_ref().and_then(|object| self.alias(k, &name, object, ty, before));
        match alias {
            Some(alias) => body.push_str(&alias.replace("MADE", &entered(&name, &made))),
            None => enter(body, &name, &made),
        }
        if object.is_some() && self.entry.no_null {
            let _ = writeln!(body, "  symcrete_assume({lvalue} != 0, (unsigned long)symcrete_assume);");
        }
        body.push_str(&self.size_of(k, &name, ty, before));
        let is_const = match self.debug.bare(Some(ty)) {
            Some((_, Type::Pointer { to: Some(to) })) => self.debug.is_const(*to),
            _ => false,
        };
        let (cast, changes) = (cxx::cast(self.debug, ty), cxx::changeable(self.debug, ty));
        Ok(Parameter { name, spelled, object, n_elements, is_restrict: self.is_restrict(ty), is_const, cast, changes })
    }

    /// A parameter that is the driver's own: a callback, or a stream.
    fn of_driver(
        &mut self,
        k: usize,
        name: &str,
        ty: TypeId,
        before: &[Parameter],
        body: &mut String,
    ) -> Option<Parameter> {
        let value = match related::called(self.debug, ty) {
            Some(result) => {
                let result = result.filter(|_| self.debug.bare(result).is_some());
                let number = self.callback(result, name)?;
                self.notes.push(format!("{name} is a function of the driver, which does nothing but return any value"));
                format!("(void *)symcrete_driver_callback_{number}")
            }
            // A stream of the driver's is given by its address.
            None if self.debug.is_cxx && matches!(self.debug.get(ty), Type::Reference { .. }) => return None,
            None if related::is_stream(self.debug, ty) => {
                let is_stream = |other: &Parameter| other.spelled.ends_with(STREAM);
                let stream = related::stream(name, before.iter().any(is_stream));
                let called = if stream == "stdin" { "standard input" } else { "standard output" };
                self.notes.push(format!("{name} is {called}"));
                stream.to_string()
            }
            None => return None,
        };
        let spelled = if related::is_stream(self.debug, ty) { STREAM.into() } else { "void *".to_string() };
        let _ = writeln!(body, "  {spelled} symcrete_p{k} = {value};");
        Some(Parameter { cast: cxx::cast(self.debug, ty), ..Parameter::without_object(name.into(), spelled) })
    }

    /// The number of a function that returns any value of a type; `None` for a type that cannot be written down.
    fn callback(&mut self, result: Option<TypeId>, name: &str) -> Option<usize> {
        let number = self.n_callbacks;
        let spelled = self.spell(result)?;
        let body = match result {
            Some(ty) => {
                let fill = entered(&format!("{name}()"), &self.fill("symcrete_value_of", ty, &format!("{name}()")));
                format!(
                    "  {spelled} symcrete_value_of;\n  unsigned symcrete_depth = 1;\n  (void)symcrete_depth;\n  \
                     __builtin_memset(&symcrete_value_of, 0, sizeof symcrete_value_of);\n{fill}  return symcrete_value_of;\n"
                )
            }
            None => String::new(),
        };
        self.n_callbacks += 1;
        // Whatever it is called with stays where it is: a function of this convention need not look at its arguments.
        let _ = writeln!(self.functions, "symcrete_own {spelled} symcrete_driver_callback_{number}() {{\n{body}}}\n");
        Some(number)
    }

    /// Statements that make a pointer the end of what the one before it leads to, if their names say so.
    fn end_of(&mut self, k: usize, name: &str, object: &Object, before: &[Parameter]) -> Option<String> {
        let begin = before.last().filter(|begin| begin.object.as_ref() == Some(object) && related::is_end(name))?;
        let most = if *object == Object::String { self.entry.string } else { self.n_elements(object) };
        let note = format!("{name} is at most {most} elements after {}, within what that leads to", begin.name);
        let text = related::end(k, most, name, &begin.name);
        self.notes.push(note);
        Some(text)
    }

    /// The statement that keeps a size within the memory of no type before it.
    fn size_of(&mut self, k: usize, name: &str, ty: TypeId, before: &[Parameter]) -> String {
        let Some((memory, Object::Bytes(n))) = before.last().and_then(|one| Some((&one.name, one.object.as_ref()?)))
        else {
            return String::new();
        };
        if !related::is_size(self.debug, ty, name) {
            return String::new();
        }
        let note = format!("{name} is at most {n}, the bytes that {memory} leads to, and 0 where {memory} is null");
        let text = related::size(k, *n);
        self.notes.push(note);
        text
    }

    /// The choice to let a pointer be an earlier one of its type; `MADE` stands for what is made otherwise.
    fn alias(&self, k: usize, name: &str, object: &Object, ty: TypeId, before: &[Parameter]) -> Option<String> {
        if self.is_restrict(ty) {
            return None;
        }
        let same = |other: &&(usize, &Parameter)| other.1.object.as_ref() == Some(object) && !other.1.is_restrict;
        let numbered: Vec<(usize, &Parameter)> = before.iter().enumerate().collect();
        let others: Vec<&(usize, &Parameter)> = numbered.iter().filter(same).collect();
        (!others.is_empty()).then_some(())?;
        let mut text = String::new();
        for (j, other) in others {
            let _ = write!(
                text,
                "  if (symcrete_p{j} && symcrete_driver_same(\"{name} == {}\")) symcrete_p{k} = (__typeof__(symcrete_p{k}))symcrete_p{j};\n  else",
                other.name
            );
        }
        Some(text + " {\nMADE  }\n")
    }

    fn assumptions(&self, parameters: &[Parameter]) -> String {
        let mut text = String::new();
        if self.entry.assume.is_empty() {
            return text;
        }
        for Parameter { name, n_elements, .. } in parameters {
            if let Some(n) = n_elements {
                let _ = writeln!(text, "enum {{ symcrete_n_{name} = {n} }};");
            }
        }
        let list: Vec<String> = parameters.iter().map(|p| format!("{} {}", p.spelled, p.name)).collect();
        let list = if list.is_empty() { "void".into() } else { list.join(", ") };
        text += "#undef elements\n#define elements(symcrete_x) symcrete_n_##symcrete_x\n";
        let _ = writeln!(text, "symcrete_own int symcrete_driver_assume({list}) {{\n  int symcrete_all = 1;");
        for assumption in &self.entry.assume {
            let _ = writeln!(text, "#line 1 \"--assume\"\n  symcrete_all = symcrete_all && ({assumption});");
        }
        text + "#line 1 \"driver.c, after the assumptions\"\n  return symcrete_all;\n}\n\n"
    }

    fn is_restrict(&self, ty: TypeId) -> bool {
        match self.debug.get(ty) {
            Type::Restrict { .. } => true,
            Type::Qualified { of: Some(of), .. } | Type::Typedef { of: Some(of), .. } => self.is_restrict(*of),
            _ => false,
        }
    }

    /// Why a parameter of this type cannot be made.
    fn unsupported(&self, ty: TypeId) -> Option<&'static str> {
        match self.debug.bare(Some(ty)).map(|(_, bare)| bare) {
            None => Some("a value without a type"),
            Some(Type::Basic { name, .. }) if name.contains("_BitInt") => Some("a _BitInt"),
            Some(Type::Basic { holds: Holds::Other, .. }) => Some("a complex number"),
            Some(Type::Record { is_complete: false, .. }) => Some("a struct that is not defined here"),
            Some(Type::Record { is_plain: false, .. }) => Some(HIDES),
            Some(Type::Standard { kind: Standard::Vector, of }) => of.and_then(|of| self.unsupported(of)),
            Some(Type::Unknown) => Some("a value of unknown type"),
            Some(Type::Pointer { to }) => self.unsupported_object(*to),
            _ => None,
        }
    }

    fn unsupported_object(&self, to: Option<TypeId>) -> Option<&'static str> {
        match self.debug.bare(to).map(|(_, bare)| bare) {
            Some(Type::Function { .. }) => Some("a pointer to a function"),
            Some(Type::Record { tag: Some(tag), .. }) if OPAQUE.contains(&tag.as_str()) => {
                Some("a struct of the C library")
            }
            Some(Type::Record { is_complete: false, .. }) => Some("a pointer to a struct that is not defined here"),
            Some(Type::Record { is_plain: false, .. } | Type::Standard { .. }) => {
                Some("a pointer to an object that only its constructors can make")
            }
            Some(Type::Unknown) => Some("a pointer to something unknown"),
            Some(Type::Basic { name, .. }) if name.contains("_BitInt") => Some("a pointer to a _BitInt"),
            Some(Type::Basic { holds: Holds::Other, .. }) => Some("a pointer to complex numbers"),
            _ => None,
        }
    }

    /// What a pointer leads to; `None` where it is no pointer, or cannot lead anywhere.
    fn object_of(&self, ty: TypeId, is_parameter: bool) -> Option<Object> {
        let Some((_, Type::Pointer { to })) = self.debug.bare(Some(ty)) else { return None };
        if self.unsupported_object(*to).is_some() {
            return None;
        }
        let asked = self.entry.elements.filter(|_| is_parameter);
        let Some((id, bare)) = self.debug.bare(*to) else {
            return Some(Object::Bytes(asked.unwrap_or(self.entry.string)));
        };
        match bare {
            Type::Basic { holds: Holds::Character, name, .. } if name == "char" => Some(Object::String),
            Type::Record { .. } => {
                let of = self.spell(*to)?;
                Some(Object::Elements { of, ty: id, n: asked.unwrap_or(1) })
            }
            _ => Some(Object::Elements { of: self.spell(*to)?, ty: id, n: asked.unwrap_or(ELEMENTS) }),
        }
    }

    fn n_elements(&self, object: &Object) -> u64 {
        match object {
            Object::String => self.entry.string + 1,
            Object::Bytes(n) | Object::Elements { n, .. } => *n,
        }
    }

    /// A type as C writes it, without qualifiers; `None` where it has no name.
    fn spell(&self, ty: Option<TypeId>) -> Option<String> {
        let Some(ty) = ty else { return Some("void".into()) };
        match self.debug.get(ty) {
            Type::Basic { name, .. } | Type::Typedef { name, .. } => Some(name.clone()),
            Type::Enum { tag: Some(tag), .. } => Some(format!("enum {tag}")),
            Type::Enum { tag: None, bytes, .. } => Some(if *bytes == 4 { "int" } else { "long" }.into()),
            Type::Record { tag, is_union, .. } => {
                let kind = if *is_union { "union" } else { "struct" };
                tag.as_ref().map(|tag| format!("{kind} {tag}"))
            }
            Type::Pointer { to } => Some(format!("__typeof__({} *)", self.spell(*to)?)),
            Type::Array { of, count } => Some(format!("__typeof__({}[{}])", self.spell(Some(*of))?, (*count)?)),
            Type::Qualified { of, .. } | Type::Restrict { of } => self.spell(*of),
            Type::Reference { to, .. } => self.spell(*to),
            Type::Standard { kind, of } => spelled::standard(*kind, of.and_then(|of| self.spell(Some(of)))),
            Type::Function { .. } | Type::Unknown => None,
        }
    }

    /// As `fill`, with the object that a parameter's pointer leads to.
    fn fill_top(&mut self, lvalue: &str, ty: TypeId, path: &str, object: Option<&Object>) -> String {
        match object {
            Some(object) => self.make(lvalue, object),
            None => self.fill(lvalue, ty, path),
        }
    }

    /// Statements that make the object `lvalue`, which the test calls `path`.
    fn fill(&mut self, lvalue: &str, ty: TypeId, path: &str) -> String {
        let Some((id, bare)) = self.debug.bare(Some(ty)) else { return self.leave_zero(path, "its type is not known") };
        match bare {
            Type::Basic { holds, name, bytes } => match number(*holds, name, *bytes) {
                Some(kind) => value(lvalue, kind),
                None => self.leave_zero(path, "complex numbers are not supported"),
            },
            Type::Enum { bytes, .. } => value(lvalue, integer(*bytes, true)),
            Type::Pointer { .. } => match self.object_of(ty, false) {
                Some(object) => self.make(lvalue, &object),
                None => self.leave_zero(path, "pointers of its type are always null"),
            },
            Type::Record { members, is_union, is_complete, is_plain, .. } => {
                if !is_complete {
                    return self.leave_zero(path, "its type is not defined here");
                }
                if !is_plain {
                    return self.leave_zero(path, "only its constructors can make it");
                }
                match self.spell(Some(ty)) {
                    Some(spelled) => {
                        let number = self.filler(id, &spelled, path);
                        format!("  symcrete_driver_fill_{number}(({spelled} *)&({lvalue}), symcrete_depth);\n")
                    }
                    None => self.members(lvalue, &members.clone(), *is_union, path),
                }
            }
            Type::Array { of, count } => self.array(lvalue, *of, *count, path),
            Type::Standard { kind, of } => self.standard(lvalue, *kind, *of, path),
            _ => self.leave_zero(path, "its type is not supported"),
        }
    }

    /// The statement that makes an object of the C++ library.
    fn standard(&mut self, lvalue: &str, kind: Standard, of: Option<TypeId>, path: &str) -> String {
        let make = match (kind, of.and_then(|of| Some((of, self.spell(Some(of))?)))) {
            (Standard::String, _) => cxx::text(self.entry.string),
            (Standard::View, _) => cxx::view(self.entry.string),
            (Standard::Vector, Some((of, spelled))) => {
                let fill = self.fill("(*symcrete_at)[symcrete_i]", of, &format!("{path}[…]"));
                let n = self.entry.elements.unwrap_or(ELEMENTS);
                cxx::vector(&spelled, n, &elements("symcrete_i", "symcrete_n", &fill))
            }
            (Standard::Vector, None) => return self.leave_zero(path, "its type is not supported"),
        };
        let number = match self.standards.iter().position(|known| *known == make) {
            Some(number) => number,
            None => {
                let number = self.standards.len();
                let head = make.replace("NUMBER", &number.to_string());
                self.functions.push_str(&head);
                self.standards.push(make);
                number
            }
        };
        format!("  symcrete_driver_make_standard_{number}(&({lvalue}), symcrete_depth);\n")
    }

    fn leave_zero(&mut self, path: &str, why: &str) -> String {
        let note = format!("{path} is always zero: {why}");
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
        String::new()
    }

    fn array(&mut self, lvalue: &str, of: TypeId, count: Option<u64>, path: &str) -> String {
        let Some(count) = count.filter(|&count| count > 0) else {
            return self.leave_zero(path, "it has no length of its own");
        };
        let whole = match self.debug.bare(Some(of)) {
            Some((_, Type::Basic { holds: Holds::Character, .. })) => true,
            Some((_, Type::Basic { holds: Holds::Signed | Holds::Unsigned, bytes, .. })) => {
                *bytes == 1 || count > LISTED
            }
            Some((_, Type::Basic { holds: Holds::Float, bytes, .. })) => *bytes <= 8 && count > LISTED,
            _ => false,
        };
        if whole {
            return value(lvalue, Kind::of(CType::Bytes));
        }
        let index = format!("symcrete_i{}", lvalue.matches('[').count());
        let fill = self.fill(&format!("({lvalue})[{index}]"), of, &format!("{path}[…]"));
        elements(&index, &count.to_string(), &fill)
    }

    fn members(&mut self, lvalue: &str, members: &[Member], is_union: bool, path: &str) -> String {
        let made: Vec<String> = members.iter().map(|member| self.member(lvalue, member, path)).collect();
        let Some((first, rest)) = made.split_first().filter(|_| is_union) else { return made.concat() };
        // Bits, since a choice among numbers becomes a jump table, which cannot be followed outside the program.
        let mut text = String::new();
        for (k, one) in rest.iter().enumerate() {
            let name = members[k + 1].name.clone().unwrap_or_else(|| format!("member {}", k + 1));
            let _ = write!(text, "  if (symcrete_driver_same(\": {name}\")) {{\n{one}  }} else");
        }
        format!("{text} {{\n{first}  }}\n")
    }

    fn member(&mut self, lvalue: &str, member: &Member, path: &str) -> String {
        let Some(name) = &member.name else {
            // An unnamed struct or union: its members are reached through the outer one.
            let Some((_, Type::Record { members, is_union, .. })) = self.debug.bare(Some(member.ty)) else {
                return String::new();
            };
            return self.members(lvalue, &members.clone(), *is_union, path);
        };
        let (inner, path) = (format!("({lvalue}).{name}"), format!("{path}.{name}"));
        let fill =
            if member.is_bit_field { self.bit_field(&inner, member.ty) } else { self.fill(&inner, member.ty, &path) };
        entered(&format!(".{name}"), &fill)
    }

    /// A bit-field has no address: a whole value is made and assigned.
    fn bit_field(&mut self, lvalue: &str, ty: TypeId) -> String {
        let kind = match self.debug.bare(Some(ty)) {
            Some((_, Type::Basic { holds, name, bytes })) => number(*holds, name, *bytes),
            Some((_, Type::Enum { bytes, .. })) => Some(integer(*bytes, true)),
            _ => None,
        };
        let (Some(kind), Some(spelled)) = (kind, self.spell(Some(ty))) else { return String::new() };
        let fill = value("symcrete_bits", kind);
        format!(
            "  {{\n  {spelled} symcrete_bits = ({spelled})0;\n{fill}  {lvalue} = symcrete_bits;\n  \
             symcrete_assume({lvalue} == symcrete_bits, (unsigned long)symcrete_assume);\n  }}\n"
        )
    }

    /// The number of the function that fills a struct.
    fn filler(&mut self, id: TypeId, spelled: &str, path: &str) -> usize {
        if let Some(&number) = self.fillers.get(&id) {
            return number;
        }
        let number = self.fillers.len();
        self.fillers.insert(id, number);
        let Type::Record { members, is_union, .. } = self.debug.get(id).clone() else { return number };
        let head =
            format!("symcrete_own void symcrete_driver_fill_{number}({spelled} *symcrete_at, unsigned symcrete_depth)");
        let body = self.members("*symcrete_at", &members, is_union, path);
        let _ = writeln!(self.declarations, "{head};");
        let _ = writeln!(self.functions, "{head} {{\n  (void)symcrete_at, (void)symcrete_depth;\n{body}}}\n");
        number
    }

    /// The statement that lets a pointer lead to an object, or nowhere.
    fn make(&mut self, lvalue: &str, object: &Object) -> String {
        let number = match self.makers.get(object) {
            Some(&number) => number,
            None => self.maker(object),
        };
        format!("  *(void **)&({lvalue}) = symcrete_driver_make_{number}(symcrete_depth);\n")
    }

    fn maker(&mut self, object: &Object) -> usize {
        let number = self.makers.len();
        self.makers.insert(object.clone(), number);
        let head = format!("symcrete_own void *symcrete_driver_make_{number}(unsigned symcrete_depth)");
        let (of, n) = match object {
            Object::String | Object::Bytes(_) => ("char", self.n_elements(object)),
            Object::Elements { of, n, .. } => (of.as_str(), *n),
        };
        let fill = match object {
            Object::String => {
                entered("[]", &format!("  symcrete_value(symcrete_at, {}, {});\n", n - 1, CType::Bytes as u32))
            }
            Object::Bytes(_) => {
                entered("[]", &format!("  symcrete_value(symcrete_at, {n}, {});\n", CType::Bytes as u32))
            }
            Object::Elements { ty, .. } => {
                let fill = self.fill("symcrete_at[symcrete_i]", *ty, &format!("({of})"));
                elements("symcrete_i", &n.to_string(), &fill)
            }
        };
        let _ = writeln!(self.declarations, "{head};");
        let _ = writeln!(
            self.functions,
            "{head} {{\n  {of} *symcrete_at;\n  if (symcrete_depth == 0 || !symcrete_driver_object()) return 0;\n  symcrete_depth--;\n  \
             symcrete_at = ({of} *)(symcrete_driver_soiled ? symcrete_driver_room({n} * sizeof *symcrete_at) \
             : __builtin_calloc({n}, sizeof *symcrete_at));\n  if (!symcrete_at) return 0;\n{fill}  return symcrete_at;\n}}\n"
        );
        number
    }
}

/// A parameter that the driver has.
struct Parameter {
    name: String,
    spelled: String,
    object: Option<Object>,
    n_elements: Option<u64>,
    is_restrict: bool,
    /// It leads to what the function must not change.
    is_const: bool,
    /// How C++ is told what it is.
    cast: String,
    /// What the function may change through a reference.
    changes: Option<TypeId>,
}

impl Parameter {
    /// One that leads to nothing of its own.
    fn without_object(name: String, spelled: String) -> Parameter {
        Parameter {
            name,
            spelled,
            object: None,
            n_elements: None,
            is_restrict: false,
            is_const: false,
            cast: String::new(),
            changes: None,
        }
    }
}

/// A loop over elements.
fn elements(index: &str, count: &str, fill: &str) -> String {
    format!(
        "  for (unsigned long {index} = 0; {index} < {count}; {index}++) {{\n  unsigned long symcrete_was = \
         symcrete_enter_element({index});\n{fill}  symcrete_leave(symcrete_was);\n  }}\n"
    )
}

/// Statements under a name.
pub(super) fn entered(part: &str, fill: &str) -> String {
    if fill.is_empty() {
        return String::new();
    }
    format!(
        "  {{\n  unsigned long symcrete_was = symcrete_enter(\"{part}\");\n{fill}  symcrete_leave(symcrete_was);\n  }}\n"
    )
}

fn enter(body: &mut String, part: &str, fill: &str) {
    body.push_str(&entered(part, fill));
}
