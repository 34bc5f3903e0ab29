// Reads and writes an array at places that the input chooses, in a loop: every value is a look-up in all those before.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
#define N 1000
static int next[N];

int main(void) {
    for (int i = 0; i < N; i++)
        next[i] = (i * 7 + 1) % N;
    unsigned at = __VERIFIER_nondet_uint() % N;
    for (int i = 0; i < 3000; i++) {
        if (next[at] == i)
            next[at] = (int)(__VERIFIER_nondet_uint() % N);
        at = (unsigned)next[at] % N;
    }
    if (at == 17)
        reach_error();
    return 0;
}
