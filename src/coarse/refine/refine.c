/* Composes the window, searches it for the segment, and moves the route on. */
#include "coarse/refine/refine.h"

#include "coarse/refine/route_code.h"
#include "coarse/view/layer_steps.h"
#include "common/cell.h"
#include "common/compiler.h"
#include "common/topology.h"

void ovi_refiner_reserve(ovi_refiner *refiner, ovi_arena *arena, int32_t region_cells,
                         ovi_local_search_needs needs) {
  ovi_local_search_reserve(
      &refiner->ends, arena, region_cells,
      (ovi_local_search_needs){needs.steps, needs.heights, false, needs.most_exceptions});
  const int32_t side = needs.turns ? OVI_TURNS_WINDOW : OVI_DIRECT_WINDOW;
  needs.most_exceptions *= OVI_DIRECT_WINDOW * OVI_DIRECT_WINDOW;
  ovi_local_search_reserve(&refiner->local, arena, side * region_cells, needs);
  ovi_ground_tiles_reserve(&refiner->tiles, arena, region_cells, needs.heights);
  ovi_refiner_forget(refiner);
}

/* ---- The window -------------------------------------------------------------------- */

/* On ground of several weights a window has cells around its regions, this part of the side of one,
 * beside the position or the goal where it lies as near: a road may lead around there. */
enum { RIM_OF = 4 };

/* The regions that a window must hold; their box is at most OVI_WINDOW_REGIONS wide and high. */
typedef struct region_set {
  uint32_t ids[OVI_WINDOW_REGIONS * OVI_WINDOW_REGIONS];
  uint32_t count, capacity;
} region_set;

static uint32_t window_regions(const ovi_layer *layer) {
  return ovi_layer_has_large_windows(layer) ? OVI_WINDOW_REGIONS : OVI_WINDOW_REGIONS - 1;
}

static bool region_set_has(const region_set *set, uint32_t id) {
  for (uint32_t i = 0; i < set->count; i++) {
    if (set->ids[i] == id) {
      return true;
    }
  }
  return false;
}

/* Adds a region unless the set has it; false if there is no room. */
static bool region_set_add(region_set *set, uint32_t id) {
  if (region_set_has(set, id)) {
    return true;
  }
  if (set->count == set->capacity) {
    return false;
  }
  set->ids[set->count++] = id;
  return true;
}

static ovi_rectangle box_of_set(const ovi_layer *layer, const region_set *set) {
  ovi_rectangle box = {0, 0, 0, 0};
  for (uint32_t i = 0; i < set->count; i++) {
    box = ovi_rectangle_join(box, ovi_box_of_region(layer, set->ids[i]));
  }
  return box;
}

/* As region_set_add; false also if the box of the set would be too large. */
static bool region_set_fit(const ovi_layer *layer, region_set *set, uint32_t id) {
  const ovi_rectangle box =
      ovi_rectangle_join(box_of_set(layer, set), ovi_box_of_region(layer, id));
  return box.x1 - box.x0 <= OVI_WINDOW_REGIONS && box.y1 - box.y0 <= OVI_WINDOW_REGIONS &&
         region_set_add(set, id);
}

/* Collects the window's regions: those of the present plan, then those that the route enters next
 * while there is room; that of the unit first, if it is elsewhere than the route, where all of the
 * largest window is used: the unit may be ahead. Moves the cursor to the stop where the window is
 * left, or to the goal. */
