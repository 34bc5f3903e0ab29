//! What is done with a result folder after the campaign: a smaller suite, explanations; and a folder that was never finished.

mod findings;
#[path = "../folder/mod.rs"]
mod folder;
#[path = "../machine/mod.rs"]
mod machine;

mod commands;
mod killed;
mod live;
mod old;
mod resume;
mod sharing;
mod workers;

use folder::Folder;

impl Folder {
    /// With `unit.c`.
    fn with(program: &str) -> Folder {
        let folder = Folder::new("results");
        folder.write("unit.c", program);
        folder
    }
}
