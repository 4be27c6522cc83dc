/* Finds where the ground is light along a border between two regions: where a road crosses it.
 *
 * A crossing is light if it is the lightest of a run with heavier ground on both sides; or, of a
 * track that winds along the border, if it is one of at most three that are so light there. */
#ifndef OVERLAND_COARSE_OVERLAY_MAKE_LIGHT_RUNS_H
#define OVERLAND_COARSE_OVERLAY_MAKE_LIGHT_RUNS_H

#include <stdbool.h>
#include <stdint.h>

#include "overland.h"

enum { OVI_SLANTS = 3 }; /* straight, to the next cell, to the previous one: as in OVI_PORT */

/* The crossings of a border or entrance: the steps from each of its first cells. A diagonal one
 * counts only where it is lighter by a quarter than both of the straight ones beside it, as where a
 * diagonal road crosses. */
typedef struct ovi_crossings {
  int32_t count;
  bool is_even;                                       /* all cells of a side weigh the same */
  uint16_t weights[OVI_SLANTS][OVL_MAX_REGION_CELLS]; /* eighths, of both cells together; 0: none */
} ovi_crossings;

/* Fills crossings from the weights of the cells on both sides; 0 blocks. */
void ovi_crossings_fill(ovi_crossings *crossings, const uint8_t *first, const uint8_t *second,
                        int32_t count);

/* The slant of the lightest crossing from a first cell, from which one leads. */
uint32_t ovi_crossing_lightest(const ovi_crossings *crossings, int32_t at);

/* Returns whether a crossing is light, and how far the cells reach over which others are in its
 * place: they are as good if they are as light. */
bool ovi_crossing_is_light(const ovi_crossings *crossings, int32_t at, uint32_t slant,
                           int32_t *begin, int32_t *end);

/* Returns whether a diagonal step over a corner of four regions is lighter by a quarter than each
 * straight step between its cells and the two beside it, of which not both are 0. */
bool ovi_corner_is_light(uint32_t first, uint32_t second, const uint32_t beside[2]);

#endif
