/* Exact costs between any two waypoints, read from hub labels.
 *
 * Invariant: the label of a waypoint lists some hubs, with the exact cost to each, and any two
 * waypoints of an island have a common hub that lies on a cheapest route between them. So the cost
 * between them is the least sum over their common hubs (Abraham and others, "A hub-based labeling
 * algorithm for shortest paths in road networks", 2011).
 *
 * The labels of neighbouring waypoints are stored together in a bundle: see world_format.h. So
 * waypoints with consecutive numbers are best read in one call. */
#ifndef OVERLAND_COARSE_VIEW_LABELS_H
#define OVERLAND_COARSE_VIEW_LABELS_H

#include "coarse/view/ports.h"
#include "common/arena.h"

/* The cost from a waypoint to a goal, and the port of the goal's region that the route ends with.
 */
typedef struct ovi_label_cost {
  uint64_t cost; /* cost units, below 2^38; OVI_LABEL_NONE: no route */
  uint32_t port; /* below OVI_LABEL_PORTS */
} ovi_label_cost;

/* A hub on a route, and the cost to it. */
typedef struct ovi_label_hub {
  uint32_t rank;
  uint64_t cost; /* cost units */
} ovi_label_hub;

#define OVI_LABEL_NONE UINT64_MAX
#define OVI_LABEL_PORTS 1024u

/* The costs from every waypoint to one goal: a slot for each hub, with the stamp of the goal in its
 * highest 16 bits, then the cost, then the port. The table is stamped and not cleared: slots that
 * were written for an earlier goal are above every cost. */
typedef struct ovi_label_table {
  uint64_t *slots;
  uint32_t capacity; /* hubs */
  uint64_t stamp;
} ovi_label_table;

/* Takes the memory of an empty table for so many hubs. */
void ovi_label_table_reserve(ovi_label_table *table, ovi_arena *arena, uint32_t hubs);

/* Begins a new goal. */
void ovi_label_table_begin(ovi_label_table *table);

/* Waypoints with consecutive numbers, and what each of them costs to or from an end of a route. */
typedef struct ovi_label_ends {
  uint64_t first; /* the number of the first */
  uint32_t count;
  uint32_t port;         /* of the first in its region; those of the others follow */
  const uint64_t *costs; /* cost units, below 2^37; OVI_LABEL_NONE: it is left out */
} ovi_label_ends;

/* Adds waypoints from which the goal is reached at known costs. */
void ovi_labels_add_all(ovi_label_table *table, const ovi_layer *layer, const ovi_label_ends *ends);

/* Adds one of them. */
void ovi_labels_add(ovi_label_table *table, const ovi_layer *layer, uint64_t waypoint,
                    ovi_label_cost to_goal);

/* A route from an end over one of its waypoints and a hub to the goal. */
typedef struct ovi_label_join {
  ovi_label_cost all; /* from the end to the goal; OVI_LABEL_NONE: no route */
  uint32_t place;     /* of the waypoint among the ends */
  ovi_label_hub hub;  /* its cost is that from the waypoint */
} ovi_label_join;

/* The cheapest of those routes. */
ovi_label_join ovi_labels_find_all(const ovi_label_table *table, const ovi_layer *layer,
                                   const ovi_label_ends *ends);

/* The least cost from a waypoint to the goal, and a hub on that route. */
ovi_label_cost ovi_labels_find(const ovi_label_table *table, const ovi_layer *layer,
                               uint64_t waypoint, ovi_label_hub *hub);

/* The costs from all waypoints of a bundle to the goal or to a hub. */
typedef struct ovi_bundle_costs {
  uint64_t first; /* the number of its first waypoint */
  uint32_t count;
  uint64_t costs[OVI_BUNDLE_MOST]; /* cost units; OVI_LABEL_NONE: no route */
} ovi_bundle_costs;

/* The least costs to the goal of a waypoint and of those bundled with it. */
void ovi_labels_left(const ovi_label_table *table, const ovi_layer *layer, uint64_t waypoint,
                     ovi_bundle_costs *left);

/* The cost from a waypoint to a hub; OVI_LABEL_NONE if its label does not list the hub. */
uint64_t ovi_labels_to_hub(const ovi_layer *layer, uint64_t waypoint, uint32_t rank);

/* Finds the costs to a hub from a waypoint and from all others of its bundle. */
void ovi_labels_left_to_hub(const ovi_layer *layer, uint64_t waypoint, uint32_t rank,
                            ovi_bundle_costs *left);

#endif
