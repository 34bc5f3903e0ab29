//! Bad input: what is wrong is said in one sentence, with the next step and the documented exit code;
//! whatever the program under test does has a defined outcome and its trace is kept.

mod build;
#[path = "../folder/mod.rs"]
mod folder;
mod hostile;
mod machine;

use folder::Folder;

impl Folder {
    /// Compiles `main.c` with this text to `./main`.
    fn program(&self, text: &str) {
        self.write("main.c", text);
        self.says(0, &["cc", "-O1", "main.c", "-o", "main", "-lpthread"]);
    }
}
