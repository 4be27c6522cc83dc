/* A view of one region of a layer: where the parts of its block lie.
 *
 * Invariant: views are made of blocks that were checked or that the baker wrote, so nothing is
 * checked here. A view is a few words on the stack with pointers into the block; it is valid as
 * long as the block stays in memory: see source.h. */
#ifndef OVERLAND_COARSE_VIEW_REGION_H
#define OVERLAND_COARSE_VIEW_REGION_H

#include <stdbool.h>
#include <stdint.h>

#include "coarse/format/world_format.h"
#include "coarse/view/layer.h"
#include "common/le_bytes.h"
#include "overland.h"

#define OVI_NO_CLIQUE 0xffffu

/* The names are those of world_format.h. */
/* The cells of a region, as its block holds them. */
typedef struct ovi_region_cells {
  int32_t row_bytes; /* of a plane */
  const uint8_t *palette;
  const uint8_t *planes;  /* of terrain */
  const uint8_t *heights; /* NULL: there are none */
  const uint8_t *open;    /* plane of the open positions, unless all or none are open */
  const uint8_t *weights; /* of its own: u16 slots, u16 planes, palette, planes; else NULL */
  const uint8_t *extra;   /* in the same form; NULL: none, or they follow from the weights */
} ovi_region_cells;

/* The local components of a region: runs of open cells in its rows, and the component of each. */
typedef struct ovi_region_components {
  uint32_t count;
  uint32_t linked; /* components that have a port */
  uint32_t runs;
  const uint8_t *run_rows;       /* u16 a row: its first run */
  const uint8_t *breaks;         /* plane, or NULL */
  const uint8_t *run_components; /* u16 a run */
  const uint8_t *cliques;        /* u16 a component: its linked one; NULL: it has the same number */
} ovi_region_components;

typedef struct ovi_region_ports {
  uint32_t count;
  uint32_t links_out, links_in; /* the last ports */
  const uint8_t *cells;         /* u16 a port */
  const uint8_t *link_numbers;  /* u32 a port of a link */
  const uint8_t *linked_begins; /* u16 a linked component and one more; only if linked > 1 */
  const uint8_t *order;         /* u16 a port, by component; only if linked > 1 */
  const uint8_t *places;        /* u16 a port: its place in `order`; only if linked > 1 */
} ovi_region_ports;

/* The costs of a region's ports. */
typedef struct ovi_region_costs {
  const uint8_t *values; /* u16 or u32: a triangle or a square for each linked component */
  uint32_t exceptions;
  const uint8_t *exception_list; /* u32 key, u32 extra each */
} ovi_region_costs;

typedef struct ovi_region {
  const uint8_t *block;
  const uint8_t *layer_block;
  uint32_t id;
  int32_t rx, ry; /* column and row in the partition */
  int32_t x, y;   /* the cell of the plane at its upper left */
  int32_t w, h;   /* cells */
  uint32_t flags; /* of the layer block's header */
  ovi_region_cells cells;
  ovi_region_components components;
  ovi_region_ports ports;
  ovi_region_costs costs;
} ovi_region;

/* The bytes of a row of a plane: a power of two that holds w bits. */
static inline int32_t ovi_plane_row_bytes(int32_t w) {
  return w <= 8 ? 1 : w <= 16 ? 2 : w <= 32 ? 4 : w <= 64 ? 8 : 16;
}

/* The bytes of the head and the cells of a block; `place` is from ovi_region_place. Only the head
 * is read, and the two numbers at the begin of the heights; UINT64_MAX if they are not within the
 * first `most` bytes. */
uint64_t ovi_cells_bytes(const ovi_layer *layer, const ovi_region *place, const uint8_t *block,
                         uint64_t most);

/* The bytes of a layer block. Its header is read, the two numbers at the begin of its weights and
 * that of its paths; UINT64_MAX if they are not within the first `most` bytes. */
uint64_t ovi_layer_block_bytes(const ovi_region *place, const uint8_t *layer_block, uint64_t most);

/* Returns whether the layer block of a region has the same bytes in two versions. */
bool ovi_layer_block_is_same(const ovi_layer *before, const ovi_layer *after, uint32_t id);

/* Completes a region from ovi_region_place with its block and the layer block in it. */
void ovi_region_layout(ovi_region *region, const ovi_layer *layer, const uint8_t *block,
                       const uint8_t *layer_block);

/* The view of region `id` < regions_x * regions_y. */
ovi_region ovi_region_view(const ovi_layer *layer, uint32_t id);

/* The size and place of a region alone: nothing is read. */
ovi_region ovi_region_place(const ovi_layer *layer, uint32_t id);

/* The cell of a port of a region, as ovi_port_cell gives it, and the region's upper left cell;
 * without a view of all the rest. */
uint32_t ovi_region_port_cell(const ovi_layer *layer, uint32_t id, uint32_t port, ovl_cell *corner);

