/* Exact costs between any two waypoints, read from hub labels.
 *
 * Invariant: the label of a waypoint lists some hubs, with the exact cost to each, and any two
 * waypoints of an island have a common hub that lies on a cheapest route between them. So the cost
 * between them is the least sum over their common hubs (Abraham and others, "A hub-based labeling
 * algorithm for shortest paths in road networks", 2011).
 *
 * A cost is stored as its excess over a lower bound, which follows from the places of the two. */
#ifndef OVERLAND_COARSE_VIEW_LABELS_H
#define OVERLAND_COARSE_VIEW_LABELS_H

#include "coarse/view/ports.h"
#include "common/arena.h"

/* The bound of a layer whose costs are stored shifted down so far. */
ovi_label_bound ovi_label_bound_of(const ovi_layer *layer, uint32_t shift);

/* The octile distance of two cells at the least cost of a step. */
static inline uint32_t ovi_label_bound_between(const ovi_label_bound *bound, int32_t dx,
                                               int32_t dy) {
  uint32_t x = (uint32_t)(dx < 0 ? -dx : dx);
  uint32_t y = (uint32_t)(dy < 0 ? -dy : dy);
  return bound->straight * (x > y ? x : y) + bound->more * (x > y ? y : x);
}

/* The cost from a waypoint to a goal, and the port of the goal's region that the route ends with.
 */
typedef struct ovi_label_cost {
  uint64_t cost; /* units, below 2^38; OVI_LABEL_NONE: no route */
  uint32_t port; /* below OVI_LABEL_PORTS */
} ovi_label_cost;

/* A hub on a route, and the cost to it. */
typedef struct ovi_label_hub {
  uint32_t rank;
  uint64_t cost; /* units */
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

/* Takes the memory of a table for so many hubs; clear empties it. */
void ovi_label_table_reserve(ovi_label_table *table, ovi_arena *arena, uint32_t hubs);
void ovi_label_table_clear(ovi_label_table *table, uint32_t hubs);

/* Begins a new goal. */
void ovi_label_table_begin(ovi_label_table *table);

/* Adds a waypoint from which the goal is reached at a known cost. */
void ovi_labels_add(ovi_label_table *table, const ovi_layer *layer, uint64_t waypoint,
                    ovi_label_cost to_goal);

/* The least cost from a waypoint to the goal, and a hub on that route. */
ovi_label_cost ovi_labels_find(const ovi_label_table *table, const ovi_layer *layer,
                               uint64_t waypoint, ovi_label_hub *hub);

/* The cost from a waypoint to a hub; OVI_LABEL_NONE if its label does not list the hub. */
uint64_t ovi_labels_to_hub(const ovi_layer *layer, uint64_t waypoint, uint32_t rank);

/* Numbers the ports of a region over the layer: port p of group g is waypoint p + base[g], modulo
 * 2^32. */
void ovi_label_bases(const ovi_layer *layer, const ovi_region *region,
                     const ovi_port_groups *groups, uint32_t base[OVI_GROUP_COUNT]);

/* Whether a label can be read without leaving its bytes, and no number in it is impossible. */
bool ovi_label_is_valid(const ovi_layer *layer, uint64_t waypoint);

#endif
