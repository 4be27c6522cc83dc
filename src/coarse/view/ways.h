/* Ways: the links of a layer with labels, one for each direction in which a link can be taken.
 *
 * Labels hold d0, the costs of walking without links. With the closure L of the ways,
 *
 *     d(s, t) = min(d0(s, t), min over ways v, w of d0(s, begin of v) + L(v, w) + d0(end of w, t))
 *
 * Invariant: ways are numbered by the waypoint of their link, the way along it before the way back.
 * The stop of a way says which waypoint a route passes, and to which side. */
#ifndef OVERLAND_COARSE_VIEW_WAYS_H
#define OVERLAND_COARSE_VIEW_WAYS_H

#include "coarse/view/ports.h"

typedef struct ovi_link_way {
  uint32_t entry, exit; /* the nodes where it begins and ends: see world_format.h */
  uint32_t cost;        /* cost units */
  ovi_stop stop;        /* its cost_to_go is 0 */
  ovl_cell from, to;
} ovi_link_way;

#define OVI_NO_WAY UINT32_MAX

/* No way costs as much, so that differences of costs to go fit 32 bits. */
#define OVI_WAY_COSTS_END ((uint32_t)1 << 31)

/* All costs of a closure are below. */
#define OVI_WAY_CLOSURE_END ((uint64_t)1 << 48)

/* Way number `way` of a layer with labels. */
ovi_link_way ovi_way_at(const ovi_layer *layer, uint32_t way);

/* Returns whether a stop takes a way. */
bool ovi_stop_takes(const ovi_layer *layer, const ovi_stop *stop, uint32_t way);

/* The row of a way in the closure, u64 a way: from taking the way to having left the other. */
static inline const uint8_t *ovi_closure_row(const ovi_layer *layer, uint32_t way) {
  OVI_ASSERT(way < layer->labels.ways.count);
  return layer->labels.ways.closure + 8 * (uint64_t)way * layer->labels.ways.count;
}

/* The cells where a way begins and ends alone. */
static inline ovl_cell ovi_way_end(const ovi_layer *layer, uint32_t way, bool end) {
  const uint8_t *at =
      layer->labels.ways.ways + (uint64_t)OVI_WAY_BYTES * way + (end ? OVI_WAY_TO : OVI_WAY_FROM);
  return (ovl_cell){ovi_get_u16(at), ovi_get_u16(at + 2), 0};
}

/* Returns whether a hub is the end of a link. Such hubs are in labels of ends of the same component
 * only.
 */
static inline bool ovi_hub_is_end(const ovi_layer *layer, uint32_t rank) {
  return rank >= layer->labels.count - 2 * layer->labels.ways.link_count;
}

/* The node of a port that is the end of a link. */
uint32_t ovi_node_of_end(const ovi_layer *layer, const ovi_region *region,
                         const ovi_port_groups *groups, uint32_t port);

/* ---- Making them ---- */

/* Goes over the links of a layer that have ports, in the order of their waypoints. */
typedef struct ovi_link_cursor {
  const ovi_layer *layer;
  uint32_t region, place, next_first; /* of the next one */
  uint32_t ordinal;
  uint32_t waypoint;
  uint32_t owner, number; /* of the waypoint */
  ovi_link link;
} ovi_link_cursor;

static inline ovi_link_cursor ovi_links_of(const ovi_layer *layer) {
  return (ovi_link_cursor){.layer = layer, .ordinal = UINT32_MAX};
}

bool ovi_link_next(ovi_link_cursor *cursor);

/* The way along the cursor's link or back, in a layer with so many waypoints; false if it is
 * one-way. */
bool ovi_way_of_link(const ovi_link_cursor *cursor, uint32_t waypoints, bool back,
                     ovi_link_way *way);

/* Returns whether labels and a closure can serve a directed layer; sets its numbers of links and
 * ways. */
bool ovi_ways_serve(const ovi_layer *layer, uint32_t *links, uint32_t *ways);

/* Writes the entry of a way but for OVI_WAY_NEAR. */
void ovi_way_write(const ovi_link_way *way, uint8_t *bytes);

#endif
