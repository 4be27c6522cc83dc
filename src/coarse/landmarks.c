/* Choosing landmarks by farthest point, on all islands at once: one search from
 * one seed an island gives a column of costs, and the waypoint that is farthest
 * from all landmarks so far is its island's next seed. */
#include "landmarks.h"

#include <string.h>

#include "coarse_search.h"

typedef struct maker {
  const ovl_world *world;
  const ovl_allocator *allocator;
  uint8_t *section;
  uint32_t regions;
  uint32_t waypoints;
  uint32_t islands;
  uint32_t count; /* landmarks */
  uint32_t shift;
  ovi_coarse_search search;
  uint64_t *nearest; /* of each waypoint: cost to the nearest landmark so far */
  ovl_stop *seeds;   /* of each island; cost_left: how far it was from the others */
  bool overflows;
} maker;

static uint64_t firsts_bytes(uint64_t regions) { return (regions * 4 + 7) & ~(uint64_t)7; }

static uint64_t region_count(const ovl_world *world) {
  return (uint64_t)world->regions_x * (uint64_t)world->regions_y;
}

uint64_t ovi_landmarks_bytes(const ovl_world *world, uint32_t count) {
  uint64_t bytes = OVI_MARKS_FIRSTS + firsts_bytes(region_count(world));
  return (bytes + world->waypoints * count * 4 + 7) & ~(uint64_t)7;
}

static uint32_t own_count(const ovi_region *region) {
  uint32_t begins[9];
  ovi_group_begins(region, begins);
  return begins[OVI_OWN_GROUPS];
}

static uint8_t *mark_at(const maker *m, uint32_t waypoint, uint32_t mark) {
  uint8_t *marks = m->section + OVI_MARKS_FIRSTS + firsts_bytes(m->regions);
  return marks + ((uint64_t)waypoint * m->count + mark) * 4;
}

/* Every cost is a sum of k w: the bits that all weights have in common are never
 * set in it. */
static uint32_t common_shift(const ovl_world *world) {
  uint32_t all = 0;
  for (int terrain = 0; terrain < 256; terrain++) {
    all |= world->weights[terrain];
  }
  return all != 0 ? (uint32_t)ovi_lowest_bit(all) : 0;
}

/* Stores the costs of one search as column `mark`; column UINT32_MAX: stores
 * nothing, only looks for the farthest. */
static void store_column(maker *m, uint32_t mark) {
  uint32_t waypoint = 0;
  for (uint32_t id = 0; id < m->regions; id++) {
    ovi_region region = ovi_region_view(m->world, id);
    uint32_t own = own_count(&region);
    for (uint32_t number = 0; number < own; number++, waypoint++) {
      uint64_t cost = ovi_coarse_cost(&m->search, id, number);
      uint32_t island = ovi_region_island(m->world, &region, ovi_port_component(&region, number));
      if (cost == UINT64_MAX) {
        continue;
      }
      if (mark != UINT32_MAX) {
        m->overflows = m->overflows || cost >> m->shift >= OVI_NO_MARK;
        ovi_put_u32(mark_at(m, waypoint, mark), (uint32_t)(cost >> m->shift));
      }
      if (cost < m->nearest[waypoint]) {
        m->nearest[waypoint] = cost;
      }
      ovl_stop *seed = &m->seeds[island];
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

/* The first seeds: any waypoint of each island. */
static void begin_seeds(maker *m) {
  for (uint32_t island = 0; island <= m->islands; island++) {
    m->seeds[island] = (ovl_stop){0, UINT32_MAX, 0, 0};
  }
  uint32_t waypoint = 0;
  for (uint32_t id = 0; id < m->regions; id++) {
    ovi_region region = ovi_region_view(m->world, id);
    ovi_put_u32(m->section + OVI_MARKS_FIRSTS + 4 * (uint64_t)id, waypoint);
    uint32_t own = own_count(&region);
    for (uint32_t number = 0; number < own; number++, waypoint++) {
      uint32_t island = ovi_region_island(m->world, &region, ovi_port_component(&region, number));
      if (m->seeds[island].region == UINT32_MAX) {
        m->seeds[island] = (ovl_stop){0, id, (uint16_t)number, 0};
      }
      m->nearest[waypoint] = UINT64_MAX;
    }
  }
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

static void make(maker *m) {
  for (uint32_t waypoint = 0; waypoint < m->waypoints; waypoint++) {
    for (uint32_t mark = 0; mark < m->count; mark++) {
      ovi_put_u32(mark_at(m, waypoint, mark), OVI_NO_MARK);
    }
  }
  begin_seeds(m);
  spread_from_seeds(m);
  store_column(m, UINT32_MAX);
  /* The first seed is not a landmark: what is near it is as good as any. */
  memset(m->nearest, 0xff, (size_t)m->waypoints * sizeof(uint64_t));
  for (uint32_t mark = 0; mark < m->count; mark++) {
    spread_from_seeds(m);
    store_column(m, mark);
  }
  bool serves = m->waypoints != 0 && !m->overflows;
  ovi_put_u64(m->section + OVI_MARKS_STAMP, m->world->fingerprint);
  ovi_put_u32(m->section + OVI_MARKS_COUNT, serves ? m->count : 0);
  ovi_put_u32(m->section + OVI_MARKS_SHIFT, m->shift);
  if (!serves) {
    memset(mark_at(m, 0, 0), 0, (size_t)m->waypoints * m->count * 4);
  }
}

static void place(maker *m, ovi_arena *arena) {
  m->nearest = ovi_arena_take(arena, m->waypoints, sizeof(uint64_t));
  m->seeds = ovi_arena_take(arena, (uint64_t)m->islands + 1, sizeof(ovl_stop));
  ovi_coarse_place(&m->search, arena, m->waypoints, m->regions);
}

ovl_result ovi_landmarks_make(const ovl_world *world, uint32_t count,
                              const ovl_allocator *allocator, uint8_t *section) {
  maker m = {.world = world,
             .allocator = allocator,
             .section = section,
             .regions = (uint32_t)region_count(world),
             .waypoints = (uint32_t)world->waypoints,
             .islands = world->island_count,
             .count = count,
             .shift = common_shift(world)};
  ovi_arena counted = {NULL, 0};
  place(&m, &counted);
  uint8_t *block = ovi_allocate(allocator, counted.used + 1);
  if (block == NULL) {
    return OVL_NO_MEMORY;
  }
  ovi_arena cut = {block, 0};
  place(&m, &cut);
  ovi_coarse_clear(&m.search);
  make(&m);
  ovi_release(allocator, block, counted.used + 1);
  return OVL_OK;
}
