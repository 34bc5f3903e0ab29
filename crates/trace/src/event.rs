//! One step of the path: a branch taken, or another constraint the run relied on.

/// Bytes of one event in the region.
pub const EVENT_SIZE: usize = 16;

/// What an event says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum EventKind {
    /// A two-way site. `outcome` is the outcome taken; `expr` the condition, 0 when concrete.
    Branch = 1,
    /// A switch. `outcome` is the case taken; `expr` the value switched on, 0 when concrete.
    Switch = 2,
    /// A symbolic branch that stands for no source conditional (made by an optimisation).
    /// `outcome` is the module, `aux` the location.
    Implicit = 3,
    /// A symbolic value was used as this run's number (an address, a size): the path relies on
    /// `expr` having the value it had. `outcome` is the module, `aux` the location.
    Fixed = 4,
    /// The program assumed `expr` to be true (`taken` 0: it was not, and the run ended here).
    Assumed = 5,
    /// The address of `expr`, an [`crate::Op::Lookup`], lay inside its table: the path relies on that.
    /// `outcome` is the module, `aux` the location.
    Within = 6,
    /// Like `Fixed`: where a jump or call went that a symbolic pointer decided.
    Target = 7,
    /// Just before the branch that is watched ([`crate::word::WATCHED`]), when it is concrete: `expr` is the comparison
    /// behind its condition, of two constants; `taken` is the condition. Says nothing about the path.
    Compared = 8,
    /// A two-way site whose two ways were merged: control did not split there. `expr` is the condition and `aux` the guard, an expression too:
    /// whether the program came there at all; each 0 when concrete. `taken` is the condition's value, plus 2 if the guard holds.
    /// `outcome` is that of the condition's value. Events of merged sites come in the same order whatever they decide.
    Soft = 9,
    /// In a volley: buffer `aux`, from 1 on, took `outcome` in the [class of times](times_class) `taken`, which none before it did.
    Tried = 10,
}

/// The class of a number of times as AFL has them, a bit: once, twice, three times, up to 7, 15, 31, 127, and more.
pub const fn times_class(times: u32) -> u8 {
    match times {
        0 => 0,
        1 => 1,
        2 => 1 << 1,
        3 => 1 << 2,
        4..=7 => 1 << 3,
        8..=15 => 1 << 4,
        16..=31 => 1 << 5,
        32..=127 => 1 << 6,
        128.. => 1 << 7,
    }
}

/// An event as the runtime writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Event {
    /// Number of the [`EventKind`].
    pub kind: u8,
    /// 1 when the condition held.
    pub taken: u8,
    /// Zero.
    pub pad: u16,
    /// Outcome index over the whole program, or the module's index.
    pub outcome: u32,
    /// Expression id, 0 when concrete.
    pub expr: u32,
    /// Location within the module where the kind says so.
    pub aux: u32,
}

impl Event {
    /// Decodes one event from exactly [`EVENT_SIZE`] bytes.
    #[inline]
    pub fn read(bytes: &[u8; EVENT_SIZE]) -> Event {
        let u32_at = |at: usize| u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
        Event {
            kind: bytes[0],
            taken: bytes[1],
            pad: u16::from_le_bytes([bytes[2], bytes[3]]),
            outcome: u32_at(4),
            expr: u32_at(8),
            aux: u32_at(12),
        }
    }

    /// The bytes of the event; the inverse of [`Event::read`].
    pub fn write(&self) -> [u8; EVENT_SIZE] {
        let mut bytes = [0; EVENT_SIZE];
        bytes[0] = self.kind;
        bytes[1] = self.taken;
        bytes[2..4].copy_from_slice(&self.pad.to_le_bytes());
        bytes[4..8].copy_from_slice(&self.outcome.to_le_bytes());
        bytes[8..12].copy_from_slice(&self.expr.to_le_bytes());
        bytes[12..16].copy_from_slice(&self.aux.to_le_bytes());
        bytes
    }

    /// The kind, if the number is a known one.
    #[inline]
    pub fn event_kind(&self) -> Option<EventKind> {
        match self.kind {
            1 => Some(EventKind::Branch),
            2 => Some(EventKind::Switch),
            3 => Some(EventKind::Implicit),
            4 => Some(EventKind::Fixed),
            5 => Some(EventKind::Assumed),
            6 => Some(EventKind::Within),
            7 => Some(EventKind::Target),
            8 => Some(EventKind::Compared),
            9 => Some(EventKind::Soft),
            10 => Some(EventKind::Tried),
            _ => None,
        }
    }
}
