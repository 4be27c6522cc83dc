/* Windows along a route. */
#include "coarse/refine/refine.h"

#include "coarse/refine/exits.h"
#include "coarse/refine/route_code.h"
#include "coarse/view/layer_steps.h"
#include "coarse/view/ports.h"
#include "common/cell.h"
#include "common/compiler.h"
#include "common/step_cost.h"

void ovi_refiner_reserve(ovi_refiner *refiner, ovi_arena *arena, int32_t region_cells,
                         ovi_local_search_needs needs) {
  needs.most_exceptions *= OVI_DIRECT_WINDOW * OVI_DIRECT_WINDOW;
  ovi_local_search_reserve(&refiner->local, arena, OVI_DIRECT_WINDOW * region_cells, needs);
}

void ovi_refiner_clear(ovi_refiner *refiner) {
  ovi_local_search_clear(&refiner->local);
  ovi_refiner_forget(refiner);
}

/* ---- Along a route ------------------------------------------------------- */

/* The regions of a window while it is composed. */
typedef struct region_set {
  uint32_t ids[OVI_WINDOW_REGIONS];
  uint32_t count, capacity;
} region_set;

/* A search of cells of many weights is dear, and by the edges that its costs are exact for it
 * is nearly as good with one region less. */
static uint32_t window_regions(const ovi_layer *layer) {
  return layer->profile.is_plain ? OVI_WINDOW_REGIONS : OVI_WINDOW_REGIONS - 1;
}

static bool refine_contains(const region_set *set, uint32_t id) {
  for (uint32_t i = 0; i < set->count; i++) {
    if (set->ids[i] == id) {
      return true;
    }
  }
  return false;
}

/* Adds a region if it is there or there is room. */
static bool add_region(region_set *set, uint32_t id) {
  if (refine_contains(set, id)) {
    return true;
  }
  if (set->count == set->capacity) {
    return false;
  }
  set->ids[set->count++] = id;
  return true;
}

/* Collects the window's regions: those of what is left of the plan, the region
 * of the route's next edge, then the route's ahead while there is room. Moves
 * onward to the stop to make for, or the goal. */
static bool collect_regions(ovi_ahead *ahead, const ovl_route *route, region_set *set) {
  const ovi_layer *layer = ahead->layer;
  uint32_t here = ovi_region_at(layer, route->position.x, route->position.y);
  *set = (region_set){.capacity = window_regions(layer)};
  add_region(set, here);
  const uint32_t extra = ovi_extra_region_unpack(layer, route);
  if (extra == UINT32_MAX) {
    return false;
  }
  add_region(set, extra);
  while (!ahead->at_goal) {
    ovi_stop_view stop;
    if (!ovi_stop_look(layer, &ahead->stop, &stop) || !ovi_ahead_lasts(ahead, &stop) ||
        !refine_contains(set, ovi_region_at(layer, stop.near.x, stop.near.y))) {
      return false;
    }
    ahead->at_link = stop.link != OVI_NO_LINK;
    if (ahead->at_link || !add_region(set, stop.next)) {
      break;
    }
    ahead->at_end = ahead->lists && ahead->at + 1 == ahead->known && ahead->known < ahead->count;
    if (ahead->at_end) {
      break;
    }
    if (!ovi_ahead_go(ahead)) {
      return false;
    }
  }
  return true;
}

/* Fills the window with the box of the set: where the route turns, a way may cut the
 * corner over the region beside it. */
static bool open_regions(ovi_refiner *refiner, const ovi_layer *layer, const region_set *set) {
  ovi_rectangle box = {0, 0, 0, 0};
  for (uint32_t i = 0; i < set->count; i++) {
    box = ovi_rectangle_join(box, ovi_box_of_region(layer, set->ids[i]));
  }
  if (box.x1 - box.x0 > OVI_WINDOW_REGIONS || box.y1 - box.y0 > OVI_WINDOW_REGIONS) {
    return false;
  }
  if (!ovi_local_search_is_paused(&refiner->local)) {
    ovi_box_paste(&refiner->local.window, layer, box, refiner->local.turning.cost != 0);
  }
  return true;
}

