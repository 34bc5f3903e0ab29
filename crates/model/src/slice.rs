//! Backward data-flow slices: the statements whose definitions affect an instruction, w(b) of goal-oriented search.
//!
//! Follows operands to their definitions and loads to the writes they may see, transitively. A phi stands for its
//! incoming edges: choosing one *is* the statement that defines the value, so the edges are part of the answer.
//! Stays inside one function and follows no control dependence; what enters from outside is listed, not followed.

use crate::reaching::ReachingDefinitions;
use crate::{BlockId, Detail, Edge, Function, InstId, Operand, ValueId};
use std::collections::BTreeSet;

/// What affects an instruction.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Slice {
    /// Instructions whose results or writes flow in, the starting one included.
    pub instructions: BTreeSet<InstId>,
    /// Edges whose taking selects a value at a phi that flows in.
    pub phi_edges: BTreeSet<Edge>,
    /// Parameters that flow in.
    pub params: BTreeSet<ValueId>,
    /// Calls and writes through unrelated pointers that may have written something that flows in.
    pub unknown_writes: BTreeSet<InstId>,
    /// Loads among the instructions that may see memory as it was when the function started.
    pub initial_loads: BTreeSet<InstId>,
}

impl Slice {
    /// The slice of an instruction, such as the terminator that tests a condition.
    pub fn backward(definitions: &ReachingDefinitions<'_>, from: InstId) -> Slice {
        let function = definitions.memory().function();
        let mut slice = Slice::default();
        let mut pending = vec![from];
        while let Some(inst) = pending.pop() {
            if !slice.instructions.insert(inst) {
                continue;
            }
            let instruction = function.instruction(inst);
            for operand in instruction.uses() {
                if let Operand::Value(value) = operand {
                    match definitions.memory().definition(*value) {
                        Some(definition) => pending.push(definition),
                        None => drop(slice.params.insert(*value)),
                    }
                }
            }
            if let Detail::Phi(incoming) = &instruction.detail {
                slice.phi_edges.extend(edges_into(function, incoming, function.block_of(inst)));
            }
            slice.add_reaching(definitions, inst, &mut pending);
        }
        slice
    }

    fn add_reaching(&mut self, definitions: &ReachingDefinitions<'_>, inst: InstId, pending: &mut Vec<InstId>) {
        let Some(reaching) = definitions.of_load(inst) else { return };
        pending.extend(reaching.stores);
        self.unknown_writes.extend(reaching.unknown);
        if reaching.initial {
            self.initial_loads.insert(inst);
        }
    }
}

/// All edges from `sources` to `target`.
fn edges_into<'a>(
    function: &'a Function,
    sources: &'a [BlockId],
    target: BlockId,
) -> impl Iterator<Item = Edge> + use<'a> {
    sources.iter().flat_map(move |&block| {
        let targets = function.block(block).successors.iter().enumerate();
        targets.filter(move |(_, next)| **next == target).map(move |(at, _)| Edge { block, successor: at as u32 })
    })
}

#[cfg(test)]
mod tests {
    use super::Slice;
    use crate::memory::Memory;
    use crate::reaching::ReachingDefinitions;
    use crate::testing::{code, parse_code};
    use crate::{Edge, InstId};

    #[test]
    fn a_flag_phi_is_affected_by_its_edges() {
        // fa = 1; if (x == 5) fa = 0; if (fa) …
        let parsed = parse_code(
            "f(%0)
             a: %1 = icmp %0 5; br %1 -> b c
             b: br -> c
             c: %2 = phi a:1 b:0; %3 = icmp %2 1; br %3 -> d e
             d: ret
             e: ret",
        );
        let slice = backward(&parsed, 5);
        let edge = |block, successor| Edge { block: crate::BlockId(block), successor };
        assert_eq!(slice.phi_edges.into_iter().collect::<Vec<_>>(), [edge(0, 1), edge(1, 0)]);
        assert_eq!(slice.instructions.into_iter().collect::<Vec<_>>(), [3, 4, 5].map(InstId));
        assert!(slice.params.is_empty());
    }

    #[test]
    fn a_flag_in_memory_is_affected_by_its_stores_and_calls() {
        let parsed = parse_code(
            "f(%0)
             a: store 0 @g; br %0 -> b c
             b: store 1 @g; call @ext; br -> c
             c: %1 = load @g; %2 = icmp %1 1; br %2 -> d d
             d: ret",
        );
        let slice = backward(&parsed, 7);
        assert_eq!(slice.instructions.into_iter().collect::<Vec<_>>(), [0, 2, 5, 6, 7].map(InstId));
        assert_eq!(slice.unknown_writes.into_iter().collect::<Vec<_>>(), [InstId(3)]);
        assert!(slice.initial_loads.is_empty());
    }

    fn backward(parsed: &code::Parsed, from: u32) -> Slice {
        let memory = Memory::new(&parsed.module, &parsed.module.functions[0]);
        Slice::backward(&ReachingDefinitions::new(memory), InstId(from))
    }
}
