/* Standard input as a Lua script, without the libraries that reach out of the process (io, os, package, debug). */
#include "lauxlib.h"
#include "lua.h"
#include "lualib.h"
#include <stdio.h>

int main(void) {
    static char text[1 << 16];
    size_t length = fread(text, 1, sizeof text, stdin);
    lua_State *state = luaL_newstate();
    if (!state)
        return 2;
    luaL_requiref(state, LUA_GNAME, luaopen_base, 1);
    luaL_requiref(state, LUA_STRLIBNAME, luaopen_string, 1);
    luaL_requiref(state, LUA_TABLIBNAME, luaopen_table, 1);
    luaL_requiref(state, LUA_MATHLIBNAME, luaopen_math, 1);
    luaL_requiref(state, LUA_UTF8LIBNAME, luaopen_utf8, 1);
    luaL_requiref(state, LUA_COLIBNAME, luaopen_coroutine, 1);
    /* "t": text only; bytecode is not checked by Lua. */
    int failed = luaL_loadbufferx(state, text, length, "=stdin", "t") || lua_pcall(state, 0, 0, 0);
    if (failed)
        puts(lua_tostring(state, -1) ? lua_tostring(state, -1) : "error");
    lua_close(state);
    return failed ? 1 : 0;
}
