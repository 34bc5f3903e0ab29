/* Jumps out of functions. Sorts that they leave, of which only what sorts knows, put their arrays in order first. */
#include "model.h"
#include <setjmp.h>

extern void __longjmp_chk(struct __jmp_buf_tag *to, int value) __attribute__((noreturn));
/* Of sort.c, where the program or library sorts. */
extern void __symcrete_leave_sorts(const void *frame, const struct __jmp_buf_tag *to) __attribute__((weak, visibility("hidden")));

static void leave(const void *frame, const struct __jmp_buf_tag *to) {
  if (__symcrete_leave_sorts) __symcrete_leave_sorts(frame, to);
}

void __symcrete_model_longjmp(struct __jmp_buf_tag *to, int value) {
  leave(__builtin_frame_address(0), to);
  longjmp(to, value);
}

void __symcrete_model__longjmp(struct __jmp_buf_tag *to, int value) {
  leave(__builtin_frame_address(0), to);
  longjmp(to, value);
}

void __symcrete_model_siglongjmp(struct __jmp_buf_tag *to, int value) {
  leave(__builtin_frame_address(0), to);
  siglongjmp(to, value);
}

/* All of them, where the program asks for checks. */
void __symcrete_model___longjmp_chk(struct __jmp_buf_tag *to, int value) {
  leave(__builtin_frame_address(0), to);
  __longjmp_chk(to, value);
}