static bool collect_regions(ovi_stop_cursor *cursor, const ovl_route *route, ovl_cell from,
                            region_set *set) {
  const ovi_layer *layer = cursor->layer;
  const bool is_off = !ovi_same_cell(from, route->position);
  uint32_t here = ovi_region_at(layer, route->position.x, route->position.y);
  *set = (region_set){.capacity =
                          is_off ? OVI_WINDOW_REGIONS * OVI_WINDOW_REGIONS : window_regions(layer)};
  region_set_add(set, ovi_region_at(layer, from.x, from.y));
  const uint32_t extra = ovi_extra_region_unpack(layer, route);
  if (extra == UINT32_MAX || !region_set_fit(layer, set, here) ||
      !region_set_fit(layer, set, extra)) {
    return false;
  }
  while (!cursor->at_goal) {
    ovi_stop_view stop;
    if (!ovi_stop_find(layer, &cursor->stop, &stop) || !ovi_stop_cursor_holds(cursor, &stop) ||
        !region_set_has(set, ovi_region_at(layer, stop.before.x, stop.before.y))) {
      return false;
    }
    cursor->at_link = stop.link != OVI_NO_LINK;
    /* The stops behind the last one of a plan that is not whole are not known yet. */
    const ovi_known_stops *known = &cursor->known;
    const bool is_last =
        !cursor->age.by_labels && !known->is_whole && known->at + 1 == known->count;
    if (cursor->at_link || !region_set_fit(layer, set, stop.entered) || is_last) {
      break;
    }
    if (!ovi_stop_cursor_next(cursor)) {
      return false;
    }
  }
  return true;
}

/* The cells of a window over a box of regions, with those around it near the position or the goal.
 */
static ovi_rectangle cells_around(const ovi_stop_cursor *cursor, const ovl_route *route,
                                  ovi_rectangle box) {
  const ovi_layer *layer = cursor->layer;
  const int32_t rim = layer->partition.region_cells / RIM_OF;
  ovi_rectangle cells = ovi_box_cells(layer, box);
  const ovi_rectangle inner = ovi_rectangle_grow(cells, -rim);
  for (int i = 0; i < (cursor->at_goal ? 2 : 1); i++) {
    const ovl_cell end = i == 0 ? route->position : route->goal;
    cells.x0 -= end.x < inner.x0 && cells.x0 == inner.x0 - rim ? rim : 0;
    cells.y0 -= end.y < inner.y0 && cells.y0 == inner.y0 - rim ? rim : 0;
    cells.x1 += end.x >= inner.x1 && cells.x1 == inner.x1 + rim ? rim : 0;
    cells.y1 += end.y >= inner.y1 && cells.y1 == inner.y1 + rim ? rim : 0;
  }
  return ovi_rectangle_common(cells, ovi_box_cells(layer, ovi_box_widen(layer, box)));
}

/* ---- How far to walk --------------------------------------------------------------- */

/* Finds the regions of cells that follow each other; divides only where the region changes. */
typedef struct region_cursor {
  const ovi_layer *layer;
  uint32_t id;
  int32_t x, y; /* its upper left cell */
} region_cursor;

static uint32_t region_cursor_find(region_cursor *cursor, ovl_cell cell) {
  const int32_t side = cursor->layer->partition.region_cells;
  if (cell.x < cursor->x || cell.y < cursor->y || cell.x >= cursor->x + side ||
      cell.y >= cursor->y + side) {
    cursor->id = ovi_region_at(cursor->layer, cell.x, cell.y);
    cursor->x = cell.x / side * side;
    cursor->y = cell.y / side * side;
  }
  return cursor->id;
}

/* Adds the regions that the step from cell a to b depends on: that of a, and, where one open cell
 * beside a diagonal step makes it legal, that of the open cell. */
static bool add_step_regions(const ovi_local_search *local, region_cursor *cursor,
                             const ovl_cell *step, region_set *set) {
  ovl_cell a = step[0];
  ovl_cell b = step[1];
  if (!region_set_add(set, region_cursor_find(cursor, a))) {
    return false;
  }
  if (cursor->layer->profile.corners != OVL_CORNERS_ONE || a.x == b.x || a.y == b.y) {
    return true;
  }
  ovl_cell beside[2] = {{a.x, b.y, 0}, {b.x, a.y, 0}};
  for (int side = 0; side < 2; side++) {
    if (ovi_local_search_weight(local, beside[side]) != 0 &&
        !region_set_add(set, region_cursor_find(cursor, beside[side]))) {
      return false;
    }
  }
  return true;
}

