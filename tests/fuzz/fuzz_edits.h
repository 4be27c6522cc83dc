/* Edits that a fuzzer chooses, allowed ones and others. */
#ifndef OVERLAND_TESTS_FUZZ_FUZZ_EDITS_H
#define OVERLAND_TESTS_FUZZ_FUZZ_EDITS_H

#include "overland_edit.h"
#include "tests/fuzz/fuzz_input.h"

enum { FUZZ_MOST_EDITS = 6, FUZZ_MOST_STAMP = 64 };

typedef struct fuzz_edits {
  ovl_edit edits[FUZZ_MOST_EDITS];
  size_t count;
} fuzz_edits;

/* Draws up to FUZZ_MOST_EDITS edits. Stamps and masks are constant tables. */
fuzz_edits fuzz_edits_draw(const ovl_world *world, fuzz_input *input);

/* A definition with the step rule of fuzz_calls.h. */
ovl_apply_def fuzz_apply_def(void);

#endif
