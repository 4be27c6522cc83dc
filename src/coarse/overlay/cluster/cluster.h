/* The block of one cluster of the overlays: its layout, and views of it. It is checked by
 * cluster_check.h and written by cluster_write.h.
 *
 * It has the costs between the waypoints on the border of the cluster, which are exact in the graph
 * of the level below, inside the cluster. Not all waypoints of a border are kept: one in a number
 * of cells, and at least one for each pair of components that it connects. So there is a path over
 * a level if there is one over the regions, and it costs that or more.
 *
 * Invariant: the waypoints of a level are some of those of the level below. The blocks that are
 * viewed have been checked, or made by this program. */
#ifndef OVERLAND_COARSE_OVERLAY_CLUSTER_CLUSTER_H
#define OVERLAND_COARSE_OVERLAY_CLUSTER_CLUSTER_H

#include "coarse/overlay/cluster/overlay_levels.h"
#include "coarse/view/ports.h"
#include "common/compiler.h"

/* ---- Layout -------------------------------------------------------------------------- */

/* The block has two pieces, each padded to 8, and each with a checksum of its own. In memory,
 * before they are in a file, they follow each other. The front has a header, then in this order
 *
 *   below            u32 a port: weight << 20 | place << 16 | port, the same port in the region, or
 *                    cluster of the level below, on this side of the step; places are numbered row
 *                    by row, 4 or 2 in a row. The weight is that of both cells of the step, in
 *                    eighths, twice, and 1 more where the crossing is the lightest of a light run;
 *                    of a link 0
 *
 *   middles          u32 a port: where along the border the middle of its step lies, in halves of
 *                    cells from the first cell of the cluster; at a corner 0; of a link its number
 *
 *   cost begins      u32 a linked component: its first cost
 *
 *   begins           u16 a linked component, and one more: its first place in the order
 *
 *   order            u16 a port, by component
 *
 *   places           u16 a port: its place in the order
 *
 *   costs            u32 if OVI_CLUSTER_WIDE, else u16: a triangle for each component, or a square
 *                    in a directed layer, as in a region; but row a, column a of a square is 0
 *
 * The tables follow. An inner port is a waypoint on a border between two parts of the cluster; each
 * of the two parts has its own. The nodes of a cluster are its ports, followed by its inner ports.
 *
 *   header      as below
 *   runs        u16 for each group of each place, of which links are one more in a directed layer:
 *               the number of its first waypoint
 *   nodes       u16 a waypoint of the parts, by runs: its node; 65535: it leads out of the cluster
 *               and is none of its ports. Padded to 8
 *   to ports    for each inner port a row with the cost to each port
 *   from ports  of a directed layer: for each inner port a row with the cost from each port
 *   between     above level 1: for each inner port a row with the cost to each inner port
 *   exact       if OVI_CLUSTER_WIDE: the same rows with costs of 32 bits
 *
 * Costs of rows have 16 bits and are shifted right by OVI_TABLES_ROW_SHIFT, rounded down where they
 * have exact ones behind them. Rows are padded to a multiple of OVI_ROW_LANES costs. OVI_NO_COST_16
 * or OVI_NO_COST_32: there is no such path inside the cluster; so it is in the padding. Components
 * of a directed layer are those that its waypoints join in one direction at least.
 *
 * The waypoints of the parts are numbered by the groups of the places, one after the other; a run
 * is what a group has. A group of waypoints that lie inside the cluster is numbered with their
 * owner alone, and has the same run on their other side; a link has a number on either side.
 *
 * Groups and ports are as in a region: those of the own waypoints come first, and both sides of a
 * border have the same waypoints in the same order. Links with one end in the cluster are its last
 * ports, those that begin there first, each by rising number. The waypoints of a level are some of
 * those of the level below. */
