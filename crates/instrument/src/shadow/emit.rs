//! Changes the code: hot checks, cold blocks, descriptions, the module's descriptor.
//!
//! ```text
//! block: … x = load p …         head:  … x = load p;  t = load gs:p …
//!        br …                          any = dirty & mask | t;  br any != 0, cold, block
//!                               cold:  frame[0] = p; frame[1] = x
//!                                      d = call __symcrete_here(frame, description, any, dirty)
//!                                      br block
//!                               block: dirty = phi [dirty, head], [d, cold];  br …
//! ```

use super::describe::Description;
use super::ops::{Family, family};
use super::parts::Parts;
use super::piece::{Check, Piece};
use crate::llvm::{Block, Builder, Linkage, Opcode, Session, Type, Value};
use crate::locations::Locations;
use std::cell::RefCell;
use symcrete_abi::{frame, name, segment, tls};
use symcrete_libc::Fact;

/// LLVM's number of the `preserve_most` calling convention.
const PRESERVE_MOST: u32 = 14;
/// LLVM's address space of the GS segment.
const GS: u32 = 256;

/// The module's descriptions, and its way to the runtime: a call within the module and a number instead of an address are
/// short. Local names, so that every module has its own.
const DESCRIPTIONS: &str = "__symcrete_descriptions";
const HERE: &str = "__symcrete_here";

/// The module's own globals and the runtime's entry points.
pub(crate) struct Emitter<'s> {
    session: &'s Session,
    descriptor: Value<'s>,
    unseen: Value<'s>,
    segment: (Value<'s>, Type<'s>),
    tainted: (Value<'s>, Type<'s>),
    text: (Value<'s>, Type<'s>),
    tls: Value<'s>,
    /// The descriptions of all functions so far.
    words: RefCell<Vec<u32>>,
}

/// What a function's frame and header depend on.
#[derive(Clone, Copy)]
pub(crate) struct Shape {
    pub(crate) n_slots: usize,
    /// The function's number in its module.
    pub(crate) number: u32,
    /// It calls `setjmp`. What a register holds after a long jump is not certain, the dirty word
    /// included; so every segment of such a function is replayed, on a frame cleared at entry.
    pub(crate) again: bool,
}

/// One function being changed.
struct Body<'e, 's> {
    emitter: &'e Emitter<'s>,
    builder: Builder<'s>,
    parts: &'e Parts<'s>,
    dirty: Value<'s>,
    frame: Value<'s>,
    words: Vec<u32>,
    again: bool,
}

