/* A cache of unfolded edges of the waypoint graph: the runs of cells inside a region, from one
 * waypoint to another, that a search has found. Routes over the same ground share most edges.
 *
 * Invariant: an entry holds what a search for the edge finds and how many cells it expands, so a
 * path is the same, and is charged the same, with and without the cache. Worlds of one fingerprint
 * are taken to be the same, as everywhere in a planner. Each edge has one place; a
 * later edge with the same place replaces it. */
#ifndef OVERLAND_COARSE_REFINE_EDGE_CACHE_H
#define OVERLAND_COARSE_REFINE_EDGE_CACHE_H

#include "common/arena.h"
#include "overland.h"

/* Edges of more runs, 1 of 8 in the narrowest mazes, are not kept. */
enum { OVI_EDGE_RUNS = 24 };

/* An edge from one cell to another of the same region, 64 bytes. */
typedef struct ovi_cached_edge {
  int32_t from_x, from_y;
  uint32_t cost;                             /* cost units */
  uint16_t expanded;                         /* cells that its search expanded */
  uint16_t count;                            /* runs */
  int8_t x[OVI_EDGE_RUNS], y[OVI_EDGE_RUNS]; /* end of each run, as an offset from the first cell */
} ovi_cached_edge;

typedef struct ovi_edge_cache {
  uint32_t *tags;         /* for each place the tag of its edge, or 0: it is empty */
  ovi_cached_edge *edges; /* for each place */
  uint32_t places;        /* a power of two, or 0 */
  uint32_t layer;         /* number of the layer that the edges belong to */
  uint64_t fingerprint;   /* of the layer's world */
  bool is_begun;          /* false: the tags are not initialized */
} ovi_edge_cache;

/* Reserves memory; the number of places depends on the waypoints of the graph. */
void ovi_edge_cache_reserve(ovi_edge_cache *cache, ovi_arena *arena, uint64_t waypoints);

/* Prepares the cache for a layer of a world: empties it if it holds edges of another. */
void ovi_edge_cache_enter(ovi_edge_cache *cache, uint64_t fingerprint, uint32_t layer);

/* Finds the edge of that cost between two cells; NULL if the cache does not hold it. */
const ovi_cached_edge *ovi_edge_cache_find(const ovi_edge_cache *cache, ovl_cell from, ovl_cell to,
                                           uint64_t cost);

/* Adds an edge; `to` is where its last run ends. Edges of too many runs are left out. */
void ovi_edge_cache_keep(ovi_edge_cache *cache, const ovi_cached_edge *edge, ovl_cell to);

/* Appends the end of a run to an edge. Runs beyond OVI_EDGE_RUNS are counted, not stored. */
static inline void ovi_edge_add(ovi_cached_edge *edge, ovl_cell end) {
  if (edge->count < OVI_EDGE_RUNS) {
    edge->x[edge->count] = (int8_t)(end.x - edge->from_x);
    edge->y[edge->count] = (int8_t)(end.y - edge->from_y);
  }
  edge->count++;
}

#endif
