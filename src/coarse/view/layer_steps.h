/* Single steps of a layer, anywhere in the plane: for smoothing, for the two halves of a crossing,
 * and for calls that inspect a world; and how much steps differ from those back.
 *
 * Invariant: the cost of a step is the same as in a window that holds it. */
#ifndef OVERLAND_COARSE_VIEW_LAYER_STEPS_H
#define OVERLAND_COARSE_VIEW_LAYER_STEPS_H

#include "coarse/view/ports.h"
#include "common/arena.h"
#include "fine/smooth/ground.h"

/* The cells of a region, decoded row by row when a cell of the row is read. */
typedef struct ovi_ground_tile {
  int32_t x, y, w, h;  /* its cells of the plane; w is 0: of no region */
  uint64_t decoded[2]; /* a bit for each row */
  uint8_t *weights;    /* row by row */
  uint16_t *heights;   /* the same; NULL: no layer has heights */
} ovi_ground_tile;

/* Regions that are less than OVI_GROUND_SIDE columns and rows apart have different tiles. */
enum { OVI_GROUND_SIDE = 3, OVI_GROUND_TILES = OVI_GROUND_SIDE * OVI_GROUND_SIDE };

typedef struct ovi_ground_tiles {
  ovi_ground_tile tiles[OVI_GROUND_TILES];
} ovi_ground_tiles;

typedef struct ovi_layer_ground {
  const ovi_layer *layer;
  ovi_region region;       /* of the cell that was read last from its planes */
  ovi_ground_tiles *tiles; /* NULL: every cell is read from its planes */
  uint32_t last;           /* the tile of the cell that was read last */
  ovi_ground_steps steps;
  ovi_ground ground;
} ovi_layer_ground;

void ovi_ground_tiles_reserve(ovi_ground_tiles *tiles, ovi_arena *arena, int32_t region_cells,
                              bool heights);

/* Begins at a cell of the plane. ground->ground keeps the address of `ground`. With tiles, which
 * pay where many cells are read, cells are decoded once. */
void ovi_layer_ground_begin(ovi_layer_ground *ground, const ovi_layer *layer, ovl_cell first,
                            ovi_ground_tiles *tiles);

/* Makes the ground look up again what it keeps of regions: these may have been replaced. */
void ovi_layer_ground_forget(ovi_layer_ground *ground);

/* The cost of the step from a cell to a neighbour; OVI_NO_STEP: it is not legal. */
uint64_t ovi_layer_step(ovi_layer_ground *ground, ovl_cell from, ovl_cell to);

/* The cost of leaving a region by a step: the half of its first cell, and the extra cost of the
 * step itself; OVI_NO_STEP: it is not legal. */
uint64_t ovi_layer_leave(ovi_layer_ground *ground, ovl_cell from, ovl_cell to);

/* The cost of leaving a region by a port, or of entering it: the half of the step's second cell. */
uint64_t ovi_port_half(ovi_layer_ground *ground, const ovi_region *region,
                       const ovi_port_groups *groups, uint32_t port, bool leaves);

/* Finds the tile of open positions that holds a cell of the plane: a region, or half of one that is
 * wider than 64 cells. False: the cell is outside the plane. */
bool ovi_layer_open_tile(const ovi_layer *layer, int32_t x, int32_t y, ovi_tile *tile);

/* ---- Balanced layers ------------------------------------------------------ */

/* A balanced layer is a directed one whose costs differ with the direction by heights alone.
 *
 * Where the limits of rise and fall are equal, and there are neither links nor answers of a step
 * rule, each step is legal in both directions, and both cost the same but for (r - f) cost units
 * for each unit of height, where r and f are the costs of rise and fall. The balanced cost of a
 * path is the sum of its costs there and back, a whole number. So twice the cost of a path is its
 * balanced cost and the change of the potential from its begin to its end.
 *
 * Labels of a balanced layer hold balanced costs, which are symmetric; the potential is added where
 * start and goal are attached, and where costs are reported. Blocks hold true costs. */

/* Returns whether a layer is directed and balanced. */
static inline bool ovi_layer_is_balanced(const ovi_layer *layer) {
  return ovi_layer_has_rule(layer) && layer->profile.climb == layer->profile.drop &&
         !layer->profile.has_links && layer->profile.max_exceptions == 0;
}

/* The potential of a cell. */
int64_t ovi_potential_of_cell(const ovi_layer *layer, ovl_cell cell);

/* The potential of a waypoint, by its port in either of its regions. A path that ends with a
 * waypoint has paid what leaving its region costs; this is why the potential includes the extra
 * cost of the step. It is the same on both sides: r * h + (r - f) * z = f * h + (r - f) * (z + h).
 */
int64_t ovi_potential_of_port(ovi_layer_ground *ground, const ovi_region *region,
                              const ovi_port_groups *groups, uint32_t port);
int64_t ovi_potential_of_waypoint(const ovi_layer *layer, uint32_t owner, uint32_t number);

#endif
