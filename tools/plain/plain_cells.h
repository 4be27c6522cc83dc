/* The cells of a world as the plain A* reads them, once: one plane of weights for a profile, the
 * floors one below the other, with at least one blocked cell around each. So no search checks for
 * an edge. Only public calls are used.
 *
 * Invariant: all steps of a profile that is not directed follow from weights. In a directed one
 * heights count as well, and the extras of a cell: its links, and steps with answers of a step
 * rule.
 */
#ifndef OVERLAND_TOOLS_PLAIN_PLAIN_CELLS_H
#define OVERLAND_TOOLS_PLAIN_PLAIN_CELLS_H

#include "overland_inspect.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PLAIN_NO_STEP UINT64_MAX  /* as a cost: the step is not legal */
#define PLAIN_NO_EXTRA UINT32_MAX /* ends a list of extras */

/* What the search knows of a cell: 24 bytes, accessed at random. */
struct plain_node {
  uint64_t cost;     /* from the start, units */
  uint32_t parent;   /* the cell that it was reached from; itself at the start */
  uint32_t position; /* in the open list */
  uint32_t stamp;    /* of the search that wrote the three above */
  uint32_t extra;    /* the first of the cell's extras */
};

enum { PLAIN_LINK = 8 };

/* A link that begins at a cell, or a step from it that costs other than weights and heights say. */
struct plain_extra {
  uint64_t cost; /* of the link; of the step, which may be PLAIN_NO_STEP */
  uint32_t kind; /* the direction of the step, 0 to 7 clockwise from east, or PLAIN_LINK */
  uint32_t next; /* of the same cell */
  uint32_t to;   /* where the link ends */
  uint32_t link;
  bool back; /* it is taken from its second end to its first */
};

struct plain_floor {
  uint32_t first;  /* its upper left cell in the plane */
  ovl_cell corner; /* that cell in the world */
  int32_t width, height;
  int32_t nodes_a_row; /* of a graph floor, whose nodes lie two cells apart; 0: it is none */
};

/* What heights allow and cost. */
struct plain_slope {
  uint32_t most_rise, most_fall; /* of a step, units of height */
  uint32_t rise_cost, fall_cost; /* units for each unit of height */
};

/* What of a profile decides about steps. */
struct plain_rules {
  int32_t profile;
  bool directed;
  bool is_hexagonal; /* of the eight cells around a cell two are no neighbours, and no step is
                        diagonal */
  ovl_corners corners;
  struct plain_slope slope;
};

/* Where the cells of the floors lie. */
struct plain_plane {
  struct plain_floor floors[OVL_MAX_FLOORS];
  int32_t floor_count;
  int32_t stride; /* from one row to the next */
  uint32_t count; /* cells of the plane */
};

struct plain_extras {
  struct plain_extra *list;
  uint32_t count, capacity;
  bool has_links; /* the profile can take some link */
};

struct plain_cells {
  const ovl_world *world;
  struct plain_rules rules;
  struct plain_plane plane;
  uint32_t least_weight; /* of a cell that is open; 255 if none is */
  uint8_t *weights;      /* 0: blocked */
  uint16_t *heights;     /* NULL: they make no difference */
  struct plain_node *nodes;
  struct plain_extras extras;
  ovl_allocator allocator;
};

/* Lays out the plane of a world, without memory. False: there is no such profile, or the world has
 * more than 2^29 cells. */
bool plain_cells_lay_out(struct plain_cells *cells, const ovl_world *world, int32_t profile);

/* Takes memory for the cells and reads them. `scratch` has room for a value a cell. After an error
 * plain_cells_free frees what was taken. OVL_NO_MEMORY, and the errors of ovl_world_read_cells. */
ovl_result plain_cells_read(struct plain_cells *cells, const ovl_allocator *allocator,
                            uint32_t *scratch);
void plain_cells_free(struct plain_cells *cells);

/* Memory of the allocator for `count` things of `size` bytes; NULL: there is none. */
void *plain_cells_allocate(const ovl_allocator *allocator, uint64_t count, size_t size);

