/* The work of bakes and queries stays within stated bounds on maps that are hard on planners:
 * work [--table]. Prints `ok` or `FAIL` for each map and kind of world, and the sum.
 *
 * The library is compiled with -fsanitize-coverage=trace-pc, which makes each basic
 * block that runs call __sanitizer_cov_trace_pc: the blocks are the work. Expansions are those of
 * ovl_stats. Nothing is timed, so that every run gives the same figures.
 *
 * The bounds, for a map of n x n cells with W waypoints and regions of 32 x 32 cells:
 * - A bake runs at most `bake_limit` blocks a cell, whatever n is. Labels add at most
 *   700 + 2 n blocks a cell.
 * - A first step expands at most 16 regions of cells, whatever n is, and of waypoints at most 2 W
 *   where nothing is stored, 64 roots of W with overlays, and none with labels.
 * - A whole path expands at most four regions of cells for each 32 steps, beside a first step.
 * - Beside expansions, which run at most 300 blocks each, a first step runs at most 200,000: sums
 * over tables of up to 512 inner ports on each side of every level. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "overland.h"
#include "overland_inspect.h"
#include "overland_query.h"

enum {
  QUERIES = 16,
  MOST_POINTS = 1 << 16,
  REGION_CELLS = 32,
  STEP_CELLS = 16 * REGION_CELLS * REGION_CELLS,
  STEP_BLOCKS = 200000,
  PATH_CELLS = 4 * REGION_CELLS, /* a step */
  EXPANSION_BLOCKS = 300,
  OVERLAY_ROOTS = 64,
  LABEL_BLOCKS = 700
};

static uint64_t blocks;

void __sanitizer_cov_trace_pc(void);
void __sanitizer_cov_trace_pc(void) { blocks++; }

typedef struct map {
  uint8_t *terrain;
  int32_t side;
} map;

static uint8_t *at(const map *m, int32_t x, int32_t y) {
  return &m->terrain[(size_t)y * (size_t)m->side + (size_t)x];
}

static uint32_t draw(uint32_t *random) {
  *random = *random * 1664525u + 1013904223u;
  return *random >> 8;
}

static void draw_serpentine(map *m) {
  for (int32_t y = 0; y < m->side; y++) {
    for (int32_t x = 0; x < m->side; x++) {
      *at(m, x, y) = y % 2 == 0 || x == (y % 4 == 1 ? m->side - 1 : 0);
    }
  }
}

static bool is_free(const map *m, int32_t x, int32_t y) {
  return x < 0 || y < 0 || x >= m->side || y >= m->side || *at(m, x, y) == 0;
}

static void draw_spiral(map *m) {
  int32_t x = 0, y = 0, dx = 1, dy = 0;
  memset(m->terrain, 0, (size_t)m->side * (size_t)m->side);
  *at(m, x, y) = 1;
  for (int32_t turns = 0; turns < 2;) {
    const bool inside = x + dx >= 0 && y + dy >= 0 && x + dx < m->side && y + dy < m->side;
    if (inside && is_free(m, x + dx, y + dy) && is_free(m, x + 2 * dx, y + 2 * dy)) {
      x += dx;
      y += dy;
      *at(m, x, y) = 1;
      turns = 0;
    } else {
      const int32_t kept = dx;
      dx = -dy;
      dy = kept;
      turns++;
    }
  }
}

static void draw_comb(map *m) {
  for (int32_t y = 0; y < m->side; y++) {
    for (int32_t x = 0; x < m->side; x++) {
      *at(m, x, y) = y == 0 || x % 2 == 0;
    }
  }
}

static void draw_checkerboard(map *m) {
  for (int32_t y = 0; y < m->side; y++) {
    for (int32_t x = 0; x < m->side; x++) {
      *at(m, x, y) = (x + y) % 2 == 0;
    }
  }
}

static void draw_random(map *m) {
  uint32_t random = 5;
  for (int32_t y = 0; y < m->side; y++) {
    for (int32_t x = 0; x < m->side; x++) {
      *at(m, x, y) = draw(&random) % 100 >= 40;
    }
  }
}

/* Stripes three cells wide, joined at alternating ends. */
static void draw_stripes(map *m) {
  for (int32_t y = 0; y < m->side; y++) {
    for (int32_t x = 0; x < m->side; x++) {
      const int32_t over = x + y < m->side ? 0 : x + y - m->side + 1;
      *at(m, x, y) = (x + y) % 4 != 3 || ((x + y) / 4 % 2 == 0 ? x == over : y == over);
    }
  }
}

