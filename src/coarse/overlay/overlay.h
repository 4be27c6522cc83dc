/* The overlay levels above the regions, for reading.
 *
 * A cluster of level 1 is a square of regions; one of each higher level is a square of four
 * clusters of the level below (Delling, Goldberg, Pajor and Werneck, "Customizable route planning",
 * 2011; Holzer, Schulz and Wagner, "Engineering multilevel overlay graphs for shortest-path
 * queries", 2008). Its block has the costs between the waypoints on its border, which are exact in
 * the graph of the level below, inside the cluster. Not all waypoints of a border are kept: one in
 * a number of cells, and at least one for each pair of components that it connects. So there is a
 * path over a level if there is one over the regions, and it costs that or more.
 *
 * Invariant: the waypoints of a level are some of those of the level below. Level 0 are the
 * regions. The blocks that are read have been checked, or made by this program. */
#ifndef OVERLAND_COARSE_OVERLAY_OVERLAY_H
#define OVERLAND_COARSE_OVERLAY_OVERLAY_H

#include "coarse/view/layer.h"
#include "coarse/view/ports.h"

/* The costs between the ports of a cluster. */
typedef struct ovi_cluster_costs {
  const uint8_t *begins;
  const uint8_t *values; /* of the first component */
  uint32_t shift;
  bool wide;
  bool is_directed; /* squares instead of triangles, and rows for each direction */
} ovi_cluster_costs;

/* Rows of costs of inner ports: see world_format.h. */
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

/* Regions along the side of a cluster. */
static inline int32_t ovi_overlay_side(uint32_t level) {
  return level == 0 ? 1 : OVI_OVERLAY_FIRST_SIDE << ((level - 1) % OVI_OVERLAY_MOST_LEVELS);
}

/* Clusters of the level below along the side of a cluster. */
static inline int32_t ovi_overlay_fan(uint32_t level) {
  return level == 1 ? OVI_OVERLAY_FIRST_SIDE : 2;
}

/* Runs of waypoints of a part, of which that of its links comes last; and of a cluster. */
#define OVI_PART_RUNS (OVI_GROUP_COUNT + 1)
#define OVI_CLUSTER_MOST_RUNS (OVI_OVERLAY_FIRST_SIDE * OVI_OVERLAY_FIRST_SIDE * OVI_PART_RUNS)
static inline uint32_t ovi_part_runs(bool is_directed) {
  return is_directed ? OVI_PART_RUNS : OVI_GROUP_COUNT;
}
static inline uint32_t ovi_cluster_runs(uint32_t level, bool is_directed) {
  return (uint32_t)(ovi_overlay_fan(level) * ovi_overlay_fan(level)) * ovi_part_runs(is_directed);
}

/* Where the rows of the tables begin. */
static inline uint64_t ovi_inner_rows_begin(uint32_t level, bool is_directed, uint64_t waypoints) {
  return ovi_padded8(OVI_TABLES_RUNS + 2 * (uint64_t)ovi_cluster_runs(level, is_directed) +
                     2 * waypoints);
}

/* Columns and rows of a level; level 0 has regions. */
static inline int32_t ovi_clusters_x(const ovi_layer *layer, uint32_t level) {
  const int32_t side = ovi_overlay_side(level);
  return (layer->partition.regions_x + side - 1) / side;
}
static inline int32_t ovi_clusters_y(const ovi_layer *layer, uint32_t level) {
  const int32_t side = ovi_overlay_side(level);
  return (layer->partition.regions_y + side - 1) / side;
}

/* The cluster of a level that a region lies in. */
static inline uint32_t ovi_cluster_of(const ovi_layer *layer, uint32_t level, uint32_t region) {
  const int32_t side = ovi_overlay_side(level);
  const int32_t x = (int32_t)(region % (uint32_t)layer->partition.regions_x) / side;
  const int32_t y = (int32_t)(region / (uint32_t)layer->partition.regions_x) / side;
  return (uint32_t)(y * ovi_clusters_x(layer, level) + x);
}

