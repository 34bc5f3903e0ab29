/* Strings that are copied, joined and cut: byte by byte, so that every length is a path of its own.
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

/* The same in programs that are compiled with checks (_FORTIFY_SOURCE): what does not fit ends them. */
extern void __chk_fail(void);

static void fits(size_t bytes, size_t room) {
  if (bytes > room) __chk_fail();
}

char *__symcrete_model___stpcpy_chk(char *to, const char *from, size_t room) {
  fits(length(from) + 1, room);
  return __symcrete_model_stpcpy(to, from);
}

char *__symcrete_model___strcpy_chk(char *to, const char *from, size_t room) {
  fits(length(from) + 1, room);
  return __symcrete_model_strcpy(to, from);
}

char *__symcrete_model___strncpy_chk(char *to, const char *from, size_t n, size_t room) {
  fits(n, room);
  return __symcrete_model_strncpy(to, from, n);
}

char *__symcrete_model___stpncpy_chk(char *to, const char *from, size_t n, size_t room) {
  fits(n, room);
  return __symcrete_model_stpncpy(to, from, n);
}

char *__symcrete_model___strcat_chk(char *to, const char *from, size_t room) {
  fits(length(to) + length(from) + 1, room);
  return __symcrete_model_strcat(to, from);
}

char *__symcrete_model___strncat_chk(char *to, const char *from, size_t n, size_t room) {
  size_t k = 0;
  while (k < n && from[k]) k++;
  fits(length(to) + k + 1, room);
  return __symcrete_model_strncat(to, from, n);
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
