/* A block: the cells of a region, and for each profile its positions, components,
 * ports, and the costs between ports of one component.
 *
 * What profiles have in common is stored once: cells by all, and a part by those for
 * whom it is the same to the last byte. A cost is the whole edge, share and way and
 * share, and where steps cost the same both ways half a matrix holds them all. */
#include "block_writer.h"

#include <string.h>

#include "cost_rule.h"
#include "hash64.h"

void ovi_block_writer_place(ovi_block_writer *writer, ovi_arena *arena, int32_t cells,
                            uint32_t max_ports) {
  uint64_t side = (uint64_t)cells;
  ovi_window_shape shape = {0, 0, cells, cells, 0, 0, true};
  writer->max_ports = max_ports;
  ovi_cell_writer_place(&writer->cells, arena, cells);
  ovi_window_place(&writer->window, arena, shape, true);
  ovi_fine_place(&writer->search, arena, writer->window.max_cells);
  writer->ports = ovi_arena_take(arena, max_ports, sizeof(ovi_block_port));
  writer->order = ovi_arena_take(arena, max_ports, sizeof(uint16_t));
  writer->renumber = ovi_arena_take(arena, side * (side / 2 + 1), sizeof(uint16_t));
  writer->begins = ovi_arena_take(arena, max_ports + 1, sizeof(uint16_t));
  writer->costs = ovi_arena_take(arena, (uint64_t)max_ports * max_ports / 2 + 1, sizeof(uint32_t));
}

void ovi_block_writer_clear(ovi_block_writer *writer) {
  ovi_fine_clear(&writer->search, writer->window.max_cells);
}

static uint32_t own_count(const ovi_draft *draft, int group) {
  return draft != NULL ? draft->port_counts[group] : 0;
}

uint32_t ovi_block_ports(const ovi_block_sources *sources) {
  uint32_t count = 0;
  for (int group = 0; group < OVI_OWN_GROUPS; group++) {
    count += own_count(sources->draft, group);
  }
  return count + own_count(sources->left, OVI_GROUP_E) + own_count(sources->above, OVI_GROUP_S) +
         own_count(sources->above_left, OVI_GROUP_SE) +
         own_count(sources->above_right, OVI_GROUP_SW);
}

uint64_t ovi_part_most_bytes(const ovi_block_sources *sources) {
  const ovi_draft *draft = sources->draft;
  uint64_t ports = ovi_block_ports(sources);
  uint64_t rows = (uint64_t)draft->place.h;
  uint64_t row_bytes = (uint64_t)ovi_plane_row_bytes(draft->place.w);
  uint64_t runs = draft->run_rows[draft->place.h];
  return OVI_PART_HEADER_BYTES + 4 + 256 + 9 * (rows * row_bytes + 1) + 2 * rows + 2 * runs +
         8 * ports + 2 * ports * ports + 32;
}

/* ---- Positions ----------------------------------------------------------- */

/* What a part says about its positions. */
typedef struct positions {
  uint32_t flags;
  uint32_t min_weight, open_cells;
  bool terrain_tells;  /* what each weighs */
  ovi_palette palette; /* of weights, if it does not */
} positions;

static void read_weights(ovi_block_writer *writer, const ovi_map *map, const ovi_draft *draft) {
  const ovi_region *place = &draft->place;
  for (int32_t y = 0; y < place->h; y++) {
    uint8_t *row = writer->cells.weights + y * place->w;
    ovi_map_weight_row(map, draft->profile, place->x, place->y + y, place->w, row);
    for (int32_t x = 0; x < place->w; x++) {
      row[x] = ovi_get_bit(draft->open[y], x) != 0 ? row[x] : 0;
    }
  }
}

