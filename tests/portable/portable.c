/* A fixed battery: worlds are baked, edited, refreshed, saved and queried without a C library, and
 * units fight. All that comes out, and the work of each query, by which its slices end, is summed
 * up in one number for the worlds and one for the battle, which every compiler and machine must
 * give: .ci/run and tests/same_everywhere.sh compare them.
 *
 * With a C library main prints the number of the worlds, or with an argument that of the battle,
 * and fails if that is not the number below; without one the program brings the four memory
 * functions and exports portable_answer and portable_battle. 0: something failed. Only the memory
 * that was taken last is taken back.
 *
 * tcc 0.9.27 gives the number of the worlds alone: where a call returns a struct of 12 bytes it
 * stores 16, over the local variable behind it, so that loops of the battle do not end. */
#include "common/compiler.h"
#include "overland_edit.h"
#include "overland_inspect.h"
#include "overland_query.h"
#include "overland_units.h"

enum {
  SIDE = 160,
  SMALL = 96, /* side of the floors of the world with every feature */
  MOST_POINTS = 4096,
  HEAP_BYTES = 128 << 20,
  CHAIN = 5, /* edits, one after the other */
  UNITS = 60,
  TICKS = 400
};

/* The numbers that the program computes. They change only with a change of the library that means
 * to change answers, files, decisions or work. */
#define ANSWER UINT64_C(12394548578873203748)
#define BATTLE UINT64_C(7794230319575274874)

static _Alignas(16) uint8_t heap[HEAP_BYTES];
static uint8_t terrain[SIDE * SIDE];
static uint8_t floors_terrain[2][SMALL * SMALL];
static uint16_t heights[SMALL * SMALL];
static uint8_t danger[SMALL * SMALL];
static ovl_cell points[MOST_POINTS];
static ovl_range_cell reached[MOST_POINTS];

static size_t padded(size_t bytes) { return (bytes + 15) & ~(size_t)15; }

static void *heap_allocate(void *user, size_t bytes) {
  size_t *used = user;
  const size_t begin = *used;
  if (bytes > HEAP_BYTES - begin) {
    return NULL;
  }
  *used = begin + padded(bytes);
  return heap + begin;
}

static void heap_release(void *user, void *memory, size_t bytes) {
  size_t *used = user;
  if (memory == (void *)(heap + *used - padded(bytes))) {
    *used -= padded(bytes);
  }
}

/* FNV-1a, on 64 bits. */
static void add_number(uint64_t *sum, uint64_t number) { *sum = (*sum ^ number) * 0x100000001b3u; }

static bool add_bytes(void *user, const void *bytes, size_t byte_count) {
  const uint8_t *from = bytes;
  for (size_t i = 0; i < byte_count; i++) {
    add_number(user, from[i]);
  }
  return true;
}

static void add_cell(uint64_t *sum, ovl_cell cell) {
  add_number(sum, ((uint64_t)cell.floor * SIDE + (uint64_t)cell.y) * SIDE + (uint64_t)cell.x);
}

static uint32_t draw(uint32_t *random, uint32_t most) {
  *random = *random * 1664525u + 1013904223u;
  return (*random >> 8) % most;
}

/* Open ground with rooms of 16 cells, doors in their walls, some single rocks, and a swamp. */
static void draw_map(void) {
  uint32_t random = 1;
  for (int32_t i = 0; i < SIDE * SIDE; i++) {
    const int32_t x = i % SIDE;
    const int32_t y = i / SIDE;
    const bool is_wall = (x % 16 == 0 && y % 16 != 5) || (y % 16 == 0 && x % 16 != 9);
    terrain[i] = is_wall || draw(&random, 16) == 0 ? 0 : x + y > SIDE ? 2 : 1;
  }
}

/* ---- Queries ------------------------------------------------------------------------ */

