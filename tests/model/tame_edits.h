/* Random edits that are always allowed, made to a model of a world as they are drawn: for chains of
 * versions, which a bake of the edited map judges. */
#ifndef OVERLAND_TESTS_MODEL_TAME_EDITS_H
#define OVERLAND_TESTS_MODEL_TAME_EDITS_H

#include "overland_edit.h"
#include "tests/model/model_world.h"

enum { TAME_MOST_EDITS = 8, TAME_STAMP_CELLS = 400 };

/* The edits of one call, with room for their stamps. */
typedef struct tame_edits {
  ovl_edit edits[TAME_MOST_EDITS];
  size_t count;
  uint16_t stamps[TAME_MOST_EDITS][TAME_STAMP_CELLS];
  uint8_t masks[TAME_MOST_EDITS][TAME_STAMP_CELLS];
} tame_edits;

/* Gives a model room for heights and extra costs wherever they may be edited, and forgets extra
 * costs that a world does not keep. Heights and extra costs are edited in models that have them. */
void tame_edits_begin(model_world *model);

/* Draws edits and makes them to the model. */
void tame_edits_draw(tame_edits *made, model_world *model, test_random *random);

#endif
