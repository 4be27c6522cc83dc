/* The coarse tier's one search loop, best first.
 *
 * Invariant: nodes leave the open list in its total order, and what one node's
 * turn does is the business of the search that runs the loop: the search for a
 * route, the trees and the labels that a bake makes. It can be stopped after any
 * turn and entered again. */
#ifndef OVI_BEST_FIRST_H
#define OVI_BEST_FIRST_H

#include <stdbool.h>

#include "open_list.h"

/* Gives nodes their turn until the list is empty, a turn returns false, or
 * `budget` turns have been given. False only if the budget ended it. */
static inline bool ovi_best_first(ovi_open_list *open, uint64_t budget,
                                  bool (*turn)(void *search, uint32_t node), void *search) {
  while (open->count != 0) {
    if (budget-- == 0) {
      return false;
    }
    if (!turn(search, ovi_open_take(open).node)) {
      return true;
    }
  }
  return true;
}

#endif
