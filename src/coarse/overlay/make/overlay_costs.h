/* The costs between the ports of an overlay cell, and its block.
 *
 * What lies in the cell is laid out as a flat waypoint graph: the waypoints inside it and its own
 * ports. A port is a member of one clique, that on this side of its step, so no way leaves the
 * cell.
 *
 * Invariant: costs are exact in the graph of the level below inside the cell. They depend on
 * nothing else, so a cell is the same whoever makes it. */
#ifndef OVERLAND_COARSE_OVERLAY_MAKE_OVERLAY_COSTS_H
#define OVERLAND_COARSE_OVERLAY_MAKE_OVERLAY_COSTS_H

#include "coarse/labels/graph_search.h"
#include "coarse/overlay/make/overlay_borders.h"
#include "common/arena.h"

/* What one thread works in; a cell after the other. */
typedef struct ovi_overlay_room {
  ovi_flat_graph graph;
  ovi_graph_search search;
  uint32_t *nodes;  /* of each port of what lies in the cell: its node; OVI_NO_NODE: none */
  uint32_t *places; /* of a clique: those of its members that are nodes */
  uint32_t *costs;  /* of the block */
  ovi_below below, beside;
} ovi_overlay_room;

/* Sizes of a room that serves some plans. */
typedef struct ovi_overlay_room_sizes {
  uint32_t below_ports, nodes, cliques, slots, largest;
  uint64_t costs, block_costs;
} ovi_overlay_room_sizes;

/* Lets them serve one more plan. */
void ovi_overlay_room_grow(ovi_overlay_room_sizes *sizes, const ovi_cell_plan *plan);

/* Cuts a room out of an arena. */
void ovi_overlay_room_reserve(ovi_overlay_room *room, const ovi_overlay_room_sizes *sizes,
                              ovi_arena *arena);

/* Bytes that the block of a plan takes at most; UINT64_MAX if that is no block. */
uint64_t ovi_overlay_block_most(const ovi_cell_plan *plan);

/* Writes the block of a planned cell of a level to `out`, which is zeroed; returns its length. 0: a
 * cost does not fit 31 bits. */
uint32_t ovi_overlay_block_write(ovi_overlay_room *room, const ovi_layer *layer, uint32_t level,
                                 const ovi_cell_plan *plan, uint8_t *out);

#endif
