/* A file in memory that has a name (memfd), for readers of files. */
#ifndef OVERLAND_TESTS_FUZZ_FUZZ_FILE_H
#define OVERLAND_TESTS_FUZZ_FUZZ_FILE_H

#include <stddef.h>
#include <stdint.h>

typedef struct fuzz_file {
  int handle; /* to be closed */
  char path[64];
} fuzz_file;

fuzz_file fuzz_file_make(const uint8_t *bytes, size_t count);

#endif
