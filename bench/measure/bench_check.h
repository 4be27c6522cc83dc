/* The benchmark's own judge of paths.
 *
 * It knows the rules of a legal step from the cost rule of overland.h, the terrain and the profile,
 * and nothing of how the library works: it shares no code with it, so that a
 * mistake there is not repeated here. Heights, links and extra costs it reads from the
 * world, which holds them as they were given. */
#ifndef OVERLAND_BENCH_MEASURE_BENCH_CHECK_H
#define OVERLAND_BENCH_MEASURE_BENCH_CHECK_H

#include "overland.h"
#include "overland_bake.h"
#include "tools/plain/cell_shear.h"

struct bench_floor {
  ovl_cell corner; /* its upper left cell */
  int32_t width, height;
  uint8_t *terrain; /* a byte a cell, row by row; owned. NULL: it is asked of the world */
  bool places;      /* its cells touch nothing but their links */
};

/* A map as the judge sees it: the terrain in memory and the rules of one profile. */
struct bench_ground {
  const ovl_world *world;
  int32_t profile;
  ovl_profile_def rules;
  struct bench_floor floors[OVL_MAX_FLOORS];
  int32_t floor_count;
  enum cell_kind kind;
  double unit; /* cost units of a straight step over plain ground */
  bool plain;  /* strict corners, and every open weight is plain ground: as scenarios count */
};

/* Floors of more cells are not read back by who plans between random cells: what the process holds
 * is then what planning takes. */
#define BENCH_MOST_READ_CELLS ((uint64_t)1 << 24)

/* Reads the terrain of a world back, of floors of up to so many cells. OVL_NO_MEMORY if it does not
 * fit. */
ovl_result bench_ground_read(const ovl_world *world, int32_t profile, uint64_t most_cells,
                             struct bench_ground *ground);
void bench_ground_free(struct bench_ground *ground);

/* Whether a cell is one of the map's. */
bool bench_ground_has(const struct bench_ground *ground, ovl_cell cell);

/* Weight of a position, extra cost included; 0 where the profile can't stand, and outside. */
uint32_t bench_ground_weight(const struct bench_ground *ground, ovl_cell cell);

/* The points of a path; its links by the points that they lead to, as in ovl_path. */
struct bench_route {
  const ovl_cell *points;
  size_t point_count;
  const ovl_path_link *links;
  size_t link_count;
};

/* A path and what the library says of it. */
struct bench_claim {
  ovl_cell start, goal;
  struct bench_route route;
  uint64_t cost, straight_steps, diagonal_steps;
};

/* NULL if the path is right, else a few words that say what is wrong; *at is
 * then where. */
const char *bench_check_path(const struct bench_ground *ground, const struct bench_claim *claim,
                             ovl_cell *at);

/* Called with each cell of straight and diagonal legs in turn, corners once; and with the
 * end of each leg that is a link, which is then not NULL.
 * Returning false ends the walk. */
typedef bool (*bench_cell_fn)(void *user, ovl_cell cell, const ovl_path_link *link);

/* Walks the cells of a path. False if a leg is neither straight nor diagonal nor a link,
 * with *at its beginning, or if `visit` said so. */
bool bench_each_cell(const struct bench_route *route, bench_cell_fn visit, void *user,
                     ovl_cell *at);

#endif
