//! Runs random programs and checks each load's real last writer against the answer for that load.
//!
//! Programs have locals, a global, pointers through phis, memory and parameters, calls and loops. A run stops at an
//! access outside any object, which the analysis takes not to happen.

use super::ReachingDefinitions;
use crate::memory::Memory;
use crate::testing::{Rng, parse_code};
use crate::{BlockId, Detail, Function, InstId, Instruction, Opcode, Operand};
use std::collections::HashMap;
use std::fmt::Write;

#[test]
fn the_real_last_writer_is_always_among_the_answers() {
    let mut rng = Rng(21);
    let mut n_checked = 0;
    for _ in 0..1_500 {
        let text = program(&mut rng);
        let parsed = parse_code(&text);
        let function = &parsed.module.functions[0];
        let answers = ReachingDefinitions::new(Memory::new(&parsed.module, function));
        for _ in 0..3 {
            n_checked += Run::new(&mut rng, function).execute(&mut rng, &answers, &text);
        }
    }
    assert!(n_checked > 10_000, "only {n_checked} loads ran");
}

/// A program of an entry block with the pointers %0 to %6 (%0 and %1 are parameters: a pointer and an index) and
/// four blocks that use them at random.
fn program(rng: &mut Rng) -> String {
    let mut text = "f(%0 %1) e: %2 = alloca 16; %3 = alloca 16; %4 = gep %2 8; %5 = gep %0 8; %6 = gep %3 0 %1*4; \
                    storep %0 %3; storep @g @static; br -> b0"
        .to_string();
    let targets: Vec<[usize; 2]> = (0..4).map(|_| [rng.below(5), rng.below(5)]).collect();
    let mut next_value = 7;
    for block in 0..4 {
        write!(text, "\nb{block}: ").expect("a string grows");
        // Only the entry's pointers and those made in this block are sure to be defined.
        let mut pointers: Vec<String> = ["%0", "%2", "%3", "%4", "%5", "%6", "@g"].map(String::from).into();
        add_phi(rng, &mut text, &mut pointers, &targets, block, &mut next_value);
        for _ in 0..=rng.below(6) {
            add_instruction(rng, &mut text, &mut pointers, &mut next_value);
        }
        let [yes, no] = targets[block];
        write!(text, "br %1 -> b{yes} b{no}").expect("a string grows");
    }
    text + "\nb4: ret"
}

fn add_phi(
    rng: &mut Rng,
    text: &mut String,
    pointers: &mut Vec<String>,
    targets: &[[usize; 2]],
    block: usize,
    next_value: &mut u32,
) {
    let before = (0..4).filter(|&source| targets[source].contains(&block)).map(|source| format!("b{source}"));
    let before = before.chain((block == 0).then(|| "e".to_string()));
    let incoming: Vec<_> = before.map(|source| format!("{source}:{}", pointers[rng.below(pointers.len())])).collect();
    if rng.below(2) == 0 && !incoming.is_empty() {
        write!(text, "%{next_value} = phi {}; ", incoming.join(" ")).expect("a string grows");
        pointers.push(format!("%{next_value}"));
        *next_value += 1;
    }
}

fn add_instruction(rng: &mut Rng, text: &mut String, pointers: &mut Vec<String>, next_value: &mut u32) {
    let pointer = pointers[rng.below(pointers.len())].clone();
    let other = pointers[rng.below(pointers.len())].clone();
    // The address of `@static` is never taken: it is only read and written in place.
    let place = if rng.below(4) == 0 { "@static" } else { &pointer };
    let (code, is_pointer) = match rng.below(9) {
        0 | 1 => (format!("%{next_value} = load {place}"), false),
        2 => (format!("%{next_value} = loadp {pointer}"), true),
        3 => (format!("%{next_value} = gep {pointer} {}", 4 * rng.below(2)), true),
        4 => (format!("storep {other} {pointer}"), false),
        5 => (format!("call @ext {pointer}"), false),
        6 => ("call @ext".to_string(), false),
        _ => (format!("store 7 {place}"), false),
    };
    write!(text, "{code}; ").expect("a string grows");
    if code.starts_with('%') {
        if is_pointer {
            pointers.push(format!("%{next_value}"));
        }
        *next_value += 1;
    }
}

/// Where the globals and the parameter's own object stand; locals follow.
const GLOBALS: u64 = 0x1000;
const OUTSIDE: u64 = 0x8000;
const FIRST_LOCAL: u64 = 0x10000;

/// One run: values, and for each byte its content and last writer.
struct Run<'f> {
    function: &'f Function,
    values: Vec<u64>,
    bytes: HashMap<u64, (u8, InstId)>,
    objects: Vec<(u64, u64)>,
}

