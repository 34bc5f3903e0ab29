//! Memory along a path: a log of writes, read from the newest to the oldest.
//!
//! What no write of the path decides is a symbol: one per byte for memory as it was at the frontier, a new one for every
//! read behind a write that may or may not have hit. Both only widen what is possible.

use super::scene::{Scene, Touch};
use super::suffix::{Frame, FrameId};
use super::value::{Object, Val};
use symcrete_expr::ExprId;
use symcrete_model::{Base, ObjectId, ProcId};

/// A write, or something that may have written.
#[derive(Clone, Debug)]
pub(super) enum Entry {
    /// These bytes were written: the value as it was stored and its bytes, lowest first.
    Bytes { object: Object, offset: i64, val: Val, bytes: Vec<ExprId> },
    /// Something in this object may have been written.
    Object(Object),
    /// A function of the program ran.
    Ran(ProcId),
    /// Everything that pointers can reach may have been written.
    Exposed,
    /// Every variable may have been written, except locals whose address goes nowhere.
    Everything,
}

/// What the log says about a byte.
pub(super) enum Found {
    /// It was written.
    Byte(ExprId),
    /// It may have been written.
    Unknown,
    /// Nothing on the path wrote it.
    Initial,
}

/// What is known about objects.
#[derive(Clone, Copy)]
pub(super) struct Knowledge<'s, 'p> {
    pub(super) scene: &'s Scene<'p>,
    /// The calls that objects can belong to.
    pub(super) frames: &'s [Frame],
}

impl Knowledge<'_, '_> {
    fn proc(self, frame: FrameId) -> ProcId {
        self.frames[frame.0 as usize].proc
    }

    /// Can a write through an unknown pointer hit the object?
    pub(super) fn is_exposed(self, object: Object) -> bool {
        match object {
            Object::Local(frame, value) => !self.scene.body(self.proc(frame)).is_private(value),
            Object::Global(id) => !self.scene.is_hidden(id),
            Object::Unknown(_) => true,
        }
    }

    /// Is the object out of reach even of functions that know all names?
    fn is_private(self, object: Object) -> bool {
        match object {
            Object::Local(..) => !self.is_exposed(object),
            Object::Global(id) => self.scene.is_constant(id),
            Object::Unknown(_) => false,
        }
    }

    /// May running this function write the variable?
    fn may_write(self, proc: ProcId, object: ObjectId) -> bool {
        !self.scene.is_constant(object) && self.scene.may_write(proc, object)
    }

    /// The entry that stands for what an instruction may write.
    pub(super) fn entry(self, frame: FrameId, touch: Touch) -> Option<Entry> {
        Some(match touch {
            Touch::Nothing => return None,
            Touch::Region(Base::Alloca(value)) => match self.scene.body(self.proc(frame)).is_variable(value) {
                true => Entry::Object(Object::Local(frame, value)),
                false => Entry::Exposed,
            },
            Touch::Region(Base::Global(id)) => {
                let module = self.scene.program.proc(self.proc(frame)).module;
                Entry::Object(Object::Global(self.scene.program.resolve_global(module, id)))
            }
            Touch::Ran(proc) => Entry::Ran(proc),
            Touch::Region(Base::Pointer(_) | Base::Unknown) | Touch::Arguments | Touch::Exposed => Entry::Exposed,
            Touch::Everything => Entry::Everything,
        })
    }

    /// May an entry have written some byte of an object?
    pub(super) fn hits(self, entry: &Entry, object: Object) -> bool {
        match entry {
            Entry::Bytes { object: other, .. } | Entry::Object(other) => {
                *other == object || self.may_alias(*other, object)
            }
            Entry::Ran(proc) => match object {
                Object::Global(id) => self.may_write(*proc, id),
                Object::Local(..) => self.is_exposed(object),
                Object::Unknown(_) => true,
            },
            Entry::Exposed => self.is_exposed(object),
            Entry::Everything => !self.is_private(object),
        }
    }

    /// Can two different objects be the same?
    fn may_alias(self, a: Object, b: Object) -> bool {
        match (self.is_open(a), self.is_open(b)) {
            (true, true) => true,
            (true, false) => self.is_exposed(b),
            (false, true) => self.is_exposed(a),
            (false, false) => false,
        }
    }

    /// Can it be an object that is known by another name?
    fn is_open(self, object: Object) -> bool {
        match object {
            Object::Unknown(_) => true,
            Object::Global(id) => self.scene.is_foreign(id),
            Object::Local(..) => false,
        }
    }
}

/// The log of a path.
#[derive(Clone, Debug, Default)]
pub(super) struct Log {
    entries: Vec<Entry>,
}

impl Log {
    pub(super) fn push(&mut self, entry: Entry) {
        self.entries.push(entry);
    }

    /// The value of a read that fits the last write to it exactly.
    pub(super) fn whole(&self, knows: Knowledge, object: Object, offset: i64, len: usize) -> Option<Val> {
        for entry in self.entries.iter().rev() {
            match entry {
                Entry::Bytes { object: other, offset: at, val, bytes } if *other == object => {
                    if (*at, bytes.len()) == (offset, len) {
                        return Some(*val).filter(|val| *val != Val::Opaque);
                    }
                    let end = |at: i64, len: usize| i128::from(at) + len as i128;
                    if end(*at, bytes.len()) > i128::from(offset) && end(offset, len) > i128::from(*at) {
                        return None;
                    }
                }
                entry if knows.hits(entry, object) => return None,
                _ => {}
            }
        }
        None
    }

    /// One byte of an object.
    pub(super) fn byte(&self, knows: Knowledge, object: Object, offset: i64) -> Found {
        for entry in self.entries.iter().rev() {
            match entry {
                Entry::Bytes { object: other, offset: at, bytes, .. } if *other == object => {
                    let inside = usize::try_from(offset.wrapping_sub(*at)).ok().and_then(|k| bytes.get(k));
                    if let Some(&byte) = inside {
                        return Found::Byte(byte);
                    }
                }
                entry if knows.hits(entry, object) => return Found::Unknown,
                _ => {}
            }
        }
        Found::Initial
    }
}
