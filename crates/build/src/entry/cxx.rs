//! What drivers need in C++ only: texts and vectors, references, and exceptions, which are one way for a function to end.

use super::debug::{Debug, Function, Type, TypeId};
use super::spelled::exact;
use symcrete_trace::CType;

/// What the driver includes behind the program.
pub(super) const INCLUDES: &str = "#include <cxxabi.h>\n";

/// Says which exception is caught.
pub(super) const HEAD: &str = r#"
symcrete_own void symcrete_driver_threw(const char *symcrete_function, const char *symcrete_level) {
  int symcrete_status = 0;
  if (!symcrete_level || symcrete_level[0] == '0') return;
  /* Its name lies behind its table of functions; a function of a header that tells it would count as one of the program's. */
  const char *const *symcrete_type = (const char *const *)abi::__cxa_current_exception_type();
  const char *symcrete_mangled = symcrete_type ? symcrete_type[1] : "";
  char *symcrete_name = abi::__cxa_demangle(symcrete_mangled + (symcrete_mangled[0] == '*'), 0, 0, &symcrete_status);
  __builtin_printf("%s threw %s\n", symcrete_function, symcrete_name ? symcrete_name : "something");
}
"#;

/// Statements that may throw. Where a program is compiled without exceptions there is nothing to catch.
pub(super) fn caught(function: &str, statements: &str) -> String {
    format!(
        "#ifdef __cpp_exceptions\n  try {{\n#endif\n  {statements}\n#ifdef __cpp_exceptions\n  }} catch (...) {{\n    \
         symcrete_driver_threw(\"{function}\", symcrete_level);\n  }}\n#endif\n"
    )
}

/// The cast that makes an argument of the driver's variable; none where it is what the function wants.
pub(super) fn cast(debug: &Debug, ty: TypeId) -> String {
    let is_wanted = debug.is_cxx
        && match debug.get(ty) {
            Type::Reference { is_rvalue, .. } => *is_rvalue,
            _ => matches!(debug.bare(Some(ty)), Some((_, Type::Pointer { .. }))),
        };
    let spelled = exact(debug, Some(ty)).filter(|_| is_wanted);
    spelled.map(|spelled| format!("({spelled})")).unwrap_or_default()
}

/// The cast to a pointer to a function of exactly this type.
pub(super) fn cast_of(debug: &Debug, function: &Function) -> String {
    let list: Option<Vec<String>> = function.parameters.iter().map(|one| exact(debug, one.ty)).collect();
    match (exact(debug, function.result), list) {
        (Some(result), Some(list)) if debug.is_cxx => format!("({result} (*)({}))", list.join(", ")),
        _ => String::new(),
    }
}

/// What a function may change through a reference to it.
pub(super) fn changeable(debug: &Debug, ty: TypeId) -> Option<TypeId> {
    match debug.get(ty) {
        Type::Reference { to: Some(to), is_rvalue: false } if !debug.is_const(*to) => Some(*to),
        Type::Typedef { of: Some(of), .. } => changeable(debug, *of),
        _ => None,
    }
}

/// Bytes up to the first zero; how many is decided before anything is made of them.
fn bytes(n: u64) -> String {
    let ty = CType::Bytes as u32;
    format!(
        "  char symcrete_bytes[{n} + 1];\n  __builtin_memset(symcrete_bytes, 0, sizeof symcrete_bytes);\n  \
         unsigned long symcrete_was = symcrete_enter(\"[]\"), symcrete_n = 0;\n  \
         symcrete_value(symcrete_bytes, {n}, {ty});\n  symcrete_leave(symcrete_was);\n  \
         while (symcrete_n < {n} && symcrete_bytes[symcrete_n]) symcrete_n++;\n"
    )
}

/// The function that makes a `std::string` of so many characters at most.
pub(super) fn text(n: u64) -> String {
    format!(
        "symcrete_own void symcrete_driver_make_standard_NUMBER(std::string *symcrete_at, unsigned) {{\n{}  \
         symcrete_at->assign(symcrete_n, ' ');\n  \
         if (symcrete_n) __builtin_memcpy(&(*symcrete_at)[0], symcrete_bytes, symcrete_n);\n}}\n\n",
        bytes(n)
    )
}

/// The same for a `std::string_view`.
pub(super) fn view(n: u64) -> String {
    format!(
        "symcrete_own void symcrete_driver_make_standard_NUMBER(std::string_view *symcrete_at, unsigned) {{\n{}  \
         char *symcrete_text = (char *)(symcrete_driver_soiled ? symcrete_driver_room(symcrete_n) \
         : __builtin_calloc(symcrete_n + 1, 1));\n  if (!symcrete_text) return;\n  \
         __builtin_memcpy(symcrete_text, symcrete_bytes, symcrete_n);\n  \
         *symcrete_at = std::string_view(symcrete_text, symcrete_n);\n}}\n\n",
        bytes(n)
    )
}

/// Elements behind those of a vector that are something else in every run.
const SPARE: u64 = 16;

/// The function that makes a `std::vector` of so many elements at most, each by a loop that fills them.
pub(super) fn vector(of: &str, n: u64, fill: &str) -> String {
    let ty = CType::UInt as u32;
    format!(
        "symcrete_own void symcrete_driver_make_standard_NUMBER(std::vector<{of}> *symcrete_at, unsigned symcrete_depth) {{\n  \
         unsigned symcrete_size = 0;\n  unsigned long symcrete_was = symcrete_enter(\".size()\"), symcrete_n = 0;\n  \
         symcrete_value(&symcrete_size, sizeof symcrete_size, {ty});\n  symcrete_leave(symcrete_was);\n  \
         symcrete_assume(symcrete_size <= {n}, (unsigned long)symcrete_assume);\n  (void)symcrete_depth;\n  \
         while (symcrete_n < symcrete_size) symcrete_n++;\n  \
         if (symcrete_driver_soiled && !symcrete_driver_is_checked()) {{\n    symcrete_at->reserve(symcrete_n + {SPARE});\n    \
         __builtin_memset((void *)symcrete_at->data(), symcrete_driver_soiled, symcrete_at->capacity() * sizeof({of}));\n  }}\n  \
         symcrete_at->resize(symcrete_n);\n{fill}}}\n\n"
    )
}
