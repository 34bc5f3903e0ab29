//! The source of a crate, as far as drivers need it: its modules with their files, functions and types.
//!
//! Modules are followed from the root as rustc does, `#[path]` included; those that only tests have are left out. What macros make is not seen.

use std::ops::Range;
use std::path::{Path, PathBuf};
use symcrete_build::failure::Failure;

/// A crate's source.
#[derive(Debug)]
pub(crate) struct Source {
    /// The modules, the root first.
    pub(crate) modules: Vec<Module>,
}

/// A module.
#[derive(Debug)]
pub(crate) struct Module {
    /// Its name from the root on; empty for the root.
    pub(crate) path: Vec<String>,
    /// Can other crates name it?
    pub(crate) is_public: bool,
    /// The file that it is in.
    pub(crate) file: PathBuf,
    /// Where in the file text can be put into it, behind everything else.
    pub(crate) end: usize,
    /// Its items but for modules.
    pub(crate) items: Vec<syn::Item>,
}

/// A function of a crate.
#[derive(Clone, Debug)]
pub(crate) struct Function {
    /// The number of its module.
    pub(crate) module: usize,
    /// The type that it is a method of, if it is one.
    pub(crate) of: Option<syn::Type>,
    pub(crate) signature: syn::Signature,
    pub(crate) attributes: Vec<syn::Attribute>,
    pub(crate) is_public: bool,
}

/// A type that the crate defines.
#[derive(Clone, Debug)]
pub(crate) struct Defined {
    /// The number of its module.
    pub(crate) module: usize,
    pub(crate) item: syn::Item,
}

impl Source {
    /// Reads a crate from its root on. `cfg`: names that conditional compilation sets besides the platform's.
    pub(crate) fn read(root: &Path, cfg: &[&str]) -> Result<Source, Failure> {
        let mut source = Source { modules: Vec::new() };
        let folder = root.parent().unwrap_or(Path::new("/")).to_path_buf();
        source.file(root, Vec::new(), &folder, true, cfg)?;
        Ok(source)
    }

    /// One file; its submodules lie in `folder`.
    fn file(
        &mut self,
        file: &Path,
        path: Vec<String>,
        folder: &Path,
        is_public: bool,
        cfg: &[&str],
    ) -> Result<(), Failure> {
        let text = std::fs::read_to_string(file).map_err(|why| Failure::file(file, why))?;
        let parsed = syn::parse_file(&text)
            .map_err(|why| Failure::at(file, format!("line {}: {why}", why.span().start().line)))?;
        let is_public = path.is_empty() || is_public;
        self.module(Place { file, folder, end: text.len(), is_public }, path, parsed.items, cfg)
    }

    fn module(&mut self, place: Place, path: Vec<String>, items: Vec<syn::Item>, cfg: &[&str]) -> Result<(), Failure> {
        let own = self.modules.len();
        let file = place.file.to_path_buf();
        let (is_public, end) = (place.is_public, place.end);
        self.modules.push(Module { path: path.clone(), is_public, file, end, items: Vec::new() });
        for item in items {
            if let syn::Item::Mod(module) = item {
                if is_active(&module.attrs, cfg) {
                    self.submodule(&place, &path, module, cfg)?;
                }
            } else {
                self.modules[own].items.push(item);
            }
        }
        Ok(())
    }

    fn submodule(&mut self, place: &Place, path: &[String], module: syn::ItemMod, cfg: &[&str]) -> Result<(), Failure> {
        let name = module.ident.to_string();
        let path = [path, std::slice::from_ref(&name)].concat();
        let folder = place.folder.join(&name);
        let is_public = place.is_public && is_public(&module.vis);
        if let Some((brace, items)) = module.content {
            let end = bytes(brace.span.close()).start;
            return self.module(Place { file: place.file, folder: &folder, end, is_public }, path, items, cfg);
        }
        let given = module.attrs.iter().find_map(path_of);
        let (file, folder) = match given {
            Some(given) => {
                let file = place.file.parent().unwrap_or(Path::new("/")).join(given);
                let folder = file.parent().unwrap_or(Path::new("/")).to_path_buf();
                (file, folder)
            }
            None => {
                let flat = place.folder.join(format!("{name}.rs"));
                (if flat.is_file() { flat } else { folder.join("mod.rs") }, folder)
            }
        };
        // A module of another platform may have no file here; rustc will say so if it is needed.
        if file.is_file() { self.file(&file, path, &folder, is_public, cfg) } else { Ok(()) }
    }

