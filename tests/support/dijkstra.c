/* Dijkstra's algorithm with a binary heap and stale entries skipped: written from
 * the cost rule alone, sharing nothing with the library, and kept simple enough
 * to be believed by reading it. */
#include "tests/support/dijkstra.h"
#include "tests/support/test_allocate.h"

#include <stdlib.h>

uint64_t dijkstra_step_cost(const test_map *map, int32_t x, int32_t y, int32_t dx, int32_t dy) {
  int32_t from = random_map_weight(map, x, y);
  int32_t to = random_map_weight(map, x + dx, y + dy);
  if (from == 0 || to == 0) {
    return 0;
  }
  if (dx == 0 || dy == 0) {
    return 70u * (uint64_t)(from + to);
  }
  int32_t open_beside = (random_map_weight(map, x + dx, y) != 0 ? 1 : 0) +
                        (random_map_weight(map, x, y + dy) != 0 ? 1 : 0);
  bool legal = (map->corners == OVL_CORNERS_STRICT && open_beside == 2) ||
               (map->corners == OVL_CORNERS_ONE && open_beside >= 1) ||
               map->corners == OVL_CORNERS_FREE;
  return legal ? 99u * (uint64_t)(from + to) : 0;
}

dijkstra dijkstra_make(const test_map *map) {
  size_t cells = (size_t)map->width * (size_t)map->height;
  dijkstra d = {.map = map};
  d.distance = test_allocate(cells, sizeof *d.distance);
  /* Each cell is pushed at most once from each neighbour, and the start. */
  d.heap = test_allocate(cells * 8 + 1, sizeof *d.heap);
  return d;
}

void dijkstra_free(dijkstra *d) {
  free(d->distance);
  free(d->heap);
}

static void push(dijkstra *d, dijkstra_entry entry) {
  size_t at = d->heap_count++;
  while (at > 0 && d->heap[(at - 1) / 2].distance > entry.distance) {
    d->heap[at] = d->heap[(at - 1) / 2];
    at = (at - 1) / 2;
  }
  d->heap[at] = entry;
}

static dijkstra_entry pop(dijkstra *d) {
  dijkstra_entry least = d->heap[0];
  dijkstra_entry last = d->heap[--d->heap_count];
  size_t at = 0;
  for (;;) {
    size_t child = 2 * at + 1;
    if (child >= d->heap_count) {
      break;
    }
    if (child + 1 < d->heap_count && d->heap[child + 1].distance < d->heap[child].distance) {
      child++;
    }
    if (d->heap[child].distance >= last.distance) {
      break;
    }
    d->heap[at] = d->heap[child];
    at = child;
  }
  d->heap[at] = last;
  return least;
}

static uint64_t *distance_at(const dijkstra *d, int32_t x, int32_t y) {
  return &d->distance[(size_t)y * (size_t)d->map->width + (size_t)x];
}

static void relax(dijkstra *d, dijkstra_entry from, int32_t dx, int32_t dy,
                  dijkstra_rectangle inside) {
  int32_t x = from.x + dx;
  int32_t y = from.y + dy;
  if (x < inside.x || y < inside.y || x >= inside.x + inside.w || y >= inside.y + inside.h) {
    return;
  }
  uint64_t cost = dijkstra_step_cost(d->map, from.x, from.y, dx, dy);
  uint64_t distance = from.distance + cost;
  if (cost != 0 && distance < *distance_at(d, x, y)) {
    *distance_at(d, x, y) = distance;
    push(d, (dijkstra_entry){distance, x, y});
  }
}

void dijkstra_run_inside(dijkstra *d, ovl_cell start, dijkstra_rectangle inside) {
  for (int32_t y = inside.y; y < inside.y + inside.h; y++) {
    for (int32_t x = inside.x; x < inside.x + inside.w; x++) {
      *distance_at(d, x, y) = DIJKSTRA_UNREACHED;
    }
  }
  d->heap_count = 0;
  *distance_at(d, start.x, start.y) = 0;
  push(d, (dijkstra_entry){0, start.x, start.y});
  while (d->heap_count > 0) {
    dijkstra_entry entry = pop(d);
    if (entry.distance != *distance_at(d, entry.x, entry.y)) {
      continue;
    }
    for (int32_t dy = -1; dy <= 1; dy++) {
      for (int32_t dx = -1; dx <= 1; dx++) {
        if (dx != 0 || dy != 0) {
          relax(d, entry, dx, dy, inside);
        }
      }
    }
  }
}

void dijkstra_run(dijkstra *d, ovl_cell start) {
  dijkstra_rectangle all = {0, 0, d->map->width, d->map->height};
  dijkstra_run_inside(d, start, all);
}

uint64_t dijkstra_distance(const dijkstra *d, ovl_cell cell) {
  return *distance_at(d, cell.x, cell.y);
}
