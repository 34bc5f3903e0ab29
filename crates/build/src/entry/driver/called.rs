//! The call of the function, with what is shown of it: objects before and behind it, what it returned, where pointers lead.
//!
//! An object that a pointer leads to is known by the pointer as it was before the call, however deep it lies: the function may let the pointer
//! lead elsewhere, and what it did to the object before that is shown all the same. Pointers in unions are passed over, since they may be none.

use super::super::cxx;
use super::super::debug::{Debug, Function, Holds, Type, TypeId, Variable};
use super::super::pointers;
use super::super::show::{Behind, Show};
use super::{Generator, Object, Parameter};
use std::fmt::Write;
use symcrete_corpus::signature::WAS;

/// Elements of an array whose pointers are followed.
const FOLLOWED: u64 = 8;

/// An object by what leads to it.
struct Known {
    /// What the test calls the pointer.
    name: String,
    /// The pointer, as C finds it.
    place: String,
    /// It lies in the object of this number.
    parent: Option<usize>,
    /// The function may let it lead elsewhere.
    may_move: bool,
    object: Object,
    is_const: bool,
}

impl Generator<'_> {
    /// The call. What came of it is shown if somebody wants to see it: tests that are exported assert that.
    pub(super) fn call(&self, function: &Function, parameters: &[Parameter]) -> String {
        let arguments: Vec<String> =
            parameters.iter().enumerate().map(|(k, one)| format!("{}symcrete_p{k}", one.cast)).collect();
        let call = format!("{}({})", function.name, arguments.join(", "));
        let known = self.known(parameters);
        let objects: Vec<Behind> = known.iter().enumerate().map(|(k, one)| self.behind(k, one)).collect();
        let (mut was, mut returned, mut left) = (Show::new(self.debug), Show::new(self.debug), Show::new(self.debug));
        if let Some(ty) = function.result {
            returned.result(&function.name, ty);
        }
        for object in &objects {
            was.object(&Behind { name: format!("{WAS}{}", object.name), ..object.clone() });
            left.object(object);
        }
        for (k, parameter) in parameters.iter().enumerate() {
            parameter.changes.iter().for_each(|ty| left.place(&format!("symcrete_p{k}"), *ty, &parameter.name));
        }
        for variable in self.debug.variables.iter().filter(|variable| self.entry.globals.contains(&variable.name)) {
            variable.ty.iter().for_each(|ty| left.place(&variable.name, *ty, &variable.name));
        }
        for Variable { name, ty, .. } in self.state {
            ty.iter().for_each(|ty| was.place(name, *ty, &format!("{WAS}{name}")));
            ty.iter().for_each(|ty| left.place(name, *ty, name));
        }
        let left = left.into_text() + &self.moved(&known);
        self.around(
            &function.name,
            &call,
            [&remembered(&known, &objects), &was.into_text(), &returned.into_text(), &left],
        )
    }

    /// A call between what is shown before it and behind it.
    fn around(&self, function: &str, call: &str, [remembered, was, returned, left]: [&str; 4]) -> String {
        let called = match returned.is_empty() {
            true => format!("(void){call};"),
            false if self.debug.is_cxx => format!("auto &&symcrete_result = {call};"),
            false => format!("__typeof__({call}) symcrete_result = {call};"),
        };
        // Whoever reads what is shown sees that the call was not kept back by an assumption, and that it came back.
        let before = format!(
            "if (symcrete_level && symcrete_level[0] != '0') {{\n  __builtin_printf(\"{function} is called\\n\");\n  \
             symcrete_driver_flush(0);\n{remembered}  }}\n  if (symcrete_level && symcrete_level[0] == '1') {{\n{was}  }}\n  \
             if (symcrete_driver_soiled) symcrete_driver_soil(symcrete_driver_soiled);\n  "
        );
        let called = format!(
            "{called}\n  if (symcrete_level && symcrete_level[0] != '0') {{\n  \
             __builtin_printf(\"\\n{function} is back\\n\");\n{returned}  }}\n  \
             if (symcrete_level && symcrete_level[0] == '1') {{\n{left}  }}"
        );
        before + &if self.debug.is_cxx { cxx::caught(function, &called) } else { called }
    }

    /// The objects that parameters lead to, each before those behind it.
    fn known(&self, parameters: &[Parameter]) -> Vec<Known> {
        let mut known: Vec<Known> = Vec::new();
        for (k, parameter) in parameters.iter().enumerate() {
            known.extend(parameter.object.clone().map(|object| Known {
                name: parameter.name.clone(),
                place: format!("symcrete_p{k}"),
                parent: None,
                may_move: parameter.changes.is_some(),
                object,
                is_const: parameter.is_const,
            }));
        }
        let (mut first, mut depth) = (0, self.entry.depth);
        while depth > 1 && first < known.len() {
            let last = known.len();
            for k in first..last {
                if let Object::Elements { of, ty, n } = known[k].object.clone() {
                    for element in 0..n.min(FOLLOWED) {
                        let place = format!("(({of} *)symcrete_driver_known[{k}].at)[{element}]");
                        let name = format!("{}[{element}]", known[k].name);
                        self.pointers(&mut known, k, ty, (place, name));
                    }
                }
            }
            (first, depth) = (last, depth - 1);
        }
        known
    }

    /// Adds the objects that pointers in a place of object `parent` lead to.
    fn pointers(&self, known: &mut Vec<Known>, parent: usize, ty: TypeId, (place, name): (String, String)) {
        match self.debug.bare(Some(ty)) {
            Some((_, Type::Record { members, is_union: false, .. })) => {
                for member in members {
                    let inner = match &member.name {
                        Some(member) => (format!("({place}).{member}"), format!("{name}.{member}")),
                        None => (place.clone(), name.clone()),
                    };
                    self.pointers(known, parent, member.ty, inner);
                }
            }
            Some((_, Type::Array { of, count: Some(count) })) => {
                for k in 0..(*count).min(FOLLOWED) {
                    self.pointers(known, parent, *of, (format!("({place})[{k}]"), format!("{name}[{k}]")));
                }
            }
            Some((_, Type::Pointer { to })) if known.len() < pointers::MOST => {
                let is_const = to.is_some_and(|to| self.debug.is_const(to));
                known.extend(self.object_of(ty, false).map(|object| {
                    let may_move = !self.debug.is_const(ty);
                    Known { name, place, parent: Some(parent), may_move, object, is_const }
                }));
            }
            _ => {}
        }
    }

    /// What is shown of object `k`.
    fn behind(&self, k: usize, known: &Known) -> Behind {
        let (of, ty) = match &known.object {
            Object::String | Object::Bytes(_) => ("char", None),
            Object::Elements { of, ty, .. } => (of.as_str(), Some(*ty)),
        };
        Behind {
            pointer: format!("(({of} *)symcrete_driver_known[{k}].at)"),
            name: known.name.clone(),
            ty,
            n: self.n_elements(&known.object),
            is_const: known.is_const,
        }
    }

    /// Statements that show which pointers lead elsewhere than before.
    fn moved(&self, known: &[Known]) -> String {
        let mut text = String::new();
        for (k, one) in known.iter().enumerate().filter(|(_, one)| one.may_move) {
            let is_there = one.parent.map_or("1".into(), |at| format!("symcrete_driver_is_there({at})"));
            let (to_text, place) = (if one.object == Object::String { "_to_text" } else { "" }, &one.place);
            let _ = writeln!(
                text,
                "  if ({is_there} && symcrete_driver_led({k}, (const void *)({place}))) \
                 symcrete_driver_leads{to_text}((const void *)({place}));"
            );
        }
        text
    }
}

/// Statements that remember where objects are.
fn remembered(known: &[Known], objects: &[Behind]) -> String {
    let mut text = String::new();
    for (k, (one, object)) in known.iter().zip(objects).enumerate() {
        let is_there = one.parent.map_or(String::new(), |at| format!("if (symcrete_driver_known[{at}].at) "));
        let _ = writeln!(
            text,
            "  {is_there}symcrete_driver_know({k}, \"{}\", (const void *)({}), {});",
            one.name,
            one.place,
            object.size()
        );
    }
    text
}

/// Is it a character, plain or not?
pub(in super::super) fn is_character(debug: &Debug, ty: Option<TypeId>) -> bool {
    matches!(debug.bare(ty), Some((_, Type::Basic { holds: Holds::Character, .. })))
}