/* Finds the cell up to which a plan that leads to an exit is walked: into the next region, and on
 * until the rest of the plan needs two regions, so that the next window has room for another. Sets
 * *extra to the second of the two; UINT32_MAX: there is none. */
OVI_NOINLINE static uint32_t walk_end(const ovi_local_search *local, const ovi_layer *layer,
                                      uint32_t *extra) {
  const ovl_cell *cells = local->cells;
  uint32_t last = local->cell_count - 1;
  region_cursor cursor = {layer, 0, INT32_MIN / 2, INT32_MIN / 2};
  region_set rest = {.capacity = window_regions(layer) - 1};
  region_set_add(&rest, region_cursor_find(&cursor, cells[last]));
  uint32_t begin = last; /* from here on the plan needs the regions of `rest` only */
  while (begin > 0 && add_step_regions(local, &cursor, cells + begin - 1, &rest)) {
    begin--;
  }
  uint32_t end = begin > 0 ? begin : 1;
  const uint32_t first = region_cursor_find(&cursor, cells[end - 1]);
  while (end < last && region_cursor_find(&cursor, cells[end]) == first) {
    end++;
  }
  const uint32_t here = region_cursor_find(&cursor, cells[end]);
  uint32_t other = last; /* the last cell in another region than that of the end */
  while (other > end && region_cursor_find(&cursor, cells[other]) == here) {
    other--;
  }
  *extra = other > end ? region_cursor_find(&cursor, cells[other]) : UINT32_MAX;
  OVI_ASSERT(end > 0 && end <= last);
  return end;
}

/* Notes the stop that comes next. */
static void pack_next_stop(ovl_route *route, const ovi_stop_cursor *cursor, const ovi_stop *next) {
  if (cursor->age.by_labels) {
    const ovi_labels_code code = {cursor->stop, cursor->walk.last, cursor->walk.hub.rank,
                                  cursor->walk.way};
    ovi_labels_pack(route, &code);
  } else {
    const ovi_overlays_code code = {*next, ovi_overlays_unpack(cursor->layer, route).origin};
    ovi_overlays_pack(cursor->layer, route, &code);
  }
}

/* ---- Moving the route -------------------------------------------------------------- */

/* Cuts the segment where walking ends and moves the route there; the path found costs `promise`. */
static void move_route(ovi_refiner *refiner, ovl_route *route, const ovi_stop_cursor *cursor,
                       uint64_t promise) {
  uint32_t extra = UINT32_MAX;
  uint32_t end = refiner->local.cell_count - 1;
  if (!cursor->at_goal && !cursor->at_link && end > 0) {
    end = walk_end(&refiner->local, cursor->layer, &extra);
  }
  uint64_t walked = ovi_local_search_cut(&refiner->local, end);
  route->position = refiner->local.cells[end];
  OVI_ASSERT(walked <= promise && promise <= route->cost_to_go);
  route->cost_to_go = promise - walked;
  ovi_extra_region_pack(cursor->layer, route, extra);
  route->done = cursor->at_goal;
  pack_next_stop(route, cursor, &cursor->stop); /* every exit of the window lies near enough */
}

/* A waypoint over which a route can cross the border that its next stop crosses. */
typedef struct route_exit {
  ovi_stop stop;
  ovl_cell before; /* the cell before its step */
  bool is_long;    /* the step is a long one */
} route_exit;

/* Cost to go from the cell before an exit: half of its step, and on. */
static uint64_t cost_beyond(const ovi_refiner *refiner, const route_exit *exit) {
  return ovi_step_cost(ovi_local_search_weight(&refiner->local, exit->before), exit->is_long) +
         exit->stop.cost_to_go;
}

/* Cost to go from the cell before an exit of a directed layer: all that its step or link costs the
 * region that is left, and on. */
