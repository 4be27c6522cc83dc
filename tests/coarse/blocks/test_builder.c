/* Checks bakes with public functions alone: entrances and their waypoints, and the cost of every
 * edge. The builder's rule, by which each pair of components has its waypoint: test_directed.c. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "overland_inspect.h"
#include "tests/model/entrance_model.h"
#include "tests/support/fixture.h"

typedef struct baked_map {
  fixture f;
  int32_t regions_x, regions_y;
  ovl_waypoint *waypoints; /* sorted by region */
  size_t waypoint_count;
  size_t *begins; /* first waypoint of each region, and the end of the last */
} baked_map;

/* ---- Cells and regions --------------------------------------------------- */

static int32_t region_of(const baked_map *baked, int32_t x, int32_t y) {
  int32_t side = baked->f.map.region_cells;
  return y / side * baked->regions_x + x / side;
}

static dijkstra_rectangle region_rectangle(const baked_map *baked, int32_t region) {
  int32_t side = baked->f.map.region_cells;
  dijkstra_rectangle r = {region % baked->regions_x * side, region / baked->regions_x * side, side,
                          side};
  r.w = r.x + r.w > baked->f.map.width ? baked->f.map.width - r.x : r.w;
  r.h = r.y + r.h > baked->f.map.height ? baked->f.map.height - r.y : r.h;
  return r;
}

/* Lists the waypoints of every region: first their number, then all. */
static void read_waypoints(baked_map *baked, test_state *t) {
  ovl_world_info info;
  ovl_world_describe(baked->f.world, &info);
  baked->waypoints = calloc((size_t)info.graph.waypoints + 1, sizeof *baked->waypoints);
  int32_t regions = baked->regions_x * baked->regions_y;
  baked->begins = calloc((size_t)regions + 1, sizeof *baked->begins);
  if (baked->waypoints == NULL || baked->begins == NULL) {
    abort();
  }
  for (int32_t region = 0; region < regions; region++) {
    size_t count = ovl_world_waypoints(baked->f.world, 0, region, NULL, 0);
    size_t room = (size_t)info.graph.waypoints - baked->waypoint_count;
    if (!CHECK(t, count <= room, "more waypoints than ovl_world_describe says")) {
      return;
    }
    ovl_world_waypoints(baked->f.world, 0, region, baked->waypoints + baked->waypoint_count, count);
    for (size_t i = 0; i < count; i++) {
      const ovl_waypoint *waypoint = &baked->waypoints[baked->waypoint_count + i];
      CHECK(t, waypoint->region == region && waypoint->number == (int32_t)i,
            "waypoint %zu of region %" PRId32 " is named %" PRId32 ", %" PRId32, i, region,
            waypoint->region, waypoint->number);
    }
    baked->waypoint_count += count;
    baked->begins[region + 1] = baked->waypoint_count;
  }
  CHECK(t, baked->waypoint_count == info.graph.waypoints, "%zu waypoints, described as %" PRIu64,
        baked->waypoint_count, info.graph.waypoints);
  CHECK(t,
        ovl_world_waypoints(baked->f.world, 0, regions, NULL, 0) == 0 &&
            ovl_world_waypoints(baked->f.world, 0, -1, NULL, 0) == 0,
        "a region that does not exist has waypoints");
}

static bool builder_make(baked_map *baked, test_state *t, uint64_t index,
                         random_map_limits limits) {
  memset(baked, 0, sizeof *baked);
  if (!fixture_make(&baked->f, t, index, limits)) {
    return false;
  }
  const test_map *map = &baked->f.map;
  baked->regions_x = (map->width + map->region_cells - 1) / map->region_cells;
  baked->regions_y = (map->height + map->region_cells - 1) / map->region_cells;
  read_waypoints(baked, t);
  return true;
}

static void builder_free(baked_map *baked) {
  free(baked->waypoints);
  free(baked->begins);
  fixture_free(&baked->f);
}

/* ---- Waypoints ------------------------------------------------------------ */

