/* Read access to a baked world: what all profiles share, and a layer for each profile.
 *
 * The floors of a world lie in one grid, the plane. Each floor begins at a row of regions of its
 * own and ends with at least one row of void, unless it is the only one, so two floors never touch
 * and the coarse tier needs no rule for them. The plane of a world with one floor is that floor.
 *
 * A layer is the world as one profile sees it: the cells that are open to it, its waypoint graph,
 * islands, labels and overlay. Layers do not depend on each other.
 *
 * In an edited world, the blocks of some regions and the islands of their components are not those
 * of the file: they stand in a tree of replaced regions. The totals of a layer are then those of
 * the version, or bounds where it says so below.
 *
 * Invariant: a layer is a view. It is made of bytes that were checked or were written by the baker
 * a moment ago, and owns nothing. */
#ifndef OVERLAND_COARSE_VIEW_LAYER_H
#define OVERLAND_COARSE_VIEW_LAYER_H

#include <stdbool.h>
#include <stdint.h>

#include "coarse/format/plane.h"
#include "coarse/format/world_format.h"
#include "coarse/view/delta_tree.h"
#include "coarse/view/source.h"
#include "common/compiler.h"
#include "common/le_bytes.h"
#include "fine/step_rule.h"
#include "overland.h"
#include "overland_inspect.h"

/* The file of a world, and the sections that all profiles share. */
typedef struct ovi_file_view {
  const uint8_t *bytes;
  uint64_t count;
  const uint8_t *table, *blocks, *profiles, *floors, *links, *places; /* its sections */
  uint32_t place_count;
} ovi_file_view;

/* Everything that the profiles of a world share. */
typedef struct ovi_shared {
  ovi_file_view file;
  ovi_plane plane;
  const ovi_delta_tree *delta; /* replaced regions; NULL: the world was never edited */
  uint32_t floor_count, profile_count, link_count;
  uint32_t entry_bytes;      /* of the region table */
  uint32_t block_head_bytes; /* of each block */
  uint64_t map_fingerprint;
  uint64_t fingerprint;  /* of an edited version, its identity */
  ovl_overlays overlays; /* as the bake was given it */
  bool has_heights;
  bool has_labels;   /* or room for them */
  bool is_one_floor; /* one floor of cells, which is the plane */
  bool is_made;      /* the library wrote the bytes a moment ago: they are not checked */
} ovi_shared;

/* Clusters that are not in a file yet. */
typedef struct ovi_made_clusters {
  const uint8_t *const *blocks; /* of each cluster; NULL: the clusters are in a file */
  const uint32_t *bytes;        /* the lengths of the blocks */
  const uint32_t *const *ways;  /* of a directed layer, of each cluster of level 1: the ways of its
                                   ports, so that their regions are not read again; else NULL */
  uint32_t shortened;           /* so many clusters, the first ones, have no tables any more */
} ovi_made_clusters;

/* The overlay levels of a layer: see overlay.h. Clusters are numbered over all levels. */
typedef struct ovi_overlays {
  uint32_t levels;             /* 0: none */
  uint32_t base_levels;        /* of the file */
  const uint8_t *headers;      /* of the levels of the file */
  const uint8_t *entries;      /* of all clusters of the file */
  const uint8_t *blocks;       /* of the file */
  uint64_t blocks_at;          /* their offset in the file */
  ovi_made_clusters made;      /* while the overlay is made */
  const ovi_delta_tree *delta; /* replaced clusters, by first_key + number; or NULL */
  uint32_t first_key;
  uint32_t first_clusters[OVI_OVERLAY_MOST_LEVELS + 1]; /* the first of level 1 and up */
  uint32_t waypoints; /* the most of any level, or an upper bound */
  uint32_t max_ports; /* the most of any cluster, or an upper bound */
  uint64_t bytes;     /* length of the section, or what it would be */
  uint8_t weight;     /* no path, over links either, costs less than octile distance with it */
} ovi_overlays;

/* The settings of a layer's profile. */
typedef struct ovi_layer_profile {
  const uint8_t *weights; /* of each terrain */
  uint8_t corners;        /* a topology, see common/topology.h */
  uint8_t body_cells;
  uint8_t min_weight; /* of its positions; of an edited version, no more than that */
  bool is_plain;      /* all regions are plain; an edited version may say false although they are */
  bool is_directed;   /* costs and reach may differ with the direction */
  bool has_links;     /* octile distance is then no lower bound */
  bool asks_rule;     /* the caller's step rule applies to it */
  bool is_mutual;     /* see OVI_PROFILE_MUTUAL */
  uint8_t wall_cost[OVL_WALL_CELLS];
  int32_t climb, drop;
  uint32_t climb_cost, drop_cost;
  uint32_t max_exceptions; /* of any region, or an upper bound */
} ovi_layer_profile;

