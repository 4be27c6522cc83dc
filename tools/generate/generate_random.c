/* Random obstacles: each cell is blocked or open by itself. */
#include "tools/base/random_numbers.h"
#include "tools/generate/generate.h"

#include <stdlib.h>

static void make_row(void *user, int32_t y, uint8_t *row) {
  const struct generate_def *def = user;
  uint64_t stream = generate_hash(def->seed, 1, 0, y);
  for (int32_t x = 0; x < def->width; x++) {
    const uint32_t draw = generate_below(random_next(&stream), 100);
    row[x] = draw < (uint32_t)def->percent ? '@' : '.';
  }
}

const struct generator generate_random = {
    .name = "random",
    .rows_apart = true,
    .begin = generate_keep,
    .row = make_row,
    .end = free,
};
