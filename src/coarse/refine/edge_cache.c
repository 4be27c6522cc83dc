/* A table with one place for each hash of two cells. */
#include "coarse/refine/edge_cache.h"

#include "common/compiler.h"
#include "common/hash64.h"

/* In mazes four of five edges are found among so many; twice as many make paths 2 % faster. */
enum { MOST_PLACES = 4096 };

void ovi_edge_cache_reserve(ovi_edge_cache *cache, ovi_arena *arena, uint64_t waypoints) {
  const uint64_t wanted = 4 * waypoints < MOST_PLACES ? 4 * waypoints : MOST_PLACES;
  cache->places = waypoints != 0 ? (uint32_t)ovi_hash_slots(1, wanted) : 0;
  cache->tags = ovi_arena_take(arena, cache->places, sizeof(uint32_t));
  cache->edges = ovi_arena_take(arena, cache->places, sizeof(ovi_cached_edge));
  cache->is_begun = false;
}

void ovi_edge_cache_enter(ovi_edge_cache *cache, uint64_t fingerprint, uint32_t layer) {
  if (cache->places != 0 &&
      (!cache->is_begun || cache->fingerprint != fingerprint || cache->layer != layer)) {
    memset(cache->tags, 0, cache->places * sizeof(uint32_t));
    cache->fingerprint = fingerprint;
    cache->layer = layer;
    cache->is_begun = true;
  }
}

static uint64_t hash_of(ovl_cell from, ovl_cell to) {
  return ovi_mix64(((uint64_t)(uint32_t)from.y << 32 | (uint32_t)from.x) ^
                   (uint64_t)(uint32_t)(to.y << 7 ^ to.x) << 40);
}

/* The tag of a hash: never 0. */
static uint32_t tag_of(uint64_t hash) { return (uint32_t)(hash >> 32) | 1; }

const ovi_cached_edge *ovi_edge_cache_find(const ovi_edge_cache *cache, ovl_cell from, ovl_cell to,
                                           uint64_t cost) {
  const uint64_t hash = hash_of(from, to);
  const uint32_t place = (uint32_t)hash & (cache->places - 1);
  if (cache->places == 0 || cache->tags[place] != tag_of(hash)) {
    return NULL;
  }
  const ovi_cached_edge *edge = &cache->edges[place];
  const uint32_t last = edge->count - 1u;
  const bool is_it = edge->from_x == from.x && edge->from_y == from.y && edge->cost == cost &&
                     from.x + edge->x[last] == to.x && from.y + edge->y[last] == to.y;
  return is_it ? edge : NULL;
}

void ovi_edge_cache_keep(ovi_edge_cache *cache, const ovi_cached_edge *edge, ovl_cell to) {
  const uint64_t hash = hash_of((ovl_cell){edge->from_x, edge->from_y, 0}, to);
  const uint32_t place = (uint32_t)hash & (cache->places - 1);
  if (cache->places != 0 && edge->count != 0 && edge->count <= OVI_EDGE_RUNS) {
    OVI_ASSERT(edge->from_x + edge->x[edge->count - 1] == to.x);
    OVI_ASSERT(edge->from_y + edge->y[edge->count - 1] == to.y);
    cache->tags[place] = tag_of(hash);
    cache->edges[place] = *edge;
  }
}
