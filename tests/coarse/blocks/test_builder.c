/* What the bake builds, checked from public data alone: the builder's rule that
 * makes "the tiers agree" true, entrances and their spacing, and the cost of
 * every edge. Steps cost the same both ways, so strongly connected inside a
 * region is connected. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "overland_inspect.h"
#include "tests/support/fixture.h"

typedef struct builder {
  fixture f;
  int32_t regions_x, regions_y;
  uint32_t *components;    /* a cell each: own number of its part of its region; 0: blocked */
  ovl_waypoint *waypoints; /* region by region */
  size_t waypoint_count;
  size_t *begins;  /* first waypoint of each region, and past the last */
  ovl_cell *stack; /* a cell each, for the flood */
} builder;

/* ---- Cells and regions --------------------------------------------------- */

static size_t cell_index(const builder *b, int32_t x, int32_t y) {
  return (size_t)y * (size_t)b->f.map.width + (size_t)x;
}

static int32_t region_of(const builder *b, int32_t x, int32_t y) {
  int32_t side = b->f.map.region_cells;
  return y / side * b->regions_x + x / side;
}

static dijkstra_rectangle region_rectangle(const builder *b, int32_t region) {
  int32_t side = b->f.map.region_cells;
  dijkstra_rectangle r = {region % b->regions_x * side, region / b->regions_x * side, side, side};
  r.w = r.x + r.w > b->f.map.width ? b->f.map.width - r.x : r.w;
  r.h = r.y + r.h > b->f.map.height ? b->f.map.height - r.y : r.h;
  return r;
}

static void flood(builder *b, int32_t x, int32_t y, uint32_t number) {
  size_t depth = 0;
  b->components[cell_index(b, x, y)] = number;
  b->stack[depth++] = (ovl_cell){x, y, 0};
  while (depth > 0) {
    ovl_cell cell = b->stack[--depth];
    for (int32_t i = 0; i < 9; i++) {
      int32_t dx = i % 3 - 1;
      int32_t dy = i / 3 - 1;
      if (i == 4 || dijkstra_step_cost(&b->f.map, cell.x, cell.y, dx, dy) == 0 ||
          region_of(b, cell.x + dx, cell.y + dy) != region_of(b, x, y)) {
        continue;
      }
      uint32_t *component = &b->components[cell_index(b, cell.x + dx, cell.y + dy)];
      if (*component == 0) {
        *component = number;
        b->stack[depth++] = (ovl_cell){cell.x + dx, cell.y + dy, 0};
      }
    }
  }
}

static void number_components(builder *b) {
  uint32_t count = 0;
  for (int32_t y = 0; y < b->f.map.height; y++) {
    for (int32_t x = 0; x < b->f.map.width; x++) {
      if (random_map_weight(&b->f.map, x, y) != 0 && b->components[cell_index(b, x, y)] == 0) {
        flood(b, x, y, ++count);
      }
    }
  }
}

/* Asks for the waypoints of every region, first how many, then all. */
static void read_waypoints(builder *b, test_state *t) {
  ovl_world_info info;
  ovl_world_describe(b->f.world, &info);
  b->waypoints = calloc((size_t)info.waypoints + 1, sizeof *b->waypoints);
  int32_t regions = b->regions_x * b->regions_y;
  b->begins = calloc((size_t)regions + 1, sizeof *b->begins);
  if (b->waypoints == NULL || b->begins == NULL) {
    abort();
  }
  for (int32_t region = 0; region < regions; region++) {
    size_t count = ovl_world_waypoints(b->f.world, 0, region, NULL, 0);
    size_t room = (size_t)info.waypoints - b->waypoint_count;
    if (!CHECK(t, count <= room, "more waypoints than ovl_world_describe says")) {
      return;
    }
    ovl_world_waypoints(b->f.world, 0, region, b->waypoints + b->waypoint_count, count);
    for (size_t i = 0; i < count; i++) {
      const ovl_waypoint *p = &b->waypoints[b->waypoint_count + i];
      CHECK(t, p->region == region && p->number == (int32_t)i,
            "waypoint %zu of region %" PRId32 " is named %" PRId32 ", %" PRId32, i, region,
            p->region, p->number);
    }
    b->waypoint_count += count;
    b->begins[region + 1] = b->waypoint_count;
  }
  CHECK(t, b->waypoint_count == info.waypoints, "%zu waypoints, described as %" PRIu64,
        b->waypoint_count, info.waypoints);
  CHECK(t,
        ovl_world_waypoints(b->f.world, 0, regions, NULL, 0) == 0 &&
            ovl_world_waypoints(b->f.world, 0, -1, NULL, 0) == 0,
        "a region that does not exist has waypoints");
}

