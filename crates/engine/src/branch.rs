//! Names of branches: where the condition stands, and which side of it.

use symcrete_build::program::nearby;
use symcrete_model::{BranchId, Program, SiteKind};

/// Where a branch's condition stands: file, line, column; an empty name and zeros when it is not known.
pub fn place(program: &Program, branch: BranchId) -> (&str, u32, u32) {
    let (condition, _) = program.condition_of(branch);
    let (module, site) = program.site(condition);
    site.loc.map_or(("", 0, 0), |loc| program.location(module, loc))
}

/// `true`, `false`, `case 7`, `default`.
pub fn side(program: &Program, branch: BranchId) -> String {
    let (condition, k) = program.condition_of(branch);
    match &program.site(condition).1.kind {
        SiteKind::Switch { cases } => cases.get(k as usize).map_or("default".into(), |value| format!("case {value}")),
        _ => (if k == 1 { "true" } else { "false" }).into(),
    }
}

/// `file:line:column side`, with the file's short name.
pub fn name(program: &Program, branch: BranchId) -> String {
    let (file, line, column) = place(program, branch);
    format!("{}:{line}:{column} {}", nearby(file), side(program, branch))
}