static void check_waypoint(const baked_map *baked, test_state *t, const ovl_waypoint *waypoint) {
  const test_map *map = &baked->f.map;
  int32_t dx = waypoint->second.x - waypoint->first.x;
  int32_t dy = waypoint->second.y - waypoint->first.y;
  bool inside = waypoint->first.x >= 0 && waypoint->first.y >= 0 &&
                waypoint->first.x < map->width && waypoint->first.y < map->height;
  if (!CHECK(t, inside && abs(dx) <= 1 && abs(dy) <= 1 && (dx != 0 || dy != 0),
             "a waypoint from %" PRId32 ",%" PRId32 " is no step", waypoint->first.x,
             waypoint->first.y)) {
    return;
  }
  CHECK(t, dijkstra_step_cost(map, waypoint->first.x, waypoint->first.y, dx, dy) != 0,
        "the waypoint at %" PRId32 ",%" PRId32 " is not legal", waypoint->first.x,
        waypoint->first.y);
  CHECK(t,
        region_of(baked, waypoint->first.x, waypoint->first.y) == waypoint->region &&
            region_of(baked, waypoint->second.x, waypoint->second.y) != waypoint->region,
        "the waypoint at %" PRId32 ",%" PRId32 " does not leave its region", waypoint->first.x,
        waypoint->first.y);
  CHECK(t, dx > 0 || dy > 0, "first of %" PRId32 ",%" PRId32 " is not left or upper",
        waypoint->first.x, waypoint->first.y);
}

/* ---- Entrances ----------------------------------------------------------- */

static bool is_waypoint(const baked_map *baked, ovl_cell first, ovl_cell second) {
  int32_t region = region_of(baked, first.x, first.y);
  for (size_t i = baked->begins[region]; i < baked->begins[region + 1]; i++) {
    if (fixture_same_cells(baked->waypoints[i].first, first) &&
        fixture_same_cells(baked->waypoints[i].second, second)) {
      return true;
    }
  }
  return false;
}

/* A border of a region: its first straight step, and whether it is the right one. */
typedef struct test_border {
  ovl_cell first;
  bool is_right;
} test_border;

/* The cells of the step at a position along a border. */
static void border_step_at(const test_border *border, int32_t at, ovl_cell step[2]) {
  step[0] = (ovl_cell){border->first.x + (border->is_right ? 0 : at),
                       border->first.y + (border->is_right ? at : 0), 0};
  step[1] =
      (ovl_cell){step[0].x + (border->is_right ? 1 : 0), step[0].y + (border->is_right ? 0 : 1), 0};
}

/* Checks the waypoints of an entrance of `last` + 1 steps. */
static void check_entrance(const baked_map *baked, test_state *t, const test_border *border,
                           int32_t begin, int32_t last) {
  entrance_model entrance = {.last = last, .spacing = baked->f.map.spacing_cells};
  for (int32_t at = 0; at <= last; at++) {
    ovl_cell step[2];
    border_step_at(border, begin + at, step);
    entrance.near[at] = random_map_weight(&baked->f.map, step[0].x, step[0].y);
    entrance.far[at] = random_map_weight(&baked->f.map, step[1].x, step[1].y);
    entrance.is_legal[at][0] = entrance.is_legal[at][1] =
        baked->f.map.corners != OVL_CORNERS_NONE; /* the four cells are open */
  }
  for (int32_t i = 0; i < 3 * (last + 1);
       i++) { /* straight, to the next cell, to the previous one */
    const int32_t at = i / 3;
    const int32_t to = at + (i % 3 == 1 ? 1 : i % 3 == 2 ? -1 : 0);
    const bool is_wanted = entrance_model_is_waypoint(&entrance, at, i % 3);
    ovl_cell step[2];
    ovl_cell step_there[2];
    border_step_at(border, begin + at, step);
    border_step_at(border, begin + to, step_there);
    if (to >= 0 && to <= last) {
      CHECK(t, is_waypoint(baked, step[0], step_there[1]) == is_wanted,
            "%" PRId32 ",%" PRId32 " to %" PRId32 ",%" PRId32 ", step %" PRId32
            " of an entrance of %" PRId32 ", is %sa waypoint",
            step[0].x, step[0].y, step_there[1].x, step_there[1].y, at, last + 1,
            is_wanted ? "not " : "");
    }
  }
}

