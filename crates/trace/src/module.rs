//! The module table: which object of the program numbers its outcomes from where.
//!
//! Objects are instrumented apart and cached, so their numbering is local; the runtime adds a
//! base when it meets them. The hash finds the object's static model.

/// Bytes of one entry in the region.
pub const MODULE_SIZE: usize = 32;

/// One object of the running program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct ModuleEntry {
    /// Hash of the object's bitcode, as in its model.
    pub hash: u64,
    /// Outcome `k` of the object is outcome `base + k` of the program.
    pub base: u32,
    /// Number of outcomes.
    pub n_outcomes: u32,
    /// Zero.
    pub pad: [u64; 2],
}

impl ModuleEntry {
    /// Decodes one entry from exactly [`MODULE_SIZE`] bytes.
    pub fn read(bytes: &[u8; MODULE_SIZE]) -> ModuleEntry {
        let u32_at = |at: usize| u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
        ModuleEntry {
            hash: u32_at(0) as u64 | (u32_at(4) as u64) << 32,
            base: u32_at(8),
            n_outcomes: u32_at(12),
            pad: [0; 2],
        }
    }
}
