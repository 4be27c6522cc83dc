/* Files a route: in the lists of the regions that it passes, and by the area of cheaper paths. */
#include "coarse/refine/route_code.h"
#include "common/step_cost.h"
#include "overland_watch.h"
#include "query/overlay_route.h"
#include "query/route_calls.h"
#include "query/task.h"
#include "watch/watch.h"

/* Files a route in the list of a region, unless its entry is the first there. False: no room. */
static bool file(ovl_watch *watch, uint32_t number, uint32_t region) {
  const uint32_t first = watch->heads[region];
  if (first != OVI_NO_ENTRY && watch->entries[first].number == number) {
    return true;
  }
  const uint32_t at = watch->free;
  if (at == OVI_NO_ENTRY) {
    return false;
  }
  ovi_watch_entry *entry = &watch->entries[at];
  ovi_watched *route = &watch->routes[number];
  watch->free = entry->next_of_route;
  *entry = (ovi_watch_entry){.region = region, .number = number, .next_of_route = route->entries};
  route->entries = at;
  ovi_list_prepend(OVI_LIST_LINKS(watch->entries), &watch->heads[region], at);
  return true;
}

/* A route that is being filed. */
typedef struct route_filing {
  ovl_watch *watch;
  ovl_planner *planner;
  const ovi_layer *layer;
  uint32_t number;
  ovl_route route; /* in the plane */
} route_filing;

static ovl_result file_region(const route_filing *filing, uint32_t region) {
  return file(filing->watch, filing->number, region) ? OVL_OK : OVL_MORE_ROOM;
}

static ovl_result file_cell(const route_filing *filing, ovl_cell cell) {
  return file_region(filing, ovi_region_at(filing->layer, cell.x, cell.y));
}

/* Files the route under the regions of a step's cells and of the cells beside a diagonal step. */
static ovl_result file_step(const route_filing *filing, ovl_cell a, ovl_cell b) {
  const ovl_cell cells[4] = {a, b, {a.x, b.y, 0}, {b.x, a.y, 0}};
  ovl_result result = OVL_OK;
  for (int i = 0; i < 4 && result == OVL_OK; i++) {
    result = file_cell(filing, cells[i]);
  }
  return result;
}

/* Files a route without stops under the regions of its cells. */
static ovl_result file_direct(const route_filing *filing) {
  ovi_refiner *refiner = &filing->planner->workspace.refiner;
  const ovi_direct_status direct =
      ovi_direct_find(&refiner->direct, &refiner->local, filing->layer, filing->route.position,
                      filing->route.goal, filing->route.cost_to_go);
  ovl_result result = OVL_OK;
  if (direct == OVI_DIRECT_NONE || refiner->direct.cost > filing->route.cost_to_go) {
    return OVL_CORRUPT;
  }
  ovi_local_search_list_cells(&refiner->local);
  ovi_refiner_forget(refiner);
  for (uint32_t i = 1; i < refiner->local.cell_count && result == OVL_OK; i++) {
    result = file_step(filing, refiner->local.cells[i - 1], refiner->local.cells[i]);
  }
  return result;
}

/* Files the route under the regions of the next window, which reaches to `end`: the cell before the
 * next stop, or the goal. */
static ovl_result file_plan(const route_filing *filing, ovl_cell end) {
  const ovi_layer *layer = filing->layer;
  const int32_t columns = layer->partition.regions_x;
  const uint32_t here = ovi_region_at(layer, filing->route.position.x, filing->route.position.y);
  const uint32_t extra = ovi_extra_region_unpack(layer, &filing->route);
  if (extra == UINT32_MAX) {
    return OVL_CORRUPT;
  }
  const uint32_t last = ovi_region_at(layer, end.x, end.y);
  ovi_rectangle box = ovi_box_of_region(layer, here);
  box = ovi_rectangle_join(box, ovi_box_of_region(layer, extra));
  box = ovi_rectangle_join(box, ovi_box_of_region(layer, last));
  if (box.x1 - box.x0 > OVI_WINDOW_REGIONS || box.y1 - box.y0 > OVI_WINDOW_REGIONS) {
    return OVL_CORRUPT;
  }
  ovl_result result = OVL_OK;
  for (int32_t y = box.y0; y < box.y1; y++) {
    for (int32_t x = box.x0; x < box.x1 && result == OVL_OK; x++) {
      result = file_region(filing, (uint32_t)(y * columns + x));
    }
  }
  return result;
}

