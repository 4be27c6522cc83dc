/* Walls, each with a gap at one end: see serpent.h. */
#include "tests/support/serpent.h"
#include "tests/support/test_allocate.h"

#include <stdlib.h>
#include <string.h>

serpent serpent_make(uint8_t weight) {
  serpent s = {.terrain = test_bytes((size_t)SERPENT_WIDTH * SERPENT_HEIGHT)};
  memset(s.terrain, 0, (size_t)SERPENT_WIDTH * SERPENT_HEIGHT);
  for (int32_t y = 0; y < SERPENT_HEIGHT; y++) {
    memset(s.terrain + (size_t)y * SERPENT_WIDTH, 1, 2 * SERPENT_HEIGHT);
  }
  for (int32_t y = 0; y < SERPENT_HEIGHT - 2; y++) {
    for (int32_t x = 1; x < SERPENT_HEIGHT; x += 2) {
      s.terrain[(size_t)y * SERPENT_WIDTH + (size_t)x] = y == (x % 4 == 3 ? 0 : SERPENT_HEIGHT - 3);
    }
  }
  memset(s.terrain + (size_t)(SERPENT_HEIGHT - 2) * SERPENT_WIDTH + 1, 0, SERPENT_HEIGHT - 1);
  for (int32_t y = 1; y < SERPENT_HEIGHT - 1; y++) {
    s.terrain[(size_t)y * SERPENT_WIDTH + SERPENT_HEIGHT] = 0;
  }
  s.def = (ovl_bake_def){0};
  s.def.width = SERPENT_WIDTH;
  s.def.height = SERPENT_HEIGHT;
  s.def.terrain = s.terrain;
  memset(s.def.weights, 0, sizeof s.def.weights);
  s.def.weights[1] = weight;
  s.def.tuning.region_cells = 8;
  s.def.tuning.overlays = OVL_OVERLAYS_ALWAYS;
  return s;
}

void serpent_free(serpent *s) { free(s->terrain); }