/* The number of a cluster, counted over all levels. */
static inline uint32_t ovi_overlay_number(const ovi_layer *layer, uint32_t level, uint32_t id) {
  return layer->overlay.first_clusters[level - 1] + id;
}

/* The file's entry of a piece of a cluster's block. */
static inline const uint8_t *ovi_overlay_entry(const ovi_layer *layer, uint32_t number,
                                               ovi_cluster_piece piece) {
  return layer->overlay.entries + (uint64_t)number * OVI_CLUSTER_ENTRY_BYTES +
         (uint32_t)piece * (uint32_t)OVI_PIECE_ENTRY_BYTES;
}

/* A piece of the block of a cluster in the base. */
static inline ovi_piece_bytes ovi_overlay_base(const ovi_layer *layer, uint32_t number,
                                               ovi_cluster_piece piece) {
  if (layer->store.source != NULL) {
    return layer->store.source->cluster(layer->store.source, layer->number, number, piece);
  }
  const uint8_t *entry = ovi_overlay_entry(layer, number, piece);
  return (ovi_piece_bytes){layer->overlay.blocks + ovi_get_u64(entry + OVI_PIECE_AT),
                           ovi_get_u32(entry + OVI_PIECE_LENGTH)};
}

/* The block of a cluster that an edited version has replaced; NULL: that of the base holds. */
static inline const ovi_blob *ovi_overlay_replaced(const ovi_layer *layer, uint32_t number) {
  const ovi_overlays *overlay = &layer->overlay;
  const ovi_replaced *replaced =
      overlay->delta != NULL ? ovi_delta_tree_find(overlay->delta, overlay->first_key + number)
                             : NULL;
  return replaced != NULL ? replaced->block : NULL;
}

/* A piece of the block of a cluster by its number. All reading goes through here. */
static inline ovi_piece_bytes ovi_overlay_piece(const ovi_layer *layer, uint32_t number,
                                                ovi_cluster_piece piece) {
  const ovi_made_clusters *made = &layer->overlay.made;
  ovi_piece_bytes whole;
  if (made->blocks != NULL) {
    whole = (ovi_piece_bytes){made->blocks[number], made->bytes[number]};
  } else {
    const ovi_blob *replaced = ovi_overlay_replaced(layer, number);
    if (replaced == NULL) {
      return ovi_overlay_base(layer, number, piece);
    }
    whole = (ovi_piece_bytes){ovi_blob_bytes(replaced), (uint32_t)replaced->bytes};
  }
  const uint32_t front = ovi_get_u32(whole.bytes + OVI_CLUSTER_FRONT_BYTES);
  return piece == OVI_CLUSTER_FRONT ? (ovi_piece_bytes){whole.bytes, front}
                                    : (ovi_piece_bytes){whole.bytes + front, whole.count - front};
}

/* The length of the block of a cluster, which is not read. */
uint32_t ovi_overlay_block_bytes(const ovi_layer *layer, uint32_t number);

/* Waypoints that the cluster of a block owns. */
static inline uint32_t ovi_overlay_own_waypoints(const uint8_t *block) {
  uint32_t count = 0;
  for (uint32_t group = 0; group < OVI_OWN_GROUPS; group++) {
    count += ovi_get_u16(block + OVI_CLUSTER_GROUPS + 2 * (uint64_t)group);
  }
  return count;
}

/* The level of a cluster by its number. */
static inline uint32_t ovi_overlay_level(const ovi_layer *layer, uint32_t number) {
  uint32_t level = 1;
  while (number >= layer->overlay.first_clusters[level]) {
    level++;
  }
  return level;
}

/* Clusters of all levels of a layer. */
static inline uint32_t ovi_cluster_count(const ovi_layer *layer) {
  return layer->overlay.levels != 0 ? layer->overlay.first_clusters[layer->overlay.levels] : 0;
}

/* Returns whether a level is the highest of its partition, which is the one of a single cluster. */
static inline bool ovi_overlay_is_highest(const ovi_layer *layer, uint32_t level) {
  return level != 0 && ovi_clusters_x(layer, level) == 1 && ovi_clusters_y(layer, level) == 1;
}

