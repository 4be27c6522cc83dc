/* What a search looked at.
 *
 * Invariant: lists hold whole waypoints, never half of one; a list that could not grow says so
 * through `no_memory` and keeps what it had. */
#include "tools/draw/query_trace.h"

#include "overland_inspect.h"
#include "tools/base/fail.h"

#include <stdlib.h>

static void add_cells(struct query_trace *trace, struct cell_list *list, const ovl_cell *cells,
                      size_t count) {
  if (list->count + count > list->capacity) {
    size_t capacity = list->capacity == 0 ? 4096 : list->capacity * 2;
    ovl_cell *grown = realloc(list->cells, capacity * sizeof *grown);
    if (grown == NULL) {
      trace->no_memory = true;
      return;
    }
    list->cells = grown;
    list->capacity = capacity;
  }
  for (size_t i = 0; i < count; i++)
    list->cells[list->count++] = cells[i];
}

bool query_trace_take(void *user, const ovl_trace_event *event) {
  struct query_trace *trace = user;
  if (event->kind == OVL_TRACE_ROUTE)
    add_cells(trace, &trace->route, event->node, 2);
  else if (event->kind == OVL_TRACE_EXPAND && event->tier == OVL_TIER_FINE)
    add_cells(trace, &trace->fine, event->node, 1);
  else if (event->kind == OVL_TRACE_EXPAND)
    add_cells(trace, &trace->coarse, event->node, 2);
  return false;
}

int query_trace_run(struct query_trace *trace, ovl_planner *planner, const ovl_world *world,
                    const ovl_query *query) {
  ovl_query traced = *query;
  ovl_query_more more = query->more != NULL ? *query->more : (ovl_query_more){0};
  more.trace = query_trace_take;
  more.trace_user = trace;
  traced.more = &more;
  /* No room for points: what was looked at is all that is wanted. */
  ovl_path path = {0};
  ovl_find_path(planner, world, &traced, &path);
  if (trace->no_memory)
    return command_fail_memory("what the search looked at");
  return EXIT_DONE;
}

void query_trace_free(struct query_trace *trace) {
  free(trace->fine.cells);
  free(trace->coarse.cells);
  free(trace->route.cells);
  *trace = (struct query_trace){0};
}

bool cell_set_create(struct cell_set *set, const ovl_world *world, int32_t floor) {
  ovl_floor_info info = {0};
  ovl_world_floor(world, floor, &info);
  const ovl_cell corner = info.corner;
  *set = (struct cell_set){.corner = corner,
                           .width = info.width,
                           .height = info.height,
                           .left = corner.x + info.width,
                           .top = corner.y + info.height,
                           .right = corner.x - 1,
                           .bottom = corner.y - 1};
  set->bits = calloc(((size_t)info.width * (size_t)info.height + 7) / 8, 1);
  return set->bits != NULL;
}

static size_t bit_index(const struct cell_set *set, int32_t x, int32_t y) {
  return (size_t)(y - set->corner.y) * (size_t)set->width + (size_t)(x - set->corner.x);
}

void cell_set_take(void *user, ovl_cell cell) {
  struct cell_set *set = user;
  if (cell.floor != set->corner.floor)
    return;
  size_t index = bit_index(set, cell.x, cell.y);
  set->bits[index / 8] = (uint8_t)(set->bits[index / 8] | 1U << index % 8);
  set->left = cell.x < set->left ? cell.x : set->left;
  set->right = cell.x > set->right ? cell.x : set->right;
  set->top = cell.y < set->top ? cell.y : set->top;
  set->bottom = cell.y > set->bottom ? cell.y : set->bottom;
}

bool cell_set_has(const struct cell_set *set, int32_t x, int32_t y) {
  size_t index = bit_index(set, x, y);
  return (set->bits[index / 8] >> index % 8 & 1U) != 0;
}

void cell_set_free(struct cell_set *set) {
  free(set->bits);
  set->bits = NULL;
}