/* The size of a layer's waypoint graph. */
typedef struct ovi_layer_graph {
  uint64_t waypoints;
  uint64_t open_cells;
  uint16_t max_ports; /* of any region, or an upper bound */
} ovi_layer_graph;

/* The islands of a layer: its connected components. */
typedef struct ovi_layer_islands {
  const uint8_t *numbers; /* u32 a slot: the island of a local component */
  const uint8_t *firsts;  /* of an edited layer with arcs: u32 a region, its first slot; else NULL:
                             the region table has them */
  const uint8_t *weak;    /* u32 an island; like the two below of a layer with arcs only */
  const uint8_t *arc_begins;
  const uint8_t *arcs;
  uint32_t slots, count;
  uint64_t bytes; /* of the section */
} ovi_layer_islands;

/* The links of a layer with labels: see ways.h. */
typedef struct ovi_layer_ways {
  const uint8_t *links;   /* u32 a link: its waypoint */
  const uint8_t *ways;    /* OVI_WAY_BYTES a way */
  const uint8_t *closure; /* u64 a pair of ways */
  uint32_t link_count, count;
} ovi_layer_ways;

/* The hub labels of a layer: see labels.h. */
typedef struct ovi_layer_labels {
  const uint8_t *firsts; /* u32 a region: the number of its first waypoint */
  const uint8_t *hubs;   /* u16 x and u16 y a hub, by rank */
  const uint8_t *begins; /* u32 a waypoint: where its bundle begins in the data */
  const uint8_t *data;   /* NULL: bundles are read from the source */
  uint32_t count;        /* nodes and hubs; 0: no labels */
  ovi_shared_bits ready; /* a bit a waypoint: its labels were checked; without words, all were, or
                            the source says it */
  uint32_t shift, cost_bytes;
  ovi_layer_ways ways;
  uint32_t table[OVI_LABEL_MOST_STEPS]; /* steps, modulo 2^32 */
  ovl_labels state;
  int32_t budget; /* bytes a cell that they may take */
  uint64_t bytes; /* of the section */
} ovi_layer_labels;

/* The store of the blocks: copies of the fields of ovi_shared that are read often. */
typedef struct ovi_layer_store {
  const uint8_t *table;
  const uint8_t *blocks;
  const ovi_delta_tree *delta;
  ovi_source *source; /* NULL: all was checked, and is in memory */
  bool is_direct;     /* neither delta nor source: blocks are where the table says */
  uint32_t entry_bytes;
  uint32_t head_bytes; /* of a block */
} ovi_layer_store;

typedef struct ovi_layer {
  ovi_layer_store store;
  ovi_plane partition; /* that of ovi_shared */
  uint32_t number;     /* of the profile */
  uint64_t fingerprint;
  const ovi_shared *shared;
  ovi_layer_profile profile;
  ovi_layer_graph graph;
  ovi_layer_islands islands;
  ovi_overlays overlay;
  ovi_layer_labels labels;
} ovi_layer;

/* Returns whether a world with a plane of that size has labels, by the setting of its bake. */
static inline bool ovi_labels_are_wanted(ovl_overlays overlays, int32_t width, int32_t height) {
  return overlays == OVL_OVERLAYS_AUTO &&
         (int64_t)width * (int64_t)height <= OVL_MAX_CELLS_WITH_LABELS;
}

/* Sets where a layer reads blocks: replaced regions from a tree, the others from a source. Both may
 * be NULL. */
static inline void ovi_layer_set_sources(ovi_layer *layer, const ovi_delta_tree *delta,
                                         ovi_source *source) {
  layer->store.delta = delta;
  layer->store.source = source;
  layer->store.is_direct = delta == NULL && source == NULL;
}

/* Begins a layer: copies its number and the fields of the shared part that it reads often. */
void ovi_layer_begin(ovi_layer *layer, const ovi_shared *shared, uint32_t number);

/* Reads the settings of a layer's profile from its entry, which was checked. */
void ovi_layer_read_profile(ovi_layer *layer, const uint8_t *entry);

