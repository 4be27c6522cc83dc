/* Where a body of N x N cells fits.
 *
 * Invariant: a position is the body's upper left cell, and it fits there if all cells
 * that it covers are open; what lies beyond the rows and words given is blocked.
 *
 * Clearance (Harabor and Botea, "Hierarchical path planning for multi-size agents in
 * heterogeneous environments", 2008) for one size and many cells at once: what fits
 * twice, side by side, fits as one that is twice as long, so every row and column of
 * cells is joined in log2 N shifts. */
#ifndef OVERLAND_FINE_BODY_H
#define OVERLAND_FINE_BODY_H

#include <stdint.h>

/* Replaces open cells by positions at which a body of `size` x `size` cells fits: in
 * `count` rows of `words` words, cell x of a row being its bit x. */
void ovi_body_fit(uint64_t *rows, int32_t words, int32_t count, int32_t size);

#endif
