/* Shared by the examples: a map as rows of text, a world baked from it, and checks that end the
 * program at the first thing that is wrong. Examples use the public headers alone. */
#ifndef OVERLAND_TESTS_EXAMPLES_EXAMPLE_H
#define OVERLAND_TESTS_EXAMPLES_EXAMPLE_H

#include <overland.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Says what holds, or ends the program. */
static inline void holds(bool good, const char *what) {
  printf("%s %s\n", good ? "ok" : "FAIL", what);
  if (!good) {
    exit(1);
  }
}

/* Ends the program unless something that is needed is there. */
static inline void needs(bool good, const char *what) {
  if (!good) {
    printf("FAIL %s\n", what);
    exit(1);
  }
}

static inline void works(ovl_result result, const char *what) {
  if (result != OVL_OK) {
    printf("FAIL %s: %s\n", what, ovl_result_text(result));
    exit(1);
  }
}

/* A world of rows of equal length: '#' blocks, all else is plain ground. */
static inline ovl_world *bake_rows(const char *const *rows, int32_t height) {
  ovl_bake_def def = {0};
  def.width = (int32_t)strlen(rows[0]);
  def.height = height;
  uint8_t *cells = malloc((size_t)def.width * (size_t)height);
  needs(cells != NULL, "memory for the map");
  for (int32_t y = 0; y < height; y++) {
    for (int32_t x = 0; x < def.width; x++) {
      cells[y * def.width + x] = rows[y][x] != '#';
    }
  }
  def.terrain = cells;
  ovl_world *world = NULL;
  works(ovl_world_bake(&def, &world, NULL), "the bake");
  free(cells);
  return world;
}

static inline ovl_planner *make_planner(const ovl_world *world) {
  const ovl_planner_def def = {.world = world};
  ovl_planner *planner = NULL;
  works(ovl_planner_create(&def, &planner, NULL), "the planner");
  return planner;
}

/* All cells of a path, and what it costs in straight steps; how many cells. */
static inline size_t find_cells(ovl_planner *planner, const ovl_world *world, ovl_cell start,
                                ovl_cell goal, ovl_cell *cells, size_t capacity, double *steps) {
  ovl_cell points[256];
  ovl_path path = {.points = points, .capacity = 256};
  ovl_query query = {0};
  size_t count = 0;
  query.start = start;
  query.goal = goal;
  works(ovl_find_path(planner, world, &query, &path), "the path");
  works(ovl_path_cells(&path, cells, capacity, &count, NULL), "the cells of the path");
  *steps = (double)path.cost / OVL_STRAIGHT_COST;
  return count;
}

#endif
