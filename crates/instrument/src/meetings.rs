//! Says where a program meets the outside: on raw front-end code, by calls that only a run which watches hears.
//!
//! What a function returns that asks for the time, or reads a socket, is in no input. A claim about all inputs must know whether a run
//! came to a call of it, and branches alone do not tell: the call may stand in a function without any. So each such call is told, and so
//! is each other place that takes the function's address, reads a variable which holds it, uses the name of a special file, or looks into a `FILE`.
//!
//! ```text
//! t = time(0);                              call @__symcrete_model_unset_met(7);  %t = call @time(0)
//! static clock *now = clock_gettime; … now  call @__symcrete_model_unset_met(7);  %f = load @now
//! ```
//!
//! A name of which a place cannot be told (a variable that other objects see) is not listed, and those who claim go by branches.
//! The calls are guarded as births are (`unset/guard.rs`), and the static model knows nothing of them.

use crate::Options;
use crate::extract::text_of;
use crate::llvm::{Builder, Linkage, Opcode, Session, Type, Value};
use crate::locations::Locations;
use std::collections::{BTreeMap, HashSet};
use symcrete_abi::name;
use symcrete_libc::{ASSEMBLY, FAST_MATH, FILES, STREAM_FIELD, SURROUNDINGS, is_outside};
use symcrete_model::{LocId, Meeting};

/// Tells every meeting; returns them by name.
pub(crate) fn tell(session: &Session, locations: &Locations, options: &Options) -> Vec<Meeting> {
    let mut meant: BTreeMap<String, Vec<Value>> = BTreeMap::from([(ASSEMBLY.to_string(), Vec::new())]);
    let declared = session.functions().into_iter().chain(session.globals());
    for symbol in declared.filter(|symbol| symbol.is_declaration()) {
        let name = symbol.name();
        if is_outside(&name) && !options.followed.contains(&name) {
            meant.entry(name).or_default().push(symbol);
        }
    }
    for global in session.globals() {
        let text = text_of(session, global);
        for file in FILES.iter().filter(|file| contains(&text, file.as_bytes())) {
            meant.entry(file.to_string()).or_default().push(global);
        }
    }
    let handed =
        session.function("main").filter(|main| !main.is_declaration()).and_then(|main| main.params().get(2).copied());
    meant.entry(SURROUNDINGS.into()).or_default().extend(handed);
    let mut places: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for (name, symbols) in meant {
        let users: Option<Vec<Vec<Value>>> = symbols.into_iter().map(users).collect();
        places.extend(users.map(|users| (name, users.concat())));
    }
    places.entry(ASSEMBLY.into()).or_default().extend(instructions(session, is_assembly));
    places.insert(STREAM_FIELD.into(), instructions(session, is_stream_field));
    places.insert(FAST_MATH.into(), loose(session));
    let mut teller = Teller { session, locations, builder: Builder::new(session), n_told: 0 };
    places.into_iter().map(|(name, users)| teller.meeting(name, &users)).collect()
}

fn contains(text: &[u8], part: &[u8]) -> bool {
    text.windows(part.len()).any(|window| window == part)
}

/// The instructions by which a symbol can be come by; `None` if there are other ways.
fn users(symbol: Value) -> Option<Vec<Value>> {
    let (mut instructions, mut seen, mut open) = (Vec::new(), HashSet::new(), vec![symbol]);
    while let Some(value) = open.pop() {
        for user in value.users() {
            if user.is_instruction() {
                instructions.push(user);
            } else if user.is_global() && !(user.is_global_variable() && is_own(user)) {
                return None;
            } else if seen.insert(user) {
                // A constant that holds it, or a variable that begins with it.
                open.push(user);
            }
        }
    }
    let is_plain = |user: &Value| user.opcode() != Some(Opcode::LLVMLandingPad);
    let is_known = !symbol.is_global() || symbol.is_declaration() || is_own(symbol);
    (is_known && instructions.iter().all(is_plain)).then_some(instructions)
}

/// Does only this object see a variable?
fn is_own(global: Value) -> bool {
    matches!(global.linkage(), Linkage::LLVMInternalLinkage | Linkage::LLVMPrivateLinkage) && !global.has_section()
}

fn instructions(session: &Session, is_meant: fn(&Value) -> bool) -> Vec<Value<'_>> {
    let functions = session.functions().into_iter().filter(|function| !function.is_declaration());
    let all = functions.flat_map(|function| function.blocks()).flat_map(|block| block.instructions());
    all.filter(is_meant).collect()
}

/// Inline assembly that has instructions.
fn is_assembly(call: &Value) -> bool {
    let is_other = call.opcode() == Some(Opcode::LLVMCallBr);
    is_other || call.is_call() && call.callee().is_inline_assembly() && !call.is_barrier()
}

/// The address of a field inside of a `FILE`, as front ends write it.
fn is_stream_field(instruction: &Value) -> bool {
    let is_address = instruction.opcode() == Some(Opcode::LLVMGetElementPtr);
    is_address && instruction.element_type().name().is_some_and(|name| name.starts_with("struct._IO_FILE"))
}

/// The first instruction of each block that optimisation may take for another one, as in `-ffast-math`: what comes of it is up to the optimiser.
fn loose(session: &Session) -> Vec<Value<'_>> {
    let functions = session.functions().into_iter().filter(|function| !function.is_declaration());
    let blocks = functions.flat_map(|function| function.blocks());
    blocks
        .filter_map(|block| block.instructions().into_iter().find(|instruction| instruction.is_loose_math()))
        .collect()
}

struct Teller<'s> {
    session: &'s Session,
    locations: &'s Locations,
    builder: Builder<'s>,
    n_told: u32,
}

impl<'s> Teller<'s> {
    /// Tells one name before each of these instructions.
    fn meeting(&mut self, name: String, users: &[Value]) -> Meeting {
        let (first, mut known) = (self.n_told, HashSet::new());
        let users = users.iter().filter(|user| known.insert(**user));
        let locs = users.map(|&user| LocId(self.locations.of(self.told(user)))).collect();
        Meeting { name, first, locs }
    }

    fn told(&mut self, user: Value) -> Value<'s> {
        self.builder.before(place(user));
        match user.location() {
            Some(_) => self.builder.location_of(user),
            None => self.builder.location_of_function(user.function()),
        }
        let number = Type::int(self.session, 64);
        let ty = Type::function(Type::void(self.session), &[number]);
        let function = self.session.declare(&format!("{}met", name::BIRTH), ty);
        function.add_function_attribute(self.session, self.session.attribute("nounwind"), 0);
        let told = self.builder.call(ty, function, &[number.constant(self.n_told.into())]);
        self.n_told += 1;
        told
    }
}

/// The instruction itself; of one that stands where blocks join, the first that is behind all of these.
fn place(user: Value) -> Value {
    if !user.is_phi() {
        return user;
    }
    let is_behind = |other: &Value| !other.is_phi() && other.opcode() != Some(Opcode::LLVMLandingPad);
    user.block().instructions().into_iter().find(is_behind).unwrap_or(user)
}
