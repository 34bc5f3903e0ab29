//! Says where objects are born without a value that may be read before one is stored: on raw front-end code.
//!
//! Optimisation takes a variable that was never set for whatever it likes, and the branches on it are gone. So births are told first, by
//! calls that hand the runtime the object, or bring the value that was never set. Only a run that watches them (`Flags::unset`)
//! does anything there; `runtime/src/unset.rs` says what. Which objects need it is decided conservatively (`flow`): one that is
//! certainly set before each read has no birth.
//!
//! ```text
//! int r; if (c) r = 1; return r;     %r = alloca i32;  store (call i32 @__symcrete_model_unset_i32()), %r     stays a register
//! char line[80]; fgets(line, …);     call @__symcrete_model_unset_memory(%line, 80)
//! p = malloc(n);                     %p = call @malloc(n);  call @__symcrete_model_unset_heap(%p)
//! p = allocate(n);                   %p = call %allocate(n);  call @__symcrete_model_unset_called(%allocate, %p)
//! ```
//!
//! The static model knows nothing of births: to it such a value is undefined. At the end each gets a guard, so that it costs nothing
//! where nobody watches (`guard`).

mod flow;
mod guard;
mod object;

pub(crate) use guard::guard;

use crate::Options;
use crate::llvm::{Builder, Opcode, Session, Type, TypeKind, Value};
use crate::locations::Locations;
use crate::sites::split_edge;
use flow::{Doubt, Piece, doubt};
use object::{Object, objects};
use std::collections::BTreeMap;
use symcrete_abi::name;
use symcrete_libc::Fact;
use symcrete_model::{Birth, LocId};

/// Tells the births of every function; returns them by their places.
pub(crate) fn tell(session: &Session, locations: &Locations, options: &Options) -> Vec<Birth> {
    let mut teller = Teller { session, locations, builder: Builder::new(session), births: BTreeMap::new() };
    for function in session.functions().into_iter().filter(|function| !function.is_declaration()) {
        if function.name().starts_with(name::DRIVER) {
            continue;
        }
        for object in objects(session, function) {
            if let Some(doubt) = doubt(&object) {
                teller.local(&object, &doubt);
            }
        }
        teller.allocations(function, options);
    }
    teller.births.into_values().collect()
}

struct Teller<'s> {
    session: &'s Session,
    locations: &'s Locations,
    builder: Builder<'s>,
    births: BTreeMap<u32, Birth>,
}

impl<'s> Teller<'s> {
    /// A local variable that may be read before it is set.
    fn local(&mut self, object: &Object, doubt: &Doubt) {
        let slots: Option<Vec<(u64, Type, &'static str)>> = match doubt {
            Doubt::Somewhere => None,
            Doubt::At(slots) => slots.iter().map(|&(offset, piece)| self.slot(offset, piece)).collect(),
        };
        for &place in &object.births {
            self.position(object, place);
            let told = match &slots {
                Some(slots) => self.values(object, slots),
                None => self.memory(object),
            };
            self.list(told, &object.name, false);
        }
    }

    fn slot(&self, offset: u64, piece: Piece<'s>) -> Option<(u64, Type<'s>, &'static str)> {
        let ty = match piece {
            Piece::Value(ty) => ty,
            Piece::Copied(bytes) => Type::int(self.session, 8 * bytes as u32),
        };
        Some((offset, ty, suffix(ty)?))
    }

    fn position(&self, object: &Object, place: Value) {
        self.builder.before(place);
        match &object.declared {
            Some(declared) => self.builder.location_of_declaration(declared),
            None if object.slot.location().is_some() => self.builder.location_of(object.slot),
            None => self.builder.location_of_function(object.function),
        }
    }