/* Whether the plane of open terrains is that of open positions. */
static bool is_terrain_plane(const ovi_block_writer *writer, const ovi_draft *draft) {
  const ovi_region *place = &draft->place;
  const int32_t row_bytes = ovi_plane_row_bytes(place->w);
  if ((writer->cells.flags & (OVI_CELLS_OPEN | OVI_CELLS_CLOSED)) != 0) {
    return false; /* there is no such plane */
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

static void look_at_positions(positions *p, ovi_block_writer *writer, const ovi_map *map,
                              const ovi_draft *draft) {
  const uint8_t *weights = map->profiles[draft->profile].weights;
  const uint32_t count = (uint32_t)(draft->place.w * draft->place.h);
  uint32_t most = 0;
  read_weights(writer, map, draft);
  *p = (positions){.min_weight = UINT8_MAX, .terrain_tells = true};
  for (uint32_t i = 0; i < count; i++) {
    uint32_t weight = writer->cells.weights[i];
    if (weight != 0) {
      p->open_cells++;
      p->min_weight = weight < p->min_weight ? weight : p->min_weight;
      most = weight > most ? weight : most;
      p->terrain_tells = p->terrain_tells && weight == weights[writer->cells.terrain[i]];
    }
  }
  if (p->open_cells == 0) {
    p->min_weight = 0;
    p->flags = OVI_FLAG_CLOSED;
    return;
  }
  p->flags = p->min_weight == most ? OVI_FLAG_ONE_WEIGHT : 0u;
  p->terrain_tells = p->terrain_tells || p->min_weight == most;
  if (!p->terrain_tells) {
    p->flags |= OVI_FLAG_OWN_WEIGHTS;
    ovi_palette_make(&p->palette, writer->cells.weights, count, true);
  }
  if (p->open_cells == count) {
    p->flags |= OVI_FLAG_OPEN;
  } else if (!is_terrain_plane(writer, draft)) {
    p->flags |= OVI_FLAG_OWN_OPEN;
  }
}

/* ---- Ports and components ------------------------------------------------ */

static uint32_t port_x(uint32_t port) { return port & 127u; }
static uint32_t port_y(uint32_t port) { return port >> 7 & 127u; }

/* Adds one group; `second` says on which side of the step the region is. */
static uint32_t add_group(ovi_block_writer *writer, uint32_t count, const ovi_draft *draft,
                          int group, bool second) {
  if (draft == NULL) {
    return count;
  }
  for (uint32_t i = 0; i < draft->port_counts[group]; i++) {
    const ovi_draft_port *port = &draft->ports[group][i];
    ovi_block_port *out = &writer->ports[count++];
    out->cell = second ? port->second : port->first;
    out->component = second ? port->second_component : port->first_component;
    bool diagonal = group >= OVI_GROUP_SE || out->cell >> 14 != 0;
    out->share = diagonal ? OVI_K_DIAGONAL : OVI_K_STRAIGHT; /* times the weight, below */
  }
  return count;
}

static uint32_t gather_ports(ovi_block_writer *writer, const ovi_block_sources *sources) {
  const ovi_draft *draft = sources->draft;
  const uint8_t *weights = writer->cells.weights;
  uint32_t count = 0;
  for (int group = 0; group < OVI_OWN_GROUPS; group++) {
    count = add_group(writer, count, draft, group, false);
  }
  count = add_group(writer, count, sources->left, OVI_GROUP_E, true);
  count = add_group(writer, count, sources->above, OVI_GROUP_S, true);
  count = add_group(writer, count, sources->above_left, OVI_GROUP_SE, true);
  count = add_group(writer, count, sources->above_right, OVI_GROUP_SW, true);
  for (uint32_t i = 0; i < count; i++) {
    ovi_block_port *port = &writer->ports[i];
    port->share *= weights[port_y(port->cell) * (uint32_t)draft->place.w + port_x(port->cell)];
  }
  return count;
}

/* Numbers the components that have ports first, in the order of their first
 * port, then the rest in reading order. Returns how many have ports. */
static uint32_t renumber_components(ovi_block_writer *writer, const ovi_draft *draft,
                                    uint32_t port_count) {
  uint32_t next = 0;
  memset(writer->renumber, 0xff, draft->components * sizeof(uint16_t));
  for (uint32_t i = 0; i < port_count; i++) {
    uint16_t *number = &writer->renumber[writer->ports[i].component];
    if (*number == UINT16_MAX) {
      *number = (uint16_t)next++;
    }
    writer->ports[i].component = *number;
  }
  uint32_t linked = next;
  for (uint32_t i = 0; i < draft->components; i++) {
    if (writer->renumber[i] == UINT16_MAX) {
      writer->renumber[i] = (uint16_t)next++;
    }
  }
  return linked;
}

/* Orders the ports by component, keeping their order within each. */
static void sort_ports(ovi_block_writer *writer, uint32_t port_count, uint32_t linked) {
  memset(writer->begins, 0, (linked + 1) * sizeof(uint16_t));
  for (uint32_t i = 0; i < port_count; i++) {
    writer->begins[writer->ports[i].component + 1]++;
  }
  for (uint32_t c = 0; c < linked; c++) {
    writer->begins[c + 1] = (uint16_t)(writer->begins[c + 1] + writer->begins[c]);
  }
  for (uint32_t i = 0; i < port_count; i++) {
    writer->order[writer->begins[writer->ports[i].component]++] = (uint16_t)i;
  }
  for (uint32_t c = linked; c > 0; c--) { /* the fill moved each begin to its end */
    writer->begins[c] = writer->begins[c - 1];
  }
  writer->begins[0] = 0;
}

/* ---- Costs --------------------------------------------------------------- */

static void open_window(ovi_block_writer *writer, const ovi_draft *draft, int corners,
                        const positions *p) {
  const ovi_region *place = &draft->place;
  bool bits = corners == OVL_CORNERS_STRICT && (p->flags & OVI_FLAG_ONE_WEIGHT) != 0;
  ovi_window_shape shape = {
      place->x, place->y, place->w, place->h, (uint8_t)corners, (uint8_t)p->min_weight, bits};
  ovi_window_open(&writer->window, &shape);
  for (int32_t y = 0; y < place->h; y++) {
    if (bits) {
      ovi_window_paste_bits(&writer->window, 0, y, draft->open[y]);
    } else {
      memcpy(writer->window.weights + ovi_window_cell(&writer->window, 0, y),
             writer->cells.weights + y * place->w, (size_t)place->w);
    }
  }
}

/* Costs from the last of `count` ports to all before it. */
static void cost_row(ovi_block_writer *writer, const uint16_t *order, uint32_t count,
                     uint32_t *costs) {
  ovi_window *window = &writer->window;
  ovi_fine_search *search = &writer->search;
  const ovi_block_port *from = &writer->ports[order[count - 1]];
  ovi_fine_begin(search, window, (int32_t)port_x(from->cell), (int32_t)port_y(from->cell));
  for (uint32_t i = 0; i + 1 < count; i++) {
    uint32_t cell = writer->ports[order[i]].cell;
    ovi_fine_add_target(search, window, (int32_t)port_x(cell), (int32_t)port_y(cell), true);
  }
  ovi_fine_settle(search, window);
  for (uint32_t i = 0; i + 1 < count; i++) {
    const ovi_block_port *to = &writer->ports[order[i]];
    uint32_t cell = ovi_window_cell(window, (int32_t)port_x(to->cell), (int32_t)port_y(to->cell));
    costs[i] = (uint32_t)ovi_fine_cost(search, cell) + from->share + to->share;
  }
}

static uint32_t find_costs(ovi_block_writer *writer, uint32_t linked) {
  uint32_t count = 0;
  for (uint32_t c = 0; c < linked; c++) {
    uint32_t size = (uint32_t)writer->begins[c + 1] - writer->begins[c];
    for (uint32_t i = 2; i <= size; i++) {
      cost_row(writer, writer->order + writer->begins[c], i, writer->costs + count);
      count += i - 1;
    }
  }
  return count;
}

/* The shift that fits all costs in 16 bits without loss; 32 if there is none. */
static uint32_t cost_shift(const uint32_t *costs, uint32_t count) {
  uint32_t all = 0;
  uint32_t most = 0;
  for (uint32_t i = 0; i < count; i++) {
    all |= costs[i];
    most = costs[i] > most ? costs[i] : most;
  }
  uint32_t shift = all != 0 ? (uint32_t)ovi_lowest_bit(all) : 0;
  return most >> shift <= UINT16_MAX ? shift : 32;
}

/* ---- A part ------------------------------------------------------------ */

typedef struct cursor {
  uint8_t *at;
} cursor;

static void put_u16s(cursor *c, const uint16_t *values, uint32_t count) {
  for (uint32_t i = 0; i < count; i++, c->at += 2) {
    ovi_put_u16(c->at, values[i]);
  }
}

static void put_components(ovi_block_writer *writer, const ovi_draft *draft, cursor *c) {
  uint32_t runs = draft->run_rows[draft->place.h];
  put_u16s(c, draft->run_rows, (uint32_t)draft->place.h);
  for (uint32_t run = 0; run < runs; run++, c->at += 2) {
    ovi_put_u16(c->at, writer->renumber[draft->run_components[run]]);
  }
}

static void put_ports(ovi_block_writer *writer, uint32_t port_count, uint32_t linked, cursor *c) {
  for (uint32_t i = 0; i < port_count; i++, c->at += 2) {
    ovi_put_u16(c->at, writer->ports[i].cell);
  }
  if (linked <= 1) {
    return;
  }
  put_u16s(c, writer->begins, linked + 1);
  put_u16s(c, writer->order, port_count);
  for (uint32_t i = 0; i < port_count; i++) {
    ovi_put_u16(c->at + 2 * (uint64_t)writer->order[i], i);
  }
  c->at += 2 * (uint64_t)port_count;
}

static void put_costs(const ovi_block_writer *writer, uint32_t count, uint32_t shift, cursor *c) {
  for (uint32_t i = 0; i < count; i++) {
    if (shift == 32) {
      ovi_put_u32(c->at, writer->costs[i]);
      c->at += 4;
    } else {
      ovi_put_u16(c->at, writer->costs[i] >> shift);
      c->at += 2;
    }
  }
}

static void put_groups(const ovi_block_sources *sources, uint8_t *out) {
  for (int group = 0; group < OVI_OWN_GROUPS; group++) {
    ovi_put_u16(out + 2 * group, sources->draft->port_counts[group]);
  }
  ovi_put_u16(out + 2 * OVI_GROUP_W, own_count(sources->left, OVI_GROUP_E));
  ovi_put_u16(out + 2 * OVI_GROUP_N, own_count(sources->above, OVI_GROUP_S));
  ovi_put_u16(out + 2 * OVI_GROUP_NW, own_count(sources->above_left, OVI_GROUP_SE));
  ovi_put_u16(out + 2 * OVI_GROUP_NE, own_count(sources->above_right, OVI_GROUP_SW));
}

static void put_open(const ovi_draft *draft, cursor *c) {
  const int32_t row_bytes = ovi_plane_row_bytes(draft->place.w);
  uint8_t *out = c->at;
  for (int32_t y = 0; y < draft->place.h; y++) {
    for (int32_t byte = 0; byte < row_bytes; byte++) {
      *out++ = (uint8_t)(draft->open[y][byte >> 3] >> (byte & 7) * 8);
    }
  }
  c->at += (out - c->at + 1) & ~(ptrdiff_t)1;
}

static void put_weights(const ovi_block_writer *writer, const ovi_region *place,
                        const ovi_palette *palette, cursor *c) {
  ovi_put_u16(c->at, palette->slots);
  ovi_put_u16(c->at + 2, palette->planes);
  c->at += 4;
  c->at += ovi_palette_write(palette, writer->cells.weights, place, c->at);
}

/* Writes a part to `out`, which is zeroed, once the cells are written; returns its length. */
static uint32_t write_part(ovi_block_writer *writer, const ovi_map *map,
                           const ovi_block_sources *sources, uint8_t *out) {
  const ovi_draft *draft = sources->draft;
  positions p;
  look_at_positions(&p, writer, map, draft);
  uint32_t ports = gather_ports(writer, sources);
  uint32_t linked = renumber_components(writer, draft, ports);
  sort_ports(writer, ports, linked);
  open_window(writer, draft, (int)map->profiles[draft->profile].corners, &p);
  uint32_t costs = find_costs(writer, linked);
  uint32_t shift = cost_shift(writer->costs, costs);
  bool stores_runs = draft->components > 1;

  out[OVI_PART_FLAGS] = (uint8_t)(p.flags | (shift == 32 ? OVI_FLAG_WIDE : 0u));
  out[OVI_PART_MIN_WEIGHT] = (uint8_t)p.min_weight;
  out[OVI_PART_COST_SHIFT] = (uint8_t)(shift == 32 ? 0 : shift);
  ovi_put_u16(out + OVI_PART_COMPONENTS, draft->components);
  ovi_put_u16(out + OVI_PART_LINKED, linked);
  ovi_put_u16(out + OVI_PART_PORTS, ports);
  ovi_put_u16(out + OVI_PART_OPEN_CELLS, p.open_cells);
  ovi_put_u16(out + OVI_PART_RUNS, stores_runs ? draft->run_rows[draft->place.h] : 0u);
  ovi_put_u32(out + OVI_PART_COSTS, costs);
  put_groups(sources, out + OVI_PART_GROUPS);

  cursor c = {out + OVI_PART_HEADER_BYTES};
  if ((p.flags & OVI_FLAG_OWN_OPEN) != 0) {
    put_open(draft, &c);
  }
  if ((p.flags & OVI_FLAG_OWN_WEIGHTS) != 0) {
    put_weights(writer, &draft->place, &p.palette, &c);
  }
  if (stores_runs) {
    put_components(writer, draft, &c);
  }
  put_ports(writer, ports, linked, &c);
  put_costs(writer, costs, shift, &c);
  return (uint32_t)(c.at - out);
}

/* ---- The block ----------------------------------------------------------- */

/* Where the parts of a block are, while it is written. */
typedef struct part_list {
  uint32_t at[OVL_MAX_PROFILES];
  uint32_t bytes[OVL_MAX_PROFILES];
  int32_t count;
} part_list;

/* The place of a part that is the same as that at `at`; at, if there is none. */
static uint32_t same_part(const part_list *parts, const uint8_t *block, uint32_t at,
                          uint32_t bytes) {
  for (int32_t i = 0; i < parts->count; i++) {
    if (parts->bytes[i] == bytes && memcmp(block + parts->at[i], block + at, bytes) == 0) {
      return parts->at[i];
    }
  }
  return at;
}

static void put_part_places(const part_list *parts, uint8_t *block) {
  if (parts->count == 1) {
    ovi_put_u16(block + OVI_BLOCK_PARTS, parts->at[0] / 2);
    return;
  }
  for (int32_t i = 0; i < parts->count; i++) {
    ovi_put_u32(block + OVI_BLOCK_PARTS + 4 * (uint64_t)i, parts->at[i]);
  }
}

uint32_t ovi_block_write(ovi_block_writer *writer, const ovi_map *map,
                         const ovi_block_sources *sources, uint8_t *out) {
  part_list parts;
  uint32_t at = ovi_block_head_bytes((uint32_t)map->profile_count);
  at += ovi_cells_write(&writer->cells, map, &sources->draft->place, out, out + at);
  for (parts.count = 0; parts.count < map->profile_count; parts.count++) {
    uint32_t bytes = write_part(writer, map, &sources[parts.count], out + at);
    uint32_t place = same_part(&parts, out, at, bytes);
    parts.at[parts.count] = place;
    parts.bytes[parts.count] = bytes;
    if (place == at) {
      at += bytes;
    } else {
      memset(out + at, 0, bytes);
    }
  }
  put_part_places(&parts, out);
  uint32_t bytes = (at + 7) & ~7u;
  ovi_put_u64(out, ovi_hash64(0, out + 8, bytes - 8));
  return bytes;
}