static uint64_t directed_beyond(const ovi_layer *layer, const route_exit *exit) {
  ovi_stop_view view;
  ovi_layer_ground ground;
  if (!ovi_stop_find(layer, &exit->stop, &view)) {
    return OVI_COSTS_END;
  }
  uint64_t leave = ovi_link_cost(layer, view.link, exit->stop.side == 0);
  if (view.link == OVI_NO_LINK) {
    ovi_layer_ground_begin(&ground, layer, view.before, NULL);
    leave = ovi_layer_leave(&ground, view.before, view.after);
  }
  return leave < OVI_COSTS_END ? leave + exit->stop.cost_to_go : OVI_COSTS_END;
}

/* The exit with the least lower bound, by octile distance, of all from which the route can still go
 * on to the stop behind; `own` is the route's own, and the answer if there is no other. The cost to
 * go from an exit is the edge to the stop behind plus the cost to go from there: so a route that
 * takes another exit than its own is still a route, and its cost is known. */
static route_exit best_exit(const ovi_refiner *refiner, const ovl_route *route,
                            const ovi_layer *layer, const ovi_stop *behind, route_exit own) {
  const ovi_stop *stop = &own.stop;
  const uint32_t id =
      stop->side == 0 ? stop->region : ovi_waypoint_other_region(layer, stop->region, stop->number);
  if (id == UINT32_MAX) {
    return own; /* a region that is not loaded has a placeholder, although the stops are valid */
  }
  const ovi_region region = ovi_region_view(layer, id);
  const ovi_port_groups groups = ovi_port_groups_of(&region);
  const ovi_port here = ovi_port_of_waypoint(layer, &region, stop->region, stop->number);
  const ovi_port onward = ovi_port_of_waypoint(layer, &region, behind->region, behind->number);
  if (here.port >= region.ports.count || onward.port >= region.ports.count) {
    return own;
  }
  const uint32_t component = ovi_port_component(&region, here.port);
  if (ovi_port_component(&region, onward.port) != component) {
    return own; /* the tables of the plan are corrupt */
  }
  const ovi_clique clique = ovi_region_clique(&region, component);
  const uint32_t last = ovi_port_place(&region, onward.port, component);
  route_exit best = own;
  uint64_t least = UINT64_MAX;
  for (uint32_t port = groups.begins[here.group]; port < groups.begins[here.group + 1]; port++) {
    if (ovi_port_component(&region, port) != component ||
        ovi_port_place(&region, port, component) == last) {
      continue;
    }
    ovl_cell cells[2];
    ovi_port_cells(&region, here.group, port, cells);
    route_exit exit = {ovi_waypoint_of_port(layer, &region, &groups, port), cells[1],
                       cells[0].x != cells[1].x && cells[0].y != cells[1].y};
    exit.stop.cost_to_go = behind->cost_to_go +
                           ovi_clique_way(&clique, last, ovi_port_place(&region, port, component));
    exit.stop.side = here.group < OVI_OWN_GROUPS ? 0 : 1;
    const uint64_t promise =
        cost_beyond(refiner, &exit) +
        ovi_distance(refiner->local.window.corners, exit.before.x - route->position.x,
                     exit.before.y - route->position.y, refiner->local.window.min_weight);
    if (promise < least) {
      least = promise;
      best = exit;
    }
  }
  return best;
}

/* Searches for an exit, and takes it if the whole path then costs no more than the route promised.
 */
static bool try_exit(ovi_refiner *refiner, ovl_route *route, ovi_stop_cursor *cursor,
                     const route_exit *exit) {
  const uint64_t beyond = cursor->layer->profile.is_directed ? directed_beyond(cursor->layer, exit)
                                                             : cost_beyond(refiner, exit);
  if (beyond > route->cost_to_go ||
      !ovi_local_search_find(&refiner->local, route->position, exit->before,
                             route->cost_to_go - beyond)) {
    return false;
  }
  const uint64_t promise = ovi_local_search_cost(&refiner->local) + beyond;
  if (promise > route->cost_to_go) {
    return false;
  }
  cursor->stop = exit->stop;
  ovi_local_search_list_cells(&refiner->local);
  move_route(refiner, route, cursor, promise);
  return true;
}

