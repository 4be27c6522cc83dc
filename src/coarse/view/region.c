/* Finding the parts of a block by the lengths in its headers. */
#include "coarse/view/region.h"

#include "coarse/format/edge_paths.h"
#include "common/compiler.h"

static inline uint64_t region_plane_bytes(const ovi_region *region) {
  return (uint64_t)region->h * (uint64_t)ovi_plane_row_bytes(region->w);
}

static uint64_t terrain_end(const ovi_layer *layer, const ovi_region *region,
                            const uint8_t *block) {
  return layer->store.head_bytes + ovi_padded2(ovi_get_u16(block + OVI_BLOCK_SLOTS)) +
         ovi_padded2(block[OVI_BLOCK_PLANES] * region_plane_bytes(region));
}

uint64_t ovi_cells_bytes(const ovi_layer *layer, const ovi_region *place, const uint8_t *block,
                         uint64_t most) {
  if (most < layer->store.head_bytes) {
    return UINT64_MAX;
  }
  uint64_t at = terrain_end(layer, place, block);
  if ((block[OVI_BLOCK_CELLS] & OVI_CELLS_HEIGHTS) != 0) {
    if (at + 4 > most) {
      return UINT64_MAX;
    }
    at += 4 + ovi_padded2((uint64_t)(place->w * place->h) * ovi_get_u16(block + at + 2));
  }
  return at;
}

/* Offsets in a layer block; with 64 bits no forged header makes them wrap. */
typedef struct layer_block_layout {
  uint64_t open, weights, run_rows, breaks, run_components, cliques, port_cells, link_numbers;
  uint64_t linked_begins, port_order, port_places, exceptions, costs, paths, end;
} layer_block_layout;

/* The bytes of a palette with its planes: u16 slots, u16 planes, palette, planes. */
static inline uint64_t palette_bytes(const ovi_region *region, const uint8_t *palette) {
  return 4 + ovi_padded2(ovi_get_u16(palette)) +
         ovi_padded2(ovi_get_u16(palette + 2) * region_plane_bytes(region));
}

/* Where the extra costs of a layer block begin, or what follows if there are none: behind its
 * weights. */
static inline uint64_t extra_begin(const ovi_region *region, const uint8_t *layer_block,
                                   uint64_t weights) {
  const bool has_own = (layer_block[OVI_LAYER_FLAGS] & OVI_FLAG_OWN_WEIGHTS) != 0;
  return weights + (has_own ? palette_bytes(region, layer_block + weights) : 0);
}

/* Computes the layout; false if the lengths that it is computed from are not within `most` bytes.
 */
static inline bool find_layout(const ovi_region *region, const uint8_t *layer_block, uint64_t most,
                               layer_block_layout *at) {
  if (most < OVI_LAYER_HEADER_BYTES) {
    return false;
  }
  const uint32_t flags = layer_block[OVI_LAYER_FLAGS];
  const bool directed = (flags & OVI_FLAG_DIRECTED) != 0;
  if (directed && most < OVI_LAYER_DIRECTED_HEADER_BYTES) {
    return false;
  }
  const uint64_t rows = (uint64_t)region->h;
  const uint64_t ports = ovi_get_u16(layer_block + OVI_LAYER_PORTS);
  const uint64_t linked = ovi_get_u16(layer_block + OVI_LAYER_LINKED);
  const uint64_t runs = ovi_get_u16(layer_block + OVI_LAYER_RUNS);
  const uint64_t sorted = linked > 1 ? ports : 0;
  uint64_t links = 0;
  at->open = directed ? OVI_LAYER_DIRECTED_HEADER_BYTES : OVI_LAYER_HEADER_BYTES;
  at->weights =
      at->open + ((flags & OVI_FLAG_OWN_OPEN) != 0 ? ovi_padded2(region_plane_bytes(region)) : 0);
  if ((flags & OVI_FLAG_OWN_WEIGHTS) != 0 && at->weights + 4 > most) {
    return false;
  }
  at->run_rows = extra_begin(region, layer_block, at->weights);
  if ((layer_block[OVI_LAYER_MORE] & OVI_MORE_EXTRA) != 0) {
    if (at->run_rows + 4 > most) {
      return false;
    }
    at->run_rows += palette_bytes(region, layer_block + at->run_rows);
  }
  at->breaks = at->run_rows + (runs != 0 ? 2 * rows : 0);
  at->run_components =
      at->breaks + (directed && runs != 0 ? ovi_padded2(region_plane_bytes(region)) : 0);
  at->cliques = at->run_components + 2 * runs;
  at->port_cells = at->cliques;
  if (directed) {
    at->port_cells += runs != 0 ? 2 * (uint64_t)ovi_get_u16(layer_block + OVI_LAYER_COMPONENTS) : 0;
    links = (uint64_t)ovi_get_u16(layer_block + OVI_LAYER_LINKS_OUT) +
            ovi_get_u16(layer_block + OVI_LAYER_LINKS_IN);
  }
  at->link_numbers = at->port_cells + 2 * ports;
  at->linked_begins = at->link_numbers + 4 * links;
  at->port_order = at->linked_begins + (sorted != 0 ? 2 * (linked + 1) : 0);
  at->port_places = at->port_order + 2 * sorted;
  at->exceptions = at->port_places + 2 * sorted;
  at->costs = at->exceptions +
              (directed ? 8 * (uint64_t)ovi_get_u32(layer_block + OVI_LAYER_EXCEPTIONS) : 0);
  at->paths = at->costs + ((flags & OVI_FLAG_WIDE) != 0 ? 4 : 2) *
                              (uint64_t)ovi_get_u32(layer_block + OVI_LAYER_COSTS);
  at->end = at->paths;
  if ((layer_block[OVI_LAYER_MORE] & OVI_MORE_PATHS) != 0) {
    if (at->paths + 4 > most) {
      return false;
    }
    at->end += ovi_paths_bytes(layer_block + at->paths);
  }
  return true;
}