    /// Stores values that were never set where they may be read.
    fn values(&self, object: &Object<'s>, slots: &[(u64, Type, &'static str)]) -> Value<'s> {
        let (i8t, i64t) = (Type::int(self.session, 8), Type::int(self.session, 64));
        let mut last = object.slot;
        for &(offset, ty, suffix) in slots {
            let at = match offset {
                0 => object.slot,
                _ => self.builder.offset(i8t, object.slot, i64t.constant(offset)),
            };
            last = self.call(suffix, ty, &[], &[]);
            self.builder.store(last, at, 1);
        }
        last
    }

    fn memory(&self, object: &Object) -> Value<'s> {
        let i64t = Type::int(self.session, 64);
        let bytes = match object.count {
            None => i64t.constant(object.bytes),
            Some(count) => {
                let count = self.builder.resize(count, i64t);
                self.builder.multiply(count, i64t.constant(object.bytes))
            }
        };
        self.call("memory", Type::void(self.session), &[object.slot, bytes], &[object.slot.ty(), i64t])
    }

    fn call(&self, suffix: &str, result: Type, arguments: &[Value], params: &[Type]) -> Value<'s> {
        let ty = Type::function(result, params);
        let function = self.session.declare(&format!("{}{suffix}", name::BIRTH), ty);
        function.add_function_attribute(self.session, self.session.attribute("nounwind"), 0);
        self.builder.call(ty, function, arguments)
    }

    /// Memory that this function allocates.
    fn allocations(&mut self, function: Value, options: &Options) {
        let calls = function.blocks().into_iter().flat_map(|block| block.instructions());
        for call in calls.filter(|i| i.is_call() && !i.is_must_tail()).collect::<Vec<_>>() {
            let callee = call.callee();
            if !callee.is_function() && !callee.is_inline_assembly() && is_shaped(call) {
                self.told_behind(call, "called", &[callee, call], &[callee.ty(), call.ty()], "a call by pointer");
                continue;
            }
            if !callee.is_function() || !callee.is_declaration() || options.followed.contains(&callee.name()) {
                continue;
            }
            let name = callee.name();
            let Some(function) = symcrete_libc::function(&name) else { continue };
            if function.is(Fact::Resized) {
                // What LLVM makes of a `realloc` of nothing is a `malloc` that nobody tells.
                call.add_call_attribute(self.session, self.session.attribute("nobuiltin"));
                self.list(call, &name, true);
            } else if function.is(Fact::Fresh) && call.ty().is_pointer() {
                self.told_behind(call, "heap", &[call], &[call.ty()], &name);
            } else if function.is(Fact::FreshText) && call.ty().is_pointer() {
                self.told_behind(call, "text", &[call], &[call.ty()], &name);
            } else if function.is(Fact::FreshStored) && is_storing(call) {
                let to = call.operand(0);
                self.told_behind(call, "stored", &[to, call], &[to.ty(), call.ty()], &name);
            }
        }
    }

    /// Tells of what a call allocated, behind it.
    fn told_behind(&mut self, call: Value, suffix: &str, arguments: &[Value], params: &[Type], name: &str) {
        let before = match call.opcode() {
            Some(Opcode::LLVMInvoke) => split_edge(self.session, call, 0).terminator(),
            _ => call.next(),
        };
        let Some(before) = before else { return };
        self.builder.before(before);
        self.builder.location_of(call);
        let told = self.call(suffix, Type::void(self.session), arguments, params);
        self.list(told, name, true);
    }

    fn list(&mut self, told: Value, name: &str, is_allocated: bool) {
        let loc = self.locations.of(told);
        let birth = Birth { loc: LocId(loc), name: name.into(), is_allocated };
        self.births.entry(loc).or_insert(birth);
    }
}

/// Takes and returns this call of a pointer what `malloc` or its kin would? The runtime sees whether it is one.
fn is_shaped(call: Value) -> bool {
    let (ty, arguments) = (call.called_type(), call.arguments());
    let is_size =
        |argument: &Value| argument.ty().kind() == TypeKind::LLVMIntegerTypeKind && argument.ty().int_width() == 64;
    call.ty().is_pointer() && !ty.is_variadic() && (1..=2).contains(&arguments.len()) && arguments.iter().all(is_size)
}

/// Is a call of `posix_memalign` what the C library declares?
fn is_storing(call: Value) -> bool {
    call.arguments().len() == 3
        && call.operand(0).ty().is_pointer()
        && call.ty().kind() == TypeKind::LLVMIntegerTypeKind
}

/// How the function that brings a value of this type is called; `None` for types without.
fn suffix(ty: Type) -> Option<&'static str> {
    match ty.kind() {
        TypeKind::LLVMIntegerTypeKind => match ty.int_width() {
            8 => Some("i8"),
            16 => Some("i16"),
            32 => Some("i32"),
            64 => Some("i64"),
            _ => None,
        },
        TypeKind::LLVMPointerTypeKind => Some("ptr"),
        TypeKind::LLVMFloatTypeKind => Some("float"),
        TypeKind::LLVMDoubleTypeKind => Some("double"),
        _ => None,
    }
}
