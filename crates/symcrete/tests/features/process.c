// Threads, signal handlers, children, memory at low addresses.
// lost: thread
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static unsigned char in[64];
static long out;
/* Folds a result into what the program prints, so that any difference shows. */
static void add(long value) { out = out * 31 + value; }

static int shared;
static volatile int signals;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *p) {
  long k = (long)p;
  for (int i = 0; i < 500; i++) {
    pthread_mutex_lock(&lock);
    if (in[i & 31] > 7) shared += in[k]; else shared -= k;
    in[16 + k] ^= 1;
    pthread_mutex_unlock(&lock);
  }
  return 0;
}
static void handler(int s) { (void)s; signals += in[0] > 3 ? 2 : 1; }

int main(void) {
  read(0, in, sizeof in);

  pthread_t threads[4];
  for (long i = 0; i < 4; i++) pthread_create(&threads[i], 0, work, (void *)i);
  for (int i = 0; i < 4; i++) pthread_join(threads[i], 0);
  add(shared);
  signal(SIGUSR1, handler);
  raise(SIGUSR1);
  add(signals);
  int ends[2], status;
  unsigned char byte = 0;
  if (pipe(ends)) return 1;
  pid_t child = fork();
  if (child == 0) {
    byte = in[2] * 3;
    if (byte > 50) byte++;
    _exit(write(ends[1], &byte, 1) == 1 ? byte & 7 : 9);
  }
  waitpid(child, &status, 0);
  add(read(ends[0], &byte, 1) + byte + WEXITSTATUS(status));
  unsigned char *low = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);
  memcpy(low, in, 32);
  if (low[3] > 100) add(5);
  for (int i = 0; i < 32; i++) add(low[i] * (low[i] > in[i] ? 3 : 1));
  printf("%ld\n", out);
  return out & 63;
}