static bool builder_make(builder *b, test_state *t, uint64_t index, random_map_limits limits) {
  memset(b, 0, sizeof *b);
  if (!fixture_make(&b->f, t, index, limits)) {
    return false;
  }
  const test_map *map = &b->f.map;
  b->regions_x = (map->width + map->region_cells - 1) / map->region_cells;
  b->regions_y = (map->height + map->region_cells - 1) / map->region_cells;
  size_t cells = (size_t)map->width * (size_t)map->height;
  b->components = calloc(cells, sizeof *b->components);
  b->stack = malloc(cells * sizeof *b->stack);
  if (b->components == NULL || b->stack == NULL) {
    abort();
  }
  number_components(b);
  read_waypoints(b, t);
  return true;
}

static void builder_free(builder *b) {
  free(b->components);
  free(b->stack);
  free(b->waypoints);
  free(b->begins);
  fixture_free(&b->f);
}

/* ---- The builder's rule -------------------------------------------------- */

static void check_waypoint(const builder *b, test_state *t, const ovl_waypoint *p) {
  const test_map *map = &b->f.map;
  int32_t dx = p->second.x - p->first.x;
  int32_t dy = p->second.y - p->first.y;
  bool inside =
      p->first.x >= 0 && p->first.y >= 0 && p->first.x < map->width && p->first.y < map->height;
  if (!CHECK(t, inside && abs(dx) <= 1 && abs(dy) <= 1 && (dx != 0 || dy != 0),
             "a waypoint from %" PRId32 ",%" PRId32 " is no step", p->first.x, p->first.y)) {
    return;
  }
  CHECK(t, dijkstra_step_cost(map, p->first.x, p->first.y, dx, dy) != 0,
        "the waypoint at %" PRId32 ",%" PRId32 " is not legal", p->first.x, p->first.y);
  CHECK(t,
        region_of(b, p->first.x, p->first.y) == p->region &&
            region_of(b, p->second.x, p->second.y) != p->region,
        "the waypoint at %" PRId32 ",%" PRId32 " does not leave its region", p->first.x,
        p->first.y);
  CHECK(t, dx > 0 || dy > 0, "first of %" PRId32 ",%" PRId32 " is not left or upper", p->first.x,
        p->first.y);
}

/* Whether a waypoint that is named by a region joins two components. */
static bool region_joins(const builder *b, int32_t region, uint32_t one, uint32_t two) {
  for (size_t i = b->begins[region]; i < b->begins[region + 1]; i++) {
    const ovl_waypoint *p = &b->waypoints[i];
    uint32_t first = b->components[cell_index(b, p->first.x, p->first.y)];
    uint32_t second = b->components[cell_index(b, p->second.x, p->second.y)];
    if ((first == one && second == two) || (first == two && second == one)) {
      return true;
    }
  }
  return false;
}

/* A diagonal step is spared if two straight steps make the same way: each of
 * them is in a region or is a straight step between two, checked on its own. */
static bool has_straight_detour(const builder *b, int32_t x, int32_t y, int32_t dx, int32_t dy) {
  return dx != 0 && dy != 0 &&
         (random_map_weight(&b->f.map, x + dx, y) != 0 ||
          random_map_weight(&b->f.map, x, y + dy) != 0);
}

static void check_cell(const builder *b, test_state *t, int32_t x, int32_t y) {
  for (int32_t i = 0; i < 9; i++) {
    int32_t dx = i % 3 - 1;
    int32_t dy = i / 3 - 1;
    if (i == 4 || dijkstra_step_cost(&b->f.map, x, y, dx, dy) == 0 ||
        region_of(b, x, y) == region_of(b, x + dx, y + dy) ||
        has_straight_detour(b, x, y, dx, dy)) {
      continue;
    }
    uint32_t one = b->components[cell_index(b, x, y)];
    uint32_t two = b->components[cell_index(b, x + dx, y + dy)];
    CHECK(t,
          region_joins(b, region_of(b, x, y), one, two) ||
              region_joins(b, region_of(b, x + dx, y + dy), one, two),
          "no waypoint for the step %" PRId32 ",%" PRId32 " by %" PRId32 ",%" PRId32, x, y, dx, dy);
  }
}

static void builder_rule(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 700, 10000); i++) {
    builder b;
    if (!builder_make(&b, t, i, random_map_usual_limits())) {
      continue;
    }
    for (size_t k = 0; k < b.waypoint_count && t->failures == 0; k++) {
      check_waypoint(&b, t, &b.waypoints[k]);
    }
    int32_t side = b.f.map.region_cells;
    for (int32_t y = 0; y < b.f.map.height && t->failures == 0; y++) {
      for (int32_t x = 0; x < b.f.map.width; x++) {
        bool on_border =
            x % side == 0 || x % side == side - 1 || y % side == 0 || y % side == side - 1;
        if (on_border) {
          check_cell(&b, t, x, y);
        }
      }
    }
    builder_free(&b);
  }
}

