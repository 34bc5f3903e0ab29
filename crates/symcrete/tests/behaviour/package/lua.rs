//! Lua: the package brings no tests, so a script of ours goes through the language and its library.

use super::built_twice;
use crate::folder::Folder;

/// Prints what strings, tables, coroutines, errors, closures, metatables, `goto` and numbers do.
const SCRIPT: &str = include_str!("language.lua");
/// Small, because every byte of it is symbolic while it is read and compiled.
const TRACED: &str = "local t = {}\nfor i = 1, 3 do t[i] = i * 2.5 end\nprint(#t, t[3], pcall(error, 'x'))\n";

#[test]
fn a_script_prints_the_same_and_is_traced_while_it_is_read() {
    let folder = Folder::new("lua");
    let build = r#"
        lua_cc() { $CC -std=gnu99 -O2 -DLUA_USE_LINUX -DLUA_COMPAT_5_3 -DDEB_HOST_MULTIARCH='"none"' "$@"; }
        cd src; rm -f luac.c; : >lua5.4-deb-multiarch.h
        for file in *.c; do lua_cc -c "$file"; done
        ar rcs liblua.a $(ls *.o | grep -v '^lua\.o$')
        lua_cc -o lua lua.o liblua.a -Wl,-E -lm -ldl"#;
    if built_twice(&folder, "lua5.4", build).is_none() {
        return;
    }
    folder.write("language.lua", SCRIPT);
    let plain = folder.run("plain/src/lua language.lua; plain/src/lua -v -e 'print(#arg)'");
    assert!(plain.contains("all of it was run"), "{plain}");
    assert_eq!(folder.run("instrumented/src/lua language.lua; instrumented/src/lua -v -e 'print(#arg)'"), plain);
    let failed = folder.attempt(20, "plain/src/lua -e 'error(nil)'").code;
    assert_eq!(folder.attempt(20, "instrumented/src/lua -e 'error(nil)'").code, failed);
    folder.write("traced.lua", TRACED);
    let traced = folder.trace("instrumented/src/lua -- -", "traced.lua").unwrap();
    assert_eq!(traced.stdout, folder.run("plain/src/lua - <traced.lua"));
    traced.assert_right();
}
