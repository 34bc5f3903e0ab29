// never set: strdup, line 9, read in line 12
// Behind a copied text there is nothing, though an allocation has room for it.
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
int main(void) {
    int c = __VERIFIER_nondet_int();
    char *p = strdup("ab");
    p = realloc(p, 64);
    p[0] = (char)c;
    if (p[10] == 5) reach_error();
    return p[0] == 3;
}
