/* Finds the islands that can be reached from one, in a directed layer, by a search over islands and
 * the arcs between them, without cells or waypoints.
 *
 * Invariant: an island enters the stack at most once, so the stack has one entry for each island,
 * and a bit for each says which were met. */
#ifndef OVERLAND_COARSE_SEARCH_ISLAND_REACH_H
#define OVERLAND_COARSE_SEARCH_ISLAND_REACH_H

#include "coarse/view/region.h"
#include "common/arena.h"

typedef struct ovi_island_reach {
  uint64_t *met; /* a bit an island */
  uint32_t *stack;
  uint32_t capacity; /* islands; 0: there are no directed layers */
} ovi_island_reach;

/* Takes memory for layers of up to `islands` islands. */
void ovi_island_reach_reserve(ovi_island_reach *reach, ovi_arena *arena, uint32_t islands);

/* Finds all islands that can be reached from one, itself included. */
void ovi_island_reach_all(ovi_island_reach *reach, const ovi_layer *layer, uint32_t from);

/* Returns whether the last search found an island. */
static inline bool ovi_island_is_reached(const ovi_island_reach *reach, uint32_t island) {
  return (reach->met[island >> 6] >> (island & 63) & 1) != 0;
}

/* The same as a function of ovi_reachable; `user` is an ovi_island_reach. */
bool ovi_island_reach_has(const void *user, uint32_t island);

/* Returns whether `to` can be reached from `from`; the search ends as soon as it is. */
bool ovi_island_reaches(ovi_island_reach *reach, const ovi_layer *layer, uint32_t from,
                        uint32_t to);

/* A function of the caller's that says whether an island can be reached, or leads to a goal. */
typedef struct ovi_reachable {
  bool (*reaches)(const void *user, uint32_t island);
  const void *user;
} ovi_reachable;

/* Returns whether some local component of a region belongs to such an island. */
bool ovi_region_is_reachable(const ovi_layer *layer, uint32_t region, ovi_reachable reachable);

#endif
