/* The coarse tier's one search loop, best first.
 *
 * Invariant: nodes leave an open list in its order, and what one node's turn does
 * is the business of the search that runs the loop: the A* of a query, in one go or
 * slice by slice; the trees and the labels that a bake makes. */
#ifndef OVERLAND_COARSE_SEARCH_BEST_FIRST_H
#define OVERLAND_COARSE_SEARCH_BEST_FIRST_H

#include <stdbool.h>
#include <stdint.h>

#define OVI_NO_NODE UINT32_MAX

/* Takes the next node out of an open list; OVI_NO_NODE: the search is over. */
typedef uint32_t (*ovi_take_fn)(void *open);

/* Gives a node its turn; false: the search is over. */
typedef bool (*ovi_turn_fn)(void *search, uint32_t node);

/* Gives nodes their turns until the search is over, or `budget` of them were given:
 * false, and it goes on when it is run again. */
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
