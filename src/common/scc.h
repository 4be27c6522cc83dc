/* Strongly connected components of a directed graph (Tarjan, "Depth-first search and
 * linear graph algorithms", 1972), without recursion.
 *
 * Invariant: a node's successors are asked for one by one, by a cursor that is the
 * caller's; so the graph need not be stored. With every arc in both directions the
 * components are the weakly connected ones. */
#ifndef OVERLAND_COMMON_SCC_H
#define OVERLAND_COMMON_SCC_H

#include <stdbool.h>
#include <stdint.h>

#include "common/arena.h"

typedef struct ovi_scc {
  uint32_t *components; /* of each node: the answer, numbered in no order */
  uint32_t *met;        /* when each was met, 1 and up; 0: not yet */
  uint32_t *lows;       /* the earliest node still open that it leads to, by when that was met */
  uint32_t *cursors;
  uint32_t *parents; /* the node that it was met from */
  uint32_t *open;    /* nodes met whose component is not known yet, in their order */
} ovi_scc;

/* Tells a successor of a node and moves the cursor, which begins at 0, behind it; false if
 * there is no other. */
typedef bool (*ovi_successor_fn)(const void *graph, uint32_t node, uint32_t *cursor, uint32_t *to);

/* Takes memory for so many nodes. */
void ovi_scc_reserve(ovi_scc *strong, ovi_arena *arena, uint64_t nodes);

/* Finds the component of each node from 0 to count - 1. Returns how many there are. */
uint32_t ovi_scc_find(ovi_scc *strong, uint32_t count, ovi_successor_fn next, const void *graph);

/* Numbers the components anew, in the order of their first nodes. */
void ovi_scc_sort(ovi_scc *strong, uint32_t count);

#endif
