//! The places of a call that the driver shows: what the test calls them, of which type they are, and in which union they lie.
//!
//! The driver names a place by the way to it from a parameter, through pointers as they were before the call: `x[0].next[0].v`. The test has a variable
//! for every object, so what counts is the last object on the way: `x_next.v`.

use super::arguments::{Arguments, Named};
use super::dialect::Callee;
use crate::signature::{Shape, Signature};

/// A place that a driver shows.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Spot {
    /// As the test writes it.
    pub(super) c: String,
    /// Its type; none for bytes of none.
    pub(super) ty: Option<usize>,
    pub(super) within: Option<Within>,
    /// The object that it lies in, as the test calls it.
    pub(super) object: String,
}

/// A member of a union.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Within {
    /// The union, by the way to it.
    pub(super) union: String,
    pub(super) member: String,
}

/// The place that a label means, which is an object where the label is that of a pointer.
pub(super) fn spot(signature: Callee, arguments: &Arguments, label: &str) -> Option<Spot> {
    within(signature, arguments, label, label.len())
}

/// The pointer that a label means.
pub(super) fn pointer(signature: Callee, arguments: &Arguments, label: &str) -> Option<Spot> {
    within(signature, arguments, label, label.len().checked_sub(1)?)
}

/// The place that a label means; what the test calls its object is at most so much of it.
fn within(signature: Callee, arguments: &Arguments, label: &str, most: usize) -> Option<Spot> {
    let (name, rest) = label.split_at(end_of(label));
    let variable = signature.parameters.iter().chain(&signature.globals).find(|variable| variable.name == name)?;
    let (ty, within) = along(&signature, variable.ty, rest)?;
    let is_pointer = matches!(signature.bare(variable.ty), Some((_, Shape::Pointer { .. })));
    if rest.is_empty() && is_pointer && signature.reference(variable.ty).is_some() {
        let c = signature.variable(name);
        return Some(Spot { object: c.clone(), c, ty: Some(ty), within });
    }
    let (object, rest) = (0..=most).rev().find_map(|at| {
        let (object, rest) = (label.get(..at)?, label.get(at..)?);
        let is_whole = rest.is_empty() || rest.starts_with(['[', '.']);
        arguments.named.get(object).filter(|_| is_whole).map(|named| (named, rest))
    })?;
    let c = match (object, rest.strip_prefix("[0]")) {
        (Named::One(name), Some(rest)) => format!("{name}{rest}"),
        (Named::One(name) | Named::Many(name), _) => format!("{name}{rest}"),
    };
    let is_whole_text = rest.is_empty() && is_pointer && end_of(label) == label.len();
    let (Named::One(object) | Named::Many(object)) = object;
    Some(Spot { c, ty: (!is_whole_text).then_some(ty), within, object: object.clone() })
}

/// Where the first name in a label ends.
fn end_of(label: &str) -> usize {
    label.find(['[', '.']).unwrap_or(label.len())
}

/// The type of a place in an object of this type, behind its pointers too, and the first union on the way.
pub(super) fn along(signature: &Signature, ty: usize, rest: &str) -> Option<(usize, Option<Within>)> {
    let (mut ty, mut left, mut within) = (ty, rest, None);
    while !left.is_empty() {
        match signature.bare(ty)?.1 {
            Shape::Array { of, .. } | Shape::Pointer { to: Some(of) } => {
                left = left.strip_prefix('[')?.split_once(']')?.1;
                ty = *of;
            }
            Shape::Record { .. } => {
                let before = &rest[..rest.len() - left.len()];
                left = left.strip_prefix('.')?;
                let (name, behind) = left.split_at(end_of(left));
                let (of, inner) = member(signature, ty, name)?;
                within = within
                    .or(inner.map(|Within { union, member }| Within { union: format!("{before}{union}"), member }));
                (ty, left) = (of, behind);
            }
            _ => return None,
        }
    }
    Some((ty, within))
}

/// A member of a struct or union, maybe by way of unnamed ones.
fn member(signature: &Signature, record: usize, name: &str) -> Option<(usize, Option<Within>)> {
    let (_, Shape::Record { members, is_union, .. }) = signature.bare(record)? else { return None };
    let of = |member: String| is_union.then(|| Within { union: String::new(), member });
    if let Some(found) = members.iter().find(|member| member.name == name) {
        return Some((found.ty, of(name.into())));
    }
    members.iter().enumerate().filter(|(_, member)| member.name.is_empty()).find_map(|(k, inner)| {
        let (ty, within) = member(signature, inner.ty, name)?;
        let inner = within.map(|Within { union, member }| Within { union: format!(" {k}{union}"), member });
        Some((ty, of(format!(" {k}")).or(inner)))
    })
}
