/* Rings of regions around a place. */
#include "coarse/search/nearest_cell.h"

#include "coarse/view/region.h"
#include "coarse/view/region_cells.h"
#include "common/bits.h"
#include "common/compiler.h"

/* The goal of the search, and the best cell so far. */
typedef struct cell_search {
  const ovi_layer *layer;
  ovi_rectangle inside;
  ovl_cell place;
  ovi_reachable reachable;
  ovi_nearest_cell best;
} cell_search;

static uint64_t square_of(int64_t dx, int64_t dy) { return (uint64_t)(dx * dx + dy * dy); }

/* The distance from a number to the range begin <= number < end. */
static int64_t distance_to(int32_t from, int32_t begin, int32_t end) {
  return from < begin ? begin - from : from >= end ? from - (end - 1) : 0;
}

static void search_region(cell_search *search, uint32_t id) {
  const ovi_region region = ovi_region_view(search->layer, id);
  const ovi_rectangle part =
      ovi_rectangle_common(search->inside, ovi_region_rectangle(search->layer, id));
  for (int32_t y = part.y0; y < part.y1; y++) {
    uint64_t open[2];
    const uint64_t least = square_of(distance_to(search->place.x, part.x0, part.x1),
                                     distance_to(search->place.y, y, y + 1));
    if (search->best.found && least > search->best.square) {
      continue;
    }
    ovi_region_open_row(&region, y - region.y, open);
    for (int32_t x = part.x0; x < part.x1; x++) {
      const uint64_t square = square_of(x - search->place.x, y - search->place.y);
      const ovi_nearest_cell *best = &search->best;
      const bool is_better =
          !best->found || square < best->square ||
          (square == best->square && (y < best->cell.y || (y == best->cell.y && x < best->cell.x)));
      if (!ovi_get_bit(open, x - region.x) || !is_better) {
        continue;
      }
      const uint32_t component = ovi_region_component(&region, x - region.x, y - region.y);
      if (search->reachable.reaches(search->reachable.user,
                                    ovi_region_island(search->layer, &region, component))) {
        search->best = (ovi_nearest_cell){true, {x, y, 0}, square};
      }
    }
  }
}

/* Searches the regions that lie `ring` regions away from that of the place. */
static void search_ring(cell_search *search, const ovi_rectangle *all, int32_t px, int32_t py,
                        int32_t ring) {
  const ovi_layer *layer = search->layer;
  const int32_t side = layer->partition.region_cells;
  const int32_t y1 = py + ring < all->y1 ? py + ring : all->y1 - 1;
  for (int32_t ry = py - ring > all->y0 ? py - ring : all->y0; ry <= y1; ry++) {
    const bool is_edge = ry == py - ring || ry == py + ring;
    for (int32_t rx = px - ring; rx <= px + ring; rx += is_edge ? 1 : 2 * ring) {
      const uint32_t id = (uint32_t)(ry * layer->partition.regions_x + rx);
      const uint64_t least = square_of(distance_to(search->place.x, rx * side, (rx + 1) * side),
                                       distance_to(search->place.y, ry * side, (ry + 1) * side));
      if (rx >= all->x0 && rx < all->x1 && (!search->best.found || least <= search->best.square) &&
          ovi_region_is_reachable(layer, id, search->reachable)) {
        search_region(search, id);
      }
    }
  }
}

ovi_nearest_cell ovi_nearest_cell_find(const ovi_layer *layer, ovi_rectangle inside, ovl_cell place,
                                       ovi_reachable reachable) {
  cell_search search = {.layer = layer, .inside = inside, .place = place, .reachable = reachable};
  const int32_t side = layer->partition.region_cells;
  const ovi_rectangle all = ovi_rectangle_squares(inside, side);
  const int32_t px = place.x / side;
  const int32_t py = place.y / side;
  const int64_t farthest[4] = {px - all.x0, all.x1 - 1 - px, py - all.y0, all.y1 - 1 - py};
  int64_t last = 0;
  for (int i = 0; i < 4; i++) {
    last = farthest[i] > last ? farthest[i] : last;
  }
  for (int64_t ring = 0; ring <= last; ring++) {
    const int64_t least = ring == 0 ? 0 : (ring - 1) * side + 1;
    if (search.best.found && (uint64_t)(least * least) > search.best.square) {
      break;
    }
    search_ring(&search, &all, px, py, (int32_t)ring);
    if (ovi_layer_outcome(layer) != OVL_OK) {
      break; /* the call has no answer */
    }
  }
  OVI_ASSERT(!search.best.found ||
             ovi_rectangle_has(inside, search.best.cell.x, search.best.cell.y));
  return search.best;
}
