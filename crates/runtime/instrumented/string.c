/* Strings that are copied and joined: byte by byte, so that every length is a path of its own.
   Results and memory are those of libc. */
#include "model.h"

extern void *malloc(size_t);
extern void __symcrete_object(void *, size_t);

char *__symcrete_model_stpcpy(char *to, const char *from) {
  while ((*to = *from)) to++, from++;
  return to;
}

char *__symcrete_model_strcpy(char *to, const char *from) {
  __symcrete_model_stpcpy(to, from);
  return to;
}

char *__symcrete_model_stpncpy(char *to, const char *from, size_t n) {
  size_t k = 0;
  while (k < n && from[k]) to[k] = from[k], k++;
  for (size_t rest = k; rest < n; rest++) to[rest] = 0;
  return to + k;
}

char *__symcrete_model_strncpy(char *to, const char *from, size_t n) {
  __symcrete_model_stpncpy(to, from, n);
  return to;
}

char *__symcrete_model_strcat(char *to, const char *from) {
  __symcrete_model_stpcpy(to + length(to), from);
  return to;
}

char *__symcrete_model_strncat(char *to, const char *from, size_t n) {
  char *end = to + length(to);
  size_t k = 0;
  while (k < n && from[k]) end[k] = from[k], k++;
  end[k] = 0;
  return to;
}

void *__symcrete_model_memccpy(void *to, const void *from, int c, size_t n) {
  unsigned char *t = to;
  const unsigned char *f = from;
  for (size_t k = 0; k < n; k++)
    if ((t[k] = f[k]) == (unsigned char)c) return t + k + 1;
  return NULL;
}

char *__symcrete_model_strndup(const char *from, size_t n) {
  size_t k = 0;
  while (k < n && from[k]) k++;
  char *copy = malloc(k + 1);
  if (!copy) return NULL;
  __symcrete_object(copy, k + 1);
  for (size_t i = 0; i < k; i++) copy[i] = from[i];
  copy[k] = 0;
  return copy;
}

char *__symcrete_model_strdup(const char *from) { return __symcrete_model_strndup(from, SIZE_MAX); }
