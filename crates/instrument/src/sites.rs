//! Finds the source conditionals on raw front-end IR and leaves a marker call at each.
//!
//! Raw IR still has one branch per `if`, loop test and operand of `&&`/`||`; optimisation merges
//! and drops them. So sites are numbered first and survive as calls that no pass may remove,
//! merge or move across each other. `docs/design/branch-sites.md` has the figures against llvm-cov.
//!
//! ```text
//! br i1 %c, …                  →  call @__symcrete_mark(i32 K, i1 %c);  br i1 %c, …
//! br i1 %x, if.end, if.then    →  %c = not %x;  mark(K, %c);  br i1 %c, if.then, if.end      (`if (!x)`, see `negation`)
//! switch … case 7: %b          →  case 7: %edge;  edge: call @__symcrete_case_i32(i32 K, i32 %v);  br %b
//! %p = phi i1 [false, %a], [%c, %b]   (a && b as a value)
//!                              →  the marker of %c stands at the end of %b
//! %r = select i1 %c, …         →  call @__symcrete_mark(i32 K, i1 %c);  select
//! ```
//!
//! What clang made without the source asking is no site: clean-up, `va_arg`, atomic loops, whatever has no location.
//! Block names tell (`role`); in bitcode without names every located branch is a site and true is the jump's first way.

mod decision;
mod negation;
mod role;

use crate::llvm::{Block, Builder, Opcode, Session, SourceLoc, Type, Value};
use decision::Sketch;
use role::{Role, has_names, is_of_loop, role, stem};
use std::collections::{HashMap, HashSet};
use symcrete_abi::name;
use symcrete_model::{Decision, SiteId};

/// What kind of conditional a site is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SiteKind {
    /// A two-way branch.
    Branch,
    /// A `switch`.
    Switch,
    /// A `?:` that the front end made a select.
    Select,
}

/// A numbered conditional. Outcome `first + k` is: false, true; or case k, the default last.
pub(crate) struct Site {
    pub(crate) kind: SiteKind,
    pub(crate) function: String,
    pub(crate) location: Option<SourceLoc>,
    pub(crate) first: u32,
    /// Case values in order; empty for two-way sites.
    pub(crate) cases: Vec<u64>,
}

impl Site {
    /// Number of outcomes.
    pub(crate) fn n_outcomes(&self) -> u32 {
        match self.kind {
            SiteKind::Switch => self.cases.len() as u32 + 1,
            SiteKind::Branch | SiteKind::Select => 2,
        }
    }
}

/// Name of the marker of two-way sites.
pub(crate) const MARK: &str = "__symcrete_mark";
/// Name of the marker of sites whose ways were merged (`merge`): outcome, number, condition, guard.
pub(crate) const SOFT: &str = "__symcrete_soft";
/// Name of the markers of switch cases, completed by the value's width.
pub(crate) const CASE: &str = "__symcrete_case_i";

/// `memory(inaccessiblemem: readwrite)` in LLVM's encoding.
pub(crate) const INACCESSIBLE: u64 = 12;

/// Numbers the sites of a module and inserts their markers.
struct Marker<'s> {
    session: &'s Session,
    builder: Builder<'s>,
    sites: Vec<Site>,
    next: u32,
    /// The function at hand: its name, and whether its blocks have names.
    function: String,
    has_names: bool,
    /// Did rustc make the module (it names them `CRATE.HASH-cgu.N`)? Its jumps stand where their conditions do, and its selects are none of the source's.
    is_rust: bool,
    /// Its branches whose targets stand the other way round.
    turned: HashSet<Value<'s>>,
    /// Conditions marked already, by value and block.
    done: HashMap<(Value<'s>, Block<'s>), SiteId>,
    /// Sites that decide together.
    decisions: Vec<Decision>,
}

/// Marks every defined function; returns the sites in order of their outcomes, and which of them decide together.
pub(crate) fn mark(session: &Session) -> (Vec<Site>, Vec<Decision>) {
    let mut marker = Marker {
        session,
        builder: Builder::new(session),
        sites: Vec::new(),
        next: 0,
        function: String::new(),
        has_names: false,
        is_rust: session.source_name().contains("-cgu."),
        turned: HashSet::new(),
        done: HashMap::new(),
        decisions: Vec::new(),
    };
    for function in session.functions().into_iter().filter(|function| !function.is_declaration()) {
        // What a generated driver decides is no branch of the program.
        if function.name().starts_with(name::DRIVER) {
            continue;
        }
        marker.function(function);
    }
    (marker.sites, marker.decisions)
}