/* ---- Entrances ----------------------------------------------------------- */

static bool is_waypoint(const builder *b, ovl_cell first, ovl_cell second) {
  int32_t region = region_of(b, first.x, first.y);
  for (size_t i = b->begins[region]; i < b->begins[region + 1]; i++) {
    if (fixture_same_cells(b->waypoints[i].first, first) &&
        fixture_same_cells(b->waypoints[i].second, second)) {
      return true;
    }
  }
  return false;
}

/* Walks one border from its first step, `length` steps along it. */
static void check_border(const builder *b, test_state *t, ovl_cell first, bool is_right,
                         int32_t length) {
  const test_map *map = &b->f.map;
  int32_t last = -1; /* place of the last waypoint in the entrance under way; -1: none */
  for (int32_t at = 0; at < length; at++) {
    ovl_cell here = {first.x + (is_right ? 0 : at), first.y + (is_right ? at : 0), 0};
    ovl_cell there = {here.x + (is_right ? 1 : 0), here.y + (is_right ? 0 : 1), 0};
    ovl_cell next = {here.x + (is_right ? 0 : 1), here.y + (is_right ? 1 : 0), 0};
    bool crosses = dijkstra_step_cost(map, here.x, here.y, is_right, !is_right) != 0;
    bool goes_on =
        at + 1 < length && dijkstra_step_cost(map, next.x, next.y, is_right, !is_right) != 0;
    if (!crosses) {
      continue;
    }
    bool begins = last < 0;
    if (is_waypoint(b, here, there)) {
      CHECK(t, begins || at - last <= map->spacing_cells,
            "waypoints %" PRId32 " apart before %" PRId32 ",%" PRId32, at - last, here.x, here.y);
      last = at;
    } else {
      CHECK(t, !begins && goes_on, "an end of an entrance, %" PRId32 ",%" PRId32 ", is no waypoint",
            here.x, here.y);
    }
    last = goes_on ? last : -1;
  }
}

static void builder_entrances(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 700, 10000); i++) {
    builder b;
    if (!builder_make(&b, t, i, random_map_usual_limits())) {
      continue;
    }
    for (int32_t region = 0; region < b.regions_x * b.regions_y && t->failures == 0; region++) {
      dijkstra_rectangle r = region_rectangle(&b, region);
      ovl_cell right = {r.x + r.w - 1, r.y, 0};
      ovl_cell lower = {r.x, r.y + r.h - 1, 0};
      check_border(&b, t, right, true, r.h);
      check_border(&b, t, lower, false, r.w);
    }
    builder_free(&b);
  }
}

/* ---- Edges --------------------------------------------------------------- */

/* A waypoint as it touches one region: its cell there, and half its step. */
typedef struct side {
  ovl_waypoint waypoint;
  ovl_cell cell;
  uint64_t half_step;
} side;

static size_t find_sides(const builder *b, int32_t region, side *sides) {
  size_t count = 0;
  for (size_t i = 0; i < b->waypoint_count; i++) {
    const ovl_waypoint *p = &b->waypoints[i];
    bool first = p->region == region;
    if (!first && region_of(b, p->second.x, p->second.y) != region) {
      continue;
    }
    side *s = &sides[count++];
    s->waypoint = *p;
    s->cell = first ? p->first : p->second;
    bool diagonal = p->first.x != p->second.x && p->first.y != p->second.y;
    s->half_step =
        (diagonal ? 99u : 70u) * (uint64_t)random_map_weight(&b->f.map, s->cell.x, s->cell.y);
  }
  return count;
}

static size_t find_side(const side *sides, size_t count, const ovl_waypoint *waypoint) {
  size_t i = 0;
  while (i < count && (sides[i].waypoint.region != waypoint->region ||
                       sides[i].waypoint.number != waypoint->number)) {
    i++;
  }
  return i;
}

