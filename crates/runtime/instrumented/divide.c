/* Quotient and remainder at once, and the absolute value of the widest numbers: compilers know no better than to call them. */
#include "model.h"

#define BOTH(name, type)                                      \
  struct name { type quot, rem; };                            \
  struct name __symcrete_model_##name(type above, type below) { \
    struct name both = {above / below, above % below};        \
    return both;                                              \
  }

BOTH(div, int)
BOTH(ldiv, long)
BOTH(lldiv, long long)
BOTH(imaxdiv, intmax_t)

intmax_t __symcrete_model_imaxabs(intmax_t number) { return number < 0 ? -number : number; }
