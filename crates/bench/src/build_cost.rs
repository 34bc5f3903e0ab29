//! What building with `symcrete cc` costs: processor time and size of the code.
//!
//! Compile and link together, with an empty object cache. Code size is the `.text` section, without the runtime's share
//! taken out.

use super::contest;
use super::packages;
use super::workshop::{Pair, Recipe, Workshop};
use object::{Object, ObjectSection};
use std::path::Path;
use std::process::Command;
use symcrete_report::bench::figure::{Bar, Figure, Line, Section, Trouble, Unit};

/// The section on building.
pub(super) fn all(workshop: &Workshop, repeat: usize) -> Section {
    let lines = lua(workshop, repeat).into_iter().chain(sqlite(workshop, repeat)).collect();
    Section {
        title: "Building with `symcrete cc` against clang -O2 (CPU time, compile and link, empty cache)".into(),
        lines,
    }
}

fn lua(workshop: &Workshop, repeat: usize) -> [Line; 2] {
    let names = ["Lua: compile CPU", "Lua: size of .text"];
    let measured = packages::lua(workshop).and_then(|recipe| {
        let cpu = build(workshop, &recipe, repeat.div_ceil(2).min(3), Bar::AtMost(4.0))?;
        Ok((cpu, size(&workshop.pair(recipe.name), Bar::AtMost(6.0))?))
    });
    match measured {
        Ok((cpu, size)) => [Line::new(names[0], cpu), Line::new(names[1], size)],
        Err(trouble) => names.map(|name| Line::without(name, trouble.clone())),
    }
}

/// One build of the amalgamation takes most of a minute, so it is built twice at most.
fn sqlite(workshop: &Workshop, repeat: usize) -> [Line; 2] {
    let names = ["sqlite3 as one unit: compile CPU", "sqlite3: queries answered alike, CPU of the run"];
    let measured = packages::sqlite(workshop).and_then(|recipe| {
        let cpu = build(workshop, &recipe, repeat.div_ceil(4).min(2), Bar::AtMost(10.0))?;
        Ok((cpu, workshop.pair(recipe.name)))
    });
    match measured {
        Ok((cpu, pair)) => {
            let (mut plain, mut ours) = (Command::new(&pair.plain), Command::new(&pair.instrumented));
            let run = contest::programs(repeat, &mut plain, &mut ours, Bar::Open);
            [Line::new(names[0], cpu), Line { name: names[1].into(), result: run }]
        }
        Err(trouble) => names.map(|name| Line::without(name, trouble.clone())),
    }
}

fn build(workshop: &Workshop, recipe: &Recipe<'_>, n_rounds: usize, bar: Bar) -> Result<Figure, Trouble> {
    let rounds =
        contest::rounds(n_rounds.max(1), || workshop.build_plain(recipe), || workshop.build_instrumented(recipe))?;
    Ok(contest::ratio(&rounds, bar))
}

fn size(pair: &Pair, bar: Bar) -> Result<Figure, Trouble> {
    let (plain, ours) = (text_size(&pair.plain)?, text_size(&pair.instrumented)?);
    let note = format!("{} against {} KiB", ours / 1024, plain / 1024);
    Ok(Figure { samples: vec![ours as f64 / plain.max(1) as f64], unit: Unit::Times, bar, note })
}

fn text_size(program: &Path) -> Result<u64, Trouble> {
    let unreadable = |why: String| Trouble::Missing(format!("{}: {why}", program.display()));
    let bytes = std::fs::read(program).map_err(|why| unreadable(why.to_string()))?;
    let file = object::File::parse(&*bytes).map_err(|why| unreadable(why.to_string()))?;
    file.section_by_name(".text").map(|text| text.size()).ok_or_else(|| unreadable("it has no .text".into()))
}