/* The region of cells that lie near each other: looked up only when one leaves it. */
typedef struct region_cursor {
  const ovi_layer *layer;
  uint32_t id;
  int32_t x, y; /* its upper left cell */
} region_cursor;

static uint32_t refine_region_of(region_cursor *cursor, ovl_cell cell) {
  const int32_t side = cursor->layer->region_cells;
  if (cell.x < cursor->x || cell.y < cursor->y || cell.x >= cursor->x + side ||
      cell.y >= cursor->y + side) {
    cursor->id = ovi_region_at(cursor->layer, cell.x, cell.y);
    cursor->x = cell.x / side * side;
    cursor->y = cell.y / side * side;
  }
  return cursor->id;
}

static region_cursor region_cursor_at(const ovi_layer *layer, ovl_cell cell) {
  region_cursor cursor = {layer, 0, INT32_MIN / 2, INT32_MIN / 2};
  refine_region_of(&cursor, cell);
  return cursor;
}

/* Adds the regions that the step from cell a to b needs: that of a, and where corners
 * may be cut on one side, that of the open cell beside a step over the corner of four
 * regions, without which it would not be legal. */
static bool refine_add_step(const ovi_local_search *local, region_cursor *cursor,
                            const ovl_cell *step, region_set *set) {
  ovl_cell a = step[0];
  ovl_cell b = step[1];
  if (!add_region(set, refine_region_of(cursor, a))) {
    return false;
  }
  if (cursor->layer->profile.corners != OVL_CORNERS_ONE || a.x == b.x || a.y == b.y) {
    return true;
  }
  ovl_cell beside[2] = {{a.x, b.y, 0}, {b.x, a.y, 0}};
  for (int side = 0; side < 2; side++) {
    if (ovi_local_search_weight(local, beside[side]) != 0 &&
        !add_region(set, refine_region_of(cursor, beside[side]))) {
      return false;
    }
  }
  return true;
}

/* How far to walk a plan that leads to an exit: into the next region, and on
 * until what is left needs two regions, so that the next one has room in the
 * window. Sets *extra to the second of them; UINT32_MAX: there is none. */
OVI_NOINLINE static uint32_t walk_end(const ovi_local_search *local, const ovi_layer *layer,
                                      uint32_t *extra) {
  const ovl_cell *cells = local->cells;
  uint32_t last = local->cell_count - 1;
  region_cursor cursor = region_cursor_at(layer, cells[last]);
  region_set left = {.capacity = window_regions(layer) - 1};
  add_region(&left, cursor.id);
  uint32_t begin = last; /* all from here on needs no more than `left` */
  while (begin > 0 && refine_add_step(local, &cursor, cells + begin - 1, &left)) {
    begin--;
  }
  uint32_t end = begin > 0 ? begin : 1;
  const uint32_t first = refine_region_of(&cursor, cells[end - 1]);
  while (end < last && refine_region_of(&cursor, cells[end]) == first) {
    end++;
  }
  const uint32_t here = refine_region_of(&cursor, cells[end]);
  *extra = UINT32_MAX;
  for (uint32_t i = end; i <= last; i++) {
    const uint32_t id = refine_region_of(&cursor, cells[i]);
    *extra = id != here ? id : *extra;
  }
  return end;
}

static void set_next_stop(ovl_route *route, uint32_t next_stop) {
  ovi_stops_pack(route, (ovi_stops_code){next_stop, ovi_stops_unpack(route).slack});
}

