/* Finds a fuzz target by its name. */
#include "tests/fuzz/fuzz_targets.h"

#include <stdio.h>
#include <string.h>

typedef struct fuzz_target {
  const char *name;
  fuzz_target_fn run;
} fuzz_target;

#define FUZZ_ENTRY(name) {#name, fuzz_##name},
static const fuzz_target targets[] = {FUZZ_TARGETS(FUZZ_ENTRY)};
enum { TARGETS = sizeof targets / sizeof *targets };

fuzz_target_fn fuzz_find_target(const char *name) {
  for (size_t i = 0; name != NULL && i < TARGETS; i++) {
    if (strcmp(name, targets[i].name) == 0) {
      return targets[i].run;
    }
  }
  fprintf(stderr, "'%s' is no fuzz target; there are:", name != NULL ? name : "");
  for (size_t i = 0; i < TARGETS; i++) {
    fprintf(stderr, " %s", targets[i].name);
  }
  fputs("\n", stderr);
  return NULL;
}
