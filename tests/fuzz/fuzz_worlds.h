/* The baked worlds that fuzz targets begin with: one of each kind of features, made once. */
#ifndef OVERLAND_TESTS_FUZZ_FUZZ_WORLDS_H
#define OVERLAND_TESTS_FUZZ_FUZZ_WORLDS_H

#include "tests/model/model_world.h"
#include "tests/support/fixture.h"

enum { FUZZ_BASE_WORLDS = 12 };

/* The model of a base world; each call makes the same. The caller frees it. */
model_world fuzz_base_model(uint32_t number);

/* The file of a base world, 8-aligned; kept until the program ends. */
const world_bytes *fuzz_base_world(uint32_t number);

/* Bakes a model with the step rule of fuzz_calls.h if it has one; NULL if the bake is refused. */
ovl_world *fuzz_bake(model_world *model);

/* The file of a world. The caller frees it. */
world_bytes fuzz_save(const ovl_world *world);

#endif
