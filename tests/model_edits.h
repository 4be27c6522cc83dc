/* Random edits, made to a model of a world as the header says: what a bake of the edited map is
 * given. */
#ifndef MODEL_EDITS_H
#define MODEL_EDITS_H

#include "model_world.h"

enum { MODEL_MOST_EDITS = 8, MODEL_STAMP_CELLS = 400 };

/* The edits of one call, with room for their stamps. */
typedef struct model_edits {
  ovl_edit edits[MODEL_MOST_EDITS];
  size_t count;
  uint16_t stamps[MODEL_MOST_EDITS][MODEL_STAMP_CELLS];
  uint8_t masks[MODEL_MOST_EDITS][MODEL_STAMP_CELLS];
} model_edits;

/* Gives a model room for heights and extra costs wherever they may be edited, and forgets extra
 * costs that a world does not keep. Heights and extra costs are edited in models that have them. */
void model_edits_begin(model_world *model);

/* Draws edits and makes them to the model. */
void model_edits_draw(model_edits *made, model_world *model, test_random *random);

#endif