static ovl_query draw_query(uint32_t *random, int32_t side, int32_t floors) {
  ovl_query query = {0};
  int32_t ends[4];
  for (int k = 0; k < 4; k++) {
    ends[k] = (int32_t)draw(random, (uint32_t)side);
  }
  query.start = (ovl_cell){ends[0], ends[1], floors > 1 ? (int32_t)draw(random, 2) : 0};
  query.goal = (ovl_cell){ends[2], ends[3], floors > 1 ? (int32_t)draw(random, 2) : 0};
  return query;
}

static void add_path(uint64_t *sum, const ovl_path *path) {
  add_number(sum, path->cost);
  add_number(sum, path->length);
  for (size_t point = 0; point < path->count; point++) {
    add_cell(sum, points[point]);
  }
}

/* Adds the work of the planner's last call. */
static void add_work(uint64_t *sum, const ovl_planner *planner) {
  const ovl_stats stats = ovl_planner_stats(planner);
  add_number(sum, stats.coarse_expanded);
  add_number(sum, stats.fine_expanded);
  add_number(sum, stats.windows);
  add_number(sum, (uint64_t)stats.method);
}

/* Adds the slices and the work of a query that is asked as a task. */
static void add_task(uint64_t *sum, ovl_planner *planner, const ovl_world *world,
                     const ovl_query *query) {
  ovl_path path = {.points = points, .capacity = MOST_POINTS};
  bool done = ovl_task_begin_path(planner, world, query, &path) != OVL_OK;
  while (!done) {
    uint64_t spent = 0;
    done = ovl_task_step(planner, 40, &spent, &done) != OVL_OK || done;
    add_number(sum, spent);
  }
  add_path(sum, &path);
}

/* Adds what can be reached from the start of a query, and what that costs. */
static void add_range(uint64_t *sum, ovl_planner *planner, const ovl_world *world,
                      const ovl_query *query) {
  size_t count = 0;
  add_number(sum,
             (uint64_t)ovl_find_range(planner, world, query, 20000, reached, MOST_POINTS, &count));
  for (size_t i = 0; i < count && i < MOST_POINTS; i++) {
    add_cell(sum, reached[i].cell);
    add_number(sum, reached[i].cost);
  }
}

/* Walks a route to its end. */
static void add_walk(uint64_t *sum, ovl_planner *planner, const ovl_world *world,
                     const ovl_query *query) {
  ovl_path_link link;
  ovl_route route;
  ovl_result result = ovl_route_begin(planner, world, query, &route);
  while (result == OVL_OK && !route.done) {
    ovl_path path = {.points = points, .capacity = MOST_POINTS, .links = &link, .link_capacity = 1};
    result = ovl_route_next(planner, world, &route, route.position, &path);
    add_path(sum, &path);
    add_work(sum, planner);
  }
  add_number(sum, (uint64_t)result);
}

/* Adds the answers of a hundred queries; whether there was any path. */
static bool add_queries(uint64_t *sum, ovl_planner *planner, const ovl_world *world) {
  ovl_world_info info;
  uint32_t random = 7;
  bool any = false;
  ovl_world_describe(world, &info);
  for (int i = 0; i < 100; i++) {
    ovl_query query = draw_query(&random, info.width, info.floors);
    query.profile = (int32_t)draw(&random, (uint32_t)info.profiles);
    query.smoothing = i % 3 == 0 ? OVL_SMOOTH_GRID : i % 3 == 1 ? OVL_SMOOTH_ANY : OVL_SMOOTH_NONE;
    query.nearest = i % 5 == 0;
    const ovl_query_more more = {.goal_kind = i % 7 == 3 ? OVL_GOAL_WITHIN : OVL_GOAL_CELL,
                                 .goal_radius = 5,
                                 .turn_cost = i % 11 == 6 ? 300 : 0,
                                 .expansion_limit = i % 13 == 9 ? 60 : 0};
    query.more = &more;
    ovl_path path = {.points = points, .capacity = MOST_POINTS};
    const ovl_result result = ovl_find_path(planner, world, &query, &path);
    add_number(sum, (uint64_t)result);
    add_path(sum, &path);
    add_work(sum, planner);
    if (result == OVL_OK) {
      any = true;
      add_walk(sum, planner, world, &query);
    }
    if (i % 10 == 0) {
      uint64_t cost = 0;
      add_number(sum, (uint64_t)ovl_find_costs(planner, world, &query, &query.goal, 1, &cost));
      add_number(sum, cost);
      add_range(sum, planner, world, &query);
      add_task(sum, planner, world, &query);
      add_work(sum, planner);
    }
  }
  return any;
}

