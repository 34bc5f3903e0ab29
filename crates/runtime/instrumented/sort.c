/* qsort and bsearch: the program's comparison decides, and what it decides is part of the path. qsort itself
   is libc's, on pointers to the elements, so the order of comparisons and of equal elements is too. A comparison that leaves
   it by an exception or a long jump leaves the array as libc would. */
#include "model.h"

typedef int (*compare)(const void *, const void *);
typedef int (*compare_r)(const void *, const void *, void *);

extern void qsort(void *, size_t, size_t, compare);
extern void qsort_r(void *, size_t, size_t, compare_r, void *);
extern void *mmap(void *, size_t, int, int, int, long);
extern int munmap(void *, size_t);
struct __jmp_buf_tag;
/* Supplied by the runtime: where the stack ends after a jump. */
extern const char *__symcrete_stack_after(const struct __jmp_buf_tag *to);

struct question {
  compare by;
  compare_r by_r;
  void *extra;
};

static int ask(const void *a, const void *b, void *question) {
  struct question *q = question;
  const void *x = *(const void *const *)a, *y = *(const void *const *)b;
  int r = q->by ? q->by(x, y) : q->by_r(x, y, q->extra);
  if (r > 0) return 1;
  if (r < 0) return -1;
  return 0;
}

static void copy(char *to, const char *from, size_t n) {
  for (size_t k = 0; k < n; k++) to[k] = from[k];
}

/* An array that is being sorted. It lies before the pointers to the elements and not in the frame that sorts, which may be gone. */
struct sorting {
  char *base;
  const char *frame;
  size_t n, size;
  int is_done;
  struct sorting *outer;
};

static _Thread_local struct sorting *innermost;

static size_t space_of(size_t n, size_t size) { return sizeof(struct sorting) + n * (sizeof(void *) + size); }

/* Whoever runs on several stacks may end sorts in any order. */
static void take_out(struct sorting *s) {
  struct sorting **at = &innermost;
  while (*at && *at != s) at = &(*at)->outer;
  if (*at) *at = s->outer;
}

/* Puts the elements where their pointers are. If the comparison left, libc has moved small ones as it went, and would have moved
   large ones at the end. */
static void put(struct sorting *s) {
  take_out(s);
  size_t n = s->n, size = s->size;
  if (s->is_done || size <= 32) {
    char **order = (char **)(s + 1), *sorted = (char *)(order + n);
    for (size_t k = 0; k < n; k++) copy(sorted + k * size, order[k], size);
    copy(s->base, sorted, n * size);
  }
  munmap(s, space_of(n, size));
}

static void end(struct sorting **s) { put(*s); }

/* Forgets sorts whose frames are gone, because they were left in a way that nobody was told of. */
static void forget(const void *frame) {
  while (innermost && innermost->frame < (const char *)frame) innermost = innermost->outer;
}

static int sort(char *base, size_t n, size_t size, struct question *q) {
  if (n < 2 || size == 0 || n > SIZE_MAX / 32 / size) return 0;
  void *space = mmap(NULL, space_of(n, size), 3, 0x22, -1, 0);
  if (space == (void *)-1) return 0;
  const char *frame = __builtin_frame_address(0);
  forget(frame);
  __attribute__((cleanup(end))) struct sorting *s = space;
  *s = (struct sorting){base, frame, n, size, 0, innermost};
  innermost = s;
  char **order = (char **)(s + 1);
  for (size_t k = 0; k < n; k++) order[k] = base + k * size;
  qsort_r(order, n, sizeof(void *), ask, q);
  s->is_done = 1;
  return 1;
}

void __symcrete_model_qsort(void *base, size_t n, size_t size, compare by) {
  struct question q = {by, NULL, NULL};
  if (!sort(base, n, size, &q)) qsort(base, n, size, by);
}

void __symcrete_model_qsort_r(void *base, size_t n, size_t size, compare_r by, void *extra) {
  struct question q = {NULL, by, extra};
  if (!sort(base, n, size, &q)) qsort_r(base, n, size, by, extra);
}

void *__symcrete_model_bsearch(const void *key, const void *base, size_t n, size_t size, compare by) {
  size_t low = 0, high = n;
  while (low < high) {
    size_t middle = (low + high) / 2;
    const char *here = (const char *)base + middle * size;
    int r = by(key, here);
    if (r < 0)
      high = middle;
    else if (r > 0)
      low = middle + 1;
    else
      return (void *)here;
  }
  return NULL;
}

/* A jump from this frame leaves what is above its target. */
__attribute__((visibility("hidden"))) void __symcrete_leave_sorts(const void *frame, const struct __jmp_buf_tag *to) {
  forget(frame);
  const char *end = innermost ? __symcrete_stack_after(to) : NULL;
  while (innermost && innermost->frame < end) put(innermost);
}
