/* Reads the tables of clusters. An end, the start or the goal of a plan, has costs at the ports of
 * a part. They spread to the ports of the cluster, and two ends in one cluster are joined, by sums
 * of costs and rows (Delling, Goldberg, Pajor and Werneck, "Customizable route planning", 2011,
 * whose search of a level becomes a product in min-plus algebra); and cheapest paths inside a
 * cluster are followed without a search. Where costs depend on the direction, all may go back.
 *
 * Sums are taken in units of the rows and rounded down; whoever follows them adds exact costs.
 *
 * Invariant: the exact costs of a table and those between the ports of a part are exact. So on the
 * cheapest path from one node to another, the cost to the next node and the table's cost from there
 * are together the table's cost from the first. Every edge costs more than 0, so such a walk ends,
 * whatever a file contains, and it never turns round on a waypoint. The ports of a cluster lie on
 * its rim: only inner ports are between. */
#ifndef OVERLAND_COARSE_OVERLAY_INNER_COSTS_H
#define OVERLAND_COARSE_OVERLAY_INNER_COSTS_H

#include "coarse/overlay/below.h"

/* A part of a cluster, and the numbers of the waypoints of its groups. */
typedef struct ovi_inner_part {
  ovi_below below;
  uint32_t place;
  uint32_t runs[OVI_PART_RUNS]; /* the number of the first of each group */
} ovi_inner_part;

/* Views the part at a place of a cluster, whose tables were viewed. False: the cluster has no such
 * waypoints. */
bool ovi_inner_part_view(ovi_inner_part *part, const ovi_layer *layer, const ovi_cluster *cluster,
                         uint32_t place);

/* Finds the numbers of a part, whose view is there, at a place of a cluster; as above. */
bool ovi_inner_part_find(ovi_inner_part *part, const ovi_cluster *cluster, uint32_t place);

/* The place in a cluster of a part of the level below. */
uint32_t ovi_inner_place(const ovi_layer *layer, const ovi_cluster *cluster, uint32_t part);

/* The node of a port of a part; OVI_NO_INNER: none. */
static inline uint32_t ovi_inner_part_node(const ovi_cluster *cluster, const ovi_inner_part *part,
                                           uint32_t port) {
  const int group = ovi_below_group(&part->below, port);
  return ovi_inner_node(cluster, part->runs[group] + port - part->below.groups.begins[group]);
}

/* An end: a part, and the costs of its ports. */
typedef struct ovi_inner_end {
  const ovi_inner_part *part;
  const uint64_t *costs; /* cost units; UINT64_MAX: none */
  uint64_t least;        /* of them */
  bool back;             /* the costs are those from the ports to the end */
  bool exact;            /* sums are not rounded, and take longer */
} ovi_inner_end;

/* Sets the costs of all ports of a cluster to the least that they have over the ports of the end's
 * part, rounded down unless it is exact, and returns the least; UINT64_MAX stands for none. Ports
 * of the part that cost `bound` or more are left out. `to` has room for a row of the ports. Unless
 * `to_ports`, the costs are those of the inner ports of a cluster above level 1, from a start. */
uint64_t ovi_inner_spread(const ovi_cluster *cluster, const ovi_inner_end *end, uint64_t bound,
                          bool to_ports, uint64_t *to);

/* Sets the costs of all ports of a part to the least that they have over the ports of its cluster,
 * whose costs are given: the spread the other way round. UINT64_MAX stands for none. */
void ovi_inner_spread_down(const ovi_cluster *cluster, const uint64_t *from,
                           const ovi_inner_part *part, uint64_t *to);

/* The port of the end's part over which a port of the cluster has its cost; UINT32_MAX: none. */
uint32_t ovi_inner_source(const ovi_cluster *cluster, const ovi_inner_end *end, uint32_t port,
                          uint64_t cost);

/* The cheapest way from a start to a goal over inner ports: those by which the two parts are left
 * and entered. */
typedef struct ovi_inner_joint {
  uint64_t cost;
  uint32_t from, to; /* ports of the start's part, and of the goal's */
} ovi_inner_joint;

/* Joins two ends in a cluster above level 1, for less than `joint->cost`. False: nothing costs
 * less. */
bool ovi_inner_join(const ovi_cluster *cluster, const ovi_inner_end *start,
                    const ovi_inner_end *goal, ovi_inner_joint *joint);

/* A walk inside a cluster to one of its nodes, or back from one of its ports. */
typedef struct ovi_inner_walk {
  const ovi_layer *layer;
  const ovi_cluster *cluster;
  uint32_t to;           /* node of the cluster */
  bool back;             /* "enters" and "leaves" are the other way round then */
  const uint8_t *column; /* of the rows of inner ports, of costs to that node, or back */
  uint64_t row_bytes;
  ovi_inner_part part; /* the one that the walk is in */
  uint32_t port;       /* of that part: the one entered by */
  uint32_t leaves;     /* and the one left by */
  uint32_t left;       /* cost from the latter; 0: the walk is over */
} ovi_inner_walk;

/* Begins a walk, whose layer, cluster, node and direction are set, by leaving a part by a port, or
 * in a part that is entered by one. False: the cluster has no such ports, or its costs are wrong.
 * ovi_inner_walk_next() fails likewise. */
bool ovi_inner_walk_begin(ovi_inner_walk *walk, uint32_t place, uint32_t port, bool leaves);

/* Goes on through the next part. */
bool ovi_inner_walk_next(ovi_inner_walk *walk);

#endif
