/* Costs of all cells around a start, zone by zone.
 *
 * A zone is a square of regions whose cells are searched together, with the cells next to it. The
 * start's region is the middle of its zone; the others continue that grid. A zone keeps the costs
 * of its rim, its outermost cells. A search of it begins at those, and lowers the rims of the zones
 * beside it; a zone whose rim fell is searched again, that with the least such cost first. So the
 * frontier of Dijkstra's algorithm moves in squares, and memory is needed for rims alone (the idea
 * of Yatziv, Bartesaghi and Sapiro's and Chacon and Vladimirsky's heap-cell methods). Where paths
 * wind through a zone many times, its later searches begin at the costs that fell, and one more
 * gives the costs of all its cells in the end.
 *
 * Invariant: once no zone is pending, every cost below the bound in the land of the zones is the
 * least of all paths inside that land, over links too; every cost is that of a real path at any
 * time. Paths that leave the land come in by the entries of Dijkstra's algorithm over waypoints. */
#ifndef OVERLAND_COARSE_NEAREST_ZONES_H
#define OVERLAND_COARSE_NEAREST_ZONES_H

#include "coarse/search/dijkstra.h"
#include "common/compiler.h"

enum {
  OVI_ZONE_REGIONS = 3, /* along the side of a zone */
  OVI_ZONE_TARGETS = 8  /* rectangles that zones are searched toward */
};

typedef struct ovi_zone {
  uint64_t pending; /* least cost of its rim that no search of it knows; UINT64_MAX: none */
  uint64_t least;   /* cost so far of its rim and of the ends of links in it; of the start's: 0 */
  uint64_t at, listed; /* its cells in the list of a range: the first one, and how many */
  uint32_t searches;
  bool is_met;   /* its rim has costs; before, they are not set */
  bool is_stale; /* its last search began at fallen costs alone */
} ovi_zone;

/* The zones of a call: all of a small world, those around the start in a large one. */
typedef struct ovi_zone_sizes {
  uint32_t columns, rows;
  uint32_t rim_cells; /* of a zone, at most */
} ovi_zone_sizes;

ovi_zone_sizes ovi_zone_sizes_of(const ovi_plane *plane);

/* Memory for the zones of one call. */
typedef struct ovi_zone_room {
  ovi_zone *zones;
  uint64_t *rims;   /* cost units, of each zone in turn; UINT64_MAX: not reached */
  uint64_t *fallen; /* a bit for each of these that fell since its zone was searched */
  uint64_t *ways;   /* cost units, at the ends of the ways over links: set where the zone is met */
  uint32_t zone_capacity, rim_capacity;
} ovi_zone_room;

void ovi_zone_room_reserve(ovi_zone_room *room, ovi_arena *arena, uint32_t zones, uint32_t rims,
                           uint32_t ways);

typedef struct ovi_zones {
  const ovi_dijkstra *costs; /* its start, its local search, and its entries once it has begun */
  ovi_zone_room *room;
  ovi_zone_sizes sizes;
  ovi_rectangle land; /* regions of all zones, which may lie outside of the plane */
  ovi_rectangle toward[OVI_ZONE_TARGETS]; /* cells: one of these holds each goal */
  int targets;                            /* 0: goals are anywhere */
  uint64_t bound;     /* cost units: costs of this and above are not sought; it may fall */
  uint32_t under_way; /* the zone that was searched last */
  bool is_partial;    /* that search began at fallen costs alone */
} ovi_zones;

/* Begins at the start of `costs`, whose zone is pending. */
void ovi_zones_begin(ovi_zones *zones, const ovi_dijkstra *costs, ovi_zone_room *room,
                     uint64_t bound);

/* Adds a rectangle to those that zones are searched toward. */
static inline void ovi_zones_add_target(ovi_zones *zones, ovi_rectangle cells) {
  OVI_ASSERT(zones->targets < OVI_ZONE_TARGETS);
  zones->toward[zones->targets++] = cells;
}

static inline uint32_t ovi_zones_count(const ovi_zones *zones) {
  return zones->sizes.columns * zones->sizes.rows;
}

/* The least that a path from the start costs that leaves the land of the zones, of which any link
 * might; UINT64_MAX if none does. */
uint64_t ovi_zones_cost_out(const ovi_zones *zones);

/* Returns whether a region lies in the land of the zones. */
bool ovi_zones_have(const ovi_zones *zones, uint32_t region);

/* Lowers the costs of a zone to those at which one of its regions is entered over waypoints. */
void ovi_zones_enter(ovi_zones *zones, uint32_t region);

/* Searches the pending zone with the least cost, or the least that a path through it to the goals
 * may cost, and others until the costs of a whole zone are known: OVI_DONE, and they may be asked
 * for, which replace those before; OVI_PAUSED; OVI_NONE: no zone is pending below the bound. */
ovi_status ovi_zones_search(ovi_zones *zones);

/* Returns whether zones as far away as so many cells take longer than planning so many paths. */
bool ovi_zones_exceed(const ovi_layer *layer, uint64_t paths, int64_t farthest);

/* The regions of the zone that was searched last. */
ovi_rectangle ovi_zones_box(const ovi_zones *zones);

#endif
