/* Edits drawn at random, and made to a model in the plainest way: what a rebuild is judged by. */
#ifndef EDIT_MODEL_H
#define EDIT_MODEL_H

#include "model_world.h"

enum { EDIT_MODEL_MOST = 12 };

/* The edits of one call, with room for their stamps and masks. */
typedef struct edit_list {
  ovl_edit edits[EDIT_MODEL_MOST];
  size_t count;
  uint16_t *stamps[EDIT_MODEL_MOST];
  uint8_t *masks[EDIT_MODEL_MOST];
} edit_list;

/* Draws edits of every kind; mostly small ones, and mostly such as are allowed. */
edit_list edit_list_draw(const model_world *model, test_random *random);
void edit_list_free(edit_list *list);

/* Makes them to a model. Returns how many edits were made before the first that is not allowed;
 * `count` if all are. */
size_t edit_model_apply(model_world *model, const edit_list *list);

/* Forgets the extra cost of cells where a profile can't stand. */
void edit_model_forget(model_world *model);

/* The definition that bakes the model, by floors and profiles whatever they are, without
 * estimates. */
ovl_bake_def edit_model_bake_def(model_world *model);

#endif
