//! The loop that a run stopped by the limit on time went round: its head names the place, whatever line the clock struck at.

use std::collections::BTreeSet;
use symcrete_exec::{Place, Record};
use symcrete_model::{BlockId, Cfg, Dominators, Function, Module, Vertex, natural_loop};

/// The calls that led to a run's end, innermost first; those of an endless run begin at the head of its loop.
pub fn stack(modules: &[Module], run: &Record) -> Vec<Place> {
    let mut stack = run.stack.clone();
    if let (Some(first), Some((line, column))) = (stack.first_mut(), head(modules, &run.around)) {
        (first.line, first.column) = (line, column);
    }
    stack
}

/// Line and column of the head of the smallest loop with all these lines of one function.
fn head(modules: &[Module], around: &[Place]) -> Option<(u32, u32)> {
    let name = around.first()?.function.as_deref()?;
    let is_meant = |function: &&Function| function.name == name && function.is_defined();
    let (module, function) =
        modules.iter().find_map(|module| Some((module, module.functions.iter().find(is_meant)?)))?;
    let all: Vec<BlockId> = function.block_ids().collect();
    let known = lines(module, function, &all);
    let passed: BTreeSet<u32> = around.iter().map(|place| place.line).filter(|line| known.contains(line)).collect();
    let cfg = Cfg::new(function);
    let dominators = Dominators::new(cfg.graph(), Vertex(0));
    let loops = all.iter().filter_map(|&header| Some((header, natural_loop(cfg.graph(), &dominators, header)?)));
    let (header, _) = loops
        .filter(|(_, blocks)| passed.is_subset(&lines(module, function, blocks)))
        .min_by_key(|(_, blocks)| blocks.len())?;
    let mut places = locations(module, function, header);
    places.next()
}

/// The lines of some blocks.
fn lines(module: &Module, function: &Function, blocks: &[BlockId]) -> BTreeSet<u32> {
    blocks.iter().flat_map(|&block| locations(module, function, block)).map(|(line, _)| line).collect()
}

/// Line and column of the instructions of a block that have any.
fn locations(module: &Module, function: &Function, block: BlockId) -> impl Iterator<Item = (u32, u32)> {
    let locs = function.block_instructions(block).iter().filter_map(|inst| inst.loc);
    locs.map(|loc| module.locs[loc.index()]).filter(|loc| loc.line != 0).map(|loc| (loc.line, loc.column))
}