uint64_t ovi_layer_block_bytes(const ovi_region *place, const uint8_t *layer_block, uint64_t most) {
  layer_block_layout at;
  return find_layout(place, layer_block, most, &at) ? at.end : UINT64_MAX;
}

bool ovi_layer_block_is_same(const ovi_layer *before, const ovi_layer *after, uint32_t id) {
  const ovi_region place = ovi_region_place(after, id);
  const uint8_t *old_block = ovi_region_layer_block(before, id);
  const uint8_t *new_block = ovi_region_layer_block(after, id);
  const uint64_t bytes = ovi_layer_block_bytes(&place, new_block, UINT64_MAX);
  return ovi_layer_block_bytes(&place, old_block, UINT64_MAX) == bytes &&
         memcmp(old_block, new_block, (size_t)bytes) == 0;
}

/* Lays out a layer block with flags that add parts. */
static void lay_out_any(ovi_region *region) {
  const uint8_t *layer_block = region->layer_block;
  layer_block_layout at;
  find_layout(region, layer_block, UINT64_MAX, &at);
  if ((region->flags & OVI_FLAG_OWN_OPEN) != 0) {
    region->cells.open = layer_block + at.open;
  }
  if ((region->flags & OVI_FLAG_OWN_WEIGHTS) != 0) {
    region->cells.weights = layer_block + at.weights;
  }
  if ((layer_block[OVI_LAYER_MORE] & OVI_MORE_EXTRA) != 0) {
    region->cells.extra = layer_block + extra_begin(region, layer_block, at.weights);
  }
  if ((region->flags & OVI_FLAG_DIRECTED) != 0) {
    region->ports.links_out = ovi_get_u16(layer_block + OVI_LAYER_LINKS_OUT);
    region->ports.links_in = ovi_get_u16(layer_block + OVI_LAYER_LINKS_IN);
    region->costs.exceptions = ovi_get_u32(layer_block + OVI_LAYER_EXCEPTIONS);
    region->components.breaks = region->components.runs != 0 ? layer_block + at.breaks : NULL;
    region->components.cliques = region->components.runs != 0 ? layer_block + at.cliques : NULL;
  }
  region->components.run_rows = layer_block + at.run_rows;
  region->components.run_components = layer_block + at.run_components;
  region->ports.cells = layer_block + at.port_cells;
  region->ports.link_numbers = layer_block + at.link_numbers;
  region->ports.linked_begins = layer_block + at.linked_begins;
  region->ports.order = layer_block + at.port_order;
  region->ports.places = layer_block + at.port_places;
  region->costs.exception_list = layer_block + at.exceptions;
  region->costs.values = layer_block + at.costs;
}