/* Files the route under the regions on both sides of its stops. */
static ovl_result file_stops(const route_filing *filing, ovi_known_stops stops) {
  ovi_stop_cursor ahead;
  ovl_route route = filing->route;
  ovl_result result = OVL_OK;
  if (route.kind == OVL_ROUTE_OVERLAYS &&
      ovi_overlay_route_prepare(filing->planner, filing->layer, &route, OVI_UNPACKED_OF_WALK,
                                &stops) != OVI_DONE) {
    return filing->planner->call.failure;
  }
  const ovi_route_age age = ovi_route_age_of(
      filing->layer, filing->planner->workspace.refiner.since, route.kind == OVL_ROUTE_LABELS);
  if (!ovi_stop_cursor_begin(&ahead, age, &filing->planner->workspace.labels, &route, stops)) {
    return OVL_CORRUPT;
  }
  result = ahead.at_goal ? file_plan(filing, filing->route.goal) : OVL_OK;
  for (bool is_first = true; result == OVL_OK && !ahead.at_goal; is_first = false) {
    ovi_stop_view stop;
    if (ahead.lists && ahead.at >= ahead.known) {
      return OVL_OK; /* the other stops are not known */
    }
    if (!ovi_stop_find(filing->layer, &ahead.stop, &stop) ||
        !ovi_stop_cursor_holds(&ahead, &stop)) {
      return OVL_CORRUPT;
    }
    result = is_first ? file_plan(filing, stop.before) : file_cell(filing, stop.before);
    result = result == OVL_OK ? file_region(filing, stop.entered) : result;
    if (result == OVL_OK && !ovi_stop_cursor_next(&ahead)) {
      return OVL_CORRUPT;
    }
  }
  return result == OVL_OK ? file_cell(filing, filing->route.goal) : result;
}

/* ---- The area of cheaper paths ---------------------------------------------------- */

/* The least weight of any terrain that does not block a profile; 256 if all terrains block it. */
static uint32_t least_weight(const ovi_layer *layer) {
  uint32_t least = 256;
  for (int terrain = 0; terrain < 256; terrain++) {
    const uint32_t weight = layer->profile.weights[terrain];
    least = weight != 0 && weight < least ? weight : least;
  }
  return least;
}

/* The least cost between a cell and any end of a link; UINT64_MAX: there are no links. */
static uint64_t least_to_link(const ovi_layer *layer, ovl_cell cell, uint32_t weight) {
  uint64_t least = UINT64_MAX;
  for (uint32_t i = 0; i < layer->shared->link_count; i++) {
    const ovi_link link = ovi_link_at(layer, i);
    const uint64_t first = ovi_octile(link.first.x - cell.x, link.first.y - cell.y, weight);
    const uint64_t second = ovi_octile(link.second.x - cell.x, link.second.y - cell.y, weight);
    least = first < least ? first : least;
    least = second < least ? second : least;
  }
  return least;
}

/* Columns or rows. */
typedef struct filing_range {
  int64_t low, high;
} filing_range;

/* The coordinates whose distances to a and b add up to `most` at the most. */
static filing_range range_between(int64_t a, int64_t b, int64_t most) {
  return (filing_range){(a + b - most) / 2 - 2, (a + b + most) / 2 + 2};
}

static filing_range widen(filing_range range, filing_range other) {
  return (filing_range){other.low < range.low ? other.low : range.low,
                        other.high > range.high ? other.high : range.high};
}

static int32_t region_of_coordinate(int64_t at, int32_t side, int32_t length) {
  const int64_t inside = at < 0 ? 0 : at >= length ? length - 1 : at;
  return (int32_t)(inside / side);
}

/* Columns or rows of the cells that a path could pass that costs less than the rest of the route:
 * by steps alone, or by links near one end or both. `unit` is the least cost of a straight step. */
static filing_range range_of_cheaper(const ovi_watched *route, int32_t a, int32_t b,
                                     uint64_t unit) {
  const uint64_t rest = route->cost_to_go;
  filing_range range = range_between(a, b, (int64_t)(rest / unit) + 1);
  if (route->link_to_goal < rest) {
    range =
        widen(range, range_between(a, a, 2 * (int64_t)((rest - route->link_to_goal) / unit) + 2));
  }
  if (route->start_to_link < rest) {
    range =
        widen(range, range_between(b, b, 2 * (int64_t)((rest - route->start_to_link) / unit) + 2));
  }
  if (route->link_to_goal < rest && route->start_to_link < rest - route->link_to_goal) {
    range = (filing_range){0, INT32_MAX};
  }
  return range;
}

