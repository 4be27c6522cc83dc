/* One region of a layer, seen through its block.
 *
 * Invariant: a view is made only of blocks that were checked when the world was
 * opened or that the baker wrote, so nothing here is checked again. A view is a
 * few words made on the stack; it holds pointers into the block and is dropped
 * when the question is answered. */
#ifndef OVERLAND_COARSE_VIEW_REGION_H
#define OVERLAND_COARSE_VIEW_REGION_H

#include <stdbool.h>
#include <stdint.h>

#include "coarse/format/world_format.h"
#include "coarse/view/layer.h"
#include "common/le_bytes.h"
#include "overland.h"

#define OVI_NO_CLIQUE 0xffffu

typedef struct ovi_region {
  const uint8_t *block;
  const uint8_t *layer_block; /* the part of the block that belongs to the layer */
  uint32_t id;
  int32_t rx, ry;    /* place in the partition */
  int32_t x, y;      /* cell of the plane at its upper left */
  int32_t w, h;      /* cells */
  int32_t row_bytes; /* of a plane */
  uint32_t flags;
  uint32_t ports, components, linked, runs;
  uint32_t links_out, links_in; /* the last ports */
  uint32_t exceptions;
  const uint8_t *palette; /* of terrains */
  const uint8_t *planes;
  const uint8_t *heights;        /* NULL: there are none */
  const uint8_t *open;           /* plane of the positions that are open, unless all or none are */
  const uint8_t *weights;        /* of its own: u16 slots, u16 planes, palette, planes; else NULL */
  const uint8_t *run_rows;       /* u16 a row: its first run */
  const uint8_t *breaks;         /* plane, or NULL */
  const uint8_t *run_components; /* u16 a run */
  const uint8_t *cliques;        /* u16 a component, or NULL: its linked one is its own number */
  const uint8_t *port_cells;     /* u16 a port */
  const uint8_t *link_numbers;   /* u32 a port of a link */
  const uint8_t *linked_begins;  /* u16 a linked component and one more; only if linked > 1 */
  const uint8_t *port_order;     /* u16 a port, by component; only if linked > 1 */
  const uint8_t *port_places;    /* u16 a port: its place in port_order; only if linked > 1 */
  const uint8_t *exception_list; /* u32 key, u32 extra each */
  const uint8_t *costs;          /* u16 or u32: a triangle or a square for each linked component */
  const uint32_t *landmarks;     /* landmark costs of the version's own; NULL: the base's */
} ovi_region;

/* Bytes of a plane's row: a power of two that holds w bits. */
static inline int32_t ovi_plane_row_bytes(int32_t w) {
  return w <= 8 ? 1 : w <= 16 ? 2 : w <= 32 ? 4 : w <= 64 ? 8 : 16;
}

/* Bytes that the head and the cells of a block take; its region is placed. Nothing but
 * the head is read, and the two numbers that say how long the heights are: `most` is how
 * much may be read. UINT64_MAX if that does not hold them. */
uint64_t ovi_cells_bytes(const ovi_layer *layer, const ovi_region *place, const uint8_t *block,
                         uint64_t most);

/* The same for a layer block. */
uint64_t ovi_layer_block_bytes(const ovi_region *place, const uint8_t *layer_block, uint64_t most);

/* Points a placed region at its block and the layer's own block in it. */
void ovi_region_layout(ovi_region *region, const ovi_layer *layer, const uint8_t *block,
                       const uint8_t *layer_block);

/* The view of region `id` < regions_x * regions_y. */
ovi_region ovi_region_view(const ovi_layer *layer, uint32_t id);

/* The size and place of a region, without its block. */
ovi_region ovi_region_place(const ovi_layer *layer, uint32_t id);

/* The plane of terrains in a block that tells what is open to the default profile. */
static inline const uint8_t *ovi_block_planes(const ovi_layer *layer, const uint8_t *block) {
  uint32_t slots = ovi_get_u16(block + OVI_BLOCK_SLOTS);
  return block + layer->block_head_bytes + (slots + (slots & 1));
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

static inline uint32_t ovi_layer_group_count(const uint8_t *layer_block, int group) {
  return ovi_get_u16(layer_block + OVI_LAYER_GROUPS + 2 * group);
}

static inline uint32_t ovi_region_group_count(const ovi_region *region, int group) {
  return ovi_layer_group_count(region->layer_block, group);
}

/* The linked component that a local component is part of: `linked` or more if it has no
 * ports. */
static inline uint32_t ovi_region_clique_of(const ovi_region *region, uint32_t component) {
  return region->cliques != NULL ? ovi_get_u16(region->cliques + 2 * (uint64_t)component)
                                 : component;
}

/* The same where islands were replaced; 0 if they were not. */
uint32_t ovi_delta_tree_island(const ovi_layer *layer, uint32_t id, uint32_t component);

/* The island (1 and up) of a local component. */
static inline uint32_t ovi_region_island(const ovi_layer *layer, const ovi_region *region,
                                         uint32_t component) {
  if (layer->delta != NULL && !layer->profile.is_directed) {
    const uint32_t island = ovi_delta_tree_island(layer, region->id, component);
    if (island != 0) {
      return island;
    }
  }
  if (layer->source != NULL) {
    return layer->source->island(layer->source, layer->number, region->id, component);
  }
  uint32_t first = ovi_region_first_slot(layer, region->id);
  return ovi_get_u32(layer->islands.numbers + 4 * ((uint64_t)first + component));
}

/* Whether the open positions of a layer block all weigh the same and its steps cost what they
 * weigh, so that a window of it can be searched by jumps. */
static inline bool ovi_layer_block_is_even(const uint8_t *layer_block) {
  uint32_t flags = layer_block[OVI_LAYER_FLAGS];
  return (flags & OVI_FLAG_CLOSED) != 0 ||
         (flags & (OVI_FLAG_ONE_WEIGHT | OVI_FLAG_STEPPED)) == OVI_FLAG_ONE_WEIGHT;
}

/* Whether the open positions of a layer block all weigh what the whole layer's lightest do, so that
 * a window of such regions can be searched by jumps. */
static inline bool ovi_layer_block_is_plain(const ovi_layer *layer, const uint8_t *layer_block) {
  uint32_t flags = layer_block[OVI_LAYER_FLAGS];
  return (flags & OVI_FLAG_CLOSED) != 0 ||
         ((flags & (OVI_FLAG_ONE_WEIGHT | OVI_FLAG_STEPPED)) == OVI_FLAG_ONE_WEIGHT &&
          layer_block[OVI_LAYER_MIN_WEIGHT] == layer->profile.min_weight);
}

#endif
