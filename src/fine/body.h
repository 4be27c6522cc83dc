/* The positions at which a body of N x N cells fits.
 *
 * Invariant: a position is the body's upper left cell, of hexagons its middle, and the body fits if
 * all cells that it covers are open. Cells outside the given rows and words are blocked.
 *
 * This is clearance (Harabor and Botea, "Hierarchical path planning for multi-size agents in
 * heterogeneous environments", 2008) for one size and 64 cells at once: two free runs side by side
 * are one of twice the length, so all rows, and then all columns, take log2 N shifts. Both are done
 * in place, in rising order: each cell reads only what is not yet written. */
#ifndef OVERLAND_FINE_BODY_H
#define OVERLAND_FINE_BODY_H

#include <stdbool.h>
#include <stdint.h>

#include "common/topology.h"

/* How many columns and rows a body covers to the left of its position and above, and to the right
 * and below. Of hexagons it covers the cells up to so many steps away. */
static inline int32_t ovi_body_before(int topology, int32_t size) {
  return topology == OVI_HEXAGONS ? size / 2 : 0;
}
static inline int32_t ovi_body_behind(int topology, int32_t size) {
  return size - 1 - ovi_body_before(topology, size);
}

/* Returns whether a body covers the cell that many columns and rows from its position. */
static inline bool ovi_body_covers(int topology, int32_t size, int32_t dx, int32_t dy) {
  const int32_t before = ovi_body_before(topology, size);
  const int32_t behind = ovi_body_behind(topology, size);
  return dx >= -before && dx <= behind && dy >= -before && dy <= behind &&
         (topology != OVI_HEXAGONS || (dx + dy >= -before && dx + dy <= behind));
}

/* Replaces open cells by the positions at which a body of `size` x `size` cells fits, in `count`
 * rows of `words` words; cell x of a row is its bit x. */
static inline void ovi_body_fit(uint64_t *rows, int32_t words, int32_t count, int32_t size) {
  for (int32_t known = 1; known < size;) { /* runs of so many cells are free so far */
    const int32_t more = known < size - known ? known : size - known;
    /* Keeps the cells for which the cell so many columns further on is set too; below 64. */
    for (int32_t y = 0; y < count; y++) {
      uint64_t *row = rows + (int64_t)y * words;
      for (int32_t at = 0; at < words; at++) {
        const uint64_t next = at + 1 < words ? row[at + 1] << (63 - more) << 1 : 0;
        row[at] &= row[at] >> more | next;
      }
    }
    /* And those for which the cell so many rows further down is. */
    for (int32_t y = 0; y < count; y++) {
      for (int32_t at = 0; at < words; at++) {
        const bool is_given = y + more < count;
        rows[(int64_t)y * words + at] &= is_given ? rows[(int64_t)(y + more) * words + at] : 0;
      }
    }
    known += more;
  }
}

#endif
