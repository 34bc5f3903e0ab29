//! Single functions of the user's crates: found by name in the source, called by a driver that is compiled into a mirror of the package.

use super::{Harness, Kind};
use crate::cargo::Recipe;
use crate::driver::{self, Driver, Sizes};
use crate::mirror;
use crate::source::{Function, Source};
use crate::workspace::{Package, Target, Workspace};
use crate::wrapper::{PREFIX, Plan, VARIABLE};
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use symcrete_build::failure::Failure;

/// The crates of a package whose functions can be called.
pub(super) fn crates(package: &Package) -> impl Iterator<Item = &Target> {
    package.targets.iter().filter(|target| target.is_lib() || target.is_bin())
}

/// Functions whose names end like this, of all crates that are meant.
pub(super) fn find(workspace: &Rc<Workspace>, packages: &[&Package], name: &str) -> Result<Vec<Harness>, Failure> {
    let mut found = Vec::new();
    for package in packages {
        for target in crates(package) {
            let source = Source::read(&target.src_path, &[])?;
            let names = source.functions().into_iter().map(|function| function.full_name(&source));
            found.extend(
                names.filter(|full| ends_with(full, name)).map(|full| harness(workspace, package, target, full)),
            );
        }
    }
    // A function that a program and its library share by name is the library's.
    let in_library = found.iter().any(|one| one.krate.as_ref().is_some_and(Target::is_lib));
    found.retain(|one| !in_library || one.krate.as_ref().is_some_and(Target::is_lib));
    Ok(found)
}

/// Public functions that a driver can call.
pub(super) fn all(workspace: &Rc<Workspace>, package: &Package) -> Result<Vec<Harness>, Failure> {
    let mut found = Vec::new();
    for target in crates(package).filter(|target| target.is_lib()) {
        let source = Source::read(&target.src_path, &[])?;
        for function in source.functions() {
            let takes = !function.signature.inputs.is_empty() && function.is_public;
            if takes && Driver::new(&krate(target), &source, &function, Sizes::default()).is_ok() {
                found.push(harness(workspace, package, target, function.full_name(&source)));
            }
        }
    }
    Ok(found)
}

/// What is near to a name that nothing has.
pub(super) fn near(packages: &[&Package], name: &str) -> Option<String> {
    let last = |path: &str| path.rsplit("::").next().unwrap_or(path).to_string();
    let sources = packages.iter().flat_map(|package| crates(package));
    let sources = sources.filter_map(|target| Source::read(&target.src_path, &[]).ok());
    let names = sources.flat_map(|source| {
        source.functions().iter().map(|function| function.full_name(&source)).collect::<Vec<String>>()
    });
    let wanted = last(name);
    let distance = |full: &String| strsim::damerau_levenshtein(&last(full), &wanted);
    names.filter(|full| distance(full) <= 2).min_by_key(|full| distance(full))
}

fn harness(workspace: &Rc<Workspace>, package: &Package, target: &Target, name: String) -> Harness {
    Harness { name, krate: Some(target.clone()), ..Harness::new(Kind::Function, package, target, workspace) }
}

/// Is this the end of a path?
pub(super) fn ends_with(full: &str, name: &str) -> bool {
    full == name || full.strip_suffix(name).is_some_and(|rest| rest.ends_with("::"))
}

/// The name by which a crate's paths begin.
fn krate(target: &Target) -> String {
    target.name.replace('-', "_")
}

/// Writes the driver and has rustc compile it.
pub(super) fn prepare(harness: &Harness, target: &Target, sizes: Sizes, recipe: &mut Recipe) -> Result<(), Failure> {
    let source = Source::read(&target.src_path, &[])?;
    let functions = source.functions();
    let function = functions.iter().find(|function| function.full_name(&source) == harness.name);
    let function = function.ok_or_else(|| Failure::usage(format!("the function {} is gone", harness.name)))?;
    let made = Driver::new(&krate(target), &source, function, sizes)?;
    compile(harness, target, &source, &made, Vec::new(), recipe)
}

