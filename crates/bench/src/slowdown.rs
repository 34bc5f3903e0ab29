//! How much slower a concrete run of the instrumented program is than clang -O2.

use super::contest;
use super::packages;
use super::workshop::{Pair, Recipe, Workshop};
use std::path::PathBuf;
use std::process::Command;
use symcrete_report::bench::figure::{Bar, Figure, Line, Section, Trouble, Unit};

const KERNELS: [&str; 6] = ["sieve", "matmul", "crc32", "words", "bubble", "collatz"];
const TITLE: &str = "Concrete run of the instrumented program against clang -O2 (CPU time)";
const LOOP_BAR: Bar = Bar::AtMost(3.0);
const LUA_BAR: Bar = Bar::AtMost(6.0);

/// Kernels only.
pub(super) fn kernels(workshop: &Workshop, repeat: usize) -> Section {
    let mut lines: Vec<Line> = KERNELS.iter().map(|name| kernel(workshop, name, repeat)).collect();
    lines.insert(0, over_all(&lines));
    Section { title: TITLE.into(), lines }
}

/// Kernels and real programs.
pub(super) fn all(workshop: &Workshop, repeat: usize) -> Section {
    let mut section = kernels(workshop, repeat);
    let script = vec![workshop.own("fib.lua")];
    section.lines.push(program(
        "zlib: compress and decompress",
        workshop,
        packages::zlib(workshop),
        &[],
        LOOP_BAR,
        repeat,
    ));
    section.lines.push(program("Lua interpreter", workshop, packages::lua(workshop), &script, LUA_BAR, repeat));
    section
}

fn kernel(workshop: &Workshop, name: &str, repeat: usize) -> Line {
    let figure = workshop.build_own(name).and_then(|pair| race(&pair, &[], LOOP_BAR, repeat));
    Line { name: format!("kernel {name}"), result: figure }
}

fn program(
    name: &str,
    workshop: &Workshop,
    recipe: Result<Recipe<'_>, Trouble>,
    args: &[PathBuf],
    bar: Bar,
    repeat: usize,
) -> Line {
    let figure = recipe.and_then(|recipe| race(&workshop.build(&recipe)?, args, bar, repeat));
    Line { name: name.into(), result: figure }
}

fn race(pair: &Pair, args: &[PathBuf], bar: Bar, repeat: usize) -> Result<Figure, Trouble> {
    let command = |program: &PathBuf| {
        let mut command = Command::new(program);
        command.args(args);
        command
    };
    contest::programs(repeat, &mut command(&pair.plain), &mut command(&pair.instrumented), bar)
}

/// The median over the kernels; each kernel counts with its own median.
fn over_all(kernels: &[Line]) -> Line {
    let medians = kernels.iter().filter_map(|line| Some(line.result.as_ref().ok()?.median())).collect::<Vec<_>>();
    let name = "loop kernels, median";
    if medians.len() < kernels.len() {
        return Line::without(name, Trouble::Wrong("a kernel could not be measured, see below".into()));
    }
    let note = format!("over {} kernels", medians.len());
    Line::new(name, Figure { samples: medians, unit: Unit::Times, bar: LOOP_BAR, note })
}
