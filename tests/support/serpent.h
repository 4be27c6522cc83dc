/* A map with one way so long that on dear ground its cost does not fit 30 bits: through the left
 * part up and down column by column, entered from the right at the top and left along the bottom.
 * Most of the rest is wall.
 */
#ifndef OVERLAND_TESTS_SUPPORT_SERPENT_H
#define OVERLAND_TESTS_SUPPORT_SERPENT_H

#include "overland.h"

enum { SERPENT_WIDTH = 4104, SERPENT_HEIGHT = 512 };

typedef struct serpent {
  uint8_t *terrain; /* 0 is a wall */
  ovl_bake_def def; /* regions of 8 cells, overlays always */
} serpent;

/* All ground weighs so many eighths. */
serpent serpent_make(uint8_t weight);
void serpent_free(serpent *s);

#endif
