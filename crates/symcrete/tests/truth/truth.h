/* What the programs of this folder are written with. Compiled with -DORACLE, a program tells which statements and
 * branches each run took; otherwise the words mean nothing, and the program is the plain one.
 *
 *   H              this statement is executed; it stands alone on its line
 *   B(c)           the condition c has an outcome; at most one to a line
 *   UNSET(T, v)    a local variable that is never set: it can hold any value
 *   FRESH(n)       heap memory that is never set
 *   GROWN(p, m, n) heap memory of m bytes made n bytes long; what is new is never set
 *   EITHER(c)      hangs on where the linker or the system put something, or on the clock: it can hold and not hold
 *   PAST(i)        an index that may leave its array: what optimised builds do then says nothing
 */
#include <alloca.h>
#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);

#ifdef ORACLE
void oracle_mark(int line);
void oracle_at(int line);
int oracle_branch(int line, int outcome);
void oracle_any(void *object, size_t size);
void *oracle_fresh(size_t size);
void *oracle_grown(void *object, size_t before, size_t after);
int oracle_either(void);
#define H oracle_mark(__LINE__);
#define B(c) (oracle_at(__LINE__), oracle_branch(__LINE__, !!(c)))
#define UNSET(T, v) T v; oracle_any(&v, sizeof v)
#define FRESH(n) oracle_fresh(n)
#define GROWN(p, m, n) oracle_grown(p, m, n)
#define EITHER(c) ((void)(c), oracle_either())
#else
#define H
#define B(c) (c)
#define UNSET(T, v) T v
#define FRESH(n) malloc(n)
#define GROWN(p, m, n) realloc(p, n)
#define EITHER(c) (c)
#endif
#define PAST(i) (i)
