/* Copies of strings in programs that are compiled with checks (_FORTIFY_SOURCE): what does not fit ends them. */
#include "model.h"

extern char *__symcrete_model_stpcpy(char *, const char *);
extern char *__symcrete_model_strcpy(char *, const char *);
extern char *__symcrete_model_stpncpy(char *, const char *, size_t);
extern char *__symcrete_model_strncpy(char *, const char *, size_t);
extern char *__symcrete_model_strcat(char *, const char *);
extern char *__symcrete_model_strncat(char *, const char *, size_t);
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
