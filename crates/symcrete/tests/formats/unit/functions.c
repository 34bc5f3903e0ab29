/* Some twenty functions with varied signatures. The test exports tests of each and changes their lines. */
#include <math.h>
#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum kind { NONE, SCALENE = 1, ISOSCELES, EQUILATERAL };
typedef enum { RED, GREEN, BLUE = 7 } color;
struct point {
  int x, y;
};
typedef struct {
  char name[8];
  unsigned short level;
  double share;
} account;
struct node {
  int value;
  struct node *next;
};
struct line {
  struct point from, to;
};
int counter = 3;

enum kind triangle(int a, int b, int c) {
  if (a <= 0 || b <= 0 || c <= 0) return NONE;
  if (a >= b + c || b >= a + c || c >= a + b) return NONE;
  if (a == b && b == c) return EQUILATERAL;
  if (a == b || b == c || a == c) return ISOSCELES;
  return SCALENE;
}

unsigned flags(unsigned mask) {
  if ((mask & 0xff) == 0x80) return 0x1000;
  if (mask > 0xffff) return 1;
  return 0;
}

char letter(char c) {
  if (c >= 'a' && c <= 'z') return c - 'a' + 'A';
  if (c == ' ') return '_';
  return c;
}

bool leap(unsigned short year) {
  if (year % 400 == 0) return true;
  if (year % 100 == 0) return false;
  return year % 4 == 0;
}

long long scale(long long n, int by) {
  if (by == 0) return -1;
  if (n > 1000000000000LL) return n / by;
  return n + by;
}

double half(double d) {
  if (d > 3.5) return d / 2;
  if (d < -1.25) return -d;
  return d;
}

float mix(float a, unsigned char part) {
  if (part > 100) return 0.1f;
  if (a > 2.5f) return a + 1;
  return (float)part;
}

int count(const char *text, char c) {
  int n = 0;
  if (!text) return -1;
  for (; *text; text++)
    if (*text == c) n++;
  return n;
}

char *find(char *text, char c) {
  if (!text) return NULL;
  for (; *text; text++) {
    if (*text == c) {
      *text = '_';
      return text;
    }
  }
  return NULL;
}

const char *name_of(color c) {
  switch (c) {
  case RED: return "red";
  case GREEN: return "green";
  case BLUE: return "blue";
  }
  return NULL;
}

void shift(struct point *p, int by) {
  if (!p) return;
  if (p->x > 10)
    p->x -= by;
  else
    p->y += 2;
}

struct point mirror(struct point p) {
  struct point result = {p.y, p.x};
  if (p.x == 7) result.y = 70;
  return result;
}

int sum(const struct node *list) {
  int n = 0;
  for (; list; list = list->next) {
    if (list->value == 77) return -1;
    if (list->value > 0) n++;
  }
  return n;
}

int clip(int values[], size_t n) {
  int changed = 0;
  if (!values || n > 4) return -1;
  for (size_t k = 0; k < n; k++) {
    if (values[k] > 100) {
      values[k] = 100;
      changed++;
    }
  }
  return changed;
}

uint32_t hash(const uint8_t *bytes) {
  uint32_t h = 5;
  if (!bytes) return 0;
  for (int k = 0; k < 3; k++) h = h * 33 + bytes[k];
  return h == 0xb8860 ? 1 : 2;
}

int grade(account *who) {
  if (!who) return 0;
  if (strcmp(who->name, "bob") == 0) return 1;
  if (who->level == 300) {
    who->level = 301;
    return 2;
  }
  if (who->share > 0.5) return 3;
  return 4;
}

int next(int step) {
  counter += step;
  return counter > 4 ? 40 : counter;
}

int steep(struct line l) {
  if (l.from.x == l.to.x) return 2;
  if (l.to.y - l.from.y > 5) return 1;
  return 0;
}

static int hidden(signed char c) {
  if (c < -100) return 5;
  return c == 'x' ? 6 : 7;
}

int checked(int n) {
  if (n == 13) abort();
  if (n == 14) exit(3);
  return hidden((signed char)n);
}

void release(char *text) {
  if (text && text[0] == 'k') text[1] = 'q';
  else free(text);
}

int corner(int m[2][3]) {
  if (!m) return 0;
  if (m[1][2] == 6 && m[0][0] == -1) m[0][1] = 5;
  return m[0][1];
}

/* What is given back and what is given have one name. */
struct point limited(struct point result) {
  if (result.x > 9)
    result.x = 9;
  return result;
}

/* Numbers that are none have a sign, and so has zero. */
int sign_of(double x) {
  if (signbit(x))
    return x == 0 ? -1 : -2;
  return x > 1;
}

double turned(double x) {
  if (x == 0)
    return -x;
  return x / 2;
}
