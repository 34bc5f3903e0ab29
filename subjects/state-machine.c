/* The nine-step state machine of the GCT publication. Each `else` that prints is a target; the first is
 * infeasible, the others and ERROR are reachable, ERROR only in state 9. */
#include <crest.h>
#include <stdio.h>

static void machine(const char c[9], const char s[6]) {
    int state = 0;
    if (c[0] == 'A') {
        if (state == 0)
            state = 1;
        else
            puts("state: !0"); /* TARGET 0 */
    }
    if (c[1] == 'B') {
        if (state == 1)
            state = 2;
        else
            puts("state: !1"); /* TARGET 1 */
    }
    if (c[2] == 'C') {
        if (state == 2)
            state = 3;
        else
            puts("state: !2"); /* TARGET 2 */
    }
    if (c[3] == 'D') {
        if (state == 3)
            state = 4;
        else
            puts("state: !3"); /* TARGET 3 */
    }
    if (c[4] == 'E') {
        if (state == 4)
            state = 5;
        else
            puts("state: !4"); /* TARGET 4 */
    }
    if (c[5] == 'F') {
        if (state == 5)
            state = 6;
        else
            puts("state: !5"); /* TARGET 5 */
    }
    if (c[6] == 'G') {
        if (state == 6)
            state = 7;
        else
            puts("state: !6"); /* TARGET 6 */
    }
    if (c[7] == 'H') {
        if (state == 7)
            state = 8;
        else
            puts("state: !7"); /* TARGET 7 */
    }
    if (c[8] == 'I') {
        if (state == 8)
            state = 9;
        else
            puts("state: !8"); /* TARGET 8 */
    }
    if (s[0] == 'r' && s[1] == 'e' && s[2] == 's' && s[3] == 'e' && s[4] == 't' && s[5] == '!' && state == 9)
        puts("ERROR!"); /* TARGET ERROR */
}

int main(void) {
    char c[9], s[6];
    for (int i = 0; i < 9; i++)
        CREST_char(c[i]);
    for (int i = 0; i < 6; i++)
        CREST_char(s[i]);
    machine(c, s);
    return 0;
}
