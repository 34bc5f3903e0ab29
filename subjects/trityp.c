/* Triangle classification, the classic of highly branching programs. Targets: each proper kind. */
#include <crest.h>
#include <stdio.h>

static void classify(int a, int b, int c) {
    int match = 0;
    if (a <= 0 || b <= 0 || c <= 0) {
        puts("not a triangle");
        return;
    }
    if (a == b)
        match += 1;
    if (a == c)
        match += 2;
    if (b == c)
        match += 3;
    if (match == 0) {
        if ((long)a + b <= c || (long)b + c <= a || (long)a + c <= b)
            puts("not a triangle");
        else
            puts("scalene"); /* TARGET 1 */
    } else if (match > 3) {
        puts("equilateral"); /* TARGET 2 */
    } else if ((match == 1 && (long)a + b > c) || (match == 2 && (long)a + c > b) || (match == 3 && (long)b + c > a)) {
        puts("isosceles"); /* TARGET 3 */
    } else {
        puts("not a triangle");
    }
}

int main(void) {
    int a, b, c;
    CREST_int(a);
    CREST_int(b);
    CREST_int(c);
    classify(a, b, c);
    return 0;
}
