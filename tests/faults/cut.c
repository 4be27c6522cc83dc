/* Preloaded into the command: cuts a file short while it is read. CUT_FILE gets CUT_LENGTH bytes
 * just after the CUT_AT-th call that maps or reads any file. */
#undef _FILE_OFFSET_BITS /* both names of each call are defined here */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static int calls;

static void count_call(void) {
  const char *at = getenv("CUT_AT"), *file = getenv("CUT_FILE"), *length = getenv("CUT_LENGTH");
  if (at != NULL && file != NULL && length != NULL && ++calls == atoi(at) &&
      truncate(file, atol(length)) != 0) {
    abort();
  }
}

/* Finds the C library's own function; ISO C knows no cast from its address. */
static void find_real(void *function, const char *name) {
  void *const address = dlsym(RTLD_NEXT, name);
  memcpy(function, &address, sizeof address);
}

void *mmap(void *address, size_t bytes, int protection, int flags, int file, off_t offset) {
  void *(*real)(void *, size_t, int, int, int, off_t);
  find_real(&real, "mmap");
  void *mapped = real(address, bytes, protection, flags, file, offset);
  if (file >= 0) {
    count_call();
  }
  return mapped;
}

void *mmap64(void *address, size_t bytes, int protection, int flags, int file, off64_t offset) {
  return mmap(address, bytes, protection, flags, file, offset);
}

ssize_t pread(int file, void *bytes, size_t count, off_t offset) {
  ssize_t (*real)(int, void *, size_t, off_t);
  find_real(&real, "pread");
  const ssize_t got = real(file, bytes, count, offset);
  count_call();
  return got;
}

ssize_t pread64(int file, void *bytes, size_t count, off64_t offset) {
  return pread(file, bytes, count, offset);
}

size_t fread(void *bytes, size_t size, size_t count, FILE *stream) {
  size_t (*real)(void *, size_t, size_t, FILE *);
  find_real(&real, "fread");
  const size_t got = real(bytes, size, count, stream);
  count_call();
  return got;
}
