//! The words a condition is made of: input bytes side by side that are read as one number.
//! Programs read integers of several bytes; searching them byte by byte would miss that neighbouring numbers differ
//! in many bytes. Invariant: every input byte of the condition is in some word, alone if nothing joins it.
//! Only looks at how bytes are put together, not at what is done with them.

use symcrete_expr::{Arena, Cone, ExprId, InputByte, Op};

/// The largest concatenations of input bytes in the condition, lowest byte first.
pub(super) fn words(arena: &Arena, condition: ExprId) -> Vec<Vec<InputByte>> {
    let cone = Cone::new(arena, &[condition]);
    let mut runs: Vec<Option<Vec<InputByte>>> = Vec::with_capacity(cone.ids().len());
    let mut is_part = vec![false; cone.ids().len()];
    for &id in cone.ids() {
        let run = match (arena.op(id), arena.args(id)) {
            (Op::Input, _) => arena.as_input(id).map(|at| vec![at]),
            (Op::Concat, &[high, low]) => joined(&runs, cone.place(high), cone.place(low)),
            _ => None,
        };
        if run.is_some() {
            for &arg in arena.args(id) {
                is_part[cone.place(arg)] = true;
            }
        }
        runs.push(run);
    }
    let mut words: Vec<Vec<InputByte>> =
        runs.into_iter().zip(is_part).filter_map(|(run, is_part)| run.filter(|_| !is_part)).collect();
    words.sort();
    words
}

fn joined(runs: &[Option<Vec<InputByte>>], high: usize, low: usize) -> Option<Vec<InputByte>> {
    let (high, low) = (runs[high].as_ref()?, runs[low].as_ref()?);
    Some([&low[..], high].concat())
}

#[cfg(test)]
mod tests {
    use super::*;
    use symcrete_expr::parse;

    #[test]
    fn words_are_maximal() {
        let mut arena = Arena::new();
        let text = "(eq (concat:16 in[0:1] in[0:0]) (zext:16 (add:8 in[0:1] in[0:7])))";
        let id = parse(&mut arena, text).expect("the test's term is well formed");
        let at = |offset| InputByte { stream: 0, offset };
        assert_eq!(words(&arena, id), [vec![at(0), at(1)], vec![at(7)]]);
    }
}