/* The number of a cell of the world; 0, which is blocked, for one outside. */
uint32_t plain_cells_number(const struct plain_cells *cells, ovl_cell cell);
ovl_cell plain_cells_cell(const struct plain_cells *cells, uint32_t number);

/* ---- Steps ---- */

static inline int32_t plain_offset(int32_t stride, int direction) {
  const int32_t offsets[8] = {1,  stride + 1,  stride,  stride - 1,
                              -1, -stride - 1, -stride, 1 - stride};
  return offsets[direction & 7];
}

/* Returns whether hexagons have a neighbour in a direction. */
static inline bool plain_hexagon_leads(int direction) { return (direction & 3) != 1; }

/* Cost of a step over weights alone: 1120 units over plain ground, 1584 for a diagonal one. */
static inline uint32_t plain_step_cost(uint32_t weights, int diagonal) {
  return weights *
         ((uint32_t)(diagonal ? OVL_DIAGONAL_COST : OVL_STRAIGHT_COST) / (2 * OVL_PLAIN_WEIGHT));
}

/* Whether a diagonal step is legal, by what is true of the two cells beside it. */
static inline bool plain_corner_is_free(ovl_corners corners, bool one, bool other) {
  switch (corners) {
  case OVL_CORNERS_STRICT:
    return one && other;
  case OVL_CORNERS_ONE:
    return one || other;
  default:
    return corners == OVL_CORNERS_FREE;
  }
}

/* One end of a step. */
struct plain_end {
  uint32_t weight, height;
};

static inline struct plain_end plain_end_at(const struct plain_cells *cells, uint32_t cell) {
  return (struct plain_end){cells->weights[cell],
                            cells->heights != NULL ? cells->heights[cell] : 0};
}

/* Cost of the step between two neighbours by weights and heights, without regard to corners. */
static inline uint64_t plain_single_step(const struct plain_slope *slope, struct plain_end from,
                                         struct plain_end to, int diagonal) {
  const bool rises = to.height >= from.height;
  const uint32_t change = rises ? to.height - from.height : from.height - to.height;
  if (from.weight == 0 || to.weight == 0 ||
      change > (rises ? slope->most_rise : slope->most_fall)) {
    return PLAIN_NO_STEP;
  }
  return plain_step_cost(from.weight + to.weight, diagonal) +
         (uint64_t)change * (rises ? slope->rise_cost : slope->fall_cost);
}

/* Costs of the eight steps from a cell by weights and heights. A diagonal one needs, around a
 * corner that its rule names, both straight steps. */
static inline void plain_level_steps(const struct plain_cells *cells, uint32_t cell,
                                     uint64_t steps[8]) {
  const struct plain_slope slope = cells->rules.slope;
  const struct plain_end here = plain_end_at(cells, cell);
  struct plain_end ends[8];
  for (int direction = 0; direction < 8; direction++) {
    ends[direction] = plain_end_at(
        cells, (uint32_t)((int32_t)cell + plain_offset(cells->plane.stride, direction)));
    const int diagonal = cells->rules.is_hexagonal ? 0 : direction & 1;
    steps[direction] = plain_single_step(&slope, here, ends[direction], diagonal);
  }
  if (cells->rules.is_hexagonal) {
    steps[1] = steps[5] = PLAIN_NO_STEP; /* see plain_hexagon_leads */
    return;
  }
  for (int direction = 1; direction < 8; direction += 2) {
    const int before = direction - 1, after = (direction + 1) & 7;
    const bool by_before =
        steps[before] != PLAIN_NO_STEP &&
        plain_single_step(&slope, ends[before], ends[direction], 0) != PLAIN_NO_STEP;
    const bool by_after =
        steps[after] != PLAIN_NO_STEP &&
        plain_single_step(&slope, ends[after], ends[direction], 0) != PLAIN_NO_STEP;
    if (!plain_corner_is_free(cells->rules.corners, by_before, by_after)) {
      steps[direction] = PLAIN_NO_STEP;
    }
  }
}

#endif
