/* Rings of regions around a place. */
#include "coarse/search/nearest_cell.h"

#include "coarse/view/region.h"
#include "coarse/view/region_cells.h"
#include "common/bits.h"

/* The question, and the best answer so far. */
typedef struct quest {
  const ovi_layer *layer;
  ovi_rectangle inside;
  ovl_cell place;
  ovi_reachable reachable;
  ovi_nearest_cell best;
} quest;

static uint64_t square_of(int64_t dx, int64_t dy) { return (uint64_t)(dx * dx + dy * dy); }

/* From a number to the nearest of begin <= number < end. */
static int64_t distance_to(int32_t from, int32_t begin, int32_t end) {
  return from < begin ? begin - from : from >= end ? from - (end - 1) : 0;
}

static bool is_better(const quest *q, int32_t x, int32_t y) {
  const uint64_t square = square_of(x - q->place.x, y - q->place.y);
  const ovl_cell best = q->best.cell;
  return !q->best.found || square < q->best.square ||
         (square == q->best.square && (y < best.y || (y == best.y && x < best.x)));
}

static void look_at_cell(quest *q, const ovi_region *region, int32_t x, int32_t y) {
  const uint32_t component = ovi_region_component(region, x - region->x, y - region->y);
  const uint32_t island = ovi_region_island(q->layer, region, component);
  if (q->reachable.reaches(q->reachable.user, island)) {
    q->best = (ovi_nearest_cell){true, {x, y, 0}, square_of(x - q->place.x, y - q->place.y)};
  }
}

static void look_at_region(quest *q, uint32_t id) {
  const ovi_region region = ovi_region_view(q->layer, id);
  const ovi_rectangle part = ovi_rectangle_common(q->inside, ovi_region_rectangle(q->layer, id));
  for (int32_t y = part.y0; y < part.y1; y++) {
    uint64_t open[2];
    const uint64_t least =
        square_of(distance_to(q->place.x, part.x0, part.x1), distance_to(q->place.y, y, y + 1));
    if (q->best.found && least > q->best.square) {
      continue;
    }
    ovi_region_open_row(&region, y - region.y, open);
    for (int32_t x = part.x0; x < part.x1; x++) {
      if (ovi_get_bit(open, x - region.x) && is_better(q, x, y)) {
        look_at_cell(q, &region, x, y);
      }
    }
  }
}

static void look_at(quest *q, int32_t rx, int32_t ry) {
  const ovi_layer *layer = q->layer;
  const int32_t side = layer->region_cells;
  const uint32_t id = (uint32_t)(ry * layer->regions_x + rx);
  const uint64_t least = square_of(distance_to(q->place.x, rx * side, (rx + 1) * side),
                                   distance_to(q->place.y, ry * side, (ry + 1) * side));
  if ((!q->best.found || least <= q->best.square) &&
      ovi_region_is_reachable(layer, id, q->reachable)) {
    look_at_region(q, id);
  }
}

/* Regions that lie `ring` regions from that of the place, as far as there are any. */
static void look_at_ring(quest *q, const ovi_rectangle *all, int32_t px, int32_t py, int32_t ring) {
  const int32_t y1 = py + ring < all->y1 ? py + ring : all->y1 - 1;
  const int32_t x1 = px + ring < all->x1 ? px + ring : all->x1 - 1;
  for (int32_t ry = py - ring > all->y0 ? py - ring : all->y0; ry <= y1; ry++) {
    const bool is_edge = ry == py - ring || ry == py + ring;
    if (is_edge) {
      for (int32_t rx = px - ring > all->x0 ? px - ring : all->x0; rx <= x1; rx++) {
        look_at(q, rx, ry);
      }
      continue;
    }
    if (px - ring >= all->x0) {
      look_at(q, px - ring, ry);
    }
    if (px + ring < all->x1) {
      look_at(q, px + ring, ry);
    }
  }
}

ovi_nearest_cell ovi_nearest_cell_find(const ovi_layer *layer, ovi_rectangle inside, ovl_cell place,
                                       ovi_reachable reachable) {
  quest q = {.layer = layer, .inside = inside, .place = place, .reachable = reachable};
  const int32_t side = layer->region_cells;
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
    if (q.best.found && (uint64_t)(least * least) > q.best.square) {
      break;
    }
    look_at_ring(&q, &all, px, py, (int32_t)ring);
  }
  return q.best;
}
