/* Runs inputs of fuzz targets again: overland_fuzz TARGET FILE... The last line is "N passed, N
 * failed"; an input that breaks a promise ends the program before it. */
#include "tests/fuzz/fuzz_targets.h"

#include <stdio.h>
#include <stdlib.h>

/* Reads a whole file; NULL if it can't be read. The caller frees it. */
static uint8_t *read_file(const char *path, size_t *count) {
  FILE *file = fopen(path, "rb");
  uint8_t *bytes = NULL;
  if (file == NULL) {
    return NULL;
  }
  if (fseek(file, 0, SEEK_END) == 0) {
    const long length = ftell(file);
    rewind(file);
    bytes = length >= 0 ? malloc((size_t)length + 1) : NULL;
    *count = bytes != NULL ? fread(bytes, 1, (size_t)length, file) : 0;
  }
  fclose(file);
  return bytes;
}

int main(int argc, char **argv) {
  if (argc < 3) {
    fputs("usage: overland_fuzz TARGET FILE...\n", stderr);
    return 2;
  }
  const fuzz_target_fn run = fuzz_find_target(argv[1]);
  if (run == NULL) {
    return 2;
  }
  int failed = 0;
  for (int i = 2; i < argc; i++) {
    size_t count = 0;
    uint8_t *bytes = read_file(argv[i], &count);
    if (bytes == NULL) {
      fprintf(stderr, "FAIL %s can't be read\n", argv[i]);
      failed++;
      continue;
    }
    fprintf(stderr, "%s %s\n", argv[1], argv[i]); /* the last one named is the one that failed */
    run(bytes, count);
    free(bytes);
  }
  printf("%d passed, %d failed\n", argc - 2 - failed, failed);
  return failed != 0;
}
