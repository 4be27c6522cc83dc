/* Choosing landmarks by farthest point, on all islands at once: one search from
 * one seed an island gives a column of costs, and the waypoint that is farthest
 * from all landmarks so far is its island's next seed. */
#include "landmarks.h"

#include <string.h>

#include "bits.h"
#include "coarse_search.h"

typedef struct maker {
  const ovl_world *world;
  uint8_t *section;
  uint8_t *costs; /* of each waypoint to each landmark, u32, where the deltas will be */
  uint32_t regions;
  uint32_t components;
  uint32_t waypoints;
  uint32_t islands;
  uint32_t count; /* landmarks */
  uint32_t shift;
  ovi_coarse_search search;
  uint64_t *nearest;      /* of each waypoint: cost to the nearest landmark so far */
  ovl_stop *seeds;        /* of each island; cost_left: how far it was from the others */
  uint32_t *firsts;       /* of each region: its first waypoint; and past the last */
  uint32_t *island_of;    /* of each waypoint */
  uint32_t *component_of; /* of each waypoint: its linked component, counted over the world */
  uint32_t *least;        /* of each such component: the least cost to one landmark */
  bool overflows;
} maker;

static uint64_t region_count(const ovl_world *world) {
  return (uint64_t)world->regions_x * (uint64_t)world->regions_y;
}

static uint32_t component_count(const ovl_world *world) {
  uint32_t count = 0;
  for (uint32_t id = 0; id < region_count(world); id++) {
    count += ovi_get_u16(ovi_region_block(world, id) + OVI_BLOCK_LINKED);
  }
  return count;
}

ovi_marks_layout ovi_landmarks_layout(const ovl_world *world, const ovi_marks_size *size) {
  uint64_t bases = OVI_MARKS_FIRSTS + 8 * region_count(world);
  uint64_t deltas = bases + ((2 * (uint64_t)size->components * size->count + 7) & ~(uint64_t)7);
  uint64_t bytes = world->waypoints * size->count * (size->is_wide ? 4 : 2);
  return (ovi_marks_layout){bases, deltas, deltas + ((bytes + 7) & ~(uint64_t)7)};
}

uint64_t ovi_landmarks_most_bytes(const ovl_world *world, uint32_t count) {
  ovi_marks_size size = {count, component_count(world), true};
  return ovi_landmarks_layout(world, &size).bytes;
}

static uint32_t own_count(const ovi_region *region) {
  uint32_t begins[9];
  ovi_group_begins(region, begins);
  return begins[OVI_OWN_GROUPS];
}

static uint8_t *cost_at(const maker *m, uint32_t waypoint, uint32_t mark) {
  return m->costs + ((uint64_t)waypoint * m->count + mark) * 4;
}

static bool has_diagonal_port(const ovl_world *world) {
  for (uint32_t id = 0; id < region_count(world); id++) {
    ovi_region region = ovi_region_view(world, id);
    uint32_t begins[9];
    ovi_group_begins(&region, begins);
    for (uint32_t port = 0; port < region.ports; port++) {
      if (ovi_port_is_diagonal(ovi_port_group(begins, port), ovi_port_cell(&region, port))) {
        return true;
      }
    }
  }
  return false;
}

/* Every cost is a sum of k w: the bits that all weights have in common are never
 * set in it. Where there is one weight only, a step costs twice that, and half a
 * straight step 70 w: one bit more, if no waypoint halves a diagonal one. */
static uint32_t common_shift(const ovl_world *world) {
  uint32_t all = 0;
  bool one = true;
  for (int terrain = 0; terrain < 256; terrain++) {
    uint32_t weight = world->weights[terrain];
    one = one && (all == 0 || weight == 0 || weight == all);
    all |= weight;
  }
  if (all == 0) {
    return 0;
  }
  return (uint32_t)ovi_lowest_bit(all) + (one && !has_diagonal_port(world) ? 1 : 0);
}

/* Stores the costs of one search as column `mark`; column UINT32_MAX: stores
 * nothing, only looks for the farthest. */
