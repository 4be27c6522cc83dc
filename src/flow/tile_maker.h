/* Tiles: the field of one region, by what is left from its goals and from the ports over which
 * one can leave it.
 *
 * Invariant: what a port is left for is the cost left in the middle of its step and all that
 * falls to the region when it is left there. So behind the port no more is left than the field
 * said, less the step. */
#ifndef OVERLAND_FLOW_TILE_MAKER_H
#define OVERLAND_FLOW_TILE_MAKER_H

#include "coarse/search/dijkstra.h"
#include "coarse/view/region_box.h"
#include "flow/rims.h"

/* What tiles are made in: a window of one region. */
typedef struct ovi_tile_maker {
  ovi_local_search local;
  uint64_t *places; /* of a field that is not kept */
  uint64_t *beyond; /* the line beyond each side of the region that is to be filled, if it serves */
  bool serves[OVI_SIDES];
  ovi_attachment attachment; /* of the goals of a region */
  uint32_t goals;            /* met while links were made: cells of the world, */
  uint32_t open;             /* and those on which the profile can stand */
} ovi_tile_maker;

/* Places of a field. */
static inline uint64_t ovi_tile_places(int32_t region_cells) {
  return (uint64_t)region_cells * (uint64_t)region_cells;
}

void ovi_tile_maker_reserve(ovi_tile_maker *maker, ovi_arena *arena, int32_t region_cells,
                            uint32_t most_ports, ovi_local_search_needs needs);
void ovi_tile_maker_clear(ovi_tile_maker *maker);

/* Finds the costs from all ports of a region to its nearest goal inside it: maker->links, but
 * for the component. False if none of its goals can be stood on. */
bool ovi_tile_link_goals(ovi_tile_maker *maker, const ovi_layer *layer, const ovi_goals *goals,
                         uint32_t region);

/* Costs spread backwards, that have settled the ports of the regions that are asked for. */
typedef struct ovi_tile_source {
  const ovi_coarse_search *coarse;
  const ovi_goals *goals;
} ovi_tile_source;

/* Whether some way leaves a region over the ports of each side. */
void ovi_tile_exits(const ovi_tile_source *source, uint32_t region, bool exits[OVI_SIDES]);

/* Finds the rim of a region. False if a cost is none that could be. */
bool ovi_tile_rim(ovi_tile_maker *maker, const ovi_tile_source *source, uint32_t region,
                  uint64_t *rim);

/* Keeps for the next tile what lies beyond one of its sides: the facing line of a rim. */
void ovi_tile_keep_line(ovi_tile_maker *maker, int32_t region_cells, int side, uint64_t *rim);

static inline void ovi_tile_forget_lines(ovi_tile_maker *maker) {
  for (int side = 0; side < OVI_SIDES; side++) {
    maker->serves[side] = false;
  }
}

/* Fills a tile with what leads on from its region and over the sides for which lines were kept.
 * False as above. */
bool ovi_tile_fill(ovi_tile_maker *maker, const ovi_tile_source *source, uint32_t region,
                   uint64_t *places);

#endif
