/* Draws cases of the option space and prints them. */
#include "tests/space/space_case.h"

#include "tests/model/model_world.h"

#include <inttypes.h>
#include <stdio.h>

space_world_def space_world_draw(uint64_t seed) {
  test_random random = {seed ^ 0x5bd1e995u};
  space_world_def def = {.seed = seed};
  def.features = (uint32_t)test_random_next(&random) & MODEL_ALL;
  if (test_random_percent(&random, 70)) { /* fewer, so that one feature does not hide another */
    def.features &= (uint32_t)test_random_next(&random);
  }
  def.features |= seed % 2 == 0 ? MODEL_ORIGIN : 0;
  def.features |= seed % 4 == 1 ? MODEL_WALLS : 0;
  if (seed / 4 % 4 == 3) {
    def.features |= MODEL_HEXAGONS;
  }
  def.has_overlays_alone = test_random_percent(&random, 40);
  def.max_side = test_random_percent(&random, 70) ? 60 : 140;
  def.max_side = seed % 16 == 5 ? 5 : def.max_side; /* bodies larger than the map, single cells */
  def.max_region = def.has_overlays_alone ? 9 : 20;
  def.holding = (space_holding)test_random_between(&random, 0, SPACE_HOLDINGS - 1);
  def.change_count =
      test_random_percent(&random, 40) ? 0 : test_random_between(&random, 1, SPACE_MOST_CHANGES);
  if (def.holding >= SPACE_READER && def.change_count != 0) {
    /* An edit of a directed profile, or one that makes a profile directed, needs all regions. */
    def.features &= MODEL_WEIGHTS | MODEL_EXTRA | MODEL_SIZE | MODEL_CORNERS | MODEL_FLOORS |
                    MODEL_ORIGIN | MODEL_WALLS | MODEL_HEXAGONS;
  }
  for (int32_t i = 0; i < SPACE_MOST_CHANGES; i++) {
    def.changes[i] = (space_change)test_random_between(&random, 0, SPACE_CHANGES - 1);
  }
  return def;
}

space_call_def space_call_draw(test_random *random) {
  space_call_def def = {.seed = test_random_next(random) & 0xffffffffu};
  def.kind = (space_kind)test_random_between(random, 0, SPACE_KINDS - 1);
  if (def.kind > SPACE_RANGE && test_random_percent(random, 70)) {
    def.kind =
        (space_kind)test_random_between(random, 0, SPACE_RANGE); /* those with most options */
  }
  def.options = (uint32_t)test_random_next(random) & ((1u << SPACE_OPTIONS) - 1);
  if (test_random_percent(random, 60)) {
    def.options &= (uint32_t)test_random_next(random);
  }
  def.way = (space_way)test_random_between(random, 0, SPACE_WAYS - 1);
  return def;
}

void space_print(const space_world_def *world, const space_call_def *call) {
  printf("  {{.seed = %" PRIu64 "u, .features = 0x%" PRIx32 ", .max_side = %" PRId32
         ", .max_region = %" PRId32 ",\n    .has_overlays_alone = %d, .holding = %d, .changes = {",
         world->seed, world->features, world->max_side, world->max_region,
         (int)world->has_overlays_alone, (int)world->holding);
  for (int32_t i = 0; i < SPACE_MOST_CHANGES; i++) {
    printf("%s%d", i == 0 ? "" : ", ", (int)world->changes[i]);
  }
  printf("}, .change_count = %" PRId32 "},\n   {.seed = %" PRIu64
         "u, .kind = %d, .options = 0x%" PRIx32 ", .way = %d}},\n",
         world->change_count, call->seed, (int)call->kind, call->options, (int)call->way);
  fflush(stdout);
}