typedef struct map_kind {
  const char *name;
  void (*draw)(map *m);
  ovl_corners corners;
  uint64_t bake_limit; /* blocks a cell, without labels */
} map_kind;

static const map_kind map_kinds[] = {
    {"serpentine", draw_serpentine, OVL_CORNERS_STRICT, 85},
    {"spiral", draw_spiral, OVL_CORNERS_STRICT, 160},
    {"comb", draw_comb, OVL_CORNERS_STRICT, 165},
    {"checkerboard", draw_checkerboard, OVL_CORNERS_FREE, 380},
    {"random 40 %", draw_random, OVL_CORNERS_STRICT, 320},
    {"stripes", draw_stripes, OVL_CORNERS_STRICT, 165},
};
enum { MAP_KINDS = sizeof map_kinds / sizeof *map_kinds };

typedef enum world_kind { WORLD_FLAT, WORLD_LABELS, WORLD_OVERLAYS, WORLD_KINDS } world_kind;
static const char *const world_names[WORLD_KINDS] = {"flat", "labels", "overlays"};

static ovl_world *bake(const map *m, const map_kind *kind, world_kind world) {
  ovl_bake_def def = {0};
  ovl_world *baked = NULL;
  def.width = def.height = m->side;
  def.terrain = m->terrain;
  def.corners = kind->corners;
  def.tuning.region_cells = REGION_CELLS;
  def.tuning.label_bytes_per_cell = world == WORLD_LABELS ? 255 : OVL_NO_LABELS;
  def.tuning.overlays = world == WORLD_OVERLAYS ? OVL_OVERLAYS_ALWAYS : OVL_OVERLAYS_AUTO;
  if (ovl_world_bake(&def, &baked, NULL) != OVL_OK) {
    abort();
  }
  return baked;
}

static ovl_cell open_cell(const map *m, uint32_t *random) {
  for (;;) {
    const ovl_cell cell = {(int32_t)(draw(random) % (uint32_t)m->side),
                           (int32_t)(draw(random) % (uint32_t)m->side), 0};
    if (*at(m, cell.x, cell.y) != 0) {
      return cell;
    }
  }
}

static uint64_t greater(uint64_t a, uint64_t b) { return a > b ? a : b; }

typedef struct figures {
  uint64_t bake_blocks, waypoints;
  uint64_t first_coarse, first_fine, first_blocks; /* most of any first step */
  uint64_t dear_blocks; /* most that a first step ran beside expansions */
  uint64_t path_fine;   /* most cells that a path expanded, beside STEP_CELLS, for 100 steps */
  uint64_t queries;     /* that have a path */
} figures;

static uint64_t above(uint64_t a, uint64_t b) { return a > b ? a - b : 0; }

static void count_query(const ovl_world *world, ovl_planner *planner, const ovl_query *query,
                        figures *most) {
  static ovl_cell points[MOST_POINTS];
  ovl_path path = {.points = points, .capacity = MOST_POINTS};
  ovl_route route;
  const uint64_t before = blocks;
  if (ovl_route_begin(planner, world, query, &route) != OVL_OK) {
    return;
  }
  const ovl_stats begin = ovl_planner_stats(planner);
  if (ovl_route_next(planner, world, &route, query->start, &path) != OVL_OK) {
    abort();
  }
  const ovl_stats next = ovl_planner_stats(planner);
  const uint64_t coarse = begin.coarse_expanded + next.coarse_expanded;
  const uint64_t fine = begin.fine_expanded + next.fine_expanded;
  const uint64_t run = blocks - before;
  most->first_coarse = greater(most->first_coarse, coarse);
  most->first_fine = greater(most->first_fine, fine);
  most->first_blocks = greater(most->first_blocks, run);
  most->dear_blocks = greater(most->dear_blocks, above(run, EXPANSION_BLOCKS * (coarse + fine)));
  if (ovl_find_path(planner, world, query, &path) != OVL_OK) {
    abort();
  }
  const uint64_t all = above(ovl_planner_stats(planner).fine_expanded, STEP_CELLS);
  most->path_fine =
      greater(most->path_fine, 100 * all / (path.straight_steps + path.diagonal_steps + 1));
  most->queries++;
}

