/* Merges three models of one world cell by cell: what differs between two of them is brought into
 * the third. Rebases and patches are judged by it. */
#ifndef OVERLAND_TESTS_MODEL_MERGE_MODEL_H
#define OVERLAND_TESTS_MODEL_MERGE_MODEL_H

#include "tests/model/model_world.h"

/* A copy of a model with cells of its own. */
model_world model_world_copy(const model_world *model);

/* Makes `model` a copy of another model, and frees what it was. */
void model_world_become(model_world *model, const model_world *other);

/* Brings what differs between two models into a third one. Where that one differs from `before`
 * too, its own value stays, or with `keeps_difference` that of `after`. None of them has an extra
 * cost where a profile can't stand. */
void merge_model(model_world *model, const model_world *before, const model_world *after,
                 bool keeps_difference);

#endif