/* Sets the arrays of a layer's islands, as they lie in its section: the numbers, and what follows
 * them in a directed layer. NULL: they are not in memory. Its profile was read. */
void ovi_layer_set_islands(ovi_layer *layer, const uint8_t *numbers, const uint8_t *behind);

/* Sets the arrays of a section of islands that is in memory; NULL: there is none. */
static inline void ovi_layer_find_islands(ovi_layer *layer, const uint8_t *section) {
  const uint8_t *behind = section != NULL ? section + 4 * (uint64_t)layer->islands.slots : NULL;
  ovi_layer_set_islands(layer, section, behind);
}

/* Returns whether the islands of a layer may lead to others one way: it has lists of weak islands
 * and of arcs. */
static inline bool ovi_layer_has_arcs(const ovi_layer *layer) {
  return layer->profile.is_directed && !layer->profile.is_mutual;
}

/* Returns whether the cost of a step may depend on more than weights and corners. */
static inline bool ovi_layer_has_rule(const ovi_layer *layer) {
  return layer->profile.is_directed &&
         (layer->profile.climb >= 0 || layer->profile.drop >= 0 || layer->profile.climb_cost != 0 ||
          layer->profile.drop_cost != 0 || layer->profile.max_exceptions != 0);
}

/* Returns whether nothing but links of a directed layer depends on the direction. */
static inline bool ovi_layer_walks_evenly(const ovi_layer *layer) {
  return layer->profile.is_directed && !layer->profile.asks_rule &&
         layer->profile.max_exceptions == 0 &&
         (!layer->shared->has_heights || !ovi_layer_has_rule(layer));
}

/* The costs and limits of climbing. */
ovi_step_rule ovi_layer_rule(const ovi_layer *layer);

/* The weak island, 1 and up, of an island of a directed layer: islands that are joined in one
 * direction at least have the same. */
static inline uint32_t ovi_layer_weak_island(const ovi_layer *layer, uint32_t island) {
  OVI_ASSERT(island != 0 && island <= layer->islands.count);
  return layer->profile.is_mutual ? island
                                  : ovi_get_u32(layer->islands.weak + 4 * ((uint64_t)island - 1));
}

/* The arcs that leave an island of a layer with arcs, from `begin` to before `end`. */
static inline void ovi_island_arcs(const ovi_layer *layer, uint32_t island, uint32_t *begin,
                                   uint32_t *end) {
  OVI_ASSERT(island != 0 && island <= layer->islands.count);
  const uint8_t *at = layer->islands.arc_begins + 4 * ((uint64_t)island - 1);
  *begin = ovi_get_u32(at);
  *end = ovi_get_u32(at + 4);
}

/* The island that an arc leads to. */
static inline uint32_t ovi_island_of_arc(const ovi_layer *layer, uint32_t arc) {
  return ovi_get_u32(layer->islands.arcs + 4 * (uint64_t)arc);
}

static inline uint32_t ovi_region_at(const ovi_layer *layer, int32_t x, int32_t y) {
  OVI_ASSERT(x >= 0 && x < layer->partition.width && y >= 0 && y < layer->partition.height);
  return (uint32_t)(y / layer->partition.region_cells * layer->partition.regions_x +
                    x / layer->partition.region_cells);
}

static inline uint32_t ovi_region_count(const ovi_layer *layer) {
  return ovi_plane_regions(&layer->partition);
}

/* The entry of a region in the table; of a layer with a source, only if the region is ready. */
static inline const uint8_t *ovi_region_entry(const ovi_layer *layer, uint32_t id) {
  return layer->store.table + (uint64_t)id * layer->store.entry_bytes;
}

/* Returns whether a block is that of its region, not the placeholder of one that could not be read.
 */
static inline bool ovi_layer_has_block(const ovi_layer *layer, const uint8_t *block) {
  return layer->store.source == NULL || block != layer->store.source->no_block;
}

/* Lets pages that were read leave memory: see source.h. */
static inline void ovi_layer_unpin(const ovi_layer *layer) {
  if (layer->store.source != NULL) {
    layer->store.source->unpin(layer->store.source);
  }
}

/* Begin and end a pass over many regions, in which what was read before stays in memory. */
static inline void ovi_layer_begin_pass(const ovi_layer *layer) {
  if (layer->store.source != NULL) {
    layer->store.source->pass(layer->store.source, true);
  }
}
static inline void ovi_layer_end_pass(const ovi_layer *layer) {
  if (layer->store.source != NULL) {
    layer->store.source->pass(layer->store.source, false);
  }
}

