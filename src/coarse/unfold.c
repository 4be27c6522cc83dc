/* One way a region. */
#include "unfold.h"

#include "cells.h"
#include "cost_rule.h"
#include "ports.h"

typedef struct unfolding {
  ovi_stretch *stretch;
  const ovl_world *world;
  ovi_leg_sink sink;
  ovl_cell at;
} unfolding;

static bool row_bit(const ovi_region *region, int32_t x, int32_t y) {
  uint64_t open[2];
  ovi_region_open_row(region, y, open);
  return ovi_get_bit(open, x) != 0;
}

/* Walks a run inside a region while it is legal under strict corners. */
static bool run_is_free(const ovi_region *region, ovl_cell *at, int32_t dx, int32_t dy,
                        int32_t steps) {
  for (int32_t i = 0; i < steps; i++) {
    if (!row_bit(region, at->x + dx, at->y + dy) || !row_bit(region, at->x + dx, at->y) ||
        !row_bit(region, at->x, at->y + dy)) {
      return false;
    }
    at->x += dx;
    at->y += dy;
  }
  return true;
}

/* The corner of an octile move: where its first run ends. */
static ovl_cell corner_of(ovl_cell a, ovl_cell b, bool straight_first) {
  int32_t dx = b.x - a.x;
  int32_t dy = b.y - a.y;
  int32_t low = ovi_magnitude(dx) < ovi_magnitude(dy) ? ovi_magnitude(dx) : ovi_magnitude(dy);
  ovl_cell corner = straight_first ? b : a;
  int32_t back = straight_first ? -low : low;
  corner.x += back * ovi_sign(dx);
  corner.y += back * ovi_sign(dy);
  return corner;
}

static int32_t steps_to(ovl_cell a, ovl_cell b) {
  int32_t dx = ovi_magnitude(b.x - a.x);
  int32_t dy = ovi_magnitude(b.y - a.y);
  return dx > dy ? dx : dy;
}

static bool move_is_free(const ovi_region *region, ovl_cell a, ovl_cell corner, ovl_cell b) {
  return run_is_free(region, &a, ovi_sign(corner.x - a.x), ovi_sign(corner.y - a.y),
                     steps_to(a, corner)) &&
         run_is_free(region, &a, ovi_sign(b.x - corner.x), ovi_sign(b.y - corner.y),
                     steps_to(corner, b));
}

static void give_run(unfolding *u, ovl_cell to) {
  if (!ovi_same_cell(u->at, to)) {
    uint64_t cost = ovi_octile(to.x - u->at.x, to.y - u->at.y, u->world->min_weight);
    u->sink.take(u->sink.user, (ovi_leg){to, cost});
    u->at = to;
  }
}

/* The way inside a region by one octile move, if there is one at that cost. */
static bool try_move(unfolding *u, const ovi_region *region, ovl_cell to, uint64_t cost) {
  ovl_cell a = {u->at.x - region->x, u->at.y - region->y, 0};
  ovl_cell b = {to.x - region->x, to.y - region->y, 0};
  if (cost != ovi_octile(b.x - a.x, b.y - a.y, u->world->min_weight)) {
    return false;
  }
  for (int straight_first = 0; straight_first < 2; straight_first++) {
    ovl_cell corner = corner_of(a, b, straight_first != 0);
    if (move_is_free(region, a, corner, b)) {
      give_run(u, (ovl_cell){corner.x + region->x, corner.y + region->y, 0});
      give_run(u, to);
      return true;
    }
  }
  return false;
}

static bool search_way(unfolding *u, const ovi_region *region, ovl_cell to, uint64_t cost) {
  ovi_stretch *stretch = u->stretch;
  ovi_window_shape shape = {
      region->x, region->y, region->w, region->h, u->world->corners, u->world->min_weight, true};
  ovi_window_open(&stretch->window, &shape);
  ovi_region_paste(u->world, region, &stretch->window);
  if (!ovi_stretch_find(stretch, u->at, to) || ovi_stretch_cost(stretch) != cost) {
    return false;
  }
  ovi_stretch_take(stretch);
  ovi_stretch_give(stretch, u->sink);
  u->at = to;
  return true;
}

static bool unfold_way(unfolding *u, ovl_cell to, uint64_t cost) {
  ovi_region region = ovi_region_view(u->world, ovi_region_at(u->world, u->at.x, u->at.y));
  if (!ovi_block_is_plain(u->world, region.block)) {
    return false;
  }
  return try_move(u, &region, to, cost) || search_way(u, &region, to, cost);
}

ovl_result ovi_unfold(ovi_stretch *stretch, ovi_label_walk *walk, ovl_cell start,
                      const ovl_stop *first, ovi_leg_sink sink) {
  const ovl_world *world = walk->world;
  unfolding u = {stretch, world, sink, start};
  ovl_stop stop = *first;
  uint64_t inner = walk->link;
  for (;;) {
    ovl_waypoint w = ovi_waypoint_cells(world, stop.region, stop.number);
    ovl_cell near = stop.side == 0 ? w.second : w.first;
    ovl_cell far = stop.side == 0 ? w.first : w.second;
    uint32_t half = ovi_share(world->min_weight, near.x != far.x && near.y != far.y);
    if (inner < half || !unfold_way(&u, near, inner - half)) {
      return OVL_CORRUPT;
    }
    give_run(&u, far);
    ovl_stop next;
    ovi_onward onward = ovi_label_route_next(walk, &stop, &next);
    if (onward == OVI_ONWARD_GOAL) {
      return stop.cost_left >= half && unfold_way(&u, walk->goal, stop.cost_left - half)
                 ? OVL_OK
                 : OVL_CORRUPT;
    }
    if (onward == OVI_ONWARD_CORRUPT) {
      return OVL_CORRUPT;
    }
    inner = stop.cost_left - next.cost_left - half;
    stop = next;
  }
}
