/* Writes a block: the cells of a region, then a layer block for each profile with its open
 * positions, weights, components, ports, and the costs between the ports of a component.
 *
 * Data that profiles have in common is stored once: cells by all, and a layer block by the profiles
 * for which it is identical. */
#include "coarse/blocks/block_writer.h"

#include "coarse/blocks/directed.h"
#include "coarse/view/region_cells.h"
#include "common/compiler.h"
#include "common/hash64.h"

void ovi_block_writer_reserve(ovi_block_writer *writer, ovi_arena *arena, int32_t cells,
                              const ovi_port_capacity *capacity) {
  const uint64_t side = (uint64_t)cells;
  const uint32_t most = capacity->ports;
  writer->cells.terrain = ovi_arena_take(arena, side * side, sizeof(uint8_t));
  writer->cells.weights = ovi_arena_take(arena, side * side, sizeof(uint8_t));
  writer->cells.extra = ovi_arena_take(arena, side * side, sizeof(uint8_t));
  writer->cells.heights = ovi_arena_take(arena, side * side, sizeof(uint16_t));
  writer->ports.ports = ovi_arena_take(arena, most, sizeof(ovi_block_port));
  writer->ports.order = ovi_arena_take(arena, most, sizeof(uint16_t));
  writer->ports.begins = ovi_arena_take(arena, most + 1, sizeof(uint16_t));
  writer->ports.renumber = ovi_arena_take(arena, side * side, sizeof(uint16_t));
  ovi_port_costs *costs = &writer->costs;
  const ovi_window_shape shape = {0, 0, cells, cells, 0, 0, true};
  ovi_window_reserve(&costs->window, arena, shape, true);
  if (capacity->steps) {
    const uint32_t exceptions = capacity->exceptions ? 8 * (uint32_t)(cells * cells) : 0;
    ovi_window_reserve_steps(&costs->window, arena, true, exceptions);
  }
  ovi_fine_reserve(&costs->search, arena, costs->window.max_cells);
  costs->known.ports = ovi_arena_take(arena, most, sizeof(ovi_known_port));
  costs->known.weights = ovi_arena_take(arena, side * side, sizeof(uint8_t));
  costs->known.heights =
      capacity->steps ? ovi_arena_take(arena, side * side, sizeof(uint16_t)) : NULL;
  costs->known.open = ovi_arena_take(arena, side, sizeof(uint64_t[2]));
  costs->known.touched = ovi_arena_take(arena, side + 2, sizeof(uint64_t[2]));
  costs->unknown = ovi_arena_take(arena, most, sizeof(uint16_t));
  costs->targets = ovi_arena_take(arena, most, sizeof(uint16_t));
  costs->detours = ovi_arena_take(arena, most, sizeof(uint16_t));
  costs->costs = ovi_arena_take(arena, capacity->costs + 1, sizeof(uint32_t));
  costs->paths.begins = ovi_arena_take(arena, OVI_PATH_PORTS, sizeof(uint32_t));
  costs->paths.bytes = ovi_arena_take(arena, ovi_paths_most_bytes(side * side, most), 1);
}

uint64_t ovi_layer_block_most_bytes(const ovi_draft *draft, uint64_t ports) {
  uint64_t rows = (uint64_t)draft->place.h;
  uint64_t plane = rows * (uint64_t)ovi_plane_row_bytes(draft->place.w) + 1;
  uint64_t runs = draft->run_rows[draft->place.h];
  uint64_t bytes =
      OVI_LAYER_DIRECTED_HEADER_BYTES + 4 + 256 + 9 * plane + 2 * rows + 2 * runs + 8 * ports + 32;
  bytes += draft->weights != NULL ? 4 + 256 + 9 * plane : 0; /* extra costs */
  if (draft->directed) { /* breaks, components, links, exceptions */
    bytes += plane + 2 * (uint64_t)draft->components + 4 * ports + 8 * (uint64_t)draft->rule.count;
  }
  return bytes + 4 * ovi_port_costs_most(draft, ports) +
         ovi_paths_most_bytes(rows * (uint64_t)draft->place.w, ports);
}

