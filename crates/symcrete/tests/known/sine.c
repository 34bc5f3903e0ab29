// reason: sin has no operator; it is searched by running it, which finds inputs and refutes nothing
// flags: -lm
// wants: complete
#include <math.h>
#include <stdio.h>

int main(void)
{
    float x;
    if (fread(&x, sizeof x, 1, stdin) != 1)
        return 1;
    if (sinf(x) > 2)
        return 2;
    return 0;
}
