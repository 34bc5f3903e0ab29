/* getopt and its long forms: libc's own function decides, prints and moves arguments. Before that the characters are looked at on
   which it will depend, so that each option is a way of the path. Looking wrongly costs a way, never another result. */
#include "model.h"

struct option {
  const char *name;
  int has_arg;
  int *flag;
  int val;
};

extern int optind, optopt;
extern int getopt(int, char *const *, const char *);
extern int getopt_long(int, char *const *, const char *, const struct option *, int *);
extern int getopt_long_only(int, char *const *, const char *, const struct option *, int *);

/* What is left of an argument with several options, optind as the last call left it, and the letter, if one was looked at. */
static const char *next;
static int left_at;
static int has_letter;
static unsigned char letter;

static int is_option(const char *argument) {
  if (argument[0] != '-') return 0;
  return argument[1] != 0;
}

/* How long the name of a long option is. */
static size_t name_length(const char *text) {
  size_t n = 0;
  for (; text[n]; n++) {
    if (text[n] == '=') {
      STEP;
      break;
    }
  }
  return n;
}

/* Which names begin with this text: one is enough if it is the only one, or the whole name. */
static void look_at_names(const char *text, const struct option *longs) {
  size_t n = name_length(text);
  for (; longs->name; longs++) {
    size_t whole = length(longs->name);
    if (whole < n) continue;
    int differs = 0;
    for (size_t k = 0; k < n; k++) differs |= text[k] ^ longs->name[k];
    if (differs == 0) {
      STEP;
      if (whole == n) return;
    }
  }
}

static void look_at_letter(const char *shorts) {
  has_letter = 1;
  letter = (unsigned char)*next++;
  int takes = 0;
  for (const char *known = shorts; *known; known++) {
    if (*known == ':') continue;
    if (letter == (unsigned char)*known) {
      STEP;
      takes = known[1] == ':';
      break;
    }
  }
  /* Whether more follows tells where an option's argument is, too. */
  if (!*next) {
    STEP;
    next = NULL;
  } else if (takes) {
    next = NULL;
  }
}

static void look(int argc, char *const *argv, const char *shorts, const struct option *longs, int only) {
  int k = optind ? optind : 1;
  has_letter = 0;
  if (optind != left_at) next = NULL;
  if (!next) {
    int in_order = *shorts == '+' || *shorts == '-';
    while (k < argc && argv[k] && !is_option(argv[k])) {
      if (in_order) return;
      k++;
    }
    if (k >= argc || !argv[k]) return;
    const char *text = argv[k] + 1;
    if (*text == '-') {
      STEP;
      if (longs && text[1]) look_at_names(text + 1, longs);
      return;
    }
    if (longs && only) look_at_names(text, longs);
    next = text;
  }
  look_at_letter(shorts);
}

/* What libc's function leaves: of a letter that it does not know, or that lacks its argument, it says which. */
static int left(int result) {
  left_at = optind;
  if (has_letter && (result == '?' || result == ':')) {
    unsigned char told = (unsigned char)optopt;
    if (__symcrete_same(&told, &letter, 1)) optopt = letter;
  }
  return result;
}

int __symcrete_model_getopt(int argc, char *const *argv, const char *shorts) {
  look(argc, argv, shorts, NULL, 0);
  return left(getopt(argc, argv, shorts));
}

int __symcrete_model_getopt_long(int argc, char *const *argv, const char *shorts, const struct option *longs, int *index) {
  look(argc, argv, shorts, longs, 0);
  return left(getopt_long(argc, argv, shorts, longs, index));
}

int __symcrete_model_getopt_long_only(int argc, char *const *argv, const char *shorts, const struct option *longs, int *index) {
  look(argc, argv, shorts, longs, 1);
  return left(getopt_long_only(argc, argv, shorts, longs, index));
}