/* Writes into the route what the plan leads to, once it is walked to `end`. */
static void move_route(ovi_refiner *refiner, ovl_route *route, const ovi_ahead *ahead,
                       uint64_t promise) {
  uint32_t extra = UINT32_MAX;
  uint32_t end = refiner->local.cell_count - 1;
  if (!ahead->at_goal && !ahead->at_link && end > 0) {
    end = walk_end(&refiner->local, ahead->layer, &extra);
  }
  uint64_t walked = ovi_local_search_cut(&refiner->local, end);
  route->position = refiner->local.cells[end];
  route->cost_to_go = promise - walked;
  ovi_extra_region_pack(ahead->layer, route, extra);
  route->done = ahead->at_goal;
  if (ahead->is_planned) { /* the window is small enough, whichever its exit */
    const ovi_overlays_code code = {ahead->stop, ovi_overlays_unpack(ahead->layer, route).origin};
    ovi_overlays_pack(ahead->layer, route, &code);
  } else if (ahead->lists) {
    set_next_stop(route, ahead->at);
  } else {
    const ovi_labels_code code = {ahead->stop, ahead->walk.last, ahead->walk.hub.rank};
    ovi_labels_pack(route, &code);
  }
}

/* What it means that no way was found. */
static ovi_status no_way(const ovi_refiner *refiner) {
  return ovi_local_search_is_paused(&refiner->local) ? OVI_PAUSED : OVI_FAILED;
}

static ovi_status refine_to_goal(ovi_refiner *refiner, ovl_route *route, const ovi_ahead *ahead) {
  if (!ovi_local_search_find(&refiner->local, route->position, route->goal)) {
    return no_way(refiner);
  }
  uint64_t promise = ovi_local_search_cost(&refiner->local);
  if (promise > route->cost_to_go) {
    return OVI_FAILED;
  }
  ovi_local_search_take(&refiner->local);
  move_route(refiner, route, ahead, promise);
  return OVI_DONE;
}

/* What a link costs in one direction; OVI_COSTS_END if it does not lead there. */
static uint64_t link_cost(const ovi_layer *layer, uint32_t number, bool back) {
  if (number == OVI_NO_LINK) {
    return OVI_COSTS_END;
  }
  ovi_link link = ovi_link_at(layer, number);
  const uint32_t cost = back ? link.cost_back : link.cost;
  return cost != 0 ? cost : OVI_COSTS_END;
}

/* Cost left from an exit's near cell: its half of the crossing step, and on. */
static uint64_t cost_beyond(const ovi_refiner *refiner, const ovi_exit *exit) {
  return ovi_step_cost(ovi_local_search_weight(&refiner->local, exit->near), exit->diagonal) +
         exit->stop.cost_to_go;
}

/* The same in a directed layer: all that its step or link costs the region that is left. */
static uint64_t directed_beyond(const ovi_layer *layer, const ovi_exit *exit) {
  ovi_stop_view view;
  ovi_layer_ground ground;
  if (!ovi_stop_look(layer, &exit->stop, &view)) {
    return OVI_COSTS_END;
  }
  uint64_t leave = link_cost(layer, view.link, exit->stop.side == 0);
  if (view.link == OVI_NO_LINK) {
    ovi_layer_ground_begin(&ground, layer, view.near);
    leave = ovi_layer_leave(&ground, view.near, view.far);
  }
  return leave < OVI_COSTS_END ? leave + exit->stop.cost_to_go : OVI_COSTS_END;
}

/* The exit by which the way could be cheapest, from how far away it lies; `best` is the
 * route's own. */
static ovi_exit most_hopeful(const ovi_refiner *refiner, const ovl_route *route,
                             const ovi_exits *exits, ovi_exit best) {
  uint64_t least = UINT64_MAX;
  uint32_t port = ovi_exits_first(exits);
  ovi_exit exit;
  while (ovi_exits_next(exits, &port, &exit)) {
    uint64_t promise = cost_beyond(refiner, &exit) + ovi_octile(exit.near.x - route->position.x,
                                                                exit.near.y - route->position.y,
                                                                refiner->local.window.min_weight);
    if (promise < least) {
      least = promise;
      best = exit;
    }
  }
  return best;
}

