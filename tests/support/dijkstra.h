/* A plain Dijkstra from the cost rule, the judge of the library's answers. */
#ifndef OVERLAND_TESTS_SUPPORT_DIJKSTRA_H
#define OVERLAND_TESTS_SUPPORT_DIJKSTRA_H

#include "tests/support/random_map.h"

#define DIJKSTRA_UNREACHED UINT64_MAX

typedef struct dijkstra_rectangle {
  int32_t x, y, w, h; /* cells */
} dijkstra_rectangle;

typedef struct dijkstra_entry {
  uint64_t distance;
  int32_t x, y;
} dijkstra_entry;

typedef struct dijkstra {
  const test_map *map;
  uint64_t *distance; /* a cell each, units; DIJKSTRA_UNREACHED */
  dijkstra_entry *heap;
  size_t heap_count;
} dijkstra;

/* Cost of the step from (x, y) by (dx, dy), which are -1 to 1 and not both 0;
 * 0 if the step is not legal. */
uint64_t dijkstra_step_cost(const test_map *map, int32_t x, int32_t y, int32_t dx, int32_t dy);

dijkstra dijkstra_make(const test_map *map);
void dijkstra_free(dijkstra *d);

/* Distances from an open start to all cells. */
void dijkstra_run(dijkstra *d, ovl_cell start);

/* The same where only the cells of a rectangle may be entered. */
void dijkstra_run_inside(dijkstra *d, ovl_cell start, dijkstra_rectangle inside);

uint64_t dijkstra_distance(const dijkstra *d, ovl_cell cell);

#endif
