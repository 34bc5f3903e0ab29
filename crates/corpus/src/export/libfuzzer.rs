//! A corpus for libFuzzer: a flat folder of inputs with any names.
//!
//! Inputs that crash go to files named as libFuzzer's own artifacts are (`crash-…`), outside the corpus, which it would
//! otherwise stop at on every start.

use crate::{Artifact, Suite, Test};

/// One file per test: those that end by themselves below `corpus`, crashes below `crashes`.
pub fn files(suite: &Suite) -> Vec<Artifact> {
    let file = |test: &Test| {
        let path = match test.end().is_exit() {
            true => format!("corpus/{}", test.name),
            false => format!("crashes/crash-{}", test.name),
        };
        Artifact::new(path, test.payload())
    };
    suite.tests.iter().map(file).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::example;

    #[test]
    fn crashes_stay_out_of_the_corpus() {
        let files = files(&example::suite());
        let paths: Vec<&str> = files.iter().filter_map(|file| file.path.to_str()).collect();
        assert_eq!(paths, ["corpus/000001", "corpus/000002", "crashes/crash-000003"]);
        assert_eq!(files[1].bytes, [0xfe, 0xff, 0xff, 0xff, 0, 0, 0x80, 0x7f]);
    }
}