/* Makes for an exit if the whole way is then as cheap as the route promised. */
static bool try_exit(ovi_refiner *refiner, ovl_route *route, ovi_ahead *ahead,
                     const ovi_exit *exit) {
  if (!ovi_local_search_find(&refiner->local, route->position, exit->near)) {
    return false;
  }
  uint64_t promise = ovi_local_search_cost(&refiner->local) +
                     (ahead->layer->profile.is_directed ? directed_beyond(ahead->layer, exit)
                                                        : cost_beyond(refiner, exit));
  if (promise > route->cost_to_go) {
    return false;
  }
  ahead->stop = exit->stop;
  ovi_local_search_take(&refiner->local);
  move_route(refiner, route, ahead, promise);
  return true;
}

static bool is_other(const ovl_stop *a, const ovl_stop *b) {
  return a->region != b->region || a->number != b->number;
}

/* Where the route itself keeps its exit, and not as a place in the caller's list, there is a choice
 * of exits, by way of the stop behind. */
static bool has_choice(const ovi_ahead *o, ovi_ahead *ahead) {
  *ahead = *o;
  return (o->is_planned ? o->at + 1 < o->known : !o->lists) && ovi_ahead_go(ahead) &&
         !ahead->at_goal;
}

static ovi_status refine_to_exit(ovi_refiner *refiner, ovl_route *route, ovi_ahead *o) {
  ovi_stop_view view;
  ovi_ahead ahead;
  if (!ovi_stop_look(o->layer, &o->stop, &view)) {
    return OVI_FAILED;
  }
  bool diagonal = view.near.x != view.far.x && view.near.y != view.far.y;
  const ovi_exit own = {o->stop, view.near, diagonal};
  if (!refiner->tries_own && has_choice(o, &ahead)) {
    ovi_exits exits;
    ovi_exits_begin(&exits, o->layer, &o->stop, &ahead.stop);
    ovi_exit hopeful = most_hopeful(refiner, route, &exits, own);
    ovi_label_hub own_hub = o->walk.hub;
    o->walk.hub = ahead.walk.hub;
    if (is_other(&hopeful.stop, &o->stop) &&
        (o->is_planned || ovi_label_walk_joins(&ahead.walk, &hopeful.stop, &ahead.stop)) &&
        try_exit(refiner, route, o, &hopeful)) {
      return OVI_DONE;
    }
    if (ovi_local_search_is_paused(&refiner->local)) {
      return OVI_PAUSED;
    }
    o->walk.hub = own_hub;
  }
  refiner->tries_own = true;
  return try_exit(refiner, route, o, &own) ? OVI_DONE : no_way(refiner);
}

/* Walks over the last stop that is known. */
static ovi_status refine_to_end(ovi_refiner *refiner, ovl_route *route, ovi_ahead *ahead) {
  ovi_stop_view view;
  ovi_layer_ground ground;
  if (!ovi_stop_look(ahead->layer, &ahead->stop, &view)) {
    return OVI_FAILED;
  }
  ovi_layer_ground_begin(&ground, ahead->layer, view.far);
  const uint64_t enter = ovi_layer_enter(&ground, view.near, view.far);
  if (enter > ahead->stop.cost_to_go) {
    return OVI_FAILED;
  }
  if (!ovi_local_search_find(&refiner->local, route->position, view.far)) {
    return no_way(refiner);
  }
  const uint64_t left = ahead->stop.cost_to_go - enter;
  if (ovi_local_search_cost(&refiner->local) + left > route->cost_to_go) {
    return OVI_FAILED;
  }
  ovi_local_search_take(&refiner->local);
  route->position = view.far;
  route->cost_to_go = left;
  ovi_extra_region_pack(ahead->layer, route, UINT32_MAX);
  set_next_stop(route, ahead->known);
  route->done = ovi_same_cell(view.far, route->goal);
  return OVI_DONE;
}

