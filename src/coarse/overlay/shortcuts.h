/* Lower bounds on the cost to a goal, in layers whose links may be shorter than walking.
 *
 * A path to the goal walks there, or walks to some link first. The bound on the cost behind a link
 * depends on the links alone, so the bound at any place is the least of a few octile distances.
 * Links that lead away from the goal are left out.
 *
 * Invariant: along a step, and over a link, the bound falls by no more than that costs. */
#ifndef OVERLAND_COARSE_OVERLAY_SHORTCUTS_H
#define OVERLAND_COARSE_OVERLAY_SHORTCUTS_H

#include "coarse/overlay/overlay.h"

/* The most links of a layer that are considered one by one. With more, the weight of the octile
 * distance is lowered so that no link is shorter. */
enum { OVI_SHORTCUT_LINKS = 16 };

/* A way over a link. */
typedef struct ovi_shortcut {
  ovi_half_cells at;
  uint64_t rest; /* units: a lower bound on the cost from there over the link to the goal */
} ovi_shortcut;

typedef struct ovi_shortcuts {
  ovi_half_cells goal;
  uint32_t weight; /* of octile distance */
  uint32_t count;
  ovi_shortcut list[2 * OVI_SHORTCUT_LINKS];
} ovi_shortcuts;

/* Finds the ways that may lead to a goal. */
void ovi_shortcuts_find(ovi_shortcuts *shortcuts, const ovi_layer *layer, ovi_half_cells goal);

/* The bound at a place, in units. */
uint64_t ovi_shortcuts_bound(const ovi_shortcuts *shortcuts, ovi_half_cells at);

#endif
