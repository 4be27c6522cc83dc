/* Packs finished labels into bundles, whose form coarse/format/world_format.h describes;
 * coarse/view/labels.c reads them and coarse/check/label_check.c checks them.
 *
 * Invariant: every cost of a row is exact. Where a label does not have the hub, because another hub
 * serves as well, the cost is joined from both labels. So rows of hubs that are reached by the same
 * places have the same shape. */
#ifndef OVERLAND_COARSE_LABELS_LABEL_BUNDLES_H
#define OVERLAND_COARSE_LABELS_LABEL_BUNDLES_H

#include "coarse/labels/label_store.h"
#include "coarse/view/layer.h"

/* A bundle before it is packed. Costs are in units of the graph. */
typedef struct ovi_label_bundle {
  struct ovi_label_bundle *next;
  uint32_t first, count; /* waypoints */
  uint32_t rows, shapes;
  uint32_t *ranks;     /* of each row: its hub */
  uint32_t *costs;     /* of each row: from the first waypoint */
  uint8_t *row_shapes; /* of each row */
  int32_t *steps;      /* of each shape `count` - 1 */
} ovi_label_bundle;

typedef struct ovi_bundle_maker {
  const ovl_allocator *allocator;
  ovi_grown_labels grown;
  ovi_scratch memory;            /* of the bundles */
  ovi_label_bundle *list, *last; /* by waypoints */
  uint8_t *starts; /* of each node: 1 if a border, or an end of a link, begins there */
  uint32_t *marks; /* scratch: of each rank */
  uint32_t mark;   /* the last one that was used */
  uint32_t *codes; /* of each step from INT16_MIN on: how often it occurs, later its code */
  int32_t table[OVI_LABEL_MOST_STEPS];
  uint32_t steps; /* in the table */
  uint32_t most_cost;
  uint32_t node; /* the next one to be bundled */
  bool no_memory, overflows;
} ovi_bundle_maker;

/* Begins: finds where the borders of a layer begin. `starts` and `codes` have been taken. */
void ovi_bundles_begin(ovi_bundle_maker *maker, const ovi_layer *layer,
                       const ovi_grown_labels *grown);

/* Takes `starts` and `codes` for so many nodes. */
void ovi_bundles_reserve(ovi_bundle_maker *maker, ovi_arena *arena, uint32_t nodes);

/* Continues to make bundles of all nodes, and fills the table of steps at the end. True: finished,
 * or `no_memory` or `overflows`. */
bool ovi_bundles_make(ovi_bundle_maker *maker, uint64_t *budget);

/* The bytes of a cost of a row, and of a packed bundle. */
uint32_t ovi_bundle_cost_bytes(const ovi_bundle_maker *maker);
uint64_t ovi_bundle_measure(const ovi_bundle_maker *maker, const ovi_label_bundle *bundle);

/* Writes a bundle; returns the end of its bytes. */
uint8_t *ovi_bundle_write(const ovi_bundle_maker *maker, const ovi_label_bundle *bundle,
                          uint8_t *at);

/* Returns the memory of the bundles. */
void ovi_bundles_release(ovi_bundle_maker *maker);

#endif
