/* The entry points of libFuzzer, for the target that the environment names in FUZZ_TARGET. run.sh
 * links them. */
#include "tests/fuzz/fuzz_targets.h"

#include <stdlib.h>

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count);

static fuzz_target_fn target;

int LLVMFuzzerInitialize(int *argc, char ***argv) {
  (void)argc;
  (void)argv;
  target = fuzz_find_target(getenv("FUZZ_TARGET"));
  if (target == NULL) {
    exit(2);
  }
  return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count) {
  target(bytes, count);
  return 0;
}