/* Walks along one border, for `length` steps. */
static void check_border(const baked_map *baked, test_state *t, const test_border *border,
                         int32_t length) {
  int32_t begin = 0;
  for (int32_t at = 0; at <= length; at++) {
    ovl_cell step[2];
    border_step_at(border, at, step);
    const bool crosses =
        at < length && dijkstra_step_cost(&baked->f.map, step[0].x, step[0].y, border->is_right,
                                          !border->is_right) != 0;
    if (!crosses && begin < at) {
      check_entrance(baked, t, border, begin, at - 1 - begin);
    }
    begin = crosses ? begin : at + 1;
  }
}

/* Checks a diagonal step over a corner of four regions, with strict corners: it is a waypoint if it
 * is lighter by a quarter than each straight step between its cells and those beside it. */
static void check_corner(const baked_map *baked, test_state *t, ovl_cell from, int32_t dx) {
  const test_map *map = &baked->f.map;
  const bool is_legal = dijkstra_step_cost(map, from.x, from.y, dx, 1) != 0;
  const ovl_cell to = {from.x + dx, from.y + 1, 0};
  bool is_light = is_legal;
  for (int i = 0; i < 4 && is_light; i++) {
    const ovl_cell end = i / 2 == 0 ? from : to;
    const ovl_cell beside = i % 2 == 0 ? (ovl_cell){from.x, to.y, 0} : (ovl_cell){to.x, from.y, 0};
    is_light =
        4 * (random_map_weight(map, from.x, from.y) + random_map_weight(map, to.x, to.y)) <=
        3 * (random_map_weight(map, end.x, end.y) + random_map_weight(map, beside.x, beside.y));
  }
  CHECK(t, is_waypoint(baked, from, to) == is_light,
        "over the corner at %" PRId32 ",%" PRId32 " is %sa waypoint", from.x, from.y,
        is_light ? "not " : "");
}

static void builder_entrances(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 700, 10000); i++) {
    baked_map baked;
    if (!builder_make(&baked, t, i, random_map_usual_limits())) {
      continue;
    }
    for (int32_t region = 0; region < baked.regions_x * baked.regions_y && t->failures == 0;
         region++) {
      dijkstra_rectangle r = region_rectangle(&baked, region);
      const test_border right = {{r.x + r.w - 1, r.y, 0}, true};
      const test_border lower = {{r.x, r.y + r.h - 1, 0}, false};
      check_border(&baked, t, &right, r.h);
      check_border(&baked, t, &lower, r.w);
      if (baked.f.map.corners == OVL_CORNERS_STRICT) {
        check_corner(&baked, t, (ovl_cell){r.x + r.w - 1, r.y + r.h - 1, 0}, 1);
        check_corner(&baked, t, (ovl_cell){r.x, r.y + r.h - 1, 0}, -1);
      }
    }
    builder_free(&baked);
  }
}

/* ---- Edges --------------------------------------------------------------- */

/* A waypoint seen from one region: its cell there, and half its step. */
typedef struct side {
  ovl_waypoint waypoint;
  ovl_cell cell;
  uint64_t half_step;
} side;

