/* A world is baked, edited and queried without a C library, and all that comes out is summed up in
 * one number, which every compiler and machine must give: .ci/run compares them.
 *
 * With a C library main prints the number; without one the program brings the four memory functions
 * and exports portable_answer, 0 if anything failed. Memory is never released. */
#include "common/compiler.h"
#include "overland_edit.h"

enum { SIDE = 160, MOST_POINTS = 4096, HEAP_BYTES = 48 << 20 };

static _Alignas(16) uint8_t heap[HEAP_BYTES];
static uint8_t terrain[SIDE * SIDE];
static ovl_cell points[MOST_POINTS];

static void *heap_allocate(void *user, size_t bytes) {
  size_t *used = user;
  const size_t begin = *used;
  if (bytes > HEAP_BYTES - begin) {
    return NULL;
  }
  *used = begin + ((bytes + 15) & ~(size_t)15);
  return heap + begin;
}

static void heap_release(void *user, void *memory, size_t bytes) {
  (void)user;
  (void)memory;
  (void)bytes;
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

/* Open ground with rooms of 16 cells, doors in their walls, some single rocks, and a swamp. */
static void draw_map(void) {
  uint32_t random = 1;
  for (int32_t i = 0; i < SIDE * SIDE; i++) {
    const int32_t x = i % SIDE;
    const int32_t y = i / SIDE;
    random = random * 1664525u + 1013904223u;
    const bool is_wall = (x % 16 == 0 && y % 16 != 5) || (y % 16 == 0 && x % 16 != 9);
    terrain[i] = is_wall || random >> 28 == 0 ? 0 : x + y > SIDE ? 2 : 1;
  }
}

/* Adds the answers of a hundred queries; whether there was any path. */
static bool add_queries(uint64_t *sum, ovl_planner *planner, const ovl_world *world) {
  uint32_t random = 7;
  bool any = false;
  for (int i = 0; i < 100; i++) {
    ovl_query query = ovl_query_default();
    int32_t ends[4];
    for (int k = 0; k < 4; k++) {
      random = random * 1664525u + 1013904223u;
      ends[k] = (int32_t)((random >> 8) % SIDE);
    }
    query.start = (ovl_cell){ends[0], ends[1], 0};
    query.goal = (ovl_cell){ends[2], ends[3], 0};
    query.smoothing = i % 2 == 0 ? OVL_SMOOTH_GRID : OVL_SMOOTH_ANY;
    ovl_path path = {.points = points, .capacity = MOST_POINTS};
    const ovl_result result = ovl_find_path(planner, world, &query, &path);
    add_number(sum, (uint64_t)result);
    if (result == OVL_OK) {
      any = true;
      add_number(sum, path.cost);
      for (size_t point = 0; point < path.count; point++) {
        add_number(sum, (uint64_t)points[point].y * SIDE + (uint64_t)points[point].x);
      }
    }
  }
  return any;
}

static bool add_world(uint64_t *sum, const ovl_world *world, const ovl_allocator *allocator) {
  ovl_planner_def def = ovl_planner_def_default(world);
  def.allocator = *allocator;
  ovl_planner *planner;
  return ovl_planner_create(&def, &planner, NULL) == OVL_OK && add_queries(sum, planner, world) &&
         ovl_world_save(world, add_bytes, sum) == OVL_OK;
}

uint64_t portable_answer(void);

uint64_t portable_answer(void) {
  size_t used = 0;
  uint64_t sum = 0xcbf29ce484222325u;
  draw_map();
  ovl_bake_def def = ovl_bake_def_default();
  def.width = def.height = SIDE;
  def.terrain = terrain;
  def.weights[2] = 20;
  def.allocator = (ovl_allocator){heap_allocate, heap_release, &used};
  ovl_world *world;
  ovl_world *edited;
  const ovl_edit edit = ovl_edit_rect((ovl_cell){70, 70, 0}, 9, 20, 0);
  if (ovl_world_bake(&def, &world, NULL) != OVL_OK || !add_world(&sum, world, &def.allocator) ||
      ovl_world_apply(world, &edit, 1, NULL, &edited, NULL) != OVL_OK ||
      !add_world(&sum, edited, &def.allocator)) {
    return 0;
  }
  ovl_world_close(edited);
  ovl_world_close(world);
  return sum;
}

#ifndef OVI_FREESTANDING

#include <inttypes.h>
#include <stdio.h>

int main(void) {
  const uint64_t answer = portable_answer();
  printf("%" PRIu64 "\n", answer);
  return answer == 0;
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