/* Whether the unit stands where the link begins that its route takes next. */
static bool stands_at_link(const ovi_ahead *ahead, const ovl_route *route, ovi_stop_view *view) {
  return !ahead->at_goal && ovi_stop_look(ahead->layer, &ahead->stop, view) &&
         view->link != OVI_NO_LINK && ovi_same_cell(view->near, route->position);
}

/* The link alone. */
static ovi_status take_link(ovi_refiner *refiner, ovl_route *route, ovi_ahead *ahead,
                            const ovi_stop_view *view) {
  const bool back = ahead->stop.side == 0;
  const uint64_t cost = link_cost(ahead->layer, view->link, back);
  const uint64_t left = ahead->stop.cost_to_go;
  if (!ovi_ahead_lasts(ahead, view) || cost + left > route->cost_to_go || !ovi_ahead_go(ahead)) {
    return OVI_FAILED;
  }
  refiner->link = view->link;
  refiner->link_back = back;
  refiner->link_cost = cost;
  refiner->local.cells[0] = view->near;
  refiner->local.cells[1] = view->far;
  refiner->local.cell_count = 2;
  route->position = view->far;
  route->cost_to_go = left;
  ovi_extra_region_pack(ahead->layer, route, UINT32_MAX);
  set_next_stop(route, ahead->at);
  route->done = ahead->at_goal && ovi_same_cell(view->far, route->goal);
  return OVI_DONE;
}

static ovi_status refine_direct(ovi_refiner *refiner, const ovi_layer *layer, ovl_route *route) {
  const ovi_direct_status found = ovi_direct_find(&refiner->direct, &refiner->local, layer,
                                                  route->position, route->goal, route->cost_to_go);
  if (found == OVI_DIRECT_NONE || found == OVI_DIRECT_PAUSED) {
    return no_way(refiner);
  }
  if (refiner->direct.cost > route->cost_to_go) {
    return OVI_FAILED;
  }
  ovi_local_search_take(&refiner->local);
  route->position = route->goal;
  route->cost_to_go = 0;
  route->done = true;
  return OVI_DONE;
}

ovi_status ovi_refine_next(ovi_refiner *refiner, const ovi_layer *layer, ovi_label_table *labels,
                           ovl_route *route, ovi_known_stops stops) {
  region_set set;
  ovi_ahead ahead;
  ovi_stop_view link;
  const ovi_route_age age =
      ovi_route_age_of(layer, refiner->since, route->kind == OVL_ROUTE_LABELS);
  refiner->link = OVI_NO_LINK;
  refiner->tries_own = refiner->tries_own && ovi_local_search_is_paused(&refiner->local);
  if (route->kind == OVL_ROUTE_DIRECT) {
    return refine_direct(refiner, layer, route);
  }
  if (!ovi_ahead_begin(&ahead, age, labels, route, stops)) {
    return OVI_FAILED;
  }
  if (ahead.lists && !ahead.at_goal && ahead.at >= ahead.known) {
    return OVI_NONE;
  }
  if (layer->profile.has_links && stands_at_link(&ahead, route, &link)) {
    return take_link(refiner, route, &ahead, &link);
  }
  if (!collect_regions(&ahead, route, &set) || !open_regions(refiner, layer, &set)) {
    return OVI_FAILED;
  }
  uint32_t goal_region = ovi_region_at(layer, route->goal.x, route->goal.y);
  if (ahead.at_goal && !(refine_contains(&set, goal_region) && ovi_age_trusts(&age, goal_region))) {
    return OVI_FAILED;
  }
  return ahead.at_goal                       ? refine_to_goal(refiner, route, &ahead)
         : ahead.at_end && !ahead.is_planned ? refine_to_end(refiner, route, &ahead)
                                             : refine_to_exit(refiner, route, &ahead);
}
