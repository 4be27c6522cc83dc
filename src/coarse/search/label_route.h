/* Routes by hub labels, without a search.
 *
 * Invariant: the border of an end's region over which the cheapest route leads is read, since all
 * borders are read whose bound, by octile distance, is below the cost found. */
#ifndef OVERLAND_COARSE_SEARCH_LABEL_ROUTE_H
#define OVERLAND_COARSE_SEARCH_LABEL_ROUTE_H

#include "coarse/search/attach.h"
#include "coarse/view/labels.h"
#include "coarse/view/ways.h"

/* One end of a route, attached to the waypoint graph. */
typedef struct ovi_label_end {
  ovl_cell cell;
  ovi_attachment attachment;
  uint64_t *costs; /* scratch: of each port, as labels count them; OVI_LABEL_NONE: not reached */
} ovi_label_end;

/* The ports of an end, whose numbers as waypoints labels go by. */
typedef struct ovi_end_ports {
  ovi_region region;
  ovi_port_groups groups;
  uint32_t base[OVI_GROUP_COUNT]; /* port + base: the number of the waypoint, modulo 2^32 */
} ovi_end_ports;

ovi_end_ports ovi_end_ports_of(const ovi_layer *layer, const ovi_label_end *end);

/* The ports of a group with their costs, which ovi_label_route_find leaves in the end. */
ovi_label_ends ovi_end_ports_group(const ovi_end_ports *ports, const ovi_label_end *end, int group);

/* A route found by labels. */
typedef struct ovi_label_route {
  uint64_t cost;     /* cost units, from start to goal; OVI_LABEL_NONE: none is below the bound */
  ovi_stop first;    /* the first waypoint */
  uint32_t last;     /* port of the goal's region over which the route arrives */
  ovi_label_hub hub; /* on the route from the first waypoint */
  uint32_t way;      /* the first way that it takes; OVI_NO_WAY: it takes none */
} ovi_label_route;

/* Finds the cheapest route of walking between two attached ends, if it costs less than `bound`;
 * way_route.h has those over links. The table then holds the costs from the hubs to the goal. */
ovi_label_route ovi_label_route_find(ovi_label_table *table, const ovi_layer *layer,
                                     ovi_label_end *start, ovi_label_end *goal, uint64_t bound);

#endif
