/* The coarse tier's one search loop, best first.
 *
 * Invariant: nodes leave the open list in its total order, and what one node's
 * turn does is the business of the search that runs the loop: the search for a
 * route, the trees and the labels that a bake makes. It can be stopped after any
 * turn and entered again. */
#ifndef OVI_BEST_FIRST_H
#define OVI_BEST_FIRST_H

#include <stdbool.h>
#include <stdint.h>

/* Gives nodes their turn until `take` finds none in the open list, a turn returns
 * false, or `budget` turns have been given. False only if the budget ended it. */
static inline bool ovi_best_first(void *open, bool (*take)(void *open, uint32_t *node),
                                  uint64_t budget, bool (*turn)(void *search, uint32_t node),
                                  void *search) {
  uint32_t node;
  while (budget-- != 0) {
    if (!take(open, &node) || !turn(search, node)) {
      return true;
    }
  }
  return false;
}

#endif