    /// Every type that the crate defines.
    pub(crate) fn types(&self) -> Vec<Defined> {
        let all = self.modules.iter().enumerate();
        let items = all.flat_map(|(module, one)| one.items.iter().map(move |item| (module, item)));
        let types = items.filter(|(_, item)| matches!(item, syn::Item::Struct(_) | syn::Item::Enum(_)));
        types.map(|(module, item)| Defined { module, item: item.clone() }).collect()
    }

    /// Every function and method.
    pub(crate) fn functions(&self) -> Vec<Function> {
        let mut all = Vec::new();
        for (module, items) in self.modules.iter().map(|module| &module.items).enumerate() {
            for item in items {
                match item {
                    syn::Item::Fn(one) => all.push(Function {
                        module,
                        of: None,
                        signature: one.sig.clone(),
                        attributes: one.attrs.clone(),
                        is_public: is_public(&one.vis),
                    }),
                    syn::Item::Impl(block) => all.extend(methods(module, block)),
                    _ => {}
                }
            }
        }
        all
    }

    /// The path by which other crates name an item of a module, if they can: where it is, or where the root has it by `pub use`.
    pub(crate) fn path_outside(&self, module: usize, name: &str, is_public: bool) -> Option<Vec<String>> {
        let at = &self.modules[module];
        if is_public && at.is_public {
            return Some([&at.path[..], &[name.to_string()]].concat());
        }
        let is_used = |item: &syn::Item| match item {
            syn::Item::Use(used) => is_public && self::is_public(&used.vis) && names(&used.tree, name),
            _ => false,
        };
        self.modules[0].items.iter().any(is_used).then(|| vec![name.to_string()])
    }

    /// Does a path lead into the standard library: by its own first name, or by one that nothing but `use`s of the standard library bring in?
    pub(crate) fn is_of_std(&self, path: &syn::Path) -> bool {
        let Some(first) = path.segments.first().map(|segment| segment.ident.to_string()) else { return false };
        let uses = self.modules.iter().flat_map(|module| &module.items).filter_map(|item| match item {
            syn::Item::Use(used) => Some(&used.tree),
            _ => None,
        });
        let mut roots = Vec::new();
        uses.for_each(|tree| roots_of(tree, &first, &mut roots));
        is_std(&first) || !roots.is_empty() && roots.iter().all(|root| is_std(root))
    }

    /// A type of this name.
    pub(crate) fn defined(&self, name: &str) -> Option<Defined> {
        let modules = self.modules.iter().enumerate();
        let mut all = modules.flat_map(|(module, one)| one.items.iter().map(move |item| (module, item)));
        let is_it = |item: &syn::Item| match item {
            syn::Item::Struct(one) => one.ident == name,
            syn::Item::Enum(one) => one.ident == name,
            syn::Item::Type(one) => one.ident == name,
            _ => false,
        };
        let (module, item) = all.find(|(_, item)| is_it(item))?;
        Some(Defined { module, item: item.clone() })
    }
}

/// Can everybody name what has this visibility?
pub(crate) fn is_public(visibility: &syn::Visibility) -> bool {
    matches!(visibility, syn::Visibility::Public(_))
}

/// Does a `use` bring in this name?
fn names(tree: &syn::UseTree, name: &str) -> bool {
    match tree {
        syn::UseTree::Path(path) => names(&path.tree, name),
        syn::UseTree::Name(one) => one.ident == name,
        syn::UseTree::Group(group) => group.items.iter().any(|tree| names(tree, name)),
        syn::UseTree::Rename(_) | syn::UseTree::Glob(_) => false,
    }
}

fn is_std(name: &str) -> bool {
    matches!(name, "std" | "core" | "alloc")
}

/// Where a `use` that brings in this name begins.
fn roots_of(tree: &syn::UseTree, name: &str, roots: &mut Vec<String>) {
    match tree {
        syn::UseTree::Path(path) if names(&path.tree, name) => roots.push(path.ident.to_string()),
        syn::UseTree::Group(group) => group.items.iter().for_each(|tree| roots_of(tree, name, roots)),
        _ => {}
    }
}

/// Where a module is.
struct Place<'a> {
    file: &'a Path,
    folder: &'a Path,
    end: usize,
    is_public: bool,
}

