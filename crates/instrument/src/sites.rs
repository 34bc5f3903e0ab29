//! Finds the source conditionals on raw front-end IR and leaves a marker call at each.
//!
//! Raw IR still has one branch per `if`, loop test and operand of `&&`/`||`; optimisation merges
//! and drops them. So sites are numbered first and survive as calls that no pass may remove,
//! merge or move across each other. On zlib's deflate.c this finds 343 of llvm-cov's 361 branch
//! regions with exact counts; taking sites after optimisation found 184.
//!
//! ```text
//! br i1 %c, …                  →  call @__symcrete_mark(i32 K, i1 %c);  br i1 %c, …
//! switch … case 7: %b          →  case 7: %edge;  edge: call @__symcrete_case_i32(i32 K, i32 %v);  br %b
//! %p = phi i1 [false, %a], [%c, %b]   (a && b as a value)
//!                              →  the marker of %c stands at the end of %b
//! %r = select i1 %c, …         →  call @__symcrete_mark(i32 K, i1 %c);  select
//! ```

use crate::llvm::{Block, Builder, Session, SourceLoc, Type, Value};
use llvm_sys::LLVMOpcode;
use std::collections::HashSet;

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
/// Name of the markers of switch cases, completed by the value's width.
pub(crate) const CASE: &str = "__symcrete_case_i";

/// `memory(inaccessiblemem: readwrite)` in LLVM's encoding.
const INACCESSIBLE: u64 = 12;

/// Numbers the sites of a module and inserts their markers.
pub(crate) struct Marker<'s> {
    session: &'s Session,
    builder: Builder,
    sites: Vec<Site>,
    next: u32,
    function: String,
    /// Conditions marked already, by value and block.
    done: HashSet<(Value, Block)>,
}

/// Marks every defined function; returns the sites in order of their outcomes.
pub(crate) fn mark(session: &Session) -> Vec<Site> {
    let builder = Builder::new(session);
    let mut marker =
        Marker { session, builder, sites: Vec::new(), next: 0, function: String::new(), done: HashSet::new() };
    for function in session.functions() {
        if !function.is_declaration() {
            marker.function = function.name();
            for block in function.blocks() {
                marker.block(block);
            }
        }
    }
    marker.sites
}

impl Marker<'_> {
    fn block(&mut self, block: Block) {
        for instruction in block.instructions() {
            match instruction.opcode() {
                Some(LLVMOpcode::LLVMPHI) if is_logical(instruction) => self.logical(instruction),
                Some(LLVMOpcode::LLVMSelect) => self.select(instruction),
                Some(LLVMOpcode::LLVMBr) if instruction.is_conditional_branch() => self.branch(instruction),
                Some(LLVMOpcode::LLVMSwitch) => self.switch(instruction),
                _ => {}
            }
        }
    }

    /// `a && b` or `a || b` as a value: the operand that is not a constant is a condition.
    fn logical(&mut self, phi: Value) {
        for (value, from) in phi.incoming() {
            let nested = value.is_phi() && is_logical(value);
            if value.is_instruction() && !nested {
                if let Some(terminator) = from.terminator() {
                    self.two_way(SiteKind::Branch, value, terminator);
                }
            }
        }
    }

    fn select(&mut self, select: Value) {
        let condition = select.operand(0);
        if condition.ty().is_int() && condition.is_instruction() {
            self.two_way(SiteKind::Select, condition, select);
        }
    }

    fn branch(&mut self, branch: Value) {
        let condition = branch.condition();
        let stands_elsewhere = condition.is_phi() && is_logical(condition);
        if !stands_elsewhere && !condition.is_constant() {
            self.two_way(SiteKind::Branch, condition, branch);
        }
    }

    fn two_way(&mut self, kind: SiteKind, condition: Value, at: Value) {
        if !self.done.insert((condition, at.block())) {
            return;
        }
        let location = condition_location(condition, at);
        let first = self.number(kind, location, Vec::new());
        let (i32t, i1t) = (Type::int(self.session, 32), Type::int(self.session, 1));
        self.builder.before(at);
        self.builder.location_of(at);
        self.call(MARK, &[i32t.constant(first as u64), condition], &[i32t, i1t]);
    }

    fn switch(&mut self, switch: Value) {
        let value = switch.operand(0);
        if value.is_constant() || value.ty().int_width() > 64 {
            return;
        }
        let successors = switch.successors();
        let cases: Vec<u64> = (1..successors.len() as u32).filter_map(|k| switch.case_value(k).const_int()).collect();
        let n_cases = cases.len() as u32;
        let location = value.is_instruction().then(|| value.location()).flatten().or_else(|| switch.location());
        let first = self.number(SiteKind::Switch, location, cases);
        let i32t = Type::int(self.session, 32);
        let name = format!("{CASE}{}", value.ty().int_width());
        for k in 0..successors.len() as u32 {
            let outcome = if k == 0 { first + n_cases } else { first + k - 1 };
            let edge = split_edge(self.session, switch, k);
            self.builder.before(edge.terminator().expect("an edge block branches on"));
            self.builder.location_of(switch);
            self.call(&name, &[i32t.constant(outcome as u64), value], &[i32t, value.ty()]);
        }
    }

    fn number(&mut self, kind: SiteKind, location: Option<SourceLoc>, cases: Vec<u64>) -> u32 {
        let site = Site { kind, function: self.function.clone(), location, first: self.next, cases };
        let first = self.next;
        self.next += site.n_outcomes();
        self.sites.push(site);
        first
    }

    fn call(&self, name: &str, args: &[Value], params: &[Type]) {
        let ty = Type::function(Type::void(self.session), params);
        let fresh = self.session.function(name).is_none();
        let marker = self.session.declare(name, ty);
        if fresh {
            let attributes = [("nounwind", 0), ("willreturn", 0), ("nomerge", 0), ("memory", INACCESSIBLE)];
            for (attribute, value) in attributes {
                marker.add_function_attribute(self.session, self.session.attribute(attribute), value);
            }
        }
        self.builder.call(ty, marker, args);
    }
}

/// A phi of one-bit values of which some are constants: how the front end writes `&&` and `||`.
fn is_logical(phi: Value) -> bool {
    let ty = phi.ty();
    ty.is_int() && ty.int_width() == 1 && {
        let incoming = phi.incoming();
        incoming.iter().any(|(value, _)| value.is_const_int())
            && incoming.iter().any(|(value, _)| value.is_instruction())
    }
}

/// Where the condition stands. An implicit `!= 0` carries the statement's location; the
/// expression's own is its operand's.
fn condition_location(condition: Value, at: Value) -> Option<SourceLoc> {
    if !condition.is_instruction() {
        return at.location();
    }
    let own = condition.location();
    let implicit =
        matches!(condition.opcode(), Some(LLVMOpcode::LLVMICmp | LLVMOpcode::LLVMFCmp | LLVMOpcode::LLVMTrunc));
    let operand = condition.operand(0);
    if implicit && own == at.location() && operand.is_instruction() {
        return operand.location().or(own);
    }
    own.or_else(|| at.location())
}

/// Puts an empty block on the edge to successor `k` of a terminator.
///
/// Phis of the successor get the new block in place of one occurrence of the old one.
pub(crate) fn split_edge(session: &Session, terminator: Value, k: u32) -> Block {
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
    phi.erase();
}
