//! The front end of the made-up language, and one script in it.

use crate::followed::Interpreter;
use crate::language::Script;
use crate::lowered;
use crate::plain::Plain;
use std::path::Path;
use std::sync::Arc;
use symcrete_build::failure::Failure;
use symcrete_engine::front::{Caveat, Followed, FrontEnd, Twin};
use symcrete_engine::setting::Setting;
use symcrete_engine::vector::Vector;
use symcrete_exec::Config;
use symcrete_model::Program;

/// A script as it is explored, and as its plain twin.
pub(crate) struct Toy {
    followed: Script,
    plain: Script,
}

/// The file that every script is said to be kept in.
pub(crate) const FILE: &str = "/toy/script.toy";

impl Toy {
    pub(crate) fn of(text: &str) -> Arc<dyn FrontEnd> {
        Toy::apart(text, text)
    }

    /// One whose plain twin is another script, as a broken build's is.
    pub(crate) fn apart(followed: &str, plain: &str) -> Arc<dyn FrontEnd> {
        let parse = |text| Script::parse(text).expect("a script");
        Arc::new(Toy { followed: parse(followed), plain: parse(plain) })
    }
}

impl FrontEnd for Toy {
    fn name(&self) -> &str {
        "script"
    }

    fn program(&self) -> &Path {
        Path::new(FILE)
    }

    fn model(&self) -> Result<Program, Failure> {
        Ok(lowered::model(&self.followed, FILE))
    }

    fn start(&self, _: &Setting, _: Config) -> Result<Box<dyn Followed>, Failure> {
        Ok(Box::new(Interpreter::new(self.followed.clone(), FILE.into())))
    }

    fn plain(&self, _: &Setting, _: Config) -> Result<Box<dyn Twin>, Failure> {
        Ok(Box::new(Plain { script: self.plain.clone(), file: FILE.into() }))
    }

    fn caveats(&self, _: &Program) -> Vec<Caveat> {
        Vec::new()
    }

    fn by_hand(&self, test: &Path, _: &Vector) -> String {
        format!("By hand:\n    toy {FILE} {}.values\n", test.display())
    }
}

/// Fails in line 12 when the values asked for are 7 and 70. No values lead to line 13.
pub(crate) const SCRIPT: &str = "\
ask a
ask b
s = a + b
if s == 77 goto 6
end
t = a & 1
if t == 2 goto 13
if a < b goto 10
end
if b == 70 goto 12
end
fail
end";
