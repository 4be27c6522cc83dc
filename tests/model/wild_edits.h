/* Random edits of every kind, most of them allowed, for tests of rebuilds. tame_edits.h has edits
 * that are always allowed and made to a model. */
#ifndef OVERLAND_TESTS_MODEL_WILD_EDITS_H
#define OVERLAND_TESTS_MODEL_WILD_EDITS_H

#include "overland_edit.h"
#include "tests/model/model_world.h"

enum { WILD_MOST_EDITS = 12 };

/* The edits of one call, with room for their stamps and masks. */
typedef struct wild_edits {
  ovl_edit edits[WILD_MOST_EDITS];
  size_t count;
  uint16_t *stamps[WILD_MOST_EDITS];
  uint8_t *masks[WILD_MOST_EDITS];
} wild_edits;

/* Draws edits, mostly small ones. */
wild_edits wild_edits_draw(const model_world *model, test_random *random);
void wild_edits_free(wild_edits *edits);

/* Makes them to a model. Returns how many edits were made before the first that is not allowed;
 * `count` if all are. */
size_t wild_edits_apply(model_world *model, const wild_edits *edits);

#endif