impl<'s> Marker<'s> {
    fn function(&mut self, function: Value<'s>) {
        let blocks = function.blocks();
        self.function = function.name();
        self.has_names = has_names(function);
        // Marking turns jumps round and splits edges, so decisions are drawn before.
        let parsed = if self.has_names { negation::parsed(&blocks) } else { Vec::new() };
        let turned = parsed.iter().flat_map(|one| &one.leaves).filter(|leaf| leaf.is_turned);
        self.turned = turned.map(|leaf| leaf.branch).collect();
        let sketches = self.sketches(&blocks, &parsed);
        for block in blocks {
            for instruction in block.instructions() {
                self.instruction(instruction);
            }
        }
        self.decisions.extend(sketches.into_iter().filter_map(|sketch| sketch.decision(&self.done)));
    }

    /// The decisions of a function, whose sites are not known yet.
    fn sketches(&self, blocks: &[Block<'s>], parsed: &[negation::Parsed<'s>]) -> Vec<Sketch<'s>> {
        let phis = blocks.iter().flat_map(|block| block.phis());
        let joined: Vec<Value> = phis.filter(|&phi| self.has_names && self.is_logical(phi)).collect();
        let is_part = |value: Value<'s>| value.is_phi() && self.is_logical(value) && !self.is_condition(value);
        decision::sketches(blocks, parsed, &joined, &is_part)
    }

    fn instruction(&mut self, instruction: Value<'s>) {
        match instruction.opcode() {
            Some(Opcode::LLVMPHI) if self.is_logical(instruction) => self.logical(instruction),
            Some(Opcode::LLVMSelect) => self.select(instruction),
            Some(Opcode::LLVMBr) if instruction.is_conditional_branch() => self.branch(instruction),
            Some(Opcode::LLVMSwitch) => self.switch(instruction),
            _ => {}
        }
    }

    /// `a && b` or `a || b` as a value: the operand that is not a constant is a condition.
    fn logical(&mut self, phi: Value<'s>) {
        for (value, from) in phi.incoming() {
            if let Some(terminator) = from.terminator().filter(|_| self.is_condition(value)) {
                self.two_way(SiteKind::Branch, value, terminator, operand_location(value, terminator));
            }
        }
    }

    fn select(&mut self, select: Value<'s>) {
        let condition = select.operand(0);
        let of_source = !self.has_names || stem(select) == "cond";
        // rustc computes the number of an enum's variant by them, on which the source's `match` then decides.
        if of_source && !self.is_rust && condition.ty().is_int() && self.is_condition(condition) {
            self.two_way(SiteKind::Select, condition, select, first_location(&[condition, select]));
        }
    }

    fn branch(&mut self, branch: Value<'s>) {
        let condition = branch.condition();
        let ways = branch.successors();
        let of_source = !self.has_names || ways.iter().any(|&to| role(to).is_of_condition());
        let is_plain = self.has_names && !ways.into_iter().any(is_of_loop);
        // `if (a && b)` jumps on each operand; so where it jumps on the value, the source has more than `a && b`.
        if !of_source || condition.is_constant() || !(is_plain || self.is_condition(condition)) {
            return;
        }
        let has_own = is_plain && !condition.is_phi();
        let location = match (self.is_rust, has_own) {
            (true, _) => first_location(&[branch, condition]),
            (false, true) => first_location(&[condition, branch]),
            (false, false) => operand_location(condition, branch),
        };
        self.two_way(SiteKind::Branch, condition, branch, location);
    }

    /// Is a one-bit value decided here? A constant is not, and `a && b` or its negation are where their operands are,
    /// unless the value is kept: `(r = (a && b))`.
    fn is_condition(&self, value: Value) -> bool {
        let mut value = value;
        while value.opcode() == Some(Opcode::LLVMXor) && value.operand(1).const_int() == Some(1) {
            value = value.operand(0);
        }
        let is_kept = |phi: Value| {
            let widens = |i: &Value| i.opcode() == Some(Opcode::LLVMZExt) && i.operand(0) == phi;
            phi.block().instructions().iter().any(|i| widens(i) && !i.name().is_empty())
        };
        !value.is_constant() && (!value.is_phi() || !self.is_logical(value) || is_kept(value))
    }

    /// A phi of one-bit values of which some are constants: how the front end writes `&&` and `||`.
    fn is_logical(&self, phi: Value) -> bool {
        let ty = phi.ty();
        if !ty.is_int() || ty.int_width() != 1 {
            return false;
        }
        if self.has_names {
            return matches!(stem(phi.block().as_value()).as_str(), "land.end" | "lor.end");
        }
        let incoming = phi.incoming();
        incoming.iter().any(|(value, _)| value.is_const_int())
            && incoming.iter().any(|(value, _)| value.is_instruction())
    }

    fn two_way(&mut self, kind: SiteKind, condition: Value<'s>, at: Value<'s>, location: Option<SourceLoc>) {
        let Some(location) = location else { return };
        let key = (condition, at.block());
        if self.done.contains_key(&key) {
            return;
        }
        self.done.insert(key, SiteId::new(self.sites.len()));
        let first = self.number(kind, location, Vec::new());
        let (i32t, i1t) = (Type::int(self.session, 32), Type::int(self.session, 1));
        self.builder.before(at);
        let condition = if self.turned.contains(&at) { self.turn(condition, at) } else { condition };
        self.builder.location_of(at);
        self.call(MARK, &[i32t.constant(first as u64), condition], &[i32t, i1t]);
    }

    /// Makes a branch jump on the opposite of its condition.
    fn turn(&self, condition: Value, branch: Value) -> Value<'s> {
        self.builder.location_of(if condition.is_instruction() { condition } else { branch });
        let opposite = self.builder.opposite(condition);
        let successors = branch.successors();
        branch.set_operand(0, opposite);
        branch.set_successor(0, successors[1]);
        branch.set_successor(1, successors[0]);
        opposite
    }

    fn switch(&mut self, switch: Value) {
        let value = switch.operand(0);
        let successors = switch.successors();
        let of_source = !self.has_names || matches!(role(successors[0]), Role::Switch | Role::Range);
        let location = first_location(&[value, switch]);
        let (Some(location), true) = (location, of_source && !value.is_constant()) else { return };
        if value.ty().int_width() > 64 {
            return;
        }
        let ways = ways(switch);
        let cases: Vec<u64> = ways.iter().filter_map(|way| way.case).collect();
        let first = self.number(SiteKind::Switch, location, cases);
        let i32t = Type::int(self.session, 32);
        let name = format!("{CASE}{}", value.ty().int_width());
        for (k, way) in ways.into_iter().enumerate() {
            let edge = split_edge(self.session, way.jump, way.successor);
            self.builder.before(edge.terminator().expect("an edge block branches on"));
            self.builder.location_of(switch);
            self.call(&name, &[i32t.constant(u64::from(first) + k as u64), value], &[i32t, value.ty()]);
        }
    }

    fn number(&mut self, kind: SiteKind, location: SourceLoc, cases: Vec<u64>) -> u32 {
        let location = Some(location);
        let site = Site { kind, function: self.function.clone(), location, first: self.next, cases };
        let first = self.next;
        self.next += site.n_outcomes();
        self.sites.push(site);
        first
    }

    fn call(&self, name: &str, args: &[Value], params: &[Type]) {
        call(self.session, &self.builder, name, args, params);
    }
}

