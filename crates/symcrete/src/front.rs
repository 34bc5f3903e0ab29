//! The front end of stored tests: which language the program is in, they say themselves.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use symcrete_build::failure::Failure;
use symcrete_build::surroundings::inherited;
use symcrete_build::unit::Unit;
use symcrete_corpus::Suite;
use symcrete_engine::front::FrontEnd;
use symcrete_engine::vector::Vector;
use symcrete_jvm::Method;
use symcrete_native::{self as native, NativeProgram};
use symcrete_rust::front::RustProgram;

/// The program of a suite.
pub(crate) fn of(suite: &Suite) -> Result<Arc<dyn FrontEnd>, Failure> {
    match method_file(suite) {
        Some(file) => Ok(Arc::new(method(&file)?)),
        None => Ok(of_unit(native::unit_of(suite)?)),
    }
}

/// The program of this file.
pub(crate) fn open(program: &Path) -> Result<Arc<dyn FrontEnd>, Failure> {
    match Method::is_file_of(program) {
        true => Ok(Arc::new(method(program)?)),
        false => Ok(of_unit(Unit::open(program))),
    }
}

/// What a built program is to the engine: its language is kept beside it.
pub(crate) fn of_unit(unit: Unit) -> Arc<dyn FrontEnd> {
    match RustProgram::open(&unit.name, &unit.program) {
        Some(program) => Arc::new(program),
        None => Arc::new(NativeProgram::from(unit)),
    }
}

/// The file that says which Java method the tests of a suite are of, if they are.
pub(crate) fn method_file(suite: &Suite) -> Option<PathBuf> {
    let test = suite.folder.join("tests").join(&suite.tests.first()?.name);
    let program = Vector::read(&test).ok()?.manifest.program;
    Method::is_file_of(&program).then_some(program)
}

/// The Java method of a file.
pub(crate) fn method(file: &Path) -> Result<Method, Failure> {
    Method::open(file, inherited(Path::new("java")))
}
