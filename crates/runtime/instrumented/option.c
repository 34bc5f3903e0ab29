/* getopt and its long forms: libc's own function decides, prints and moves arguments. Before that the characters are looked at on
   which it will depend, so that each option is a way of the path. Looking wrongly costs a way, never another result. */
#include "model.h"

struct option {
  const char *name;
  int has_arg;
  int *flag;
  int val;
};

extern int optind;
extern int getopt(int, char *const *, const char *);
extern int getopt_long(int, char *const *, const char *, const struct option *, int *);
extern int getopt_long_only(int, char *const *, const char *, const struct option *, int *);
extern int __symcrete_model_strncmp(const char *, const char *, size_t);

/* What is left of an argument with several options, and optind as the last call left it. */
static const char *next;
static int left_at;

static int is_option(const char *argument) {
  if (argument[0] != '-') return 0;
  return argument[1] != 0;
}

static void look_at_names(const char *text, const struct option *longs) {
  for (; longs->name; longs++) {
    size_t n = length(longs->name);
    if (__symcrete_model_strncmp(text, longs->name, n) != 0) continue;
    if ((text[n] == 0) | (text[n] == '=')) return;
  }
}

static void look_at_letter(const char *shorts) {
  char c = *next++;
  int takes = 0;
  for (const char *known = shorts; *known; known++) {
    if (*known == ':' || c != *known) continue;
    takes = known[1] == ':';
    break;
  }
  if (takes || !*next) next = NULL;
}

static void look(int argc, char *const *argv, const char *shorts, const struct option *longs, int only) {
  int k = optind ? optind : 1;
  if (optind != left_at) next = NULL;
  if (!next) {
    int in_order = *shorts == '+' || *shorts == '-';
    while (k < argc && argv[k] && !is_option(argv[k])) {
      if (in_order) return;
      k++;
    }
    if (k >= argc || !argv[k]) return;
    const char *text = argv[k] + 1;
    int is_long = 0;
    if (*text == '-') is_long = 1;
    if (is_long && !text[1]) return;
    if (longs && (is_long || only)) {
      look_at_names(text + is_long, longs);
      if (is_long) return;
    }
    next = text;
  }
  look_at_letter(shorts);
}

int __symcrete_model_getopt(int argc, char *const *argv, const char *shorts) {
  look(argc, argv, shorts, NULL, 0);
  int r = getopt(argc, argv, shorts);
  left_at = optind;
  return r;
}

int __symcrete_model_getopt_long(int argc, char *const *argv, const char *shorts, const struct option *longs, int *index) {
  look(argc, argv, shorts, longs, 0);
  int r = getopt_long(argc, argv, shorts, longs, index);
  left_at = optind;
  return r;
}

int __symcrete_model_getopt_long_only(int argc, char *const *argv, const char *shorts, const struct option *longs, int *index) {
  look(argc, argv, shorts, longs, 1);
  int r = getopt_long_only(argc, argv, shorts, longs, index);
  left_at = optind;
  return r;
}
