/* Strings that are cut, and looked for in others. Results and memory are those of libc. */
#include "model.h"

static int is_one_of(char c, const char *set) {
  while (*set)
    if (*set++ == c) return 1;
  return 0;
}

char *__symcrete_model_strtok_r(char *s, const char *set, char **rest) {
  if (!s) s = *rest;
  while (*s && is_one_of(*s, set)) s++;
  if (!*s) {
    *rest = s;
    return NULL;
  }
  char *end = s;
  while (*end && !is_one_of(*end, set)) end++;
  if (*end) *end++ = 0;
  *rest = end;
  return s;
}

char *__symcrete_model_strtok(char *s, const char *set) {
  static char *rest;
  return __symcrete_model_strtok_r(s, set, &rest);
}

char *__symcrete_model_strsep(char **place, const char *set) {
  char *s = *place, *end = s;
  if (!s) return NULL;
  while (*end && !is_one_of(*end, set)) end++;
  *place = *end ? end + 1 : NULL;
  *end = 0;
  return s;
}

extern int __symcrete_model_memcmp(const void *, const void *, size_t);
extern int __symcrete_model_strncasecmp(const char *, const char *, size_t);

/* A place is one question, whatever the length of what is wanted. */
void *__symcrete_model_memmem(const void *in, size_t n, const void *wanted, size_t m) {
  for (size_t k = 0; m <= n && k <= n - m; k++)
    if (__symcrete_model_memcmp((const char *)in + k, wanted, m) == 0) return (char *)in + k;
  return NULL;
}

char *__symcrete_model_strcasestr(const char *in, const char *wanted) {
  size_t m = length(wanted);
  for (;; in++) {
    if (__symcrete_model_strncasecmp(in, wanted, m) == 0) return (char *)in;
    if (!*in) return NULL;
  }
}