static void store_column(maker *m, uint32_t mark) {
  uint32_t waypoint = 0;
  for (uint32_t id = 0; id < m->regions; id++) {
    const ovi_coarse_node *nodes = ovi_coarse_nodes(&m->search, id);
    uint32_t end = m->firsts[id + 1];
    for (uint32_t number = 0; waypoint < end; number++, waypoint++) {
      uint64_t cost = nodes != NULL ? nodes[number].cost : UINT64_MAX;
      if (cost == UINT64_MAX) {
        continue;
      }
      if (mark != UINT32_MAX) {
        m->overflows = m->overflows || cost >> m->shift >= OVI_NO_MARK;
        ovi_put_u32(cost_at(m, waypoint, mark), (uint32_t)(cost >> m->shift));
      }
      if (cost < m->nearest[waypoint]) {
        m->nearest[waypoint] = cost;
      }
      ovl_stop *seed = &m->seeds[m->island_of[waypoint]];
      if (m->nearest[waypoint] >= seed->cost_left) {
        *seed = (ovl_stop){m->nearest[waypoint], id, (uint16_t)number, 0};
      }
    }
  }
}

static void forget_seeds(maker *m) {
  for (uint32_t island = 0; island <= m->islands; island++) {
    m->seeds[island].cost_left = 0;
  }
}

/* Numbers waypoints and components, and names the first seeds: any waypoint of each
 * island. */
static void begin_seeds(maker *m) {
  for (uint32_t island = 0; island <= m->islands; island++) {
    m->seeds[island] = (ovl_stop){0, UINT32_MAX, 0, 0};
  }
  uint32_t waypoint = 0;
  uint32_t first = 0;
  for (uint32_t id = 0; id < m->regions; id++) {
    ovi_region region = ovi_region_view(m->world, id);
    uint32_t own = own_count(&region);
    ovi_put_u32(m->section + OVI_MARKS_FIRSTS + 8 * (uint64_t)id, waypoint);
    ovi_put_u32(m->section + OVI_MARKS_FIRSTS + 8 * (uint64_t)id + 4, first);
    m->firsts[id] = waypoint;
    for (uint32_t number = 0; number < own; number++, waypoint++) {
      uint32_t component = ovi_port_component(&region, number);
      uint32_t island = ovi_region_island(m->world, &region, component);
      if (m->seeds[island].region == UINT32_MAX) {
        m->seeds[island] = (ovl_stop){0, id, (uint16_t)number, 0};
      }
      m->nearest[waypoint] = UINT64_MAX;
      m->island_of[waypoint] = island;
      m->component_of[waypoint] = first + component;
    }
    first += region.linked;
  }
  m->firsts[m->regions] = waypoint;
}

static void spread_from_seeds(maker *m) {
  ovi_coarse_spread_begin(&m->search, m->world);
  for (uint32_t island = 0; island <= m->islands; island++) {
    if (m->seeds[island].region != UINT32_MAX) {
      ovi_coarse_spread_from(&m->search, m->seeds[island].region, m->seeds[island].number);
    }
  }
  ovi_coarse_run(&m->search, UINT64_MAX);
  forget_seeds(m);
}

/* ---- From costs to bases and deltas --------------------------------------- */

/* Of one landmark: each component's least cost, and the greatest of those. */
static uint32_t find_least(maker *m, uint32_t mark) {
  uint32_t greatest = 0;
  memset(m->least, 0xff, (size_t)m->components * sizeof(uint32_t));
  for (uint32_t waypoint = 0; waypoint < m->waypoints; waypoint++) {
    uint32_t *least = &m->least[m->component_of[waypoint]];
    uint32_t cost = ovi_get_u32(cost_at(m, waypoint, mark));
    *least = cost < *least ? cost : *least;
  }
  for (uint32_t component = 0; component < m->components; component++) {
    if (m->least[component] != UINT32_MAX && m->least[component] > greatest) {
      greatest = m->least[component];
    }
  }
  return greatest;
}

/* Replaces the costs to one landmark by what they are above their bases. */
static uint32_t subtract_bases(maker *m, uint8_t *bases, uint32_t mark, uint32_t base_shift) {
  uint32_t most = 0;
  find_least(m, mark);
  for (uint32_t component = 0; component < m->components; component++) {
    uint32_t least = m->least[component] != UINT32_MAX ? m->least[component] : 0;
    ovi_put_u16(bases + ((uint64_t)component * m->count + mark) * 2, least >> base_shift);
  }
  for (uint32_t waypoint = 0; waypoint < m->waypoints; waypoint++) {
    uint8_t *cost = cost_at(m, waypoint, mark);
    uint32_t base = m->least[m->component_of[waypoint]] >> base_shift << base_shift;
    uint32_t delta = ovi_get_u32(cost) - base;
    ovi_put_u32(cost, delta);
    most = delta > most ? delta : most;
  }
  return most;
}