static inline void lay_out(ovi_region *region, const ovi_layer *layer, const uint8_t *block,
                           const uint8_t *layer_block) {
  region->block = block;
  region->layer_block = layer_block;
  region->flags = layer_block[OVI_LAYER_FLAGS];
  region->cells.row_bytes = ovi_plane_row_bytes(region->w);
  region->ports.count = ovi_get_u16(layer_block + OVI_LAYER_PORTS);
  region->components.count = ovi_get_u16(layer_block + OVI_LAYER_COMPONENTS);
  region->components.linked = ovi_get_u16(layer_block + OVI_LAYER_LINKED);
  region->components.runs = ovi_get_u16(layer_block + OVI_LAYER_RUNS);
  region->ports.links_out = region->ports.links_in = region->costs.exceptions = 0;
  region->cells.palette = block + layer->store.head_bytes;
  region->cells.planes = ovi_block_planes(layer, block);
  region->cells.heights = NULL;
  if ((block[OVI_BLOCK_CELLS] & OVI_CELLS_HEIGHTS) != 0) {
    region->cells.heights = block + terrain_end(layer, region, block);
  }
  region->cells.open = region->cells.planes;
  region->cells.weights = region->cells.extra = NULL;
  region->components.breaks = NULL;
  region->components.cliques = NULL;
  /* The rest depends on the parts that the layer block has. */
  if ((region->flags & (OVI_FLAG_OWN_OPEN | OVI_FLAG_OWN_WEIGHTS | OVI_FLAG_DIRECTED)) != 0 ||
      (layer_block[OVI_LAYER_MORE] & OVI_MORE_EXTRA) != 0) {
    lay_out_any(region);
    return;
  }
  /* Without flags that add parts: faster than the general case. */
  const uint8_t *at = layer_block + OVI_LAYER_HEADER_BYTES;
  region->components.run_rows = at;
  at += region->components.runs != 0 ? 2 * region->h : 0;
  region->components.run_components = at;
  at += 2 * (uint64_t)region->components.runs;
  region->ports.cells = at;
  at += 2 * (uint64_t)region->ports.count;
  region->ports.link_numbers = at;
  region->ports.linked_begins = at;
  at += region->components.linked > 1 ? 2 * ((uint64_t)region->components.linked + 1) : 0;
  const uint64_t sorted_bytes =
      region->components.linked > 1 ? 2 * (uint64_t)region->ports.count : 0;
  region->ports.order = at;
  region->ports.places = at + sorted_bytes;
  region->costs.exception_list = at + 2 * sorted_bytes;
  region->costs.values = region->costs.exception_list;
}

void ovi_region_layout(ovi_region *region, const ovi_layer *layer, const uint8_t *block,
                       const uint8_t *layer_block) {
  lay_out(region, layer, block, layer_block);
}

static inline void place_region(ovi_region *region, const ovi_layer *layer, uint32_t id) {
  OVI_ASSERT(id < ovi_region_count(layer));
  region->id = id;
  region->rx = (int32_t)(id % (uint32_t)layer->partition.regions_x);
  region->ry = (int32_t)(id / (uint32_t)layer->partition.regions_x);
  region->x = region->rx * layer->partition.region_cells;
  region->y = region->ry * layer->partition.region_cells;
  int32_t right = layer->partition.width - region->x;
  int32_t below = layer->partition.height - region->y;
  region->w = right < layer->partition.region_cells ? right : layer->partition.region_cells;
  region->h = below < layer->partition.region_cells ? below : layer->partition.region_cells;
}

ovi_region ovi_region_place(const ovi_layer *layer, uint32_t id) {
  ovi_region region = {0};
  place_region(&region, layer, id);
  return region;
}

ovi_region ovi_region_view(const ovi_layer *layer, uint32_t id) {
  ovi_region region;
  const uint8_t *block;
  if (layer->store.is_direct) {
    block = layer->store.blocks + ovi_get_u64(ovi_region_entry(layer, id));
  } else {
    const ovi_replaced *replaced =
        layer->store.delta != NULL ? ovi_delta_tree_find(layer->store.delta, id) : NULL;
    block = replaced != NULL && replaced->block != NULL ? ovi_blob_bytes(replaced->block)
                                                        : ovi_base_block(layer, id);
  }
  place_region(&region, layer, id);
  lay_out(&region, layer, block, ovi_layer_block(layer, block));
  return region;
}

uint32_t ovi_region_port_cell(const ovi_layer *layer, uint32_t id, uint32_t port,
                              ovl_cell *corner) {
  const uint8_t *layer_block = ovi_region_layer_block(layer, id);
  ovi_region region;
  layer_block_layout at;
  place_region(&region, layer, id);
  find_layout(&region, layer_block, UINT64_MAX, &at);
  *corner = (ovl_cell){region.x, region.y, 0};
  return ovi_get_u16(layer_block + at.port_cells + 2 * (uint64_t)port);
}

uint32_t ovi_replaced_island(const ovi_layer *layer, uint32_t id, uint32_t component) {
  const ovi_replaced *replaced = ovi_delta_tree_find(layer->store.delta, id);
  if (replaced == NULL || replaced->islands == NULL) {
    return 0;
  }
  const uint32_t *islands = ovi_replaced_islands(replaced, layer->number);
  OVI_ASSERT(islands[component] != 0);
  return islands[component];
}