ovl_result ovi_block_measure(const ovi_map *map, const ovi_block_sources *sources,
                             ovi_port_capacity *capacity, uint64_t *bytes, ovl_fault *fault) {
  const ovi_region *place = &sources->draft->place;
  *bytes = ovi_block_head_bytes((uint32_t)map->profile_count) + ovi_cells_most_bytes(place);
  for (int32_t profile = 0; profile < map->profile_count; profile++) {
    const ovi_draft *draft = sources[profile].draft;
    uint32_t ports =
        draft->directed ? ovi_directed_count_ends(map->directed, profile, place->id) : 0;
    for (int group = 0; group < OVI_GROUP_COUNT; group++) {
      ports += sources[profile].groups[group].count;
    }
    const uint64_t costs = ovi_port_costs_most(draft, ports);
    capacity->ports = ports > capacity->ports ? ports : capacity->ports;
    capacity->costs = costs > capacity->costs ? costs : capacity->costs;
    *bytes += ovi_layer_block_most_bytes(draft, ports);
  }
  *bytes = (*bytes + 63) & ~(uint64_t)63;
  if (*bytes > OVI_BLOCK_MOST_BYTES) {
    *fault = (ovl_fault){"bytes of a region: its profiles have too many links", place->id, *bytes,
                         OVI_BLOCK_MOST_BYTES};
    return OVL_BAD_ARGUMENT;
  }
  return OVL_OK;
}

/* ---- Positions ----------------------------------------------------------- */

/* Facts about the positions of a region that its layer block stores. */
typedef struct block_positions {
  uint32_t flags;
  uint32_t min_weight, open_cells;
  ovi_palette palette; /* of weights, if they do not follow from terrain */
  bool has_extra;      /* there are costs beside walls, and these are extra costs: */
  ovi_palette extra;   /* their palette */
} block_positions;

/* Returns whether the plane of open terrains equals the open positions. */
static bool is_terrain_plane(const ovi_block_writer *writer, const ovi_draft *draft) {
  const ovi_region *place = &draft->place;
  const int32_t row_bytes = ovi_plane_row_bytes(place->w);
  if ((writer->cells.flags & (OVI_CELLS_OPEN | OVI_CELLS_CLOSED)) != 0) {
    return false; /* that plane is not stored */
  }
  for (int32_t y = 0; y < place->h; y++) {
    const uint8_t *row = writer->cells.open + y * row_bytes;
    for (int32_t byte = 0; byte < row_bytes; byte++) {
      if (row[byte] != (uint8_t)(draft->open[y][byte >> 3] >> (byte & 7) * 8)) {
        return false;
      }
    }
  }
  return true;
}

/* Finds the extra costs of a region whose weights do not tell them, because of walls; 1 is added to
 * those of positions. */
static void describe_extra(block_positions *positions, ovi_block_writer *writer, const ovi_map *map,
                           const ovi_draft *draft) {
  const ovi_region *place = &draft->place;
  const uint8_t *plain = map->profiles[draft->profile].weights;
  const uint32_t count = (uint32_t)(place->w * place->h);
  uint32_t any = 0;
  for (int32_t y = 0; y < place->h; y++) {
    uint8_t *row = writer->cells.extra + y * place->w;
    const uint8_t *terrain = writer->cells.terrain + y * place->w;
    ovi_map_weight_row(map, draft->profile, place->x, place->y + y, place->w, row);
    ovi_keep_open(row, draft->open[y], place->w);
    for (int32_t x = 0; x < place->w; x++) {
      const uint32_t weight = row[x];
      const uint32_t extra = weight > plain[terrain[x]] ? weight - plain[terrain[x]] : 0;
      any |= extra;
      row[x] = (uint8_t)(row[x] != 0 ? extra + 1 : 0);
    }
  }
  positions->has_extra = any != 0;
  if (any != 0) {
    ovi_palette_make(&positions->extra, writer->cells.extra, count, NULL);
  }
}