static figures count(const map *m, const map_kind *kind, world_kind stored) {
  figures most = {0};
  uint32_t random = 3;
  ovl_world_info info;
  const uint64_t before = blocks;
  ovl_world *world = bake(m, kind, stored);
  most.bake_blocks = blocks - before;
  ovl_world_describe(world, &info);
  most.waypoints = info.graph.waypoints;
  const ovl_planner_def def = {.world = world};
  ovl_planner *planner;
  if (ovl_planner_create(&def, &planner, NULL) != OVL_OK) {
    abort();
  }
  for (int32_t i = 0; i < QUERIES; i++) {
    ovl_query query = {0};
    query.start = open_cell(m, &random);
    query.goal = open_cell(m, &random);
    count_query(world, planner, &query, &most);
  }
  ovl_planner_destroy(planner);
  ovl_world_close(world);
  return most;
}

/* ---- Bounds ------------------------------------------------------------------------- */

static uint64_t root_above(uint64_t number) {
  uint64_t root = 0;
  while (root * root < number) {
    root++;
  }
  return root;
}

/* Whether a figure is within its bound; says so if it is not. */
static bool is_within(const map_kind *kind, world_kind stored, int32_t side, const char *name,
                      uint64_t figure, uint64_t bound) {
  if (figure > bound) {
    printf("%s of %d cells, %s: %" PRIu64 " %s, the bound is %" PRIu64 "\n", kind->name, (int)side,
           world_names[stored], figure, name, bound);
  }
  return figure <= bound;
}

static bool is_bounded(const map_kind *kind, world_kind stored, int32_t side, const figures *f) {
  const uint64_t cells = (uint64_t)side * (uint64_t)side;
  const uint64_t a_cell = stored == WORLD_LABELS ? LABEL_BLOCKS + 2 * (uint64_t)side : 0;
  const uint64_t coarse = stored == WORLD_LABELS     ? 0
                          : stored == WORLD_OVERLAYS ? OVERLAY_ROOTS * root_above(f->waypoints)
                                                     : 2 * f->waypoints;
  bool good = is_within(kind, stored, side, "blocks of the bake", f->bake_blocks,
                        cells * (kind->bake_limit + a_cell));
  good &= is_within(kind, stored, side, "waypoints expanded", f->first_coarse, coarse);
  good &= is_within(kind, stored, side, "cells expanded", f->first_fine, STEP_CELLS);
  good &= is_within(kind, stored, side, "blocks beside expansions", f->dear_blocks, STEP_BLOCKS);
  good &= is_within(kind, stored, side, "cells expanded for 100 steps of a path", f->path_fine,
                    100 * PATH_CELLS);
  good &=
      is_within(kind, stored, side, "queries without a path", QUERIES - f->queries, QUERIES - 2);
  return good;
}

static bool check_growth(const map_kind *kind, world_kind stored, bool table) {
  bool good = true;
  const int32_t least = stored == WORLD_LABELS ? 64 : 128;
  for (int32_t side = least; side <= 8 * least; side *= 2) {
    map m = {malloc((size_t)side * (size_t)side), side};
    if (m.terrain == NULL) {
      abort();
    }
    kind->draw(&m);
    const figures f = count(&m, kind, stored);
    good &= is_bounded(kind, stored, side, &f);
    if (table) {
      const uint64_t cells = (uint64_t)side * (uint64_t)side;
      printf("%-12s  %-8s %5d %8" PRIu64 " %7" PRIu64 " %9" PRIu64 " %7" PRIu64 " %9" PRIu64
             " %9" PRIu64 " %7" PRIu64 "\n",
             kind->name, world_names[stored], (int)side, f.waypoints, f.bake_blocks / cells,
             f.first_coarse, f.first_fine, f.first_blocks, f.dear_blocks, f.path_fine);
    }
    free(m.terrain);
  }
  return good;
}

int main(int argc, char **argv) {
  const bool table = argc > 1 && strcmp(argv[1], "--table") == 0;
  int passed = 0;
  int failed = 0;
  if (table) {
    printf("map           world     side   waypts  bake/c    coarse    fine    blocks    beside  "
           "f/100\n");
  }
  for (int32_t kind = 0; kind < MAP_KINDS; kind++) {
    for (int32_t stored = 0; stored < WORLD_KINDS; stored++) {
      const bool good = check_growth(&map_kinds[kind], (world_kind)stored, table);
      printf("%s work on %s, %s\n", good ? "ok" : "FAIL", map_kinds[kind].name,
             world_names[stored]);
      fflush(stdout);
      passed += good;
      failed += !good;
    }
  }
  printf("%d passed, %d failed\n", passed, failed);
  return failed != 0;
}
