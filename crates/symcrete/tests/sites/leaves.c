/* Conditions that a run leaves before they are decided: `exit` in an assumption, `exit` in a later operand, `longjmp` out of a loop's test.
   clang has a counter for what runs before such a condition and one for its true side; llvm-cov takes the difference for the false side, which
   was never taken. The sides of `n > 90` alone are decided in every run. */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

static jmp_buf back;

static int assume(int holds)
{
    if (!holds)
        exit(0);
    return 1;
}

static int step(int n)
{
    if (n > 90)
        longjmp(back, 1);
    return 1;
}

int main(void)
{
    int n = getchar();
    if (assume(n > 64))
        puts("a letter, perhaps");
    if (n != 77 && assume(n < 123))
        puts("no M");
    if (setjmp(back) == 0)
        for (int i = 0; step(n); i++)
            if (i == 3)
                exit(3);
    return 0;
}
