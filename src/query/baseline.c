/* The yardstick: the fine loop over the whole map, with neighbours and a binary
 * heap. It is kept as it is, so that ratios to it mean the same next year. In a directed layer
 * the map is one window whose steps have the layer's rule, with a hop for each way over a link;
 * where there are links nothing draws it to the goal. */
#include "coarse/view/plane_window.h"
#include "common/cell.h"
#include "common/compiler.h"
#include "fine/fine_search.h"
#include "overland_inspect.h"
#include "query/path_writer.h"
#include "query/plan.h"

struct ovl_baseline {
  ovl_allocator allocator;
  uint64_t bytes;
  const ovl_world *world;
  const ovi_layer *layer;
  ovi_window window;
  ovi_fine_search search;
};

static void baseline_reserve(ovl_baseline *yardstick, ovi_arena *arena, const ovi_layer *layer) {
  ovi_plane_window_reserve(&yardstick->window, arena, layer, false);
  ovi_fine_reserve(&yardstick->search, arena, yardstick->window.max_cells);
}

ovl_result ovl_baseline_create(const ovl_world *world, int32_t profile,
                               const ovl_allocator *allocator, ovl_baseline **yardstick) {
  const ovi_layer *layer = ovi_world_layer(world, profile);
  ovl_baseline counted;
  ovi_arena count = {NULL, 0};
  *yardstick = NULL;
  if (layer == NULL || !ovi_plane_fits_window(layer)) {
    return OVL_BAD_ARGUMENT;
  }
  allocator = allocator != NULL ? allocator : ovl_default_allocator();
  if (allocator->allocate == NULL || allocator->release == NULL) {
    return OVL_BAD_ARGUMENT;
  }
  ovi_arena_take(&count, 1, sizeof(ovl_baseline));
  baseline_reserve(&counted, &count, layer);
  uint8_t *block = ovi_allocate(allocator, count.used);
  if (block == NULL) {
    return OVL_NO_MEMORY;
  }
  ovi_arena cut = {block, 0};
  ovl_baseline *made = ovi_arena_take(&cut, 1, sizeof(ovl_baseline));
  memset(made, 0, sizeof(*made));
  made->allocator = *allocator;
  made->bytes = count.used;
  made->world = world;
  made->layer = layer;
  baseline_reserve(made, &cut, layer);
  ovi_world_begin_call(world);
  ovi_plane_window_fill(&made->window, layer, false);
  ovi_fine_clear(&made->search, made->window.max_cells);
  const ovl_result result = ovi_world_end_call(world, OVL_OK);
  if (result != OVL_OK) {
    ovl_baseline_destroy(made);
    return result;
  }
  *yardstick = made;
  return OVL_OK;
}

void ovl_baseline_destroy(ovl_baseline *yardstick) {
  if (yardstick != NULL) {
    ovl_allocator allocator = yardstick->allocator;
    ovi_release(&allocator, yardstick, yardstick->bytes);
  }
}

static bool search_map(ovl_baseline *yardstick, const ovi_query *query) {
  ovi_window *window = &yardstick->window;
  ovi_fine_search *search = &yardstick->search;
  search->visit = query->visit;
  search->visit_user = query->visit_user;
  search->expanded = 0;
  ovi_window_mark(window, query->goal.x, query->goal.y);
  ovi_fine_begin(search, window, query->start.x, query->start.y);
  if (!yardstick->layer->profile.has_links) {
    ovi_fine_aim(search, query->goal.x, query->goal.y);
  }
  bool found = ovi_fine_run(search, UINT64_MAX) == OVI_SEARCH_TARGET;
  ovi_window_unmark(window, query->goal.x, query->goal.y);
  return found;
}

/* Turns the parents around, so that the way can be followed from the start
 * without memory for it; returns the start. The search is over by then. */
static uint32_t baseline_turn_parents(ovi_fine_search *search, uint32_t goal) {
  uint32_t next = goal;
  uint32_t at = goal;
  for (;;) {
    uint32_t parent = search->nodes[at].parent;
    search->nodes[at].parent = next;
    if (parent == at) {
      return at;
    }
    next = at;
    at = parent;
  }
}

/* The link from one cell to another that costs so much; false: it is a step. */
static bool baseline_find_link(const ovl_baseline *yardstick, ovl_cell from, ovl_cell to,
                               uint64_t cost, ovl_path_link *found) {
  const ovi_layer *layer = yardstick->layer;
  if (!layer->profile.has_links) {
    return false;
  }
  ovi_region region = ovi_region_view(layer, ovi_region_at(layer, from.x, from.y));
  for (uint32_t i = 0; i < region.links_out + region.links_in; i++) {
    const bool back = i >= region.links_out;
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

static ovl_result baseline_write_path(ovl_baseline *yardstick, ovl_cell start, ovl_path *path) {
  ovi_path_writer writer;
  ovi_fine_search *search = &yardstick->search;
  uint32_t goal = search->settled;
  ovi_path_begin(&writer, yardstick->world, yardstick->layer, OVL_SMOOTH_NONE, path, start);
  ovi_leg_sink sink = ovi_path_sink(&writer);
  uint32_t at = baseline_turn_parents(search, goal);
  ovl_cell from = start;
  while (at != goal) {
    uint32_t next = search->nodes[at].parent;
    ovl_cell cell = {ovi_window_cell_x(&yardstick->window, next),
                     ovi_window_cell_y(&yardstick->window, next), 0};
    uint64_t cost = search->nodes[next].cost - search->nodes[at].cost;
    ovl_path_link link = {0};
    if (baseline_find_link(yardstick, from, cell, cost, &link)) {
      ovi_path_link(&writer, cell, cost, link);
    } else {
      sink.take(sink.user, (ovi_leg){cell, cost, false});
    }
    from = cell;
    at = next;
  }
  return ovi_path_end(&writer);
}

ovl_result ovl_baseline_find(ovl_baseline *yardstick, const ovl_query *query, ovl_path *path,
                             uint64_t *expanded) {
  uint64_t unused;
  expanded = expanded != NULL ? expanded : &unused;
  *expanded = 0;
  path->count = 0;
  ovi_query plain = ovi_query_of(query);
  plain.smoothing = OVL_SMOOTH_NONE;
  plain.method = OVL_METHOD_OCTILE;
  ovi_plane_query plane;
  ovl_result result = plain.profile == (int32_t)yardstick->layer->number &&
                              plain.goal_kind == OVL_GOAL_CELL /* it compares single paths */
                          ? ovi_query_check(yardstick->world, &plain, &plane)
                          : OVL_BAD_ARGUMENT;
  if (result != OVL_OK) {
    return result;
  }
  bool found = search_map(yardstick, &plane.query);
  *expanded = yardstick->search.expanded;
  return found ? baseline_write_path(yardstick, plane.query.start, path) : OVL_UNREACHABLE;
}
