/* Ways beside a path: where many units walk the same way each takes its own place across it. */
#ifndef OVERLAND_CROWD_BESIDE_H
#define OVERLAND_CROWD_BESIDE_H

#include "crowd/way/unit_way.h"

enum { OVI_BESIDE_PARTS = 256 };

/* The place of a unit across its way. */
typedef struct ovi_beside {
  int32_t most;  /* cells to each side of the way that are looked at */
  int32_t share; /* of the free cells there from left to right, below OVI_BESIDE_PARTS */
} ovi_beside;

/* Adds the steps of a segment, each beside it, from *end on, which need not be where the segment
 * begins. The last is exactly its end where `exact`. False, with nothing done, where no steps lead
 * so, or there is no room for them. */
bool ovi_way_beside(ovi_way *way, const ovl_world *world, int32_t profile, const ovl_path *segment,
                    ovi_beside place, bool exact, ovl_cell *end);

#endif