/* Returns how many levels a partition has, and sets the number of the first cluster of each; behind
 * them stands the number of all clusters. */
uint32_t ovi_overlay_levels(const ovi_layer *layer, uint32_t first_cells[]);

/* The length of the head of a section that has levels: up to the entries, and up to the blocks.
 * Both follow from the partition alone. */
typedef struct ovi_overlay_head {
  uint64_t entries, bytes;
} ovi_overlay_head;
ovi_overlay_head ovi_overlay_head_of(const ovi_layer *layer);

/* The view of a cluster by the front of its block. */
ovi_cluster ovi_overlay_view_block(const ovi_layer *layer, uint32_t level, uint32_t id,
                                   const uint8_t *front);

/* Adds the tables to a view of the front. */
void ovi_cluster_view_tables(ovi_cluster *cluster, const uint8_t *tables);

/* The view of a cluster without its tables; level is 1 to layer->overlay.levels. */
ovi_cluster ovi_overlay_view(const ovi_layer *layer, uint32_t level, uint32_t id);

/* Adds the tables of a cluster to its view. False: they can't be read. */
bool ovi_overlay_view_tables(const ovi_layer *layer, ovi_cluster *cluster);

/* A port of a cluster, or of a region on level 0. */
typedef struct ovi_overlay_port {
  uint32_t cluster;
  uint32_t port;
} ovi_overlay_port;

/* The port of the level below that a port is. The port is UINT32_MAX if the cluster has no such
 * port, which is so in a placeholder; whether the cluster below has the port is not checked. */
ovi_overlay_port ovi_overlay_port_below(const ovi_layer *layer, const ovi_cluster *cluster,
                                        uint32_t port);

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

/* A cost of an exact row, in units; OVI_NO_COST_32: there is no path. */
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
  return ovi_get_u16(cluster->inner.nodes + 2 * (uint64_t)waypoint);
}

/* The cost inside a cluster, whose tables were viewed, from one node to another, of which one at
 * least is a port of the cluster, or any on levels above the first; OVI_NO_COST_32: there is no
 * path. */
uint32_t ovi_inner_cost(const ovi_cluster *cluster, uint32_t from, uint32_t to);

/* The costs between the ports of one of its linked components, as of a region. */
ovi_clique ovi_overlay_clique(const ovi_cluster *cluster, uint32_t component);

/* The clique of a port, and its own place in it; UINT32_MAX if there is no such port. */
typedef struct ovi_overlay_port_clique {
  ovi_clique clique;
  uint32_t here;
} ovi_overlay_port_clique;
ovi_overlay_port_clique ovi_overlay_clique_of(const ovi_cluster *cluster, uint32_t port);

/* The port of a level that a port of a level above it, or of the same level, is; of level 0, of a
 * region. */
ovi_overlay_port ovi_overlay_port_on(const ovi_layer *layer, uint32_t level, ovi_overlay_port port,
                                     uint32_t below);

/* A point of the plane in half cells: the middle of a step over a border, or the far end of a link.
 */
typedef struct ovi_half_cells {
  int64_t x, y;
} ovi_half_cells;

/* The middle of the step of a cluster's port; and that of a port of any level, which need not
 * exist: then a corner of its cluster. */
ovi_half_cells ovi_overlay_port_middle(const ovi_layer *layer, const ovi_cluster *cluster,
                                       uint32_t port);
ovi_half_cells ovi_overlay_middle(const ovi_layer *layer, uint32_t level, uint32_t id,
                                  uint32_t port);

/* The middle of the step of a region's port. */
ovi_half_cells ovi_overlay_region_middle(const ovi_layer *layer, const ovi_region *region,
                                         const ovi_port_groups *groups, uint32_t port);

/* What is stored as the middle of a port, which is port `below` of a part: its coordinate along the
 * border of its group, from the cluster's corner; or the number of its link. */
uint32_t ovi_overlay_along(const ovi_layer *layer, const ovi_cluster *cluster, uint32_t port,
                           ovi_overlay_port below);

#endif
