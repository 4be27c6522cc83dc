/* Worlds baked from random step maps: heights, limits, step rules and links, judged by step_map.h.
 */
#ifndef OVERLAND_TESTS_MODEL_STEP_WORLD_H
#define OVERLAND_TESTS_MODEL_STEP_WORLD_H

#include "overland_bake.h"
#include "tests/model/step_map.h"
#include "tests/support/test.h"
#include "world/world.h"

typedef struct step_world {
  step_map map;
  int32_t region_cells, spacing_cells;
  ovl_world *world;
  const ovi_layer *layer; /* of the only profile */
} step_world;

/* The rule that step maps are baked with; `user` is the map. */
uint32_t step_world_rule(void *user, const ovl_step *step);

/* Makes case `index` of a test; false (and nothing to free) if the bake failed, which is
 * reported. The map stays where `w` is. */
bool step_world_make(step_world *w, test_state *t, uint64_t index);
void step_world_free(step_world *w);

/* The part of a map that lies in a region, as a map of its own, without links. */
step_map step_world_cut(const step_world *w, uint32_t region);

/* The map's cell of a step, or -1 if it leads outside. */
int32_t step_world_neighbour(const step_map *map, int32_t cell, int direction);

#endif
