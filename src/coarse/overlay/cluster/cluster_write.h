/* Writes the block of a cluster from its numbers. */
#ifndef OVERLAND_COARSE_OVERLAY_CLUSTER_CLUSTER_WRITE_H
#define OVERLAND_COARSE_OVERLAY_CLUSTER_CLUSTER_WRITE_H

#include "coarse/overlay/cluster/cluster.h"

/* The counts that the length of a block follows from. */
typedef struct ovi_cluster_counts {
  uint32_t level;
  bool is_directed;
  uint32_t ports, linked;
  uint32_t waypoints; /* of the parts */
  uint32_t inner;
  uint64_t costs; /* of the front */
} ovi_cluster_counts;

/* All that a block stores. Costs are shifted right by `shift`; OVI_NO_COST_32: there is no path. */
typedef struct ovi_cluster_numbers {
  ovi_cluster_counts counts;
  ovi_port_groups groups;
  uint32_t links[2];     /* ports of links that begin there, and of those that end there */
  const uint32_t *below; /* of each port, and its middle */
  const uint32_t *middles;
  const uint32_t *linked_begins; /* of each component, and one more: its first place in `order` */
  const uint32_t *order;
  const uint32_t *runs;
  const uint32_t *nodes; /* of each waypoint of the parts: a place in `order`, or behind these an
                            inner port; UINT32_MAX: none */
  uint32_t shift;
  const uint32_t *costs;      /* of the front */
  const uint32_t *to_ports;   /* the rows of the tables, padded as they are stored */
  const uint32_t *from_ports; /* in a directed layer */
  const uint32_t *between;    /* above level 1 */
} ovi_cluster_numbers;

/* The greatest length of a block with such counts. */
uint64_t ovi_cluster_most_bytes(const ovi_cluster_counts *counts);

/* Writes a block; returns its length. */
uint32_t ovi_cluster_write(const ovi_cluster_numbers *numbers, uint8_t *out);

#endif
