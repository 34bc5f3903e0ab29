/* Standard input as a JavaScript program, without anything that reaches out of the process. */
#include "mujs.h"
#include <stdio.h>

int main(void) {
    static char text[1 << 16];
    size_t length = fread(text, 1, sizeof text - 1, stdin);
    text[length] = 0;
    js_State *state = js_newstate(NULL, NULL, JS_STRICT);
    if (!state)
        return 2;
    int failed = js_dostring(state, text);
    js_freestate(state);
    return failed ? 1 : 0;
}
