/* KLEE's interface for programs under test, as symcrete supplies it.
 *
 * Functions that make values symbolic, that restrict them and that report errors work as in KLEE. Those that steer
 * KLEE itself (merging, forking, printing expressions) do nothing here, so that programs that call them run.
 */
#ifndef SYMCRETE_KLEE_H
#define SYMCRETE_KLEE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Values. */
void klee_make_symbolic(void *addr, size_t nbytes, const char *name);
int klee_int(const char *name);
int klee_range(int begin, int end, const char *name); /* begin <= result < end */
uintptr_t klee_choose(uintptr_t n);                   /* result < n */

/* The run goes on only if the condition holds. */
void klee_assume(uintptr_t condition);

/* The value of this run; the path relies on it no further. */
unsigned klee_is_symbolic(uintptr_t n);
unsigned klee_is_replay(void);
float klee_get_valuef(float expr);
double klee_get_valued(double expr);
long klee_get_valuel(long expr);
long long klee_get_valuell(long long expr);
int32_t klee_get_value_i32(int32_t expr);
int64_t klee_get_value_i64(int64_t expr);

/* Ends of a run. */
__attribute__((noreturn)) void klee_silent_exit(int status);
__attribute__((noreturn)) void klee_abort(void);
__attribute__((noreturn)) void klee_report_error(const char *file, int line, const char *message, const char *suffix);

/* Messages, to standard error. */
void klee_warning(const char *message);
void klee_warning_once(const char *message);

/* Without effect here. */
void klee_prefer_cex(void *object, uintptr_t condition);
void klee_posix_prefer_cex(void *object, uintptr_t condition);
void klee_mark_global(void *object);
void klee_print_expr(const char *msg, ...);
void klee_print_range(const char *name, int arg);
void klee_set_forking(unsigned enable);
void klee_open_merge(void);
void klee_close_merge(void);
void klee_stack_trace(void);
void klee_check_memory_access(const void *address, size_t size);
void klee_define_fixed_object(void *addr, size_t nbytes);
size_t klee_get_obj_size(void *ptr); /* 0: unknown */

#define klee_assert(expr) ((expr) ? (void)(0) : klee_report_error(__FILE__, __LINE__, "ASSERTION FAIL: " #expr, "assert.err"))

#ifdef __cplusplus
}
#endif

#endif
