//! What the test of one random program found.

/// How one program fared.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// All three behave the same, and this many records are right. Stale shadows were noticed and dropped.
    Same { records: u64, stale: u64 },
    /// The runs differ, and the program's behaviour is undefined in C as the text says.
    Undefined(String),
    /// The plain program does not end in time.
    Endless,
    /// Something differs; the text says what and where.
    Wrong(String),
}

impl Verdict {
    /// Records that were checked.
    pub(crate) fn n_records(&self) -> u64 {
        if let Verdict::Same { records, .. } = self { *records } else { 0 }
    }

    /// Did the program meet shadows that no longer belonged to the memory they were of?
    pub(crate) fn is_stale(&self) -> bool {
        matches!(self, Verdict::Same { stale: 1.., .. })
    }

    /// What is wrong with this seed's program and how to see it again.
    pub(crate) fn complaint(&self, seed: u32) -> Option<String> {
        let Verdict::Wrong(text) = self else { return None };
        let again = format!("CSMITH=1 CSMITH_FIRST={seed} cargo test --release -p symcrete --test behaviour csmith");
        Some(format!("{text}\n  again: {again}"))
    }
}
