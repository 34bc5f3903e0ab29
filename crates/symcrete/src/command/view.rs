//! What is shown of one traced run: its branches, their counts, what was lost, and whether its records are right.

use super::output::show;
use symcrete_build::program::{Program, nearby};
use symcrete_engine::setting::Setting;
use symcrete_engine::traced::LostAt;
use symcrete_expr::{Arena, Stop};
use symcrete_model::Program as Model;
use symcrete_search::{Input, Lift, Path, Step, check};
use symcrete_trace::{EventKind, Trace, word};

/// What is shown of a finished run.
pub(super) struct View<'a> {
    pub(super) program: &'a Program,
    pub(super) trace: &'a Trace<'a>,
    /// How the run was started.
    pub(super) setting: &'a Setting,
}

impl View<'_> {
    /// The branches that depend on the input, or all of them, with their conditions.
    pub(super) fn path(&self, all: bool) {
        let mut arena = Arena::new();
        let lift = Lift { splits: true, ..Lift::default() };
        let path = Path::unless(&Stop::new(), self.trace, lift, &mut arena).unwrap_or_default();
        for step in path.steps.iter().filter(|step| all || step.term.is_some()) {
            show(format_args!("{}", self.step(step, &arena)));
        }
    }

    fn step(&self, step: &Step, arena: &Arena) -> String {
        let condition = step.term.map_or_else(|| "concrete".to_string(), |term| self.setting.shown(arena, term));
        match step.kind {
            EventKind::Branch | EventKind::Switch | EventKind::Soft => {
                let place = self.program.outcome(self.trace, step.event.outcome);
                format!("{}  {}  {condition}", place.location, place.side)
            }
            EventKind::Implicit => {
                let location = self.program.location(self.trace, step.event.outcome, step.event.aux);
                let side = if step.event.taken == 1 { "true" } else { "false" };
                format!("{location}  {side}  {condition}")
            }
            EventKind::Assumed => format!("assumed  {condition}"),
            EventKind::Compared => format!("compared  {condition}"),
            EventKind::Tried => format!("tried  {condition}"),
            EventKind::Fixed | EventKind::Target | EventKind::Within => {
                let location = self.program.location(self.trace, step.event.outcome, step.event.aux);
                let what = if step.kind == EventKind::Within { "within" } else { "fixed" };
                format!("{location}  {what}  {condition}")
            }
        }
    }

    /// How often each branch outcome was taken.
    pub(super) fn counts(&self) {
        for outcome in 0..self.trace.n_outcomes() as u32 {
            let place = self.program.outcome(self.trace, outcome);
            show(format_args!("{}  {}  {}", place.location, place.side, self.trace.count(outcome)));
        }
    }

    /// Where symbolic data was dropped.
    pub(super) fn lost(&self) {
        let mut lines: Vec<String> = Vec::new();
        if self.trace.lost().next().is_none() {
            return;
        }
        let model = Model::link(self.program.modules().to_vec());
        let modules: Vec<_> = self.trace.modules().map(|entry| model.find_module(entry.hash)).collect();
        for lost in self.trace.lost() {
            let module = modules.get(lost.module as usize).copied().flatten();
            let LostAt { file, line, column, what, .. } = LostAt::of(&model, module, &lost);
            let place = if line == 0 { "?".to_string() } else { format!("{}:{line}:{column}", nearby(&file)) };
            lines.push(format!("lost: {place}: {what} ({}×)", lost.count));
        }
        lines.sort();
        for line in lines {
            eprintln!("symcrete: {line}");
        }
    }

    /// Says so if shadow memory is the slower table.
    pub(super) fn mode(&self) {
        if self.trace.header().mode() == symcrete_trace::Mode::Table {
            eprintln!(
                "symcrete: shadow memory could not be reserved, so a slower table is used: virtual memory is limited, or the \
                 program is linked at a fixed address"
            );
        }
    }

    /// Does every recorded expression evaluate to what happened?
    pub(super) fn check(&self, input: &Input) -> bool {
        let verdict = check(self.trace, input);
        for fault in &verdict.faults {
            eprintln!("symcrete: fault: {fault:?}");
        }
        let stale = self.trace.header().words[word::STALE];
        show(format_args!(
            "verified: {} records, {} events, {} faults, {stale} stale",
            verdict.records,
            verdict.events,
            verdict.faults.len()
        ));
        verdict.faults.is_empty()
    }
}
