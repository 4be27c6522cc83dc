/* Finds where the ground is light along a border between two regions: where a road crosses it.
 *
 * A run of crossings is light if all that lies within three crossings on both sides of it is
 * heavier by a third or more. Where the entrance ends, a run needs but one such side. */
#ifndef OVERLAND_COARSE_OVERLAY_MAKE_LIGHT_RUNS_H
#define OVERLAND_COARSE_OVERLAY_MAKE_LIGHT_RUNS_H

#include <stdbool.h>
#include <stdint.h>

#include "overland.h"

/* The crossings of a border or entrance, one after the other: of each first cell the lightest step
 * over it. A diagonal step is taken where it is lighter by a quarter than both of the straight ones
 * beside it, as where a diagonal road crosses. */
typedef struct ovi_crossings {
  int32_t count;
  bool is_even;                           /* all cells of a side weigh the same */
  uint16_t weights[OVL_MAX_REGION_CELLS]; /* eighths, of both cells together; 0: there is none */
  uint8_t slants[OVL_MAX_REGION_CELLS];   /* of the step, as OVI_PORT has it */
} ovi_crossings;

/* Fills crossings from the weights of the cells on both sides; 0 blocks. */
void ovi_crossings_fill(ovi_crossings *crossings, const uint8_t *first, const uint8_t *second,
                        int32_t count);

/* Returns whether a diagonal step over a corner of four regions is lighter by a quarter than each
 * straight step between its cells and the two beside it, of which not both are 0. */
bool ovi_corner_is_light(uint32_t first, uint32_t second, const uint32_t beside[2]);

/* Finds the run of a crossing: those around it that are not heavier by a third, with fewer than
 * three heavier ones between two of them. Returns whether it is light, and none of it is lighter
 * than this crossing. */
bool ovi_crossing_is_light(const ovi_crossings *crossings, int32_t at, int32_t *begin,
                           int32_t *end);

#endif