impl<'f> Run<'f> {
    fn new(rng: &mut Rng, function: &'f Function) -> Run<'f> {
        let mut values = vec![0; function.n_values()];
        values[0] = [GLOBALS, OUTSIDE][rng.below(2)];
        values[1] = rng.below(3) as u64;
        // `@g`, `@constant` and `@static`, 0x100 apart, 8 bytes each; the outside object has 32.
        let objects = vec![(GLOBALS, 8), (GLOBALS + 0x100, 8), (GLOBALS + 0x200, 8), (OUTSIDE, 32)];
        Run { function, values, bytes: HashMap::new(), objects }
    }

    /// Runs up to 40 blocks; returns how many loads were checked.
    fn execute(mut self, rng: &mut Rng, answers: &ReachingDefinitions<'_>, text: &str) -> usize {
        let mut n_checked = 0;
        let (mut block, mut before) = (BlockId(0), BlockId(0));
        for _ in 0..40 {
            for id in self.function.block_inst_ids(block) {
                let Some(writers) = self.step(id, before) else { return n_checked };
                if let Some(found) = answers.of_load(id) {
                    n_checked += 1;
                    for writer in writers {
                        let is_known = match writer {
                            Some(writer) => found.stores.contains(&writer) || found.unknown.contains(&writer),
                            None => found.initial,
                        };
                        assert!(is_known, "{id:?} sees {writer:?}, not in {found:?} of\n{text}");
                    }
                }
            }
            let successors = &self.function.block(block).successors;
            if successors.is_empty() {
                break;
            }
            before = block;
            block = successors[rng.below(successors.len())];
        }
        n_checked
    }

    /// Executes an instruction; gives the last writers of the bytes it read, `None` at an access outside.
    fn step(&mut self, id: InstId, before: BlockId) -> Option<Vec<Option<InstId>>> {
        let inst = self.function.instruction(id);
        let mut writers = Vec::new();
        let result = match (inst.opcode, &inst.detail) {
            (Opcode::Alloca, _) => {
                let address = FIRST_LOCAL + 0x100 * self.objects.len() as u64;
                self.objects.push((address, 16));
                address
            }
            (_, Detail::Gep { offset, indices }) => {
                let steps: u64 = indices.iter().map(|gep| self.value(&gep.index) * gep.scale).sum();
                self.value(&inst.operands[0]).wrapping_add_signed(*offset).wrapping_add(steps)
            }
            (_, Detail::Phi(blocks)) => {
                let position = blocks.iter().position(|&block| block == before).expect("an incoming block");
                self.value(&inst.operands[position])
            }
            (Opcode::Load, _) => self.load(inst, &mut writers)?,
            (_, Detail::Store { ty }) => {
                let size = ty.store_size().unwrap_or(0);
                self.write(self.value(&inst.operands[1]), size, self.value(&inst.operands[0]), id)?;
                0
            }
            (Opcode::Call, _) => {
                self.call(inst, id);
                0
            }
            _ => 0,
        };
        if let Some(value) = inst.result {
            self.values[value.index()] = result;
        }
        Some(writers)
    }

    fn load(&self, inst: &Instruction, writers: &mut Vec<Option<InstId>>) -> Option<u64> {
        let (address, size) = (self.value(&inst.operands[0]), inst.ty.store_size().unwrap_or(0));
        self.object_of(address, size)?;
        let mut value = 0;
        for at in 0..size {
            let byte = self.bytes.get(&(address + at));
            writers.push(byte.map(|&(_, writer)| writer));
            value |= u64::from(byte.map_or(0, |&(content, _)| content)) << (8 * at);
        }
        Some(value)
    }

    fn write(&mut self, address: u64, size: u64, value: u64, writer: InstId) -> Option<()> {
        self.object_of(address, size)?;
        for at in 0..size {
            self.bytes.insert(address + at, ((value >> (8 * at)) as u8, writer));
        }
        Some(())
    }

    /// The unknown function writes the globals it may know by name and whatever it was given.
    fn call(&mut self, inst: &Instruction, id: InstId) {
        let given: Vec<u64> = inst.operands.iter().map(|operand| self.value(operand)).collect();
        for address in given.into_iter().chain([GLOBALS, GLOBALS + 0x200]) {
            if let Some((start, size)) = self.object_of(address, 1) {
                self.bytes.extend((start..start + size).map(|at| (at, (0, id))));
            }
        }
    }

    fn object_of(&self, address: u64, size: u64) -> Option<(u64, u64)> {
        self.objects.iter().copied().find(|&(start, len)| start <= address && address + size <= start + len)
    }

    fn value(&self, operand: &Operand) -> u64 {
        match operand {
            Operand::Value(id) => self.values[id.index()],
            Operand::Global { id, offset } => (GLOBALS + 0x100 * u64::from(id.0)).wrapping_add_signed(*offset),
            Operand::Int { value, .. } => *value as u64,
            _ => 0,
        }
    }
}
