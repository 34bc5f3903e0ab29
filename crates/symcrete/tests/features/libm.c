// Functions of libm on symbolic numbers: the same results, and the evaluator gives them too.
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static double fold;
static void add(double value) { fold = fold * 0.5 + (isfinite(value) ? value : 1); }

static void doubles(double x, double y) {
  add(sin(x)), add(cos(x)), add(tan(x)), add(asin(y)), add(acos(y)), add(atan(x));
  add(sinh(y)), add(cosh(y)), add(tanh(x)), add(exp(y)), add(exp2(y)), add(expm1(y));
  add(log(x)), add(log2(x)), add(log10(x)), add(log1p(y));
  add(pow(x, y)), add(atan2(x, y)), add(hypot(x, y)), add(sqrt(x)), add(fmod(x, y));
}

static void singles(float x, float y) {
  add(sinf(x)), add(cosf(x)), add(tanf(x)), add(asinf(y)), add(acosf(y)), add(atanf(x));
  add(sinhf(y)), add(coshf(y)), add(tanhf(x)), add(expf(y)), add(exp2f(y)), add(expm1f(y));
  add(logf(x)), add(log2f(x)), add(log10f(x)), add(log1pf(y));
  add(powf(x, y)), add(atan2f(x, y)), add(hypotf(x, y)), add(sqrtf(x)), add(fmodf(x, y));
}

int main(void) {
  char in[64];
  double x;
  float f;
  read(0, in, sizeof in);
  memcpy(&x, in, 8);
  memcpy(&f, in + 8, 4);
  doubles(x, x);
  doubles(in[16] * 1.25, in[17] / 128.0);
  singles(f, f);
  singles(in[18] * 1.25f, in[19] / 128.0f);
  printf("%.17g\n", fold);
  return fold > 1;
}