fn methods(module: usize, block: &syn::ItemImpl) -> impl Iterator<Item = Function> {
    let functions = block.items.iter().filter_map(|item| match item {
        syn::ImplItem::Fn(one) => Some(one),
        _ => None,
    });
    functions.map(move |one| Function {
        module,
        of: Some((*block.self_ty).clone()),
        signature: one.sig.clone(),
        attributes: one.attrs.clone(),
        is_public: is_public(&one.vis) || block.trait_.is_some(),
    })
}

impl Defined {
    /// Can other crates name it, if they can name its module?
    pub(crate) fn is_public(&self) -> bool {
        match &self.item {
            syn::Item::Struct(one) => is_public(&one.vis),
            syn::Item::Enum(one) => is_public(&one.vis),
            syn::Item::Type(one) => is_public(&one.vis),
            _ => false,
        }
    }
}

impl Function {
    /// Its name from the root of the crate on.
    pub(crate) fn full_name(&self, source: &Source) -> String {
        let mut path = source.modules[self.module].path.clone();
        if let Some(syn::Type::Path(of)) = &self.of {
            path.extend(of.path.segments.last().map(|segment| segment.ident.to_string()));
        }
        path.push(self.signature.ident.to_string());
        path.join("::")
    }
}

/// The bytes of a span in its file.
fn bytes(span: proc_macro2::Span) -> Range<usize> {
    span.byte_range()
}

/// Is an item compiled? Only `test` and other single names are understood; whatever else is taken to be.
fn is_active(attributes: &[syn::Attribute], cfg: &[&str]) -> bool {
    let names = attributes.iter().filter(|attribute| attribute.path().is_ident("cfg"));
    let mut names = names.filter_map(|attribute| attribute.parse_args::<syn::Ident>().ok());
    names.all(|name| {
        cfg.iter().any(|set| name == set) || !["test", "kani", "fuzzing", "miri"].iter().any(|unset| name == unset)
    })
}

/// The file that `#[path = "FILE"]` names.
fn path_of(attribute: &syn::Attribute) -> Option<String> {
    let value = &attribute.meta.require_name_value().ok().filter(|named| named.path.is_ident("path"))?.value;
    match value {
        syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) => Some(text.value()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn crate_of(files: &[(&str, &str)]) -> (tempfile::TempDir, Source) {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, text) in files {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("made");
            std::fs::write(path, text).expect("written");
        }
        let source = Source::read(&folder.path().join("lib.rs"), &[]).expect("read");
        (folder, source)
    }

    #[test]
    fn modules_are_followed_as_rustc_does() {
        let (_folder, source) = crate_of(&[
            ("lib.rs", "mod a; mod b { pub mod c; fn inner() {} } #[path = \"x/y.rs\"] mod d; #[cfg(test)] mod tests;"),
            ("a.rs", "mod deep; pub fn f() {}"),
            ("a/deep.rs", "struct S; impl S { fn m(&self) {} }"),
            ("b/c/mod.rs", "fn g() {}"),
            ("x/y.rs", "mod z;"),
            ("x/z.rs", "fn h() {}"),
        ]);
        let mut names: Vec<String> = source.functions().iter().map(|one| one.full_name(&source)).collect();
        names.sort();
        assert_eq!(names, ["a::deep::S::m", "a::f", "b::c::g", "b::inner", "d::z::h"]);
        assert!(source.defined("S").is_some() && source.defined("T").is_none());
    }

    #[test]
    fn types_of_the_standard_library_are_told_from_others_of_their_name() {
        let (_folder, source) =
            crate_of(&[("lib.rs", "use std::{time::Duration, path}; use chrono::Utc; mod a;"), ("a.rs", "")]);
        let is_of_std = |path: &str| source.is_of_std(&syn::parse_str(path).expect("a path"));
        for path in ["Duration", "std::time::Duration", "core::time::Duration", "path::PathBuf"] {
            assert!(is_of_std(path), "{path}");
        }
        for path in ["Utc", "chrono::Duration", "PathBuf"] {
            assert!(!is_of_std(path), "{path}");
        }
    }

    #[test]
    fn text_goes_inside_the_braces_of_a_module() {
        let text = "mod b { fn inner() {} }\nfn outer() {}\n";
        let (_folder, source) = crate_of(&[("lib.rs", text)]);
        assert_eq!(&text[source.modules[1].end..], "}\nfn outer() {}\n");
        assert_eq!(source.modules[0].end, text.len());
    }
}
