// A program written for Test-Comp, with its own error function and its usual declarations.
// finding: error function reached
#include <assert.h>

extern void abort(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_nondet_memory(void *, unsigned long);

void reach_error() { assert(0); }

void assume_abort_if_not(int cond) {
  if (!cond) abort(); // REACHED
}

void __VERIFIER_assert(int cond) {
  if (!cond) { // REACHED
  ERROR:
    reach_error();
    abort();
  }
}

int main(void) {
  int n = __VERIFIER_nondet_int(), sum = 0;
  char text[3];
  if (n < 1 || n > 4) return 0; // REACHED
  for (int i = 0; i < n; i++)
    if (__VERIFIER_nondet_bool()) sum += __VERIFIER_nondet_uchar(); // REACHED
  __VERIFIER_nondet_memory(text, sizeof text);
  assume_abort_if_not(text[1] == 'k');
  __VERIFIER_assert(sum != 600);
  return 0;
}
