/* Rounding to integers and splitting: operators of expressions put together.
   What does not fit becomes what the processor makes of it, as in the C library. */
#include "model.h"

#define ROUND(name, result, operand, round) \
  result __symcrete_model_##name(operand x) { return (result)__builtin_##round(x); }

ROUND(lround, long, double, round)
ROUND(lroundf, long, float, roundf)
ROUND(lroundl, long, long double, roundl)
ROUND(llround, long long, double, round)
ROUND(llroundf, long long, float, roundf)
ROUND(llroundl, long long, long double, roundl)
ROUND(lrint, long, double, rint)
ROUND(lrintf, long, float, rintf)
ROUND(lrintl, long, long double, rintl)
ROUND(llrint, long long, double, rint)
ROUND(llrintf, long long, float, rintf)
ROUND(llrintl, long long, long double, rintl)

#define SPLIT(name, operand, trunc, copysign) \
  operand __symcrete_model_##name(operand x, operand *whole) { \
    *whole = __builtin_##trunc(x); \
    return __builtin_##copysign(__builtin_isinf(x) ? 0 : x - *whole, x); \
  }

SPLIT(modf, double, trunc, copysign)
SPLIT(modff, float, truncf, copysignf)
SPLIT(modfl, long double, truncl, copysignl)
