/* Rings of regions around a place. */
#include "coarse/nearest/nearest_cell.h"

#include "coarse/view/region.h"
#include "coarse/view/region_cells.h"
#include "common/bits.h"
#include "common/compiler.h"
#include "common/topology.h"

/* The goal of the search, and the best cell so far. */
typedef struct cell_search {
  const ovi_layer *layer;
  ovi_rectangle inside;
  ovi_rectangle place;
  ovi_reachable reachable;
  ovi_nearest_cell best; /* before one is found: its distance has to be less */
} cell_search;

static bool is_upper_left(ovl_cell a, ovl_cell b) { return a.y < b.y || (a.y == b.y && a.x < b.x); }

static void search_region(cell_search *search, uint32_t id) {
  const ovi_region region = ovi_region_view(search->layer, id);
  const int topology = search->layer->profile.corners;
  const ovi_rectangle part =
      ovi_rectangle_common(search->inside, ovi_region_rectangle(search->layer, id));
  for (int32_t y = part.y0; y < part.y1; y++) {
    uint64_t open[2];
    const uint64_t least =
        ovi_rectangle_square(topology, (ovi_rectangle){part.x0, y, part.x1, y + 1}, search->place);
    if (least > search->best.square) {
      continue;
    }
    ovi_region_open_row(&region, y - region.y, open);
    for (int32_t x = part.x0; x < part.x1; x++) {
      const ovl_cell cell = {x, y, 0};
      const uint64_t square =
          ovi_rectangle_square(topology, ovi_rectangle_of_one(x, y), search->place);
      const ovi_nearest_cell *best = &search->best;
      const bool is_better = square < best->square || (best->found && square == best->square &&
                                                       is_upper_left(cell, best->cell));
      if (!ovi_get_bit(open, x - region.x) || !is_better) {
        continue;
      }
      const uint32_t component = ovi_region_component(&region, x - region.x, y - region.y);
      if (search->reachable.reaches(search->reachable.user,
                                    ovi_region_island(search->layer, &region, component))) {
        search->best = (ovi_nearest_cell){true, cell, square};
      }
    }
  }
}

/* Searches the regions that lie `ring` regions away from those of the place. */
static void search_ring(cell_search *search, const ovi_rectangle *all, ovi_rectangle place,
                        int32_t ring) {
  const ovi_layer *layer = search->layer;
  const int32_t side = layer->partition.region_cells;
  const ovi_rectangle around = ovi_rectangle_grow(place, ring);
  const int32_t y1 = around.y1 < all->y1 ? around.y1 : all->y1;
  for (int32_t ry = around.y0 > all->y0 ? around.y0 : all->y0; ry < y1; ry++) {
    const bool is_edge = ring == 0 || ry == around.y0 || ry == around.y1 - 1;
    for (int32_t rx = around.x0; rx < around.x1; rx += is_edge ? 1 : around.x1 - around.x0 - 1) {
      const uint32_t id = (uint32_t)(ry * layer->partition.regions_x + rx);
      const ovi_rectangle cells = {rx * side, ry * side, (rx + 1) * side, (ry + 1) * side};
      if (rx >= all->x0 && rx < all->x1 &&
          ovi_rectangle_square(layer->profile.corners, cells, search->place) <=
              search->best.square &&
          ovi_region_is_reachable(layer, id, search->reachable)) {
        search_region(search, id);
      }
    }
  }
}

ovi_nearest_cell ovi_nearest_cell_find(const ovi_layer *layer, ovi_rectangle inside,
                                       ovi_rectangle place, uint64_t below,
                                       ovi_reachable reachable) {
  cell_search search = {.layer = layer,
                        .inside = inside,
                        .place = place,
                        .reachable = reachable,
                        .best = {.square = below}};
  const int32_t side = layer->partition.region_cells;
  const ovi_rectangle all = ovi_rectangle_squares(inside, side);
  const ovi_rectangle own = ovi_rectangle_squares(place, side);
  const int64_t farthest[4] = {own.x0 - all.x0, all.x1 - own.x1, own.y0 - all.y0, all.y1 - own.y1};
  int64_t last = 0;
  for (int i = 0; i < 4; i++) {
    last = farthest[i] > last ? farthest[i] : last;
  }
  for (int64_t ring = 0; ring <= last; ring++) {
    const int64_t least = ring == 0 ? 0 : (ring - 1) * side + 1; /* of squares and hexagons */
    if ((uint64_t)(least * least) > search.best.square) {
      break;
    }
    search_ring(&search, &all, own, (int32_t)ring);
    if (ovi_layer_outcome(layer) != OVL_OK) {
      break; /* the call has no answer */
    }
  }
  OVI_ASSERT(!search.best.found ||
             ovi_rectangle_has(inside, search.best.cell.x, search.best.cell.y));
  return search.best;
}
