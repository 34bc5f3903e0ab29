//! What the test of one random program found.

/// How one program fared.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// All three behave the same, and this many records are right.
    Same(u64),
    /// The plain program does not end in time.
    Endless,
    /// Something differs; the text says what and where.
    Wrong(String),
}

impl Verdict {
    /// Records that were checked.
    pub(crate) fn n_records(&self) -> u64 {
        if let Verdict::Same(records) = self { *records } else { 0 }
    }

    /// What is wrong with this seed's program and how to see it again.
    pub(crate) fn complaint(&self, seed: u32) -> Option<String> {
        let Verdict::Wrong(text) = self else { return None };
        let again = format!("CSMITH=1 CSMITH_FIRST={seed} cargo test --release -p symcrete --test behaviour csmith");
        Some(format!("{text}\n  again: {again}"))
    }
}
