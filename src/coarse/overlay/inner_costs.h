/* Reads the tables of inner costs of clusters: spreads the costs of the ports of a part over the
 * ports of the cluster, and follows cheapest paths inside a cluster without a search. Where costs
 * depend on the direction, either may go back, from the ports of the cluster.
 *
 * Invariant: the costs of a table and those between the ports of a part are exact. So on the
 * cheapest path from a waypoint to a port, the cost to the next waypoint and the table's cost from
 * there are together the table's cost from the first. Every edge costs more than 0, so such a walk
 * ends, whatever a file contains, and it never turns round on a waypoint. This does
 * not hold for the costs of a plan that begins at a waypoint, over which it may not go back at
 * once: they may be higher than exact costs. See is_entered. */
#ifndef OVERLAND_COARSE_OVERLAY_INNER_COSTS_H
#define OVERLAND_COARSE_OVERLAY_INNER_COSTS_H

#include "coarse/overlay/below.h"

/* A part of a cluster, and the numbers that the table gives its ports. */
typedef struct ovi_inner_part {
  ovi_below below;
  uint32_t place;
  uint32_t runs[OVI_PART_RUNS]; /* the number of the first of each group */
} ovi_inner_part;

/* Views the part at a place of a cluster. False: the cluster has no such waypoints. */
bool ovi_inner_part_view(ovi_inner_part *part, const ovi_layer *layer, const ovi_cluster *cluster,
                         uint32_t place);

/* The place in a cluster of a part of the level below. */
uint32_t ovi_inner_place(const ovi_layer *layer, const ovi_cluster *cluster, uint32_t part);

/* The number of a port of a part. */
static inline uint32_t ovi_inner_number(const ovi_inner_part *part, uint32_t port) {
  const int group = ovi_below_group(&part->below, port);
  return part->runs[group] + port - part->below.groups.begins[group];
}

/* Costs of a part of a cluster from which those of the cluster's ports follow. */
typedef struct ovi_inner_costs_of {
  const ovi_inner_part *part;
  const uint64_t *costs; /* of its ports; UINT64_MAX: none */
  bool is_entered; /* the costs are from a waypoint over which the plan may not go back at once. A
                      path that leaves the part by a port and turns round there could then seem the
                      cheapest: such ports are not used. */
  bool back;       /* the costs are those from the ports to an end */
} ovi_inner_costs_of;

/* Sets the costs of all ports of a cluster to the least that they have over the ports of a part;
 * UINT64_MAX stands for none. */
void ovi_inner_spread(const ovi_cluster *cluster, const ovi_inner_costs_of *from, uint64_t *to);

/* Sets the costs of all ports of a part to the least that they have over the ports of its cluster,
 * whose costs are given: the spread the other way round. UINT64_MAX stands for none. */
void ovi_inner_spread_down(const ovi_cluster *cluster, const uint64_t *from,
                           const ovi_inner_part *part, uint64_t *to);

/* The port of the part over which a port of the cluster has its cost; UINT32_MAX: none. */
uint32_t ovi_inner_source(const ovi_cluster *cluster, const ovi_inner_costs_of *from, uint32_t port,
                          uint64_t cost);

/* A walk inside a cluster to one of its ports, or back from it. */
typedef struct ovi_inner_walk {
  const ovi_layer *layer;
  const ovi_cluster *cluster;
  uint32_t to;         /* port of the cluster */
  bool back;           /* "enters" and "leaves" are the other way round then */
  ovi_inner_row row;   /* of that port */
  ovi_inner_part part; /* the one that the walk is in */
  uint32_t port;       /* of that part: the one entered by */
  uint32_t leaves;     /* and the one left by */
  uint32_t left;       /* cost from the latter; 0: the walk is over */
} ovi_inner_walk;

/* Begins a walk, whose layer, cluster, port and direction are set, by leaving a part by a port, or
 * in a part that is entered by one. False: the cluster has no such ports, or its costs are wrong.
 * ovi_inner_walk_next() fails likewise. */
bool ovi_inner_walk_begin(ovi_inner_walk *walk, uint32_t place, uint32_t port, bool leaves);

/* Goes on through the next part. */
bool ovi_inner_walk_next(ovi_inner_walk *walk);

#endif
