/* What the C++ library makes of the bytes of a key: std::hash of texts and floating-point numbers. Code that is not instrumented does that, so it is
   done once more here; what differs from the library's own number is lost. */
#include "model.h"

static const size_t factor = 0xc6a4a7935bd1e995;

static size_t mixed(size_t value) { return value ^ (value >> 47); }

/* The number that these bytes are, the lowest first. */
static size_t number(const unsigned char *at, size_t n) {
  size_t all = 0;
  while (n) all = (all << 8) | at[--n];
  return all;
}

/* MurmurHash2 for words of 64 bits. */
static size_t murmur(const unsigned char *at, size_t n, size_t seed) {
  size_t hash = seed ^ (n * factor);
  for (; n >= 8; at += 8, n -= 8) hash = (hash ^ (mixed(number(at, 8) * factor) * factor)) * factor;
  if (n) hash = (hash ^ number(at, n)) * factor;
  return mixed(mixed(hash) * factor);
}

/* FNV-1a, whose bytes have a sign there. */
static size_t fnv(const signed char *at, size_t n, size_t seed) {
  size_t hash = seed;
  for (; n; n--) hash = (hash ^ (size_t)*at++) * 1099511628211u;
  return hash;
}

#define HASH(name, own)                                                         \
  extern size_t name(const void *, size_t, size_t);                             \
  size_t __symcrete_model_##name(const void *at, size_t n, size_t seed) {       \
    size_t theirs = name(at, n, seed);                                          \
    if (!(__symcrete_any(at, n) | __symcrete_any(&n, sizeof n) | __symcrete_any(&seed, sizeof seed))) return theirs; \
    size_t ours = own(at, n, seed);                                             \
    if (__symcrete_same(&ours, &theirs, sizeof ours)) return ours;              \
    __symcrete_lost();                                                          \
    return theirs;                                                              \
  }

HASH(_ZSt11_Hash_bytesPKvmm, murmur)
HASH(_ZSt15_Fnv_hash_bytesPKvmm, fnv)