static ovi_status refine_to_exit(ovi_refiner *refiner, ovl_route *route, ovi_stop_cursor *cursor) {
  ovi_stop_view view;
  ovi_stop_cursor behind;
  if (!ovi_stop_find(cursor->layer, &cursor->stop, &view)) {
    return OVI_CORRUPT;
  }
  bool is_long = ovi_is_long_between(cursor->layer->profile.corners, view.before, view.after);
  const route_exit own = {cursor->stop, view.before, is_long};
  /* Before and after links there is no choice. */
  behind = *cursor;
  if (!refiner->tries_own && !cursor->at_link && ovi_stop_cursor_next(&behind) && !behind.at_goal &&
      (!cursor->layer->profile.has_links ||
       ovi_waypoint_link(cursor->layer, behind.stop.region, behind.stop.number) == OVI_NO_LINK)) {
    const route_exit other = best_exit(refiner, route, cursor->layer, &behind.stop, own);
    ovi_label_hub own_hub = cursor->walk.hub;
    cursor->walk.hub = behind.walk.hub;
    const bool is_own =
        other.stop.region == cursor->stop.region && other.stop.number == cursor->stop.number;
    if (!is_own &&
        (!cursor->age.by_labels || ovi_label_walk_joins(&behind.walk, &other.stop, &behind.stop)) &&
        try_exit(refiner, route, cursor, &other)) {
      return OVI_DONE;
    }
    if (ovi_local_search_is_paused(&refiner->local)) {
      return OVI_PAUSED;
    }
    cursor->walk.hub = own_hub;
  }
  refiner->tries_own = true;
  return try_exit(refiner, route, cursor, &own)        ? OVI_DONE
         : ovi_local_search_is_paused(&refiner->local) ? OVI_PAUSED
                                                       : OVI_CORRUPT;
}

/* Makes the link the segment. */
static ovi_status take_link(ovi_refiner *refiner, ovl_route *route, ovi_stop_cursor *cursor,
                            const ovi_stop_view *view) {
  const bool by_labels = cursor->age.by_labels;
  const bool back = cursor->stop.side == 0;
  const uint64_t cost = ovi_link_cost(cursor->layer, view->link, back);
  const uint64_t left = cursor->stop.cost_to_go;
  const ovi_stop taken = cursor->stop;
  if (!ovi_stop_cursor_holds(cursor, view) || cost + left > route->cost_to_go ||
      (!by_labels && !ovi_stop_cursor_next(cursor))) {
    return OVI_CORRUPT;
  }
  refiner->link = view->link;
  refiner->link_back = back;
  refiner->link_cost = cost;
  refiner->local.cells[0] = view->before;
  refiner->local.cells[1] = view->after;
  refiner->local.cell_count = 2;
  route->position = view->after;
  route->cost_to_go = left;
  ovi_extra_region_pack(cursor->layer, route, UINT32_MAX);
  /* Of a plan the link stays the next stop until the one behind it is; of labels the leg behind the
   * link begins with the next segment. */
  pack_next_stop(route, cursor, &taken);
  route->done = ovi_same_cell(view->after, route->goal) && (cursor->at_goal || by_labels);
  return OVI_DONE;
}

static ovi_status refine_direct(ovi_refiner *refiner, const ovi_layer *layer, ovl_route *route) {
  const ovi_status found = ovi_direct_find(&refiner->direct, &refiner->local, layer,
                                           route->position, route->goal, route->cost_to_go);
  if (found == OVI_PAUSED) {
    return found;
  }
  if (found == OVI_NONE || refiner->direct.cost > route->cost_to_go) {
    return OVI_CORRUPT;
  }
  ovi_local_search_list_cells(&refiner->local);
  route->position = route->goal;
  route->cost_to_go = 0;
  route->done = true;
  return OVI_DONE;
}

