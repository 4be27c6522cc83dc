/* One region of a world, seen through its block.
 *
 * Invariant: a view is made only of blocks that were checked when the world was
 * opened or that the baker wrote, so nothing here is checked again. A view is a
 * few words made on the stack; it holds pointers into the block and is dropped
 * when the question is answered. */
#ifndef OVI_REGION_H
#define OVI_REGION_H

#include <stdbool.h>
#include <stdint.h>

#include "le_bytes.h"
#include "overland.h"
#include "window.h"
#include "world_format.h"

#define OVI_NO_COMPONENT UINT32_MAX

/* What a step costs at least, in the units of labels, which are packed by it. */
typedef struct ovi_label_bound {
  uint32_t straight;
  uint32_t more;  /* what a diagonal step costs beyond that */
  uint32_t slack; /* a cost is below the octile distance of two first cells by no more */
} ovi_label_bound;

struct ovl_world {
  const uint8_t *bytes;
  uint64_t byte_count;
  const uint8_t *table;
  const uint8_t *blocks;
  const uint8_t *islands;
  const uint8_t *mark_firsts; /* of the landmarks: see world_format.h */
  const uint8_t *mark_bases;
  const uint8_t *mark_deltas;
  uint64_t island_bytes, mark_bytes, label_bytes; /* of the whole sections */
  uint32_t mark_count;                            /* landmarks; 0: none */
  uint8_t mark_shift, mark_base_shift;
  bool mark_wide;
  const uint8_t *label_firsts; /* u32 a region: its first waypoint's index */
  const uint8_t *label_hubs;   /* u16 x and u16 y a hub, by rank */
  const uint8_t *label_begins; /* u32 a waypoint: where its label is in the data */
  const uint8_t *label_data;
  uint32_t label_count; /* waypoints and hubs; 0: no labels */
  uint32_t label_shift;
  ovi_label_bound label_bound;
  uint16_t label_table[OVI_LABEL_MOST_VALUES]; /* excesses */
  ovl_labels label_state;
  int32_t label_budget; /* bytes a cell that they may take */
  int32_t width, height;
  int32_t region_cells;
  int32_t regions_x, regions_y;
  uint8_t corners;
  uint8_t min_weight;
  bool is_plain; /* all its regions are: see ovi_block_is_plain */
  uint16_t max_ports;
  uint64_t waypoints;
  uint32_t island_count;
  uint64_t fingerprint;
  const uint8_t *weights;
  ovl_allocator allocator;
  uint8_t *owned; /* the bytes, if the world was baked; else NULL */
  uint64_t owned_bytes;
};

typedef struct ovi_region {
  const uint8_t *block;
  uint32_t id;
  int32_t rx, ry;    /* place in the partition */
  int32_t x, y;      /* world cell of its upper left */
  int32_t w, h;      /* cells */
  int32_t row_bytes; /* of a plane */
  uint32_t flags;
  uint32_t ports, components, linked, runs;
  const uint8_t *palette;
  const uint8_t *planes;
  const uint8_t *run_rows;       /* u16 a row: its first run */
  const uint8_t *run_components; /* u16 a run */
  const uint8_t *port_cells;     /* u16 a port */
  const uint8_t *linked_begins;  /* u16 a linked component and one more; only if linked > 1 */
  const uint8_t *port_order;     /* u16 a port, by component; only if linked > 1 */
  const uint8_t *port_places;    /* u16 a port: its place in port_order; only if linked > 1 */
  const uint8_t *costs;          /* u16 or u32: a triangle for each linked component */
} ovi_region;

/* Bytes of a plane's row: a power of two that holds w bits. */
static inline int32_t ovi_plane_row_bytes(int32_t w) {
  return w <= 8 ? 1 : w <= 16 ? 2 : w <= 32 ? 4 : w <= 64 ? 8 : 16;
}

static inline uint32_t ovi_region_at(const ovl_world *world, int32_t x, int32_t y) {
  return (uint32_t)(y / world->region_cells * world->regions_x + x / world->region_cells);
}

static inline uint32_t ovi_region_count(const ovl_world *world) {
  return (uint32_t)world->regions_x * (uint32_t)world->regions_y;
}

static inline const uint8_t *ovi_region_entry(const ovl_world *world, uint32_t id) {
  return world->table + (uint64_t)id * OVI_TABLE_ENTRY_BYTES;
}

static inline const uint8_t *ovi_region_block(const ovl_world *world, uint32_t id) {
  return world->blocks + ovi_get_u64(ovi_region_entry(world, id));
}

/* Bytes that a block takes whose header is here, its region being `place`. */
uint64_t ovi_region_bytes(const ovi_region *place, const uint8_t *block);

/* Points a placed region at the parts of its block. */
void ovi_region_layout(ovi_region *region, const uint8_t *block);

/* The view of region `id` < regions_x * regions_y. */
ovi_region ovi_region_view(const ovl_world *world, uint32_t id);

/* The size and place of a region, without its block. */
ovi_region ovi_region_place(const ovl_world *world, uint32_t id);

/* The planes in a block, without a view of the rest. */
static inline const uint8_t *ovi_block_planes(const uint8_t *block) {
  uint32_t slots = ovi_get_u16(block + OVI_BLOCK_SLOTS);
  return block + OVI_BLOCK_HEADER_BYTES + (slots + (slots & 1));
}

static inline uint32_t ovi_region_group_count(const ovi_region *region, int group) {
  return ovi_get_u16(region->block + OVI_BLOCK_GROUPS + 2 * group);
}

/* Place in the palette, and terrain, of local cell (x, y). */
uint32_t ovi_region_slot(const ovi_region *region, int32_t x, int32_t y);
uint32_t ovi_region_terrain(const ovi_region *region, int32_t x, int32_t y);

/* One row of open cells as bits; out has 2 words. */
void ovi_region_open_row(const ovi_region *region, int32_t y, uint64_t out[2]);

/* The local component of a local cell, or OVI_NO_COMPONENT if it blocks. */
uint32_t ovi_region_component(const ovi_region *region, int32_t x, int32_t y);

/* The island (1 and up) of a local component. */
static inline uint32_t ovi_region_island(const ovl_world *world, const ovi_region *region,
                                         uint32_t component) {
  uint32_t first = ovi_get_u32(ovi_region_entry(world, region->id) + 12);
  return ovi_get_u32(world->islands + 4 * ((uint64_t)first + component));
}

/* Pastes the region's cells into a window that covers them. */
void ovi_region_paste(const ovl_world *world, const ovi_region *region, ovi_window *window);

/* Whether the open cells of a region's block all weigh what the whole world's
 * lightest do, so that a window of such regions can be searched by jumps. */
static inline bool ovi_block_is_plain(const ovl_world *world, const uint8_t *block) {
  uint32_t flags = block[OVI_BLOCK_FLAGS];
  return (flags & OVI_FLAG_CLOSED) != 0 ||
         ((flags & OVI_FLAG_ONE_WEIGHT) != 0 && block[OVI_BLOCK_MIN_WEIGHT] == world->min_weight);
}

/* Whether all of the world weighs the same under the strict corner rule. */
static inline bool ovi_world_is_plain(const ovl_world *world) {
  return world->corners == OVL_CORNERS_STRICT && world->is_plain;
}

#endif