static size_t find_sides(const baked_map *baked, int32_t region, side *sides) {
  size_t count = 0;
  for (size_t i = 0; i < baked->waypoint_count; i++) {
    const ovl_waypoint *waypoint = &baked->waypoints[i];
    bool first = waypoint->region == region;
    if (!first && region_of(baked, waypoint->second.x, waypoint->second.y) != region) {
      continue;
    }
    side *s = &sides[count++];
    s->waypoint = *waypoint;
    s->cell = first ? waypoint->first : waypoint->second;
    bool diagonal =
        waypoint->first.x != waypoint->second.x && waypoint->first.y != waypoint->second.y;
    s->half_step =
        (diagonal ? 99u : 70u) * (uint64_t)random_map_weight(&baked->f.map, s->cell.x, s->cell.y);
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

/* Checks the edges from one waypoint: each is listed once, at the cost that a Dijkstra search
 * finds. */
static size_t check_edges_from(baked_map *baked, test_state *t, const side *from, const side *sides,
                               size_t side_count, const ovl_edge *edges, size_t edge_count) {
  size_t joined = 0;
  for (size_t i = 0; i < side_count; i++) {
    joined += dijkstra_distance(&baked->f.judge, sides[i].cell) != DIJKSTRA_UNREACHED ? 1 : 0;
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
    uint64_t distance = dijkstra_distance(&baked->f.judge, sides[to].cell);
    uint64_t cost = distance + from->half_step + sides[to].half_step;
    CHECK(t, distance != DIJKSTRA_UNREACHED && edges[i].cost == cost,
          "edge %" PRId32 ",%" PRId32 " to %" PRId32 ",%" PRId32 " costs %" PRIu32
          ", should %" PRIu64,
          from->cell.x, from->cell.y, sides[to].cell.x, sides[to].cell.y, edges[i].cost, cost);
  }
  CHECK(t, found == joined - 1, "%zu edges from a waypoint that reaches %zu", found, joined - 1);
  return found;
}

static size_t check_region_edges(baked_map *baked, test_state *t, int32_t region) {
  side *sides = malloc((baked->waypoint_count + 1) * sizeof *sides);
  size_t edge_count = ovl_world_edges(baked->f.world, 0, region, NULL, 0);
  ovl_edge *edges = malloc((edge_count + 1) * sizeof *edges);
  if (sides == NULL || edges == NULL) {
    abort();
  }
  size_t side_count = find_sides(baked, region, sides);
  ovl_world_edges(baked->f.world, 0, region, edges, edge_count);
  size_t found = 0;
  for (size_t i = 0; i < side_count && t->failures == 0; i++) {
    dijkstra_run_inside(&baked->f.judge, sides[i].cell, region_rectangle(baked, region));
    found += check_edges_from(baked, t, &sides[i], sides, side_count, edges, edge_count);
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
    baked_map baked;
    if (!builder_make(&baked, t, i, limits)) {
      continue;
    }
    for (size_t k = 0; k < baked.waypoint_count && t->failures == 0; k++) {
      check_waypoint(&baked, t, &baked.waypoints[k]);
    }
    size_t edges = 0;
    for (int32_t region = 0; region < baked.regions_x * baked.regions_y && t->failures == 0;
         region++) {
      edges += check_region_edges(&baked, t, region);
    }
    ovl_world_info info;
    ovl_world_describe(baked.f.world, &info);
    CHECK(t, t->failures != 0 || edges == info.graph.edges, "%zu edges, described as %" PRIu64,
          edges, info.graph.edges);
    builder_free(&baked);
  }
}

/* Large regions with great weights: costs that need all of their bits. */
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
      /* Walls with a gap at alternating ends make long paths. */
      int32_t x = k % map.width;
      int32_t y = k / map.width;
      int32_t gap = y % 4 == 1 ? map.width - 2 : 1;
      bool wall = y % 2 == 1 && x != gap && x % map.region_cells > 1;
      map.terrain[k] = wall ? 0 : (uint8_t)test_random_between(&random, 1, 2);
    }
    baked_map baked;
    memset(&baked, 0, sizeof baked);
    if (!fixture_make_from(&baked.f, t, map)) {
      continue;
    }
    baked.regions_x = (map.width + map.region_cells - 1) / map.region_cells;
    baked.regions_y = (map.height + map.region_cells - 1) / map.region_cells;
    read_waypoints(&baked, t);
    check_region_edges(&baked, t, 0);
    builder_free(&baked);
  }
}

const test_entry test_builder_table[] = {
    {"builder_entrances", builder_entrances},
    {"builder_edges", builder_edges},
    {"builder_heavy_edges", builder_heavy_edges},
    {NULL, NULL},
};