impl<'s> Emitter<'s> {
    pub(crate) fn new(session: &'s Session, n_outcomes: u32, hash: u64) -> Emitter<'s> {
        let (i32t, i64t, ptr) = (Type::int(session, 32), Type::int(session, 64), Type::pointer(session, 0));
        let bytes = session.bytes(&vec![1; n_outcomes.max(1) as usize]);
        let unseen = private(session, "__symcrete_unseen", bytes);
        let zero = i32t.constant(0);
        let fields = [i64t.constant(hash), unseen, i32t.constant(n_outcomes as u64), zero, zero, zero];
        let descriptor = private(session, "__symcrete_module", session.structure(&fields, false));
        descriptor.set_section(name::MODULES);
        descriptor.set_alignment(8);
        session.keep(descriptor);
        let segment_type = Type::function(i64t, &[ptr, i64t, i64t, i64t]);
        let tainted_type = Type::function(i64t, &[i64t, i64t]);
        let tls = session.add_global(name::TLS, Type::int(session, 8).array(tls::SIZE as u64));
        tls.set_initial_exec_tls();
        let segment = (session.declare(HERE, segment_type), segment_type);
        let tainted = (session.declare(name::TAINTED, tainted_type), tainted_type);
        let text_type = Type::function(i64t, &[i64t]);
        let text = (session.declare(name::TAINTED_TEXT, text_type), text_type);
        for (function, _) in [segment, tainted, text] {
            function.add_function_attribute(session, session.attribute("nounwind"), 0);
            function.add_function_attribute(session, session.attribute("cold"), 0);
            // The dynamic linker's lazy binding would change registers that these calls preserve.
            function.add_function_attribute(session, session.attribute("nonlazybind"), 0);
        }
        let words = RefCell::new(vec![0]);
        Emitter { session, descriptor, unseen, segment, tainted, text, tls, words }
    }

    /// Changes one function.
    pub(crate) fn function(
        &self,
        function: Value<'s>,
        pieces: &[(Value<'s>, Piece<'s>)],
        Shape { n_slots, number, again }: Shape,
        parts: &Parts<'s>,
    ) {
        let is_main = function.name() == "main";
        if pieces.is_empty() && !is_main {
            return;
        }
        let builder = Builder::new(self.session);
        let n_values = pieces.iter().map(|(_, piece)| piece.description.n_values()).max().unwrap_or(0);
        let entry = function.blocks()[0];
        let top = entry.first().expect("a complete block");
        builder.before(top);
        builder.location_of(top);
        let i8t = Type::int(self.session, 8);
        let i64t = Type::int(self.session, 64);
        let frame = builder.alloca(i8t.array(frame::size(n_values, n_slots) as u64));
        frame.set_alignment(8);
        let dirty = builder.alloca(i64t);
        builder.store(i64t.constant(0), dirty, 8);
        if again {
            builder.clear(frame, i64t.constant(frame::size(n_values, n_slots) as u64));
        }
        let words = vec![self.words.borrow().len() as u32, n_slots as u32, n_values as u32, number];
        let mut body = Body { emitter: self, builder, parts, dirty, frame, words, again };
        if is_main {
            body.start(entry);
        }
        for (end, piece) in pieces {
            body.segment(*end, piece);
        }
        self.words.borrow_mut().extend(body.words);
    }

    /// A function that is not followed says so whenever it is called.
    pub(crate) fn too_large(&self, function: Value, locations: &Locations) {
        let builder = Builder::new(self.session);
        let instructions = function.blocks()[0].instructions();
        let first = instructions.iter().find(|i| i.opcode() != Some(Opcode::LLVMAlloca)).expect("a terminator");
        let placed = function.blocks().into_iter().flat_map(|block| block.instructions());
        let location = placed.map(|i| locations.of(i)).find(|&location| location != 0).unwrap_or(0);
        builder.before(*first);
        builder.location_of(*first);
        let (ptr, i64t) = (Type::pointer(self.session, 0), Type::int(self.session, 64));
        let ty = Type::function(Type::void(self.session), &[ptr, i64t]);
        let callee = self.session.declare(name::TOO_LARGE, ty);
        builder.call(ty, callee, &[self.descriptor, i64t.constant(u64::from(location))]);
    }

    /// Adds what belongs to the module as a whole: the descriptions, and the way to the runtime, which says where they are.
    pub(crate) fn finish(self) {
        let session = self.session;
        let words = session.words(&self.words.borrow()[1..]);
        let ty = Type::structure(session, &[Type::int(session, 32), words.ty()], true);
        let global = session.add_global(DESCRIPTIONS, ty);
        let distance = session.distance(global, self.descriptor);
        global.set_initializer(session.structure(&[distance, words], true));
        global.set_linkage(Linkage::LLVMInternalLinkage);
        global.set_constant();
        global.set_alignment(4);
        session.keep(global);
        session.append_assembly(&format!(
            ".pushsection .text,\"ax\",@progbits\n\
             .type {HERE},@function\n\
             {HERE}:\n\
             leaq {DESCRIPTIONS}(%rip), %r11\n\
             jmpq *{}@GOTPCREL(%rip)\n\
             .size {HERE}, .-{HERE}\n\
             .popsection\n",
            name::SEGMENT
        ));
    }
}

impl Emitter<'_> {
    /// Before each call of a libc model, of a function that asks for a value, and of a pointer that may be one: where it stands,
    /// so that the callee can say it.
    pub(crate) fn place_models(&self, function: Value, locations: &Locations) {
        let builder = Builder::new(self.session);
        let i64t = Type::int(self.session, 64);
        let calls = function.blocks().into_iter().flat_map(|block| block.instructions());
        let of_model = |i: &Value| match i.callee() {
            callee if callee.is_function() => {
                let name = callee.name();
                name.starts_with(name::LIBC) || callee.is_declaration() && symcrete_libc::is(&name, Fact::Asks)
            }
            callee => !callee.is_inline_assembly(),
        };
        for call in calls.filter(|i| i.is_call()).filter(of_model) {
            builder.before(call);
            builder.location_of(call);
            builder.store(self.descriptor, self.session.behind(self.tls, tls::MODULE), 8);
            let location = i64t.constant(u64::from(locations.of(call)));
            builder.store(location, self.session.behind(self.tls, tls::LOCATION), 8);
        }
    }
}

/// A private global with this initial value.
fn private<'s>(session: &'s Session, name: &str, value: Value<'s>) -> Value<'s> {
    let global = session.add_global(name, value.ty());
    global.set_initializer(value);
    global.set_linkage(Linkage::LLVMPrivateLinkage);
    global
}