enum {
  OVI_CLUSTER_PORTS = 0,  /* u16 */
  OVI_CLUSTER_LINKED = 2, /* u16, linked components: sets of ports that reach each other inside */
  OVI_CLUSTER_FLAGS = 4,  /* u8 */
  OVI_CLUSTER_SHIFT = 5,  /* u8, of costs of 16 bits */
  OVI_CLUSTER_WAYPOINTS = 6,    /* u16, waypoints of the parts */
  OVI_CLUSTER_GROUPS = 8,       /* 8 x u16 */
  OVI_CLUSTER_INNER = 24,       /* u16, inner ports; u16 of zeros */
  OVI_CLUSTER_LINKS_OUT = 28,   /* u16, ports of links that begin there */
  OVI_CLUSTER_LINKS_IN = 30,    /* u16, and of those that end there */
  OVI_CLUSTER_FRONT_BYTES = 32, /* u32 */
  OVI_CLUSTER_HEADER_BYTES = 36
};
enum {
  OVI_TABLES_ROW_MOST = 0,  /* u16, the greatest cost of the rows, as it is stored */
  OVI_TABLES_ROW_SHIFT = 2, /* u16, by which costs of the rows are shifted right */
  OVI_TABLES_RUNS = 4
};
enum { OVI_CLUSTER_WIDE = 1 };
#define OVI_CLUSTER_LEAST_BYTES 8u /* of a piece */
#define OVI_NO_INNER 0xffffu       /* instead of a node */
#define OVI_ROW_LANES 8u
#define OVI_MOST_ROW_SHIFT 16u
#define OVI_ROW_MOST 0xbfffu /* of rows without exact ones behind them */
#define OVI_MOST_INNER 512u  /* on levels above the first */
#define OVI_OVERLAY_MOST_COST 0x3fffffffu

/* Runs of waypoints of a part, of which that of its links comes last; and of a cluster. */
#define OVI_PART_RUNS (OVI_GROUP_COUNT + 1)
#define OVI_CLUSTER_MOST_RUNS (OVI_CLUSTER_MOST_PARTS * OVI_PART_RUNS)
static inline uint32_t ovi_part_runs(bool is_directed) {
  return is_directed ? OVI_PART_RUNS : OVI_GROUP_COUNT;
}
static inline uint32_t ovi_cluster_runs(uint32_t level, bool is_directed) {
  return (uint32_t)(ovi_overlay_fan(level) * ovi_overlay_fan(level)) * ovi_part_runs(is_directed);
}

/* What is stored of the port below of a port: the place of its part, and how light its crossing is.
 */
#define OVI_MOST_LIGHTNESS (4u * UINT8_MAX + 1)
static inline uint32_t ovi_below_part(uint32_t below) { return below >> 16 & 15u; }
static inline uint32_t ovi_below_lightness(uint32_t below) { return below >> 20; }

/* Where the costs of the front begin. */
static inline uint64_t ovi_front_costs_begin(uint64_t ports, uint64_t linked) {
  return OVI_CLUSTER_HEADER_BYTES + 12 * ports + 6 * linked + 2;
}

/* Where the rows of the tables begin. */
static inline uint64_t ovi_inner_rows_begin(uint32_t level, bool is_directed, uint64_t waypoints) {
  return ovi_padded8(OVI_TABLES_RUNS + 2 * (uint64_t)ovi_cluster_runs(level, is_directed) +
                     2 * waypoints);
}

/* Costs in a row of the tables. */
static inline uint32_t ovi_inner_row_costs(uint32_t count) {
  return (count + OVI_ROW_LANES - 1) / OVI_ROW_LANES * OVI_ROW_LANES;
}

/* Costs of all rows of a cluster. */
static inline uint64_t ovi_inner_all_costs(uint32_t level, bool is_directed, uint32_t ports,
                                           uint32_t inner) {
  const uint64_t rows = (uint64_t)inner * (is_directed ? 2 : 1);
  return rows * ovi_inner_row_costs(ports) +
         (level > 1 ? (uint64_t)inner * ovi_inner_row_costs(inner) : 0);
}

/* Waypoints that the cluster of a front owns. */
static inline uint32_t ovi_cluster_own_waypoints(const uint8_t *front) {
  return ovi_port_groups_read(front + OVI_CLUSTER_GROUPS).begins[OVI_OWN_GROUPS];
}

/* ---- Views --------------------------------------------------------------------------- */

/* The costs between the ports of a cluster. */
typedef struct ovi_cluster_costs {
  const uint8_t *begins;
  const uint8_t *values; /* of the first component */
  uint32_t shift;
  bool wide;
  bool is_directed; /* squares instead of triangles, and rows for each direction */
} ovi_cluster_costs;

/* Rows of costs of inner ports: see above. */
typedef struct ovi_inner_rows {
  const uint8_t *to_ports;
  const uint8_t *from_ports; /* in an undirected layer the same as to_ports */
  const uint8_t *between;    /* NULL on level 1 */
} ovi_inner_rows;

