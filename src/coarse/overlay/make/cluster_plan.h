/* The ports and linked components of an overlay cluster that is to be built.
 *
 * Ports are the waypoints that are kept on the cluster's borders, group by group, and in a directed
 * layer the links that lead out of the cluster or into it. */
#ifndef OVERLAND_COARSE_OVERLAY_MAKE_CLUSTER_PLAN_H
#define OVERLAND_COARSE_OVERLAY_MAKE_CLUSTER_PLAN_H

#include "coarse/overlay/make/overlay_contents.h"

/* The ports of a cluster that is to be built. */
typedef struct ovi_cluster_plan {
  uint32_t id;
  uint32_t ports, linked; /* ports, and linked components of them */
  ovi_port_groups groups;
  uint32_t links[2];       /* of links that begin in the cluster, and that end there */
  uint32_t *below;         /* of each port, as its block has it */
  uint32_t *linked_begins; /* of each component: its first entry in `order`; and one more */
  uint32_t *order;         /* ports, sorted by component */
  uint64_t costs;          /* number of costs that its block stores */
  const ovi_cluster_labels *labels;
  ovi_cluster old; /* before an edit, with its tables */
  bool has_old;
  const uint64_t *changed; /* then a bit for each part of the level below that has changed */
  bool too_large;          /* more ports than a cluster can have */
  bool is_directed;
} ovi_cluster_plan;

/* Plans a cluster of the level that `contents` is set to. The arrays of the plan are taken from
 * `scratch`. False: no memory. Linear in the ports of the cluster's parts and of its neighbours. */
bool ovi_cluster_plan_make(ovi_cluster_plan *plan, ovi_overlay_contents *contents, uint32_t id,
                           ovi_scratch *scratch);

/* Reads a plan from the cluster's existing block. False: no memory, or the parts have not all of
 * its ports, which sets contents->corrupt. */
bool ovi_cluster_plan_read(ovi_cluster_plan *plan, ovi_overlay_contents *contents, uint32_t id,
                           ovi_scratch *scratch);

/* Returns whether the cluster's existing block has the ports and components of the plan. */
bool ovi_cluster_plan_matches_block(const ovi_cluster_plan *plan,
                                    const ovi_overlay_contents *contents);

#endif