static void describe_positions(block_positions *positions, ovi_block_writer *writer,
                               const ovi_map *map, const ovi_draft *draft) {
  const ovi_region *place = &draft->place;
  const uint8_t *weights = writer->cells.weights;
  const uint32_t count = (uint32_t)(place->w * place->h);
  uint8_t least = UINT8_MAX; /* less 1, so that a blocked cell counts as the greatest */
  uint8_t most = 0;
  *positions = (block_positions){.flags = OVI_FLAG_CLOSED};
  for (int32_t y = 0; y < place->h; y++) {
    uint8_t *row = writer->cells.weights + y * place->w;
    if (draft->weights != NULL) {
      memcpy(row, draft->weights + y * place->w, (size_t)place->w);
    } else {
      ovi_map_weight_row(map, draft->profile, place->x, place->y + y, place->w, row);
    }
    ovi_keep_open(row, draft->open[y], place->w);
    positions->open_cells +=
        (uint32_t)(ovi_count_bits(draft->open[y][0]) + ovi_count_bits(draft->open[y][1]));
  }
  if (positions->open_cells == 0) {
    return;
  }
  for (uint32_t i = 0; i < count; i++) {
    const uint8_t lessened = (uint8_t)(weights[i] - 1);
    least = lessened < least ? lessened : least;
    most = weights[i] > most ? weights[i] : most;
  }
  if (draft->weights != NULL) {
    describe_extra(positions, writer, map, draft);
  }
  positions->min_weight = least + 1u;
  const bool one = positions->min_weight == most;
  OVI_ASSERT(positions->open_cells <= count); /* a forged file may have open cells without weight */
  positions->flags = one ? OVI_FLAG_ONE_WEIGHT : 0u;
  uint32_t differs = 0; /* some open position has another weight than its terrain */
  const uint8_t *plain = map->profiles[draft->profile].weights;
  for (uint32_t i = 0; !one && i < count; i++) {
    const uint32_t weight = weights[i];
    differs |= (uint32_t)(weight != 0) & (uint32_t)(weight != plain[writer->cells.terrain[i]]);
  }
  if (differs != 0) {
    positions->flags |= OVI_FLAG_OWN_WEIGHTS;
    ovi_palette_make(&positions->palette, writer->cells.weights, count, NULL);
  }
  if (positions->open_cells == count) {
    positions->flags |= OVI_FLAG_OPEN;
  } else if (!is_terrain_plane(writer, draft)) {
    positions->flags |= OVI_FLAG_OWN_OPEN;
  }
}

/* ---- A layer block ------------------------------------------------------- */

/* The functions below write to `out`, and return the end of what they wrote. */

static uint8_t *put_u16s(uint8_t *out, const uint16_t *values, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    ovi_put_u16(out + 2 * (uint64_t)i, values[i]);
  }
  return out + 2 * (uint64_t)count;
}

/* Writes a plane of bits, padded to an even number of bytes. */
static uint8_t *put_plane(uint8_t *out, const ovi_draft *draft, uint64_t (*rows)[2]) {
  const int32_t row_bytes = ovi_plane_row_bytes(draft->place.w);
  for (int32_t y = 0; y < draft->place.h; y++) {
    for (int32_t byte = 0; byte < row_bytes; byte++) {
      *out++ = (uint8_t)(rows[y][byte >> 3] >> (byte & 7) * 8);
    }
  }
  return out + (draft->place.h * row_bytes & 1);
}

