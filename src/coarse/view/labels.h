/* Exact costs between any two waypoints: hub labels.
 *
 * Invariant: each waypoint's label names some hubs, with the exact cost to each,
 * and any two waypoints of an island have a hub in common that lies on a cheapest
 * route between them. So the cost between them is the least sum over their common
 * hubs (Abraham and others, "A hub-based labeling algorithm for shortest paths in
 * road networks", 2011).
 *
 * What is stored of a cost is how much it exceeds a bound from where the two are. */
#ifndef OVERLAND_COARSE_VIEW_LABELS_H
#define OVERLAND_COARSE_VIEW_LABELS_H

#include "coarse/view/ports.h"
#include "common/arena.h"

ovi_label_bound ovi_label_bound_of(const ovi_layer *layer, uint32_t shift);

static inline uint32_t ovi_label_bound_between(const ovi_label_bound *bound, int32_t dx,
                                               int32_t dy) {
  uint32_t x = (uint32_t)(dx < 0 ? -dx : dx);
  uint32_t y = (uint32_t)(dy < 0 ? -dy : dy);
  return bound->straight * (x > y ? x : y) + bound->more * (x > y ? y : x);
}

/* What is left to go, and by which port of the goal's region the goal is reached. */
typedef struct ovi_label_left {
  uint64_t cost; /* units, below 2^38; OVI_LABEL_NONE: no way */
  uint32_t port; /* below OVI_LABEL_PORTS */
} ovi_label_left;

/* A hub on the way, and what it costs to get there. */
typedef struct ovi_label_hub {
  uint32_t rank;
  uint64_t cost; /* units */
} ovi_label_hub;

#define OVI_LABEL_NONE UINT64_MAX
#define OVI_LABEL_PORTS 1024u

/* Costs from every waypoint to one place: a slot for each hub, with the stamp of
 * the place in its highest 16 bits, then the cost, then the port. Stamped, not
 * cleared: what an earlier place wrote is above every cost. */
typedef struct ovi_label_table {
  uint64_t *slots;
  uint32_t capacity; /* hubs */
  uint64_t stamp;
} ovi_label_table;

void ovi_label_table_reserve(ovi_label_table *table, ovi_arena *arena, uint32_t hubs);
void ovi_label_table_clear(ovi_label_table *table, uint32_t hubs);

/* Begins a new place. */
void ovi_label_table_begin(ovi_label_table *table);

/* The place can be reached from a waypoint. */
void ovi_labels_join(ovi_label_table *table, const ovi_layer *layer, uint64_t waypoint,
                     ovi_label_left left);

/* The least cost from a waypoint to the place, and a hub on that way. */
ovi_label_left ovi_labels_left(const ovi_label_table *table, const ovi_layer *layer,
                               uint64_t waypoint, ovi_label_hub *hub);

/* What a label says a hub costs; OVI_LABEL_NONE if it does not name the hub. */
uint64_t ovi_labels_to_hub(const ovi_layer *layer, uint64_t waypoint, uint32_t rank);

/* Numbers for the ports of a region: port p of group g is waypoint p + base[g],
 * modulo 2^32. */
void ovi_label_bases(const ovi_layer *layer, const ovi_region *region,
                     const ovi_port_groups *groups, uint32_t base[OVI_GROUP_COUNT]);

/* Whether a label of the section can be read, and no number in it is impossible. */
bool ovi_label_is_valid(const ovi_layer *layer, uint64_t waypoint);

#endif