/* The tables of a cluster: the nodes of its parts' waypoints, and rows of costs. */
typedef struct ovi_inner_costs {
  const uint8_t *runs;
  const uint8_t *nodes;
  ovi_inner_rows rows;  /* of 16 bits */
  ovi_inner_rows exact; /* of 32 bits, or the same */
  uint32_t waypoints;   /* of the parts */
  uint32_t count;       /* inner ports */
  uint32_t shift, most; /* of costs of 16 bits, and the greatest */
} ovi_inner_costs;

/* The view of a cluster: pointers into the pieces of its block. Tables are viewed only where they
 * are needed: see ovi_overlay_view_tables. */
typedef struct ovi_cluster {
  const uint8_t *block; /* the front */
  uint32_t level;       /* 1 and above */
  int32_t cx, cy;       /* column and row in its level */
  uint32_t id;          /* cy * clusters in a row + cx */
  uint32_t ports, linked;
  ovi_port_groups groups;
  const uint8_t *below;
  const uint8_t *middles;
  const uint8_t *linked_begins;
  const uint8_t *order;
  const uint8_t *places;
  ovi_cluster_costs costs;
  ovi_inner_costs inner;
} ovi_cluster;

/* The view of a cluster by the front of its block. */
ovi_cluster ovi_overlay_view_block(const ovi_layer *layer, uint32_t level, uint32_t id,
                                   const uint8_t *front);

/* Adds the tables to a view of the front. */
void ovi_cluster_view_tables(ovi_cluster *cluster, const uint8_t *tables);

/* The number of the first waypoint of a group of a part; OVI_GROUP_COUNT: of its links. */
static inline uint32_t ovi_overlay_run(const ovi_cluster *cluster, uint32_t part, int group) {
  return ovi_get_u16(
      cluster->inner.runs +
      2 * ((uint64_t)part * ovi_part_runs(cluster->costs.is_directed) + (uint32_t)group));
}

/* The number of the link of a port. */
static inline uint32_t ovi_overlay_link(const ovi_cluster *cluster, uint32_t port) {
  return ovi_get_u32(cluster->middles + 4 * (uint64_t)port);
}

static inline uint32_t ovi_overlay_links_out(const ovi_cluster *cluster) {
  return ovi_get_u16(cluster->block + OVI_CLUSTER_LINKS_OUT);
}

/* The port of a link that begins or ends in a cluster; OVI_NO_LINK: none. */
uint32_t ovi_overlay_link_port(const ovi_cluster *cluster, uint32_t number, bool ends_here);

/* A cost of an exact row, in cost units; OVI_NO_COST_32: there is no path. */
static inline uint32_t ovi_inner_row_cost(const ovi_cluster *cluster, const uint8_t *row,
                                          uint32_t at) {
  if (cluster->costs.wide) {
    return ovi_get_u32(row + 4 * (uint64_t)at);
  }
  const uint32_t stored = ovi_get_u16(row + 2 * (uint64_t)at);
  return stored != OVI_NO_COST_16 ? stored << cluster->inner.shift : OVI_NO_COST_32;
}

/* Bytes of an exact row. */
static inline uint64_t ovi_inner_row_bytes(const ovi_cluster *cluster, uint32_t count) {
  return (uint64_t)ovi_inner_row_costs(count) * (cluster->costs.wide ? 4 : 2);
}

/* The node of a waypoint of the parts; OVI_NO_INNER: none. */
static inline uint32_t ovi_inner_node(const ovi_cluster *cluster, uint32_t waypoint) {
  OVI_ASSERT(waypoint < cluster->inner.waypoints);
  return ovi_get_u16(cluster->inner.nodes + 2 * (uint64_t)waypoint);
}

/* The cost inside a cluster, whose tables were viewed, from one node to another; on level 1, one of
 * them is a port of the cluster. OVI_NO_COST_32: there is no path. */
uint32_t ovi_inner_cost(const ovi_cluster *cluster, uint32_t from, uint32_t to);

/* The costs between the ports of one of its linked components, as of a region. */
ovi_clique ovi_overlay_clique(const ovi_cluster *cluster, uint32_t component);

/* The clique of a port, and its own place in it; UINT32_MAX if there is no such port. */
typedef struct ovi_overlay_port_clique {
  ovi_clique clique;
  uint32_t here;
} ovi_overlay_port_clique;
ovi_overlay_port_clique ovi_overlay_clique_of(const ovi_cluster *cluster, uint32_t port);

#endif