/* The file of a world, and the answers of its queries. */
static bool add_world(uint64_t *sum, const ovl_world *world, const ovl_allocator *allocator) {
  ovl_planner_def def = {.world = world, .turn_costs = true};
  def.allocator = *allocator;
  ovl_planner *planner;
  const bool good =
      ovl_planner_create(&def, &planner, NULL) == OVL_OK && add_queries(sum, planner, world) &&
      ovl_world_save(world, &(ovl_save_def){.write = add_bytes, .write_user = sum}, NULL) == OVL_OK;
  ovl_planner_destroy(planner);
  return good;
}

/* ---- Edits ------------------------------------------------------------------------- */

/* Replaces *world by its version after an edit. */
static bool apply(ovl_world **world, const ovl_edit *edit) {
  ovl_world *version;
  if (ovl_world_apply(*world, edit, 1, &version, NULL) != OVL_OK) {
    return false;
  }
  ovl_world_close(*world);
  *world = version;
  return true;
}

/* Adds the slices of a refresh. */
static bool refresh(uint64_t *sum, ovl_world **world, const ovl_allocator *allocator) {
  ovl_refresh *made;
  ovl_world *version = NULL;
  bool done = false;
  ovl_result result = ovl_refresh_create(*world, allocator, &made);
  while (result == OVL_OK && !done) {
    result = ovl_refresh_step(made, 1000, &done);
    add_number(sum, done ? 1 : 0);
  }
  result = result == OVL_OK ? ovl_refresh_apply(made, *world, &version) : result;
  ovl_refresh_destroy(made);
  if (result == OVL_OK) {
    ovl_world_close(*world);
    *world = version;
  }
  return result == OVL_OK;
}

static bool add_plain_world(uint64_t *sum, ovl_overlays overlays, const ovl_allocator *allocator) {
  ovl_bake_def def = {0};
  ovl_world *world;
  uint32_t random = 3;
  def.width = def.height = SIDE;
  def.terrain = terrain;
  memset(def.weights + 1, OVL_PLAIN_WEIGHT, sizeof def.weights - 1);
  def.weights[2] = 20;
  def.tuning.overlays = overlays;
  def.tuning.region_cells = overlays == OVL_OVERLAYS_ALWAYS ? 16 : 0;
  def.allocator = *allocator;
  bool good = ovl_world_bake(&def, &world, NULL) == OVL_OK && add_world(sum, world, allocator);
  for (int i = 0; i < CHAIN && good; i++) {
    const ovl_cell at = {(int32_t)draw(&random, SIDE - 30), (int32_t)draw(&random, SIDE - 30), 0};
    const ovl_edit edit = ovl_edit_rect(at, 3 + 5 * i, 2 + 4 * i, (uint8_t)(i % 3));
    good = apply(&world, &edit) && add_world(sum, world, allocator);
  }
  good = good && refresh(sum, &world, allocator) && add_world(sum, world, allocator);
  ovl_world_close(world);
  return good;
}

/* ---- A world with every feature --------------------------------------------------- */

static void draw_floors(void) {
  uint32_t random = 11;
  for (int32_t i = 0; i < SMALL * SMALL; i++) {
    const int32_t x = i % SMALL;
    const int32_t y = i / SMALL;
    for (int floor = 0; floor < 2; floor++) {
      const uint32_t drawn = draw(&random, 12);
      floors_terrain[floor][i] = drawn == 0 ? 0 : (uint8_t)(1 + drawn / 8);
    }
    heights[i] = (uint16_t)((x / 8 + y / 11) % 5 * 3);
    danger[i] = (uint8_t)(x > 50 && y > 40 ? 10 : 0);
  }
  for (int32_t y = 0; y < SMALL; y++) {
    floors_terrain[0][y * SMALL + 48] = 0; /* a wall without a door: links lead past it */
  }
}