/* Returns whether regions of the base are fetched when they are read, and may leave memory again.
 */
static inline bool ovi_layer_is_fetched(const ovi_layer *layer) {
  return layer->store.source != NULL && layer->store.source->ready.words == NULL;
}

/* OVL_OK if all that was read since the call began was there and valid. */
static inline ovl_result ovi_layer_outcome(const ovi_layer *layer) {
  return layer->store.source == NULL ? OVL_OK : layer->store.source->outcome(layer->store.source);
}

/* The block of a region in the base, and its length. */
static inline const uint8_t *ovi_base_block(const ovi_layer *layer, uint32_t id) {
  ovi_source *source = layer->store.source;
  if (source != NULL && (source->ready.words == NULL || !ovi_has_bit(&source->ready, id))) {
    return source->block(source, id);
  }
  return layer->store.blocks + ovi_get_u64(ovi_region_entry(layer, id));
}

uint32_t ovi_base_block_bytes(const ovi_layer *layer, uint32_t id);

/* The block of a region, and its length. */
static inline const uint8_t *ovi_region_block(const ovi_layer *layer, uint32_t id) {
  if (layer->store.is_direct) {
    return layer->store.blocks + ovi_get_u64(ovi_region_entry(layer, id));
  }
  if (layer->store.delta != NULL) {
    const ovi_replaced *replaced = ovi_delta_tree_find(layer->store.delta, id);
    if (replaced != NULL && replaced->block != NULL) {
      return ovi_blob_bytes(replaced->block);
    }
  }
  return ovi_base_block(layer, id);
}

uint32_t ovi_region_block_bytes(const ovi_layer *layer, uint32_t id);

/* Returns whether some block was replaced, so that labels are stale. */
static inline bool ovi_layer_is_edited(const ovi_layer *layer) {
  return layer->store.delta != NULL && layer->store.delta->blocks != 0;
}

/* The block of a layer within the block of a region: see world_format.h. */
static inline const uint8_t *ovi_layer_block(const ovi_layer *layer, const uint8_t *block) {
  uint64_t at = layer->store.head_bytes == OVI_BLOCK_HEAD_BYTES
                    ? 2 * (uint64_t)ovi_get_u16(block + OVI_BLOCK_LAYERS)
                    : ovi_get_u32(block + OVI_BLOCK_LAYERS + 4 * (uint64_t)layer->number);
  return block + at;
}

static inline const uint8_t *ovi_region_layer_block(const ovi_layer *layer, uint32_t id) {
  return ovi_layer_block(layer, ovi_region_block(layer, id));
}

/* The number of a region's first local component in the section of islands. */
static inline uint32_t ovi_region_first_slot(const ovi_layer *layer, uint32_t id) {
  if (layer->islands.firsts != NULL) {
    return ovi_get_u32(layer->islands.firsts + 4 * (uint64_t)id);
  }
  if (layer->store.source != NULL) {
    return layer->store.source->first_slot(layer->store.source, layer->number, id);
  }
  return ovi_get_u32(ovi_region_entry(layer, id) + OVI_TABLE_SLOTS + 4 * (uint64_t)layer->number);
}

/* The number of a region's first waypoint, counted over the layer. Of a layer with labels. */
static inline uint32_t ovi_first_waypoint(const ovi_layer *layer, uint32_t region) {
  return ovi_get_u32(layer->labels.firsts + 4 * (uint64_t)region);
}

static inline bool ovi_plane_has(const ovi_layer *layer, int32_t x, int32_t y) {
  return x >= 0 && y >= 0 && x < layer->partition.width && y < layer->partition.height;
}

/* Returns whether paths are smoothed by string pulling: the layer is plain but for links. */
static inline bool ovi_layer_pulls_strings(const ovi_layer *layer) {
  return ovi_has_jump_points(layer->profile.corners) && layer->profile.is_plain &&
         !ovi_layer_has_rule(layer);
}

/* Returns true if the fine search uses windows of three regions instead of two. On ground of equal
 * weights it is fast enough for them. Elsewhere it is slower, and small windows are nearly as good
 * for bodies of one cell, because edges hold exact costs. Paths of wider bodies, though, exceed the
 * optimum less than half as much with large windows. */
static inline bool ovi_layer_has_large_windows(const ovi_layer *layer) {
  return layer->profile.is_plain || layer->profile.body_cells > 1;
}

#endif
