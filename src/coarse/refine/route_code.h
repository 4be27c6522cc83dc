/* Packs the private state of a route into the words of ovl_route, and unpacks it.
 *
 * A route is plain data of the caller's: 64 bytes that any planner can go on with. Its kind says
 * which of the structs below its words hold. Words that no planner has written, or that the caller
 * has changed, unpack to values that the readers have to check.
 *
 * Invariant: no other file reads or writes those words. */
#ifndef OVERLAND_COARSE_REFINE_ROUTE_CODE_H
#define OVERLAND_COARSE_REFINE_ROUTE_CODE_H

#include "coarse/view/ports.h"
#include "overland.h"

/* The words as they are stored. */
typedef struct ovi_route_words {
  uint32_t place;
  uint32_t region;
  uint32_t cost;
  uint16_t number;
  uint8_t side;
  uint8_t extra;
} ovi_route_words;

static inline ovi_route_words ovi_route_words_of(const ovl_route *route) {
  const uint32_t *state = route->state;
  return (ovi_route_words){state[0],
                           state[1],
                           state[2],
                           (uint16_t)state[3],
                           (uint8_t)(state[3] >> 16),
                           (uint8_t)(state[3] >> 24)};
}

static inline void ovi_route_set_words(ovl_route *route, ovi_route_words words) {
  route->state[0] = words.place;
  route->state[1] = words.region;
  route->state[2] = words.cost;
  route->state[3] =
      (uint32_t)words.number | (uint32_t)words.side << 16 | (uint32_t)words.extra << 24;
}

/* Returns whether the words can be those of a route of this kind; its stops, waypoints and regions
 * are not checked. */
bool ovi_route_code_is_valid(const ovl_route *route);

/* ---- OVL_ROUTE_LABELS -------------------------------------------------------------- */

typedef struct ovi_labels_code {
  ovi_stop next_stop; /* the waypoint that the present plan leads to */
  uint32_t last_port; /* port of the goal's region over which the route arrives */
  uint32_t hub_rank;  /* the next hub on the way */
  uint32_t way;       /* the next link to be taken: see ways.h; OVI_NO_WAY: none */
} ovi_labels_code;

/* Both go by route->cost_to_go: the cost to the next stop is stored, not that from it. */
ovi_labels_code ovi_labels_unpack(const ovl_route *route);
void ovi_labels_pack(ovl_route *route, const ovi_labels_code *code);

/* ---- OVL_ROUTE_OVERLAYS ------------------------------------------------------------ */

/* The origin of a route's plan, and the number of its coarse steps that were unpacked. */
typedef struct ovi_route_origin {
  uint32_t region; /* that holds the start's cell, or owns the waypoint */
  uint32_t place;  /* 16 bits: a cell of the region, x and y of 7 bits each; or 1 << 15, the number
                      of a waypoint of 14 bits and its side of 1 */
  uint32_t unpacked;
} ovi_route_origin;

/* A route whose plan has more unpacked steps stores this number: its next stop lies behind as many
 * steps, or farther on. */
#define OVI_ROUTE_MOST_UNPACKED 1023u

typedef struct ovi_overlays_code {
  ovi_stop next_stop; /* the waypoint that the present plan leads to; its region is UINT32_MAX if
                         the words name none */
  ovi_route_origin origin;
} ovi_overlays_code;

/* Both go by route->cost_to_go and route->position: the next stop's region is stored by where it
 * lies from the position's, or one of the regions of its link by where that lies. Packing fails if
 * that is more than three regions away. */
ovi_overlays_code ovi_overlays_unpack(const ovi_layer *layer, const ovl_route *route);
bool ovi_overlays_pack(const ovi_layer *layer, ovl_route *route, const ovi_overlays_code *code);

ovi_route_origin ovi_origin_at_cell(const ovi_layer *layer, ovl_cell cell);
ovi_route_origin ovi_origin_at_stop(const ovi_stop *stop);
bool ovi_origin_is_stop(ovi_route_origin origin);
ovl_cell ovi_origin_cell(const ovi_layer *layer, ovi_route_origin origin);
ovi_stop ovi_origin_stop(ovi_route_origin origin, uint64_t cost_to_go);

/* Returns whether the origin is an open cell or a waypoint of the layer. */
bool ovi_origin_is_valid(const ovi_layer *layer, ovi_route_origin origin);

/* ---- All kinds --------------------------------------------------------------------- */

/* The region that the next window must hold besides that of the position, which it lies at most
 * two regions away from; that of the position if there is none, UINT32_MAX if the words name no
 * region of the layer. */
uint32_t ovi_extra_region_unpack(const ovi_layer *layer, const ovl_route *route);

/* Stores it; UINT32_MAX: there is none. The position is set. */
void ovi_extra_region_pack(const ovi_layer *layer, ovl_route *route, uint32_t region);

#endif
