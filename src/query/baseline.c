/* The baseline: a plain A* over the whole map, one neighbour at a time, with a binary heap.
 *
 * Invariant: it stays as it is, so that ratios to it mean the same next year. In a directed layer
 * the map is one window whose steps have the layer's rule, with a hop for each direction of a link;
 * where there are links the search has no heuristic. */
#include "common/argument.h"
#include "common/cell.h"
#include "overland_inspect.h"
#include "query/path_writer.h"
#include "query/plan.h"
#include "world/plane_search.h"

struct ovl_baseline {
  ovi_plane_search plane;
  ovl_fault fault; /* of the last call */
};

ovl_result ovl_baseline_create(const ovl_world *world, int32_t profile,
                               const ovl_allocator *allocator, ovl_baseline **baseline,
                               ovl_fault *fault) {
  ovi_plane_search *made;
  const ovl_result result =
      ovi_plane_search_make(world, profile, sizeof **baseline, false, allocator, &made, fault);
  *baseline = (ovl_baseline *)made;
  if (result == OVL_OK) {
    (*baseline)->fault.what = "";
  }
  return result;
}

void ovl_baseline_destroy(ovl_baseline *baseline) { ovi_object_destroy(baseline); }

static bool search_map(ovl_baseline *baseline, const ovi_query *query, ovi_trace *trace) {
  ovi_window *window = &baseline->plane.window;
  ovi_fine_search *search = &baseline->plane.search;
  search->trace = trace;
  search->reported.window = UINT64_MAX;
  search->expanded = 0;
  ovi_window_add_target(window, query->goal.x, query->goal.y);
  ovi_fine_begin(search, window, query->start.x, query->start.y);
  if (!baseline->plane.layer->profile.has_links) {
    ovi_fine_set_goal(search, query->goal.x, query->goal.y);
  }
  const bool found = ovi_fine_run(search, UINT64_MAX) == OVI_SEARCH_TARGET;
  ovi_window_remove_target(window, query->goal.x, query->goal.y);
  return found;
}

/* Finds the link from one cell to another that costs so much; false: they are joined by a step. */
static bool baseline_find_link(const ovl_baseline *baseline, ovl_cell from, ovl_cell to,
                               uint64_t cost, ovl_path_link *found) {
  const ovi_layer *layer = baseline->plane.layer;
  if (!layer->profile.has_links) {
    return false;
  }
  ovi_region region = ovi_region_view(layer, ovi_region_at(layer, from.x, from.y));
  for (uint32_t i = 0; i < region.ports.links_out + region.ports.links_in; i++) {
    const bool back = i >= region.ports.links_out;
    found->link = ovi_region_link(&region, i);
    found->back = back;
    ovi_link link = ovi_link_at(layer, found->link);
    if (ovi_same_cell(from, back ? link.second : link.first) &&
        ovi_same_cell(to, back ? link.first : link.second) &&
        cost == (back ? link.cost_back : link.cost)) {
      return true;
    }
  }
  return false;
}

static ovl_result baseline_write_path(ovl_baseline *baseline, ovl_cell start, ovl_path *path) {
  ovi_path_writer writer;
  ovi_fine_search *search = &baseline->plane.search;
  uint32_t goal = search->progress.settled;
  ovi_path_begin(&writer, baseline->plane.world, baseline->plane.layer, OVL_SMOOTH_NONE, path,
                 start);
  ovi_leg_sink sink = ovi_path_sink(&writer);
  uint32_t at = ovi_fine_reverse_path(search, goal);
  ovl_cell from = start;
  while (at != goal) {
    uint32_t next = search->nodes[at].parent;
    ovl_cell cell = {ovi_window_cell_x(&baseline->plane.window, next),
                     ovi_window_cell_y(&baseline->plane.window, next), 0};
    uint64_t cost = search->nodes[next].cost - search->nodes[at].cost;
    ovl_path_link link = {0};
    if (baseline_find_link(baseline, from, cell, cost, &link)) {
      ovi_path_link(&writer, cell, cost, link);
    } else {
      sink.take(sink.user, (ovi_leg){cell.x, cell.y, cost}, false);
    }
    from = cell;
    at = next;
  }
  return ovi_path_end(&writer);
}

/* Checks a query, of which *plane gets a copy with the cells of the plane. */
static ovl_result check_baseline_query(ovl_baseline *baseline, const ovi_query *query,
                                       ovi_plane_query *plane) {
  const int64_t profile = baseline->plane.layer->number;
  const ovi_argument arguments[] = {
      {"profile: the baseline's is another one", query->profile, profile, profile},
      {"goal_kind", (int64_t)query->more.goal_kind, OVL_GOAL_CELL, OVL_GOAL_CELL}};
  if (OVI_ARGUMENTS_CHECK(arguments, 0, &baseline->fault) != OVL_OK) {
    return OVL_BAD_ARGUMENT;
  }
  const ovl_result result = ovi_query_check(baseline->plane.world, query, plane);
  ovi_query_find_fault(query, baseline->plane.world, result, &baseline->fault);
  return result;
}

ovl_result ovl_baseline_find(ovl_baseline *baseline, const ovl_query *query, ovl_path *path,
                             uint64_t *expanded) {
  uint64_t unused;
  expanded = expanded != NULL ? expanded : &unused;
  *expanded = 0;
  path->count = 0;
  ovi_query plain = ovi_query_of(query);
  plain.smoothing = OVL_SMOOTH_NONE;
  plain.more.method = OVL_METHOD_OCTILE;
  ovi_plane_query plane = {.world = NULL};
  ovl_result result = check_baseline_query(baseline, &plain, &plane);
  if (result != OVL_OK) {
    return result;
  }
  ovi_trace *trace =
      query->more != NULL && query->more->trace != NULL ? &plane.query_trace.trace : NULL;
  const bool found = search_map(baseline, &plane.query, trace);
  *expanded = baseline->plane.search.expanded;
  if (!found) {
    baseline->fault.what = "goal";
    return OVL_UNREACHABLE;
  }
  result = baseline_write_path(baseline, plane.query.start, path);
  if (result == OVL_MORE_ROOM) {
    baseline->fault = ovi_path_room_fault(path);
  }
  return result;
}

const ovl_fault *ovl_baseline_fault(const ovl_baseline *baseline) { return &baseline->fault; }