/// Leaves the marker of a merged site.
pub(crate) fn soft(session: &Session, builder: &Builder, args: &[Value; 4]) {
    call(session, builder, SOFT, args, &args.map(Value::ty));
}

fn call(session: &Session, builder: &Builder, name: &str, args: &[Value], params: &[Type]) {
    let ty = Type::function(Type::void(session), params);
    let fresh = session.function(name).is_none();
    let marker = session.declare(name, ty);
    if fresh {
        let attributes = [("nounwind", 0), ("willreturn", 0), ("nomerge", 0), ("memory", INACCESSIBLE)];
        for (attribute, value) in attributes {
            marker.add_function_attribute(session, session.attribute(attribute), value);
        }
    }
    builder.call(ty, marker, args);
}

/// One way out of a `switch`.
struct Way<'s> {
    jump: Value<'s>,
    successor: u32,
    /// `None` for the default.
    case: Option<u64>,
}

/// The ways out of a `switch`, the default last.
///
/// ```text
/// switch %v, label %sw.caserange [7: …]           the default of the instruction tests a large `case 100 ... 300`:
/// sw.caserange: %d = sub %v, 100                  one way more, named by the first value
///               %in = icmp ule %d, 200
///               br %in, %sw.bb, %next             next: another range, or the real default
/// ```
fn ways(switch: Value) -> Vec<Way> {
    let n = switch.successors().len() as u32;
    let mut ways: Vec<Way> =
        (1..n).map(|k| Way { jump: switch, successor: k, case: switch.case_value(k).const_int() }).collect();
    let mut default = Way { jump: switch, successor: 0, case: None };
    loop {
        let to = default.jump.successors()[default.successor as usize];
        let Some((jump, low)) = (role(to) == Role::Range).then(|| range(to)).flatten() else { break };
        ways.push(Way { jump, successor: 0, case: Some(low) });
        default = Way { jump, successor: 1, case: None };
    }
    ways.push(default);
    ways
}