/* Checks the edges from one side: each once, at the cost that Dijkstra says. */
static size_t check_edges_from(builder *b, test_state *t, const side *from, const side *sides,
                               size_t side_count, const ovl_edge *edges, size_t edge_count) {
  size_t joined = 0;
  for (size_t i = 0; i < side_count; i++) {
    joined += dijkstra_distance(&b->f.judge, sides[i].cell) != DIJKSTRA_UNREACHED ? 1 : 0;
  }
  size_t found = 0;
  for (size_t i = 0; i < edge_count && t->failures == 0; i++) {
    if (edges[i].from.region != from->waypoint.region ||
        edges[i].from.number != from->waypoint.number) {
      continue;
    }
    found++;
    size_t to = find_side(sides, side_count, &edges[i].to);
    if (!CHECK(t, to < side_count && &sides[to] != from, "an edge leads nowhere or back")) {
      return 0;
    }
    uint64_t distance = dijkstra_distance(&b->f.judge, sides[to].cell);
    uint64_t cost = distance + from->half_step + sides[to].half_step;
    CHECK(t, distance != DIJKSTRA_UNREACHED && edges[i].cost == cost,
          "edge %" PRId32 ",%" PRId32 " to %" PRId32 ",%" PRId32 " costs %" PRIu32
          ", should %" PRIu64,
          from->cell.x, from->cell.y, sides[to].cell.x, sides[to].cell.y, edges[i].cost, cost);
  }
  CHECK(t, found == joined - 1, "%zu edges from a waypoint that reaches %zu", found, joined - 1);
  return found;
}

static size_t check_region_edges(builder *b, test_state *t, int32_t region) {
  side *sides = malloc((b->waypoint_count + 1) * sizeof *sides);
  size_t edge_count = ovl_world_edges(b->f.world, 0, region, NULL, 0);
  ovl_edge *edges = malloc((edge_count + 1) * sizeof *edges);
  if (sides == NULL || edges == NULL) {
    abort();
  }
  size_t side_count = find_sides(b, region, sides);
  ovl_world_edges(b->f.world, 0, region, edges, edge_count);
  size_t found = 0;
  for (size_t i = 0; i < side_count && t->failures == 0; i++) {
    dijkstra_run_inside(&b->f.judge, sides[i].cell, region_rectangle(b, region));
    found += check_edges_from(b, t, &sides[i], sides, side_count, edges, edge_count);
  }
  CHECK(t, t->failures != 0 || found == edge_count, "%zu edges of %zu are known", found,
        edge_count);
  for (size_t i = 0; i < edge_count; i++) {
    CHECK(t, edges[i].through == region, "an edge of region %" PRId32 " runs through %" PRId32,
          region, edges[i].through);
  }
  free(sides);
  free(edges);
  return edge_count;
}

static void builder_edges(test_state *t) {
  random_map_limits limits = {.max_side = 60, .max_region = 24, .weighted_percent = 50};
  for (uint64_t i = 0; test_more(t, i, 300, 4000); i++) {
    builder b;
    if (!builder_make(&b, t, i, limits)) {
      continue;
    }
    size_t edges = 0;
    for (int32_t region = 0; region < b.regions_x * b.regions_y && t->failures == 0; region++) {
      edges += check_region_edges(&b, t, region);
    }
    ovl_world_info info;
    ovl_world_describe(b.f.world, &info);
    CHECK(t, t->failures != 0 || edges == info.edges, "%zu edges, described as %" PRIu64, edges,
          info.edges);
    builder_free(&b);
  }
}

/* Large regions of great weight: costs that need all their bits. */
static void builder_heavy_edges(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 6, 60); i++) {
    test_random random = {test_begin_case(t, i)};
    test_map map = {.kind = "heavy", .width = 150, .height = 140, .corners = (ovl_corners)(i % 4)};
    map.region_cells = i % 2 == 0 ? 128 : 64;
    map.spacing_cells = 16;
    map.terrain = malloc((size_t)map.width * (size_t)map.height);
    if (map.terrain == NULL) {
      abort();
    }
    map.weights[1] = 255;
    map.weights[2] = i % 3 == 0 ? 255 : 250;
    for (int32_t k = 0; k < map.width * map.height; k++) {
      /* Walls with a gap at alternating ends make the ways long. */
      int32_t x = k % map.width;
      int32_t y = k / map.width;
      int32_t gap = y % 4 == 1 ? map.width - 2 : 1;
      bool wall = y % 2 == 1 && x != gap && x % map.region_cells > 1;
      map.terrain[k] = wall ? 0 : (uint8_t)test_random_between(&random, 1, 2);
    }
    builder b;
    memset(&b, 0, sizeof b);
    if (!fixture_make_from(&b.f, t, map)) {
      continue;
    }
    b.regions_x = (map.width + map.region_cells - 1) / map.region_cells;
    b.regions_y = (map.height + map.region_cells - 1) / map.region_cells;
    read_waypoints(&b, t);
    check_region_edges(&b, t, 0);
    builder_free(&b);
  }
}

const test_entry test_builder_table[] = {
    {"builder_rule", builder_rule},
    {"builder_entrances", builder_entrances},
    {"builder_edges", builder_edges},
    {"builder_heavy_edges", builder_heavy_edges},
    {NULL, NULL},
};
