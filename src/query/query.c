/* The caller's queries: copies, and the checks that name what is wrong with them. */
#include "query/query.h"

#include "common/argument.h"
#include "common/topology.h"
#include "overland_inspect.h"

enum { MOST_GOAL_RADIUS = 65535 };

ovi_query ovi_query_of(const ovl_query *query) {
  const ovl_query_more more = query->more != NULL ? *query->more : (ovl_query_more){0};
  return (ovi_query){.start = query->start,
                     .goal = query->goal,
                     .profile = query->profile,
                     .smoothing = query->smoothing,
                     .move_start = query->move_start,
                     .move_goal = query->move_goal,
                     .nearest = query->nearest,
                     .more = more};
}

/* ---- Checks and faults ----------------------------------------------------- */

bool ovi_query_check_settings(const ovi_query *query, const ovl_world *world, ovl_fault *fault) {
  const ovi_argument arguments[] = {
      {"profile", query->profile, 0, (int64_t)world->shared.profile_count - 1},
      {"smoothing", (int32_t)query->smoothing, 0, OVL_SMOOTH_COUNT - 1},
      {"turn_cost", query->more.turn_cost, 0, OVI_MOST_STEP_COST}};
  return OVI_ARGUMENTS_CHECK(arguments, 0, fault) == OVL_OK;
}

bool ovi_query_check_goals(const ovi_query *query, ovl_fault *fault) {
  const bool is_rect = query->more.goal_kind == OVL_GOAL_RECT;
  const bool is_set = query->more.goal_kind == OVL_GOAL_SET;
  const int64_t count =
      query->more.goal_count < INT32_MAX ? (int64_t)query->more.goal_count : INT32_MAX;
  const ovi_argument arguments[] = {
      {"goal_kind", (int32_t)query->more.goal_kind, 0, OVL_GOAL_COUNT - 1},
      {"goal_w", is_rect ? query->more.goal_w : 1, 1, INT32_MAX},
      {"goal_h", is_rect ? query->more.goal_h : 1, 1, INT32_MAX},
      {"goal_radius", query->more.goal_kind == OVL_GOAL_WITHIN ? query->more.goal_radius : 0, 0,
       MOST_GOAL_RADIUS},
      {"goal_cells", !is_set || query->more.goal_cells != NULL, 1, 1},
      {"goal_count", is_set ? count : 1, 1, OVL_MAX_GOALS}};
  return OVI_ARGUMENTS_CHECK(arguments, 0, fault) == OVL_OK;
}

const char *const ovi_start_names[3] = {"start.x", "start.y", "start.floor"};
const char *const ovi_goal_names[3] = {"goal.x", "goal.y", "goal.floor"};

void ovi_query_find_outside(const ovl_world *world, ovl_cell cell, const char *const names[3],
                            ovl_fault *fault) {
  ovl_floor_info info = {0};
  ovl_world_floor(world, cell.floor, &info);
  const ovi_argument arguments[] = {
      {names[2], cell.floor, 0, (int64_t)world->shared.floor_count - 1},
      {names[0], cell.x, info.corner.x, info.corner.x + info.width - 1},
      {names[1], cell.y, info.corner.y, info.corner.y + info.height - 1}};
  OVI_ARGUMENTS_CHECK(arguments, 0, fault);
}

void ovi_query_find_fault(const ovi_query *query, const ovl_world *world, ovl_result result,
                          ovl_fault *fault) {
  const bool is_set = query->more.goal_kind == OVL_GOAL_SET;
  const char *goal = is_set ? "goal_cells" : "goal";
  switch (result) {
  case OVL_BAD_ARGUMENT:
    if (ovi_query_check_settings(query, world, fault)) {
      ovi_query_check_goals(query, fault);
    }
    break;
  case OVL_START_OUTSIDE:
    ovi_query_find_outside(world, query->start, ovi_start_names, fault);
    break;
  case OVL_GOAL_OUTSIDE:
    *fault = (ovl_fault){.what = goal};
    if (!is_set) {
      ovi_query_find_outside(world, query->goal, ovi_goal_names, fault);
    }
    break;
  case OVL_START_BLOCKED:
    *fault = (ovl_fault){.what = "start"};
    break;
  case OVL_GOAL_BLOCKED:
  case OVL_UNREACHABLE:
    *fault = (ovl_fault){.what = goal};
    break;
  default:
    break;
  }
}