/// The jump and the first value of the test of a case range.
fn range(block: Block) -> Option<(Value, u64)> {
    let jump = block.terminator().filter(|jump| jump.is_conditional_branch())?;
    let difference = jump.condition().operand(0);
    let low = (difference.opcode() == Some(Opcode::LLVMSub)).then(|| difference.operand(1))?;
    Some((jump, low.const_int()?))
}

/// Where the condition of a loop or the right operand of `&&` as a value stands.
///
/// Its implicit `!= 0` carries the location of the loop or of the `&&`, and a phi has none. What was evaluated last before
/// stands inside the expression: `while (x)` has the load of `x`, `while ((c = *p))` the store to `c`.
fn operand_location(condition: Value, at: Value) -> Option<SourceLoc> {
    let is_test = matches!(condition.opcode(), Some(Opcode::LLVMICmp | Opcode::LLVMFCmp));
    let is_implicit = stem(condition) == "tobool" || (is_test && condition.location() == at.location());
    let end = match condition.is_phi() {
        true => at,
        false if is_implicit => condition,
        false => return first_location(&[condition, at]),
    };
    let block = end.block().instructions();
    let before = block.iter().take_while(|&&instruction| instruction != end).last();
    let last = before.copied().unwrap_or(condition);
    first_location(&[last, condition.operand(0), condition, at])
}

/// The first location that these have. Line 0 is clang's way to say none.
fn first_location(values: &[Value]) -> Option<SourceLoc> {
    let instructions = values.iter().filter(|value| value.is_instruction());
    instructions.filter_map(|value| value.location()).find(|location| location.line != 0)
}

/// Puts an empty block on the edge to successor `k` of a terminator.
///
/// Phis of the successor get the new block in place of one occurrence of the old one.
pub(crate) fn split_edge<'s>(session: &'s Session, terminator: Value<'s>, k: u32) -> Block<'s> {
    let from = terminator.block();
    let to = terminator.successors()[k as usize];
    let edge = to.insert_before(session);
    let builder = Builder::new(session);
    builder.at_end(edge);
    builder.location_of(terminator);
    builder.branch(to);
    terminator.set_successor(k, edge);
    for phi in to.phis() {
        redirect_one(session, phi, from, edge);
    }
    edge
}

/// Replaces one incoming block of a phi. The C API cannot, so the phi is built anew.
fn redirect_one(session: &Session, phi: Value, from: Block, to: Block) {
    let mut incoming = phi.incoming();
    let Some(entry) = incoming.iter_mut().find(|(_, block)| *block == from) else { return };
    entry.1 = to;
    let builder = Builder::new(session);
    builder.before(phi);
    builder.location_of(phi);
    let fresh = builder.phi(phi.ty());
    fresh.add_incoming(&incoming);
    phi.replace_uses(fresh);
    phi.delete_instruction();
}
