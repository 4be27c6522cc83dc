/* Tests of attach.h: the costs between a cell and the ports of its region, on random maps, compared
 * with Dijkstra's algorithm inside the region. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "coarse/search/attach.h"
#include "coarse/view/ports.h"
#include "tests/support/fixture.h"

/* Memory for attachments in the world of one fixture. */
typedef struct attach_room {
  ovi_local_search local;
  ovi_attachment attachment;
  void *block;
} attach_room;

static void reserve_room(attach_room *room, ovi_arena *arena, const ovl_world *world) {
  ovi_local_search_reserve(&room->local, arena, world->layers[0].partition.region_cells,
                           (ovi_local_search_needs){0});
  room->attachment.costs =
      ovi_arena_take(arena, world->layers[0].graph.max_ports, sizeof(uint32_t));
}

static attach_room make_room(const ovl_world *world) {
  attach_room room = {.block = NULL};
  ovi_arena count = {NULL, 0};
  reserve_room(&room, &count, world);
  room.block = malloc((size_t)count.used);
  if (room.block == NULL) {
    abort();
  }
  memset(room.block, 0xa5, (size_t)count.used); /* no code may expect zeros */
  ovi_arena cut = {room.block, 0};
  reserve_room(&room, &cut, world);
  return room;
}

/* The cost that a port must have; OVI_UNREACHED if the cell does not reach it. The judge holds the
 * distances from the cell inside the region. */
static uint32_t expected_cost(const fixture *f, const ovi_region *region, uint32_t port) {
  const ovi_port_groups groups = ovi_port_groups_of(region);
  uint32_t cell = ovi_port_cell(region, port);
  ovl_cell at = {region->x + ovi_port_x(cell), region->y + ovi_port_y(cell), 0};
  uint64_t distance = dijkstra_distance(&f->judge, at);
  if (distance == DIJKSTRA_UNREACHED) {
    return OVI_UNREACHED;
  }
  uint32_t weight = (uint32_t)random_map_weight(&f->map, at.x, at.y);
  return (uint32_t)distance +
         ovi_step_cost(weight, ovi_port_is_diagonal(ovi_port_group(&groups, port), cell));
}

static ovi_region judge_region(fixture *f, ovl_cell cell) {
  ovi_region region =
      ovi_region_view(&f->world->layers[0], ovi_region_at(&f->world->layers[0], cell.x, cell.y));
  dijkstra_rectangle inside = {region.x, region.y, region.w, region.h};
  dijkstra_run_inside(&f->judge, cell, inside);
  return region;
}

static void check_all_attachments(fixture *f, test_state *t, attach_room *room, ovl_cell cell) {
  ovi_region region = judge_region(f, cell);
  bool found = ovi_attach(&room->attachment, &f->world->layers[0], &room->local, cell, false);
  CHECK(t, found && room->attachment.count == region.ports.count, "found %d, %" PRIu32 " costs",
        found, room->attachment.count);
  for (uint32_t port = 0; port < region.ports.count; port++) {
    uint32_t expected = expected_cost(f, &region, port);
    CHECK(t, room->attachment.costs[port] == expected,
          "from %" PRId32 ",%" PRId32 " to port %" PRIu32 ": %" PRIu32 ", Dijkstra %" PRIu32,
          cell.x, cell.y, port, room->attachment.costs[port], expected);
  }
}

static void on_random_maps(test_state *t,
                           void (*check)(fixture *, test_state *, attach_room *, ovl_cell)) {
  for (uint64_t i = 0; test_more(t, i, 700, 10000); i++) {
    random_map_limits limits = random_map_usual_limits();
    limits.max_region = (i & 3) == 0 ? OVL_MAX_REGION_CELLS : limits.max_region;
    limits.max_side = (i & 3) == 0 ? 2 * OVL_MAX_REGION_CELLS : limits.max_side;
    fixture f;
    if (!fixture_make(&f, t, i, limits)) {
      continue;
    }
    attach_room room = make_room(f.world);
    for (int k = 0; k < 6; k++) {
      ovl_cell cell = random_map_cell(&f.map, &f.random);
      if (random_map_weight(&f.map, cell.x, cell.y) != 0) {
        check(&f, t, &room, cell);
      }
    }
    free(room.block);
    fixture_free(&f);
  }
}

static void attachments_equal_dijkstra(test_state *t) { on_random_maps(t, check_all_attachments); }

const test_entry test_attach_table[] = {
    {"attachments_equal_dijkstra", attachments_equal_dijkstra},
    {NULL, NULL},
};
