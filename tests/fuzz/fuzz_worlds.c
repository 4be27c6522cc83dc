/* Bakes the worlds that fuzz targets begin with. */
#include "tests/fuzz/fuzz_worlds.h"

#include "tests/fuzz/fuzz_calls.h"

#include <stdlib.h>
#include <string.h>

/* Features of each base world, and whether it has overlays alone. */
typedef struct base_kind {
  uint32_t features;
  bool has_overlays_alone;
} base_kind;

static const base_kind kinds[FUZZ_BASE_WORLDS] = {
    {0, false},
    {0, true},
    {MODEL_WEIGHTS | MODEL_EXTRA, false},
    {MODEL_WEIGHTS | MODEL_SIZE | MODEL_CORNERS, true},
    {MODEL_ONE_WAY, false},
    {MODEL_TWO_WAY | MODEL_WEIGHTS, true},
    {MODEL_CLIMB_COST | MODEL_DROP_COST, false},
    {MODEL_LIMITS | MODEL_CLIMB_COST, true},
    {MODEL_RULE, false},
    {MODEL_RULE | MODEL_SIZE | MODEL_CORNERS, true},
    {MODEL_FLOORS | MODEL_PLACES | MODEL_TWO_WAY, false},
    {MODEL_ALL, true},
};

model_world fuzz_base_model(uint32_t number) {
  const base_kind kind = kinds[number % FUZZ_BASE_WORLDS];
  const model_limits limits = {.max_side = kind.has_overlays_alone ? 90 : 40,
                               .max_region = 10,
                               .most_profiles = 2,
                               .has_overlays_alone = kind.has_overlays_alone};
  return model_world_make(1000 + number % FUZZ_BASE_WORLDS, kind.features, limits);
}

ovl_world *fuzz_bake(model_world *model) {
  ovl_bake_def def = model_bake_def(model);
  ovl_world *world = NULL;
  def.more.step_rule = def.more.step_rule != NULL ? fuzz_step_rule : NULL;
  def.more.step_rule_is_mutual = false;
  return ovl_world_bake(&def, &world, NULL) == OVL_OK ? world : NULL;
}

world_bytes fuzz_save(const ovl_world *world) {
  world_bytes file = {NULL, 0};
  FUZZ_CHECK(ovl_world_save(world, &(ovl_save_def){.write = fixture_append, .write_user = &file},
                            NULL) == OVL_OK);
  return file;
}

const world_bytes *fuzz_base_world(uint32_t number) {
  static world_bytes files[FUZZ_BASE_WORLDS];
  world_bytes *file = &files[number % FUZZ_BASE_WORLDS];
  if (file->bytes == NULL) {
    model_world model = fuzz_base_model(number);
    ovl_world *world = fuzz_bake(&model);
    FUZZ_CHECK(world != NULL);
    *file = fuzz_save(world);
    ovl_world_close(world);
    model_world_free(&model);
  }
  return file;
}