static bool add_rich_world(uint64_t *sum, const ovl_allocator *allocator) {
  static const uint8_t *const extra[2] = {danger, NULL};
  const ovl_floor_def floors[2] = {{.width = SMALL,
                                    .height = SMALL,
                                    .terrain = floors_terrain[0],
                                    .heights = heights,
                                    .extra = extra},
                                   {.width = SMALL, .height = SMALL, .terrain = floors_terrain[1]}};
  ovl_profile_def profiles[2] = {{.name = "default"}, {.name = "befault"}};
  ovl_link_def links[6];
  ovl_bake_def def = {0};
  ovl_world *world;
  memset(profiles[0].weights + 1, OVL_PLAIN_WEIGHT, sizeof profiles[0].weights - 1);
  profiles[0].weights[2] = 24;
  profiles[0].max_climb = 4;
  profiles[0].climb_cost = 90;
  profiles[1].body_cells = 2;
  profiles[1].corners = OVL_CORNERS_ONE;
  for (int32_t i = 0; i < 6; i++) {
    links[i] = (ovl_link_def){.from = {7 + 13 * i, 5 + 11 * i, 0},
                              .to = {90 - 13 * i, 9 + 12 * i, i % 2},
                              .cost = 700 + (uint32_t)i,
                              .cost_back = i % 3 == 0 ? 0 : 900,
                              .closed = i == 4};
  }
  def.more.floors = floors;
  def.more.floor_count = 2;
  def.more.profiles = profiles;
  def.more.profile_count = 2;
  def.more.links = links;
  def.more.link_count = 6;
  def.more.blocked_links = true;
  def.tuning.region_cells = 16;
  def.allocator = *allocator;
  ovl_edit edits[4] = {{.kind = OVL_EDIT_LINK, .link = 4, .value = 1},
                       {.kind = OVL_EDIT_HEIGHT, .cell = {20, 20, 0}, .w = 9, .h = 3, .value = 40},
                       {.kind = OVL_EDIT_EXTRA, .cell = {60, 60, 0}, .w = 20, .h = 5, .value = 3}};
  edits[3] = ovl_edit_rect((ovl_cell){40, 8, 1}, 6, 60, 0);
  bool good = ovl_world_bake(&def, &world, NULL) == OVL_OK && add_world(sum, world, allocator);
  for (int i = 0; i < 4 && good; i++) {
    good = apply(&world, &edits[i]) && add_world(sum, world, allocator);
  }
  ovl_world_close(world);
  return good;
}

/* ---- A battle ----------------------------------------------------------------------- */

static bool send_all(ovl_units *units, const ovl_world *world, uint32_t *random,
                     const ovl_unit *sent, uint32_t count) {
  bool good = true;
  for (uint32_t i = 0; i < count / 2 && good; i++) {
    const ovl_cell goal = {(int32_t)draw(random, SIDE), (int32_t)draw(random, SIDE), 0};
    good = ovl_unit_send(units, sent[i], goal) == OVL_OK;
  }
  return good && ovl_units_send(units, world, sent + count / 2, count - count / 2,
                                (ovl_cell){72, 72, 0}) == OVL_OK;
}

