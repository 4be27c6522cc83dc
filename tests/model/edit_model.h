/* Edits a model of a world in the plainest way: versions, rebuilds and bakes of edited maps are
 * judged by it. */
#ifndef OVERLAND_TESTS_MODEL_EDIT_MODEL_H
#define OVERLAND_TESTS_MODEL_EDIT_MODEL_H

#include "overland_edit.h"
#include "tests/model/model_world.h"

/* Makes an edit. False if it is not allowed; a part of it may then be made. */
bool edit_model_make(model_world *model, const ovl_edit *edit);

/* Forgets the extra cost of cells where a profile can't stand. */
void edit_model_forget(model_world *model);

/* The definition that bakes the model, by floors and profiles whatever they are, without
 * labels. */
ovl_bake_def edit_model_bake_def(model_world *model);

/* How edits of the model's world are applied: by its step rule, if it has one. */
ovl_apply_def edit_model_apply_def(model_world *model);

#endif