impl<'s> Body<'_, 's> {
    /// `main` first lets the runtime start.
    fn start(&self, entry: Block) {
        let session = self.emitter.session;
        let first = entry.instructions().into_iter().find(|i| i.opcode() != Some(Opcode::LLVMAlloca));
        let first = first.expect("a terminator at least");
        self.builder.before(first);
        self.builder.location_of(first);
        let ty = Type::function(Type::void(session), &[]);
        self.builder.call(ty, session.declare(name::START, ty), &[]);
    }

    /// Adds one segment's check and cold block before `end`.
    fn segment(&mut self, end: Value<'s>, piece: &Piece<'s>) {
        let i64t = Type::int(self.emitter.session, 64);
        let (terms, unseen) = self.terms(end, piece);
        self.builder.before(end);
        self.builder.location_of(end);
        self.forget_result(end, piece);
        let dirty = if self.again { i64t.constant(frame::ALWAYS) } else { self.builder.load(i64t, self.dirty, 8) };
        let touched = self.builder.and(dirty, i64t.constant(piece.description.mask()));
        let symbolic = terms.into_iter().fold(touched, |sum, term| self.builder.or(sum, term));
        let any = unseen.into_iter().fold(symbolic, |sum, term| self.builder.or(sum, term));
        let condition = self.builder.is_not_zero(any);
        let block = end.block();
        let head = block.split_head(self.emitter.session, end);
        let cold = self.cold(block, end, &piece.description, symbolic, dirty);
        head.terminator().expect("just made").delete_instruction();
        self.builder.at_end(head);
        self.builder.location_of(end);
        let branch = self.builder.conditional(condition, cold.0, block);
        self.builder.rarely(branch);
        let first = block.first().expect("the end itself at least");
        self.builder.before(first);
        self.builder.location_of(end);
        let now = self.builder.phi(i64t);
        now.add_incoming(&[(dirty, head), (cold.1, cold.0)]);
        self.builder.store(now, self.dirty, 8);
    }

    /// A function that may return something symbolic first takes back what another returned.
    /// Where the segment begins with that other's result, the runtime still needs it, and takes it.
    fn forget_result(&self, end: Value, piece: &Piece) {
        let returns = end.opcode() == Some(Opcode::LLVMRet) && end.n_operands() == 1;
        let needed = piece.checks.iter().any(|check| matches!(check, Check::Result));
        if returns && !needed && piece.description.follows(end.operand(0)) {
            let zero = Type::int(self.emitter.session, 64).constant(0);
            self.builder.store(zero, self.emitter.session.behind(self.emitter.tls, tls::RESULT), 8);
        }
    }

    /// Code for the questions: those about symbols, and those about unseen outcomes.
    fn terms(&self, end: Value<'s>, piece: &Piece<'s>) -> (Vec<Value<'s>>, Vec<Value<'s>>) {
        let (mut terms, mut unseen) = (Vec::new(), Vec::new());
        for &check in &piece.checks {
            match check {
                Check::Memory { after, address, offset, bytes } => {
                    self.place(after, end);
                    terms.extend(self.taint(address, offset, bytes));
                }
                Check::Range { after, address, length } => {
                    self.place(after, end);
                    terms.push(self.range(address, length));
                }
                Check::Text { after, address } => {
                    self.place(after, end);
                    terms.push(self.text(address));
                }
                Check::Variadic { after, list } => {
                    self.place(after, end);
                    terms.push(self.saved_registers(list));
                }
                Check::Result => terms.push(self.flag(end, tls::RESULT)),
                Check::Arguments => terms.push(self.flag(end, tls::ARGUMENTS)),
                Check::Unseen { outcome, condition, guard } => {
                    unseen.push(self.unseen(end, outcome, (condition, guard)))
                }
            }
        }
        (terms, unseen)
    }

    /// Behind an instruction, but not behind the segment's end.
    fn place(&self, after: Value, end: Value) {
        let at = if after == end { end } else { after.next().unwrap_or(end) };
        self.builder.before(at);
        self.builder.location_of(after);
    }

    /// The taint of a few bytes, read through GS in pieces that exist.
    fn taint(&self, address: Value<'s>, offset: u64, bytes: u32) -> Vec<Value<'s>> {
        let session = self.emitter.session;
        let i64t = Type::int(session, 64);
        let mut terms = Vec::new();
        let mut done = 0;
        for step in [8, 4, 2, 1] {
            while bytes as u64 - done >= step {
                let at = i64t.constant(offset + done);
                let pointer = self.builder.offset(Type::int(session, 8), address, at);
                let number = self.builder.pointer_to_int(pointer, i64t);
                let shadow = self.builder.int_to_pointer(number, Type::pointer(session, GS));
                let taint = self.builder.load(Type::int(session, 8 * step as u32), shadow, 1);
                terms.push(self.builder.resize(taint, i64t));
                done += step;
            }
        }
        terms
    }

    fn range(&self, address: Value<'s>, length: Value<'s>) -> Value<'s> {
        let i64t = Type::int(self.emitter.session, 64);
        let (function, ty) = self.emitter.tainted;
        let args = [self.builder.pointer_to_int(address, i64t), self.builder.resize(length, i64t)];
        let call = self.builder.call(ty, function, &args);
        call.set_calling_convention(PRESERVE_MOST);
        call
    }

    /// The taint of the registers that a variadic function saves for `va_arg`.
    fn saved_registers(&self, list: Value<'s>) -> Value<'s> {
        let session = self.emitter.session;
        let (i8t, i64t) = (Type::int(session, 8), Type::int(session, 64));
        let at = self.builder.offset(i8t, list, i64t.constant(segment::SAVED_REGISTERS_AT));
        let registers = self.builder.load(Type::pointer(session, 0), at, 8);
        self.range(registers, i64t.constant(segment::SAVED_REGISTERS))
    }

    fn text(&self, address: Value<'s>) -> Value<'s> {
        let (function, ty) = self.emitter.text;
        let address = self.builder.pointer_to_int(address, Type::int(self.emitter.session, 64));
        let call = self.builder.call(ty, function, &[address]);
        call.set_calling_convention(PRESERVE_MOST);
        call
    }

    fn flag(&self, end: Value<'s>, offset: u64) -> Value<'s> {
        self.builder.before(end);
        self.builder.location_of(end);
        let session = self.emitter.session;
        self.builder.load(Type::int(session, 64), session.behind(self.emitter.tls, offset), 8)
    }

    fn unseen(
        &self,
        end: Value<'s>,
        outcome: u32,
        (condition, guard): (Option<Value<'s>>, Option<Value<'s>>),
    ) -> Value<'s> {
        self.builder.before(end);
        self.builder.location_of(end);
        let session = self.emitter.session;
        let (i8t, i64t) = (Type::int(session, 8), Type::int(session, 64));
        let mut at = session.behind(self.emitter.unseen, outcome as u64);
        if let Some(condition) = condition {
            at = self.builder.offset(i8t, at, self.builder.resize(condition, i64t));
        }
        let unseen = self.builder.resize(self.builder.load(i8t, at, 1), i64t);
        // A flag is 1 or 0, as a guard is.
        guard.map_or(unseen, |guard| self.builder.and(unseen, self.builder.resize(guard, i64t)))
    }

    /// The cold block: stores the leaves and asks the runtime. Returns it and the new dirty word.
    fn cold(
        &mut self,
        to: Block<'s>,
        end: Value<'s>,
        d: &Description<'s>,
        symbolic: Value<'s>,
        dirty: Value<'s>,
    ) -> (Block<'s>, Value<'s>) {
        let session = self.emitter.session;
        let (i8t, i64t) = (Type::int(session, 8), Type::int(session, 64));
        let cold = to.insert_before(session);
        self.builder.at_end(cold);
        self.builder.location_of(end);
        let mut at = 0;
        for leaf in d.leaves() {
            for word in self.parts.words(&self.builder, leaf.value, &leaf.part) {
                let place = self.builder.offset(i8t, self.frame, i64t.constant(at));
                self.builder.store(word, place, 8);
                at += 8;
            }
        }
        let back = self.words.len() as u32;
        let description = i64t.constant((self.words[0] + back) as u64 * 4);
        let n_values = self.words[frame::header::VALUES];
        self.words.extend(d.finish(back, n_values));
        let (function, ty) = self.emitter.segment;
        let call = self.builder.call(ty, function, &[self.frame, description, symbolic, dirty]);
        call.set_calling_convention(PRESERVE_MOST);
        self.builder.branch(to);
        (cold, call)
    }
}

/// Removes the markers, which have been described.
pub(crate) fn erase_marks(function: Value) {
    for block in function.blocks() {
        for instruction in block.instructions() {
            if family(instruction) == Family::Mark {
                instruction.delete_instruction();
            }
        }
    }
}

const _: () = assert!(frame::header::SIZE == 4);