static bool fight(uint64_t *sum, ovl_units *units, ovl_world **world) {
  ovl_unit added[UNITS];
  uint32_t random = 5;
  uint32_t count = 0;
  for (int i = 0; i < 20 * UNITS && count < UNITS; i++) {
    const ovl_unit_def def = {
        .cell = {(int32_t)draw(&random, SIDE), (int32_t)draw(&random, SIDE), 0},
        .side = (uint8_t)(i % 2)};
    count += ovl_unit_add(units, *world, &def, &added[count]) == OVL_OK;
  }
  bool good = count == UNITS && send_all(units, *world, &random, added, count);
  for (int tick = 0; tick < TICKS && good; tick++) {
    if (tick % 60 == 59) {
      const ovl_cell rock = {(int32_t)draw(&random, SIDE), (int32_t)draw(&random, SIDE), 0};
      const ovl_edit edit = ovl_edit_rect(rock, 1, 1, (uint8_t)draw(&random, 2));
      good = apply(world, &edit);
    }
    if (tick % 70 == 69) { /* while many are under way */
      good = good && send_all(units, *world, &random, added, count);
    }
    good = good && ovl_units_tick(units, *world, tick % 90 < 45 ? 4000 : 700, NULL) == OVL_OK;
    add_number(sum, ovl_units_hash(units));
  }
  return good && ovl_units_count(units).moves > TICKS;
}

static bool add_battle(uint64_t *sum, const ovl_allocator *allocator) {
  ovl_bake_def def = {0};
  ovl_world *world;
  ovl_units *units;
  def.width = def.height = SIDE;
  def.terrain = terrain;
  memset(def.weights + 1, OVL_PLAIN_WEIGHT, sizeof def.weights - 1);
  def.weights[2] = 20;
  def.allocator = *allocator;
  if (ovl_world_bake(&def, &world, NULL) != OVL_OK) {
    return false;
  }
  ovl_units_def units_def = {.world = world};
  units_def.capacity = UNITS;
  units_def.lanes = 2;
  units_def.flows = 1;
  units_def.allocator = *allocator;
  const bool good =
      ovl_units_create(&units_def, &units, NULL) == OVL_OK && fight(sum, units, &world);
  ovl_units_destroy(units);
  ovl_world_close(world);
  return good;
}

uint64_t portable_answer(void);
uint64_t portable_battle(void);

uint64_t portable_battle(void) {
  size_t used = 0;
  uint64_t sum = 0xcbf29ce484222325u;
  const ovl_allocator allocator = {heap_allocate, heap_release, &used};
  draw_map();
  return add_battle(&sum, &allocator) ? sum : 0;
}

uint64_t portable_answer(void) {
  size_t used = 0;
  uint64_t sum = 0xcbf29ce484222325u;
  const ovl_allocator allocator = {heap_allocate, heap_release, &used};
  draw_map();
  draw_floors();
  const bool good = add_plain_world(&sum, OVL_OVERLAYS_AUTO, &allocator) &&
                    add_plain_world(&sum, OVL_OVERLAYS_ALWAYS, &allocator) &&
                    add_rich_world(&sum, &allocator);
  return good ? sum : 0;
}

#ifndef OVI_FREESTANDING

#include <inttypes.h>
#include <stdio.h>

int main(int argc, char **argv) {
  (void)argv;
  const uint64_t answer = argc > 1 ? portable_battle() : portable_answer();
  printf("%" PRIu64 "\n", answer);
  return answer != (argc > 1 ? BATTLE : ANSWER);
}

#else

#undef memcpy
#undef memmove
#undef memset
#undef memcmp

void *memmove(void *to, const void *from, size_t bytes) {
  uint8_t *const target = to;
  const uint8_t *const source = from;
  for (size_t i = 0; i < bytes; i++) {
    const size_t at = target < source ? i : bytes - 1 - i;
    target[at] = source[at];
  }
  return to;
}

void *memcpy(void *to, const void *from, size_t bytes) { return memmove(to, from, bytes); }

void *memset(void *to, int byte, size_t bytes) {
  uint8_t *const target = to;
  for (size_t i = 0; i < bytes; i++) {
    target[i] = (uint8_t)byte;
  }
  return to;
}

int memcmp(const void *a, const void *b, size_t bytes) {
  const uint8_t *const first = a;
  const uint8_t *const second = b;
  for (size_t i = 0; i < bytes; i++) {
    if (first[i] != second[i]) {
      return first[i] < second[i] ? -1 : 1;
    }
  }
  return 0;
}

#endif