/* Returns the bytes of the section. */
static uint64_t pack(maker *m) {
  ovi_marks_size size = {m->count, m->components, true};
  ovi_marks_layout layout = ovi_landmarks_layout(m->world, &size);
  uint64_t values = (uint64_t)m->waypoints * m->count;
  uint32_t base_shift = 0;
  uint32_t most = 0;
  for (uint32_t mark = 0; mark < m->count; mark++) {
    uint32_t least = find_least(m, mark);
    while (least >> base_shift > UINT16_MAX) {
      base_shift++;
    }
  }
  for (uint32_t mark = 0; mark < m->count; mark++) {
    uint32_t delta = subtract_bases(m, m->section + layout.bases, mark, base_shift);
    most = delta > most ? delta : most;
  }
  m->section[OVI_MARKS_BASE_SHIFT] = (uint8_t)base_shift;
  if (most > OVI_MARKS_MOST_NARROW) {
    m->section[OVI_MARKS_WIDE] = 1;
    return layout.bytes;
  }
  for (uint64_t i = 0; i < values; i++) { /* each lands at or before where it came from */
    ovi_put_u16(m->costs + 2 * i, ovi_get_u32(m->costs + 4 * i));
  }
  size.is_wide = false;
  uint64_t bytes = ovi_landmarks_layout(m->world, &size).bytes;
  memset(m->costs + 2 * values, 0, (size_t)(m->section + bytes - (m->costs + 2 * values)));
  return bytes;
}

/* ---- All ----------------------------------------------------------------- */

static uint64_t make(maker *m) {
  begin_seeds(m);
  if (m->count != 0) {
    spread_from_seeds(m);
    store_column(m, UINT32_MAX);
  }
  /* The first seed is not a landmark: what is near it is as good as any. */
  memset(m->nearest, 0xff, (size_t)m->waypoints * sizeof(uint64_t));
  for (uint32_t mark = 0; mark < m->count; mark++) {
    spread_from_seeds(m);
    store_column(m, mark);
  }
  ovi_put_u64(m->section + OVI_MARKS_STAMP, m->world->fingerprint);
  if (m->count == 0 || m->waypoints == 0 || m->overflows) {
    ovi_marks_size none = {0, m->components, false};
    return ovi_landmarks_layout(m->world, &none).bytes;
  }
  ovi_put_u32(m->section + OVI_MARKS_COUNT, m->count);
  m->section[OVI_MARKS_SHIFT] = (uint8_t)m->shift;
  return pack(m);
}

static void place(maker *m, ovi_arena *arena) {
  m->nearest = ovi_arena_take(arena, m->waypoints, sizeof(uint64_t));
  m->seeds = ovi_arena_take(arena, (uint64_t)m->islands + 1, sizeof(ovl_stop));
  m->firsts = ovi_arena_take(arena, (uint64_t)m->regions + 1, sizeof(uint32_t));
  m->island_of = ovi_arena_take(arena, m->waypoints, sizeof(uint32_t));
  m->component_of = ovi_arena_take(arena, m->waypoints, sizeof(uint32_t));
  m->least = ovi_arena_take(arena, m->components, sizeof(uint32_t));
  ovi_coarse_place(&m->search, arena, m->waypoints, m->regions);
}

ovl_result ovi_landmarks_make(const ovl_world *world, uint32_t count,
                              const ovl_allocator *allocator, uint8_t *section, uint64_t *bytes) {
  maker m = {.world = world,
             .section = section,
             .regions = (uint32_t)region_count(world),
             .components = component_count(world),
             .waypoints = (uint32_t)world->waypoints,
             .islands = world->island_count,
             .count = count,
             .shift = common_shift(world)};
  ovi_marks_size size = {count, m.components, true};
  ovi_arena counted = {NULL, 0};
  m.costs = section + ovi_landmarks_layout(world, &size).deltas;
  place(&m, &counted);
  uint8_t *block = ovi_allocate(allocator, counted.used + 1);
  if (block == NULL) {
    return OVL_NO_MEMORY;
  }
  ovi_arena cut = {block, 0};
  place(&m, &cut);
  ovi_coarse_clear(&m.search);
  *bytes = make(&m);
  ovi_release(allocator, block, counted.used + 1);
  return OVL_OK;
}
