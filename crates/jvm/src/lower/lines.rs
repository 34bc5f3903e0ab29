//! Which outcomes lead straight to the code of each line: what `reach` and the report ask of a run's coverage.

use std::collections::{BTreeMap, BTreeSet};
use symcrete_model::{BlockId, Function, FunctionId, Line, LocId, Site};

/// The lines of a function with these sites.
pub(super) fn of(function: &Function, id: FunctionId, sites: &[Site]) -> Vec<Line> {
    let decided: BTreeSet<BlockId> = sites.iter().filter_map(|site| site.block).collect();
    let mut led: BTreeMap<LocId, BTreeSet<Option<u32>>> = BTreeMap::new();
    let mut lead = |from: BlockId, outcome: Option<u32>| {
        let (mut open, mut seen) = (vec![from], BTreeSet::new());
        while let Some(block) = open.pop() {
            if !seen.insert(block) {
                continue;
            }
            let locs = function.block_instructions(block).iter().filter_map(|instruction| instruction.loc);
            for loc in locs {
                led.entry(loc).or_default().insert(outcome);
            }
            if !decided.contains(&block) {
                open.extend(&function.block(block).successors);
            }
        }
    };
    if function.is_defined() {
        lead(BlockId(0), None);
    }
    for site in sites {
        for (outcome, edge) in (site.first_outcome..).zip(&site.edges) {
            if let Some(edge) = edge {
                lead(function.edge_target(*edge), Some(outcome));
            }
        }
    }
    let line = |(loc, from): (LocId, BTreeSet<Option<u32>>)| Line {
        loc,
        function: id,
        at_entry: from.contains(&None),
        outcomes: from.into_iter().flatten().collect(),
    };
    led.into_iter().filter(|(loc, _)| loc.0 != 0).map(line).collect()
}
