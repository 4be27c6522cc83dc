/* A block: terrain by palette and bit planes, components, ports, and the costs
 * between ports of one component.
 *
 * Terrains are numbered so that the lowest plane is "open" wherever a region
 * has open and blocked cells: searches use that plane as it lies. A cost is the
 * whole edge, share and way and share, and since steps cost the same both ways
 * half a matrix holds them all. */
#include "block_writer.h"

#include <string.h>

#include "cost_rule.h"
#include "hash64.h"

void ovi_block_writer_place(ovi_block_writer *writer, ovi_arena *arena, int32_t cells,
                            uint32_t max_ports) {
  uint64_t side = (uint64_t)cells;
  ovi_window_shape shape = {0, 0, cells, cells, 0, 0, true};
  writer->max_ports = max_ports;
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

uint64_t ovi_block_most_bytes(const ovi_block_sources *sources) {
  const ovi_draft *draft = sources->draft;
  uint64_t ports = ovi_block_ports(sources);
  uint64_t rows = (uint64_t)draft->place.h;
  uint64_t row_bytes = (uint64_t)ovi_plane_row_bytes(draft->place.w);
  uint64_t runs = draft->run_rows[draft->place.h];
  return OVI_BLOCK_HEADER_BYTES + 512 + 9 * rows * row_bytes + 2 * rows + 2 * runs + 8 * ports +
         2 * ports * ports + 32;
}

/* ---- Terrain ------------------------------------------------------------- */

typedef struct palette {
  uint8_t terrain_of[512]; /* of each slot */
  uint16_t slot_of[256];   /* of each terrain that occurs */
  uint32_t slots;
  uint32_t flags;
  uint32_t planes;
  uint32_t min_weight, max_weight, open_cells;
} palette;

static void count_terrains(const ovi_map *map, const ovi_region *place, uint32_t counts[256]) {
  memset(counts, 0, 256 * sizeof(uint32_t));
  for (int32_t y = 0; y < place->h; y++) {
    for (int32_t x = 0; x < place->w; x++) {
      counts[ovi_map_terrain(map, place->x + x, place->y + y)]++;
    }
  }
}

static void make_palette(palette *p, const ovi_map *map, const ovi_region *place) {
  uint32_t counts[256];
  uint32_t kinds[2] = {0, 0}; /* blocked, open */
  count_terrains(map, place, counts);
  memset(p, 0, sizeof(*p));
  p->min_weight = 255;
  for (int terrain = 0; terrain < 256; terrain++) {
    if (counts[terrain] == 0) {
      continue;
    }
    uint32_t weight = map->weights[terrain];
    p->slot_of[terrain] = (uint16_t)kinds[weight != 0]++;
    if (weight != 0) {
      p->open_cells += counts[terrain];
      p->min_weight = weight < p->min_weight ? weight : p->min_weight;
      p->max_weight = weight > p->max_weight ? weight : p->max_weight;
    }
  }
  bool mixed = kinds[0] != 0 && kinds[1] != 0;
  uint32_t most = kinds[0] > kinds[1] ? kinds[0] : kinds[1];
  p->slots = mixed ? 2 * most : most;
  for (int terrain = 0; terrain < 256; terrain++) {
    if (counts[terrain] != 0) {
      uint32_t open = map->weights[terrain] != 0;
      uint32_t slot = mixed ? 2 * (uint32_t)p->slot_of[terrain] + open : p->slot_of[terrain];
      p->slot_of[terrain] = (uint16_t)slot;
      p->terrain_of[slot] = (uint8_t)terrain;
    }
  }
  while (((uint32_t)1 << p->planes) < p->slots) {
    p->planes++;
  }
  p->flags = (kinds[0] == 0 ? OVI_FLAG_OPEN : 0u) | (kinds[1] == 0 ? OVI_FLAG_CLOSED : 0u) |
             (p->open_cells != 0 && p->min_weight == p->max_weight ? OVI_FLAG_ONE_WEIGHT : 0u);
  if (p->open_cells == 0) {
    p->min_weight = 0;
  }
}

static void write_planes(uint8_t *out, const palette *p, const ovi_map *map,
                         const ovi_region *place) {
  int32_t row_bytes = ovi_plane_row_bytes(place->w);
  for (uint32_t plane = 0; plane < p->planes; plane++) {
    for (int32_t y = 0; y < place->h; y++) {
      const uint8_t *row = map->terrain + (uint64_t)(place->y + y) * map->row_bytes + place->x;
      for (int32_t x = 0; x < place->w; x++) {
        uint32_t bit = (uint32_t)(p->slot_of[row[x]] >> plane) & 1u;
        out[x >> 3] = (uint8_t)(out[x >> 3] | bit << (x & 7));
      }
      out += row_bytes;
    }
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

static uint32_t gather_ports(ovi_block_writer *writer, const ovi_map *map,
                             const ovi_block_sources *sources) {
  const ovi_draft *draft = sources->draft;
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
    port->share *= ovi_map_weight(map, draft->place.x + (int32_t)port_x(port->cell),
                                  draft->place.y + (int32_t)port_y(port->cell));
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

static void open_window(ovi_block_writer *writer, const ovi_map *map, const ovi_draft *draft,
                        const palette *p) {
  const ovi_region *place = &draft->place;
  bool bits = map->corners == OVL_CORNERS_STRICT && (p->flags & OVI_FLAG_ONE_WEIGHT) != 0;
  ovi_window_shape shape = {
      place->x, place->y, place->w, place->h, map->corners, (uint8_t)p->min_weight, bits};
  ovi_window_open(&writer->window, &shape);
  for (int32_t y = 0; y < place->h; y++) {
    if (bits) {
      ovi_window_paste_bits(&writer->window, 0, y, draft->open[y]);
      continue;
    }
    uint8_t *row = writer->window.weights + ovi_window_cell(&writer->window, 0, y);
    for (int32_t x = 0; x < place->w; x++) {
      row[x] = ovi_map_weight(map, place->x + x, place->y + y);
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

/* ---- The block ----------------------------------------------------------- */

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

uint32_t ovi_block_write(ovi_block_writer *writer, const ovi_map *map,
                         const ovi_block_sources *sources, uint8_t *out) {
  const ovi_draft *draft = sources->draft;
  const ovi_region *place = &draft->place;
  palette p;
  make_palette(&p, map, place);
  uint32_t ports = gather_ports(writer, map, sources);
  uint32_t linked = renumber_components(writer, draft, ports);
  sort_ports(writer, ports, linked);
  open_window(writer, map, draft, &p);
  uint32_t costs = find_costs(writer, linked);
  uint32_t shift = cost_shift(writer->costs, costs);
  bool stores_runs = draft->components > 1;

  ovi_put_u16(out + OVI_BLOCK_SLOTS, p.slots);
  out[OVI_BLOCK_PLANES] = (uint8_t)p.planes;
  out[OVI_BLOCK_FLAGS] = (uint8_t)(p.flags | (shift == 32 ? OVI_FLAG_WIDE : 0u));
  ovi_put_u16(out + OVI_BLOCK_COMPONENTS, draft->components);
  ovi_put_u16(out + OVI_BLOCK_LINKED, linked);
  ovi_put_u16(out + OVI_BLOCK_PORTS, ports);
  out[OVI_BLOCK_COST_SHIFT] = (uint8_t)(shift == 32 ? 0 : shift);
  out[OVI_BLOCK_MIN_WEIGHT] = (uint8_t)p.min_weight;
  ovi_put_u16(out + OVI_BLOCK_OPEN_CELLS, p.open_cells);
  ovi_put_u16(out + OVI_BLOCK_RUNS, stores_runs ? draft->run_rows[place->h] : 0u);
  ovi_put_u32(out + OVI_BLOCK_COSTS, costs);
  put_groups(sources, out + OVI_BLOCK_GROUPS);

  cursor c = {out + OVI_BLOCK_HEADER_BYTES};
  memcpy(c.at, p.terrain_of, p.slots);
  c.at += (p.slots + 1) & ~1u;
  write_planes(c.at, &p, map, place);
  c.at += (p.planes * (uint32_t)(place->h * ovi_plane_row_bytes(place->w)) + 1) & ~1u;
  if (stores_runs) {
    put_components(writer, draft, &c);
  }
  put_ports(writer, ports, linked, &c);
  put_costs(writer, costs, shift, &c);
  uint32_t bytes = (uint32_t)(c.at - out + 7) & ~7u;
  ovi_put_u64(out, ovi_hash64(0, out + 8, bytes - 8));
  return bytes;
}