/* Puts the box of the area that could improve the route into the tree. */
static void file_area(const route_filing *filing) {
  ovi_watched *route = &filing->watch->routes[filing->number];
  const ovi_layer *layer = filing->layer;
  const int32_t side = layer->partition.region_cells;
  const uint32_t weight = least_weight(layer);
  const uint64_t unit = ovi_octile(1, 0, weight);
  route->start_to_link = least_to_link(layer, route->position, weight);
  route->link_to_goal = least_to_link(layer, route->goal, weight);
  const filing_range columns = range_of_cheaper(route, route->position.x, route->goal.x, unit);
  const filing_range rows = range_of_cheaper(route, route->position.y, route->goal.y, unit);
  const ovi_rectangle box = {region_of_coordinate(columns.low, side, layer->partition.width),
                             region_of_coordinate(rows.low, side, layer->partition.height),
                             region_of_coordinate(columns.high, side, layer->partition.width) + 1,
                             region_of_coordinate(rows.high, side, layer->partition.height) + 1};
  ovi_box_tree_put(&filing->watch->boxes, filing->number, box);
}

static ovl_result file_route(const route_filing *filing, ovi_known_stops stops, uint64_t since) {
  filing->watch->routes[filing->number] =
      (ovi_watched){.is_watched = true,
                    .by_labels = filing->route.kind == OVL_ROUTE_LABELS,
                    .profile = filing->route.profile,
                    .since = since,
                    .position = filing->route.position,
                    .goal = filing->route.goal,
                    .cost_to_go = filing->route.cost_to_go,
                    .entries = OVI_NO_ENTRY};
  const ovl_result result =
      filing->route.kind == OVL_ROUTE_DIRECT ? file_direct(filing) : file_stops(filing, stops);
  if (result == OVL_OK) {
    file_area(filing);
  } else {
    ovi_watch_unfile(filing->watch, filing->number);
  }
  return result;
}

ovl_result ovl_watch_route(ovl_watch *watch, ovl_planner *planner, const ovl_world *world,
                           uint32_t number, const ovl_route *route, const ovl_stop *stops,
                           size_t stop_capacity) {
  if (number >= watch->capacity) {
    return ovi_planner_refuse(planner, OVL_BAD_ARGUMENT, "number", number, watch->capacity - 1);
  }
  if (ovi_planner_has_task(planner)) {
    return ovi_planner_refuse(planner, OVL_BUSY, "planner: it has a task", 0, 0);
  }
  ovi_watch_unfile(watch, number);
  const ovl_result fitted = ovi_planner_fit(planner, world, NULL);
  if (fitted != OVL_OK) {
    return ovi_planner_refuse(planner, fitted, "planner", 0, 0);
  }
  if (!ovi_watch_serves(watch, world)) {
    return ovi_planner_refuse(planner, OVL_OTHER_WORLD, "world", 0, 0);
  }
  const ovl_world *view = ovi_planner_enter_world(planner, world);
  if (view == NULL) {
    return ovi_planner_too_small(planner, world, ovi_planner_wish_of(world, NULL));
  }
  world = view;
  ovi_planner_begin_work(planner);
  ovl_result result = ovi_route_check(planner, world, route, route->position);
  const uint64_t since = planner->workspace.refiner.since;
  if (result == OVL_OK && !route->done) {
    route_filing filing = {watch, planner, &world->layers[route->profile], number, *route};
    ovi_route_to_plane(world, &filing.route);
    result = file_route(&filing, (ovi_known_stops){.stops = stops, .count = stop_capacity},
                        since != UINT64_MAX ? since : world->history.version);
  }
  ovi_planner_end_work(planner);
  if (result != OVL_PLANNER_TOO_SMALL) {
    planner->call.fault.what = result == OVL_OK          ? ""
                               : result == OVL_MORE_ROOM ? "regions"
                                                         : "route";
  }
  const ovl_result final = ovi_planner_leave_world(planner, result);
  if (final != result) { /* with the planner's fault */
    ovi_watch_unfile(watch, number);
    return final;
  }
  return result == OVL_CORRUPT && since != UINT64_MAX ? OVL_BEGIN_AGAIN : result;
}