/* The lowest plane of terrain in a block, which says what is open to the default profile. */
static inline const uint8_t *ovi_block_planes(const ovi_layer *layer, const uint8_t *block) {
  uint32_t slots = ovi_get_u16(block + OVI_BLOCK_SLOTS);
  return block + layer->store.head_bytes + (slots + (slots & 1));
}

/* The plane of open positions of a layer block that has neither OVI_FLAG_OPEN nor
 * OVI_FLAG_CLOSED. */
static inline const uint8_t *ovi_open_plane(const ovi_layer *layer, const uint8_t *block,
                                            const uint8_t *layer_block) {
  uint32_t flags = layer_block[OVI_LAYER_FLAGS];
  if ((flags & OVI_FLAG_OWN_OPEN) == 0) {
    return ovi_block_planes(layer, block);
  }
  return layer_block + ((flags & OVI_FLAG_DIRECTED) != 0 ? OVI_LAYER_DIRECTED_HEADER_BYTES
                                                         : OVI_LAYER_HEADER_BYTES);
}

/* The paths of a region's edges, as ovi_path_find takes them; NULL: there are none. */
static inline const uint8_t *ovi_region_paths(const ovi_region *region) {
  const uint64_t costs = ovi_get_u32(region->layer_block + OVI_LAYER_COSTS);
  return (region->layer_block[OVI_LAYER_MORE] & OVI_MORE_PATHS) != 0
             ? region->costs.values + ((region->flags & OVI_FLAG_WIDE) != 0 ? 4 : 2) * costs
             : NULL;
}

/* The number of ports in a group. */
static inline uint32_t ovi_layer_group_count(const uint8_t *layer_block, int group) {
  return ovi_get_u16(layer_block + OVI_LAYER_GROUPS + 2 * group);
}

/* The first port of a group; of group OVI_OWN_GROUPS also the number of waypoints of the own
 * groups.
 */
static inline uint32_t ovi_layer_group_begin(const uint8_t *layer_block, int group) {
  uint32_t begin = 0;
  for (int before = 0; before < group; before++) {
    begin += ovi_layer_group_count(layer_block, before);
  }
  return begin;
}

/* The number of waypoints that a region owns, links included. */
static inline uint32_t ovi_region_waypoints(const ovi_region *region) {
  return ovi_layer_group_begin(region->layer_block, OVI_OWN_GROUPS) + region->ports.links_out;
}

static inline uint32_t ovi_region_group_count(const ovi_region *region, int group) {
  return ovi_layer_group_count(region->layer_block, group);
}

/* The linked component that a local component belongs to; region->linked or more: it has no ports.
 */
static inline uint32_t ovi_region_clique_of(const ovi_region *region, uint32_t component) {
  return region->components.cliques != NULL
             ? ovi_get_u16(region->components.cliques + 2 * (uint64_t)component)
             : component;
}

/* The island of a local component in the tree of replaced regions; 0 if it is as in the base. */
uint32_t ovi_replaced_island(const ovi_layer *layer, uint32_t id, uint32_t component);

/* The island, 1 and up, of a local component. */
static inline uint32_t ovi_region_island(const ovi_layer *layer, const ovi_region *region,
                                         uint32_t component) {
  if (layer->store.delta != NULL && !ovi_layer_has_arcs(layer)) {
    const uint32_t island = ovi_replaced_island(layer, region->id, component);
    if (island != 0) {
      return island;
    }
  }
  if (layer->store.source != NULL && layer->islands.firsts == NULL) {
    return layer->store.source->island(layer->store.source, layer->number, region->id, component);
  }
  uint32_t first = ovi_region_first_slot(layer, region->id);
  return ovi_get_u32(layer->islands.numbers + 4 * ((uint64_t)first + component));
}

/* Returns whether all open positions of a layer block weigh the same and its steps cost what they
 * weigh, so that a window of the region alone can be searched by jump points. */
static inline bool ovi_layer_block_is_even(const uint8_t *layer_block) {
  uint32_t flags = layer_block[OVI_LAYER_FLAGS];
  return (flags & OVI_FLAG_CLOSED) != 0 ||
         (flags & (OVI_FLAG_ONE_WEIGHT | OVI_FLAG_STEPPED)) == OVI_FLAG_ONE_WEIGHT;
}

/* Returns whether in addition they weigh the least weight of the layer, so that a window of several
 * such regions can be searched by jump points. */
static inline bool ovi_layer_block_is_plain(const ovi_layer *layer, const uint8_t *layer_block) {
  return ovi_layer_block_is_even(layer_block) &&
         ((layer_block[OVI_LAYER_FLAGS] & OVI_FLAG_CLOSED) != 0 ||
          layer_block[OVI_LAYER_MIN_WEIGHT] == layer->profile.min_weight);
}

#endif