/* Writes the cells of ports, the numbers of their links, and their order by linked component. */
static uint8_t *block_put_ports(uint8_t *out, const ovi_block_ports *ports) {
  for (uint32_t i = 0; i < ports->count; i++, out += 2) {
    ovi_put_u16(out, ports->ports[i].cell);
  }
  for (uint32_t i = ports->count - ports->links_out - ports->links_in; i < ports->count;
       i++, out += 4) {
    ovi_put_u32(out, ports->ports[i].link);
  }
  if (ports->linked <= 1) {
    return out;
  }
  out = put_u16s(out, ports->begins, ports->linked + 1);
  out = put_u16s(out, ports->order, ports->count);
  for (uint32_t i = 0; i < ports->count; i++) {
    ovi_put_u16(out + 2 * (uint64_t)ports->order[i], i);
  }
  return out + 2 * (uint64_t)ports->count;
}

static void put_layer_header(const block_positions *positions, const ovi_block_writer *writer,
                             const ovi_block_sources *sources, uint8_t *out) {
  const ovi_draft *draft = sources->draft;
  const ovi_block_ports *ports = &writer->ports;
  const bool wide = writer->costs.shift == 32;
  out[OVI_LAYER_FLAGS] = (uint8_t)(positions->flags | (wide ? OVI_FLAG_WIDE : 0u) |
                                   (draft->stepped ? OVI_FLAG_STEPPED : 0u) |
                                   (draft->directed ? OVI_FLAG_DIRECTED : 0u));
  out[OVI_LAYER_MIN_WEIGHT] = (uint8_t)positions->min_weight;
  out[OVI_LAYER_COST_SHIFT] = (uint8_t)(wide ? 0 : writer->costs.shift);
  out[OVI_LAYER_MORE] = (uint8_t)((writer->costs.paths.used != 0 ? OVI_MORE_PATHS : 0u) |
                                  (positions->has_extra ? OVI_MORE_EXTRA : 0u));
  ovi_put_u16(out + OVI_LAYER_COMPONENTS, draft->components);
  ovi_put_u16(out + OVI_LAYER_LINKED, ports->linked);
  ovi_put_u16(out + OVI_LAYER_PORTS, ports->count);
  ovi_put_u16(out + OVI_LAYER_OPEN_CELLS, positions->open_cells);
  ovi_put_u16(out + OVI_LAYER_RUNS, draft->components > 1 ? draft->run_rows[draft->place.h] : 0u);
  ovi_put_u32(out + OVI_LAYER_COSTS, writer->costs.count);
  for (int group = 0; group < OVI_GROUP_COUNT; group++) {
    ovi_put_u16(out + OVI_LAYER_GROUPS + 2 * group, sources->groups[group].count);
  }
  if (draft->directed) {
    ovi_put_u16(out + OVI_LAYER_LINKS_OUT, ports->links_out);
    ovi_put_u16(out + OVI_LAYER_LINKS_IN, ports->links_in);
    ovi_put_u32(out + OVI_LAYER_EXCEPTIONS, draft->rule.count);
  }
}

/* Writes the layer block of a profile to `out`, whose bytes are zero, after the cells; returns its
 * size in bytes. */