/* Searches the window for the goal, which it holds. */
static ovi_status refine_to_goal(ovi_refiner *refiner, ovl_route *route,
                                 const ovi_stop_cursor *cursor) {
  ovi_local_search *local = &refiner->local;
  if (!ovi_local_search_find(local, route->position, route->goal, route->cost_to_go)) {
    return ovi_local_search_is_paused(local) ? OVI_PAUSED : OVI_CORRUPT;
  }
  const uint64_t promise = ovi_local_search_cost(local);
  if (promise > route->cost_to_go) {
    return OVI_CORRUPT;
  }
  ovi_local_search_list_cells(local);
  move_route(refiner, route, cursor, promise);
  return OVI_DONE;
}

/* Does what ovi_refine_next does: reads the words of `route`, and moves `moved`, which begins at
 * the unit's cell. */
static ovi_status refine_from(ovi_refiner *refiner, const ovi_layer *layer, ovi_label_table *labels,
                              const ovl_route *route, const ovi_known_stops *known,
                              ovl_route *moved) {
  region_set set;
  ovi_stop_cursor cursor;
  ovi_stop_view link;
  ovi_local_search *local = &refiner->local;
  const ovi_route_age age =
      ovi_route_age_of(layer, refiner->since, route->kind == OVL_ROUTE_LABELS);
  refiner->link = OVI_NO_LINK;
  refiner->tries_own = refiner->tries_own && ovi_local_search_is_paused(local);
  if (route->kind == OVL_ROUTE_DIRECT || route->done) {
    return refine_direct(refiner, layer, moved);
  }
  if (!ovi_stop_cursor_begin(&cursor, age, labels, route, known)) {
    return OVI_CORRUPT;
  }
  if (layer->profile.has_links && !cursor.at_goal && ovi_stop_find(layer, &cursor.stop, &link) &&
      link.link != OVI_NO_LINK && ovi_same_cell(link.before, moved->position)) {
    return take_link(refiner, moved, &cursor, &link); /* the unit stands where it begins */
  }
  if (!collect_regions(&cursor, route, moved->position, &set)) {
    return OVI_CORRUPT;
  }
  /* The window is the box of the set: where the route turns, the path may cut the corner through
   * the region beside it. */
  const ovi_rectangle box = box_of_set(layer, &set);
  if (!ovi_local_search_is_paused(local)) {
    if (layer->profile.is_plain) {
      ovi_box_paste(&local->window, layer, box, false);
    } else { /* a road may lead a few cells around */
      ovi_cells_paste(&local->window, layer, cells_around(&cursor, moved, box));
    }
  }
  if (!cursor.at_goal) {
    return refine_to_exit(refiner, moved, &cursor);
  }
  const uint32_t goal_region = ovi_region_at(layer, route->goal.x, route->goal.y);
  if (!region_set_has(&set, goal_region) || !ovi_age_holds(&age, goal_region)) {
    return OVI_CORRUPT;
  }
  return refine_to_goal(refiner, moved, &cursor);
}

ovi_status ovi_refine_next(ovi_refiner *refiner, const ovi_layer *layer, ovi_label_table *labels,
                           ovl_route *route, ovl_cell from, const ovi_known_stops *known) {
  if (ovi_same_cell(from, route->position)) {
    return refine_from(refiner, layer, labels, route, known, route);
  }
  ovl_route moved = *route;
  moved.position = from;
  moved.cost_to_go =
      OVI_COSTS_END; /* no promise is known; UINT64_MAX asks a search to wait for one */
  moved.done = 0;
  const ovi_status status = refine_from(refiner, layer, labels, route, known, &moved);
  *route = status == OVI_DONE ? moved : *route;
  return status == OVI_CORRUPT ? OVI_NONE : status;
}