/// Has rustc compile a driver inside the crate that it is for, with more arguments for that crate.
pub(super) fn compile(
    harness: &Harness,
    target: &Target,
    source: &Source,
    made: &Driver,
    args: Vec<String>,
    recipe: &mut Recipe,
) -> Result<(), Failure> {
    let package = harness.manifest.parent().unwrap_or(Path::new("/"));
    let inside = target
        .src_path
        .strip_prefix(package)
        .map_err(|_| Failure::at(&target.src_path, "lies outside its package, where no driver can be put beside it"))?;
    let ours = harness.workspace.target_directory.join("symcrete/drivers").join(&harness.package);
    let (texts, copy) = (ours.join("text"), ours.join("package"));
    std::fs::create_dir_all(&texts).map_err(|why| Failure::file(&texts, why))?;
    let changed = changed(source, made, &texts)?;
    mirror::mirror(package, &copy, &changed, &harness.workspace.target_directory)?;
    let plan =
        Plan { root: target.src_path.clone(), instead: copy.join(inside), package: package.into(), mirror: copy, args };
    let plan = serde_json::to_string(&plan).map_err(|why| Failure::System(why.into()))?;
    let wrapper = wrapper(&ours, &format!("{plan}{made:?}"))?;
    recipe.env.push(("RUSTC_WORKSPACE_WRAPPER".into(), wrapper.into()));
    recipe.env.push((VARIABLE.into(), plan.into()));
    Ok(())
}

/// Ourselves by another name for each driver: cargo builds a crate again, under another name, when it has another wrapper.
fn wrapper(folder: &Path, driver: &str) -> Result<PathBuf, Failure> {
    let mut hasher = DefaultHasher::new();
    driver.hash(&mut hasher);
    let path = folder.join(format!("{PREFIX}{:016x}", hasher.finish()));
    let own = std::env::current_exe().map_err(|why| Failure::System(why.into()))?;
    mirror::link(&own, &path)?;
    Ok(path)
}

/// The files of the package with the driver in them. What is put into them lies in files of its own.
fn changed(source: &Source, made: &Driver, texts: &Path) -> Result<BTreeMap<PathBuf, String>, Failure> {
    let support = texts.join("any.rs");
    mirror::write(&support, &made.support)?;
    let mut inserted = made.inserted.clone();
    inserted.entry(0).or_default().push_str(&driver::root(&support));
    let root = &source.modules[0].file;
    let root = std::fs::read_to_string(root).map_err(|why| Failure::file(root, why))?;
    // From the end of each file on, so that places before stay where they are.
    let mut edits: BTreeMap<PathBuf, BTreeMap<usize, String>> = BTreeMap::new();
    for (module, text) in inserted {
        let file = texts.join(format!("module{module}.rs"));
        mirror::write(&file, &text)?;
        let module = &source.modules[module];
        edits.entry(module.file.clone()).or_default().insert(module.end, driver::include(&root, &file));
    }
    let mut changed = BTreeMap::new();
    for (file, edits) in edits {
        let mut text = std::fs::read_to_string(&file).map_err(|why| Failure::file(&file, why))?;
        for (at, inserted) in edits.iter().rev() {
            text.insert_str(*at, inserted);
        }
        changed.insert(file, text);
    }
    let root = &source.modules[0];
    if let (Some(at), Some(text)) = (main_of(&source.functions()), changed.get_mut(&root.file)) {
        text.insert_str(at, "__symcrete_");
    }
    Ok(changed)
}

/// Where the name of the root's own `main` begins, if it has one: the driver is the program now.
fn main_of(functions: &[Function]) -> Option<usize> {
    let main = functions.iter().find(|one| one.module == 0 && one.of.is_none() && one.signature.ident == "main")?;
    Some(main.signature.ident.span().byte_range().start)
}
