/* Strongly connected components of a directed graph (Tarjan, "Depth-first search and linear graph
 * algorithms", 1972), without recursion.
 *
 * The graph need not be stored: a callback gives the successors of a node one by one, with a
 * cursor. Where every arc exists in both directions, the components are the connected ones. */
#ifndef OVERLAND_COMMON_SCC_H
#define OVERLAND_COMMON_SCC_H

#include <stdbool.h>
#include <stdint.h>

#include "common/arena.h"

typedef struct ovi_scc {
  uint32_t *components; /* the result: the component of each node, numbered in no order */
  uint32_t *visited;    /* the order in which nodes were visited, 1 and up; 0: not yet */
  uint32_t *lows;       /* the earliest visited node on the stack that the node leads to */
  uint32_t *cursors;
  uint32_t *parents; /* in the depth-first tree */
  uint32_t *stack;   /* visited nodes whose component is not known yet */
} ovi_scc;

/* Gives a successor of a node, and moves the cursor, which begins at 0, behind it; false if there
 * is no other successor. */
typedef bool (*ovi_successor_fn)(const void *graph, uint32_t node, uint32_t *cursor, uint32_t *to);

/* Reserves memory for that many nodes. */
void ovi_scc_reserve(ovi_scc *scc, ovi_arena *arena, uint64_t nodes);

/* Finds the component of each node from 0 to count - 1. Returns the number of components. */
uint32_t ovi_scc_find(ovi_scc *scc, uint32_t count, ovi_successor_fn next, const void *graph);

#endif
