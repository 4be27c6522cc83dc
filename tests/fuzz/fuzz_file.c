/* A file in memory: see fuzz_file.h. */
#define _GNU_SOURCE
#include "tests/fuzz/fuzz_file.h"

#include "tests/fuzz/fuzz_calls.h"

#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

fuzz_file fuzz_file_make(const uint8_t *bytes, size_t count) {
  fuzz_file file = {.handle = memfd_create("fuzz", 0)};
  FUZZ_CHECK(file.handle >= 0);
  FUZZ_CHECK(write(file.handle, bytes, count) == (ssize_t)count);
  FUZZ_CHECK(lseek(file.handle, 0, SEEK_SET) == 0);
  snprintf(file.path, sizeof file.path, "/proc/self/fd/%d", file.handle);
  return file;
}
