/* The search loop of the coarse tier, best first, which can stop after any node and go on. Its open
 * list is the caller's: radix_heap.h for queries, coarse/labels/bucket_ring.h for bakes.
 *
 * Invariant: nodes leave the open list in its order; the search that runs the loop says what is
 * done with each: the A* of a query, or the trees and labels that a bake makes. */
#ifndef OVERLAND_COARSE_SEARCH_BEST_FIRST_H
#define OVERLAND_COARSE_SEARCH_BEST_FIRST_H

#include <stdbool.h>
#include <stdint.h>

#define OVI_NO_NODE UINT32_MAX

/* Takes the next node out of an open list; OVI_NO_NODE: it is empty. */
typedef uint32_t (*ovi_take_fn)(void *open);

/* Expands a node; false: the search is over. */
typedef bool (*ovi_turn_fn)(void *search, uint32_t node);

/* Expands nodes until the search is over. False if `budget` nodes were taken before; it goes on
 * when it is run again. */
static inline bool ovi_best_first(void *open, ovi_take_fn take, void *search, ovi_turn_fn turn,
                                  uint64_t budget) {
  for (; budget != 0; budget--) {
    uint32_t node = take(open);
    if (node == OVI_NO_NODE || !turn(search, node)) {
      return true;
    }
  }
  return false;
}

#endif