static uint32_t write_layer_block(ovi_block_writer *writer, const ovi_map *map,
                                  const ovi_block_sources *sources, uint8_t *out) {
  const ovi_draft *draft = sources->draft;
  block_positions positions;
  describe_positions(&positions, writer, map, draft);
  const ovi_port_ground ground = {
      writer->cells.weights, map->has_heights ? writer->cells.heights : NULL, positions.min_weight,
      (positions.flags & OVI_FLAG_ONE_WEIGHT) != 0, (int)map->profiles[draft->profile].corners};
  ovi_block_ports_gather(&writer->ports, map, sources, writer->cells.weights);
  ovi_port_costs_find(&writer->costs, map, draft, &writer->ports, &ground, sources->before);
  put_layer_header(&positions, writer, sources, out);
  uint8_t *at = out + (draft->directed ? OVI_LAYER_DIRECTED_HEADER_BYTES : OVI_LAYER_HEADER_BYTES);
  if ((positions.flags & OVI_FLAG_OWN_OPEN) != 0) {
    at = put_plane(at, draft, draft->open);
  }
  if ((positions.flags & OVI_FLAG_OWN_WEIGHTS) != 0) {
    ovi_put_u16(at, positions.palette.slots);
    ovi_put_u16(at + 2, positions.palette.planes);
    at += 4;
    at += ovi_palette_write(&positions.palette, writer->cells.weights, &draft->place, at);
  }
  if (positions.has_extra) {
    ovi_put_u16(at, positions.extra.slots);
    ovi_put_u16(at + 2, positions.extra.planes);
    at += 4;
    at += ovi_palette_write(&positions.extra, writer->cells.extra, &draft->place, at);
  }
  const uint16_t *numbers = writer->ports.renumber;
  const uint32_t runs = draft->run_rows[draft->place.h];
  OVI_ASSERT(runs >= draft->components);
  if (draft->components > 1) {
    at = put_u16s(at, draft->run_rows, (uint32_t)draft->place.h);
  }
  if (draft->components > 1 && draft->directed) {
    at = put_plane(at, draft, draft->breaks);
    at = put_u16s(at, draft->run_components, runs);
    at = put_u16s(at, numbers, draft->components);
  } else if (draft->components > 1) {
    for (uint32_t run = 0; run < runs; run++, at += 2) {
      ovi_put_u16(at, numbers[draft->run_components[run]]);
    }
  }
  at = block_put_ports(at, &writer->ports);
  for (uint32_t i = 0; i < draft->rule.count; i++, at += 8) {
    ovi_put_u32(at, draft->rule.exceptions[i].key);
    ovi_put_u32(at + 4, draft->rule.exceptions[i].extra);
  }
  const ovi_port_costs *costs = &writer->costs;
  for (uint32_t i = 0; i < costs->count; i++) { /* OVI_NO_COST_32 has all bits set in any width */
    const uint32_t cost = costs->costs[i];
    if (costs->shift == 32) {
      ovi_put_u32(at, cost);
      at += 4;
    } else {
      ovi_put_u16(at, cost == OVI_NO_COST_32 ? OVI_NO_COST_16 : cost >> costs->shift);
      at += 2;
    }
  }
  at = ovi_path_rows_write(&costs->paths, at);
  OVI_ASSERT((uint64_t)(at - out) <= ovi_layer_block_most_bytes(draft, writer->ports.count));
  return (uint32_t)(at - out);
}

/* ---- The block ----------------------------------------------------------- */

uint32_t ovi_block_write(ovi_block_writer *writer, const ovi_map *map,
                         const ovi_block_sources *sources, uint8_t *out) {
  const int32_t count = map->profile_count;
  uint32_t places[OVL_MAX_PROFILES]; /* of the layer blocks */
  uint32_t sizes[OVL_MAX_PROFILES];
  uint32_t at = ovi_block_head_bytes((uint32_t)count);
  at += ovi_cells_write(&writer->cells, map, &sources->draft->place, out, out + at);
  for (int32_t i = 0; i < count; i++) {
    sizes[i] = write_layer_block(writer, map, &sources[i], out + at);
    int32_t same = 0; /* an earlier layer block that is identical, or this one */
    while (same < i &&
           (sizes[same] != sizes[i] || memcmp(out + places[same], out + at, sizes[i]) != 0)) {
      same++;
    }
    OVI_ASSERT(sizes[i] % 2 == 0 && at % 2 == 0);
    places[i] = same < i ? places[same] : at;
    if (same < i) {
      memset(out + at, 0, sizes[i]);
    } else {
      at += sizes[i];
    }
  }
  if (count == 1) {
    ovi_put_u16(out + OVI_BLOCK_LAYERS, places[0] / 2);
  }
  for (int32_t i = 0; count != 1 && i < count; i++) {
    ovi_put_u32(out + OVI_BLOCK_LAYERS + 4 * (uint64_t)i, places[i]);
  }
  uint32_t bytes = (at + 7) & ~7u;
  ovi_put_u64(out, ovi_hash64(0, out + 8, bytes - 8));
  return bytes;
}
